// A store in one redb file, through the WebAssembly module of `bindings-js/store`: the file of the native host.
//
// One instance of the module is one open store. Once it is made, it writes nothing before its first commit, unless its last owner
// died or every page is to be verified. Not here: where the file comes from, and who may write to it.

import { StoreError, type StoreErrorCode, conflict, fileFault, fileRefusal } from "./error.js";
import type { FileHandle } from "./handle.js";
import { packCommit, packKeys, unpackRows } from "./packed.js";
import type { Commit, Row, RowPage, Store } from "./store.js";

/** How a store is opened. */
export interface OpenOptions {
  /** Makes a store where the file holds none. */
  create?: boolean;
  /** Verifies every page first, which is due after a writer has died. */
  check?: boolean;
}

interface Exports {
  memory: WebAssembly.Memory;
  reserve(nBytes: number): number;
  answer(): number;
  n_answer(): number;
  panic_words(): number;
  n_panic_words(): number;
  open(create: number, check: number): number;
  open_reading(): number;
  generation(): number;
  get(): number;
  range(mostBytes: number): number;
  scanned(): number;
  mark(): number;
  commit(): number;
  compact(): number;
  put_in_order(): number;
  close(): number;
}

const INCOMPLETE = 1;
/** What a call came to, in the module's order; the first two are no refusals. */
const CODES: readonly (StoreErrorCode | "invalid")[] = [
  "missing",
  "read-only",
  "full",
  "damaged",
  "format",
  "conflict",
  "io",
  "closed",
  "invalid",
];

const NOTHING = new Uint8Array();

/** Opens the store in a file that the caller holds open, and closes the file with the store. */
export async function openStore(
  input: BufferSource | WebAssembly.Module,
  handle: FileHandle,
  options: OpenOptions = {},
): Promise<Store> {
  let module: WebAssembly.Module;
  try {
    module = input instanceof WebAssembly.Module ? input : await WebAssembly.compile(input);
  } catch (error) {
    handle.close();
    throw error;
  }
  return openAtOnce(module, handle, options);
}

/**
 * The same with a module that is compiled. `beside`: the file is read beside whoever writes it; `generation` then shows the last
 * commit, all else is as it was at that moment, and what is read may be torn, which `reading.ts` finds out.
 */
export function openAtOnce(module: WebAssembly.Module, handle: FileHandle, options: OpenOptions | "beside"): OpenStore {
  return new ModuleStore(module, handle, options);
}

/** An open store. */
export interface OpenStore extends Store {
  /** Closes the file as far as it is written, which leaves it in order for others; until the next commit it is only read. */
  putInOrder(): void;
}

class ModuleStore implements OpenStore {
  readonly #handle: FileHandle;
  readonly #module: Exports;
  #isOpen = true;
  /** What the handle threw in the call under way. */
  #thrown: unknown;

  constructor(module: WebAssembly.Module, handle: FileHandle, options: OpenOptions | "beside") {
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

  #open(options: OpenOptions | "beside"): number {
    if (options === "beside") return this.#module.open_reading();
    return this.#module.open(Number(options.create ?? false), Number(options.check ?? false));
  }

  generation(): bigint {
    this.#call(() => this.#module.generation());
    const { buffer, byteOffset } = this.#shown();
    return new DataView(buffer, byteOffset).getBigUint64(0, true);
  }

  get(keys: readonly Uint8Array[]): Row[] {
    this.#call(() => this.#module.get(), packKeys(keys));
    return unpackRows(this.#shown());
  }

  range(start: Uint8Array, end: Uint8Array, mostBytes: number): RowPage {
    const outcome = this.#call(() => this.#module.range(mostBytes), packKeys([start, end]));
    return { rows: unpackRows(this.#shown()), complete: outcome !== INCOMPLETE };
  }

  scanned(): [string, Uint8Array][] {
    this.#call(() => this.#module.scanned());
    const utf8 = new TextDecoder();
    return unpackRows(this.#answer()).map(({ key, value }) => [utf8.decode(key), value]);
  }

  mark(name: string): Uint8Array | undefined {
    this.#call(() => this.#module.mark(), packKeys([new TextEncoder().encode(name)]));
    return unpackRows(this.#answer())[0]?.value;
  }

  commit(change: Commit): void {
    this.#call(() => this.#module.commit(), packCommit(change));
  }

  compact(): void {
    this.#call(() => this.#module.compact());
  }

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

  /** Calls the module with a request, and throws what it refuses. */
  #call(operation: () => number, request: Uint8Array = NOTHING): number {
    if (!this.#isOpen) throw new StoreError("closed", "the store is closed");
    this.#thrown = undefined;
    let outcome: number;
    try {
      const at = this.#module.reserve(request.length);
      new Uint8Array(this.#module.memory.buffer, at, request.length).set(request);
      outcome = operation();
    } catch (error) {
      throw this.#stopped(error);
    }
    if (outcome > INCOMPLETE) throw this.#refusal(outcome);
    return outcome;
  }

  /** What the module answered, where it lies: its next call overwrites it. */
  #shown(): Uint8Array {
    return new Uint8Array(this.#module.memory.buffer, this.#module.answer(), this.#module.n_answer());
  }

  /** A copy of it. */
  #answer(): Uint8Array {
    return this.#shown().slice();
  }

  #refusal(outcome: number): StoreError {
    const code = CODES[outcome - INCOMPLETE - 1] ?? "io";
    const answer = this.#answer();
    const number = (at: number) => new DataView(answer.buffer).getBigUint64(at, true);
    const cause = this.#thrown;
    switch (code) {
      case "conflict":
        return conflict(number(0), number(8));
      case "format": {
        const [found, known] = [number(0), number(8)];
        return new StoreError(code, `the store has format ${found}, and this release knows format ${known}`, { found, known });
      }
      case "damaged":
        return new StoreError(code, `the store is damaged: ${new TextDecoder().decode(answer)}`);
      case "missing":
        return new StoreError(code, "the file holds no store");
      case "full":
      case "read-only":
        return fileRefusal(cause, code);
      case "closed":
        return new StoreError(code, "an earlier fault closed the store: open it anew");
      case "invalid":
        throw new TypeError("a request to the store had not the form that it must have");
      default:
        return fileRefusal(cause ?? new TextDecoder().decode(answer), "io");
    }
  }

  /** After a trap the instance is of no more use. A panic of redb has left its words: it trusts its file, and panics in one that was
   * altered behind its back. */
  #stopped(error: unknown): StoreError {
    const { memory, panic_words: at, n_panic_words: n } = this.#module;
    const words = new TextDecoder().decode(new Uint8Array(memory.buffer, at(), n()).slice());
    this.#end();
    if (words === "") return new StoreError("closed", "the store stopped and was closed", { cause: error });
    return new StoreError("damaged", `the store is damaged: ${words}`, { cause: error });
  }

  /** Closes the file, once: its number may be another file's by then. */
  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#handle.close();
  }

  #host(): Record<string, (...numbers: number[]) => number> {
    const handle = this.#handle;
    const bytes = (at: number, n: number) => new Uint8Array(this.#module.memory.buffer, at, n);
    // An exception must not run through the module: it is kept, and the module is told its kind.
    const guarded = (operation: (...numbers: number[]) => number) => (...numbers: number[]) => {
      try {
        return operation(...numbers);
      } catch (error) {
        this.#thrown = error;
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

/** The module's number for what a handle threw. */
function kind(error: unknown): number {
  return { full: -2, "read-only": -3, io: -1 }[fileFault(error)];
}
