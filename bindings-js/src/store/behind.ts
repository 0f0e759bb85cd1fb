// Writes behind: gathers writes to a file into larger ones. A store writes one page at a time, and in a browser's private window
// each call is a round trip to another process.
//
// Whole blocks are buffered, at the latest until the next flush. A store's durability depends on flushes alone: before one, writes have no
// order. Other writes, such as the header of a store's file, are not buffered. Not here: the cache for reading (`ahead.ts`).

import { quotaExceeded } from "./error.js";
import type { FileHandle } from "./handle.js";

/** The size of a block, in bytes: a store's page is one block or several. */
const BLOCK_BYTES = 1 << 12;
/** The most buffered blocks, in all 16 MiB. */
const MAX_BLOCKS = 1 << 12;
/** The most adjacent blocks in one write, in all 1 MiB. */
const MAX_JOINED = 1 << 8;

/**
 * Wraps a file handle to buffer writes. They are written out by a flush, a truncation, a request for the size, a read or write that overlaps
 * them in part, a read past the end of the file, and if more than `MAX_BLOCKS` wait. Closing loses buffered writes.
 */
export function withWriteBehind(file: FileHandle): FileHandle {
  /** The buffered blocks by their number in the file. */
  const waitingBlocks = new Map<number, Uint8Array>();
  const writeOut = (): void => {
    if (waitingBlocks.size === 0) return;
    const blocks = [...waitingBlocks].sort(([a], [b]) => a - b);
    // Blocks are dropped even if writing fails: then the store is closed, and the file not written again.
    waitingBlocks.clear();
    for (const [at, bytes] of joinBlocks(blocks)) writeAll(file, at, bytes);
  };
  /** Reads a range from the buffered blocks; false if they do not cover all of it. */
  const readWaiting = (buffer: Uint8Array, at: number): boolean => {
    if (waitingBlocks.size === 0 || !isBlockAligned(buffer, at)) return false;
    for (let from = 0; from < buffer.length; from += BLOCK_BYTES) {
      const block = waitingBlocks.get((at + from) / BLOCK_BYTES);
      if (block === undefined) return false;
      buffer.set(block, from);
    }
    return true;
  };
  const isWaiting = (at: number, end: number): boolean => {
    if (waitingBlocks.size === 0) return false;
    for (let block = Math.floor(at / BLOCK_BYTES); block * BLOCK_BYTES < end; block++) if (waitingBlocks.has(block)) return true;
    return false;
  };
  return {
    getSize: () => (writeOut(), file.getSize()),
    read: (buffer, { at }) => {
      if (readWaiting(buffer, at)) return buffer.length;
      if (!isWaiting(at, at + buffer.length)) {
        const nRead = file.read(buffer, { at });
        // Buffered blocks may be beyond the current end of the file.
        if (nRead === buffer.length || waitingBlocks.size === 0) return nRead;
      }
      writeOut();
      return file.read(buffer, { at });
    },
    write: (buffer, { at }) => {
      if (!isBlockAligned(buffer, at)) {
        if (isWaiting(at, at + buffer.length)) writeOut();
        return file.write(buffer, { at });
      }
      for (let from = 0; from < buffer.length; from += BLOCK_BYTES) waitingBlocks.set((at + from) / BLOCK_BYTES, buffer.slice(from, from + BLOCK_BYTES));
      if (waitingBlocks.size > MAX_BLOCKS) writeOut();
      return buffer.length;
    },
    truncate: (newSize) => {
      writeOut();
      file.truncate(newSize);
    },
    flush: () => {
      writeOut();
      file.flush();
    },
    close: () => {
      waitingBlocks.clear();
      file.close();
    },
  };
}

function isBlockAligned(buffer: Uint8Array, at: number): boolean {
  return at % BLOCK_BYTES === 0 && buffer.length % BLOCK_BYTES === 0;
}

/** Joins adjacent blocks, given sorted by number, into writes: the position and the bytes of each. */
function* joinBlocks(blocks: readonly [number: number, bytes: Uint8Array][]): Generator<[at: number, bytes: Uint8Array]> {
  for (let from = 0; from < blocks.length; ) {
    const [first] = blocks[from] as [number, Uint8Array];
    let to = from + 1;
    while (to - from < MAX_JOINED && blocks[to]?.[0] === first + to - from) to++;
    const bytes = new Uint8Array((to - from) * BLOCK_BYTES);
    for (const [number, block] of blocks.slice(from, to)) bytes.set(block, (number - first) * BLOCK_BYTES);
    yield [first * BLOCK_BYTES, bytes];
    from = to;
  }
}

function writeAll(file: FileHandle, at: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) {
    const nWritten = file.write(bytes.subarray(from), { at: at + from });
    if (nWritten === 0) throw quotaExceeded();
    from += nWritten;
  }
}
