// A window without a store: an instance of the component. After a trap it is replaced by one with the last saved state and the same
// messages.
//
// A window can be called again after a failed call. Not here: which messages are pushed, and edits.

import { ScrubjayError, createError } from "../errors.js";
import { bindWindows } from "../generated/windows.js";
import type { MessageFormat, WindowCalls, WindowOpened, WindowSettings } from "../generated/types.js";
import { Running } from "../guest/running.js";
import type { Module } from "../shapes.js";
import { type Json } from "./json.js";

/** The most attempts at a call that traps the component. */
const MAX_TRIES = 2;
/** The most UTF-16 units of JSON in one push: a larger conversation is pushed in several. */
const MAX_LETTERS = 16 << 20;

type WindowExports = { readonly window: WindowCalls };

/** A window in an instance of the component in this thread. After a trap, a new instance continues from the saved state. */
export class WindowGuest {
  readonly #module: Module;
  readonly #settings: WindowSettings;
  /** The state of the window after the last change: what `save` returns. */
  #saved: Uint8Array;
  #running: Running<WindowExports> | undefined;
  /** Copies of the messages that the component has. */
  readonly #pushed: Json[] = [];
  #format: MessageFormat = "anthropic";
  /** When the messages were last pushed, in milliseconds since 1970. */
  #time = 0n;
  readonly opened: WindowOpened;

  constructor(module: Module, settings: WindowSettings, saved: Uint8Array) {
    [this.#module, this.#settings, this.#saved] = [module, settings, saved];
    const running = new Running(module, bindWindows);
    this.opened = running.call(({ window }) => window.load(settings, saved));
    this.#running = running;
  }

  get pushed(): readonly Json[] {
    return this.#pushed;
  }

  get format(): MessageFormat {
    return this.#format;
  }

  /** Calls the component. If it traps, calls it once more in a new instance. */
  call<T>(operation: (window: WindowCalls) => T): T {
    for (let tries = 1; ; tries++) {
      const running = (this.#running ??= this.#newInstance());
      try {
        return running.call(({ window }) => operation(window));
      } catch (error) {
        if (running.isUsable) throw error;
        this.#running = undefined;
        const isTrap = error instanceof ScrubjayError && error.code === "component";
        if (!isTrap) throw error;
        if (tries === MAX_TRIES) throw createError("component", undefined, `${error.message}; the window goes on from what it had kept`, { cause: error });
      }
    }
  }

  /** Makes a call that changes the window's state, and saves the new state if `hasChanged`. */
  change<T>(operation: (window: WindowCalls) => T, hasChanged: (result: T) => boolean = () => true): T {
    const result = this.call(operation);
    if (hasChanged(result)) this.#saved = this.call((window) => window.save());
    return result;
  }

  /** Makes a call by which the caller pushes parts itself. They are not remembered: after a trap a new instance lacks them. */
  callPushingParts<T>(operation: (window: WindowCalls) => T): T {
    this.#pushed.length = 0;
    return this.call(operation);
  }

  /** Pushes messages, replacing those from the index `first` on. */
  push(format: MessageFormat, copies: readonly Json[], first: number, now: bigint): void {
    [this.#format, this.#time] = [format, now];
    for (const { from, json, to } of slices(copies)) {
      this.call((window) => window.pushMessages(format, json, first + from, now));
      this.#pushed.length = first + from;
      for (let at = from; at < to; at++) this.#pushed.push(copies[at] as Json);
    }
  }

  /** Removes all messages: saves the window's state, and drops the instance. */
  clear(): void {
    this.#pushed.length = 0;
    this.#saved = this.call((window) => window.save());
    this.#running = undefined;
  }

  #newInstance(): Running<WindowExports> {
    const running = new Running(this.#module, bindWindows);
    running.call(({ window }) => window.load(this.#settings, this.#saved));
    try {
      for (const { from, json } of slices(this.#pushed)) {
        running.call(({ window }) => window.pushMessages(this.#format, json, from, this.#time));
      }
    } catch (error) {
      // The messages themselves cause the trap. Without them the next call can succeed.
      this.#pushed.length = 0;
      throw error;
    }
    return running;
  }
}

/** Splits messages into JSON lists of at most `MAX_LETTERS`, each for one push. A longer message is alone in its list. */
export function* slices(copies: readonly Json[]): Generator<{ from: number; to: number; json: string }> {
  let [from, nLetters] = [0, 0];
  let texts: string[] = [];
  for (const [at, copy] of copies.entries()) {
    const text = JSON.stringify(copy);
    if (texts.length > 0 && nLetters + text.length > MAX_LETTERS) {
      yield { from, to: at, json: `[${texts.join(",")}]` };
      [from, nLetters, texts] = [at, 0, []];
    }
    nLetters += text.length;
    texts.push(text);
  }
  if (texts.length > 0) yield { from, to: copies.length, json: `[${texts.join(",")}]` };
}
