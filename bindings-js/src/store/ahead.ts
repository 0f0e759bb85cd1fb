// A file that is read in larger pieces than it is asked for: a store asks for a page at a time, and each call of the system costs as
// much as a dozen pages.

import type { FileHandle } from "./handle.js";

/** Bytes of a piece. */
const PIECE = 1 << 16;
/** Pieces that are kept: 4 MiB, after which all are let go. */
const MOST_PIECES = 64;

/** A handle that keeps what it read, and lets go of what is written over. */
export interface AheadHandle extends FileHandle {
  /** Lets go of everything: somebody else has written. */
  forget(): void;
}

/** Reads ahead in a file that nobody else writes, or whose user knows when to forget. */
export function readingAhead(file: FileHandle): AheadHandle {
  const pieces = new Map<number, Uint8Array>();
  const piece = (place: number): Uint8Array => {
    let found = pieces.get(place);
    if (found === undefined) {
      if (pieces.size >= MOST_PIECES) pieces.clear();
      const bytes = new Uint8Array(PIECE);
      found = bytes.subarray(0, file.read(bytes, { at: place * PIECE }));
      pieces.set(place, found);
    }
    return found;
  };
  const forgetPart = (at: number, end: number): void => {
    if (pieces.size === 0) return;
    for (let place = Math.floor(at / PIECE); place * PIECE < end; place++) pieces.delete(place);
  };
  return {
    getSize: () => file.getSize(),
    read: (buffer, { at }) => {
      const place = Math.floor(at / PIECE);
      const from = at - place * PIECE;
      // What is as large as a piece, or lies in two, is read as it is.
      if (from + buffer.length > PIECE || buffer.length === PIECE) return file.read(buffer, { at });
      const some = piece(place).subarray(from, from + buffer.length);
      // The file ends here, or did when the piece was read.
      if (some.length < buffer.length) return file.read(buffer, { at });
      buffer.set(some);
      return some.length;
    },
    write: (buffer, options) => {
      forgetPart(options.at, options.at + buffer.length);
      return file.write(buffer, options);
    },
    truncate: (newSize) => {
      pieces.clear();
      file.truncate(newSize);
    },
    flush: () => file.flush(),
    close: () => {
      pieces.clear();
      file.close();
    },
    forget: () => pieces.clear(),
  };
}
