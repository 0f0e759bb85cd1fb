// The page in headless Chromium, for the tests: a fresh profile each, and no request to anywhere but the page's own server.

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

import { serve } from "../serve.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A small project: a class, and a caller in another file. */
export const SHOP = {
  "shelf.py": 'class Shelf:\n    """Keeps books."""\n\n    def add(self, title: str) -> None:\n        """Puts a book on the shelf."""\n        self.check(title)\n\n    def check(self, title: str) -> None:\n        assert title\n',
  "shop.py": "from shelf import Shelf\n\n\ndef restock(titles):\n    shelf = Shelf()\n    for title in titles:\n        shelf.add(title)\n\n\ndef open_shop():\n    restock([])\n",
};

/** The server and the browser; `close` ends both, `stop` the server alone. */
export async function start() {
  const { address, stop } = await serve();
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
  const close = async () => {
    await browser.close();
    stop();
  };
  return { close, stop, page: (options) => openPage(browser, address, options) };
}

/** A page with a profile of its own. `done` checks that it asked for nothing outside and that nothing was thrown. */
async function openPage(browser, address, { width = 1280, height = 900, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  // A rule of the page's own policy that is broken is told on the console.
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  context.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(address)) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(address);
  const done = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, context, address, done };
}

/** Opens the sample and waits for its index. */
export async function openSample(page) {
  await page.getByRole("button", { name: "Try the sample" }).click();
  await page.locator("#search").waitFor({ timeout: 120_000 });
}

/**
 * Chooses a folder with these files. The browser's own dialogue cannot be worked by a test; what it would give is the handle of a
 * folder, and this gives a real one, from the origin's private files.
 */
export async function openFolder(page, files, name = "shop") {
  await writeFiles(page, files, name);
  await page.getByRole("button", { name: "Choose a folder" }).click();
}

/** Writes files into that folder, each a text or bytes. */
export async function writeFiles(page, files, name = "shop") {
  await page.evaluate(
    async ([files, name]) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
      for (const [path, content] of Object.entries(files)) {
        const writable = await (await root.getFileHandle(path, { create: true })).createWritable();
        await writable.write(typeof content === "string" ? content : new Uint8Array(content));
        await writable.close();
      }
      window.showDirectoryPicker = async () => root;
    },
    [files, name],
  );
}

/** Types into the search and chooses the first result of that name. */
export async function choose(page, name) {
  await page.locator("#search").fill(name);
  await page.locator(".result strong", { hasText: new RegExp(`^${name.replaceAll(".", "\\.")}$`) }).first().click();
  await page.getByRole("heading", { level: 2, name }).waitFor();
  await page.locator(".node.centre").waitFor();
}

/** What the status says beside a word. */
export async function figure(page, what) {
  await page.getByRole("link", { name: "Status" }).click();
  return page.locator("dl > div").filter({ has: page.getByText(what, { exact: true }) }).locator("dd").innerText();
}
