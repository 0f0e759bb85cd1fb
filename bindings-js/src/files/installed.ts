// Installed folders: folders filled by package managers and builds, such as `node_modules`. Recognizes them by the component's list, as
// the native host does (`host-native/src/files/installed.rs`).
//
// Not here: the content of the list, which is the same for every host.

import type { InstalledFolder } from "../generated/types.js";
import { decodeText } from "./bytes.js";

/** Whether a folder is an installed one by its path alone. */
export function isInstalledByPath(known: readonly InstalledFolder[], path: string): boolean {
  return path !== "" && known.some(({ name, holds }) => holds === "" && name === nameOf(path));
}

/** Whether a folder is an installed one because it contains an entry named `held`. */
export function isInstalledByEntry(known: readonly InstalledFolder[], path: string, held: string): boolean {
  return path !== "" && known.some(({ name, holds }) => holds === held && (name === "" || name === nameOf(path)));
}

/** The stored form of the list: a line for each folder. */
export function encodeInstalled(known: readonly InstalledFolder[]): Uint8Array {
  return new TextEncoder().encode(known.map(({ name, holds }) => `${name}/${holds}\n`).join(""));
}

/** Decodes what `encodeInstalled` wrote; undefined for anything else. */
export function decodeInstalled(bytes: Uint8Array): InstalledFolder[] | undefined {
  const text = decodeText(bytes);
  if (text === undefined) return undefined;
  const known: InstalledFolder[] = [];
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const slash = line.indexOf("/");
    if (slash < 0 || line === "/") return undefined;
    known.push({ name: line.slice(0, slash), holds: line.slice(slash + 1) });
  }
  return known;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
