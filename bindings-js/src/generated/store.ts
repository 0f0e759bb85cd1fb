// Generated from wit/ by `cargo xtask glue`; the gate compares.
// How what the component is given is written, by the component model's standard for linear memory: `m` checks each value and
// puts it where the standard wants it.

import type { Abi } from "../guest/abi.js";
import type * as t from "./types.js";

export function storeAnswer(m: Abi, at: number, value: t.Answer, name: string): void {
  m.object(value, name);
  switch (value.tag) {
    case "rows":
      m.putU8(at, 0);
      storeRowPage(m, at + 4, value.val, "rows");
      return;
    case "text":
      m.putU8(at, 1);
      m.putPair(at + 4, m.newText(value.val, "text"));
      return;
    case "changed":
      m.putU8(at, 2);
      return;
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeChange(m: Abi, at: number, value: t.Change, name: string): void {
  m.object(value, name);
  switch (value.tag) {
    case "parsed":
      m.putU8(at, 0);
      storeParsedFile(m, at + 4, value.val, "parsed");
      return;
    case "removed":
      m.putU8(at, 1);
      m.putPair(at + 4, m.newText(value.val, "removed"));
      return;
    default:
      m.invalid(name, "not one of its cases");
  }
}

export function storeEntry(m: Abi, at: number, value: t.Entry, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putU32(at + 8, m.uint(value.size, "size"));
}

export function storeParsedFile(m: Abi, at: number, value: t.ParsedFile, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newText(value.path, "path"));
  m.putPair(at + 8, m.newBytes(value.hash, "hash"));
  m.putPair(at + 16, m.newText(value.language, "language"));
  m.putPair(at + 24, m.newText(value.text, "text"));
  m.putPair(at + 32, m.newWords(value.nodes, "nodes"));
  m.putU8(at + 40, m.bool(value.hasErrors, "hasErrors"));
  m.putU8(at + 41, m.bool(value.cutShort, "cutShort"));
}

export function storeRow(m: Abi, at: number, value: t.Row, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newBytes(value.key, "key"));
  m.putPair(at + 8, m.newBytes(value.value, "value"));
}

export function storeRowPage(m: Abi, at: number, value: t.RowPage, name: string): void {
  m.object(value, name);
  m.putPair(at, m.newList(value.rows, 16, 4, "rows", storeRow));
  m.putU8(at + 8, m.bool(value.complete, "complete"));
}
