// The parser of one language: a WebAssembly module of `bindings-js/parser`, restarted when it traps.
//
// Not here: which module a language needs and where it is loaded from.

import type { Language } from "./generated/types.js";

/** The syntax tree of a file, in the form that `memory.apply` takes. */
export interface Tree {
  /** Three words for each node. */
  nodes: Uint32Array;
  hasErrors: boolean;
  cutShort: boolean;
}

interface Exports {
  memory: WebAssembly.Memory;
  reserve(nBytes: number): number;
  configure(): number;
  parse(): number;
  words(): number;
  n_words(): number;
}

const PARSED = 1;
const HAS_ERRORS = 2;
const CUT_SHORT = 4;

/** The most attempts at a file on which the parser traps. */
const MAX_TRIES = 3;
/** The bytes of memory above which an instance is dropped after its current file, because WebAssembly memory never shrinks. */
const MAX_MEMORY = 256 * 1024 * 1024;

/** Parses files of one language. */
export class Parser {
  readonly #module: WebAssembly.Module;
  readonly #name: string;
  readonly #wanted: Uint8Array;
  #instance: Exports | undefined;

  /** Throws if the module is of another release, or for another language. */
  constructor(module: WebAssembly.Module, language: Language) {
    this.#module = module;
    this.#name = language.name;
    this.#wanted = encode(language);
    // An unsuitable module fails here, not at the first file.
    this.#instance = this.#instantiate();
  }

  /**
   * The tree of a whole file, which must be UTF-8; `undefined` if parsing took too long.
   * Throws if the parser trapped on it three times.
   */
  parse(utf8: Uint8Array): Tree | undefined {
    for (let tries = 1; ; tries += 1) {
      const instance = (this.#instance ??= this.#instantiate());
      try {
        const tree = parse(instance, utf8);
        if (instance.memory.buffer.byteLength > MAX_MEMORY) this.#instance = undefined;
        return tree;
      } catch (cause) {
        // An instance that trapped cannot be trusted.
        this.#instance = undefined;
        if (tries === MAX_TRIES) throw new Error(`the parser of ${this.#name} stopped`, { cause });
      }
    }
  }

  #instantiate(): Exports {
    const host = { now: () => performance.now() };
    const instance = new WebAssembly.Instance(this.#module, { host }).exports as unknown as Exports;
    put(instance, this.#wanted);
    if (!instance.configure()) throw new Error(`the module is not a parser of ${this.#name}`);
    return instance;
  }
}

function parse(instance: Exports, utf8: Uint8Array): Tree | undefined {
  put(instance, utf8);
  const flags = instance.parse();
  if (!(flags & PARSED)) return undefined;
  const nodes = new Uint32Array(instance.memory.buffer, instance.words(), instance.n_words()).slice();
  return { nodes, hasErrors: (flags & HAS_ERRORS) !== 0, cutShort: (flags & CUT_SHORT) !== 0 };
}

function put(instance: Exports, bytes: Uint8Array): void {
  const at = instance.reserve(bytes.length);
  new Uint8Array(instance.memory.buffer, at, bytes.length).set(bytes);
}

/** The configuration in the form that the module's `configure` reads. */
function encode(language: Language): Uint8Array {
  const kinds = language.kinds.map(({ name, named, leaf }) => `${Number(named) + 2 * Number(leaf)}${name}`);
  const fields = language.fields.map((name) => `f${name}`);
  return new TextEncoder().encode([language.name, ...kinds, ...fields].map((word) => `${word}\0`).join(""));
}
