// Converts 64-bit integers in answers to numbers.

/** The type of a record in which every `bigint` member is a `number` instead. */
export type Numbers<T> = { [N in keyof T]: T[N] extends bigint ? number : T[N] };

/** A copy of a record with its `bigint` members converted to numbers. */
export function numbers<T extends object>(record: T): Numbers<T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value])) as Numbers<T>;
}
