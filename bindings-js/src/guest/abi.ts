/**
 * Values in the component's linear memory, by the component model's standard: texts and lists are an address and a length.
 *
 * Everything a caller gives is checked as it is written, everything the component returns as it is read. Not here: how the
 * interface's own types lie in memory, which `generated/glue.ts` says.
 */

import { isDetached, isWellFormed } from "../files/bytes.js";
import type { Error as Refusal } from "../generated/types.js";

/** The exports of the core module, by name. */
export type Core = WebAssembly.Exports;

type Call = (...numbers: (number | bigint)[]) => number;
type Load<T> = (m: Abi, at: number) => T;
type Store<T> = (m: Abi, at: number, value: T, name: string) => void;

/** The component refused a call. Nothing has changed. */
export class Refused extends Error {
  constructor(readonly payload: Refusal) {
    super(payload.tag);
  }
}

/** An argument is not what its type says. The component was not called. */
export class BadArgument extends Error {
  constructor(
    readonly argument: string,
    readonly why: string,
  ) {
    super(`${argument}: ${why}`);
  }
}

/** What came out of the component is not what its interface says. */
export class BadAnswer extends Error {}

/** A function of the core module. */
export function core(exports: Core, name: string): Call {
  const call = exports[name];
  if (typeof call !== "function") throw new BadAnswer(`the module has no function ${name}`);
  return call as Call;
}

/** The function that takes back the memory of a result. */
export function release(exports: Core, name: string): Call {
  return core(exports, `cabi_post_${name}`);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
/** Up to this many bytes a loop over letters is quicker than the decoder. */
const SHORT = 24;
/** Texts of an answer that are remembered, because others are parts of them: a symbol's id holds its path and its names. */
const N_WHOLE = 4;
const MOST = 0xffff_ffff;
/** What one value may take in the component's memory: 256 MiB. */
const MOST_BYTES = 1 << 28;

/** Pages of 64 KiB that a component which stopped must have had left, or it stopped for want of them: 16 MiB. */
const PROBE = 256;

/** A reader and writer of one instance's memory. */
export class Abi {
  /** Bytes of the text, or items of the list, that was written last. */
  length = 0;
  /** The call being prepared has taken memory that nobody gives back if it is not made. */
  holds = false;

  readonly #memory: WebAssembly.Memory;
  readonly #realloc: Call;
  /** Of the answer that is being read, with one letter for each byte. */
  readonly #whole = Array.from({ length: N_WHOLE }, () => ({ start: 0, end: 0, text: "" }));
  #nWhole = 0;
  #bytes: Uint8Array;
  #view: DataView;

  constructor(exports: Core) {
    const memory = exports["memory"];
    if (!(memory instanceof WebAssembly.Memory)) throw new BadAnswer("the module has no memory");
    this.#memory = memory;
    this.#realloc = core(exports, "cabi_realloc");
    this.#bytes = new Uint8Array(memory.buffer);
    this.#view = new DataView(memory.buffer);
  }

  /** Whether there is memory left. The answer takes some: for an instance that is not used again. */
  canGrow(): boolean {
    try {
      this.#memory.grow(PROBE);
      return true;
    } catch {
      return false;
    }
  }

  /** Before the arguments of a call. */
  begin(): void {
    this.holds = false;
    this.#refresh();
  }

  /** Reads a result that may be a refusal, gives its memory back, and returns it or throws `Refused`. */
  result<T>(at: number, place: number, done: Load<T>, refused: Load<Refusal>, free: Call): T {
    this.#beginAnswer();
    at >>>= 0;
    if (this.u8(at) !== 0) {
      const payload = refused(this, at + place);
      free(at);
      throw new Refused(payload);
    }
    const value = done(this, at + place);
    free(at);
    return value;
  }

  /** Reads a result that cannot be a refusal. */
  plain<T>(at: number, load: Load<T>, free: Call): T {
    this.#beginAnswer();
    const value = load(this, at >>> 0);
    free(at);
    return value;
  }

  u8(at: number): number {
    return this.#view.getUint8(at);
  }

  u32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  u64(at: number): bigint {
    return this.#view.getBigUint64(at, true);
  }

  s64(at: number): bigint {
    return this.#view.getBigInt64(at, true);
  }

  f64(at: number): number {
    return this.#view.getFloat64(at, true);
  }

  text(at: number): string {
    const start = this.u32(at);
    const end = start + this.u32(at + 4);
    for (const whole of this.#whole) {
      if (start >= whole.start && end <= whole.end) return whole.text.slice(start - whole.start, end - whole.start);
    }
    return (end - start <= SHORT ? this.#short(start, end) : undefined) ?? this.#long(start, end);
  }

  loadBytes(at: number): Uint8Array {
    return this.#slice(this.u32(at), this.u32(at + 4)).slice();
  }

  loadList<T>(at: number, size: number, load: Load<T>): T[] {
    const start = this.u32(at);
    const length = this.u32(at + 4);
    if (start + length * size > this.#bytes.length) throw new BadAnswer("a list goes past the memory");
    const items = new Array<T>(length);
    for (let place = 0; place < length; place++) items[place] = load(this, start + place * size);
    return items;
  }

  case<T extends string>(cases: readonly T[], at: number): T {
    return cases[this.u8(at)] ?? this.noCase();
  }

  noCase(): never {
    throw new BadAnswer("a case that the interface does not have");
  }

  putU8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  putU32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  putF64(at: number, value: number): void {
    this.#view.setFloat64(at, value, true);
  }

  /** An address, and the length of what was written there last. */
  putPair(at: number, address: number): void {
    this.putU32(at, address);
    this.putU32(at + 4, this.length);
  }

  /** Copies a text; the component owns the copy. */
  newText(value: string, name: string): number {
    if (typeof value !== "string") this.invalid(name, "not a text");
    if (value.length > MOST_BYTES / 2) this.invalid(name, "longer than any text may be");
    if (!isWellFormed(value)) this.invalid(name, "holds half of a surrogate pair");
    const length = value.length;
    if (length === 0) return this.#empty(1);
    // Most texts are one byte a letter; what is longer gets room for the worst case and is cut afterwards.
    let at = this.#allocate(length, 1);
    let { read, written } = encoder.encodeInto(value, this.#bytes.subarray(at, at + length));
    if (read < length) {
      const most = written + (length - read) * 3;
      at = this.#resize(at, length, 1, most);
      const rest = encoder.encodeInto(value.slice(read), this.#bytes.subarray(at + written, at + most));
      written += rest.written;
      at = this.#resize(at, most, 1, written);
    }
    this.length = written;
    return at;
  }

  newBytes(value: Uint8Array, name: string): number {
    if (!(value instanceof Uint8Array)) this.invalid(name, "not a Uint8Array");
    if (isDetached(value)) this.invalid(name, "its buffer is detached");
    if (value.length > MOST_BYTES) this.invalid(name, "longer than any list may be");
    if (value.length === 0) return this.#empty(1);
    const at = this.#allocate(value.length, 1);
    this.#bytes.set(value, at);
    this.length = value.length;
    return at;
  }

  newWords(value: Uint32Array, name: string): number {
    if (!(value instanceof Uint32Array)) this.invalid(name, "not a Uint32Array");
    if (isDetached(value)) this.invalid(name, "its buffer is detached");
    if (value.byteLength > MOST_BYTES) this.invalid(name, "longer than any list may be");
    if (value.length === 0) return this.#empty(4);
    const at = this.#allocate(value.byteLength, 4);
    this.#bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), at);
    this.length = value.length;
    return at;
  }

  newList<T>(value: readonly T[], size: number, align: number, name: string, store: Store<T>): number {
    if (!Array.isArray(value)) this.invalid(name, "not a list");
    const length = value.length;
    if (length * size > MOST_BYTES) this.invalid(name, "longer than any list may be");
    if (length === 0) return this.#empty(align);
    const at = this.#allocate(length * size, align);
    for (let place = 0; place < length; place++) store(this, at + place * size, value[place] as T, name);
    this.length = length;
    return at;
  }

  bool(value: boolean, name: string): number {
    return typeof value === "boolean" ? Number(value) : this.invalid(name, "not true or false");
  }

  uint(value: number, name: string): number {
    const fits = typeof value === "number" && value >= 0 && value <= MOST && Number.isInteger(value);
    return fits ? value : this.invalid(name, "not a whole number from 0 to 4294967295");
  }

  float(value: number, name: string): number {
    return typeof value === "number" ? value : this.invalid(name, "not a number");
  }

  ulong(value: bigint, name: string): bigint {
    const fits = typeof value === "bigint" && BigInt.asUintN(64, value) === value;
    return fits ? value : this.invalid(name, "not a BigInt of 64 bits without a sign");
  }

  long(value: bigint, name: string): bigint {
    const fits = typeof value === "bigint" && BigInt.asIntN(64, value) === value;
    return fits ? value : this.invalid(name, "not a BigInt of 64 bits");
  }

  object(value: object, name: string): void {
    if (typeof value !== "object" || value === null) this.invalid(name, "not an object");
  }

  number<T extends string>(cases: readonly T[], value: T, name: string): number {
    const number = cases.indexOf(value);
    return number < 0 ? this.invalid(name, `not one of ${cases.join(", ")}`) : number;
  }

  invalid(name: string, why: string): never {
    throw new BadArgument(name, why);
  }

  #empty(align: number): number {
    this.length = 0;
    return align;
  }

  #allocate(size: number, align: number): number {
    return this.#resize(0, 0, align, size);
  }

  #resize(old: number, oldSize: number, align: number, size: number): number {
    this.holds = true;
    const at = this.#realloc(old, oldSize, align, size) >>> 0;
    this.#refresh();
    return at;
  }

  /** A text of one byte a letter; none where it is not. */
  #short(start: number, end: number): string | undefined {
    const bytes = this.#bytes;
    if (end > bytes.length) return undefined;
    let text = "";
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte > 127) return undefined;
      text += String.fromCharCode(byte);
    }
    return text;
  }

  #long(start: number, end: number): string {
    const text = decoder.decode(this.#slice(start, end - start));
    const whole = this.#whole[this.#nWhole % N_WHOLE];
    if (whole !== undefined && text.length === end - start) {
      this.#nWhole++;
      whole.start = start;
      whole.end = end;
      whole.text = text;
    }
    return text;
  }

  /** What lay in memory before the call may be something else now. */
  #beginAnswer(): void {
    this.#refresh();
    for (const whole of this.#whole) whole.end = 0;
  }

  #slice(start: number, length: number): Uint8Array {
    if (start + length > this.#bytes.length) throw new BadAnswer("a text or list goes past the memory");
    return this.#bytes.subarray(start, start + length);
  }

  /** Memory that has grown has another buffer, and views of the one before are empty: to ask them is quicker than to ask it. */
  #refresh(): void {
    if (this.#bytes.length === 0) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.#view = new DataView(this.#memory.buffer);
    }
  }
}
