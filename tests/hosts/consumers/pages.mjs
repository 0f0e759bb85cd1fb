// The package in pages where something fails: invalid calls, a damaged store, no room left, a reload while writing.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { fileOf, launch, serve } from "../page.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json"))), "dist");
const PAGE = '<!doctype html><link rel="icon" href="data:," />';

/** Opens an empty page that is served with the package's files, and returns the result of `use`. */
async function page(use) {
  const { server, address } = await serve((path) => {
    if (path === "/") return { body: PAGE, type: "text/html" };
    return path === "/refused.mjs" ? fileOf(HERE, path) : fileOf(PACKAGE, path);
  });
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${address}/`);
    return await use(page, address);
  } finally {
    await browser.close();
    server.close();
  }
}

/** The calls that are not refused as in Node, in the page's own thread and in a worker; a line for each. */
export function refused() {
  return page((page) =>
    page.evaluate(async () => {
      const { UNOPENED_IN_A_WORKER, wronglyRefused } = await import("/refused.mjs");
      const faults = [];
      for (const entry of ["/browser.js", "/worker.js", "/inline.js"]) {
        const { open } = await import(entry);
        const more = entry === "/worker.js" ? UNOPENED_IN_A_WORKER : {};
        faults.push(...(await wronglyRefused(open, more)).map((fault) => `${entry}: ${fault}`));
      }
      return faults.join("\n");
    }),
  );
}

/**
 * How a reader is refused without a store, and the number of names in the private files then. How a damaged store is refused; the
 * files and the extent after a rebuild, and a symbol that a reader finds. The size of the damaged file, and the names at the end.
 */
export function begunAnew() {
  return page((page) =>
    page.evaluate(async () => {
      const { open } = await import("/worker.js");
      const files = new Map([["a.py", "def one():\n    pass\n"]]);
      const store = "project/store.redb";
      const names = async (folder) => {
        const allNames = [];
        for await (const [name] of folder.entries()) allNames.push(name);
        return allNames.sort();
      };
      const root = await navigator.storage.getDirectory();
      const refused = async (options) => {
        // The system lets go of a file a moment after its worker is gone.
        for (let tries = 0; ; tries++) {
          const code = await open({ files, store, ...options }).then(() => "opened", (error) => error.code);
          if (code !== "locked" || tries === 100) return code;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const report = [await refused({ purpose: "reading" }), (await names(root)).length];
      const folder = await root.getDirectoryHandle("project", { create: true });
      const file = await (await folder.getFileHandle("store.redb", { create: true })).createWritable();
      await file.write("rubbish".repeat(1_000));
      await file.close();
      report.push(await refused({}), await refused({ purpose: "reading" }));
      const memory = await open({ files, store, rebuild: true });
      await memory.index();
      report.push((await memory.status()).nFiles, await memory.extent());
      await memory.close();
      const reader = await open({ files, store, purpose: "reading" });
      report.push((await reader.graph.find("one")).hits[0].symbol.id);
      await reader.close();
      const aside = await (await folder.getFileHandle("store.redb.set-aside")).getFile();
      return [...report, aside.size, ...(await names(folder))].join(" ");
    }),
  );
}

/** The number of acknowledged files, how a run without room ends, whether they are kept, and the files after a run with room. */
export function withoutRoom() {
  return page(async (page, address) => {
    const devtools = await page.context().newCDPSession(page);
    const acknowledged = await page.evaluate(async () => {
      const { open } = await import("/worker.js");
      globalThis.files = new Map(Array.from({ length: 20 }, (_, n) => [`old${n}.py`, `def f${n}():\n    pass\n`]));
      globalThis.memory = await open({ files: globalThis.files, store: "room/store.redb" });
      await globalThis.memory.index();
      return (await globalThis.memory.status()).nFiles;
    });
    const { usage } = await page.evaluate(() => navigator.storage.estimate());
    await devtools.send("Storage.overrideQuotaForOrigin", { origin: address, quotaSize: usage + 100_000 });
    const refused = await page.evaluate(async () => {
      for (let n = 0; n < 2_000; n++) globalThis.files.set(`new${n}.py`, `def g${n}():\n    ${`f${n % 20}() + `.repeat(200)}0\n`);
      return globalThis.memory.index().then(() => "nothing", (error) => error.code);
    });
    await devtools.send("Storage.overrideQuotaForOrigin", { origin: address });
    const files = await page.evaluate(async () => {
      // A store that failed says so once more as it is closed.
      await globalThis.memory.close().catch(() => undefined);
      const { open } = await import("/worker.js");
      const memory = await open({ files: globalThis.files, store: "room/store.redb" });
      const nKept = (await memory.status()).nFiles;
      await memory.index();
      return [nKept >= 20, (await memory.status()).nFiles];
    });
    return [acknowledged, refused, ...files].join(" ");
  });
}

/** Whether files were acknowledged before a reload, whether they are kept after it, and the files after the next run. */
export function reloaded() {
  return page(async (page) => {
    const begin = () =>
      page.evaluate(async () => {
        const { open } = await import("/worker.js");
        const files = new Map(Array.from({ length: 400 }, (_, n) => [`m${n}.py`, `def f${n}():\n    return f${(n + 1) % 400}()\n`]));
        // The system lets go of the file a moment after the page's worker is gone.
        for (let tries = 0; globalThis.memory === undefined && tries < 100; tries++) {
          globalThis.memory = await open({ files, store: "reloaded/store.redb" }).catch((error) => {
            if (error.code !== "locked") throw error;
          });
          if (globalThis.memory === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
    await begin();
    await page.evaluate(() => {
      const controller = new AbortController();
      const onProgress = ({ stage, nFiles }) => stage === "read" && nFiles === 150 && controller.abort();
      // A run that is stopped keeps what it took in.
      return globalThis.memory.index({ onProgress, signal: controller.signal }).catch(() => undefined);
    });
    const acknowledged = await page.evaluate(async () => (await globalThis.memory.status()).nFiles);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const onProgress = ({ stage, nFiles }) => stage === "read" && nFiles === 50 && resolve();
          globalThis.memory.index({ onProgress }).catch(() => undefined);
        }),
    );
    await page.reload();
    await begin();
    const [nKept, files] = await page.evaluate(async () => {
      const nKept = (await globalThis.memory.status()).nFiles;
      await globalThis.memory.index();
      return [nKept, (await globalThis.memory.status()).nFiles];
    });
    return [acknowledged > 0, nKept >= acknowledged, files].join(" ");
  });
}
