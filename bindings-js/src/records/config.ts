// The user's settings for all memories, in the file `config.json`, in Node; as in the native host (`host-native/src/records/config.rs`).
//
// An invalid value throws an error that names the file and the member. An unknown member is warned of and ignored. Not here: a caller's
// settings, which take precedence.

import { lstatSync } from "node:fs";
import { isAbsolute, join } from "node:path";

import { type ScrubjayError, invalidError } from "../errors.js";
import { MOMENT } from "../generated/cases.js";
import { type FileBeginning, NOT_ORDINARY, readOfUser } from "../files/open.js";
import { fileRefusal } from "../store/error.js";
import { configFolder } from "../store/home.js";
import { undefinedOnError } from "../system.js";
import type { RuleOptions, UserConfig } from "./notes.js";

const FILE = "config.json";
/** The most bytes of the file. A larger one is refused. */
const MAX_BYTES = 1 << 16;
/** The most days of retention: a limit of the interface. */
const MAX_DAYS = 36_500;

/** The most tokens of a delivery: a limit of the interface. */
const MAX_BUDGET = 1_000_000;
/** The most bytes of a principal's name: a limit of records. */
const MAX_NAME = 128;

/** The settings in the user's file; empty if there is none. */
export function configOfUser(): UserConfig {
  const path = join(configFolder(), FILE);
  const text = textOf(path);
  return text === undefined ? {} : configIn(text, path);
}

/** A caller's settings, completed from the user's file. */
export function withUserConfig(given: RuleOptions): UserConfig {
  const givenRules = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...configOfUser(), ...Object.fromEntries(givenRules) };
}

function configIn(text: string, path: string): UserConfig {
  const config: UserConfig = {};
  for (const [member, value] of Object.entries(membersIn(text, path))) {
    const refusal = (why: string) => configError(path, member, why);
    switch (member) {
      case "secrets":
        if (value !== "mask" && value !== "refuse" && value !== "keep") throw refusal("neither mask, refuse nor keep");
        config.secrets = value;
        break;
      case "retention_days":
        config.retentionDays = wholeNumber(value, 0, MAX_DAYS, refusal(`not a whole number from 0 to ${MAX_DAYS}`));
        break;
      case "max_per_day":
        config.maxPerDay = wholeNumber(value, 0, 2 ** 32 - 1, refusal(`not a whole number from 0 to ${2 ** 32 - 1}`));
        break;
      case "memory_bytes":
        config.maxBytes = wholeNumber(value, 1, Number.MAX_SAFE_INTEGER, refusal("not a number of bytes, at least 1"));
        break;
      // Settings of hooks and transcripts, which only the command line uses.
      case "exclude_folders":
        if (!Array.isArray(value) || !value.every((one) => typeof one === "string" && isAbsolute(one))) {
          throw refusal("no list of absolute paths");
        }
        break;
      case "delivery":
        if (typeof value !== "boolean") throw refusal("neither true nor false");
        break;
      case "delivery_moments":
        if (!Array.isArray(value) || !value.every(isMoment)) throw refusal(`no list of moments: ${MOMENT.join(", ")}`);
        break;
      case "delivery_budget":
      case "delivery_start_budget":
        wholeNumber(value, 1, MAX_BUDGET, refusal(`no number of tokens from 1 to ${MAX_BUDGET}`));
        break;
      case "principal":
        if (!isName(value)) throw refusal(`no name of at most ${MAX_NAME} bytes`);
        config.principal = value;
        break;
      default:
        tellUnknown(member, path);
    }
  }
  return config;
}

/** The unknown members for which a warning was emitted, so that each is warned of once per process. */
const warnedMembers = new Set<string>();

function tellUnknown(member: string, path: string): void {
  if (warnedMembers.has(member)) return;
  warnedMembers.add(member);
  const knownMembers =
    "secrets, retention_days, max_per_day, memory_bytes, exclude_folders, delivery, delivery_moments, delivery_budget, delivery_start_budget, principal";
  process.emitWarning(`\`${member}\` in ${path} is no setting of this release, and without effect: there are ${knownMembers}`, "ScrubjayWarning");
}

function isMoment(value: unknown): boolean {
  return typeof value === "string" && (MOMENT as readonly string[]).includes(value.replaceAll("-", "_"));
}

function isName(value: unknown): value is string {
  return typeof value === "string" && Buffer.byteLength(value) <= MAX_NAME && !/\p{Cc}/u.test(value);
}

function wholeNumber(value: unknown, min: number, max: number, refused: ScrubjayError): number {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) throw refused;
  return value as number;
}

function membersIn(text: string, path: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw configError(path, "config", `no JSON: ${(cause as Error).message}`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw configError(path, "config", "no JSON object");
  return parsed;
}

/** The text of an ordinary file; undefined if it does not exist. The path may be a link, because the folder is the user's own. */
function textOf(path: string): string | undefined {
  const bytes = readConfig(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw configError(path, "config", "no UTF-8");
  }
}

function readConfig(path: string): Uint8Array | undefined {
  let beginning: FileBeginning;
  try {
    if (undefinedOnError("ENOENT", () => lstatSync(path)) === undefined) return undefined;
    // A dangling link is refused too: the missing file may have contained a policy.
    beginning = readOfUser(path, MAX_BYTES);
  } catch (error) {
    if ((error as Error).message === NOT_ORDINARY) throw configError(path, "config", "no ordinary file");
    throw typeof (error as NodeJS.ErrnoException).syscall === "string" ? fileRefusal(error) : error;
  }
  if (!beginning.isWhole) throw configError(path, "config", `too large: ${MAX_BYTES} bytes are the most`);
  return beginning.bytes;
}

function configError(path: string, member: string, why: string): ScrubjayError {
  return invalidError(member, `${why} (in ${path})`);
}
