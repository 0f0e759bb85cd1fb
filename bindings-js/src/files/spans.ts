// Reads lines of indexed files again from their source: the store does not contain source text.
//
// If the content has another hash than when it was indexed, or cannot be read, there are no lines.

import type { FileSpan } from "../generated/types.js";
import type { Platform } from "../platform.js";
import { decodeText, equalBytes } from "./bytes.js";
import type { FileSource } from "./files.js";
import { readFrom } from "./given.js";

/** Reads spans of lines. Caches the last file, because questions request several spans of one file in a row. */
export class Spans {
  readonly #files: FileSource;
  readonly #platform: Platform;
  #lastFile: { path: string; hash: Uint8Array; text: string | undefined } | undefined;

  constructor(files: FileSource, platform: Platform) {
    this.#files = files;
    this.#platform = platform;
  }

  /**
   * The lines of a span, with their line ends; undefined if the file has changed since it was indexed, cannot be read, or ends before the
   * span begins.
   */
  async lines(span: FileSpan): Promise<string | undefined> {
    if (this.#lastFile?.path !== span.path || !equalBytes(this.#lastFile.hash, span.hash)) {
      this.#lastFile = { path: span.path, hash: span.hash, text: await this.#text(span) };
    }
    return this.#lastFile.text === undefined ? undefined : cutLines(this.#lastFile.text, span.firstLine, span.lastLine);
  }

  async #text(span: FileSpan): Promise<string | undefined> {
    const bytes = await readFrom(this.#files, span.path).catch(() => undefined);
    if (!(bytes instanceof Uint8Array) || !equalBytes(await this.#platform.hash(bytes), span.hash)) return undefined;
    return decodeText(bytes);
  }
}

/**
 * Lines `first` to `last` of a text, 1-based and inclusive, without those past its end; undefined if no line is left.
 */
function cutLines(text: string, first: number, last: number): string | undefined {
  if (first < 1 || last < first) return undefined;
  const start = afterLines(text, 0, first - 1);
  if (start >= text.length) return undefined;
  return text.slice(start, afterLines(text, start, last - first + 1));
}

/** The offset after this number of line ends, or the end of the text. */
function afterLines(text: string, from: number, nLines: number): number {
  let at = from;
  for (let line = 0; line < nLines && at < text.length; line++) {
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end + 1;
  }
  return at;
}
