// The exports of every entry for windows besides `openWindow`.

export * from "../errors.js";
export type { WindowSettingsOptions } from "../generated/settings.js";
export type {
  BodyForm,
  Explanation,
  Factor,
  ItemChange,
  ItemFate,
  ItemKind,
  Learning,
  LearningPage,
  MessageFormat,
  Policy,
  RecoveredWindow,
  Restored,
  SnapshotComparison,
  SnapshotItem,
  SnapshotOfWindow,
  SnapshotPage,
  SnapshotReason,
  StubKind,
  VisibleItem,
  WindowOpened,
} from "../generated/types.js";
export type { ModuleInput } from "../platform.js";
export type { FitOptions, Fitted, Standing, WindowOptions } from "./options.js";
export type { CodePlace, Edit, Part, PrunedParts, PushedParts } from "./parts.js";
export { type AnyWindow, type RestoreTool, type Restoring, restoreTool } from "./restoring.js";
export type { Window } from "./window.js";
