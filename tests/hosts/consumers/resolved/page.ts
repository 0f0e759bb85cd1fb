// A page without Node's types, which must compile with each module resolution of TypeScript.

import { type Memory, init, open, openPrivateStore } from "scrubjay";
import { open as openInWorker } from "scrubjay/worker";
import { fitting } from "scrubjay/ai-sdk";
import { openWindow } from "scrubjay/window";
import { openWindow as openInline } from "scrubjay/window/inline";

export async function begin(folder: FileSystemDirectoryHandle, chosen: FileList): Promise<Memory[]> {
  await init(new Response(), (name) => new URL(name, "https://modules.example/"));
  const files = [...chosen].map((file) => ({ path: file.webkitRelativePath, file }));
  return [
    await open({ files: folder, store: await openPrivateStore("project/store.redb", { check: true }) }),
    await open({ files }),
    await openInWorker({ files: folder, store: "project/store.redb", modules: "/modules/" }),
  ];
}

export async function fit(history: readonly { role: string }[]): Promise<number | undefined> {
  const windows = [await openWindow({ module: new Response() }), await openInline({ policy: "lru" })];
  for (const window of windows) window.fit(history, "anthropic");
  for (const window of windows) await fitting(window)({ messages: [{ role: "user" }], steps: [] });
  return windows[0]?.last?.nPruned;
}
