// What symbols, and the words about them, are called on the page.

import type { Symbol } from "scrubjay/worker";

/** A symbol's name inside its file; for the file as a whole, its own name. */
export function nameOf({ qualifiedName, path }: Symbol): string {
  return qualifiedName || (path.split("/").at(-1) ?? path);
}

/** A kind or a strategy as people read it: `type_alias` is "type alias". */
export function spoken(word: string): string {
  return word.replaceAll("_", " ");
}
