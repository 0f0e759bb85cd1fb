// How a window is opened, and what it shows of itself. Numbers of tokens are plain numbers here, which JSON has.

import { invalid } from "../errors.js";
import { type WindowSettingsOptions, WINDOW_SETTINGS } from "../generated/settings.js";
import type { Pruned, WindowSettings, WindowStatus } from "../generated/types.js";
import { type Numbers, numbers } from "../numbers.js";
import { known } from "../options.js";
import type { ModuleInput } from "../platform.js";

/** How a window is opened. */
export interface WindowOptions extends WindowSettingsOptions {
  /** The bytes that `save` returned: the window goes on from there. */
  saved?: Uint8Array | undefined;
  /** The time, in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /**
   * The caller changes no message in place, and none that `fit` gave: a message that is the same object as before, at the same place, is
   * taken to be unchanged, so that `fit` costs what is new. Default: false: every message is compared.
   */
  immutable?: boolean | undefined;
  /** Where the window's module comes from, if it is not next to the package's scripts: an address, a response, bytes, or a compiled module. */
  module?: ModuleInput | undefined;
}

/** How messages are fitted. */
export interface FitOptions {
  /** Where the most tokens cannot be met: `FloorError` is thrown, or the messages are pruned as far as they can be. Default: throw. */
  onFloor?: "throw" | "send" | undefined;
}

/** The function of the component that fits messages by these options. */
export function pruning(options: FitOptions = {}): "prune" | "pruneAnyway" {
  known(options, ["onFloor"]);
  const { onFloor = "throw" } = options;
  if (onFloor !== "throw" && onFloor !== "send") throw invalid("onFloor", "neither throw nor send");
  return onFloor === "send" ? "pruneAnyway" : "prune";
}

/** The result of a `fit`. */
export interface Fitted {
  /** Messages that were pushed: those that were new, or not as they had been. */
  nPushed: number;
  /** Parts that were pruned by it. */
  nPruned: number;
  /** Tokens before, held to what the provider counted; and after. */
  tokensBefore: number;
  tokensAfter: number;
  /** The first message that a prune changed: what stands before it can be read from the prompt cache. */
  firstChanged: number | undefined;
  /** What the prune is expected to save, in tokens at the price without a cache; below 0 where the budget demanded it. */
  expectedSaving: number;
  /** The number of its snapshot; 0 where nothing was pruned. */
  snapshot: number;
  /** Values that are edited in all, each with the id by which it can be restored. */
  edits: readonly { message: number; pointer: string; id: string }[];
}

/** How a window stands. */
export type Standing = Numbers<WindowStatus>;

const SETTINGS = Object.keys(WINDOW_SETTINGS) as (keyof WindowSettings)[];

/** The settings among the options, with defaults for those that are not given. Refuses unknown options. */
export function settingsOf(options: WindowOptions, others: readonly string[] = ["saved", "now", "immutable", "module"]): WindowSettings {
  known(options, [...SETTINGS, ...others]);
  const { immutable, now, saved } = options;
  if (now !== undefined && typeof now !== "function") throw invalid("now", "not a function");
  if (immutable !== undefined && typeof immutable !== "boolean") throw invalid("immutable", "neither true nor false");
  if (saved !== undefined && !(saved instanceof Uint8Array)) throw invalid("saved", "not the bytes that save gave");
  const given = SETTINGS.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...WINDOW_SETTINGS, ...(Object.fromEntries(given) as Partial<WindowSettings>) };
}

/** Converts the result of pruning to numbers without BigInt. */
export function fitted({ edits, ...pruned }: Pruned, nPushed: number): Fitted {
  const { nPruned, tokensBefore, tokensAfter, firstChanged, expectedSaving, snapshot } = numbers(pruned);
  const shown = edits.map(({ message, pointer, id }) => ({ message, pointer, id }));
  return { nPushed, nPruned, tokensBefore, tokensAfter, firstChanged, expectedSaving, snapshot, edits: shown };
}

/** How many snapshots, learnings and windows are given where it is not said. */
export const N_SNAPSHOTS = 20;
export const N_LEARNINGS = 100;
export const N_WINDOWS = 100;

/** Tokens that a provider counted. */
export function tokensOf(given: number): bigint {
  if (!Number.isSafeInteger(given) || given < 0) throw invalid("inputTokens", "not a whole number from 0 on");
  return BigInt(given);
}

/** Relevances as the component has them. */
export function relevances(given: Readonly<Record<string, number>>): { id: string; value: number }[] {
  if (typeof given !== "object" || given === null) throw invalid("relevance", "not an object");
  return Object.entries(given).map(([id, value]) => ({ id, value }));
}

/** The time of a clock, as the component takes it. */
export function timeOf(clock: () => number): bigint {
  const now = clock();
  if (!Number.isSafeInteger(now)) throw invalid("now", "it gave no whole number");
  return BigInt(now);
}
