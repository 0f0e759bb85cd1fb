// The npm package in headless Chromium, served as a page's own files: takes steps as lines of JSON and answers each with one.
//
// This side reads the scenario's folder and hands its files over, as a page gets them from its user.

import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");
const HERE = dirname(fileURLToPath(import.meta.url));

/** The page's own side: a worker owns the memory, its store lies in the page's private files, one for each scenario. */
const PAGE = `<!doctype html><link rel="icon" href="data:," /><script type="module">
  import { open } from "/package/worker.js";
  import { answer } from "/steps.mjs";
  const files = new Map();
  let memory, nScenarios = 0;
  window.take = async ({ step, arguments: given = {} }, texts) => {
    files.clear();
    for (const [path, text] of texts) files.set(path, text);
    if (step === "host.begin" || step === "memory.reopen") {
      await memory?.close();
      memory = undefined;
      if (step === "host.begin") nScenarios += 1;
      else memory = await open({ files, store: nScenarios + "/store.redb", purpose: given.purpose ?? "writing" });
      return {};
    }
    memory ??= await open({ files, store: nScenarios + "/store.redb" });
    return answer(memory, step, given);
  };
</script>`;

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  const file = path.startsWith("/package/") ? join(PACKAGE, path.slice(9)) : join(HERE, path);
  try {
    const body = path === "/" ? PAGE : readFileSync(file);
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "localhost", resolve));

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage();
page.on("pageerror", (error) => console.error(error));
page.on("console", (message) => console.error(message.text()));
await page.goto(`http://localhost:${server.address().port}/`);
await page.waitForFunction(() => "take" in window);

/** Every file of the folder, as its path and text. */
function texts(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
  });
}

let folder;
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  folder = request.folder ?? folder;
  console.log(JSON.stringify(await page.evaluate(([request, texts]) => window.take(request, texts), [request, texts(folder)])));
}
await browser.close();
server.close();
