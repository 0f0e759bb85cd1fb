// A file that is read in larger pieces than it is asked for: a store asks for a page at a time, and each call of the system costs as
// much as a dozen pages.

import type { FileHandle } from "./handle.js";

/** Bytes of a piece. */
const PIECE = 1 << 16;
/** Pieces that are kept: 1 MiB. What goes through a store in order comes back to few others, and memory that is new costs more
 * than a second look at the file. */
const MOST_PIECES = 16;

/** A handle that keeps what it read, and lets go of what is written over. */
export interface AheadHandle extends FileHandle {
  /** Lets go of everything: somebody else has written. */
  forget(): void;
}

/** Reads ahead in a file that nobody else writes, or whose user knows when to forget. */
export function readingAhead(file: FileHandle): AheadHandle {
  /** By their places, the one that was read first at the front. */
  const pieces = new Map<number, Uint8Array>();
  const piece = (place: number): Uint8Array => {
    const found = pieces.get(place);
    if (found !== undefined) return found;
    const bytes = room();
    const read = bytes.subarray(0, file.read(bytes, { at: place * PIECE }));
    pieces.set(place, read);
    return read;
  };
  /** The memory of the oldest piece, once there are enough. */
  const room = (): Uint8Array => {
    const [oldest] = pieces.size < MOST_PIECES ? [] : pieces;
    if (oldest === undefined) return new Uint8Array(PIECE);
    pieces.delete(oldest[0]);
    return new Uint8Array(oldest[1].buffer);
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
