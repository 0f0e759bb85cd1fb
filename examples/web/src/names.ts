// What symbols are called on the page.

import type { Symbol } from "scrubjay/worker";

/** A symbol's name inside its file; for the file as a whole, its own name. */
export function nameOf({ qualifiedName, path }: Symbol): string {
  return qualifiedName || (path.split("/").at(-1) ?? path);
}
