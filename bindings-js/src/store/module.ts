// A store in a redb file, accessed through the WebAssembly module of `bindings-js/store`. The native host uses the same file.
//
// One instance of the module is one open store. Opening an existing store does not write to it, unless its last owner died, or every page
// is to be verified. Not here: opening files, and locks.

import { type ScrubjayError, createError } from "../errors.js";
import { conflictError, fileFault, fileRefusal } from "./error.js";
import type { FileHandle } from "./handle.js";
import { packCommit, packKeys, unpackRows } from "./packed.js";
import type { Commit, Row, RowPage, Store } from "./store.js";

/** Options of opening a store. */
export interface OpenOptions {
  /** Whether to create a store if the file has none. */
  create?: boolean;
  /** Whether to verify every page first, which is required after a writer has died. */
  check?: boolean;
}

/** The modes of opening a file besides reading and writing. */
type Mode = "beside" | "verified" | "remains" | "older" | "leaves" | "nothing";

interface Exports {
  memory: WebAssembly.Memory;
  reserve(nBytes: number): number;
  answer(): number;
  n_answer(): number;
  panic_message(): number;
  n_panic_message(): number;
  open(create: number, check: number): number;
  open_reading(): number;
  verify(): number;
  open_remains(isOlder: number): number;
  remaining(skip: number, maxBytes: number): number;
  open_leaves(): number;
  next_leaves(): number;
  generation(): number;
  get(): number;
  range(maxBytes: number): number;
  scanned(): number;
  meta(): number;
  commit(): number;
  claim(write: number): number;
  judge(): number;
  compact(): number;
  put_in_order(): number;
  close(): number;
}

/** The result of a call whose answer stopped at its limit. */
const INCOMPLETE = 1;
/** The error codes, in the module's order. */
const CODES = ["missing", "read_only", "disk_full", "damaged", "format", "conflict", "io", "closed", "invalid", "other_project"] as const;

const NOTHING = new Uint8Array();

/** The store in a file that the caller holds open. */
export class ModuleStore implements Store {
  readonly #handle: FileHandle;
  readonly #module: Exports;
  #isOpen = true;
  /** The error that the handle threw during the current call; undefined if there was none. */
  #handleError: unknown;

  /**
   * Opens the store; closing it closes the file. Modes: `beside` reads concurrently with a writer: `generation` refreshes the snapshot that
   * all other methods read, and reads may be torn, which `reading.ts` detects. `remains` and `older` open a damaged file at its last
   * commit, or the one before, only for `readRemaining`; `leaves` page by page, only for `readLeaves`. `verified` only verifies every page.
   * `nothing` has no file, only for `judge`.
   */
  constructor(module: WebAssembly.Module, handle: FileHandle, options: OpenOptions | Mode = {}) {
    this.#handle = handle;
    try {
      const instance = new WebAssembly.Instance(module, { host: this.#host() });
      this.#module = instance.exports as unknown as Exports;
      this.#call(() => this.#open(options));
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #open(options: OpenOptions | Mode): number {
    if (options === "nothing") return 0;
    if (options === "beside") return this.#module.open_reading();
    if (options === "verified") return this.#module.verify();
    if (options === "remains" || options === "older") return this.#module.open_remains(Number(options === "older"));
    if (options === "leaves") return this.#module.open_leaves();
    return this.#module.open(Number(options.create ?? false), Number(options.check ?? false));
  }

  generation(): bigint {
    this.#call(() => this.#module.generation());
    const { buffer, byteOffset } = this.#answerView();
    return new DataView(buffer, byteOffset).getBigUint64(0, true);
  }

  get(keys: readonly Uint8Array[]): Row[] {
    this.#call(() => this.#module.get(), packKeys(keys));
    return unpackRows(this.#answerView());
  }

  range(start: Uint8Array, end: Uint8Array, maxBytes: number): RowPage {
    const outcome = this.#call(() => this.#module.range(maxBytes), packKeys([start, end]));
    return { rows: unpackRows(this.#answerView()), complete: outcome !== INCOMPLETE };
  }

  /** The number of rows that a damaged file states; undefined if it cannot be read. To be called directly after opening. */
  nStatedRows(): number | undefined {
    const { buffer, byteOffset, length } = this.#answerView();
    return length === 8 ? Number(new DataView(buffer, byteOffset).getBigUint64(0, true)) : undefined;
  }

  /** Rows of a damaged file from the key `start` on, without the first `skip`, in the order of its pages, up to `maxBytes` as in `range`. */
  readRemaining(start: Uint8Array, skip: number, maxBytes: number): RowPage {
    const outcome = this.#call(() => this.#module.remaining(skip, maxBytes), packKeys([start]));
    return { rows: unpackRows(this.#answer()), complete: outcome !== INCOMPLETE };
  }

  /** The next rows of a damaged file, page by page, whether or not the page is reachable. `complete` is true once all pages were read. */
  readLeaves(): RowPage {
    const outcome = this.#call(() => this.#module.next_leaves());
    return { rows: unpackRows(this.#answer()), complete: outcome !== INCOMPLETE };
  }

  scanned(): [string, Uint8Array][] {
    this.#call(() => this.#module.scanned());
    const utf8 = new TextDecoder();
    return unpackRows(this.#answer()).map(({ key, value }) => [utf8.decode(key), value]);
  }

  meta(name: string): Uint8Array | undefined {
    this.#call(() => this.#module.meta(), packKeys([new TextEncoder().encode(name)]));
    return unpackRows(this.#answer())[0]?.value;
  }

  commit(change: Commit): void {
    this.#call(() => this.#module.commit(), packCommit(change));
  }

  /** Whether the file belongs to this project. False if it belongs to none; with `write` it is then assigned. Throws if it is another's. */
  claim(project: string, write: boolean): boolean {
    return this.#call(() => this.#module.claim(Number(write)), packKeys([new TextEncoder().encode(project)])) !== INCOMPLETE;
  }

  /** Decides which project a folder belongs to, from facts about it: see `store/src/whose`. */
  judge(facts: readonly [name: string, value: string | Uint8Array][]): Map<string, string> {
    const [utf8, texts] = [new TextEncoder(), new TextDecoder()];
    const bytes = (value: string | Uint8Array) => (typeof value === "string" ? utf8.encode(value) : value);
    this.#call(() => this.#module.judge(), packKeys(facts.flatMap(([name, value]) => [bytes(name), bytes(value)])));
    return new Map(unpackRows(this.#answer()).map(({ key, value }) => [texts.decode(key), texts.decode(value)]));
  }

  compact(): void {
    this.#call(() => this.#module.compact());
  }

  /** Makes the file consistent, so that others can open it. Until the next commit it is only read. */
  putInOrder(): void {
    this.#call(() => this.#module.put_in_order());
  }

  close(): void {
    if (!this.#isOpen) return;
    try {
      this.#call(() => this.#module.close());
    } finally {
      this.#end();
    }
  }

  /** Calls the module with a request. Returns 0 or `INCOMPLETE`; throws its errors. */
  #call(operation: () => number, request: Uint8Array = NOTHING): number {
    if (!this.#isOpen) throw createError("closed", undefined, "the store is closed");
    this.#handleError = undefined;
    let outcome: number;
    try {
      const at = this.#module.reserve(request.length);
      new Uint8Array(this.#module.memory.buffer, at, request.length).set(request);
      outcome = operation();
    } catch (error) {
      throw this.#trapError(error);
    }
    if (outcome > INCOMPLETE) throw this.#refusal(outcome);
    return outcome;
  }

  /** A view of the answer in the module's memory, which the next call overwrites. */
  #answerView(): Uint8Array {
    return new Uint8Array(this.#module.memory.buffer, this.#module.answer(), this.#module.n_answer());
  }

  /** A copy of the module's answer. */
  #answer(): Uint8Array {
    return this.#answerView().slice();
  }

  #refusal(outcome: number): ScrubjayError {
    const code = CODES[outcome - INCOMPLETE - 1];
    const answer = this.#answer();
    const number = (at: number) => new DataView(answer.buffer).getBigUint64(at, true);
    const cause = this.#handleError;
    switch (code) {
      case "conflict":
        return conflictError(number(0), number(8));
      case "format": {
        const [found, known] = [number(0), number(8)];
        const message = `the store has format ${found}, and this release knows format ${known}`;
        return createError(found < known ? "older_format" : "newer_format", Number(found), message);
      }
      case "damaged":
        return createError(code, undefined, `the store is damaged: ${new TextDecoder().decode(answer)}`);
      case "other_project": {
        const found = new TextDecoder().decode(answer);
        return createError(code, { path: "", project: "", found }, `the file is the memory of the project ${found}`);
      }
      case "missing":
        return createError("not_indexed", { path: undefined }, "the file holds no store");
      case "disk_full":
      case "read_only":
        return fileRefusal(cause, code);
      case "closed":
        return createError(code, undefined, "an earlier fault closed the store: open it anew");
      case "invalid":
        throw new TypeError("a request to the store had not the form that it must have");
      default:
        return fileRefusal(cause ?? new TextDecoder().decode(answer), "io");
    }
  }

  /** Creates the error after a trap. If redb panicked, which leaves a message, the file is damaged: redb trusts its file, and panics if it was
   * altered. */
  #trapError(error: unknown): ScrubjayError {
    const { memory, panic_message: at, n_panic_message: n } = this.#module;
    const words = new TextDecoder().decode(new Uint8Array(memory.buffer, at(), n()).slice());
    this.#end();
    if (words === "") return createError("closed", undefined, "the store stopped and was closed", { cause: error });
    return createError("damaged", undefined, `the store is damaged: ${words}`, { cause: error });
  }

  /** Closes the file, once: its descriptor may be reused afterwards. */
  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#handle.close();
  }

  #host(): Record<string, (...numbers: number[]) => number> {
    const handle = this.#handle;
    const bytes = (at: number, n: number) => new Uint8Array(this.#module.memory.buffer, at, n);
    // An exception must not pass through the module: it is stored by `#handleError`, and the module gets its code.
    const guarded = (operation: (...numbers: number[]) => number) => (...numbers: number[]) => {
      try {
        return operation(...numbers);
      } catch (error) {
        this.#handleError = error;
        return kind(error);
      }
    };
    return {
      size: guarded(() => handle.getSize()),
      read: guarded((at = 0, to = 0, n = 0) => handle.read(bytes(to, n), { at })),
      write: guarded((at = 0, from = 0, n = 0) => handle.write(bytes(from, n), { at })),
      truncate: guarded((n = 0) => (handle.truncate(n), 0)),
      flush: guarded(() => (handle.flush(), 0)),
    };
  }
}

/** The module's code for an error of a handle. */
function kind(error: unknown): number {
  return { disk_full: -2, read_only: -3, io: -1 }[fileFault(error)];
}

/** Verifies every page of a file, which no process may write meanwhile, and closes it unchanged. Throws if a page is damaged. */
export function verifyFile(module: WebAssembly.Module, handle: FileHandle): void {
  new ModuleStore(module, handle, "verified").close();
}
