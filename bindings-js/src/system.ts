// Calls of Node's system whose error code is significant.

import { readFileSync } from "node:fs";

/** Runs a function; returns `undefined` if the system refuses it with this code. */
export function undefinedOnError<T>(code: string, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
    return undefined;
  }
}

/** The text of a file; empty if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
