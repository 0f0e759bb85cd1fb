// Reading badly damaged memories: the cost of the search for readable rows behind damage, which Node and pages share.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";

import { openRecords } from "../dist/node.js";
import { DamagedFile } from "../dist/records/salvage.js";
import { ModuleStore } from "../dist/store/module.js";

const PAGE = 4_096;
const PARTS = ["forgotten", "kept", "lost"];
/**
 * The most times that a file may be opened: for its last commit and the one before, each as often as reads may fail,
 * and a few times more.
 */
const MAX_OPENED = 2 * 2_020;

const module = await WebAssembly.compile(readFileSync(new URL("../dist/store/store.wasm", import.meta.url)));
let wholeBytes;

/** Makes the undamaged file: 600 records of four kinds. */
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-salvage-"));
  try {
    const file = join(folder, "memory.redb");
    const records = await openRecords({ file });
    const events = Array.from({ length: 600 }, (_, at) => {
      const common = { eventId: `e${at}`, time: 1_700_000_000_000 + at * 60_000, session: `s${at % 7}`, task: `t${at % 5}` };
      const text = Array.from({ length: 5 + ((at * 37) % 120) }, (_, word) => `word${(at * 31 + word * 17) % 997}`).join(" ");
      const kinds = [{ text }, { kind: "tool_call", tool: `tool${at % 4}` }, { kind: "file_touch", path: `src/f${at % 40}.py`, operation: "edit" }, { kind: "turn", conversation: `c${at % 3}`, text }];
      return { ...common, ...kinds[at % 4] };
    });
    for (let at = 0; at < events.length; at += 100) await records.record(events.slice(at, at + 100));
    await records.close();
    wholeBytes = readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Numbers below 2^32 that follow from a seed. */
function randomNumbers(seed) {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) + 0x6d2b79f5;
    return (state ^ (state >>> 15)) >>> 0;
  };
}

/** Ways of damaging `n` pages, or of cutting the file. */
const DAMAGE = {
  "overwritten pages": (bytes, n, next) => pages(bytes, n, next, (page) => page.fill(0x5a)),
  "heads of pages": (bytes, n, next) => pages(bytes, n, next, (page) => Array.from({ length: 4 }, () => (page[next() % 64] = next()))),
  "bits of pages": (bytes, n, next) => pages(bytes, n, next, (page) => Array.from({ length: 8 }, () => (page[next() % PAGE] ^= 1 << next() % 8))),
  "pages in the place of others": (bytes, n, next) => pages(bytes, n, next, (page) => page.set(bytes.subarray(PAGE * (1 + (next() % 200))).subarray(0, PAGE))),
  "a file that was cut": (bytes, n, next) => bytes.subarray(0, next() % bytes.length),
};

function pages(bytes, n, random, damage) {
  for (let at = 0; at < n; at++) {
    const page = 1 + (random() % (Math.floor(bytes.length / PAGE) - 1));
    damage(bytes.subarray(page * PAGE, (page + 1) * PAGE));
  }
  return bytes;
}

/** Salvages a file. Returns, for each part of the salvage, how often the file had been opened by its end, and its rows. */
async function salvageParts(bytes) {
  const handle = { getSize: () => bytes.length, read: (to, { at }) => bytes.copy(to, 0, at), close: () => undefined };
  let nOpened = 0;
  const open = (mode) => {
    // Pages are read one by one without a fault.
    nOpened += Number(mode !== "leaves");
    return new ModuleStore(module, handle, mode);
  };
  const damagedFile = new DamagedFile(open, bytes.length);
  const parts = Object.fromEntries(PARTS.map((part) => [part, { rows: [], nOpened: 0 }]));
  const take = async (_, part, _isScattered, rows) => {
    parts[part].rows.push(...rows.map(({ key, value }) => Buffer.from(key).toString("hex") + Buffer.from(value).toString("hex")));
    parts[part].nOpened = nOpened;
    return rows.length;
  };
  await damagedFile.fill(undefined, take, new Error("nothing can be read"));
  damagedFile.close();
  return { nOpened, parts };
}

// Once, up to fifty damaged pages delayed each command by up to 25 seconds, because each part of the salvage searched
// the damage again.
for (const [name, damage] of Object.entries(DAMAGE)) {
  test(`damage is searched once, and within bounds: ${name}`, async () => {
    let nRead = 0;
    for (const [seed, n] of [1, 15, 35, 50, 50].entries()) {
      const random = randomNumbers(seed);
      const bytes = damage(Buffer.from(wholeBytes), n, random);
      const { nOpened, parts } = await salvageParts(bytes);
      assert.ok(nOpened <= MAX_OPENED, `seed ${seed}: opened ${nOpened} times`);
      const { forgotten, kept, lost } = parts;
      assert.deepEqual(kept.rows, forgotten.rows, `seed ${seed}`);
      assert.deepEqual(lost.rows, forgotten.rows, `seed ${seed}`);
      if (forgotten.rows.length > 0) assert.ok(lost.nOpened - kept.nOpened <= 1, `seed ${seed}: opened ${lost.nOpened - kept.nOpened} times to read again what was found`);
      nRead += forgotten.rows.length;
    }
    assert.ok(nRead > 0);
  });
}
