// A browser's memory of an older release, a damaged one, one at its maximum size, and one whose index is rebuilt.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { fileOf, launch, serve } from "../../tests/hosts/page.mjs";
import { openFile } from "../dist/store/file.js";
import { ModuleStore } from "../dist/store/module.js";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const module = await WebAssembly.compile(readFileSync(join(dist, "store/store.wasm")));
/** A page with the package and functions that write and read whole private files, in base64: lists of numbers take long to pass. */
const PAGE = `<!doctype html><link rel="icon" href="data:," /><script type="module">
  import * as scrubjay from "/package/worker.js";
  const root = () => navigator.storage.getDirectory();
  window.bytes = {
    async put(name, base64) {
      const bytes = await (await fetch("data:application/octet-stream;base64," + base64)).arrayBuffer();
      const file = await (await (await root()).getFileHandle(name, { create: true })).createWritable();
      await file.write(bytes);
      await file.close();
    },
    async get(name) {
      const reader = new FileReader();
      const ended = new Promise((resolve) => reader.addEventListener("loadend", resolve));
      reader.readAsDataURL(await (await (await root()).getFileHandle(name)).getFile());
      await ended;
      return reader.result.split(",", 2)[1] ?? "";
    },
    names: async () => (await Array.fromAsync((await root()).keys())).sort(),
  };
  window.scrubjay = scrubjay;
</script>`;

/** Rows of the first format, written by the release of that format. */
const OLDER = readFileSync(new URL("../../core/formats/records-1.rows", import.meta.url), "utf8").trim().split("\n").map((line) => {
  const [key, value] = line.split(" ").map((hex) => new Uint8Array(Buffer.from(hex, "hex")));
  return { key, value };
});

let browser, server, address;
before(async () => {
  browser = await launch();
  ({ server, address } = await serve((path) => (path === "/" ? { body: PAGE, type: "text/html" } : fileOf(dist, path.replace("/package", "")))));
});
after(async () => {
  await browser.close();
  server.close();
});

/** Runs a test in a page without private files. */
async function inPage(use) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(() => window.scrubjay !== undefined);
    await use(page);
  } finally {
    await context.close();
  }
}

const put = (page, name, bytes) => page.evaluate(([name, bytes]) => window.bytes.put(name, bytes), [name, Buffer.from(bytes).toString("base64")]);
const get = async (page, name) => Buffer.from(await page.evaluate((name) => window.bytes.get(name), name), "base64");
const names = (page) => page.evaluate(() => window.bytes.names());

/** Runs `use` on a store with these bytes, or on a new one. Returns its result and the bytes of the file. */
function withStore(bytes, use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-page-"));
  try {
    const path = join(folder, "memory.redb");
    const file = openFile(path, "create");
    if (bytes !== undefined) file.write(bytes, { at: 0 });
    const store = new ModuleStore(module, file, { create: bytes === undefined });
    const result = use(store);
    store.close();
    return [result, readFileSync(path)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rowsOf = (bytes) =>
  withStore(bytes, (store) => store.range(new Uint8Array(), Uint8Array.of(255, 255), 1 << 30).rows.map(({ key, value }) => ({ key: key.slice(), value: value.slice() })))[0];

test("a memory of an older format is kept as it was before the first newer write, and once", () =>
  inPage(async (page) => {
    const commit = { fromGeneration: 0n, toGeneration: 3n, puts: OLDER, deletes: [], scanned: [], meta: [] };
    const [, older] = withStore(undefined, (store) => store.commit(commit));
    await put(page, "m.redb", older);
    const seen = await page.evaluate(async () => {
      const records = await window.scrubjay.openRecords({ file: "m.redb" });
      const seen = [(await records.totals()).nNotes, await window.bytes.names()];
      await records.remember("a newer one");
      seen.push(await window.bytes.names());
      const first = await window.bytes.get("m.before-3.redb");
      await records.remember("another");
      const other = await window.scrubjay.openRecords({ file: "m.redb" });
      await other.remember("of another page");
      const again = await window.bytes.get("m.before-3.redb");
      return [...seen, first === again, (await other.totals()).nNotes, await window.bytes.names()];
    });
    assert.deepEqual(seen, [3, ["m.redb"], ["m.before-3.redb", "m.redb"], true, 6, ["m.before-3.redb", "m.redb"]]);
    assert.deepEqual(rowsOf(await get(page, "m.before-3.redb")), OLDER);
  }));

test("what can be read of a damaged file is saved, and the file is kept", () =>
  inPage(async (page) => {
    await page.evaluate(async () => {
      const records = await window.scrubjay.openRecords({ file: "m.redb" });
      await Promise.all(Array.from({ length: 1_000 }, (_, at) => records.remember(`about ${at}`, { eventId: String(at) })));
      await records.close();
    });
    const wholeBytes = await get(page, "m.redb");
    let nSalvaged = 0;
    const nPages = Math.floor(wholeBytes.length / 4_096);
    for (let run = 0; run < 8; run++) {
      const damaged = Buffer.from(wholeBytes);
      for (let at = 0; at < 1 + 6 * run; at++) {
        const place = 1 + ((at * 7_919 + run * 104_729) % (nPages - 1));
        damaged.fill(0x5a, place * 4_096, (place + 1) * 4_096);
      }
      await put(page, "m.redb", damaged);
      const { salvage, nNotes, right, code, found, asked, losses, seen } = await page.evaluate(async () => {
        const records = await window.scrubjay.openRecords({ file: "m.redb" });
        try {
          const damage = await records.verify();
          const answer = await records.notes().then(() => "answered", ({ code }) => code);
          const salvage = await records.repair();
          const { notes } = await records.notes({ limit: 1_000 });
          const areNotesRight = notes.every(({ text, eventId }) => text === `about ${eventId}`);
          const { nNotes } = await records.totals();
          if (salvage === undefined) return { salvage };
          await records.remember("after it");
          const losses = await records.losses();
          return { salvage, nNotes, right: areNotesRight, found: damage, asked: answer, losses, seen: [await records.sawLosses(), await records.losses(), await records.verify()] };
        } catch ({ code }) {
          return { code };
        } finally {
          await records.close();
        }
      });
      assert.ok(code === undefined || code === "damaged", `run ${run}: ${code}`);
      if (code !== undefined) assert.ok((await get(page, "m.redb")).equals(damaged), `run ${run}: what cannot be read stays`);
      if (salvage === undefined) continue;
      nSalvaged += nNotes > 0 ? 1 : 0;
      assert.ok(right && nNotes === salvage.nRecords, `run ${run}: ${nNotes}, ${salvage.nRecords}`);
      assert.ok((await get(page, salvage.kept)).equals(damaged), `run ${run}: it is kept as it was`);
      assert.match(salvage.kept, /^m\.damaged-\d+\.redb$/);
      await page.evaluate(async (name) => (await navigator.storage.getDirectory()).removeEntry(name), salvage.kept);
      // Who only reads is refused, and what is lost is told until a person has seen it.
      assert.deepEqual([found.path, asked, losses.at(-1), seen.slice(0, 2)], ["m.redb", "damaged", salvage, [true, []]]);
      assert.deepEqual([seen[2] ?? null, await names(page)], [null, ["m.redb"]]);
    }
    assert.ok(nSalvaged > 1, `${nSalvaged} of the damaged files were salvaged`);
  }));

test("a memory of its greatest size takes no more notes", () =>
  inPage(async (page) => {
    const told = await page.evaluate(async () => {
      const memory = (limit) => window.scrubjay.open({ files: new Map(), memory: { file: "m.redb", ...limit } });
      await (await memory()).remember("first");
      const full = [await memory({ maxBytes: 4_096 }), await window.scrubjay.openRecords({ file: "m.redb", maxBytes: 4_096 })];
      const codes = await Promise.all(full.map((one) => one.remember("second").catch(({ code, details }) => [code, details.limit, details.actual > 4_096])));
      return [...codes, (await full[0].totals()).nNotes, (await (await memory({ maxBytes: 1e9 })).remember("third")).state];
    });
    assert.deepEqual(told, [["full", 4_096, true], ["full", 4_096, true], 1, "added"]);
  }));

test("an index that is made again never sets a memory aside", () =>
  inPage(async (page) => {
    const told = await page.evaluate(async () => {
      const files = new Map([["a.py", "def f():\n    pass\n"]]);
      const open = (options) => window.scrubjay.open({ files, store: "p.redb", ...options });
      const first = await open();
      await first.index();
      await first.remember("kept");
      await first.close();
      const again = await open({ rebuild: true });
      const told = [(await again.status()).nFiles, (await again.notes()).notes.map(({ text }) => text), await window.bytes.names()];
      await again.close();
      const refused = [];
      for (const memory of ["p.redb", { file: "p.redb" }]) await open({ memory, rebuild: true }).catch(({ code, details }) => refused.push([code, details.argument]));
      return [...told, ...refused];
    });
    assert.deepEqual(told, [0, ["kept"], ["p.memory.redb", "p.redb", "p.redb.set-aside"], ["invalid", "memory"], ["invalid", "memory"]]);
  }));

test("of what was forgotten no byte stands in any private file of the memory", () =>
  inPage(async (page) => {
    const canary = (at) => `canary ${String(at).padStart(3, "0")} of a page`;
    const ids = await page.evaluate(async () => {
      const records = await window.scrubjay.openRecords({ file: "m.redb" });
      const remembered = await Promise.all(Array.from({ length: 100 }, (_, at) => records.remember(`canary ${String(at).padStart(3, "0")} of a page`)));
      await records.remember("this one stays");
      await records.forget(remembered.map(({ id }) => id));
      await records.close();
      return remembered.map(({ id }) => id);
    });
    for (const name of ["m.before-2.redb", "m.damaged-17.redb", "m.redb.draft", "m.before-2.redb.draft"]) await put(page, name, await get(page, "m.redb"));
    const otherFiles = ["m.before-the-trip.redb", "mm.damaged-1.redb"];
    for (const name of otherFiles) await put(page, name, [1]);
    const leftovers = async () => {
      const texts = await Promise.all((await names(page)).map((name) => get(page, name)));
      return texts.reduce((sum, text) => sum + ids.filter((_, at) => text.includes(canary(at))).length, 0);
    };
    assert.ok((await leftovers()) >= 5 * 90, `${await leftovers()}`);
    const [erasure, texts] = await page.evaluate(async (ids) => {
      const records = await window.scrubjay.openRecords({ file: "m.redb" });
      const otherRecords = await window.scrubjay.openRecords({ file: "m.redb" });
      await otherRecords.totals();
      const erasure = await records.erase(ids);
      await otherRecords.remember("another page goes on");
      return [erasure, (await records.notes()).notes.map(({ text }) => text)];
    }, ids);
    assert.ok(erasure.receipts.every(({ fate }) => fate === "already_forgotten") && erasure.receipts.length === 100);
    // The draft of the file itself made room for that of the new one.
    const removedFiles = ["m.before-2.redb", "m.before-2.redb.draft", "m.damaged-17.redb"];
    assert.deepEqual([erasure.rewritten, erasure.removed, erasure.backups], [["m.redb"], removedFiles, []]);
    assert.deepEqual(texts, ["another page goes on", "this one stays"]);
    assert.deepEqual([await leftovers(), await names(page)], [0, ["m.before-the-trip.redb", "m.redb", ...otherFiles.slice(1)]]);
  }));
