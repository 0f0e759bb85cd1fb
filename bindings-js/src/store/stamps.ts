// Which indexes this user made, in Node: an index carries a random stamp, and the user's data folder knows it. A repository can
// bring along an index, but no stamp that is known. The same files as in the native host (`host-native/src/store/stamps.rs`).

import { lstatSync } from "node:fs";
import { join } from "node:path";

import { ScrubjayError } from "../errors.js";
import { makeFolders, onlyFolder, remove, textOfOurs, writeOurs } from "../files/ours.js";
import { fileRefusal } from "./error.js";
import { dataFolder } from "./home.js";

/** The name of the stamp among the meta values of a store. */
export const META_STAMP = "stamp";
/** The stamps' folder in the user's. */
const FOLDER = "stamps";
/** 128 bits cannot be guessed. */
const N_BYTES = 16;
/** More bytes than a path has. */
const MAX_PATH = 16 << 10;

/** Whether an index with this stamp was made by this user. What a link leads to says nothing of that. */
export function isKnown(stamp: Uint8Array | undefined): boolean {
  if (stamp?.length !== N_BYTES) return false;
  try {
    onlyFolder(folder());
    return lstatSync(fileOf(stamp)).isFile();
  } catch {
    return false;
  }
}

/** A new stamp for an index of this folder, which the user's data folder knows from now on. */
export function newStamp(root: string): Uint8Array {
  const stamp = crypto.getRandomValues(new Uint8Array(N_BYTES));
  try {
    makeFolders(dataFolder(), FOLDER);
    // The path is for people who look into the folder.
    writeOurs(fileOf(stamp), root);
  } catch (error) {
    if (error instanceof ScrubjayError) throw error;
    const refusal = fileRefusal(error);
    refusal.message += `; ${folder()} cannot be written: set SCRUBJAY_HOME to a folder that can`;
    throw refusal;
  }
  return stamp;
}

/** Forgets the stamp of an index of this folder that is no more; a copy of the folder goes on with a stamp of its own making. */
export function forget(stamp: Uint8Array | undefined, root: string): void {
  if (stamp?.length !== N_BYTES) return;
  try {
    if (textOfOurs(fileOf(stamp), MAX_PATH) === root) remove(fileOf(stamp));
  } catch {
    // One that stays is of no use to anybody.
  }
}

function folder(): string {
  return join(dataFolder(), FOLDER);
}

function fileOf(stamp: Uint8Array): string {
  return join(folder(), Buffer.from(stamp).toString("hex"));
}
