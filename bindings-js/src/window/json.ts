// Values as `JSON.stringify` has them: what was pushed of a message, and whether the message still is that.
//
// A copy shares the texts of what it was made of, so that it costs little memory, and comparing it with a message that nobody changed
// compares addresses and not letters, where a hash would read every letter. Bytes are known by the array that holds them, not by what
// they are: one that is overwritten in its place is not noticed. Not here: which parts a message has.

import { invalid } from "../errors.js";

/** A value of JSON. Its objects and lists belong to this copy alone. */
export type Json = null | boolean | number | string | Held | readonly Json[] | { readonly [name: string]: Json };

/** How deep a message may nest: less than the component reads, and than any provider takes. */
const MAX_DEPTH = 100;
/** Bytes that become letters in one call: more arguments than these not every engine takes. */
const N_LETTERS = 1 << 13;

/** Bytes in a message, as the AI SDK has them in images and files. */
class Held {
  constructor(readonly bytes: ArrayBuffer | ArrayBufferView) {}

  toJSON(): string {
    const { bytes } = this;
    const all = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
    let letters = "";
    for (let at = 0; at < all.length; at += N_LETTERS) letters += String.fromCharCode(...all.subarray(at, at + N_LETTERS));
    return btoa(letters);
  }
}

/** The copy of a value; `undefined` for what JSON leaves out. Throws `invalid` for what it cannot hold. */
export function plain(value: unknown, depth = 0): Json | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") throw invalid("messages", "JSON has no BigInt");
  if (typeof value !== "object") return undefined;
  if (depth > MAX_DEPTH) throw invalid("messages", `nested more than ${MAX_DEPTH} deep, or in a circle`);
  if (isBytes(value)) return new Held(value);
  if (hasForm(value)) return plain(value.toJSON(), depth + 1);
  if (Array.isArray(value)) return Array.from(value, (item) => plain(item, depth + 1) ?? null);
  const copy: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value)) {
    const inner = plain(item, depth + 1);
    if (inner === undefined) continue;
    if (name === "__proto__") put(copy, name, inner);
    else copy[name] = inner;
  }
  return copy;
}

/** Whether a value still is what it was copied from, its members in the same order. */
export function same(copy: Json | undefined, value: unknown, depth = 0): boolean {
  if (copy === value) return true;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return copy === plain(value, depth);
  if (Array.isArray(value)) return Array.isArray(copy) && sameItems(copy as readonly Json[], value, depth + 1);
  if (hasForm(value) && !isBytes(value)) return same(copy, value.toJSON(), depth + 1);
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) return false;
  if (copy instanceof Held) return copy.bytes === value;
  return !isBytes(value) && sameMembers(copy as Readonly<Record<string, Json>>, value as Readonly<Record<string, unknown>>, depth + 1);
}

function sameItems(copy: readonly Json[], items: readonly unknown[], depth: number): boolean {
  if (copy.length !== items.length) return false;
  for (let at = 0; at < copy.length; at++) {
    // A list has `null` for what an object leaves out.
    if (!same(copy[at], isLeftOut(items[at]) ? null : items[at], depth)) return false;
  }
  return true;
}

/** Every message is gone through before every request: this takes a third of the time that entries take. */
function sameMembers(copy: Readonly<Record<string, Json>>, members: Readonly<Record<string, unknown>>, depth: number): boolean {
  const names = Object.keys(copy);
  let at = 0;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (isLeftOut(member)) continue;
    if (names[at++] !== name || !same(copy[name], member, depth)) return false;
  }
  return at === names.length;
}

/** Whether an object defines its own JSON form. */
export function hasForm(value: object): value is { toJSON(): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

/** Sets an own property, whatever its name: `__proto__` too. */
export function put(object: object, name: PropertyKey, value: unknown, enumerable = true): void {
  Object.defineProperty(object, name, { value, enumerable, writable: true, configurable: true });
}

function isBytes(value: object): value is ArrayBuffer | ArrayBufferView {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}
