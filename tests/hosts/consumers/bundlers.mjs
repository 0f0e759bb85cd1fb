// Bundles programs for Node, and runs each bundle in another folder, with no package in it or above it.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build } from "esbuild";
import { rollup } from "rollup";
import webpack from "webpack";

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");
const MODULES = readdirSync(DIST, { recursive: true }).filter((name) => name.endsWith(".wasm") && name !== "component.wasm");

/** The output of a program that found its modules: of a memory in its own thread, of one in other threads, and of a window. */
export const FOUND = "shop.py#restock shop.py#restock true true true";
/** The output of a program that was bundled without its modules. */
export const LEFT = "load store/store.wasm scrubjay/inline docs, load store/store.wasm scrubjay/inline docs, load windows.wasm scrubjay/window/inline docs";

/** Bundles by webpack, which must write the modules as files, and nothing else of the package. */
export async function webpackProgram(root) {
  return runBundle(root, async (out) => {
    await webpacked("program", out);
    const strays = readdirSync(out).filter((name) => !/^main\.cjs$|^[0-9a-f]{20}\.wasm$|^\d+\.main\.cjs$/.test(name));
    if (strays.length > 0 || readdirSync(out).length > MODULES.length + 2) throw new Error(`webpack wrote ${readdirSync(out).join(" ")}`);
  });
}

export function webpackInline(root) {
  return runBundle(root, (out) => webpacked("inline", out));
}

export function rollupInline(root) {
  return runBundle(root, (out) => rolled("inline", out));
}

export function esbuildInline(root) {
  return runBundle(root, (out) => esbuilt("inline", out, "cjs"));
}

/** The refusals of programs whose bundler left out the modules; they must be the same for all bundlers. */
export async function leftBehind(root) {
  const said = [];
  for (const bundle of [(out) => rolled("program", out), (out) => esbuilt("program", out, "esm"), (out) => esbuilt("program", out, "cjs")]) said.push(refusalsIn(await runBundle(root, bundle)));
  const [first] = said;
  if (said.some((one) => one !== first)) throw new Error(`bundlers differ: ${said.join("\n")}`);
  return first;
}

/** The outputs of a program with the modules copied beside its script, and of one that gives `init` their folder. */
export async function copied(root) {
  const copiedOutput = await runBundle(root, async (out) => {
    await esbuilt("program", out, "cjs");
    copyModules(out);
  });
  const modules = mkdtempSync(join(tmpdir(), "scrubjay-modules-"));
  try {
    copyModules(modules);
    return `${copiedOutput}, ${await runBundle(root, (out) => esbuilt("program", out, "esm"), modules)}`;
  } finally {
    rmSync(modules, { recursive: true });
  }
}

/** Bundles into a new folder, runs the bundle there, and returns its output as one line. */
async function runBundle(root, bundle, ...more) {
  const out = mkdtempSync(join(tmpdir(), "scrubjay-bundle-"));
  try {
    await bundle(out);
    const main = readdirSync(out).find((name) => /^main\.[cm]js$/.test(name));
    const said = execFileSync(process.execPath, [join(out, main), root, ...more], { cwd: out, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    return said.trim().replaceAll("\n", " ");
  } finally {
    rmSync(out, { recursive: true });
  }
}

function refusalsIn(said) {
  const one = /load: (\S+) was not carried along with \S+: leave scrubjay out of the bundle, or import (\S+) in its place, or [^(]* \((docs)\/guide\/javascript\.md\)/g;
  return [...said.matchAll(one)].map(([, name, entry, docs]) => `load ${name} ${entry} ${docs}`).join(", ");
}

const input = (name) => join(HERE, "bundled", `${name}.mjs`);

function webpacked(name, path) {
  return new Promise((resolve, reject) => {
    webpack({ mode: "none", target: "node", entry: input(name), output: { path, filename: "main.cjs" } }, (error, stats) => {
      if (error ?? stats.hasErrors()) reject(error ?? new Error(stats.toString("errors-only")));
      else if (stats.hasWarnings()) reject(new Error(stats.toString("errors-warnings")));
      else resolve();
    });
  });
}

async function rolled(name, dir) {
  const bundle = await rollup({ input: input(name), plugins: [nodeResolve({ exportConditions: ["node"] })], external: [/^node:/], onwarn: (warning) => {
    throw new Error(warning.message);
  } });
  await bundle.write({ dir, format: "es", entryFileNames: "main.mjs", chunkFileNames: "[name].mjs" });
  await bundle.close();
}

function esbuilt(name, out, format) {
  // In a CommonJS module a script has no address, of which esbuild warns.
  return build({ entryPoints: [input(name)], bundle: true, platform: "node", format, outfile: join(out, format === "cjs" ? "main.cjs" : "main.mjs"), logLevel: "error" });
}

function copyModules(to) {
  for (const name of MODULES) cpSync(join(DIST, name), join(to, name));
}
