// The page without its server, after a visit.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SHOP, choose, figure, openFolder, start } from "./browser.mjs";
import { openSampleSession } from "./sessions.mjs";

const GO = { "main.go": "package main\n\nfunc main() { greet() }\n\nfunc greet() {}\n" };

test("once the page has all it needs, another folder, another language and a reload need no server", async () => {
  const browser = await start();
  const { page, context } = await browser.page();
  try {
    await openFolder(page, SHOP);
    await choose(page, "restock");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    browser.stop();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Another project" }).click();
    await openFolder(page, GO, "go");
    await choose(page, "greet");
    await page.reload();
    assert.equal(await figure(page, "Files"), "1");
  } finally {
    await browser.close();
  }
});

test("the page of a context window needs no server either", async () => {
  const browser = await start();
  const { page, context, address } = await browser.page();
  try {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    browser.stop();
    await context.setOffline(true);
    await page.goto(`${address}window.html`);
    await openSampleSession(page);
    assert.ok((await page.locator(".block.gone").count()) > 0);
  } finally {
    await browser.close();
  }
});

test("copies that other pages of the origin keep are left alone, and those of an older build go", async () => {
  const browser = await start();
  const { page } = await browser.page();
  try {
    await page.evaluate(async () => {
      for (const name of ["another-page", "scrubjay-web-older"]) await caches.open(name);
      await (await navigator.serviceWorker.ready).unregister();
    });
    // The page registers it anew.
    await page.reload();
    await page.waitForFunction(async () => !(await caches.has("scrubjay-web-older")));
    assert.ok(await page.evaluate(() => caches.has("another-page")));
  } finally {
    await browser.close();
  }
});

test("where the page's files cannot be loaded, whoever chooses a folder is told", async () => {
  const browser = await start();
  const { page } = await browser.page({ serviceWorkers: "block" });
  try {
    await page.locator(".start").waitFor();
    browser.stop();
    await openFolder(page, SHOP);
    await page.getByRole("alert").filter({ hasText: "shop cannot be opened" }).waitFor();
  } finally {
    await browser.close();
  }
});
