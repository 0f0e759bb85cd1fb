// The messages between a page and its worker.

import type { Life, Rules, Session } from "./life.js";
import type { Row } from "./rows.js";

/** A task for the worker, or the order to stop one. `task` is its number, which all answers repeat. */
export type Asked =
  | { kind: "open"; task: number; file: Blob; name: string; policy: Rules["policy"] }
  | { kind: "live"; task: number; rules: Rules }
  | { kind: "compare"; task: number; rules: Rules[] }
  | { kind: "stop"; task: number };

/** A message of the worker about a task. All but `progress` and `row` end the task. */
export type Answered =
  | { kind: "progress"; task: number; stage: string; nDone: number; nOf: number }
  | { kind: "lived"; task: number; life: Life; session: Session | undefined }
  | { kind: "row"; task: number; row: Row }
  | { kind: "compared"; task: number }
  | { kind: "stopped"; task: number }
  | { kind: "failed"; task: number; sentence: string };
