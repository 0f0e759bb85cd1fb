// Options and results of windows. Numbers of tokens are plain numbers, so that results are JSON.

import { invalidError } from "../errors.js";
import { type WindowSettingsOptions, WINDOW_SETTINGS } from "../generated/settings.js";
import type { Pruned, WindowSettings, WindowStatus } from "../generated/types.js";
import { type Numbers, numbers } from "../numbers.js";
import { known } from "../options.js";
import type { ModuleInput } from "../platform.js";

/** The settings of a window, its clock, its module, and the state that it continues. */
export interface WindowOptions extends WindowSettingsOptions {
  /** The bytes that `save` returned, to continue that window. Default: a new window. */
  saved?: Uint8Array | undefined;
  /** A clock that returns milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /**
   * Whether the caller never changes messages in place, including those that `fit` returned. Then the same object at the same index counts as
   * unchanged, so that `fit` costs only new messages. Default: false, every message is compared.
   */
  immutable?: boolean | undefined;
  /** The window's module, if it is not next to the package's scripts: a URL, a response, bytes, or a compiled module. */
  module?: ModuleInput | undefined;
}

/** What `fit` and `prune` do if they cannot reach the budget. */
export interface FitOptions {
  /** If the messages cannot be pruned to the budget: throw a `FloorError`, or prune them as far as possible. Default: throw. */
  onFloor?: "throw" | "send" | undefined;
}

/** Checks the options, and returns the name of the component's function for them. */
export function pruneFunction(options: FitOptions = {}): "prune" | "pruneAnyway" {
  known(options, ["onFloor"]);
  const { onFloor = "throw" } = options;
  if (onFloor !== "throw" && onFloor !== "send") throw invalidError("onFloor", "neither throw nor send");
  return onFloor === "send" ? "pruneAnyway" : "prune";
}

/** The result of a `fit`. */
export interface Fitted {
  /** How many messages were pushed, because they were new or changed. */
  nPushed: number;
  /** How many parts this `fit` pruned. */
  nPruned: number;
  /** Tokens before the prune, corrected by the provider's count. */
  tokensBefore: number;
  /** Tokens after the prune. */
  tokensAfter: number;
  /** The index of the first message that the prune changed; those before can be read from the prompt cache. Undefined if none changed. */
  firstChanged: number | undefined;
  /** The expected saving of the prune, in tokens at the price without a cache; below 0 if the budget forced an unprofitable prune. */
  expectedSaving: number;
  /** The number of the prune's snapshot; 0 if nothing was pruned. */
  snapshot: number;
  /** All current edits, also of earlier prunes: the message, the JSON pointer of the value, and the id for `restore`. */
  edits: readonly { message: number; pointer: string; id: string }[];
}

/** The status of a window, with 64-bit integers as numbers. */
export type Standing = Numbers<WindowStatus>;

const SETTINGS = Object.keys(WINDOW_SETTINGS) as (keyof WindowSettings)[];

/** The settings among the options, with defaults for omitted ones. `others` are allowed options that are no settings. */
export function settingsOf(options: WindowOptions, others: readonly string[] = ["saved", "now", "immutable", "module"]): WindowSettings {
  known(options, [...SETTINGS, ...others]);
  const { immutable, now, saved } = options;
  if (now !== undefined && typeof now !== "function") throw invalidError("now", "not a function");
  if (immutable !== undefined && typeof immutable !== "boolean") throw invalidError("immutable", "neither true nor false");
  if (saved !== undefined && !(saved instanceof Uint8Array)) throw invalidError("saved", "not the bytes that save gave");
  const givenEntries = SETTINGS.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...WINDOW_SETTINGS, ...(Object.fromEntries(givenEntries) as Partial<WindowSettings>) };
}

/** Converts the result of pruning to numbers without BigInt. */
export function fittedOf({ edits, ...pruned }: Pruned, nPushed: number): Fitted {
  const { nPruned, tokensBefore, tokensAfter, firstChanged, expectedSaving, snapshot } = numbers(pruned);
  const shownEdits = edits.map(({ message, pointer, id }) => ({ message, pointer, id }));
  return { nPushed, nPruned, tokensBefore, tokensAfter, firstChanged, expectedSaving, snapshot, edits: shownEdits };
}

/** The default limit of `snapshots`. */
export const N_SNAPSHOTS = 20;
/** The default limit of `learnings`. */
export const N_LEARNINGS = 100;
/** The default limit of `windows`. */
export const N_WINDOWS = 100;

/** Checks and converts the tokens that a provider counted. */
export function tokensToBigInt(given: number): bigint {
  if (!Number.isSafeInteger(given) || given < 0) throw invalidError("inputTokens", "not a whole number from 0 on");
  return BigInt(given);
}

/** Converts relevances by id to the component's list. */
export function relevances(given: Readonly<Record<string, number>>): { id: string; value: number }[] {
  if (typeof given !== "object" || given === null) throw invalidError("relevance", "not an object");
  return Object.entries(given).map(([id, value]) => ({ id, value }));
}

/** Reads a clock for the component. Throws `invalid` if it does not return an integer. */
export function timeOf(clock: () => number): bigint {
  const now = clock();
  if (!Number.isSafeInteger(now)) throw invalidError("now", "it gave no whole number");
  return BigInt(now);
}
