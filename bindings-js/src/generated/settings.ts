// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type { CompactionSettings, Policy, RecordSettings, SecretPolicy, StubKind, WindowSettings } from "./types.js";

/** Settings, each optional: one that is not given is that of `RECORD_SETTINGS`. */
export interface RecordSettingsOptions {
  /** How texts and names are treated that have the form of a known kind of secret. Default: mask. */
  secrets?: SecretPolicy | undefined;
  /**
   * After how many days upkeep forgets turns, tool calls, touches of files and what was learnt from these; 0: never.
   * Default: 0. Range: 0 to 36,500.
   */
  retentionDays?: number | undefined;
  /** The most events that one principal records on a day of UTC; 0: no limit. Default: 0. Range: 0 to 4,294,967,295. */
  maxPerDay?: number | undefined;
}

/** The default of each setting. */
export const RECORD_SETTINGS: RecordSettings = {
  secrets: "mask",
  retentionDays: 0,
  maxPerDay: 0,
};

/** Settings, each optional: one that is not given is that of `COMPACTION_SETTINGS`. */
export interface CompactionSettingsOptions {
  /** The most entries; if there are more, the oldest are removed. Default: 50. Range: 1 to 100,000,000. */
  maxEntries?: number | undefined;
  /**
   * How many of the newest entries stay then; more if a call would be parted from its result. Default: 30.
   * Range: 1 to 100,000,000.
   */
  keepEntries?: number | undefined;
  /**
   * The most tokens of the history; if there are more, the oldest half of the entries is removed, repeatedly until they fit.
   * Default: 100,000. Range: 1 to 100,000,000.
   */
  maxTokens?: number | undefined;
  /** How long a completed task stays, in hours. Default: 24. Range: 0 to 876,000. */
  taskHours?: number | undefined;
  /** Whether all but the newest entries are removed even if no limit is exceeded. Default: false. */
  isManual?: boolean | undefined;
}

/** The default of each setting. */
export const COMPACTION_SETTINGS: CompactionSettings = {
  maxEntries: 50,
  keepEntries: 30,
  maxTokens: 100000,
  taskHours: 24,
  isManual: false,
};

/** Settings, each optional: one that is not given is that of `WINDOW_SETTINGS`. */
export interface WindowSettingsOptions {
  /** How it is decided which parts are pruned. Default: evidence. */
  policy?: Policy | undefined;
  /** The most tokens of a request. Default: 200,000. Range: 1,000 to 100,000,000. */
  maxTokens?: number | undefined;
  /** The share of `max-tokens` at which a prune begins. Default: 0.8. Range: 0.05 to 1.0. */
  threshold?: number | undefined;
  /**
   * What a prune by `evidence` or `lru` leaves, as a share of the tokens at which it begins. `evidence` also leaves what the
   * last steps brought. Default: 0.66. Range: 0.05 to 1.0.
   */
  low?: number | undefined;
  /**
   * What stubs may take, as a share of the tokens at which a prune begins. Beyond it, recaps replace the oldest messages as a
   * whole; all recaps together take no more than this share. 0: no message is replaced. Default: 0.1. Range: 0.0 to 0.5.
   */
  recapShare?: number | undefined;
  /** How many results of tools the policy `keep_last` keeps. Default: 3. Range: 0 to 1,000,000. */
  keepLast?: number | undefined;
  /** What is left of a pruned part. Default: outline. */
  stub?: StubKind | undefined;
  /** The price of a token read from the prompt cache; a token without a cache costs 1. Default: 0.1. Range: 0.0 to 100.0. */
  cacheRead?: number | undefined;
  /** The price of a token written into the prompt cache; a token without a cache costs 1. Default: 1.25. Range: 0.0 to 100.0. */
  cacheWrite?: number | undefined;
  /** How long the provider keeps a cache that is not used, in milliseconds. Default: 300,000. Range: 0 to 2,592,000,000. */
  cacheLifetime?: number | undefined;
  /**
   * The most bytes of one part that are stored for restoring; a larger part is pruned only with `caller-keeps`.
   * Default: 8,388,608. Range: 0 to 67,108,864.
   */
  maxBodyBytes?: number | undefined;
  /**
   * The most bytes of all parts together that are stored for restoring; beyond it, the oldest are deleted.
   * Default: 67,108,864. Range: 0 to 268,435,456.
   */
  maxWindowBytes?: number | undefined;
  /**
   * How long parts are stored for restoring, in milliseconds; without a setting seven days.
   * Default: 604,800,000. Range: 0 to 4,294,967,295.
   */
  bodyLifetime?: number | undefined;
  /** Whether the caller itself keeps the parts that are pruned. Default: false. */
  callerKeeps?: boolean | undefined;
}

/** The default of each setting. */
export const WINDOW_SETTINGS: WindowSettings = {
  policy: "evidence",
  maxTokens: 200000,
  threshold: 0.8,
  low: 0.66,
  recapShare: 0.1,
  keepLast: 3,
  stub: "outline",
  cacheRead: 0.1,
  cacheWrite: 1.25,
  cacheLifetime: 300000,
  maxBodyBytes: 8388608,
  maxWindowBytes: 67108864,
  bodyLifetime: 604800000,
  callerKeeps: false,
};
