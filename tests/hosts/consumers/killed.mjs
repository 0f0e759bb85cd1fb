// Pages whose worker is killed, during an index run or idle: acknowledged files must still be in the store.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { fileOf, launch, serve } from "../page.mjs";

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

/** As `PAGE`, but the package may start another worker. At the end the workers of idle memories are closed from outside. */
const GOING_ON = `<!doctype html><link rel="icon" href="data:," /><script type="module">
  import { open } from "/worker.js";

  const files = new Map(Array.from({ length: 20 }, (_, n) => ["old" + n + ".py", "def f" + n + "():\\n    pass\\n"]));
  let last;
  const worker = () => (last = new Worker("/worker/thread.js", { type: "module" }));
  const code = (call) => call.then(() => "answered", (error) => error.code);
  const said = [];

  const memory = await open({ files, store: "again/store.redb", worker });
  await memory.index();
  for (let n = 0; n < 400; n++) files.set("new" + n + ".py", "def g" + n + "():\\n    f1()\\n");
  const onProgress = ({ stage, nFiles }) => stage === "read" && nFiles === 200 && last.terminate();
  said.push(await code(memory.index({ onProgress })));
  const [status, found] = await Promise.all([memory.status(), memory.graph.find("f1")]);
  said.push(status.nFiles >= 20, found.hits[0].symbol.id);
  await memory.index();
  said.push((await memory.status()).nFiles);
  await memory.close();
  said.push(await code(memory.status()));

  globalThis.kept = await open({ files, store: "again/store.redb" });
  globalThis.unkept = await open({ files });
  await globalThis.unkept.index();
  globalThis.said = said.join(" ");
  globalThis.after = async () => {
    const calls = [];
    for (const memory of [globalThis.kept, globalThis.unkept]) {
      // Until its end is noticed, a call may wait for the worker that is gone.
      await code(memory.status());
      calls.push(await code(memory.status()), await code(memory.status()));
    }
    return calls.join(" ");
  };
</script>`;

/**
 * The page's report: acknowledged files, how a second owner is refused, files read before the kill, whether the acknowledged
 * files are kept, all files after the next run, and its problems.
 */
export function killed() {
  return on(PAGE, (page) => page.evaluate(() => globalThis.said));
}

/**
 * The page's report: how a call ends whose worker is killed, whether acknowledged files are kept, an answer, all files
 * after the next run, and how a call of a closed memory ends. Then how calls end after the workers of two idle memories were
 * closed, one with a store and one without.
 */
export function goesOn() {
  return on(GOING_ON, async (page) => {
    const said = await page.evaluate(() => globalThis.said);
    for (const worker of page.workers()) await worker.evaluate(() => close()).catch(() => undefined);
    return `${said} ${await page.evaluate(() => globalThis.after())}`;
  });
}

/** Opens a page that is served with the package's files, and uses it once the page has set `said`. */
async function on(body, use) {
  const { server, address } = await serve((path) => (path === "/" ? { body, type: "text/html" } : fileOf(PACKAGE, path)));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${address}/`);
    await page.waitForFunction(() => "said" in globalThis, undefined, { timeout: 30_000 });
    return await use(page);
  } finally {
    await browser.close();
    server.close();
  }
}
