// Builds the extension as one script that contains every module, because an extension in a browser may load only one script.

import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

process.chdir(dirname(fileURLToPath(import.meta.url)));
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], { stdio: "inherit" });
await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  format: "cjs",
  platform: "browser",
  target: "es2022",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
});
