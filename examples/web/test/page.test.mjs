// Uses of the page, from choosing a project to copying a context.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";

import { SHOP, choose, figure, openFolder, openSample, start } from "./browser.mjs";

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

test("the sample is indexed, and a symbol is found as one types", async () => {
  const { page, done } = await browser.page();
  await openSample(page);
  await page.locator("#search").pressSequentially("runInd");
  const firstResult = page.locator(".result").first();
  await firstResult.filter({ hasText: "runIndex" }).waitFor();
  assert.match(await firstResult.innerText(), /function\s+runIndex[^]*bindings-js\/src\/index\/run\.ts:\d+/);
  await firstResult.click();
  await page.locator(".source pre").filter({ hasText: "export async function runIndex" }).waitFor();
  assert.equal(await page.getByText("changed since it was indexed").count(), 0);
  assert.ok(Number((await figure(page, "Files")).replaceAll(",", "")) > 100);
  assert.deepEqual((await page.locator("tbody td:first-child").allInnerTexts()).slice(0, 3), ["python", "rust", "typescript"]);
  await done();
});

test("callers and callees are drawn and listed with how they were found", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  const caller = page.getByRole("button", { name: "function restock, caller, shop.py line 4" });
  await caller.waitFor();
  await page.getByRole("button", { name: "method Shelf.check, callee, shelf.py line 8" }).waitFor();
  assert.deepEqual((await page.locator(".label").allTextContents()).sort(), ["constructed 0.95", "self member 0.97"]);
  const listed = page.getByRole("list", { name: "Called by" });
  assert.match(await listed.innerText(), /shop\.py\s+restock\s+calls, constructed 0\.95, line 7/);

  await page.getByRole("button", { name: "Show the neighbours of restock" }).click();
  await page.getByRole("button", { name: "function open_shop, caller" }).waitFor();
  await page.getByRole("region", { name: "Neighbours of restock" }).getByRole("link", { name: "open_shop" }).waitFor();

  await choose(page, "Shelf");
  await page.getByRole("list", { name: "Used by" }).locator(".neighbour").getByRole("link", { name: "shop.py" }).waitFor();
  await page.goBack();

  await caller.click();
  await page.getByRole("heading", { level: 2, name: "restock" }).waitFor();
  await page.getByRole("button", { name: "function restock, in the centre" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 2, name: "Shelf.add" }).waitFor();
  await done();
});

test("a symbol of the drawing is dragged without being chosen, and the drawing zooms", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  const box = page.locator("[data-node='shop.py#restock']");
  const boxBefore = await box.boundingBox();
  await page.mouse.move(boxBefore.x + 30, boxBefore.y + 20);
  await page.mouse.down();
  await page.mouse.move(boxBefore.x + 60, boxBefore.y + 80, { steps: 4 });
  await page.mouse.up();
  const moved = await box.boundingBox();
  assert.ok(Math.abs(moved.y - boxBefore.y - 60) < 4, `moved by ${moved.y - boxBefore.y} instead of 60`);
  await page.getByRole("heading", { level: 2, name: "Shelf.add" }).waitFor();
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.ok((await box.boundingBox()).width > moved.width * 1.2);
  await done();
});

test("a symbol that a pointer left without dragging it stays where it is", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  const box = page.locator("[data-node='shop.py#restock']");
  const boxBefore = await box.boundingBox();
  const [x, y] = [boxBefore.x + boxBefore.width / 2, boxBefore.y + boxBefore.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, boxBefore.y + boxBefore.height + 60);
  await page.mouse.up();
  await page.mouse.move(x, y);
  await page.mouse.move(x + 10, y + 5, { steps: 3 });
  assert.deepEqual(await box.boundingBox(), boxBefore);
  await done();
});

test("the symbol that is shown is marked in the list, and one that is gone shows nothing of another", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  const chosenResult = page.locator(".result[aria-current]");
  assert.deepEqual([await chosenResult.getAttribute("aria-current"), await chosenResult.getAttribute("data-id")], ["true", "shelf.py#Shelf.add"]);
  await page.evaluate(() => (location.hash = location.hash.replace("Shelf.add", "Shelf.gone")));
  await page.getByText("There is no such symbol any more.").waitFor();
  await page.locator(".graph").waitFor({ state: "hidden" });
  assert.equal(await page.locator(".result[aria-current]").count(), 0);
  await choose(page, "restock");
  await page.locator(".graph").waitFor();
  await done();
});

test("another project begins at its beginning", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  await page.locator("#project").getByRole("button", { name: "Another project" }).click();
  await openFolder(page, { "one.py": "def one():\n    pass\n" }, "other");
  await choose(page, "one");
  await page.getByRole("link", { name: "Status" }).click();
  await page.locator("#project").getByRole("button", { name: "Another project" }).click();
  await page.getByRole("button", { name: "shop", exact: true }).click();
  await page.locator("#search").waitFor();
  assert.equal(await page.getByText("There is no such symbol any more.").count(), 0);
  await done();
});

test("an address that is none does not end the server", async () => {
  const { address, done } = await browser.page();
  for (const wrongPath of ["%", "%ff", "../package.json"]) assert.equal((await fetch(address + wrongPath)).status, 404);
  assert.equal((await fetch(address)).status, 200);
  await done();
});

test("where its port is taken the server takes another and says so", async () => {
  const { address, done } = await browser.page();
  const { port } = new URL(address);
  const server = spawn(process.execPath, ["serve.mjs", port], { cwd: new URL("..", import.meta.url) });
  let output = "";
  for await (const words of server.stdout) {
    output += words;
    if (output.includes("Ctrl-C")) break;
  }
  server.kill();
  const [, otherAddress] = /^Port \d+ is taken.*\n(http:\S+)/.exec(output) ?? [];
  assert.ok(otherAddress !== undefined && otherAddress !== address, output);
  await done();
});

test("a file shows its symbols, what it uses and what uses it", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await page.getByRole("link", { name: "Files" }).click();
  await page.locator("#filter").fill("SHELF");
  await page.getByRole("link", { name: "shelf.py" }).click();
  assert.match(await page.getByRole("region", { name: "Used by" }).innerText(), /shop\.py/);
  const symbols = await page.getByRole("list", { name: "Symbols of the file" }).locator("a").allInnerTexts();
  assert.deepEqual(symbols, ["Shelf", "add", "check"]);
  await page.getByRole("region", { name: "Used by" }).getByRole("link", { name: "shop.py" }).click();
  await page.getByRole("heading", { level: 2, name: "shop.py" }).waitFor();
  await done();
});

test("a context stays within its budget, gives its reasons and is copied", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await page.getByRole("link", { name: "Context", exact: true }).click();
  await page.locator("#task").fill("Shelf.add must refuse a title that is there");
  await page.locator("#budget").fill("0");
  await page.getByRole("button", { name: "Prepare the context" }).click();
  const meter = page.getByRole("meter", { name: "Tokens used" });
  await meter.waitFor();
  assert.equal(await meter.getAttribute("aria-valuemax"), "500");
  const used = Number(await meter.getAttribute("aria-valuenow"));
  assert.ok(used > 0 && used <= 500, `${used} tokens`);
  const piece = page.getByRole("article", { name: "shelf.py#Shelf.add" });
  assert.match(await piece.innerText(), /names|shares/i);
  await piece.locator("summary").click();
  assert.ok((await piece.locator("tbody tr").count()) > 0);
  await page.getByRole("button", { name: "Copy the text" }).click();
  await page.getByText("Copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /def add\(self, title: str\)/);
  await done();
});

test("a run is cancelled, and what was taken in is kept", async () => {
  const { page, done } = await browser.page();
  await page.getByRole("button", { name: "Try the sample" }).click();
  await page.getByText(/^\d{2,} of \d+ files$/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Indexing was cancelled.").waitFor();
  await page.getByRole("button", { name: "Scrubjay’s own sources", exact: true }).click();
  await page.getByRole("link", { name: "Status" }).click({ timeout: 120_000 });
  const [, nSame] = /(\d+) as before/.exec(await page.getByText(/^In the last run/).innerText()) ?? [];
  assert.ok(Number(nSame) >= 10, `${nSame} files were kept`);
  await page.locator("#project").getByRole("button", { name: "Another project" }).click();
  await page.getByRole("button", { name: "Forget Scrubjay’s own sources" }).click();
  await page.getByRole("region", { name: "Kept in this browser" }).waitFor({ state: "detached" });
  await done();
});

test("a folder without known files, and a file that cannot be read, are told", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, { "notes.txt": "nothing here" }, "notes");
  await page.getByRole("alert").filter({ hasText: "notes holds no file that is read here" }).waitFor();
  await openFolder(page, { ...SHOP, "latin.py": [0x78, 0x20, 0x3d, 0x20, 0x22, 0xe9, 0x22] });
  await page.getByText("1 file could not be taken in.").waitFor();
  await page.getByRole("link", { name: "See which, and why" }).click();
  await page.getByRole("cell", { name: "latin.py", exact: true }).waitFor();
  await done();
});

/** Runs a function with a folder on the disk that has the files of `SHOP`. */
async function withFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-web-"));
  try {
    for (const [path, text] of Object.entries(SHOP)) writeFileSync(join(folder, path), text);
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function drop(page, context, folder) {
  const devtools = await context.newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await devtools.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
}

test("a folder is dropped", () =>
  withFolder(async (folder) => {
    const { page, context, done } = await browser.page();
    await page.locator(".start").waitFor();
    await drop(page, context, folder);
    await choose(page, "Shelf.check");
    await done();
  }));

test("a folder that is dropped while another project is indexed takes its place", () =>
  withFolder(async (folder) => {
    const { page, context, done } = await browser.page();
    await page.getByRole("button", { name: "Try the sample" }).click();
    await page.getByText(/^\d{2,} of \d+ files$/).waitFor();
    await drop(page, context, folder);
    await choose(page, "Shelf.check");
    assert.equal(await page.locator("#project span").innerText(), basename(folder));
    assert.equal(await figure(page, "Files"), "2");
    await done();
  }));

test("a folder is chosen where the browser has no handles, and what tools fill is left out", () =>
  withFolder(async (folder) => {
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "node_modules/tool.js"), "export const tool = 1;\n");
    const { page, done } = await browser.page();
    await page.evaluate(() => (window.showDirectoryPicker = undefined));
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Choose a folder" }).click()]);
    await chooser.setFiles(folder);
    await choose(page, "restock");
    assert.equal(await page.locator("#project span").innerText(), basename(folder));
    assert.equal(await figure(page, "Files"), "2");
    await done();
  }));

test("a file that has errors of syntax is listed with the others", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, { ...SHOP, "half.py": "def half(:\n" });
  await page.getByRole("link", { name: "Files" }).click();
  await page.getByRole("link", { name: "half.py" }).click();
  await page.getByText("The grammar found errors here").waitFor();
  assert.equal(await page.locator("#listed").innerText(), "3 files");
  await done();
});

test("of many files that use one the list says how many there are", async () => {
  const { page, done } = await browser.page();
  const users = Array.from({ length: 120 }, (_, n) => [`user${n}.py`, "from one import one\n\none()\n"]);
  await openFolder(page, { "one.py": "def one():\n    pass\n", ...Object.fromEntries(users) });
  await page.getByRole("link", { name: "Files" }).click();
  await page.locator("#filter").fill("one.py");
  await page.getByRole("link", { name: "one.py" }).click();
  await page.getByRole("heading", { name: "Used by 100 of 120" }).waitFor();
  await done();
});
