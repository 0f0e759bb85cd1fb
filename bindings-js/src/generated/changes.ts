// Generated from wit/ by `cargo xtask glue`; the gate compares.

import { type Changed, type Reply, done } from "../ask.js";
import { type Numbers, numbers } from "../numbers.js";
import type { Compaction, CompactionSettings, Exports, NewText, Resumed } from "./types.js";

/** What each change of records takes and gives. */
export interface Changes {
  "records.update": [{ id: string; says: NewText }, boolean];
  "session.saveSession": [{ id: string; document: string; expected: bigint | undefined }, number];
  "session.appendToSession": [{ id: string; entries: string; expected: bigint | undefined }, number];
  "session.deleteSession": [{ id: string; expected: bigint | undefined }, boolean];
  "session.recoverSession": [{ id: string; version: bigint; expected: bigint | undefined }, number];
  "session.forkSession": [{ id: string; fork: string; version: bigint | undefined; expected: bigint | undefined }, number];
  "session.compactSession": [{ id: string; settings: CompactionSettings; summary: Uint8Array | undefined; expected: bigint | undefined }, Numbers<Compaction>];
}

/** How a change is called. */
export type ChangeCall<G, A> = (x: Exports, q: G, now: bigint, r: Resumed | undefined) => Reply<Changed<A>>;

/** How each change of records is called. */
export const CHANGES: { readonly [N in keyof Changes]: ChangeCall<Changes[N][0], Changes[N][1]> } = {
  "records.update": (x, q, now, r) => done(x.records.update(q.id, q.says, now, r), ({ isKnown }) => isKnown),
  "session.saveSession": (x, q, now, r) => done(x.session.saveSession(q.id, q.document, q.expected, now, r), ({ version }) => Number(version)),
  "session.appendToSession": (x, q, now, r) => done(x.session.appendToSession(q.id, q.entries, q.expected, now, r), ({ version }) => Number(version)),
  "session.deleteSession": (x, q, _, r) => done(x.session.deleteSession(q.id, q.expected, r), ({ isKnown }) => isKnown),
  "session.recoverSession": (x, q, now, r) => done(x.session.recoverSession(q.id, q.version, q.expected, now, r), ({ version }) => Number(version)),
  "session.forkSession": (x, q, now, r) => done(x.session.forkSession(q.id, q.fork, q.version, q.expected, now, r), ({ version }) => Number(version)),
  "session.compactSession": (x, q, now, r) => done(x.session.compactSession(q.id, q.settings, q.summary, q.expected, now, r), ({ report }) => numbers(report)),
};
