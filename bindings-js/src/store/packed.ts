// Encodes and decodes rows and changes in the binary form of the store's module, which `bindings-js/store/src/packed.rs` defines.

import type { Commit, Row } from "./store.js";

const NOTHING = new Uint8Array();
const utf8 = new TextEncoder();

/** Encodes keys, each after its length in four bytes. */
export function packKeys(keys: readonly Uint8Array[]): Uint8Array {
  const packed = new Packed(keys.reduce((sum, key) => sum + 4 + key.length, 0));
  for (const key of keys) packed.number(key.length).bytes(key);
  return packed.packedBytes;
}

/** Encodes the two generations of a change, and then its rows, scan entries and meta values, each after its kind and lengths. */
export function packCommit(change: Commit): Uint8Array {
  const entries: [kind: number, key: Uint8Array, value: Uint8Array][] = [];
  for (const key of change.deletes) entries.push([1, key, NOTHING]);
  for (const { key, value } of change.puts) entries.push([0, key, value]);
  for (const [path, entry] of change.scanned) entries.push([entry ? 2 : 3, utf8.encode(path), entry ?? NOTHING]);
  for (const [name, value] of change.meta) entries.push([4, utf8.encode(name), value]);
  const packed = new Packed(entries.reduce((sum, [, key, value]) => sum + 12 + key.length + value.length, 16));
  packed.long(change.fromGeneration).long(change.toGeneration);
  for (const [kind, key, value] of entries) {
    packed.number(kind).number(key.length).number(value.length).bytes(key).bytes(value);
  }
  return packed.packedBytes;
}

/** Decodes the rows of an answer, as views into it. */
export function unpackRows(answer: Uint8Array): Row[] {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.length);
  const rows: Row[] = [];
  for (let at = 0; at < answer.length; ) {
    const keyAt = at + 8;
    const valueAt = keyAt + view.getUint32(at, true);
    at = valueAt + view.getUint32(at + 4, true);
    rows.push({ key: answer.subarray(keyAt, valueAt), value: answer.subarray(valueAt, at) });
  }
  return rows;
}

class Packed {
  readonly packedBytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(nBytes: number) {
    this.packedBytes = new Uint8Array(nBytes);
    this.#view = new DataView(this.packedBytes.buffer);
  }

  number(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  long(value: bigint): this {
    this.#view.setBigUint64(this.#at, value, true);
    this.#at += 8;
    return this;
  }

  bytes(value: Uint8Array): this {
    this.packedBytes.set(value, this.#at);
    this.#at += value.length;
    return this;
  }
}
