// Copies of values in the form of `JSON.stringify`, to detect whether a message has changed since it was pushed.
//
// A copy shares its strings with the original, so that it costs little memory, and comparing unchanged strings compares only addresses,
// while a hash would read every character. Arrays of bytes are compared by identity: overwriting one in place is not detected. Not
// here: the parts of a message.

import { invalidError } from "../errors.js";

/** A copy of a value as JSON. Its objects and lists are shared with nothing else. */
export type Json = null | boolean | number | string | BytesCopy | readonly Json[] | { readonly [name: string]: Json };

/** The deepest nesting of a message: less than the component accepts, more than any provider does. */
const MAX_DEPTH = 100;
/** How many bytes are converted in one call: not every engine accepts more arguments. */
const MAX_ARGUMENTS = 1 << 13;

/** Stands for an array of bytes in a message, such as an image or file of the AI SDK. */
class BytesCopy {
  constructor(readonly bytes: ArrayBuffer | ArrayBufferView) {}

  toJSON(): string {
    const { bytes } = this;
    const allBytes = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
    let letters = "";
    for (let at = 0; at < allBytes.length; at += MAX_ARGUMENTS) letters += String.fromCharCode(...allBytes.subarray(at, at + MAX_ARGUMENTS));
    return btoa(letters);
  }
}

/** Copies a value; undefined for what JSON leaves out. Throws `invalid` for what JSON cannot represent. */
export function copyJson(value: unknown, depth = 0): Json | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") throw invalidError("messages", "JSON has no BigInt");
  if (typeof value !== "object") return undefined;
  if (depth > MAX_DEPTH) throw invalidError("messages", `nested more than ${MAX_DEPTH} deep, or in a circle`);
  if (isBytes(value)) return new BytesCopy(value);
  if (hasToJson(value)) return copyJson(value.toJSON(), depth + 1);
  if (Array.isArray(value)) return Array.from(value, (item) => copyJson(item, depth + 1) ?? null);
  const copy: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value)) {
    const inner = copyJson(item, depth + 1);
    if (inner === undefined) continue;
    if (name === "__proto__") defineMember(copy, name, inner);
    else copy[name] = inner;
  }
  return copy;
}

/** Whether a value equals a copy, with members in the same order. */
export function equalsCopy(copy: Json | undefined, value: unknown, depth = 0): boolean {
  if (copy === value) return true;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return copy === copyJson(value, depth);
  if (Array.isArray(value)) return Array.isArray(copy) && sameItems(copy as readonly Json[], value, depth + 1);
  if (hasToJson(value) && !isBytes(value)) return equalsCopy(copy, value.toJSON(), depth + 1);
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) return false;
  if (copy instanceof BytesCopy) return copy.bytes === value;
  return !isBytes(value) && sameMembers(copy as Readonly<Record<string, Json>>, value as Readonly<Record<string, unknown>>, depth + 1);
}

function sameItems(copy: readonly Json[], items: readonly unknown[], depth: number): boolean {
  if (copy.length !== items.length) return false;
  for (let at = 0; at < copy.length; at++) {
    // A list has `null` for what an object leaves out.
    if (!equalsCopy(copy[at], isLeftOut(items[at]) ? null : items[at], depth)) return false;
  }
  return true;
}

/** Whether an object's members equal those of a copy. Runs on all messages before every request: keys take a third of the time of entries. */
function sameMembers(copy: Readonly<Record<string, Json>>, members: Readonly<Record<string, unknown>>, depth: number): boolean {
  const names = Object.keys(copy);
  let at = 0;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (isLeftOut(member)) continue;
    if (names[at++] !== name || !equalsCopy(copy[name], member, depth)) return false;
  }
  return at === names.length;
}

/** Whether an object defines its own JSON form. */
export function hasToJson(value: object): value is { toJSON(): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

/** Sets an own property, even if its name is `__proto__`. */
export function defineMember(object: object, name: PropertyKey, value: unknown, enumerable = true): void {
  Object.defineProperty(object, name, { value, enumerable, writable: true, configurable: true });
}

function isBytes(value: object): value is ArrayBuffer | ArrayBufferView {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}
