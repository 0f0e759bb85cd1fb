// The store in a redb file: compared with a model, crashed at every write, damaged, and without space.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ask } from "../dist/ask.js";
import { ScrubjayError } from "../dist/errors.js";
import { withReadAhead } from "../dist/store/ahead.js";
import { withWriteBehind } from "../dist/store/behind.js";
import { MemoryStore } from "../dist/store/memory.js";
import { ModuleStore } from "../dist/store/module.js";

const module = await WebAssembly.compile(readFileSync(new URL("../dist/store/store.wasm", import.meta.url)));

const openStore = async (...given) => new ModuleStore(...given);

/** A file in memory. `onChange` is called before every write, truncation and flush, and may throw. */
class File {
  constructor(bytes = new Uint8Array(), onChange = () => {}) {
    this.bytes = bytes.slice();
    this.onChange = onChange;
    this.nBytesRead = 0;
    this.nCloses = 0;
  }
  getSize() {
    return this.bytes.length;
  }
  read(buffer, { at }) {
    const part = this.bytes.subarray(at, at + buffer.length);
    buffer.set(part);
    this.nBytesRead += part.length;
    return part.length;
  }
  write(buffer, { at }) {
    this.onChange({ kind: "write", at, bytes: buffer.slice() });
    this.#grow(Math.max(this.bytes.length, at + buffer.length));
    this.bytes.set(buffer, at);
    return buffer.length;
  }
  truncate(size) {
    this.onChange({ kind: "truncate", size });
    this.#grow(size);
  }
  flush() {
    this.onChange({ kind: "flush" });
  }
  close() {
    this.nCloses += 1;
  }
  #grow(size) {
    if (size === this.bytes.length) return;
    const bytes = new Uint8Array(size);
    bytes.set(this.bytes.subarray(0, size));
    this.bytes = bytes;
  }
}

/** A generator of random numbers below a bound; equal seeds give equal numbers. */
function dice(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const key = (n) => Uint8Array.of(n >> 8, n & 255);
const value = (n, size) => new Uint8Array(size).fill(n);
/** Random bytes, which cannot be compressed. */
const noise = (seed, size) => Uint8Array.from({ length: size }, dice(seed).bind(null, 256));

/** A random change: fewer than 20 rows put and 8 deleted, one scan entry and one meta value. */
function change(roll, from) {
  const puts = Array.from({ length: roll(20) }, () => ({ key: key(roll(300)), value: value(roll(256), roll(3_000)) }));
  const takenKeys = new Set(puts.map((row) => String(row.key)));
  const deletes = Array.from({ length: roll(8) }, () => key(roll(300))).filter((some) => !takenKeys.has(String(some)));
  const scanned = [[`src/${roll(40)}.py`, roll(3) === 0 ? undefined : value(roll(256), 18)]];
  return { fromGeneration: from, toGeneration: from + 1n, puts, deletes, scanned, meta: [["engine", value(roll(256), 32)]] };
}

/** The generation, rows, scan entries and meta value of a store, in a form to compare. */
function contents(store) {
  const { rows, complete } = store.range(new Uint8Array(), Uint8Array.of(255, 255), 2 ** 31);
  assert.ok(complete);
  const hex = (bytes) => bytes && Buffer.from(bytes).toString("hex");
  // Before the store is asked anything else.
  const heldRows = rows.map((row) => [hex(row.key), hex(row.value)]);
  return {
    generation: store.generation(),
    rows: heldRows,
    scanned: store.scanned().map(([path, entry]) => [path, hex(entry)]),
    meta: hex(store.meta("engine")),
  };
}

/** The bytes of a store that was closed after `nChanges` changes, and its contents. */
async function writtenFile(nChanges, seed) {
  const file = new File();
  const store = await openStore(module, file, { create: true });
  const roll = dice(seed);
  for (let n = 0; n < nChanges; n += 1) store.commit(change(roll, BigInt(n)));
  const heldContents = contents(store);
  store.close();
  return { bytes: file.bytes, held: heldContents };
}

test("a store answers as a map does, through commits, reopening and compaction", async () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const roll = dice(seed);
    const model = new MemoryStore();
    const file = [new File(), withReadAhead(new File()), withWriteBehind(withReadAhead(new File()))][seed % 3];
    let store = await openStore(module, file, { create: true });
    for (let step = 0; step < 60; step += 1) {
      const nextChange = change(roll, model.generation());
      store.commit(nextChange);
      model.commit(nextChange);
      const keys = Array.from({ length: 10 }, () => key(roll(300)));
      assert.deepEqual(store.get(keys), model.get(keys));
      const [start, end, limit] = [key(roll(300)), key(roll(300)), roll(20_000)];
      assert.deepEqual(store.range(start, end, limit), model.range(start, end, limit));
      assert.deepEqual(store.scanned(), model.scanned());
      if (roll(10) === 0) store.compact();
      if (roll(10) === 0) {
        store.close();
        store = await openStore(module, file);
      }
      assert.deepEqual(contents(store), contents(model));
    }
    store.close();
  }
});

test("the rows of several requests of one ask are all as they are in the store", async () => {
  const store = await openStore(module, new File(), { create: true });
  const puts = Array.from({ length: 20 }, (_, n) => ({ key: key(n), value: noise(n + 1, 50) }));
  store.commit({ fromGeneration: 0n, toGeneration: 1n, puts, deletes: [], scanned: [], meta: [] });
  const range = { kind: "range", value: { start: key(3), end: key(6), maxBytes: 1_000 } };
  const askReply = { kind: "ask", value: { ticket: new Uint8Array(), requests: [range, { kind: "keys", value: [key(9), key(7)] }] } };
  const component = { call: (what) => what() };
  const answers = await ask(component, { store }, (_, resumed) => (resumed ? { kind: "done", value: resumed.answers } : askReply));
  assert.deepEqual(answers.map(({ value }) => value.rows), [puts.slice(3, 6), [puts[9], puts[7]]]);
  store.close();
});

test("compaction gives back the space of what was deleted, once it is worth it", async () => {
  const file = new File();
  const store = await openStore(module, file, { create: true });
  const nothing = { puts: [], deletes: [], scanned: [], meta: [] };
  const puts = Array.from({ length: 1_000 }, (_, n) => ({ key: key(n), value: noise(n + 1, 8_000) }));
  store.commit({ ...nothing, fromGeneration: 0n, toGeneration: 1n, puts });
  const fullSize = file.bytes.length;
  const deletes = puts.slice(100).map((row) => row.key);
  store.commit({ ...nothing, fromGeneration: 1n, toGeneration: 2n, deletes });
  store.compact();
  const smallSize = file.bytes.length;
  assert.ok(smallSize < fullSize / 3, `${fullSize} bytes became ${smallSize}`);
  assert.deepEqual(store.range(key(0), key(9_999), 1 << 30).rows, puts.slice(0, 100));
  let nOperations = 0;
  file.onChange = () => (nOperations += 1);
  store.compact();
  assert.equal(nOperations, 0, "there is nothing to gain");
  store.close();
});

test("a store that was compacted and never closed is opened without being read as a whole", async () => {
  const nothing = { puts: [], deletes: [], scanned: [], meta: [] };
  const puts = Array.from({ length: 1_000 }, (_, n) => ({ key: key(n), value: noise(n + 1, 8_000) }));
  for (const isWasteful of [false, true]) {
    const file = new File();
    const store = await openStore(module, file, { create: true });
    store.commit({ ...nothing, fromGeneration: 0n, toGeneration: 1n, puts });
    if (isWasteful) store.commit({ ...nothing, fromGeneration: 1n, toGeneration: 2n, deletes: puts.slice(200).map((row) => row.key) });
    const sizeBefore = file.bytes.length;
    store.compact();
    assert.equal(file.bytes.length < sizeBefore, isWasteful);
    // A page that goes away closes nothing.
    const leftFile = new File(file.bytes);
    await openStore(module, leftFile);
    assert.ok(leftFile.nBytesRead < 100_000, `${leftFile.nBytesRead} bytes of ${leftFile.bytes.length} were read`);
  }
});

test("a crash at any write keeps all that was acknowledged, and of the rest all or nothing", async () => {
  const { bytes } = await writtenFile(10, 7);
  for (const wrapFile of [(file) => file, withWriteBehind]) {
    const nOperations = await countOperations(bytes, wrapFile);
    assert.ok(nOperations > 30, `${nOperations} operations`);
    for (let crashAt = 0; crashAt < nOperations; crashAt += 1) {
      for (const seed of [1, 2, 3]) await crash(bytes, wrapFile, crashAt, dice(seed * 1_000 + crashAt + 1));
    }
  }
});

/** Opens a store, makes three commits and closes it. Calls `acknowledged` with the contents after opening and after each commit. */
async function work(file, acknowledged) {
  const store = await openStore(module, file);
  acknowledged(contents(store));
  const roll = dice(99);
  for (let n = 0; n < 3; n += 1) {
    store.commit(change(roll, store.generation()));
    acknowledged(contents(store));
  }
  store.close();
}

async function countOperations(bytes, wrapFile) {
  let n = 0;
  await work(wrapFile(new File(bytes, () => (n += 1))), () => {});
  return n;
}

/** Crashes at the operation `crashAt`, and checks the remaining file. `wrapFile` wraps the handle that the store gets. */
async function crash(bytes, wrapFile, crashAt, roll) {
  const states = [];
  await work(new File(bytes), (state) => states.push(state));
  let [nOperations, nAcknowledged, pending] = [0, 0, []];
  const durable = new File(bytes);
  const link = (operations) => {
    for (const { kind, at, bytes: some, size } of operations) {
      if (kind === "write") durable.write(some, { at });
      if (kind === "truncate") durable.truncate(size);
    }
  };
  const file = new File(bytes, (operation) => {
    if (nOperations++ >= crashAt) throw new Error("the power is gone");
    if (operation.kind !== "flush") return void pending.push(operation);
    link(pending);
    pending = [];
  });
  await assert.rejects(work(wrapFile(file), () => (nAcknowledged += 1)), (error) => error instanceof ScrubjayError);
  // Of what was not flushed any part may have reached the disk, and of a write any of its blocks.
  for (const operation of pending) {
    if (operation.kind !== "write") link(roll(2) ? [operation] : []);
    else for (let at = 0; at < operation.bytes.length; at += 512) {
      const block = operation.bytes.subarray(at, at + 512);
      if (roll(2)) link([{ kind: "write", at: operation.at + at, bytes: block }]);
    }
  }
  const store = await openStore(module, durable, { check: true });
  const foundContents = contents(store);
  const place = states.findIndex((state) => state.generation === foundContents.generation);
  assert.deepEqual(foundContents, states[place], `crashed at ${crashAt}`);
  assert.ok(place + 1 >= nAcknowledged, `crashed at ${crashAt}: state ${place} of ${nAcknowledged}`);
  store.commit(change(roll, foundContents.generation));
  store.close();
}

test("a crash while a store is made leaves none, or an empty one", async () => {
  let nOperations = 0;
  await openStore(module, new File(new Uint8Array(), () => (nOperations += 1)), { create: true });
  for (let crashAt = 0; crashAt < nOperations; crashAt += 1) {
    let n = 0;
    const file = new File(new Uint8Array(), () => {
      if (n++ >= crashAt) throw new Error("the power is gone");
    });
    await assert.rejects(openStore(module, file, { create: true }), (error) => error instanceof ScrubjayError);
    const store = await openStore(module, new File(file.bytes), { create: true });
    assert.equal(store.generation(), 0n);
    store.close();
  }
});

test("a file without a store is missing, and one of something else is damaged and left alone", async () => {
  await assert.rejects(openStore(module, new File()), { name: "NotIndexedError", code: "not_indexed" });
  for (const bytes of [new TextEncoder().encode("not a store at all, but long enough to look at"), new Uint8Array(3_000_000)]) {
    const file = new File(bytes);
    await assert.rejects(openStore(module, file, { create: true }), { code: "damaged" });
    assert.deepEqual(file.bytes, bytes);
  }
});

test("flipped bits give the right rows or a typed refusal", async () => {
  const { bytes, held } = await writtenFile(20, 3);
  let nRefused = 0;
  for (let n = 0; n < 150; n += 1) {
    const damaged = bytes.slice();
    damaged[((n * 7_919 + 13) * 101) % damaged.length] ^= 1 << n % 8;
    const file = new File(damaged);
    try {
      const store = await openStore(module, file, { check: true });
      assert.deepEqual(contents(store), held);
      store.close();
    } catch (error) {
      assert.ok(error instanceof ScrubjayError, String(error.stack));
      nRefused += 1;
    }
    assert.equal(file.nCloses, 1);
  }
  assert.ok(nRefused < 150, "most bits of a file are not in use");
});

test("a file that makes the store panic as it is opened is closed once, for its number may be another file's by then", async () => {
  const { bytes } = await writtenFile(20, 3);
  let nPanics = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const [file, roll] = [new File(bytes), dice(seed)];
    for (let n = 0; n < 40; n += 1) file.bytes[64 + roll(bytes.length - 64)] ^= 1 << roll(8);
    try {
      // What is read beside a writer is held to no checksum, because pages are being written.
      (await openStore(module, file, "beside")).close();
    } catch (error) {
      nPanics += Number(error.cause instanceof WebAssembly.RuntimeError);
    }
    assert.equal(file.nCloses, 1);
  }
  assert.ok(nPanics > 0, "no file made it panic");
});

test("a file that is longer than what is kept of it is read as it is, in any order and while it is written", () => {
  const random = dice(11);
  const plainFile = new File(Uint8Array.from({ length: 3 << 20 }, () => random(256)));
  const file = withReadAhead(plainFile);
  for (let turn = 0; turn < 2_000; turn++) {
    const [at, length] = [random(plainFile.bytes.length), random(9_000)];
    if (turn % 10 === 0) {
      file.write(Uint8Array.from({ length: random(100) }, () => random(256)), { at });
    } else {
      const buffer = new Uint8Array(length);
      const read = buffer.subarray(0, file.read(buffer, { at }));
      assert.deepEqual(read, plainFile.bytes.slice(at, at + length));
    }
  }
});

test("what was read ahead at the end of a file does not hide what is written behind it", () => {
  const file = withReadAhead(new File(value(1, 100)));
  const read = (at) => {
    const buffer = new Uint8Array(20);
    return buffer.subarray(0, file.read(buffer, { at }));
  };
  assert.deepEqual([read(50), read(90)], [value(1, 20), value(1, 10)]);
  file.write(value(2, 10), { at: 100_000 });
  assert.deepEqual(read(90), new Uint8Array([...value(1, 10), ...value(0, 10)]));
});

test("a full disk is told of, and the store is as it was", async () => {
  const { bytes, held } = await writtenFile(5, 11);
  for (const [code, isLate] of [["ENOSPC", false], ["QuotaExceededError", false], ["QuotaExceededError", true]]) {
    const file = new File(bytes, ({ kind, at = 0, size = 0, bytes: some = [] }) => {
      const needed = kind === "truncate" && !isLate ? size : at + some.length;
      if (needed > bytes.length) throw code === "ENOSPC" ? Object.assign(new Error(), { code }) : new DOMException("full", code);
    });
    const store = await openStore(module, isLate ? withWriteBehind(file) : file);
    // Nothing that could be compressed into what is free.
    const puts = [{ key: key(1), value: Uint8Array.from({ length: 8_000_000 }, (_, n) => Math.imul(n, 2_654_435_761) >>> 13) }];
    const large = { ...change(dice(1), held.generation), puts };
    assert.throws(() => store.commit(large), (error) => error.code === "disk_full" && error.cause !== undefined);
    try {
      store.close();
    } catch (error) {
      assert.ok(error instanceof ScrubjayError);
    }
    const reopened = await openStore(module, new File(file.bytes), { check: true });
    assert.deepEqual(contents(reopened), held);
    reopened.close();
  }
});

test("after a full disk the store says that it must be opened anew, also when there is room again", async () => {
  const { bytes, held } = await writtenFile(5, 11);
  let limit = bytes.length;
  const file = new File(bytes, ({ kind, at = 0, size = 0, bytes: some = [] }) => {
    if ((kind === "truncate" ? size : at + some.length) > limit) throw Object.assign(new Error(), { code: "ENOSPC" });
  });
  const store = await openStore(module, file);
  const large = { ...change(dice(1), held.generation), puts: [{ key: key(1), value: noise(1, 8_000_000) }] };
  assert.throws(() => store.commit(large), { code: "disk_full" });
  limit = Infinity;
  assert.throws(() => store.commit(large), { code: "closed", message: "an earlier fault closed the store: open it anew" });
  const reopened = await openStore(module, new File(file.bytes));
  reopened.commit(large);
  assert.equal(reopened.generation(), held.generation + 1n);
  reopened.close();
});

test("every refusal has its code", async () => {
  const { bytes, held } = await writtenFile(2, 5);
  const file = new File(bytes);
  const store = await openStore(module, file);
  const late = change(dice(1), 0n);
  assert.throws(() => store.commit(late), { code: "conflict", message: `the store is at generation ${held.generation} where 0 was expected` });
  assert.deepEqual(contents(store), held, "a refused commit has changed nothing");
  const newer = new Uint8Array(8);
  newer[0] = 99;
  store.commit({ ...change(dice(1), held.generation), meta: [["format", newer]] });
  store.close();
  store.close();
  assert.throws(() => store.generation(), { code: "closed" });
  await assert.rejects(openStore(module, new File(file.bytes)), { code: "newer_format", details: 99 });
});

test("a store that is only asked is not written, and one that may not be written still answers", async () => {
  const { bytes, held } = await writtenFile(2, 5);
  const file = new File(bytes, () => {
    throw Object.assign(new Error(), { code: "EROFS" });
  });
  for (const isAsked of [true, false]) {
    const store = await openStore(module, file, { create: true });
    assert.deepEqual(contents(store), held);
    if (!isAsked) assert.throws(() => store.commit(change(dice(1), held.generation)), { code: "read_only" });
    assert.deepEqual(contents(store), held);
    store.close();
  }
  assert.deepEqual(file.bytes, bytes);
  await assert.rejects(openStore(module, file, { check: true }), { code: "read_only" });
});

test("a file whose writes wait is read as if they did not, and has them all once it is flushed", () => {
  const random = dice(12);
  const bytes = (length) => Uint8Array.from({ length }, () => random(256));
  const [plainFile, late] = [new File(bytes(1 << 20)), new File()];
  const file = withWriteBehind(late);
  file.write(plainFile.bytes, { at: 0 });
  for (let turn = 0; turn < 5_000; turn++) {
    const page = 4_096 << random(4);
    const [at, length] = random(5) === 0 ? [random(1 << 20), random(9_000)] : [page * random((1 << 20) / page), page];
    if (random(2) === 0) {
      const written = bytes(length);
      for (const one of [plainFile, file]) assert.equal(one.write(written, { at }), length);
    } else {
      const buffer = new Uint8Array(length);
      assert.deepEqual(buffer.subarray(0, file.read(buffer, { at })), plainFile.bytes.slice(at, at + length));
    }
    if (random(500) === 0) assert.equal(file.getSize(), plainFile.getSize());
    if (random(500) === 0) {
      const size = (1 << 20) - random(9_000);
      for (const one of [plainFile, file]) one.truncate(size);
    }
    if (random(100) === 0) {
      file.flush();
      assert.deepEqual(late.bytes, plainFile.bytes);
    }
  }
});

test("writes that lie side by side are one, and a file without room for them says so", () => {
  const operations = [];
  const late = new File(new Uint8Array(1 << 20), ({ kind, at, bytes }) => operations.push(kind === "write" ? [at, bytes.length] : kind));
  const file = withWriteBehind(late);
  for (const block of [3, 1, 9, 2, 1]) file.write(value(block, 4_096), { at: block * 4_096 });
  assert.deepEqual(operations, []);
  file.flush();
  assert.deepEqual(operations, [[4_096, 12_288], [36_864, 4_096], "flush"]);
  late.write = () => 0;
  file.write(value(1, 4_096), { at: 0 });
  assert.throws(() => file.flush(), { name: "QuotaExceededError" });
});
