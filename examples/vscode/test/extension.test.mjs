// The three commands of the extension in VS Code for the web, in Chromium, by keyboard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { chromium } from "playwright-core";

import { serveEditor } from "./editor.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PATIENCE = 30_000;

const requests = [];
let server, browser, page;

before(async () => {
  server = await serveEditor();
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  page.context().on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(server.address)) requests.push(request.url());
  });
  await page.goto(server.address);
  await page.getByRole("treeitem", { name: "shop.py" }).waitFor();
});

after(async () => {
  await browser.close();
  server.stop();
});

/** Runs a command by typing its title into the command palette. */
async function run(title) {
  await page.keyboard.press("F1");
  const palette = page.locator(".quick-input-box input[type=text]");
  await palette.waitFor();
  await palette.fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).waitFor();
  await page.keyboard.press("Enter");
}

const row = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text });
const place = () => page.locator(".statusbar-item", { hasText: /Ln \d+, Col \d+/ });

test("a symbol is found as one types, and opened where it stands", async () => {
  await run("Scrubjay: Find symbol");
  await page.getByPlaceholder("A name, a part of one, or words").fill("Shelf.add");
  const found = row("Shelf.add");
  await found.waitFor();
  assert.match(await found.innerText(), /method, shelf\.py:4/);
  await page.keyboard.press("Enter");
  await place().filter({ hasText: "Ln 4, Col 9" }).waitFor();
});

test("the callers of the name at the cursor are listed with how they were found", async () => {
  await run("Scrubjay: Show callers");
  const caller = row("restock");
  await caller.waitFor();
  assert.match(await caller.innerText(), /constructed 0\.95, shop\.py:7/);
  await page.keyboard.press("Enter");
  await place().filter({ hasText: "Ln 7, Col 15" }).waitFor();
  await page.getByRole("tab", { name: /shop\.py/ }).waitFor();

  // Two classes have a method of this name; the line tells which one is meant.
  await run("Scrubjay: Show callers");
  await page.getByPlaceholder("Callers of Shelf.add").waitFor();
  await caller.waitFor();
  await page.keyboard.press("Escape");
});

test("a file in a folder is found, and what is nowhere is told of", async () => {
  await run("Scrubjay: Find symbol");
  const field = page.getByPlaceholder("A name, a part of one, or words");
  await field.fill("test_adding");
  await row("tests/test_cart.py:4").waitFor();
  await field.fill("zzzzzz");
  await page.locator(".quick-input-title", { hasText: "Nothing is found" }).waitFor();
  await page.keyboard.press("Escape");
  await run("Scrubjay: Prepare context");
  await page.getByPlaceholder("fix the login timeout").fill("zzzzzz");
  await page.keyboard.press("Enter");
  await page.getByText("Scrubjay: nothing in the folder fits the task.").first().waitFor();
});

test("a context is prepared as a new document", async () => {
  await run("Scrubjay: Prepare context");
  await page.getByPlaceholder("fix the login timeout").fill("Shelf.add must refuse a title that is there");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: /Untitled/ }).waitFor();
  await page.locator(".view-lines").filter({ hasText: "## shelf.py" }).filter({ hasText: /def\s+add/ }).waitFor();
});

test("an address that is none does not end the editor's server", async () => {
  assert.equal((await fetch(`${server.address}%`)).status, 404);
  assert.equal((await fetch(server.address)).status, 200);
});

test("nothing was asked of another server", () => {
  assert.deepEqual(requests, []);
});
