// The user's own folders, in Node, as in the native host (`host-native/src/home.rs`). `SCRUBJAY_HOME` stands for all of them.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { createError } from "../errors.js";

const FOLDER_NAME = "scrubjay";

/** The user's folder for data, such as records. */
export function dataFolder(): string {
  const home = givenHome();
  if (home !== undefined) return home;
  if (process.platform === "darwin") return join(ownHome(), "Library/Application Support", FOLDER_NAME);
  if (process.platform === "win32") return join(variable("APPDATA") ?? join(ownHome(), "AppData/Roaming"), FOLDER_NAME);
  return join(absoluteVariable("XDG_DATA_HOME") ?? join(ownHome(), ".local/share"), FOLDER_NAME);
}

/** The user's folder for caches, such as indexes. */
export function cacheFolder(): string {
  const home = givenHome();
  if (home !== undefined) return join(home, "cache");
  if (process.platform === "darwin") return join(ownHome(), "Library/Caches", FOLDER_NAME);
  if (process.platform === "win32") return join(variable("LOCALAPPDATA") ?? join(ownHome(), "AppData/Local"), FOLDER_NAME);
  return join(absoluteVariable("XDG_CACHE_HOME") ?? join(ownHome(), ".cache"), FOLDER_NAME);
}

/** The user's folder for `config.json`. */
export function configFolder(): string {
  const home = givenHome();
  if (home !== undefined) return home;
  if (process.platform === "win32") return join(variable("APPDATA") ?? join(ownHome(), "AppData/Roaming"), FOLDER_NAME);
  if (process.platform === "darwin") return join(ownHome(), "Library/Preferences", FOLDER_NAME);
  return join(absoluteVariable("XDG_CONFIG_HOME") ?? join(ownHome(), ".config"), FOLDER_NAME);
}

/** The folder in `SCRUBJAY_HOME`; undefined if it is not set. */
function givenHome(): string | undefined {
  const home = variable("SCRUBJAY_HOME");
  return home === undefined ? undefined : checkedAbsolute(home);
}

function ownHome(): string {
  return checkedAbsolute(homedir());
}

/** Throws `io` for a relative path, which would be in the working folder, and so mostly in a project. */
function checkedAbsolute(folder: string): string {
  if (isAbsolute(folder)) return folder;
  throw createError("io", undefined, `${folder} is a relative path: set SCRUBJAY_HOME, or HOME, to an absolute one`);
}

/** The value of an environment variable; undefined if it is unset or empty. */
function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** The absolute path in an environment variable; undefined if it is unset or relative, as the XDG standard demands. */
function absoluteVariable(name: string): string | undefined {
  const folder = variable(name);
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}
