// Stamps: which indexes this user made, in Node. An index contains a random stamp, which is registered in the user's data folder. A cloned
// repository may contain an index, but no registered stamp. The same files as in the native host (`host-native/src/store/stamps.rs`).

import { lstatSync } from "node:fs";
import { join } from "node:path";

import { ScrubjayError } from "../errors.js";
import { checkOnlyFolder, makeFolders, removeFile, textOfOurs, writeOurs } from "../files/ours.js";
import { fileRefusal } from "./error.js";
import { dataFolder } from "./home.js";

/** The name of the meta value with a store's stamp. */
export const META_STAMP = "stamp";
/** The name of the folder of stamps in the user's data folder. */
const STAMPS_FOLDER = "stamps";
/** The bytes of a stamp: 128 random bits cannot be guessed. */
const STAMP_BYTES = 16;
/** The most bytes read of a file that contains a path: more than any path has. */
const MAX_PATH = 16 << 10;

/** Whether a stamp is registered, so that its index was made by this user. A link at its path does not count. */
export function isKnownStamp(stamp: Uint8Array | undefined): boolean {
  if (stamp?.length !== STAMP_BYTES) return false;
  try {
    checkOnlyFolder(folder());
    return lstatSync(fileOf(stamp)).isFile();
  } catch {
    return false;
  }
}

/** Creates and registers a stamp for an index of this folder. */
export function newStamp(root: string): Uint8Array {
  const stamp = crypto.getRandomValues(new Uint8Array(STAMP_BYTES));
  try {
    makeFolders(dataFolder(), STAMPS_FOLDER);
    // The content is the folder's path, for people.
    writeOurs(fileOf(stamp), root);
  } catch (error) {
    if (error instanceof ScrubjayError) throw error;
    const refusal = fileRefusal(error);
    refusal.message += `; ${folder()} cannot be written: set SCRUBJAY_HOME to a folder that can`;
    throw refusal;
  }
  return stamp;
}

/**
 * Removes the registration of a replaced index's stamp, if it contains this folder's path. For a copy of a folder, it
 * contains the original's.
 */
export function forget(stamp: Uint8Array | undefined, root: string): void {
  if (stamp?.length !== STAMP_BYTES) return;
  try {
    if (textOfOurs(fileOf(stamp), MAX_PATH) === root) removeFile(fileOf(stamp));
  } catch {
    // A stamp that cannot be removed does no harm.
  }
}

function folder(): string {
  return join(dataFolder(), STAMPS_FOLDER);
}

function fileOf(stamp: Uint8Array): string {
  return join(folder(), Buffer.from(stamp).toString("hex"));
}
