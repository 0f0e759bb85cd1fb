// Reads ahead: reads a file in larger blocks than requested. A store requests one page at a time, and each system call costs as
// much as copying a dozen pages.

import type { FileHandle } from "./handle.js";

/** The size of a block, in bytes. */
const PIECE_BYTES = 1 << 16;
/** The most cached blocks, in all 1 MiB. A scan of a store returns to few earlier blocks, and allocating memory costs more than
 * reading the file again. */
const MAX_PIECES = 16;

/** A file handle that caches blocks it has read, and drops those that are overwritten. */
export interface AheadHandle extends FileHandle {
  /** Drops the whole cache, because another process has written. */
  forget(): void;
}

/** Wraps a file handle with a read-ahead cache. If another process may write the file, the caller must drop the cache in time. */
export function withReadAhead(file: FileHandle): AheadHandle {
  /** The blocks by position in the file, the oldest first. */
  const pieces = new Map<number, Uint8Array>();
  const pieceAt = (place: number): Uint8Array => {
    const found = pieces.get(place);
    if (found !== undefined) return found;
    const bytes = freeBuffer();
    const read = bytes.subarray(0, file.read(bytes, { at: place * PIECE_BYTES }));
    pieces.set(place, read);
    return read;
  };
  /** A buffer for a new block: that of the oldest block, once the cache is full. */
  const freeBuffer = (): Uint8Array => {
    const [oldest] = pieces.size < MAX_PIECES ? [] : pieces;
    if (oldest === undefined) return new Uint8Array(PIECE_BYTES);
    pieces.delete(oldest[0]);
    return new Uint8Array(oldest[1].buffer);
  };
  const forgetPart = (at: number, end: number): void => {
    if (pieces.size === 0) return;
    for (let place = Math.floor(at / PIECE_BYTES); place * PIECE_BYTES < end; place++) pieces.delete(place);
  };
  return {
    getSize: () => file.getSize(),
    read: (buffer, { at }) => {
      const place = Math.floor(at / PIECE_BYTES);
      const from = at - place * PIECE_BYTES;
      // A read as large as a block, or across two, bypasses the cache.
      if (from + buffer.length > PIECE_BYTES || buffer.length === PIECE_BYTES) return file.read(buffer, { at });
      const cachedBytes = pieceAt(place).subarray(from, from + buffer.length);
      // The file ends here, or did when the block was read.
      if (cachedBytes.length < buffer.length) return file.read(buffer, { at });
      buffer.set(cachedBytes);
      return cachedBytes.length;
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
