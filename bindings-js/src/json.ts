// Answers and errors as JSON, which knows no `bigint`.

/** The same answer, which `JSON.stringify` takes. */
export function jsonable<T extends object>(answer: T): T {
  return Object.defineProperty(answer, "toJSON", { value: () => plain(answer), configurable: true });
}

/** A value without `bigint`: a number in its place, and past 2^53 its digits. */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
