// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

export type * from "./types/types.js";
export type * from "./types/memory.js";
export type * from "./types/graph.js";
export type * from "./types/prepare.js";
export type * from "./types/records.js";
export type * from "./types/episodes.js";
export type * from "./types/recall.js";
export type * from "./types/delivery.js";
export type * from "./types/capture.js";
export type * from "./types/session.js";
export type * from "./types/window.js";
export type * from "./types/window-text.js";
export type * from "./types/tools.js";
import type { MemoryCalls } from "./types/memory.js";
import type { GraphCalls } from "./types/graph.js";
import type { PrepareCalls } from "./types/prepare.js";
import type { RecordsCalls } from "./types/records.js";
import type { EpisodesCalls } from "./types/episodes.js";
import type { RecallCalls } from "./types/recall.js";
import type { DeliveryCalls } from "./types/delivery.js";
import type { CaptureCalls } from "./types/capture.js";
import type { SessionCalls } from "./types/session.js";
import type { WindowCalls } from "./types/window.js";
import type { WindowTextCalls } from "./types/window-text.js";
import type { ToolsCalls } from "./types/tools.js";

/** What the component exports. A refused call throws `Refused`, with the WIT's error. */
export interface Exports {
  readonly memory: MemoryCalls;
  readonly graph: GraphCalls;
  readonly prepare: PrepareCalls;
  readonly records: RecordsCalls;
  readonly episodes: EpisodesCalls;
  readonly recall: RecallCalls;
  readonly delivery: DeliveryCalls;
  readonly capture: CaptureCalls;
  readonly session: SessionCalls;
  readonly window: WindowCalls;
  readonly windowText: WindowTextCalls;
  readonly tools: ToolsCalls;
}
