// Runs the conformance suite of the Model Context Protocol on `scrubjay mcp`: the scenarios that need no tools, resources or prompts
// of the suite's own.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = import.meta.dirname;
const program = process.env.SCRUBJAY_PROGRAM ?? join(here, "../../../target/debug/scrubjay");
const SCENARIOS = ["server-initialize", "ping", "tools-list"];

let project;
let env;

before(() => {
  project = mkdtempSync(join(tmpdir(), "scrubjay-judged-"));
  env = { ...process.env, SCRUBJAY_HOME: join(project, ".home") };
  writeFileSync(join(project, "app.py"), "def fetch():\n    return 1\n\n\ndef main():\n    return fetch()\n");
});

after(() => rmSync(project, { recursive: true, force: true }));

describe("the conformance suite", () => {
  let bridge;
  let url;

  before(async () => {
    bridge = spawn(process.execPath, [join(here, "bridge.mjs"), program, project], { env, stdio: ["ignore", "pipe", "inherit"] });
    url = await new Promise((resolve) => bridge.stdout.once("data", (line) => resolve(String(line).trim())));
  });

  after(() => bridge.kill());

  for (const scenario of SCENARIOS) {
    it(`passes ${scenario}`, async () => {
      const suite = join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
      const said = await run(join(here, "node_modules/.bin/node"), [suite, "server", "--url", url, "--scenario", scenario], { cwd: project, env });
      assert.match(said.stdout, /Passed: [1-9]\d*\/\d+, 0 failed/);
    });
  }
});
