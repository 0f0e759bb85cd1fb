// The size of the first load of a window in a page: the entry's scripts, bundled and minified, and its module, each compressed by gzip.
//
// `cargo xtask npm` prints it, and a test of the package holds it to a bound.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const dist = new URL("dist/", import.meta.url);

/** Bytes compressed by gzip: of the scripts, of the module, and of both. */
export async function firstLoad() {
  const entryPoints = [fileURLToPath(new URL("window.js", dist))];
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: "esm", write: false });
  const compressed = (bytes) => gzipSync(bytes, { level: 9 }).length;
  const [script, module] = [compressed(outputFiles[0].contents), compressed(readFileSync(new URL("windows.wasm", dist)))];
  return { script, module, total: script + module };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { script, module, total } = await firstLoad();
  console.log(`first load of scrubjay/window: ${total} bytes compressed, ${script} of scripts and ${module} of windows.wasm`);
}
