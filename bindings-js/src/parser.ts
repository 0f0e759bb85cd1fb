// The parser of one language: a WebAssembly module of `bindings-js/parser`, restarted when it traps.
//
// Not here: which module a language needs and where it is loaded from.

import instance from "./generated/bindgen/parser.js";
import type { Language } from "./generated/types.js";

/** The syntax tree of a file, in the form that `memory.apply` takes. */
export interface Tree {
  /** Three words for each node. */
  nodes: Uint32Array;
  hasErrors: boolean;
  cutShort: boolean;
}

interface Instance {
  memory: WebAssembly.Memory;
  parse(utf8: Uint8Array): Tree | undefined;
}

/** The most attempts at a file on which the parser traps. */
const MAX_TRIES = 3;
/** The bytes of memory above which an instance is dropped after its current file, because WebAssembly memory never shrinks. */
const MAX_MEMORY = 256 * 1024 * 1024;

/** Parses files of one language. After a trap, a new instance of the module parses the file again. */
export class Parser {
  readonly #module: WebAssembly.Module;
  readonly #name: string;
  readonly #configuration: Uint8Array;
  #instance: Instance | undefined;

  /** Throws if the module is of another release, or for another language. */
  constructor(module: WebAssembly.Module, language: Language) {
    this.#module = module;
    this.#name = language.name;
    this.#configuration = encode(language);
    // An unsuitable module fails here, not at the first file.
    this.#instance = this.#instantiate();
  }

  /**
   * The tree of a whole file, which must be UTF-8; `undefined` if parsing took too long.
   * Throws if the parser trapped on it three times.
   */
  parse(utf8: Uint8Array): Tree | undefined {
    for (let tries = 1; ; tries += 1) {
      const parser = (this.#instance ??= this.#instantiate());
      try {
        const tree = parser.parse(utf8);
        if (parser.memory.buffer.byteLength > MAX_MEMORY) this.#instance = undefined;
        return tree;
      } catch (cause) {
        // An instance that trapped cannot be trusted.
        this.#instance = undefined;
        if (tries === MAX_TRIES) throw new Error(`the parser of ${this.#name} stopped`, { cause });
      }
    }
  }

  #instantiate(): Instance {
    let tree: Tree | undefined;
    const { initSync, configure, parse } = instance({
      now: () => performance.now(),
      tree: (nodes, hasErrors, cutShort) => (tree = { nodes: nodes.slice(), hasErrors, cutShort }),
    });
    const { memory } = initSync({ module: this.#module });
    if (!configure(this.#configuration)) throw new Error(`the module is not a parser of ${this.#name}`);
    return { memory, parse: (utf8) => (parse(utf8) ? tree : undefined) };
  }
}

/** The configuration in the form that the module's `configure` reads. */
function encode(language: Language): Uint8Array {
  const kinds = language.kinds.map(({ name, named, leaf }) => `${Number(named) + 2 * Number(leaf)}${name}`);
  const fields = language.fields.map((name) => `f${name}`);
  return new TextEncoder().encode([language.name, ...kinds, ...fields].map((word) => `${word}\0`).join(""));
}
