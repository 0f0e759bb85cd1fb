// What a program tells and is told: notes with their options, and what becomes of them.

import type { Engine } from "../engine.js";
import { invalid } from "../errors.js";
import { isWellFormed } from "../files/bytes.js";
import { RECORD_SETTINGS, type RecordSettingsOptions } from "../generated/settings.js";
import type { Origin, Owner, RecordSettings, SecretPolicy, Trust } from "../generated/types.js";
import { type Cancel, jsonOf, known, long, options } from "../options.js";
import { type EventMembers, SITUATION, situationOf } from "./events.js";
import type { Remembered } from "./steps.js";

/** The options of a note: what every event may say of itself, and where it happened only by its files. */
export interface NoteOptions extends Cancel, Omit<EventMembers, "time" | "origin" | "anchors"> {
  /** Who said it, where that is relied on less than who speaks here: it never raises that. Default: who speaks. */
  origin?: Origin | undefined;
  /** When it happened, in milliseconds since 1970. Default: now. */
  time?: number | undefined;
}

/** The options of a note about files. */
export interface FileNoteOptions extends NoteOptions {
  /** Files that it speaks of, as they are now, at most 100. Default: []. */
  at?: string[] | undefined;
}

/** Settings that a person may give for their memory. */
export interface RuleOptions extends RecordSettingsOptions {
  /** Nothing is added to a file of this many bytes: events are refused as `full`. Default: no limit but the disk's. */
  maxBytes?: number | undefined;
}

/** Where records are kept, who speaks, and what is set of them. */
export interface MemoryOptions extends RuleOptions {
  /** Who speaks: nothing that is recorded is relied on more. `person` where a person types what is remembered. Default: agent. */
  speaker?: Origin | undefined;
  /** The file. Default: as where nothing is said of the memory. */
  file?: string | undefined;
}

/** The settings of a memory. */
export interface Rules {
  maxBytes: number | undefined;
  settings: RecordSettings;
  /** Who has it open, where its owner names nobody. */
  principal: string;
}

/** What a user's file sets of their memories. */
export interface UserConfig extends RuleOptions {
  principal?: string;
}

/** The options that are rules. */
export const RULES = ["maxBytes", "secrets", "retentionDays", "maxPerDay"] as const satisfies readonly (keyof RuleOptions)[];

/** The rules where nothing is set. */
export const NO_RULES: Rules = { maxBytes: undefined, settings: RECORD_SETTINGS, principal: "" };

const POLICIES: readonly unknown[] = ["mask", "refuse", "keep"] satisfies SecretPolicy[];

/** Checks how a memory is kept; a text is the name of its file, which is checked elsewhere. */
export function memoryOf(given: string | MemoryOptions | undefined): { file: string | undefined; owner: Owner; rules: Rules; given: RuleOptions } {
  if (typeof given !== "object") return { file: given, owner: OWN, rules: NO_RULES, given: {} };
  known(given, ["file", "speaker", ...RULES]);
  const { file, speaker, ...rules } = given;
  return { file, owner: ownerOf({ speaker }), rules: rulesOf(rules), given: rules };
}

/** Checks what is set of a memory, and completes it; ranges are the component's to check. */
export function rulesOf({ maxBytes, secrets, retentionDays, maxPerDay, principal = "" }: UserConfig): Rules {
  if (maxBytes !== undefined && !(Number.isSafeInteger(maxBytes) && maxBytes > 0)) throw invalid("maxBytes", "not a number of bytes");
  if (secrets !== undefined && !POLICIES.includes(secrets)) throw invalid("secrets", "neither mask, refuse nor keep");
  const settings: RecordSettings = {
    secrets: secrets ?? RECORD_SETTINGS.secrets,
    retentionDays: natural(retentionDays, "retentionDays") ?? RECORD_SETTINGS.retentionDays,
    maxPerDay: natural(maxPerDay, "maxPerDay") ?? RECORD_SETTINGS.maxPerDay,
  };
  return { maxBytes, settings, principal };
}

function natural(given: number | undefined, name: string): number | undefined {
  if (given !== undefined && !(Number.isInteger(given) && given >= 0 && given < 2 ** 32)) throw invalid(name, "not a whole number from 0 on");
  return given;
}

const NOTE_OPTIONS = ["channel", "origin", ...SITUATION, "time", "eventId", "parents", "metadata"] as const;
const FILE_NOTE_OPTIONS = [...NOTE_OPTIONS, "at"] as const;

/** Tells an engine a note. `aboutFiles`: the note may speak of files. */
export async function remember(engine: Engine, text: string, given: FileNoteOptions | undefined, aboutFiles: boolean): Promise<Remembered> {
  const wanted = options(given, aboutFiles ? FILE_NOTE_OPTIONS : NOTE_OPTIONS);
  const { channel = "", origin = HIGHEST, eventId = newEvent(), parents = [], at = [], signal } = wanted;
  const time = Number(long(wanted.time, "time") ?? Date.now());
  if (typeof text !== "string" || !isWellFormed(text)) throw invalid("text", "not a text of Unicode");
  if (!isTexts(at)) throw invalid("at", "not a list of paths");
  const metadata = jsonOf(wanted.metadata, "metadata");
  const said = { ...situationOf(wanted), parents: parents as string[], anchors: [], metadata };
  const event = { eventId, time, channel, origin, ...said, body: { tag: "note" as const, val: text } };
  const [remembered] = await engine.change("record", { event, at }, signal);
  return remembered as Remembered;
}

/** Nobody is relied on more: a note of this origin is said by whoever speaks. */
const HIGHEST: Origin = "person";

/** A person's own memory, to which an agent speaks. */
export const OWN: Owner = { tenant: "", principal: "", speaker: "agent", trust: "confirmed", roots: [] };

const ORIGINS: readonly unknown[] = ["person", "agent", "tool", "imported"] satisfies Origin[];
const TRUSTS: readonly unknown[] = ["untrusted", "unconfirmed", "confirmed"] satisfies Trust[];

/** The members of an owner, each of which may be left out. */
export type OwnerMembers = { [M in keyof Owner]?: Owner[M] | undefined };

/** Checks an owner, and completes it. */
export function ownerOf(given: OwnerMembers = {}): Owner {
  known(given, ["tenant", "principal", "speaker", "trust", "roots"]);
  const owner: Owner = { ...OWN, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  for (const name of ["tenant", "principal"] as const) if (typeof owner[name] !== "string") throw invalid(name, "not a text");
  if (!ORIGINS.includes(owner.speaker)) throw invalid("speaker", "neither person, agent, tool nor imported");
  if (!TRUSTS.includes(owner.trust)) throw invalid("trust", "not one of its cases");
  if (!isTexts(owner.roots)) throw invalid("roots", "not a list of folders");
  return owner;
}

/** Whether it is a list of texts. */
export function isTexts(given: unknown): given is string[] {
  return Array.isArray(given) && given.every((text) => typeof text === "string");
}

/** An id for a new event: 128 random bits. */
function newEvent(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
