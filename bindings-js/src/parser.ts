// One language's parser: a WebAssembly module of `bindings-js/parser`, and what is done when it traps.
//
// Not here: which module a language needs and where it is loaded from.

import type { Language } from "./generated/types.js";

/** A file's tree, as `memory.apply` takes it. */
export interface Tree {
  /** Three words a node. */
  nodes: Uint32Array;
  hasErrors: boolean;
  cutShort: boolean;
}

/** Why a file has no tree. */
export type ParseErrorCode =
  /** Parsing took too long; a run tries the file again when it has changed. Or the bytes are not UTF-8. */
  | "timed-out"
  /** The parser stopped on it three times. */
  | "stopped"
  /** The module is not one of this release's, or not of this language. */
  | "grammar";

/** A file or a language that cannot be parsed. */
export class ParseError extends Error {
  readonly code: ParseErrorCode;

  constructor(code: ParseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ParseError";
    this.code = code;
  }
}

/** Parses files of one language. */
export interface Parser {
  readonly language: string;
  /** The tree of a whole file, which must be UTF-8. Throws a `ParseError`. */
  parse(utf8: Uint8Array): Tree;
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

/** How often a file that stops the parser is tried. */
const MOST_TRIES = 3;
/** WebAssembly memory never shrinks: past this many bytes an instance is let go once its file is parsed. */
const MOST_MEMORY = 256 * 1024 * 1024;

/** Makes a parser of a language from its module. */
export async function loadParser(input: BufferSource | WebAssembly.Module, language: Language): Promise<Parser> {
  const module = input instanceof WebAssembly.Module ? input : await WebAssembly.compile(input);
  return new ModuleParser(module, language);
}

class ModuleParser implements Parser {
  readonly language: string;
  readonly #module: WebAssembly.Module;
  readonly #wanted: Uint8Array;
  #instance: Exports | undefined;

  constructor(module: WebAssembly.Module, language: Language) {
    this.language = language.name;
    this.#module = module;
    this.#wanted = encode(language);
    // A module that cannot do it says so now, not at the first file.
    this.#instance = this.#instantiate();
  }

  parse(utf8: Uint8Array): Tree {
    for (let tries = 1; ; tries += 1) {
      const instance = (this.#instance ??= this.#instantiate());
      try {
        const tree = parse(instance, utf8);
        if (instance.memory.buffer.byteLength > MOST_MEMORY) this.#instance = undefined;
        return tree;
      } catch (error) {
        if (error instanceof ParseError) throw error;
        // Nothing of an instance that trapped can be trusted.
        this.#instance = undefined;
        if (tries === MOST_TRIES) {
          throw new ParseError("stopped", `the parser of ${this.language} stopped`, { cause: error });
        }
      }
    }
  }

  #instantiate(): Exports {
    const host = { now: () => performance.now() };
    const instance = new WebAssembly.Instance(this.#module, { host }).exports as unknown as Exports;
    put(instance, this.#wanted);
    if (!instance.configure()) {
      throw new ParseError("grammar", `the module is not a parser of ${this.language}`);
    }
    return instance;
  }
}

function parse(instance: Exports, utf8: Uint8Array): Tree {
  put(instance, utf8);
  const flags = instance.parse();
  if (!(flags & PARSED)) throw new ParseError("timed-out", "parsing took too long; it is tried again when it has changed");
  const nodes = new Uint32Array(instance.memory.buffer, instance.words(), instance.n_words()).slice();
  return { nodes, hasErrors: (flags & HAS_ERRORS) !== 0, cutShort: (flags & CUT_SHORT) !== 0 };
}

function put(instance: Exports, bytes: Uint8Array): void {
  const at = instance.reserve(bytes.length);
  new Uint8Array(instance.memory.buffer, at, bytes.length).set(bytes);
}

/** As the module's `configure` reads it. */
function encode(language: Language): Uint8Array {
  const kinds = language.kinds.map(({ name, named, leaf }) => `${Number(named) + 2 * Number(leaf)}${name}`);
  const fields = language.fields.map((name) => `f${name}`);
  return new TextEncoder().encode([language.name, ...kinds, ...fields].map((word) => `${word}\0`).join(""));
}
