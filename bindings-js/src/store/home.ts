// The user's own folders, in Node, as in the native host (`host-native/src/home.rs`). `SCRUBJAY_HOME` stands for all of them.

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

const OURS = "scrubjay";

/** The folder for data. */
export function dataFolder(): string {
  const home = variable("SCRUBJAY_HOME");
  if (home !== undefined) return home;
  if (process.platform === "darwin") return join(homedir(), "Library/Application Support", OURS);
  if (process.platform === "win32") return join(variable("APPDATA") ?? join(homedir(), "AppData/Roaming"), OURS);
  return join(absolute("XDG_DATA_HOME") ?? join(homedir(), ".local/share"), OURS);
}

/** The folder for what can be made again. */
export function cacheFolder(): string {
  const home = variable("SCRUBJAY_HOME");
  if (home !== undefined) return join(home, "cache");
  if (process.platform === "darwin") return join(homedir(), "Library/Caches", OURS);
  if (process.platform === "win32") return join(variable("LOCALAPPDATA") ?? join(homedir(), "AppData/Local"), OURS);
  return join(absolute("XDG_CACHE_HOME") ?? join(homedir(), ".cache"), OURS);
}

/** The folder for what the user sets. */
export function configFolder(): string {
  const home = variable("SCRUBJAY_HOME");
  if (home !== undefined) return home;
  if (process.platform === "win32") return join(variable("APPDATA") ?? join(homedir(), "AppData/Roaming"), OURS);
  if (process.platform === "darwin") return join(homedir(), "Library/Preferences", OURS);
  return join(absolute("XDG_CONFIG_HOME") ?? join(homedir(), ".config"), OURS);
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
