// Sources of files: entries that cannot be read, and how runs report them.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { MemoryStore, ScrubjayError, givenFiles, open, textFiles } from "../dist/node.js";
import { diskFiles } from "../dist/files/disk.js";
import { folderFiles } from "../dist/files/folder.js";

/** The most bytes of a file that is indexed. */
const MAX_BYTES = 4 << 20;

/** Imitates a browser's handle of a folder. A file is a text; opening a name in `refused` throws. */
class Folder {
  kind = "directory";
  refused = new Set();
  constructor(items) {
    this.items = items;
  }
  async *entries() {
    for (const name of Object.keys(this.items)) yield [name, this.#handle(name)];
  }
  async getDirectoryHandle(name) {
    return this.#of("directory", name);
  }
  async getFileHandle(name) {
    return this.#of("file", name);
  }
  #of(kind, name) {
    if (!Object.hasOwn(this.items, name)) throw new DOMException(name, "NotFoundError");
    const handle = this.#handle(name);
    if (handle.kind !== kind) throw new DOMException(name, "TypeMismatchError");
    return handle;
  }
  #handle(name) {
    const item = this.items[name];
    if (item instanceof Folder) return this.refused.has(name) ? refusing(item) : item;
    return { kind: "file", getFile: async () => new File([item], name, { lastModified: 1 }) };
  }
}

function refusing(folder) {
  const refuse = async () => {
    throw new DOMException("no", "NotAllowedError");
  };
  return { kind: folder.kind, getDirectoryHandle: refuse, getFileHandle: refuse, entries: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }) };
}

const SHOP = () => new Folder({ "a.py": "def one():\n    return two()\n", in: new Folder({ "b.py": "def two():\n    pass\n", deep: new Folder({ "c.py": "def three():\n    pass\n" }) }) });

test("the folder of a kept memory is read from before it was ever listed", async () => {
  const [root, store] = [SHOP(), new MemoryStore()];
  const memoryBefore = await open({ files: folderFiles(root), store });
  await memoryBefore.index();
  await memoryBefore.close();
  const files = folderFiles(root);
  const { pieces } = await (await open({ files, store })).prepare("one two three");
  assert.deepEqual([...new Set(pieces.map(({ form }) => form))], ["source"]);
  assert.equal(new TextDecoder().decode(await files.read("in/deep/c.py")), "def three():\n    pass\n");
  for (const goneFile of ["in/x.py", "x/b.py", "a.py/b.py", "in"]) assert.equal(await files.read(goneFile), undefined);
});

test("one folder that a browser may not read leaves the rest, and what is stored of it stays", async () => {
  const root = SHOP();
  const memory = await open({ files: folderFiles(root) });
  await memory.index();
  root.refused.add("in");
  root.items["a.py"] = "def one():\n    return three()\n";
  const { nRead, nRemoved, problems } = await memory.index();
  assert.deepEqual({ nRead, nRemoved }, { nRead: 1, nRemoved: 0 });
  assert.deepEqual(problems.map(({ path }) => path), ["in"]);
  assert.deepEqual((await memory.graph.find("three")).hits.map(({ symbol }) => symbol.path), ["in/deep/c.py"]);
  root.refused.clear();
  delete root.items.in;
  assert.equal((await memory.index()).nRemoved, 2);
});

test("one folder on disk that may not be read leaves the rest, and what is stored of it stays", async () => {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-files-"));
  try {
    chmodSync(root, 0o755);
    mkdirSync(join(root, "in"));
    for (const path of ["a.py", "in/b.py", "in/c.py"]) writeFileSync(join(root, path), "x = 1\n");
    const memory = await open({ root, store: "memory" });
    await memory.index();
    chmodSync(join(root, "in"), 0);
    const { nRemoved, problems } = await asNobody(() => memory.index());
    assert.deepEqual({ nRemoved, paths: problems.map(({ path }) => path) }, { nRemoved: 0, paths: ["in"] });
    assert.equal((await memory.status()).nFiles, 3);
    rmSync(join(root, "in"), { recursive: true });
    assert.equal((await memory.index()).nRemoved, 2);
  } finally {
    rmSync(root, { recursive: true });
  }
});

/** Runs `use` as an unprivileged user, because the system refuses root nothing. */
async function asNobody(use) {
  const isFirst = process.geteuid() === 0;
  if (isFirst) process.seteuid(65_534);
  try {
    return await use();
  } finally {
    if (isFirst) process.seteuid(0);
  }
}

test("of a file that is too large no more is read than shows it", async () => {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-files-"));
  try {
    writeFileSync(join(root, "a.py"), "def one():\n    pass\n");
    const memory = await open({ root, store: "memory" });
    await memory.index();
    truncateSync(join(root, "a.py"), 2 ** 30);
    assert.equal(diskFiles(root).read("a.py").length, MAX_BYTES + 1);
    assert.equal((await memory.prepare("one")).pieces[0]?.form, "stale_signature");
  } finally {
    rmSync(root, { recursive: true });
  }
  const large = new File([new Uint8Array(3 * MAX_BYTES)], "a.py");
  assert.equal((await givenFiles([{ path: "a.py", file: large }]).read("a.py")).length, MAX_BYTES + 1);
  assert.equal((await folderFiles(new Folder({ "a.py": new Uint8Array(3 * MAX_BYTES) })).read("a.py")).length, MAX_BYTES + 1);
});

test("a file that grew too large since it was listed is named, and what is stored of it stays", async () => {
  const texts = new Map([["a.py", "def one():\n    pass\n"]]);
  const { list, read } = textFiles(texts);
  let grown;
  const memory = await open({ files: { list, read: (path) => grown ?? read(path) } });
  await memory.index();
  texts.set("a.py", "def one():\n    return 1\n");
  grown = new Uint8Array(MAX_BYTES + 1);
  assert.deepEqual((await memory.index()).problems, [{ path: "a.py", kind: "size", why: "it grew past 4 MiB" }]);
  assert.equal((await memory.graph.find("one")).hits.length, 1);
});

test("whatever a source does wrong is an error of this package", async () => {
  const found = { path: "a.py", size: 1, modified: 1n };
  const lists = [
    ["invalid", () => undefined],
    ["invalid", () => ({ files: [] })],
    ["invalid", () => ({ files: [null], unreachable: [] })],
    ["invalid", () => ({ files: [{ ...found, path: 7 }], unreachable: [] })],
    ["invalid", () => ({ files: [{ ...found, size: Number.NaN }], unreachable: [] })],
    ["invalid", () => ({ files: [{ ...found, size: 1.5 }], unreachable: [] })],
    ["invalid", () => ({ files: [{ ...found, modified: 1 }], unreachable: [] })],
    ["invalid", () => ({ files: [found, { ...found, size: 2 }], unreachable: [] })],
    ["invalid", () => ({ files: [found], unreachable: [null] })],
    ["invalid", () => ({ files: [found], unreachable: [{ why: "no permission" }] })],
    ["io", () => Promise.reject(new Error("no network"))],
  ];
  for (const [code, list] of lists) {
    const memory = await open({ files: { list, read: () => new Uint8Array() } });
    await assert.rejects(memory.index(), (error) => error instanceof ScrubjayError && error.code === code);
  }
  for (const read of [() => "x = 1\n", () => new ArrayBuffer(1), () => Promise.reject("no")]) {
    const memory = await open({ files: { list: () => ({ files: [found], unreachable: [] }), read } });
    assert.deepEqual((await memory.index()).problems.map(({ path }) => path), ["a.py"]);
  }
});
