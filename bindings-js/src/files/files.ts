// Sources of files: a disk, a folder that a page has a handle of, or texts in memory.
//
// Not here: which of them are indexed, which the component decides.

import { invalidError } from "../errors.js";
import type { InstalledFolder } from "../generated/types.js";
import { isDetached, isWellFormed } from "./bytes.js";

/** The most bytes of a file that is indexed. */
export const MAX_BYTES = 4 << 20;

/** A file of a listing. Its size and time tell whether it must be read. */
export interface FoundFile {
  /** Relative to the root, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Modification time: nanoseconds since 1970. If undefined, every run reads the file to compare it. */
  modified?: bigint | undefined;
}

/** The files of a source, those that it cannot read, and the folders that it did not enter. */
export interface Listing {
  files: FoundFile[];
  /** Files and folders that exist but cannot be read. Stored rows of these, and of files below, are kept. */
  unreachable: Unreachable[];
  /** Folders filled by a package manager or a build, which were not entered. */
  installed?: string[] | undefined;
}

/** The files and folders that a listing omits in addition to ignored files. */
export interface Bounds {
  /** Folders filled by tools, recognized by name, content or both. The listed folder itself is never taken for one. */
  installed: readonly InstalledFolder[];
  /** Patterns as in a `.gitignore` of the folder, without negation. */
  exclude: readonly string[];
}

/** The empty bounds: only ignore rules apply. */
export const UNBOUNDED: Bounds = { installed: [], exclude: [] };

/** A file or folder that cannot be read. */
export interface Unreachable {
  /** Its path. Parts that are not Unicode are replaced. */
  path: string;
  why: string;
  /** Whether it cannot be read because its name is not Unicode. */
  isNotUnicode?: boolean | undefined;
}

/** Lists and reads the files of a memory. A program may implement it. */
export interface FileSource {
  /**
   * Every file once, in any order. If paths are given, files that are neither at one of them nor below one may be omitted; a
   * source that cannot filter may list all. Files that `bounds` excludes may be listed too: the run leaves them out. A source that
   * knows folders reports the installed ones that it did not enter.
   */
  list(paths?: readonly string[], bounds?: Bounds): Promise<Listing> | Listing;
  /**
   * The bytes of a file; undefined if it no longer exists. Throws if it cannot be read. Of a file over 4 MiB, which is never indexed,
   * any part larger than that is enough.
   */
  read(path: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
}

/** Texts or bytes by their paths, which are relative to the root, with `/`. */
export type Texts = ReadonlyMap<string, string | Uint8Array>;

/** A source of files in memory. Each read uses the map's current content. */
export function textFiles(texts: Texts): FileSource {
  return {
    list: () => ({ files: [...texts].map(([path, content]) => ({ path, size: contentAt(path, content).length })), unreachable: [] }),
    read: (path) => {
      const content = texts.get(path);
      return content === undefined ? undefined : contentAt(path, content);
    },
  };
}

/** Converts the caller's content at a path to bytes; refuses other types. */
function contentAt(path: string, content: string | Uint8Array): Uint8Array {
  if (typeof content === "string") {
    if (!isWellFormed(content)) throw invalidError("files", `the text at ${path} holds half of a surrogate pair`);
    return encoder.encode(content);
  }
  if (!(content instanceof Uint8Array)) throw invalidError("files", `${path} leads to neither a text nor bytes`);
  if (isDetached(content)) throw invalidError("files", `the buffer of the bytes at ${path} is detached`);
  return content;
}

const encoder = new TextEncoder();

/** A file with its path, as a page gets them from a chosen or dropped folder. */
export interface PathAndFile {
  path: string;
  file: File;
}

/** A source of files that the caller passes individually. */
export function givenFiles(given: readonly PathAndFile[]): FileSource {
  if (!given.every((one) => one?.file instanceof Blob)) throw invalidError("files", "not a list of paths, each with its file");
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

/** Reads a file; of one that is too large, only `MAX_BYTES + 1` bytes. */
export async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, MAX_BYTES + 1).arrayBuffer());
}

/** Converts milliseconds to nanoseconds; drops fractions of a millisecond. */
export function nanoseconds(milliseconds: number): bigint {
  return BigInt(Math.trunc(milliseconds)) * 1_000_000n;
}
