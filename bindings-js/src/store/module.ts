// A store in a redb file, accessed through the WebAssembly module of `bindings-js/store`. The native host uses the same file.
//
// One instance of the module is one open store. Opening an existing store does not write to it, unless its last owner died, or every page
// is to be verified. Not here: opening files, and locks.

import { type ScrubjayError, createError } from "../errors.js";
import instance, { type bindgen } from "../generated/bindgen/store.js";
import { conflictError, fileFault, fileRefusal } from "./error.js";
import type { FileHandle } from "./handle.js";
import { packCommit, packKeys, unpackRows } from "./packed.js";
import type { Commit, Row, RowPage, Store } from "./store.js";

/** How a file is opened for reading and writing. */
export interface OpenOptions {
  /** Whether to create a store if the file has none. */
  create?: boolean;
  /** Whether to verify every page first, which is required after a writer has died. */
  check?: boolean;
}

/** The modes of opening a file besides reading and writing. */
type Mode = "beside" | "verified" | "remains" | "older" | "leaves" | "nothing";

const NOTHING = new Uint8Array();

/** The functions of an instance of the module. */
type Glue = ReturnType<typeof instance>;

/** The store in a file that the caller holds open. */
export class ModuleStore implements Store {
  readonly #handle: FileHandle;
  readonly #module: Glue;
  #isOpen = true;
  /** The module's answer to the last call, a view of its memory, which the next call overwrites. */
  #answer: Uint8Array = NOTHING;
  /** The error of the current call, which the module refused; undefined if it did not. */
  #refusalError: Error | undefined;
  /** The error that the handle threw during the current call; undefined if there was none. */
  #handleError: unknown;
  /** The message of the panic that ended the current call; undefined if there was none. */
  #panic: string | undefined;

  /**
   * Opens the store; closing it closes the file. Modes: `beside` reads concurrently with a writer: `generation` refreshes the snapshot that
   * all other methods read, and reads may be torn, which `reading.ts` detects. `remains` opens a damaged file at its last commit, and
   * `older` at the commit before: only `nStatedRows` and `readRemaining` may follow. `leaves` opens a damaged file page by page: only
   * `readLeaves` may follow. `verified` only verifies every page. `nothing` has no file: only `judge` may follow.
   */
  constructor(module: WebAssembly.Module, handle: FileHandle, options: OpenOptions | Mode = {}) {
    this.#handle = handle;
    try {
      this.#module = instance(this.#host());
      this.#module.initSync({ module });
      this.#call(() => this.#open(options));
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #open(options: OpenOptions | Mode): void {
    if (options === "nothing") return;
    if (options === "beside") return this.#module.openReading();
    if (options === "verified") return this.#module.verify();
    if (options === "leaves") return this.#module.openLeaves();
    if (options === "remains" || options === "older") return this.#module.openRemains(options === "older");
    this.#module.open(options.create ?? false, options.check ?? false);
  }

  generation(): bigint {
    return this.#call(() => this.#module.generation());
  }

  get(keys: readonly Uint8Array[]): Row[] {
    this.#call(() => this.#module.get(packKeys(keys)));
    return unpackRows(this.#answer);
  }

  range(start: Uint8Array, end: Uint8Array, maxBytes: number): RowPage {
    const complete = this.#call(() => this.#module.range(start, end, maxBytes));
    return { rows: unpackRows(this.#answer), complete };
  }

  /** The number of rows that a damaged file stated when it was opened; undefined if it cannot be read. */
  nStatedRows(): number | undefined {
    const nRows = this.#call(() => this.#module.stated());
    return nRows < 0 ? undefined : nRows;
  }

  /** Rows of a damaged file from the key `start` on, without the first `skip`, in the order of its pages, up to `maxBytes` as in `range`. */
  readRemaining(start: Uint8Array, skip: number, maxBytes: number): RowPage {
    const complete = this.#call(() => this.#module.remaining(start, skip, maxBytes));
    return { rows: unpackRows(this.#answer.slice()), complete };
  }

  /** The next rows of a damaged file, page by page, whether or not the page is reachable. `complete` is true once all pages were read. */
  readLeaves(): RowPage {
    const complete = this.#call(() => this.#module.nextLeaves());
    return { rows: unpackRows(this.#answer.slice()), complete };
  }

  scanned(): [string, Uint8Array][] {
    this.#call(() => this.#module.scanned());
    const utf8 = new TextDecoder();
    return unpackRows(this.#answer.slice()).map(({ key, value }) => [utf8.decode(key), value]);
  }

  meta(name: string): Uint8Array | undefined {
    return this.#call(() => this.#module.meta(name)) ? this.#answer.slice() : undefined;
  }

  commit(change: Commit): void {
    this.#call(() => this.#module.commit(packCommit(change)));
  }

  /** Whether the file belongs to this project. False if it belongs to none; with `write` it is then assigned. Throws if it is another's. */
  claim(project: string, write: boolean): boolean {
    return this.#call(() => this.#module.claim(project, write));
  }

  /** Decides which project a folder belongs to, from facts about it: see `store/src/whose`. */
  judge(facts: readonly [name: string, value: string | Uint8Array][]): Map<string, string> {
    const [utf8, texts] = [new TextEncoder(), new TextDecoder()];
    const bytes = (value: string | Uint8Array) => (typeof value === "string" ? utf8.encode(value) : value);
    this.#call(() => this.#module.judge(packKeys(facts.flatMap(([name, value]) => [bytes(name), bytes(value)]))));
    return new Map(unpackRows(this.#answer.slice()).map(({ key, value }) => [texts.decode(key), texts.decode(value)]));
  }

  compact(): void {
    this.#call(() => this.#module.compact());
  }

  /** Makes the file consistent, so that others can open it. Until the next commit it is only read. */
  putInOrder(): void {
    this.#call(() => this.#module.putInOrder());
  }

  close(): void {
    if (!this.#isOpen) return;
    try {
      this.#call(() => this.#module.close());
    } finally {
      this.#end();
    }
  }

  /** Calls the module. Throws its errors, and that of a trap. */
  #call<T>(operation: () => T): T {
    if (!this.#isOpen) throw createError("closed", undefined, "the store is closed");
    this.#handleError = this.#refusalError = this.#panic = undefined;
    let result: T;
    try {
      result = operation();
    } catch (error) {
      throw this.#trapError(error);
    }
    if (this.#refusalError !== undefined) throw this.#refusalError;
    return result;
  }

  /** The error of a call that the module refused. */
  #refusal(why: bindgen.Why, words: string, first: bigint, second: bigint): Error {
    switch (why) {
      case "missing":
        return createError("not_indexed", { path: undefined }, "the file holds no store");
      case "read_only":
      case "disk_full":
        return fileRefusal(this.#handleError, why);
      case "damaged":
        return createError(why, undefined, `the store is damaged: ${words}`);
      case "conflict":
        return conflictError(first, second);
      case "format": {
        const message = `the store has format ${first}, and this release knows format ${second}`;
        return createError(first < second ? "older_format" : "newer_format", Number(first), message);
      }
      case "io":
        return fileRefusal(this.#handleError ?? words, why);
      case "closed":
        return createError(why, undefined, "an earlier fault closed the store: open it anew");
      case "invalid":
        return new TypeError("a request to the store had not the form that it must have");
      case "other_project":
        return createError(why, { path: "", project: "", found: words }, `the file is the memory of the project ${words}`);
    }
  }

  /** Creates the error after a trap. If redb panicked, which leaves a message, the file is damaged: redb trusts its file, and panics if it was
   * altered. */
  #trapError(error: unknown): ScrubjayError {
    this.#end();
    if (this.#panic === undefined) return createError("closed", undefined, "the store stopped and was closed", { cause: error });
    return createError("damaged", undefined, `the store is damaged: ${this.#panic}`, { cause: error });
  }

  /** Closes the file, once: its descriptor may be reused afterwards. */
  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#handle.close();
  }

  /** The functions that the module imports (`bindings-js/store/src/host.rs`). */
  #host(): bindgen.Host {
    const handle = this.#handle;
    // An exception must not pass through the module: it is stored in `#handleError`, and the module gets a code for it.
    const guarded = (operation: () => number): number => {
      try {
        return operation();
      } catch (error) {
        this.#handleError = error;
        return codeOfError(error);
      }
    };
    return {
      size: () => guarded(() => handle.getSize()),
      read: (at, to) => guarded(() => handle.read(to, { at })),
      write: (at, from) => guarded(() => handle.write(from, { at })),
      truncate: (n) => guarded(() => (handle.truncate(n), 0)),
      flush: () => guarded(() => (handle.flush(), 0)),
      answer: (bytes) => void (this.#answer = bytes),
      refused: (why, words, first, second) => void (this.#refusalError = this.#refusal(why, words, first, second)),
      panicked: (words) => void (this.#panic = words),
    };
  }
}

/** The module's code for an error of a handle. */
function codeOfError(error: unknown): number {
  return { disk_full: -2, read_only: -3, io: -1 }[fileFault(error)];
}

/** Verifies every page of a file, which no process may write meanwhile, and closes it unchanged. Throws if a page is damaged. */
export function verifyFile(module: WebAssembly.Module, handle: FileHandle): void {
  new ModuleStore(module, handle, "verified").close();
}
