// A first index of a folder's texts in Chromium, in a worker, into the page's private files: `chromium.mjs DIR`.
//
// The time is that from the call to its answer; the CPU time is that of all processes of Chromium meanwhile.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { fileOf, launch, serve } from "../../tests/hosts/page.mjs";
import { diskTexts } from "../../tests/hosts/texts.mjs";

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");
const PAGE = '<!doctype html><link rel="icon" href="data:," />';

const texts = JSON.stringify(diskTexts(process.argv[2]));
const { server, address } = await serve((path) => {
  if (path === "/") return { body: PAGE, type: "text/html" };
  return path === "/texts" ? { body: texts, type: "application/json" } : fileOf(PACKAGE, path);
});
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(`${address}/`);
  await page.evaluate(async () => {
    const { open } = await import("/worker.js");
    globalThis.memory = await open({ files: new Map(await (await fetch("/texts")).json()), store: "bench/store.redb" });
  });
  const session = await browser.newBrowserCDPSession();
  const cpuMilliseconds = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1e3;
  };
  const cpuBefore = await cpuMilliseconds();
  const [nRead, took] = await page.evaluate(async () => {
    const started = performance.now();
    const { nRead } = await globalThis.memory.index();
    return [nRead, performance.now() - started];
  });
  console.log("chromium_index_files", nRead);
  console.log("chromium_index_ms", took);
  console.log("chromium_index_cpu_ms", (await cpuMilliseconds()) - cpuBefore);
} finally {
  await browser.close();
  server.close();
}
