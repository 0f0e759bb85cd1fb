// Programs for Node that a bundler has made scripts of. Each is run in another folder, where no package lies above it.

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

/** What a program says that found all of its modules: of a memory in its own thread, one in threads, and a window. */
export const FOUND = "shop.py#restock shop.py#restock true true true";
/** And one that was bundled without them. */
export const LEFT = "load store/store.wasm scrubjay/inline docs, load store/store.wasm scrubjay/inline docs, load windows.wasm scrubjay/window/inline docs";

/** The modules come along as files, and nothing else of the package. */
export async function webpackProgram(root) {
  return ran(root, async (out) => {
    await webpacked("program", out);
    const strays = readdirSync(out).filter((name) => !/^main\.cjs$|^[0-9a-f]{20}\.wasm$|^\d+\.main\.cjs$/.test(name));
    if (strays.length > 0 || readdirSync(out).length > MODULES.length + 2) throw new Error(`webpack wrote ${readdirSync(out).join(" ")}`);
  });
}

export function webpackInline(root) {
  return ran(root, (out) => webpacked("inline", out));
}

export function rollupInline(root) {
  return ran(root, (out) => rolled("inline", out));
}

export function esbuildInline(root) {
  return ran(root, (out) => esbuilt("inline", out, "cjs"));
}

/** How programs are refused whose bundler left the modules behind: in one line, with what can be done. */
export async function leftBehind(root) {
  const said = [];
  for (const bundle of [(out) => rolled("program", out), (out) => esbuilt("program", out, "esm"), (out) => esbuilt("program", out, "cjs")]) said.push(told(await ran(root, bundle)));
  const [first] = said;
  if (said.some((one) => one !== first)) throw new Error(`bundlers differ: ${said.join("\n")}`);
  return first;
}

/** The modules copied beside the script, and elsewhere with a word about it to `init`. */
export async function copied(root) {
  const beside = await ran(root, async (out) => {
    await esbuilt("program", out, "cjs");
    copyModules(out);
  });
  const modules = mkdtempSync(join(tmpdir(), "scrubjay-modules-"));
  try {
    copyModules(modules);
    return `${beside}, ${await ran(root, (out) => esbuilt("program", out, "esm"), modules)}`;
  } finally {
    rmSync(modules, { recursive: true });
  }
}

/** Bundles into a folder, runs what is in it, and gives what it says in one line. */
async function ran(root, bundle, ...more) {
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

function told(said) {
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
  // In the older kind of module a script has no address, of which a warning is given.
  return build({ entryPoints: [input(name)], bundle: true, platform: "node", format, outfile: join(out, format === "cjs" ? "main.cjs" : "main.mjs"), logLevel: "error" });
}

function copyModules(to) {
  for (const name of MODULES) cpSync(join(DIST, name), join(to, name));
}
