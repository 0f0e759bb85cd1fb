// Notes, and the options and settings of records.

import type { Engine } from "../engine.js";
import { invalidError } from "../errors.js";
import { isWellFormed } from "../files/bytes.js";
import { RECORD_SETTINGS, type RecordSettingsOptions } from "../generated/settings.js";
import type { Origin, Owner, RecordSettings, SecretPolicy, Trust } from "../generated/types.js";
import { type Cancel, known, long, options, toJson } from "../options.js";
import { type EventMembers, SITUATION, situationOf } from "./events.js";
import type { Remembered } from "./steps.js";

/** The options of a note: the members that every event may have, except anchors. */
export interface NoteOptions extends Cancel, Omit<EventMembers, "time" | "origin" | "anchors"> {
  /** Who said it, if less trusted than the memory's speaker. Default: the speaker. */
  origin?: Origin | undefined;
  /** When it happened, in milliseconds since 1970. Default: now. */
  time?: number | undefined;
}

/** The options of a note about files. */
export interface FileNoteOptions extends NoteOptions {
  /** Files that the note refers to, in their current state, at most 100. Default: []. */
  at?: string[] | undefined;
}

/** The limits of a file of records, and the policy for secrets. */
export interface RuleOptions extends RecordSettingsOptions {
  /** The size of the file in bytes from which on events are refused as `full`. Default: no limit but the disk's. */
  maxBytes?: number | undefined;
}

/** The file, the speaker and the settings of records. */
export interface MemoryOptions extends RuleOptions {
  /**
   * Who records. No record gets a more trusted origin than this one. `person` if a person types what is recorded.
   * Default: agent.
   */
  speaker?: Origin | undefined;
  /** The file of records. Default: as without the option `memory`. */
  file?: string | undefined;
}

/** The settings of records, with defaults for omitted ones. The component checks their ranges. */
export interface Rules {
  maxBytes: number | undefined;
  settings: RecordSettings;
  /** The principal from the user's file, used if the owner has none; may be empty. */
  principal: string;
}

/** The settings in the user's `config.json`. */
export interface UserConfig extends RuleOptions {
  principal?: string;
}

/** The names of the options in `RuleOptions`. */
export const RULES = ["maxBytes", "secrets", "retentionDays", "maxPerDay"] as const satisfies readonly (keyof RuleOptions)[];

/** The settings if neither the caller nor the user gives any. */
export const NO_RULES: Rules = { maxBytes: undefined, settings: RECORD_SETTINGS, principal: "" };

const POLICIES: readonly unknown[] = ["mask", "refuse", "keep"] satisfies SecretPolicy[];

/** Checks the option `memory`, which may be just the name of a file. The name itself is checked elsewhere. */
export function checkMemoryOptions(given: string | MemoryOptions | undefined): { file: string | undefined; owner: Owner; rules: Rules; given: RuleOptions } {
  if (typeof given !== "object") return { file: given, owner: OWN_RECORDS, rules: NO_RULES, given: {} };
  known(given, ["file", "speaker", ...RULES]);
  const { file, speaker, ...rules } = given;
  return { file, owner: ownerOf({ speaker }), rules: rulesOf(rules), given: rules };
}

/** Checks the types of settings, and completes them with defaults. The component checks their ranges. */
export function rulesOf({ maxBytes, secrets, retentionDays, maxPerDay, principal = "" }: UserConfig): Rules {
  if (maxBytes !== undefined && !(Number.isSafeInteger(maxBytes) && maxBytes > 0)) throw invalidError("maxBytes", "not a number of bytes");
  if (secrets !== undefined && !POLICIES.includes(secrets)) throw invalidError("secrets", "neither mask, refuse nor keep");
  const settings: RecordSettings = {
    secrets: secrets ?? RECORD_SETTINGS.secrets,
    retentionDays: checkedNatural(retentionDays, "retentionDays") ?? RECORD_SETTINGS.retentionDays,
    maxPerDay: checkedNatural(maxPerDay, "maxPerDay") ?? RECORD_SETTINGS.maxPerDay,
  };
  return { maxBytes, settings, principal };
}

function checkedNatural(given: number | undefined, name: string): number | undefined {
  if (given !== undefined && !(Number.isInteger(given) && given >= 0 && given < 2 ** 32)) throw invalidError(name, "not a whole number from 0 on");
  return given;
}

const NOTE_OPTIONS = ["channel", "origin", ...SITUATION, "time", "eventId", "parents", "metadata"] as const;
const FILE_NOTE_OPTIONS = [...NOTE_OPTIONS, "at"] as const;

/** Records a note with an engine. `aboutFiles`: whether the option `at` is allowed. */
export async function remember(engine: Engine, text: string, given: FileNoteOptions | undefined, aboutFiles: boolean): Promise<Remembered> {
  const noteOptions = options(given, aboutFiles ? FILE_NOTE_OPTIONS : NOTE_OPTIONS);
  const { channel = "", origin = HIGHEST_ORIGIN, eventId = newEventId(), parents = [], at = [], signal } = noteOptions;
  const time = Number(long(noteOptions.time, "time") ?? Date.now());
  if (typeof text !== "string" || !isWellFormed(text)) throw invalidError("text", "not a text of Unicode");
  if (!isListOfTexts(at)) throw invalidError("at", "not a list of paths");
  const metadata = toJson(noteOptions.metadata, "metadata");
  const situation = { ...situationOf(noteOptions), parents: parents as string[], anchors: [], metadata };
  const event = { eventId, time, channel, origin, ...situation, body: { kind: "note" as const, value: text } };
  const [remembered] = await engine.change("record", { event, at }, signal);
  return remembered as Remembered;
}

/** The most trusted origin. The engine lowers it to the speaker, so it stands for "as the speaker". */
const HIGHEST_ORIGIN: Origin = "person";

/** The default owner: a single user's memory, in which an agent records. */
export const OWN_RECORDS: Owner = { tenant: "", principal: "", speaker: "agent", trust: "confirmed", roots: [] };

const ORIGINS: readonly unknown[] = ["person", "agent", "tool", "imported"] satisfies Origin[];
const TRUSTS: readonly unknown[] = ["untrusted", "unconfirmed", "confirmed"] satisfies Trust[];

/** An owner with all members optional. */
export type OwnerMembers = { [M in keyof Owner]?: Owner[M] | undefined };

/** Checks an owner, and completes it with the members of `OWN_RECORDS`. */
export function ownerOf(given: OwnerMembers = {}): Owner {
  known(given, ["tenant", "principal", "speaker", "trust", "roots"]);
  const owner: Owner = { ...OWN_RECORDS, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  for (const name of ["tenant", "principal"] as const) if (typeof owner[name] !== "string") throw invalidError(name, "not a text");
  if (!ORIGINS.includes(owner.speaker)) throw invalidError("speaker", "neither person, agent, tool nor imported");
  if (!TRUSTS.includes(owner.trust)) throw invalidError("trust", "not one of its cases");
  if (!isListOfTexts(owner.roots)) throw invalidError("roots", "not a list of folders");
  return owner;
}

/** Whether a value is a list of texts. */
export function isListOfTexts(given: unknown): given is string[] {
  return Array.isArray(given) && given.every((text) => typeof text === "string");
}

/** An id for a new event: 128 random bits. */
function newEventId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
