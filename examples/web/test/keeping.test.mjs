// What stays: across a reload, a reload in the middle of a write, a worker that dies, and a browser without room.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { SHOP, choose, figure, openFolder, openSample, start } from "./browser.mjs";

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
  const { page, context, address, done } = await browser.page();
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
  assert.ok(address.startsWith("http://localhost"));
  await done();
});

test("a page that is reloaded while it indexes goes on from what was acknowledged", async () => {
  const { page, done } = await browser.page();
  await page.getByRole("button", { name: "Try the sample" }).click();
  await page.getByText(/^1\d\d of \d+ files$/).waitFor({ timeout: 120_000 });
  await page.reload();
  await page.locator("#search").waitFor({ timeout: 120_000 });
  const interrupted = [await figure(page, "Files"), await figure(page, "Symbols"), await figure(page, "Edges between symbols")];

  const other = await browser.page();
  await openSample(other.page);
  const whole = [await figure(other.page, "Files"), await figure(other.page, "Symbols"), await figure(other.page, "Edges between symbols")];
  assert.deepEqual(interrupted, whole);
  await other.done();
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
  // From inside, as a crash would: the page is not asked. The evaluation's own answer is lost with the worker.
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
