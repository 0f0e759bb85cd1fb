// Tries the installed package in frameworks and runtimes that take minutes, and prints one line for each: `run.mjs [WORD]`, where only
// those are tried whose name holds a word.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";
import { Miniflare } from "miniflare";

const HERE = dirname(fileURLToPath(import.meta.url));
const BIN = join(HERE, "node_modules/.bin");
const PROGRAMS = join(HERE, "../consumers/bundled");
const DIST = join(HERE, "node_modules/scrubjay/dist");
const PLACE = mkdtempSync(join(tmpdir(), "scrubjay-runtimes-"));
/** A copy of the project outside the checkout, so that it gets an index of its own. */
const COPY = join(PLACE, "project");
cpSync(join(HERE, "../../../examples/embed-rust/project"), COPY, { recursive: true });

/** The output of a program that found its modules: of a memory in its own thread, of one in other threads, and of a window. */
const FOUND = "shop.py#restock shop.py#restock true true true";
const SERVED = "shop.py#restock shop.py#restock 0, shop.py#restock shop.py#restock 0";

const CONSUMERS = {
  "Bun": [FOUND, () => run("bun", join(PROGRAMS, "program.mjs"), COPY)],
  "bun build, inline modules, run by Node": [FOUND, () => bunBuilt("node")],
  "bun build, inline modules, run by Bun": [FOUND, () => bunBuilt("bun")],
  "Deno": [FOUND, () => run("deno", "run", "--allow-all", "--node-modules-dir=manual", join(PROGRAMS, "program.mjs"), COPY)],
  "workerd": ["load true, a.py#one", () => workerd("2026-01-01")],
  "workerd, a date of three years ago": ["load true, a.py#one", () => workerd("2023-01-01")],
  "Next, bundled by Turbopack": [SERVED, () => next()],
  "Next, bundled by webpack": [SERVED, () => next("--webpack")],
};

function run(program, ...words) {
  const said = execFileSync(join(BIN, program), words, { cwd: HERE, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } });
  return said.trim().replaceAll("\n", " ");
}

/** Bundles, and runs the bundle in another folder. */
function bunBuilt(target) {
  const out = mkdtempSync(join(PLACE, "bun-"));
  run("bun", "build", `--target=${target}`, join(PROGRAMS, "inline.mjs"), `--outdir=${out}`, "--entry-naming=main.mjs");
  const program = target === "bun" ? join(BIN, "bun") : process.execPath;
  return execFileSync(program, [join(out, "main.mjs"), COPY], { cwd: out, encoding: "utf8" }).trim().replaceAll("\n", " ");
}

async function workerd(compatibilityDate) {
  const modules = { "scrubjay/scrubjay.wasm": "scrubjay.wasm", "scrubjay/parsers/python.wasm": "parsers/python.wasm" };
  const { outputFiles } = await build({ entryPoints: [join(HERE, "workerd.mjs")], bundle: true, format: "esm", conditions: ["workerd", "worker"], external: Object.keys(modules), write: false });
  const compiled = Object.entries(modules).map(([path, name]) => ({ type: "CompiledWasm", path, contents: readFileSync(join(DIST, name)) }));
  const runtime = new Miniflare({ compatibilityDate, modules: [{ type: "ESModule", path: "main.mjs", contents: outputFiles[0].text }, ...compiled] });
  try {
    return await (await runtime.dispatchFetch("http://localhost/")).text();
  } finally {
    await runtime.dispose();
  }
}

/** Builds the server, moves it to another folder, and asks its routes. */
async function next(...words) {
  const [app, moved] = [join(HERE, "next"), mkdtempSync(join(PLACE, "next-"))];
  rmSync(join(app, ".next"), { recursive: true, force: true });
  run("next", "build", app, ...words);
  cpSync(join(app, ".next/standalone"), moved, { recursive: true });
  const port = await freePort();
  const server = spawn(process.execPath, [join(moved, "next/server.js")], { cwd: moved, env: { ...process.env, PORT: String(port), HOSTNAME: "localhost" }, stdio: "ignore" });
  try {
    const routes = ["callers", "inline"].map((route) => `http://localhost:${port}/${route}?root=${encodeURIComponent(COPY)}`);
    const said = [];
    for (const route of routes) said.push(await (await served(route)).text());
    return said.join(", ");
  } finally {
    server.kill();
  }
}

/** The answer of a server that may not have begun yet. */
async function served(address) {
  for (let tries = 1; ; tries++) {
    try {
      return await fetch(address);
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const WANTED = Object.entries(CONSUMERS).filter(([name]) => name.includes(process.argv[2] ?? ""));
let nFailed = 0;
for (const [name, [expected, consume]] of WANTED) {
  const started = performance.now();
  const said = await (async () => consume())().catch((error) => [error.message, error.stdout, error.stderr].filter(Boolean).join("\n"));
  console.log(`${name} ... ${said === expected ? "ok" : "FAILED"} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (said !== expected) console.log(`${expected} was expected, and this came: ${said}`);
  nFailed += said === expected ? 0 : 1;
}
rmSync(PLACE, { recursive: true });
console.log(`test result: ${nFailed === 0 ? "ok" : "FAILED"}. ${WANTED.length - nFailed} passed; ${nFailed} failed;`);
process.exitCode = nFailed === 0 ? 0 : 1;
