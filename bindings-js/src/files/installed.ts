// Installed folders: folders filled by package managers and builds, such as `node_modules`. Recognizes them by the component's list, as
// the native host does (`host-native/src/files/installed.rs`).
//
// Not here: the content of the list, which is the same for every host.

import type { InstalledFolder } from "../generated/types.js";
import { decodeText } from "./bytes.js";

/** Whether a folder is an installed one by its path alone. */
export function isInstalledByPath(kinds: readonly InstalledFolder[], path: string): boolean {
  return path !== "" && kinds.some(({ name, holds }) => holds === "" && name === nameOf(path));
}

/** Whether a folder is an installed one because it contains an entry named `entryName`. */
export function isInstalledByEntry(kinds: readonly InstalledFolder[], path: string, entryName: string): boolean {
  return path !== "" && kinds.some(({ name, holds }) => holds === entryName && (name === "" || name === nameOf(path)));
}

/** The stored form of the list: a line for each folder. */
export function encodeInstalled(kinds: readonly InstalledFolder[]): Uint8Array {
  return new TextEncoder().encode(kinds.map(({ name, holds }) => `${name}/${holds}\n`).join(""));
}

/** Decodes what `encodeInstalled` wrote; undefined for anything else. */
export function decodeInstalled(bytes: Uint8Array): InstalledFolder[] | undefined {
  const text = decodeText(bytes);
  if (text === undefined) return undefined;
  const kinds: InstalledFolder[] = [];
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const slash = line.indexOf("/");
    if (slash < 0 || line === "/") return undefined;
    kinds.push({ name: line.slice(0, slash), holds: line.slice(slash + 1) });
  }
  return kinds;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
