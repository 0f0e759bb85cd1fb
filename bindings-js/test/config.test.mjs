// The user's `config.json`: Node reads it as the command line does, and a refusal names the invalid member.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { FullError, InvalidError, open, openRecords } from "../dist/node.js";

const SECRET = "it is ghp_abcdefghijklmnopqrstuvwxyz0123456789";

/** Runs `use` as a user whose `config.json` has this text. */
async function withConfig(text, use) {
  const home = mkdtempSync(join(tmpdir(), "scrubjay-config-"));
  const homeBefore = process.env.SCRUBJAY_HOME;
  process.env.SCRUBJAY_HOME = home;
  try {
    writeFileSync(join(home, "config.json"), text);
    await use(home);
  } finally {
    if (homeBefore === undefined) delete process.env.SCRUBJAY_HOME;
    else process.env.SCRUBJAY_HOME = homeBefore;
    rmSync(home, { recursive: true });
  }
}

test("the user's settings hold where a caller sets nothing else", () => withConfig('{"secrets": "refuse", "max_per_day": 2}', async (home) => {
  const file = join(home, "memory.redb");
  mkdirSync(join(home, "project"));
  const root = join(home, "project");
  for (const memory of [await openRecords({ file }), await open({ root, memory: file }), await open({ root })]) {
    await assert.rejects(memory.remember(SECRET), InvalidError);
    await memory.close();
  }
  const ownRules = await openRecords({ file, secrets: "keep" });
  assert.equal((await ownRules.remember(SECRET)).state, "added");
  assert.equal((await ownRules.remember("second")).state, "added");
  await assert.rejects(ownRules.remember("third"), (error) => error.code === "full" || error.code === "too_large");
  assert.equal((await (await openRecords({ file, maxPerDay: 0 })).remember("third")).state, "added");
  assert.equal((await (await openRecords()).remember(SECRET)).state, "added");
}));

test("who has a memory open is set where a caller names nobody, and is relied on no more", () => withConfig('{"principal": "ada"}', async (home) => {
  const file = join(home, "memory.redb");
  const noteOwners = [];
  for (const owner of [undefined, { principal: "grace" }]) {
    const one = await openRecords({ file, owner });
    await one.remember("the tests want Node 20", { time: 1_700_000_000_000 + noteOwners.length });
    const [note] = (await one.notes()).notes;
    noteOwners.push([note.principal, note.trust, note.origin]);
    await one.close();
  }
  assert.deepEqual(noteOwners, [["ada", "unconfirmed", "agent"], ["grace", "unconfirmed", "agent"]]);
  assert.equal((await (await openRecords()).remember("nowhere")).state, "added");
}));

test("a size that is set is not outgrown", () => withConfig('{"memory_bytes": 4096}', async (home) => {
  const file = join(home, "memory.redb");
  await (await openRecords({ file, maxBytes: 1e9 })).remember("first");
  await assert.rejects((await openRecords({ file })).remember("second"), FullError);
  await (await openRecords({ file, maxBytes: 1e9 })).remember("third");
}));

test("a member that is not known is told once, and the others hold", () => withConfig('{"secret": "keep", "secrets": "refuse"}', async (home) => {
  const warnings = [];
  const noteWarning = (warning) => warnings.push(warning.message);
  process.on("warning", noteWarning);
  const file = join(home, "memory.redb");
  for (let n = 0; n < 2; n++) await assert.rejects((await openRecords({ file })).remember(SECRET), InvalidError);
  await new Promise((done) => setImmediate(done));
  process.off("warning", noteWarning);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /`secret` in .* is no setting of this release/);
}));

const WRONG = [
  ['{"secrets": "hide"}', "secrets"],
  ['{"retention_days": 36501}', "retention_days"],
  ['{"retention_days": -1}', "retention_days"],
  ['{"max_per_day": 1.5}', "max_per_day"],
  ['{"memory_bytes": 0}', "memory_bytes"],
  ['{"memory_bytes": "5"}', "memory_bytes"],
  ['{"principal": 7}', "principal"],
  [JSON.stringify({ principal: "a".repeat(129) }), "principal"],
  ["[]", "config"],
  ["{", "config"],
  [`{"secrets": "${"x".repeat(1 << 16)}"}`, "config"],
];

test("what is not understood is refused by file and member, and holds up no question about code", async () => {
  for (const [text, member] of WRONG) {
    await withConfig(text, async (home) => {
      const file = join(home, "memory.redb");
      const isRefusal = (error) => error instanceof InvalidError && error.details.argument === member && error.message.includes(join(home, "config.json"));
      await assert.rejects((await openRecords({ file })).remember("x"), isRefusal, text.slice(0, 60));
      mkdirSync(join(home, "project"));
      const memory = await open({ root: join(home, "project") });
      assert.deepEqual((await memory.index()).problems, []);
      await assert.rejects(memory.notes(), isRefusal);
      await memory.close();
    });
  }
});

test("the command line refuses the same, and the doctor names the file", async () => {
  const program = process.env.SCRUBJAY_PROGRAM ?? new URL("../../target/debug/scrubjay", import.meta.url).pathname;
  for (const [text, member] of WRONG) {
    await withConfig(text, async (home) => {
      const outcome = spawnSync(program, ["remember", "x", "--memory", join(home, "memory.redb")], { cwd: home, encoding: "utf8" });
      assert.notEqual(outcome.status, 0);
      assert.ok(outcome.stderr.includes(`${member} is not valid`) && outcome.stderr.includes(join(home, "config.json")), outcome.stderr);
    });
  }
  await withConfig('{"secrets": "keep", "memory_bytes": 4096}', async (home) => {
    const run = (...words) => execFileSync(program, words, { cwd: home, encoding: "utf8", stdio: "pipe" });
    const file = join(home, "memory.redb");
    run("remember", SECRET, "--memory", file);
    assert.ok(run("notes", "--memory", file).includes(SECRET));
    assert.throws(() => run("remember", "second", "--memory", file));
    run("remember", "second", "--memory", file, "--max-bytes", "1000000000");
    assert.ok(spawnSync(program, ["doctor"], { cwd: home, encoding: "utf8" }).stdout.includes(join(home, "config.json")));
  });
});
