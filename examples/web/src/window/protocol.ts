// What a page and its worker say to each other.

import type { Life, Rules, Session } from "./life.js";
import type { Row } from "./rows.js";

/** What the page asks for; `task` tells the answers apart. */
export type Asked =
  | { kind: "open"; task: number; file: Blob; name: string; policy: Rules["policy"] }
  | { kind: "live"; task: number; rules: Rules }
  | { kind: "compare"; task: number; rules: Rules[] }
  | { kind: "stop"; task: number };

/** What the worker answers. */
export type Answered =
  | { kind: "progress"; task: number; stage: string; nDone: number; nOf: number }
  | { kind: "lived"; task: number; life: Life; session: Session | undefined }
  | { kind: "row"; task: number; row: Row }
  | { kind: "compared"; task: number }
  | { kind: "stopped"; task: number }
  | { kind: "failed"; task: number; sentence: string };
