// Integers of 64 bits as programs are shown them.

/** A record whose integers of 64 bits are numbers, as programs are shown them. */
export type Numbers<T> = { [N in keyof T]: T[N] extends bigint ? number : T[N] };

/** Such a record. */
export function numbers<T extends object>(record: T): Numbers<T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value])) as Numbers<T>;
}
