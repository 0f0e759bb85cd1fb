// Generated from wit/ by `cargo xtask glue`; the gate compares.
// How what the component is given is written, by the component model's standard for linear memory: `m` checks each value and
// puts it where the standard wants it.

import type { Abi } from "../guest/abi.js";
import { ORIGIN } from "./cases.js";
import type * as t from "./types.js";

export function storeAnchor(m: Abi, at: number, value: t.Anchor, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newText(value.symbol, "symbol"));
  m.putPair(at + 16, m.newHex(value.hash, "hash"));
  m.putPair(at + 24, m.newText(value.commit, "commit"));
}

export function storeAnswer(m: Abi, at: number, value: t.Answer, name: string): void {
  m.object(value, name);
  switch (value.tag) {
    case "rows": {
      m.view.setUint8(at, 0);
      storeRowPage(m, at + 4, value.val, "rows");
      break;
    }
    case "text": {
      m.view.setUint8(at, 1);
      m.putPair(at + 4, m.newText(value.val, "text"));
      break;
    }
    case "changed": {
      m.view.setUint8(at, 2);
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeChange(m: Abi, at: number, value: t.Change, name: string): void {
  m.object(value, name);
  switch (value.tag) {
    case "parsed": {
      m.view.setUint8(at, 0);
      storeParsedFile(m, at + 4, value.val, "parsed");
      break;
    }
    case "removed": {
      m.view.setUint8(at, 1);
      m.putPair(at + 4, m.newText(value.val, "removed"));
      break;
    }
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeListedFile(m: Abi, at: number, value: t.ListedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.view.setUint32(at + 8, m.whole(value.size, 0, 0xffff_ffff, "size"), true);
}

export function storeNewNote(m: Abi, at: number, value: t.NewNote, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.eventId, "eventId"));
  m.putPair(at + 8, m.newText(value.text, "text"));
  m.view.setBigInt64(at + 16, m.long(value.time, "time"), true);
  m.putPair(at + 24, m.newText(value.channel, "channel"));
  m.view.setUint8(at + 32, m.number(ORIGIN, value.origin, "origin"));
  m.putPair(at + 36, m.newText(value.session, "session"));
  m.putPair(at + 44, m.newList(value.parents, 8, 4, "parents", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); }));
  m.putPair(at + 52, m.newList(value.anchors, 32, 4, "anchors", storeAnchor));
}

export function storeParsedFile(m: Abi, at: number, value: t.ParsedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newArray(value.hash, Uint8Array, "hash"));
  m.putPair(at + 16, m.newText(value.language, "language"));
  m.putPair(at + 24, m.newText(value.text, "text"));
  m.putPair(at + 32, m.newArray(value.nodes, Uint32Array, "nodes"));
  m.view.setUint8(at + 40, m.bool(value.hasErrors, "hasErrors"));
  m.view.setUint8(at + 41, m.bool(value.cutShort, "cutShort"));
}

export function storeRow(m: Abi, at: number, value: t.Row, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newArray(value.key, Uint8Array, "key"));
  m.putPair(at + 8, m.newArray(value.value, Uint8Array, "value"));
}

export function storeRowPage(m: Abi, at: number, value: t.RowPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.rows, 16, 4, "rows", storeRow));
  m.view.setUint8(at + 8, m.bool(value.complete, "complete"));
}
