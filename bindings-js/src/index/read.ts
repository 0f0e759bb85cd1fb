// From the bytes of a file to what the component takes: hash, text and packed tree.
//
// Not here: which files are read, and in what order.

import { ScrubjayError, failure } from "../errors.js";
import { decodeText } from "../files/bytes.js";
import type { FileSource } from "../files/files.js";
import { type Given, readFrom } from "../files/given.js";
import type { Language, ParsedFile } from "../generated/types.js";
import { ParseError, type Parser, loadParser } from "../parser.js";
import type { Platform } from "../platform.js";
import { orAborted } from "../queue.js";

/** A file that was read and parsed, or why it could not be taken. */
export type Outcome =
  | { kind: "parsed"; file: ParsedFile }
  /** It was deleted since it was found, it grew too large, or nothing is known of it: another run may succeed. */
  | { kind: "gone" | "size" | "unreadable"; why: string }
  /** Its bytes, with this hash, are not UTF-8, or parsing them took too long. */
  | { kind: "not-utf8" | "timed-out"; hash: Uint8Array; why: string };

/** Reads files with the parsers of their languages, each loaded when its first file comes. */
export class Reader {
  readonly #files: FileSource;
  readonly #platform: Platform;
  readonly #languages: Map<string, Language>;
  readonly #signal: AbortSignal | undefined;
  readonly #parsers = new Map<string, Promise<Parser>>();

  constructor(files: FileSource, platform: Platform, languages: readonly Language[], signal?: AbortSignal) {
    this.#signal = signal;
    this.#files = files;
    this.#platform = platform;
    this.#languages = new Map(languages.map((language) => [language.name, language]));
  }

  /** Whether files of this language can be parsed, or need not be. */
  knows(language: string): boolean {
    return this.#isText(language) || this.#parser(language) !== undefined;
  }

  /** Reads and parses a file. Throws the signal's reason as soon as that fires. */
  async read(path: string, language: string): Promise<Outcome> {
    let bytes: Given;
    try {
      bytes = await readFrom(this.#files, path, this.#signal);
    } catch (cause) {
      this.#signal?.throwIfAborted();
      return { kind: "unreadable", why: `it cannot be read: ${cause instanceof Error ? cause.message : cause}` };
    }
    if (bytes === undefined) return { kind: "gone", why: "it was deleted while it was being read" };
    if (bytes === "too large") return { kind: "size", why: "it grew past 4 MiB" };
    const hash = await this.#platform.hash(bytes);
    const text = decodeText(bytes);
    if (text === undefined) return { kind: "not-utf8", hash, why: "it is not UTF-8" };
    if (this.#isText(language)) {
      const file = { path, hash, language, text, nodes: new Uint32Array(), hasErrors: false, cutShort: false };
      return { kind: "parsed", file };
    }
    // Its module may have to come over a network.
    const parser = await orAborted(this.#parser(language) as Promise<Parser>, this.#signal);
    try {
      const tree = parser.parse(bytes);
      return { kind: "parsed", file: { path, hash, language, text, ...tree } };
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : "it cannot be parsed";
      const isSlow = cause instanceof ParseError && cause.code === "timed-out";
      return isSlow ? { kind: "timed-out", hash, why } : { kind: "unreadable", why };
    }
  }

  /** Nothing of its files' trees is wanted. */
  #isText(language: string): boolean {
    return this.#languages.get(language)?.kinds.length === 0;
  }

  #parser(name: string): Promise<Parser> | undefined {
    const known = this.#parsers.get(name);
    const language = this.#languages.get(name);
    if (known !== undefined || language === undefined) return known;
    const module = this.#platform.parser(name);
    if (module === undefined) return undefined;
    const parser = module.then((module) => loadParser(module, language)).catch((cause) => {
      throw cause instanceof ScrubjayError ? cause : failure("load", undefined, `the parser of ${name} cannot be loaded`, { cause });
    });
    // Whoever needs it is told; nobody need be waiting when it fails.
    parser.catch(() => undefined);
    this.#parsers.set(name, parser);
    return parser;
  }
}
