// Reads a file and makes the component's input of it: hash, text and packed syntax tree.
//
// Not here: which files are read, and in which order.

import { ScrubjayError, createError } from "../errors.js";
import { decodeText } from "../files/bytes.js";
import type { FileSource } from "../files/files.js";
import { type SourceContent, readFrom } from "../files/given.js";
import type { Language, ParsedFile } from "../generated/types.js";
import { Parser } from "../parser.js";
import { type Platform, reasonOf } from "../platform.js";
import { rejectOnAbort } from "../queue.js";

/** A file that was read and parsed, or why it could not be. */
export type ReadOutcome =
  | { kind: "parsed"; file: ParsedFile }
  /** It was deleted since it was listed, is too large, or could not be read. Another run may succeed. */
  | { kind: "gone" | "size" | "unreadable"; why: string }
  /** The content, with this hash, is not UTF-8, or parsing took too long. */
  | { kind: "not_utf8" | "timed_out"; hash: Uint8Array; why: string };

/** Reads and parses files. A parser is loaded for the first file of its language. */
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

  /** Whether this package can parse files of a language, or they need no parser. */
  knows(language: string): boolean {
    return this.#isText(language) || this.#parser(language) !== undefined;
  }

  /** Reads and parses a file. Throws `load` if its parser cannot be loaded, and the signal's reason as soon as that is aborted. */
  async read(path: string, language: string): Promise<ReadOutcome> {
    let bytes: SourceContent;
    try {
      bytes = await readFrom(this.#files, path, this.#signal);
    } catch (cause) {
      this.#signal?.throwIfAborted();
      return { kind: "unreadable", why: `it cannot be read: ${reasonOf(cause)}` };
    }
    if (bytes === undefined) return { kind: "gone", why: "it was deleted while it was being read" };
    if (bytes === "too large") return { kind: "size", why: "it grew past 4 MiB" };
    const hash = await this.#platform.hash(bytes);
    const text = decodeText(bytes);
    if (text === undefined) return { kind: "not_utf8", hash, why: "it is not UTF-8" };
    if (this.#isText(language)) {
      const file = { path, hash, language, text, nodes: new Uint32Array(), hasErrors: false, cutShort: false };
      return { kind: "parsed", file };
    }
    // The parser's module may have to be fetched over a network.
    const parser = await rejectOnAbort(this.#parser(language) as Promise<Parser>, this.#signal);
    try {
      const tree = parser.parse(bytes);
      if (tree !== undefined) return { kind: "parsed", file: { path, hash, language, text, ...tree } };
      return { kind: "timed_out", hash, why: "parsing took too long; later runs try it again" };
    } catch (cause) {
      return { kind: "unreadable", why: reasonOf(cause) };
    }
  }

  /** Whether files of a language are indexed as text, without a syntax tree. */
  #isText(language: string): boolean {
    return this.#languages.get(language)?.kinds.length === 0;
  }

  #parser(name: string): Promise<Parser> | undefined {
    const knownParser = this.#parsers.get(name);
    const language = this.#languages.get(name);
    if (knownParser !== undefined || language === undefined) return knownParser;
    const module = this.#platform.parser(name);
    if (module === undefined) return undefined;
    const parser = module.then((module) => new Parser(module, language)).catch((cause) => {
      throw cause instanceof ScrubjayError ? cause : createError("load", undefined, `the parser of ${name} cannot be loaded`, { cause });
    });
    // A rejection without a caller would count as unhandled. Callers still get the error.
    parser.catch(() => undefined);
    this.#parsers.set(name, parser);
    return parser;
  }
}
