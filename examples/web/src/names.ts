// Names of symbols, kinds and strategies, as the page shows them.

import type { Symbol } from "scrubjay/worker";

/** The qualified name of a symbol; the file name if the symbol is a file. */
export function nameOf({ qualifiedName, path }: Symbol): string {
  return qualifiedName || (path.split("/").at(-1) ?? path);
}

/** A kind or a strategy as people read it: `type_alias` is "type alias". */
export function spoken(word: string): string {
  return word.replaceAll("_", " ");
}
