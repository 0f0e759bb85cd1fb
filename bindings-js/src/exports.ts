// The exports of every entry point besides `open` and `init`.

export * from "./errors.js";
export type { IndexOptions } from "./engine.js";
export { type FileSource, type FoundFile, type Listing, type PathAndFile, type Texts, type Unreachable, givenFiles, textFiles } from "./files/files.js";
export { folderFiles } from "./files/folder.js";
export type * from "./generated/public.js";
export type { CompactionSettingsOptions } from "./generated/settings.js";
export type { Purpose, SkipReason } from "./generated/types.js";
export type { Graph } from "./graph.js";
export type { Extent } from "./index/extent.js";
export type { Failed, Indexed, Problem, Progress } from "./index/report.js";
export type { WatchOptions, Watched } from "./index/watch.js";
export type { Memory } from "./memory.js";
export type { Cancel } from "./options.js";
export type { Files, PrivateStoreOptions } from "./open.js";
export type { Erasure, ForgetOptions, Forgotten, NoteText, RollbackSelection } from "./records/changes.js";
export type { EventKinds, EventMembers, NewEvent } from "./records/events.js";
export type { Backup } from "./records/keeping.js";
export type { Exporting, ImportOptions, Imported, LineFormat, LinesOfText, MergeOptions, Merged } from "./records/lines.js";
export type { Damage, Loss, Salvage } from "./records/mending.js";
export type { FileNoteOptions, MemoryOptions, NoteOptions, Remembered, RuleOptions, State } from "./records/notes.js";
export type { CompactOptions, Compacted, Model, SessionChangeOptions, SummaryOptions } from "./records/sessions.js";
export type { OwnerOptions, Records, UpkeepOptions } from "./records/records.js";
export type { ModuleInput, Modules } from "./platform.js";
export type { Bytes, FolderHandle, Module } from "./shapes.js";
export { MemoryStore } from "./store/memory.js";
export type { Commit, Row, RowPage, Store } from "./store/store.js";
export type { Holder } from "./store/error.js";
