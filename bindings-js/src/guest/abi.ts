/**
 * Reads and writes values in the component's linear memory, in the canonical ABI of the component model: a text or list is an address and a
 * length.
 *
 * Arguments are checked as they are written, and results as they are read. Not here: the memory layout of the interface's own types
 * (`generated/glue.ts`).
 */

import { isDetached, isWellFormed } from "../files/bytes.js";

/** The exports of the core module, by name. */
export type Core = Readonly<Record<string, unknown>>;

type Call<R = number> = (...numbers: (number | bigint)[]) => R;
type Load<T> = (m: Abi, at: number) => T;
type Store<T> = (m: Abi, at: number, value: T, name: string) => void;

/** Thrown if the component refused a call. Nothing has changed. */
export class Refused extends Error {
  /** `payload`: the error that the function returned. */
  constructor(readonly payload: unknown) {
    super("the component refused");
  }
}

/** Thrown if an argument does not match its type. The component was not called. */
export class BadArgument extends Error {
  constructor(
    readonly argument: string,
    readonly why: string,
  ) {
    super(`${argument}: ${why}`);
  }
}

/** Thrown if a result does not match the component's interface. */
export class BadAnswer extends Error {}

/** Looks up an exported function of the core module. Throws if there is none. */
export function core<R = number>(exports: Core, name: string): Call<R> {
  const call = exports[name];
  if (typeof call !== "function") throw new BadAnswer(`the module has no function ${name}`);
  return call as Call<R>;
}

/** Looks up the function that frees the memory of a result; one that does nothing if the export is missing. */
export function release(exports: Core, name: string): Call<unknown> {
  const exportName = `cabi_post_${name}`;
  return exportName in exports ? core(exports, exportName) : nothing;
}

/** Reads a value without content: returns undefined. */
export function nothing(): undefined {}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
/** Up to this many bytes a loop over the bytes is faster than `TextDecoder`. */
const MAX_SHORT = 24;
/** How many texts of an answer are cached, because other texts are slices of them: a symbol's id contains its path and names. */
const N_LONG_TEXTS = 4;
const MAX_POINT = 0x10_ffff;
/** A buffer to reinterpret a float as its bits. */
const FLOAT_BITS = new DataView(new ArrayBuffer(8));
/** The most memory that one value may take in the component: 256 MiB. */
const MAX_BYTES = 1 << 28;

/** Pages of 64 KiB, 16 MiB in all. If memory cannot grow by them, a trap is attributed to a lack of memory. */
const PROBE_PAGES = 256;

/** Reads and writes the memory of one instance. */
export class Abi {
  /** The length of the text (in bytes) or list (in items) that was written last. */
  length = 0;
  /** Whether the call in preparation has allocated memory, which leaks if the call is not made. */
  holds = false;
  /** A view of the whole memory. Any allocation may replace it. */
  view: DataView;

  readonly #memory: WebAssembly.Memory;
  readonly #realloc: Call;
  /** Long ASCII texts of the answer being read, with their ranges in memory: a text within such a range is a slice of the long text. */
  readonly #longTexts = Array.from({ length: N_LONG_TEXTS }, () => ({ start: 0, end: 0, text: "" }));
  #nLongTexts = 0;
  #bytes: Uint8Array;

  constructor(exports: Core) {
    const memory = exports["memory"];
    if (!(memory instanceof WebAssembly.Memory)) throw new BadAnswer("the module has no memory");
    this.#memory = memory;
    this.#realloc = core(exports, "cabi_realloc");
    this.#bytes = new Uint8Array(memory.buffer);
    this.view = new DataView(memory.buffer);
  }

  /** Whether memory can still grow. The check grows it, so use it only for an instance that will be dropped. */
  canGrow(): boolean {
    try {
      this.#memory.grow(PROBE_PAGES);
      return true;
    } catch {
      return false;
    }
  }

  /** Must be called before the arguments of each call are written: memory may have grown since the last call. */
  begin(): void {
    this.holds = false;
    this.#refresh();
  }

  /** Reads a result that may be a refusal, frees its memory, and returns it or throws `Refused`. */
  result<T>(at: number, place: number, done: Load<T>, refused: Load<unknown>, free: Call<unknown>): T {
    this.#beginAnswer();
    at >>>= 0;
    if (this.view.getUint8(at) !== 0) {
      const payload = refused(this, at + place);
      free(at);
      throw new Refused(payload);
    }
    const value = done(this, at + place);
    free(at);
    return value;
  }

  /** Reads a result without a value, which may be a refusal. */
  done(number: number): void {
    if (number !== 0) throw new Refused(undefined);
  }

  /** Reads a result that cannot be a refusal. */
  plain<T>(at: number, load: Load<T>, free: Call<unknown>): T {
    this.#beginAnswer();
    const value = load(this, at >>> 0);
    free(at);
    return value;
  }

  letter(point: number): string {
    if (point > MAX_POINT || (point & ~0x7ff) === 0xd800) throw new BadAnswer("a letter that Unicode does not have");
    return String.fromCodePoint(point);
  }

  text(at: number): string {
    const start = this.view.getUint32(at, true);
    const end = start + this.view.getUint32(at + 4, true);
    for (const longText of this.#longTexts) {
      if (start >= longText.start && end <= longText.end) return longText.text.slice(start - longText.start, end - longText.start);
    }
    return (end - start <= MAX_SHORT ? this.#short(start, end) : undefined) ?? this.#long(start, end);
  }

  loadBytes(at: number): Uint8Array {
    return this.#slice(this.view.getUint32(at, true), this.view.getUint32(at + 4, true)).slice();
  }

  /** Reads a list of bytes, and returns it in hexadecimal. */
  hex(at: number): string {
    return Array.from(this.#slice(this.view.getUint32(at, true), this.view.getUint32(at + 4, true)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  loadWords(at: number): Uint32Array {
    const bytes = this.#slice(this.view.getUint32(at, true), this.view.getUint32(at + 4, true) * 4).slice();
    return new Uint32Array(bytes.buffer);
  }

  loadList<T>(at: number, size: number, load: Load<T>): T[] {
    const start = this.view.getUint32(at, true);
    const length = this.view.getUint32(at + 4, true);
    if (start + length * size > this.#bytes.length) throw new BadAnswer("a list goes past the memory");
    const items = new Array<T>(length);
    for (let place = 0; place < length; place++) items[place] = load(this, start + place * size);
    return items;
  }

  case<T extends string>(cases: readonly T[], number: number): T {
    return cases[number] ?? this.noCase();
  }

  noCase(): never {
    throw new BadAnswer("a case that the interface does not have");
  }

  /** Writes a pair at `at`: an address, and the length of the text or list that was written last. */
  putPair(at: number, address: number): void {
    this.view.setUint32(at, address, true);
    this.view.setUint32(at + 4, this.length, true);
  }

  /** Allocates room for a text, a list, or arguments that exceed the flat limit. */
  newArea(size: number, align: number): number {
    return this.#resize(0, 0, align, size);
  }

  /** Copies a text into memory, and returns its address. The component owns the copy. */
  newText(value: string, name: string): number {
    if (typeof value !== "string") this.invalid(name, "not a text");
    if (value.length > MAX_BYTES / 2) this.invalid(name, "longer than any text may be");
    if (!isWellFormed(value)) this.invalid(name, "holds half of a surrogate pair");
    const length = value.length;
    if (length === 0) return this.#empty(1);
    // Most texts have one byte for each character; others get room for the worst case, and are shortened afterwards.
    let at = this.newArea(length, 1);
    let { read, written } = encoder.encodeInto(value, this.#bytes.subarray(at, at + length));
    if (read < length) {
      const limit = written + (length - read) * 3;
      at = this.#resize(at, length, 1, limit);
      const encodedRest = encoder.encodeInto(value.slice(read), this.#bytes.subarray(at + written, at + limit));
      written += encodedRest.written;
      at = this.#resize(at, limit, 1, written);
    }
    this.length = written;
    return at;
  }

  /** Copies an array of bytes or 32-bit words into memory, and returns its address. */
  newArray<T extends Uint8Array | Uint32Array>(value: T, type: (new () => T) & { BYTES_PER_ELEMENT: number }, name: string): number {
    if (!(value instanceof type)) this.invalid(name, `not a ${type.name}`);
    if (isDetached(value)) this.invalid(name, "its buffer is detached");
    if (value.byteLength > MAX_BYTES) this.invalid(name, "longer than any list may be");
    if (value.length === 0) return this.#empty(type.BYTES_PER_ELEMENT);
    const at = this.newArea(value.byteLength, type.BYTES_PER_ELEMENT);
    this.#bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), at);
    this.length = value.length;
    return at;
  }

  /** Copies bytes given in hexadecimal into memory, and returns their address. */
  newHex(value: string, name: string): number {
    if (typeof value !== "string" || !/^(?:[0-9a-f]{2})*$/.test(value)) this.invalid(name, "not bytes in hexadecimal");
    return this.newArray(Uint8Array.from(value.match(/../g) ?? [], (digits) => parseInt(digits, 16)), Uint8Array, name);
  }

  newList<T>(value: readonly T[], size: number, align: number, name: string, store: Store<T>): number {
    if (!Array.isArray(value)) this.invalid(name, "not a list");
    const length = value.length;
    if (length * size > MAX_BYTES) this.invalid(name, "longer than any list may be");
    if (length === 0) return this.#empty(align);
    const at = this.newArea(length * size, align);
    for (let place = 0; place < length; place++) store(this, at + place * size, value[place] as T, name);
    this.length = length;
    return at;
  }

  bool(value: boolean, name: string): number {
    return typeof value === "boolean" ? Number(value) : this.invalid(name, "not true or false");
  }

  /** Checks an integer of at most 32 bits, and returns it. */
  whole(value: number, min: number, max: number, name: string): number {
    const fits = Number.isInteger(value) && value >= min && value <= max;
    return fits ? value : this.invalid(name, `not a whole number from ${min} to ${max}`);
  }

  /** Checks that a text is one character, and returns its code point. */
  point(value: string, name: string): number {
    const point = typeof value === "string" && isWellFormed(value) ? value.codePointAt(0) : undefined;
    const fits = point !== undefined && value.length === (point > 0xffff ? 2 : 1);
    return fits ? point : this.invalid(name, "not one letter of Unicode");
  }

  float(value: number, name: string): number {
    return typeof value === "number" ? value : this.invalid(name, "not a number");
  }

  /** Converts a 64-bit integer that is given as a number. Throws `BadArgument` if it is no integer. */
  widened(value: number, name: string): bigint {
    if (!Number.isSafeInteger(value)) this.invalid(name, "not a whole number");
    return BigInt(value);
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

  tuple(value: readonly unknown[], length: number, name: string): void {
    if (!Array.isArray(value) || value.length !== length) this.invalid(name, `not a list of ${length}`);
  }

  /** The 32-bit integer with the same bits as this float. */
  bits(value: number): number {
    FLOAT_BITS.setFloat32(0, value);
    return FLOAT_BITS.getUint32(0);
  }

  wideBits(value: number): bigint {
    FLOAT_BITS.setFloat64(0, value);
    return FLOAT_BITS.getBigUint64(0);
  }

  /** The bits of a 32-bit integer as an unsigned 64-bit one. */
  wide(value: number): bigint {
    return BigInt(value >>> 0);
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

  #resize(old: number, oldSize: number, align: number, size: number): number {
    this.holds = true;
    const at = this.#realloc(old, oldSize, align, size) >>> 0;
    this.#refresh();
    return at;
  }

  /** Decodes a text that is all ASCII; undefined for other texts. */
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
    const longText = this.#longTexts[this.#nLongTexts % N_LONG_TEXTS];
    if (longText !== undefined && text.length === end - start) {
      this.#nLongTexts++;
      longText.start = start;
      longText.end = end;
      longText.text = text;
    }
    return text;
  }

  /** Clears the cached texts, whose memory may have changed. */
  #beginAnswer(): void {
    this.#refresh();
    for (const longText of this.#longTexts) longText.end = 0;
  }

  #slice(start: number, length: number): Uint8Array {
    if (start + length > this.#bytes.length) throw new BadAnswer("a text or list goes past the memory");
    return this.#bytes.subarray(start, start + length);
  }

  /** Renews the views if memory has grown, which empties old views. Checking a view is faster than asking the memory for its buffer. */
  #refresh(): void {
    if (this.#bytes.length === 0) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.view = new DataView(this.#memory.buffer);
    }
  }
}
