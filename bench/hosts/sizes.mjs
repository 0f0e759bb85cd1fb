// The bytes that a page loads: gzipped, as a server sends them, and the JavaScript bundled and minified.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
const ofFile = (name) => gzipped(readFileSync(join(PACKAGE, name)));

const options = { bundle: true, format: "esm", minify: true, write: false, logLevel: "error" };
const { outputFiles } = await build({ ...options, entryPoints: [join(PACKAGE, "browser.js")] });
console.log("glue_bytes", gzipped(outputFiles[0].contents));
console.log("core_bytes", ofFile("scrubjay.wasm"));
console.log("store_bytes", ofFile("store/store.wasm"));
for (const name of readdirSync(join(PACKAGE, "parsers")).filter((name) => name.endsWith(".wasm")).sort()) {
  console.log(`parser_bytes_${name.slice(0, -".wasm".length)}`, ofFile(`parsers/${name}`));
}
