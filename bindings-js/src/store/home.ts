// The user's own folders, in Node, as in the native host (`host-native/src/home.rs`). `SCRUBJAY_HOME` stands for all of them.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { failure } from "../errors.js";

const OURS = "scrubjay";

/** The folder for data. */
export function dataFolder(): string {
  const home = given();
  if (home !== undefined) return home;
  if (process.platform === "darwin") return join(ownHome(), "Library/Application Support", OURS);
  if (process.platform === "win32") return join(variable("APPDATA") ?? join(ownHome(), "AppData/Roaming"), OURS);
  return join(absolute("XDG_DATA_HOME") ?? join(ownHome(), ".local/share"), OURS);
}

/** The folder for what can be made again. */
export function cacheFolder(): string {
  const home = given();
  if (home !== undefined) return join(home, "cache");
  if (process.platform === "darwin") return join(ownHome(), "Library/Caches", OURS);
  if (process.platform === "win32") return join(variable("LOCALAPPDATA") ?? join(ownHome(), "AppData/Local"), OURS);
  return join(absolute("XDG_CACHE_HOME") ?? join(ownHome(), ".cache"), OURS);
}

/** The folder for what the user sets. */
export function configFolder(): string {
  const home = given();
  if (home !== undefined) return home;
  if (process.platform === "win32") return join(variable("APPDATA") ?? join(ownHome(), "AppData/Roaming"), OURS);
  if (process.platform === "darwin") return join(ownHome(), "Library/Preferences", OURS);
  return join(absolute("XDG_CONFIG_HOME") ?? join(ownHome(), ".config"), OURS);
}

/** The folder that a variable names for everything. */
function given(): string | undefined {
  const home = variable("SCRUBJAY_HOME");
  return home === undefined ? undefined : checked(home);
}

function ownHome(): string {
  return checked(homedir());
}

/** Refuses a folder that would be another one in each working folder, and mostly a part of somebody's project. */
function checked(folder: string): string {
  if (isAbsolute(folder)) return folder;
  throw failure("io", undefined, `${folder} is a relative path: set SCRUBJAY_HOME, or HOME, to an absolute one`);
}

/** A variable that is set to the empty string counts as unset. */
function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** A relative path in a variable of this kind is invalid, and ignored. */
function absolute(name: string): string | undefined {
  const folder = variable(name);
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}
