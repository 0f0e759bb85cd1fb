// Files that are left out whatever ignore rules say: those of installed folders, and those that the caller excludes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { MemoryStore, ScrubjayError, folderFiles, open } from "../dist/node.js";
import { diskFiles } from "../dist/files/disk.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");
const json = (root, ...words) => JSON.parse(execFileSync(program, [...words, "--json", "--quiet"], { cwd: root, encoding: "utf8" }));

/** The number of files in the installed folder: few for a virtual environment. */
const N_INSTALLED = 1_000;

/** Runs `use` in a folder of these texts by path. */
async function project(files, use) {
  const root = mkdtempSync(join(tmpdir(), "scrubjay-excluding-"));
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  try {
    for (const [path, text] of Object.entries(files)) write(path, text);
    await use(root, write);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const LIBRARY = {
  "app.py": "from made.forms import form\n\n\ndef main():\n    return form()\n",
  "made/forms.py": "def form():\n    pass\n",
  "made/deep/more.py": "def more():\n    pass\n",
  ".scrubjayignore": "!made/\n",
};

async function finds(memory, name) {
  const { hits } = await memory.graph.find(name);
  return hits.filter(({ symbol }) => symbol.name === name).map(({ symbol }) => symbol.path);
}

test("an environment that nothing ignores filled every answer, and is not the project", () =>
  project({ "web/app.py": "def connect():\n    pass\n" }, async (root, write) => {
    for (let n = 0; n < N_INSTALLED; n++) write(`env/lib/part_${n}.py`, "def connect():\n    pass\n");
    const memory = await open({ root, store: new MemoryStore() });
    await memory.index();
    assert.equal((await memory.graph.find("connect")).nHits, N_INSTALLED + 1);
    write("env/pyvenv.cfg", "home = /usr/bin\n");
    const { nRemoved, installed, nInstalled } = await memory.index();
    assert.deepEqual({ nRemoved, installed, nInstalled }, { nRemoved: N_INSTALLED, installed: ["env"], nInstalled: 1 });
    assert.deepEqual(await finds(memory, "connect"), ["web/app.py"]);
    rmSync(join(root, "env/pyvenv.cfg"));
    const secondRun = await memory.index();
    assert.deepEqual([secondRun.nRead, secondRun.nInstalled], [N_INSTALLED, 0]);
    await memory.close();
  }));

test("a listing names the folders that tools fill, but never takes the folder itself for one", () =>
  project({ "pyvenv.cfg": "", "a/pyvenv.cfg": "", "a/x.py": "", "b/node_modules/c.js": "", "go/vendor/modules.txt": "", "vendor/d.py": "", "l/e.py": "" }, (root) => {
    symlinkSync("e.py", join(root, "l/pyvenv.cfg"));
    const knownFolders = [
      { name: "node_modules", holds: "" },
      { name: "", holds: "pyvenv.cfg" },
      { name: "vendor", holds: "modules.txt" },
    ];
    const { files, installed } = diskFiles(root).list(undefined, { installed: knownFolders, exclude: [] });
    assert.deepEqual(installed.sort(), ["a", "b/node_modules", "go/vendor"]);
    assert.deepEqual(files.map(({ path }) => path).sort(), ["l/e.py", "pyvenv.cfg", "vendor/d.py"]);
  }));

test("the folder that a page has a handle of is entered as one on disk is", async () => {
  const folder = (items) => ({
    kind: "directory",
    async *entries() {
      yield* Object.entries(items);
    },
    getDirectoryHandle: async (name) => Promise.reject(new DOMException(name, "NotFoundError")),
    getFileHandle: async (name) => items[name] ?? Promise.reject(new DOMException(name, "NotFoundError")),
  });
  const file = (text) => ({ kind: "file", getFile: async () => new File([text], "", { lastModified: 1 }) });
  const env = folder({ "pyvenv.cfg": file(""), "a.py": file("a = 1\n") });
  const files = folderFiles(folder({ env, "b.py": file("b = 1\n"), made: folder({ "c.py": file("c = 1\n") }) }));
  const memory = await open({ files, exclude: ["/made/"] });
  const { nRead, installed, exclude } = await memory.index();
  assert.deepEqual({ nRead, installed, exclude }, { nRead: 1, installed: ["env"], exclude: ["/made/"] });
});

test("what is excluded stays out in both hosts until that is taken back", () =>
  project(LIBRARY, async (root, write) => {
    const firstMemory = await open({ root, exclude: ["/made/deep/", "*.gen.py"] });
    assert.deepEqual((await firstMemory.index()).exclude, ["/made/deep/", "*.gen.py"]);
    await firstMemory.close();
    write("made/new.gen.py", "def generated():\n    pass\n");
    write("made/deep/again.py", "def again():\n    pass\n");
    assert.deepEqual(json(root, "index").exclude, ["/made/deep/", "*.gen.py"]);
    const memory = await open({ root, fresh: true });
    for (const name of ["generated", "again", "more"]) assert.deepEqual(await finds(memory, name), []);
    assert.deepEqual(await finds(memory, "form"), ["made/forms.py"]);
    // Whoever has it open goes by what another one gives.
    json(root, "index", "--exclude", "app.py");
    assert.deepEqual([await finds(memory, "main"), await finds(memory, "again")], [[], ["made/deep/again.py"]]);
    assert.deepEqual((await memory.index()).exclude, ["app.py"]);
    await memory.close();
    const unexcluding = await open({ root, exclude: [] });
    const { exclude, nRead } = await unexcluding.index();
    assert.deepEqual([exclude, nRead], [[], 1]);
    await unexcluding.close();
    assert.deepEqual(json(root, "status").exclude, []);
  }));

test("an index that is made again excludes what it did", () =>
  project(LIBRARY, async (root) => {
    json(root, "index", "--exclude", "deep");
    const memory = await open({ root, rebuild: true });
    const { remade, exclude } = await memory.index();
    assert.deepEqual([remade, exclude, await finds(memory, "more")], ["asked", ["deep"], []]);
    await memory.close();
    assert.deepEqual(json(root, "status").exclude, ["deep"]);
  }));

test("files in memory and those of any source are excluded", async () => {
  const files = new Map([["a.py", "a = 1\n"], ["made/b.py", "b = 1\n"], ["made/c/d.py", "d = 1\n"]]);
  const source = { list: () => ({ files: [...files].map(([path, text]) => ({ path, size: text.length })), unreachable: [] }), read: (path) => new TextEncoder().encode(files.get(path)) };
  for (const givenFiles of [files, source]) {
    const memory = await open({ files: givenFiles, exclude: ["/made/c/", "a.*"] });
    assert.equal((await memory.index()).nRead, 1);
  }
});

test("a thread of its own excludes as this one does", () =>
  project(LIBRARY, async (root) => {
    const memory = await open({ root, thread: true, exclude: ["made"] });
    try {
      const { nRead, exclude } = await memory.index();
      assert.deepEqual([nRead, exclude], [1, ["made"]]);
    } finally {
      await memory.close();
    }
  }));

test("patterns that do not exclude are refused", async () => {
  const wrongPatterns = ["a", [1], [""], ["!a"], ["a\nb"], ["a\r"], ["a\0"], ["#a"], ["/"], ["[a"], ["x".repeat(4_097)], Array(1_001).fill("x"), ["\ud800"]];
  for (const exclude of wrongPatterns) {
    const isRefusal = (error) => error instanceof ScrubjayError && error.code === "invalid" && error.details.argument === "exclude";
    await assert.rejects(open({ files: new Map(), exclude }), isRefusal, JSON.stringify(exclude).slice(0, 80));
  }
  await assert.rejects(open({ files: new Map(), purpose: "reading", exclude: ["a"] }), { code: "invalid" });
});
