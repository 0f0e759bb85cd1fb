// The npm package in headless Chromium as a host of scenarios: reads a step from each line of JSON, and answers it with a line.
//
// This process reads the scenario's folder and passes its files to the page, as a user would.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { fileOf, launch, serve } from "./page.mjs";
import { diskTexts } from "./texts.mjs";

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");
const HERE = dirname(fileURLToPath(import.meta.url));

/** The page: a worker owns the memory, whose store is among the page's private files, one for each scenario. */
const PAGE = `<!doctype html><link rel="icon" href="data:," /><script type="module">
  import { open } from "/package/worker.js";
  import { openWindow } from "/package/window.js";
  import { answer } from "/steps.mjs";
  import { Windows } from "/windows.mjs";
  const files = new Map();
  let memory, windows, nScenarios = 0;
  /** Windows need no worker, and are in no store: one that is opened again goes on from what the one before gives. */
  function keptWindows(knownWindows = new Map()) {
    return new Windows(async (name, settings) => knownWindows.set(name, await openWindow({ ...settings, saved: knownWindows.get(name)?.save() })).get(name));
  }
  window.take = async ({ step, arguments: args = {} }, texts) => {
    files.clear();
    for (const [path, text] of texts) files.set(path, text);
    if (step === "host.begin" || step === "memory.reopen") {
      await memory?.close();
      memory = undefined;
      if (step === "host.begin") [windows, nScenarios] = [keptWindows(), nScenarios + 1];
      else memory = await open({ files, store: nScenarios + "/store.redb", purpose: args.purpose ?? "writing", memory: { speaker: args.speaker } });
      return {};
    }
    if (step.startsWith("store.")) {
      await memory?.close();
      memory = undefined;
      return exchange(step, args.bytes);
    }
    if (step.startsWith("window.")) return windows.answer(step, args);
    memory ??= await open({ files, store: nScenarios + "/store.redb" });
    return answer(memory, step, args);
  };

  /** Gives the bytes of the store, as letters, or puts others in their place. */
  async function exchange(step, letters) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(String(nScenarios), { create: true });
    const handle = await folder.getFileHandle("store.redb", { create: true });
    if (step === "store.give") {
      const blob = await handle.getFile();
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result.split(",")[1] ?? "");
        reader.readAsDataURL(blob);
      });
    }
    const stream = await handle.createWritable();
    await stream.write(Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)));
    await stream.close();
    return {};
  }
</script>`;

const { server, address } = await serve((path) => {
  if (path === "/") return { body: PAGE, type: "text/html" };
  return path.startsWith("/package/") ? fileOf(PACKAGE, path.slice(9)) : fileOf(HERE, path);
});
const browser = await launch();
const page = await browser.newPage();
page.on("pageerror", (error) => console.error(error));
page.on("console", (message) => console.error(message.text()));
await page.goto(`${address}/`);
await page.waitForFunction(() => "take" in window);

let folder;

/** Passes a request to the page. A file of this disk is passed as its bytes, in either direction. */
async function take(request) {
  const { step, arguments: args } = request;
  if (step === "store.take") request = { step, arguments: { bytes: readFileSync(args.path, "base64") } };
  const answer = await page.evaluate(([request, texts]) => window.take(request, texts), [request, diskTexts(folder)]);
  if (step !== "store.give") return answer;
  writeFileSync(args.path, answer, "base64");
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  folder = request.folder ?? folder;
  console.log(JSON.stringify(await take(request)));
}
await browser.close();
server.close();
