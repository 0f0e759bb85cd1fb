// The costs of the modules of store and parsers for a page or a process, of two builds of the package by turns.
//
//     node modules.mjs LANGUAGES BEFORE AFTER SOURCE...
//
// LANGUAGES: the output of `trees languages`; BEFORE, AFTER: folders like `bindings-js/dist`; each SOURCE is parsed. Prints a
// line for each measure: its name, and the least of many runs of each build, in milliseconds or bytes. Fails if the builds parse
// a source to different trees.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [languagesFile, ...paths] = process.argv.slice(2);
const folders = paths.slice(0, 2).map((folder) => resolve(folder));
const languages = new Map(JSON.parse(readFileSync(languagesFile, "utf8")).map((language) => [language.name, language]));
const OF_ENDING = { ".py": "python", ".ts": "typescript", ".rs": "rust" };
const N_ROWS = 10_000;

const script = (folder, name) => pathToFileURL(join(folder, name)).href;
const builds = await Promise.all(
  folders.map(async (folder) => ({ folder, ...(await import(script(folder, "store/module.js"))), ...(await import(script(folder, "parser.js"))) })),
);
const compiled = ({ folder }, name) => new WebAssembly.Module(readFileSync(join(folder, name)));

/** A file in memory, with the methods that the store's module needs. */
class MemoryFile {
  #bytes = new Uint8Array();
  #size = 0;
  getSize = () => this.#size;
  read = (to, { at }) => {
    const available = this.#bytes.subarray(at, Math.min(this.#size, at + to.length));
    to.set(available);
    return available.length;
  };
  write = (from, { at }) => {
    this.#grow(at + from.length);
    this.#bytes.set(from, at);
    this.#size = Math.max(this.#size, at + from.length);
    return from.length;
  };
  truncate = (size) => {
    this.#grow(size);
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  };
  flush = () => {};
  close = () => {};

  #grow(size) {
    if (size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(size, 2 * this.#bytes.length));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Rows with keys of 24 bytes and values of 40 to 199. Every second byte of a value is 7, so that half can be compressed. */
function rows() {
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
  return Array.from({ length: N_ROWS }, (_, place) => {
    const key = new Uint8Array(24);
    [random(), random(), 0, 0, 0, place].forEach((word, at) => new DataView(key.buffer).setUint32(4 * at, word));
    return { key, value: new Uint8Array(40 + (random() % 160)).map((_, at) => (at % 2 ? random() >>> 24 : 7)) };
  });
}

/** Measures both builds by turns. `prepare` returns a function that runs a build and returns its milliseconds. */
function measure(name, nRuns, prepare) {
  const runs = builds.map(prepare);
  const leastTimes = runs.map(() => Infinity);
  for (let turn = 0; turn < nRuns; turn++) {
    for (const build of turn % 2 ? [1, 0] : [0, 1]) {
      globalThis.gc?.();
      leastTimes[build] = Math.min(leastTimes[build], runs[build]());
    }
  }
  print(name, leastTimes, 3);
}

function timed(run) {
  const began = performance.now();
  run();
  return performance.now() - began;
}

const print = (name, [figureBefore, figureAfter], digits) =>
  console.log(name, figureBefore.toFixed(digits), figureAfter.toFixed(digits), (figureAfter / figureBefore).toFixed(2));

/** The milliseconds of a first load of a module in a process of its own: scripts, reading, compiling and an instance. */
function firstLoad(folder, name) {
  const [scriptName, moduleName, construction] =
    name === "store"
      ? ["store/module.js", "store/store.wasm", 'new at.ModuleStore(module, { getSize: () => 0, close() {} }, "nothing")']
      : ["parser.js", `parsers/${name}.wasm`, `new at.Parser(module, ${JSON.stringify(languages.get(name))})`];
  const code = `import { readFileSync } from "node:fs";
    const began = performance.now();
    const at = await import(${JSON.stringify(script(folder, scriptName))});
    const module = new WebAssembly.Module(readFileSync(${JSON.stringify(join(folder, moduleName))}));
    ${construction};
    console.log(performance.now() - began);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }));
}

for (const name of ["store/store.wasm", "parsers/python.wasm", "parsers/typescript.wasm"]) {
  print(`gzipped:${name}`, folders.map((folder) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length), 0);
}
for (const name of ["store", "python", "typescript"]) measure(`first_load:${name}`, 40, ({ folder }) => () => firstLoad(folder, name));
measure("one_more_instance:store", 200, (build) => {
  const module = compiled(build, "store/store.wasm");
  return () => timed(() => new build.ModuleStore(module, new MemoryFile(), "nothing"));
});
const puts = rows();
measure(`commit:${N_ROWS}_rows`, 60, (build) => {
  const module = compiled(build, "store/store.wasm");
  return () => {
    const store = new build.ModuleStore(module, new MemoryFile(), { create: true });
    const took = timed(() => store.commit({ fromGeneration: 0n, toGeneration: 1n, puts, deletes: [], scanned: [], meta: [] }));
    store.close();
    return took;
  };
});
measure(`get:${N_ROWS}_rows_singly`, 40, (build) => {
  const store = new build.ModuleStore(compiled(build, "store/store.wasm"), new MemoryFile(), { create: true });
  store.commit({ fromGeneration: 0n, toGeneration: 1n, puts, deletes: [], scanned: [], meta: [] });
  return () => timed(() => puts.forEach(({ key }) => store.get([key])));
});
for (const path of paths.slice(2)) {
  const text = readFileSync(path);
  const name = OF_ENDING[extname(path)];
  const trees = new Set();
  measure(`parse:${path.split("/").pop()}`, 200, (build) => {
    const parser = new build.Parser(compiled(build, `parsers/${name}.wasm`), languages.get(name));
    trees.add(Buffer.from(parser.parse(text).nodes).toString("base64"));
    return () => timed(() => parser.parse(text));
  });
  if (trees.size > 1) throw new Error(`the trees of ${path} differ`);
}
