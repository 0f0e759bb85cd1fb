// A program for Node without the DOM's types, which must compile with each module resolution of TypeScript.

import { type FileSource, type ModuleInput, type Purpose, init, open } from "scrubjay";
import { type Fitting, fitting } from "scrubjay/ai-sdk";
import { type Window, openWindow } from "scrubjay/window";

export const core: ModuleInput = new URL("file:///scrubjay.wasm");
export const opened = [
  open({ root: ".", store: "memory", purpose: "reading", check: true }),
  open({ files: new Map([["a.py", "x = 1\n"]]) }),
  open({ root: ".", thread: true, deadline: 10_000, fresh: true, wait: 500, orRead: true }),
];
export const standing: Promise<[Purpose, number | undefined]> = open({ root: "." }).then(({ purpose, nChanged }) => [purpose, nChanged]);
export const ready: Promise<void> = init(new Uint8Array(), "/modules");

// @ts-expect-error: a root is a path
export const wrong = open({ root: 7 });
export const source: FileSource = { list: () => ({ files: [], unreachable: [] }), read: () => undefined };
export const window: Promise<Window> = openWindow({ maxTokens: 100_000, module: "/modules/windows.wasm", now: () => 0 });
export const sent: Promise<{ role: string }[]> = window.then((window) => window.fit([{ role: "user" }], "openai_chat"));
export const prepareStep: Promise<Fitting> = window.then((window) => fitting(window, { system: "Be brief." }));
