// Builds the pages into `dist/`, with everything that they load.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { makeSession } from "./sample/make.mjs";

/** Folders of this repository that the page offers as a sample. */
const SAMPLE = ["core/src", "bindings-js/src", "examples/embed-rust", "examples/web/src"];
const NOT_WRITTEN_BY_HAND = new Set(["target", "dist", "node_modules", "Cargo.lock", "component.ts"]);

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, "../..");
process.chdir(folder);

execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], { stdio: "inherit" });

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
await build({
  entryPoints: { main: "src/main.ts", worker: "src/worker.ts", window: "src/window/main.ts", "window-worker": "src/window/worker.ts", style: "style/page.css" },
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
});
for (const page of ["index.html", "window.html"]) cpSync(page, `dist/${page}`);

// The workers look for the modules beside themselves.
const modules = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");
for (const name of ["scrubjay.wasm", "windows.wasm", "parsers", "store"]) {
  const isWanted = (path) => !/\.[a-z]+$/.test(path) || path.endsWith(".wasm");
  cpSync(join(modules, name), `dist/${name}`, { recursive: true, filter: isWanted });
}

/** Files below a folder, as paths from the root of the repository. */
function* filesBelow(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (NOT_WRITTEN_BY_HAND.has(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
const texts = SAMPLE.flatMap((folder) => [...filesBelow(folder)]).map((path) => [path, readFileSync(join(root, path), "utf8")]);
writeFileSync("dist/sample.json", JSON.stringify(texts));
writeFileSync("dist/session.json", JSON.stringify(makeSession(root)));

// Last, because it names all the others.
const files = readdirSync("dist", { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(file));
const names = ["./", ...files.map((file) => relative("dist", file).replaceAll("\\", "/")).filter((name) => name !== "index.html")];
await build({
  entryPoints: ["src/service.ts"],
  outdir: "dist",
  bundle: true,
  target: "es2022",
  minify: true,
  define: { FILES: JSON.stringify(names), BUILD: JSON.stringify(hash.digest("hex").slice(0, 16)) },
});
