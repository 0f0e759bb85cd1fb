// Records in a browser: of several pages at the same time, and of a page that is closed while it writes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { fileOf, launch, serve } from "../../tests/hosts/page.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const PAGE = `<!doctype html><link rel="icon" href="data:," /><script type="module">
  import * as scrubjay from "/package/worker.js";
  window.scrubjay = scrubjay;
</script>`;

let browser, context, server, address;
before(async () => {
  browser = await launch();
  ({ server, address } = await serve((path) => (path === "/" ? { body: PAGE, type: "text/html" } : fileOf(dist, path.replace("/package", "")))));
});
after(async () => {
  await browser.close();
  server.close();
});

/** Runs a test with a function that opens pages of one origin, which has no private files yet. */
async function inPages(use) {
  context = await browser.newContext();
  try {
    await use(async () => loadRecords(await context.newPage()));
  } finally {
    await context.close();
  }
}

async function loadRecords(page) {
  await page.goto(address);
  await page.waitForFunction(() => window.scrubjay !== undefined);
  return page;
}

/** Writes notes one after the other in a page, and counts the acknowledged ones in `window.nWritten`. */
const write = (page, name, n) =>
  page.evaluate(async ([name, n]) => {
    const records = await window.scrubjay.openRecords({ file: "agent/memory.redb" });
    window.nWritten = 0;
    for (let at = 0; at < n; at++) {
      await records.remember(String(at), { channel: name, eventId: `${name}-${at}` });
      window.nWritten = at + 1;
    }
    await records.close();
  }, [name, n]);

const readNumbers = (page, channel) =>
  page.evaluate(async (channel) => {
    const records = await window.scrubjay.openRecords({ file: "agent/memory.redb" });
    const { notes } = await records.notes({ channel, limit: 1_000 });
    await records.close();
    return notes.map(({ text }) => Number(text)).sort((a, b) => a - b);
  }, channel);

const firstNumbers = (n) => Array.from({ length: n }, (_, at) => at);

test("notes of several pages at the same time are all there once", () =>
  inPages(async (page) => {
    const pages = [await page(), await page(), await page()];
    await Promise.all(pages.map((page, at) => write(page, String(at), 50)));
    for (const at of firstNumbers(pages.length)) assert.deepEqual(await readNumbers(pages[0], String(at)), firstNumbers(50));
  }));

test("what a page was acknowledged is there after it was loaded anew while it wrote, and other pages go on meanwhile", () =>
  inPages(async (page) => {
    const [onePage, otherPage] = [await page(), await page()];
    const going = write(otherPage, "other", 120);
    for (let run = 0; run < 4; run++) {
      const cut = write(onePage, `cut${run}`, 100_000).catch(() => undefined);
      await onePage.waitForFunction((min) => window.nWritten >= min, 3 + run);
      const nWritten = await onePage.evaluate(() => window.nWritten);
      await onePage.reload();
      await cut;
      await onePage.waitForFunction(() => window.scrubjay !== undefined);
      const foundNumbers = await readNumbers(onePage, `cut${run}`);
      assert.ok(foundNumbers.length >= nWritten, `${foundNumbers.length} of ${nWritten}`);
      assert.deepEqual(foundNumbers, firstNumbers(foundNumbers.length));
    }
    await going;
    assert.deepEqual(await readNumbers(onePage, "other"), firstNumbers(120));
  }));

test("the memory of a project lies beside its store, is shared with other pages, and lasts; without a store nothing does", () =>
  inPages(async (page) => {
    const [onePage, otherPage] = [await page(), await page()];
    const tell = (page, store, text) =>
      page.evaluate(async ([store, text]) => {
        const memory = await window.scrubjay.open({ files: new Map([["a.py", "x = 1\n"]]), store, ...(store && { purpose: "writing" }) });
        await memory.remember(text, { at: ["a.py"], time: 1_000 });
        const { notes } = await memory.notes();
        const root = await navigator.storage.getDirectory();
        const names = [];
        for await (const name of root.keys()) names.push(name);
        await memory.close();
        return { texts: notes.map(({ text }) => text).sort(), hash: notes[0].anchors[0].hash.length, names: names.sort() };
      }, [store, text]);
    const names = ["p.memory.redb", "p.redb"];
    assert.deepEqual(await tell(onePage, "p.redb", "a"), { texts: ["a"], hash: 64, names });
    assert.deepEqual(await tell(otherPage, "p.redb", "b"), { texts: ["a", "b"], hash: 64, names });
    assert.deepEqual((await tell(onePage, undefined, "c")).texts, ["c"]);
    const refusal = await onePage.evaluate(async () => {
      const records = await window.scrubjay.openRecords({ owner: { tenant: "t" } });
      const errors = [];
      for (const call of [() => records.remember(7), () => records.remember("a", { origin: () => 1 }), () => window.scrubjay.openRecords({ file: "../x" })]) {
        await call().catch(({ code, details }) => errors.push([code, details.argument]));
      }
      return [...errors, (await records.upkeep()).isDone, (await records.remember("a")).state];
    });
    assert.deepEqual(refusal, [["invalid", "text"], ["invalid", "event"], ["invalid", "store"], true, "added"]);
  }));

test("a memory goes from one file of a page into another as lines, and is changed there", () =>
  inPages(async (page) => {
    const done = await (await page()).evaluate(async () => {
      const from = await window.scrubjay.openRecords({ file: "from.redb" });
      const to = await window.scrubjay.openRecords({ file: "to.redb" });
      const events = [0, 1, 2].map((at) => ({ eventId: `e${at}`, text: `note ${at}`, session: at === 0 ? "first" : "" }));
      const [{ id }] = await from.record(events);
      let whole = "";
      for await (const text of from.exportLines()) whole += text;
      const imported = await to.importLines(whole);
      const cut = await to.importLines("{");
      const updated = await to.update(id, { text: "better" });
      const dry = await to.erase({ session: "first" }, { dryRun: true });
      const kept = (await to.notes()).notes.map(({ text }) => text);
      const erased = await to.erase({ session: "first" });
      const refused = (await to.importLines(whole.replace("note 1", "note 9"))).refused.map(({ line }) => line);
      const left = (await to.notes()).notes.map(({ text }) => text);
      await Promise.all([from.close(), to.close()]);
      const codes = cut.refused.map(({ line, error }) => [line, error instanceof window.scrubjay.InvalidError]);
      return { imported, codes, updated, isSame: JSON.stringify(dry) === JSON.stringify(erased), reached: dry.rewritten, kept, left, refused };
    });
    assert.deepEqual(done, {
      imported: { nAdded: 3, nKnown: 0, nAdopted: 0, nWaiting: 0, refused: [], isWhole: true },
      codes: [[1, true]],
      updated: true,
      isSame: true,
      reached: ["to.redb"],
      kept: ["note 2", "note 1", "better"],
      left: ["note 2", "note 1"],
      refused: [2, 4],
    });
  }));
