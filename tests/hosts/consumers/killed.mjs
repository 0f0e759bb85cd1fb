// A page whose worker is killed in mid-index: what was answered before is there when it opens its memory again.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { fileOf, launch, serve } from "./page.mjs";

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");

const PAGE = `<!doctype html><link rel="icon" href="data:," /><script type="module">
  import { open } from "/worker.js";

  const files = new Map(Array.from({ length: 20 }, (_, n) => ["old" + n + ".py", "def f" + n + "():\\n    pass\\n"]));
  const start = () => new Worker("/worker/thread.js", { type: "module" });
  const store = "killed/store.redb";

  let worker = start();
  const first = await open({ files, store, worker });
  await first.index();
  const acknowledged = (await first.status()).nFiles;
  const second = await open({ files, store, worker: start() }).catch((error) => error.code);

  for (let n = 0; n < 400; n++) files.set("new" + n + ".py", "def g" + n + "():\\n    f1()\\n");
  const killed = await new Promise((resolve) => {
    const onProgress = ({ stage, nFiles }) => {
      if (stage === "read" && nFiles === 200) {
        worker.terminate();
        resolve(nFiles);
      }
    };
    first.index({ onProgress });
  });

  // The system lets go of the file a moment after the worker is gone.
  let memory;
  for (let tries = 0; memory === undefined && tries < 100; tries++) {
    memory = await open({ files, store, worker: start() }).catch(() => undefined);
    if (memory === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const kept = (await memory.status()).nFiles >= acknowledged;
  const { problems } = await memory.index();
  const { nFiles } = await memory.status();
  await memory.close();
  globalThis.said = [acknowledged, second, killed, kept, nFiles, problems.length].join(" ");
</script>`;

/** What the page says of it: files acknowledged, how a second owner is refused, whether they are there again, and all in the end. */
export async function killed() {
  const { server, address } = await serve((path) => (path === "/" ? { body: PAGE, type: "text/html" } : fileOf(PACKAGE, path)));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${address}/`);
    await page.waitForFunction(() => "said" in globalThis, undefined, { timeout: 30_000 });
    return await page.evaluate(() => globalThis.said);
  } finally {
    await browser.close();
    server.close();
  }
}
