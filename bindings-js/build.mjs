// Builds the files of the package: the TypeScript compiler writes types and modules, and from these come Node's entries and inline modules.
//
// `cargo xtask npm` runs it, once the WebAssembly modules are in `dist/`.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
process.chdir(folder);
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(`../${name}`, name);

execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], { stdio: "inherit" });

// Node reads one file in a third of the time that it takes for forty.
for (const name of ["node", "node-inline", "window-node", "window-node-inline", "ai-sdk"]) {
  const entry = { entryPoints: [`dist/${name}.js`], bundle: true, platform: "node", target: "node20", external: ["./inline/*"] };
  // What has its modules in scripts names no file, so that no bundler carries both along.
  const isInline = name.endsWith("-inline");
  await build({ ...entry, outfile: `dist/${name}.mjs`, format: "esm", define: isInline ? { "import.meta.url": "undefined" } : {} });
  // A module that another one requires is no module of the standard: it has a file name in the place of an address.
  await build({
    ...entry,
    outfile: `dist/${name}.cjs`,
    format: "cjs",
    banner: isInline ? {} : { js: "const __address = require('node:url').pathToFileURL(__filename).href;" },
    define: { "import.meta.url": isInline ? "undefined" : "__address" },
  });
}
// The same types once more, in a folder of that older kind: a type's kind is that of where it lies.
rmSync("dist/cjs", { recursive: true, force: true });
for (const name of readdirSync("dist", { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
  mkdirSync(dirname(`dist/cjs/${name}`), { recursive: true });
  copyFileSync(`dist/${name}`, `dist/cjs/${name}`);
}
writeFileSync("dist/cjs/package.json", '{ "type": "commonjs" }\n');

/** Writes each WebAssembly module as a script, because strict pages may load only scripts, and bundlers for Node include only scripts. */
mkdirSync("dist/inline", { recursive: true });
const writeInline = (from, to) => {
  const text = readFileSync(from).toString("base64");
  writeFileSync(`dist/inline/${to}.wasm.js`, `export default "${text}";\n`);
};
for (const name of ["scrubjay", "windows"]) writeInline(`dist/${name}.wasm`, name);
writeInline("dist/store/store.wasm", "store");
for (const name of readdirSync("dist/parsers").filter((name) => name.endsWith(".wasm"))) {
  writeInline(`dist/parsers/${name}`, name.slice(0, -".wasm".length));
}

/** The script of a thread, which becomes a text in a script for the same reason. The program sends it the WebAssembly modules. */
const threadBuild = await build({
  entryPoints: ["dist/worker/node-thread.js"],
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  define: { "import.meta.url": '""' },
  // What is evaluated as a text can import nothing.
  supported: { "dynamic-import": false },
  write: false,
});
writeFileSync("dist/inline/node-thread.js", `export default ${JSON.stringify(threadBuild.outputFiles[0].text)};\n`);
