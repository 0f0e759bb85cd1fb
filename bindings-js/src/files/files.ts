// Where files come from: a disk, a folder that a page was given, or texts in memory.
//
// Not here: which of them are wanted, which only the component says.

import { invalid } from "../errors.js";
import { isDetached, isWellFormed } from "./bytes.js";

/** Bytes of the largest file that is taken in. */
export const MOST_BYTES = 4 << 20;

/** A file that was found. */
export interface FoundFile {
  /** Relative to the root, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
  /** When it was last changed: nanoseconds since 1970. Where it is not known the file is read to be compared. */
  modified?: bigint | undefined;
}

/** What was found, and what could not be reached. */
export interface Listing {
  files: FoundFile[];
  /** Files and folders that are there but cannot be looked at: what is stored of them, or of what lies below, stays. */
  unreachable: Unreachable[];
}

/** A file or folder that cannot be looked at. */
export interface Unreachable {
  /** As well as it can be shown. */
  path: string;
  why: string;
  /** Its name is not Unicode; else the system, or whoever has it, refused. */
  isNotUnicode?: boolean | undefined;
}

/** A place that files are read from. */
export interface FileSource {
  /**
   * Every file once, in any order. Where paths are given, files that lie neither at one of them nor below one may be left out; a
   * source that does not know better gives all.
   */
  list(paths?: readonly string[]): Promise<Listing> | Listing;
  /**
   * The bytes of a file; none where it is gone. Throws where it cannot be read. Of a file over 4 MiB, which is never taken in, any
   * part that is larger than that does.
   */
  read(path: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
}

/** Texts or bytes by their paths. */
export type Texts = ReadonlyMap<string, string | Uint8Array>;

/** Files in memory. What the map holds when it is read counts. */
export function textFiles(texts: Texts): FileSource {
  return {
    list: () => ({ files: [...texts].map(([path, content]) => ({ path, size: contentAt(path, content).length })), unreachable: [] }),
    read: (path) => {
      const content = texts.get(path);
      return content === undefined ? undefined : contentAt(path, content);
    },
  };
}

/** What a caller has at a path, as bytes, or a refusal. */
function contentAt(path: string, content: string | Uint8Array): Uint8Array {
  if (typeof content === "string") {
    if (!isWellFormed(content)) throw invalid("files", `the text at ${path} holds half of a surrogate pair`);
    return encoder.encode(content);
  }
  if (!(content instanceof Uint8Array)) throw invalid("files", `${path} leads to neither a text nor bytes`);
  if (isDetached(content)) throw invalid("files", `the buffer of the bytes at ${path} is detached`);
  return content;
}

const encoder = new TextEncoder();

/** A file with a path of its own, as a page gets them from a chosen or dropped folder. */
export interface PathAndFile {
  path: string;
  file: File;
}

/** Files that a page was given one by one. */
export function givenFiles(given: readonly PathAndFile[]): FileSource {
  if (!given.every((one) => one?.file instanceof Blob)) throw invalid("files", "not a list of paths, each with its file");
  const files = new Map(given.map(({ path, file }) => [path, file]));
  return {
    list: () => ({
      files: [...files].map(([path, file]) => ({ path, size: file.size, modified: nanoseconds(file.lastModified) })),
      unreachable: [],
    }),
    read: async (path) => {
      const file = files.get(path);
      return file === undefined ? undefined : bytesOf(file);
    },
  };
}

/** The bytes of a file, and of one that is too large no more than show that it is. */
export async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
}

/** From milliseconds. */
export function nanoseconds(milliseconds: number): bigint {
  return BigInt(Math.trunc(milliseconds)) * 1_000_000n;
}
