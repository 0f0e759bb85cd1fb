// Opens the page in headless Chromium, with a new profile for each test. Requests to other servers than the page's fail the test.

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

import { serve } from "../serve.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The files of a small project: a class, and a caller in another file. */
export const SHOP = {
  "shelf.py": 'class Shelf:\n    """Keeps books."""\n\n    def add(self, title: str) -> None:\n        """Puts a book on the shelf."""\n        self.check(title)\n\n    def check(self, title: str) -> None:\n        assert title\n',
  "shop.py": "from shelf import Shelf\n\n\ndef restock(titles):\n    shelf = Shelf()\n    for title in titles:\n        shelf.add(title)\n\n\ndef open_shop():\n    restock([])\n",
};

/** Starts the server and the browser. `close` ends both, `stop` only the server. */
export async function start() {
  const { address, stop } = await serve();
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
  const close = async () => {
    await browser.close();
    stop();
  };
  return { close, stop, page: (options) => openPage(browser, address, options) };
}

/** Opens a page with a new profile. `done` asserts that it made no request to another server, and that no error was thrown. */
async function openPage(browser, address, { width = 1280, height = 900, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  // The browser reports violations of the page's content security policy on the console.
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

/** Opens the sample, and waits until it is indexed. */
export async function openSample(page) {
  await page.getByRole("button", { name: "Try the sample" }).click();
  await page.locator("#search").waitFor({ timeout: 120_000 });
}

/**
 * Chooses a folder with these files. A test cannot operate the browser's own dialogue, which would return the handle of a folder. In its place
 * the page gets the handle of a real folder in the origin private file system.
 */
export async function openFolder(page, files, name = "shop") {
  await writeFiles(page, files, name);
  await page.getByRole("button", { name: "Choose a folder" }).click();
}

/** Writes files into the folder of this name in the origin private file system; each is a text or bytes. */
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

/** Types a name into the search, chooses the first hit with this name, and waits for its drawing. */
export async function choose(page, name) {
  await page.locator("#search").fill(name);
  await page.locator(".result strong", { hasText: new RegExp(`^${name.replaceAll(".", "\\.")}$`) }).first().click();
  await page.getByRole("heading", { level: 2, name }).waitFor();
  await page.locator(".node.centre").waitFor();
}

/** The figure beside a label in the view "Status". */
export async function figure(page, what) {
  await page.getByRole("link", { name: "Status" }).click();
  return page.locator("dl > div").filter({ has: page.getByText(what, { exact: true }) }).locator("dd").innerText();
}
