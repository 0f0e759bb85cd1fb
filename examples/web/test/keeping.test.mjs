// Stored memories: after a reload, a reload during a write, the death of a worker, and in a browser without space.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { SHOP, choose, figure, openFolder, start, writeFiles } from "./browser.mjs";

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

test("a reloaded page has its memory again, and reads no file anew", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  await page.reload();
  await page.getByRole("heading", { level: 2, name: "Shelf.add" }).waitFor();
  await page.locator(".source pre").filter({ hasText: "def add" }).waitFor();
  assert.match(await page.getByRole("list", { name: "Called by" }).innerText(), /restock/);
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByText("In the last run 0 files were read, 2 as before, 0 gone.").waitFor();
  await done();
});

test("a memory whose folder is out of reach still answers, and says what is missing", async () => {
  const { page, context, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("shop", { recursive: true }));
  // A browser that keeps no handle, or has not been allowed to use it again.
  await context.addInitScript(() => (FileSystemHandle.prototype.queryPermission = async () => "prompt"));
  await page.reload();
  await page.getByText("The memory is as it was.").waitFor();
  assert.match(await page.getByRole("list", { name: "Called by" }).innerText(), /restock/);
  await page.getByText("The file is not at hand.").waitFor();
  assert.equal(await figure(page, "Symbols"), "6");
  await done();
});

test("a memory whose folder may not be read any more still answers, and asks for it", async () => {
  const { page, context, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  await context.addInitScript(() => (FileSystemHandle.prototype.queryPermission = async () => "denied"));
  await page.reload();
  await page.getByText("The memory is as it was.").waitFor();
  await page.getByRole("button", { name: "open the folder again" }).waitFor();
  await done();
});

test("a page that is reloaded in the middle of a run has lost nothing of the run before", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await page.locator("#search").waitFor();
  const functions = Array.from({ length: 300 }, (_, at) => `def function_${at}():\n    return ${at}\n`).join("\n");
  await writeFiles(page, Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`module_${at}.py`, functions])));
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByRole("button", { name: "Index again" }).click();
  await page.getByText(/^\d{2,} of 150 files$/).waitFor();
  await page.reload();
  const runText = await page.getByText(/^In the last run/).innerText({ timeout: 120_000 });
  const [nRead, nSame] = runText.match(/\d+/g)?.map(Number) ?? [];
  assert.equal(nRead + nSame, 152, runText);
  assert.ok(nSame >= 2, runText);
  assert.equal(await figure(page, "Files"), "152");
  assert.equal(await figure(page, "Symbols"), "45,006");
  await done();
});

test("a second tab is told that the project is open in another one", async () => {
  const { page, context, address, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  const second = await context.newPage();
  await second.goto(address);
  await second.getByRole("button", { name: "shop", exact: true }).click();
  await second.getByRole("alert").filter({ hasText: "open in another tab" }).waitFor();
  await page.close();
  await second.getByRole("button", { name: "shop", exact: true }).click();
  await choose(second, "restock");
  await done();
});

test("a worker that dies is told of, and a new one has what was stored", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  const [worker] = page.workers();
  // The worker ends itself, as in a crash: the page does nothing. The answer to `evaluate` is lost with the worker.
  worker.evaluate(() => self.close()).catch(() => undefined);
  await page.getByRole("alert").filter({ hasText: "The worker that holds the memory has stopped." }).waitFor();
  await page.getByRole("button", { name: "Start it again" }).click();
  await choose(page, "restock");
  assert.equal(await page.getByRole("alert").innerText(), "");
  await done();
});

test("a browser without room says so", async () => {
  const { page, context, address, done } = await browser.page();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(address).origin, quotaSize: 2_000_000 });
  await page.getByRole("button", { name: "Try the sample" }).click();
  await page.getByRole("alert").filter({ hasText: "No room is left" }).waitFor({ timeout: 120_000 });
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(address).origin });
  await page.getByRole("listitem").getByRole("button", { name: "Scrubjay’s own sources", exact: true }).click();
  await page.locator("#search").waitFor({ timeout: 120_000 });
  await done();
});

test("a browser that keeps nothing is told of, and the page works all the same", async () => {
  // A service worker that is ready before the folder is opened would answer with its own copy of the script.
  const { page, done } = await browser.page({ serviceWorkers: "block" });
  // No private files in the worker, as in a private window of some browsers. The page has them, for the test's folder.
  await page.route("**/worker.js", async (route) => {
    const response = await route.fetch();
    const withoutFiles = "navigator.storage.getDirectory = async () => { throw new Error('no private files here'); };";
    await route.fulfill({ response, body: withoutFiles + (await response.text()) });
  });
  await openFolder(page, SHOP);
  await page.getByRole("status").filter({ hasText: "its store cannot be used" }).waitFor();
  await choose(page, "Shelf.add");
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByText("no private files here. Where").waitFor();
  await done();
});

test("a damaged store is told of, and forgetting the project mends it", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  await page.locator("#project").getByRole("button", { name: "Another project" }).click();
  await page.getByRole("region", { name: "Kept in this browser" }).waitFor();
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("memories");
    const writable = await (await folder.getFileHandle("shop.redb")).createWritable({ keepExistingData: true });
    await writable.write({ type: "write", position: 0, data: new Uint8Array(4096).fill(0xa5) });
    await writable.close();
  });
  const keptButton = page.getByRole("button", { name: "shop", exact: true });
  await keptButton.click();
  await page.getByRole("status").filter({ hasText: "its store cannot be used" }).waitFor();
  await choose(page, "restock");
  await page.locator("#project").getByRole("button", { name: "Another project" }).click();
  await page.getByRole("button", { name: "Forget shop" }).click();
  await keptButton.waitFor({ state: "detached" });
  await openFolder(page, SHOP);
  await choose(page, "restock");
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByText("The memory is kept in this browser").waitFor();
  await done();
});
