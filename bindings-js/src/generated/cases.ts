// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type * as t from "./types.js";

export const ANCHOR_STATE: readonly t.AnchorState[] = ["same", "changed", "moved", "gone", "unknown"];

export const EDGE_KIND: readonly t.EdgeKind[] = ["calls", "imports", "uses", "inherits", "implements", "references"];

export const EXPORT_FORMAT: readonly t.ExportFormat[] = ["text", "json", "dot", "mermaid", "graphml"];

export const FATE: readonly t.Fate[] = ["forgotten", "already-forgotten", "unknown"];

export const ORIGIN: readonly t.Origin[] = ["person", "agent", "tool", "imported"];

export const PIECE_FORM: readonly t.PieceForm[] = ["source", "signature", "stale-signature"];

export const PURPOSE: readonly t.Purpose[] = ["reading", "writing"];

export const SKIP_REASON: readonly t.SkipReason[] = ["language", "size", "secret", "generated", "path"];

export const STRATEGY: readonly t.Strategy[] = ["lexical", "imported", "qualified", "self-member", "super-member", "annotated", "constructed", "returned", "field-type", "element", "flow", "overridden", "unique-name"];

export const SYMBOL_KIND: readonly t.SymbolKind[] = ["file", "module", "class", "interface", "enum", "function", "method", "constant", "variable", "field", "type-alias", "macro", "import"];

export const TRUST: readonly t.Trust[] = ["untrusted", "unconfirmed", "confirmed"];
