// The page without a mouse, for people who see little, and on small screens.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { SHOP, choose, openFolder, start } from "./browser.mjs";
import { examine } from "./examine.mjs";

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

const VIEWS = ["Symbols", "Files", "Context", "Status"];

/** Shows every view with content, one after the other, and yields its name. */
async function* everyView(page) {
  await page.locator(".start").waitFor();
  yield "start";
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  for (const view of VIEWS) {
    await page.getByRole("link", { name: view, exact: true }).click();
    if (view === "Files") await page.locator(".files .result").first().click();
    if (view === "Context") {
      await page.locator("#task").fill("Shelf.add and an_unreasonably_long_identifier_that_no_line_of_a_small_screen_can_hold");
      await page.getByRole("button", { name: "Prepare the context" }).click();
    }
    await page.locator("main h2").first().waitFor();
    yield view;
  }
}

test("everything is reached by keys alone", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await page.locator("#search").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "search");
  await page.keyboard.type("Shelf.add");
  // Until the whole name is searched for, the first result is that of its beginning: the class.
  await page.locator(".result").first().locator("strong", { hasText: /^Shelf\.add$/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Shelf.add" }).waitFor();
  await page.locator(".node.centre").waitFor();

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  for (let presses = 0; !(await focused())?.includes("in the centre"); presses += 1) {
    assert.ok(presses < 20, "Tab does not lead to the drawing");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowLeft");
  assert.match(await focused(), /^function restock, caller/);
  await page.keyboard.press("+");
  await page.getByRole("button", { name: "function open_shop, caller" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  assert.match(await focused(), /^function open_shop/);
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement.querySelector("rect")).strokeWidth);
  assert.equal(outline, "4px", "the focus is not seen");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "open_shop" }).waitFor();

  await page.getByRole("link", { name: "Context", exact: true }).press("Enter");
  await page.locator("#task").focus();
  await page.keyboard.type("restock the shelf");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("output").innerText(), "4,000 tokens");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("meter").waitFor();
  await done();
});

test("what is pressed by a key may go away, and keys go on from what came in its place", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await choose(page, "Shelf.add");
  const press = async (target, expected) => {
    await target.press("Enter");
    const isThere = (expected) => [document.activeElement.id, document.activeElement.ariaLabel, document.activeElement.textContent.trim()].includes(expected);
    await page.waitForFunction(isThere, expected, { timeout: 5000 }).catch(async () => {
      assert.equal(await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200)), expected);
    });
  };
  const listed = page.getByRole("region", { name: "Its neighbours" });
  await press(page.getByRole("button", { name: "Show the neighbours of restock" }), "restock");
  await press(listed.getByRole("link", { name: "restock" }), "function restock");
  await press(page.locator("[data-node='shop.py#open_shop']"), "function open_shop, in the centre, shop.py line 10");
  await press(page.getByRole("link", { name: "Files" }), "Files");
  await press(page.locator(".files .result").first(), "shelf.pypython, 9 lines");
  await press(page.getByRole("region", { name: "Used by" }).getByRole("link", { name: "shop.py" }), "shop.py");
  await press(page.getByRole("link", { name: "Status" }), "Status");
  await press(page.getByRole("button", { name: "Index again" }), "main");
  await press(page.locator("#project").getByRole("button"), "main");
  await done();
});

test("the button of another project keeps the focus while the end of a run draws it anew", async () => {
  const { page, done } = await browser.page();
  await openFolder(page, SHOP);
  await page.locator("#search").waitFor();
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByRole("button", { name: "Index again" }).waitFor();
  // The element itself is marked, so that the one which takes its place is known.
  await page.evaluate(() => {
    const another = document.querySelector("#project button");
    another.dataset["before"] = "yes";
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Index again").click();
    another.focus();
  });
  await page.waitForFunction(() => document.querySelector("#project button")?.dataset["before"] === undefined);
  assert.equal(await page.evaluate(() => document.activeElement.outerHTML), await page.locator("#project button").evaluate(({ outerHTML }) => outerHTML));
  await done();
});

test("nothing needs a screen wider than 360 pixels", async () => {
  const { page, done } = await browser.page({ width: 360, height: 740 });
  for await (const view of everyView(page)) {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${view} is ${width} pixels wide`);
  }
  await done();
});

test("the whole drawing is seen at once, on a small screen from above to below, and also when it is turned", async () => {
  const { page, done } = await browser.page({ width: 360, height: 640 });
  const users = Array.from({ length: 5 }, (_, n) => `def user${n}():\n    one()\n`).join("\n");
  await openFolder(page, { "many.py": `def two():\n    pass\n\n\ndef one():\n    two()\n\n\n${users}` });
  await choose(page, "one");
  const placesSeen = () => page.locator(".drawing svg").evaluate(placesIn);
  const upright = await placesSeen();
  assert.deepEqual([upright.n, upright.cut], [7, []]);
  assert.ok(upright.width > 95, `a symbol is ${upright.width} pixels wide`);
  assert.ok(upright.caller.bottom < upright.centre.top && upright.callee.top > upright.centre.bottom, "callers do not stand above");

  await page.setViewportSize({ width: 1280, height: 640 });
  await page.waitForFunction(() => document.querySelector(".drawing svg").clientWidth > 600);
  await page.waitForFunction(() => document.querySelector(".node.centre").getBoundingClientRect().width > 150);
  const wide = await placesSeen();
  assert.deepEqual([wide.n, wide.cut], [7, []]);
  assert.ok(wide.caller.right < wide.centre.left && wide.callee.left > wide.centre.right, "callers do not stand left");
  await done();
});

for (const colorScheme of ["light", "dark"]) {
  test(`text stands out from its ground, and controls have names: ${colorScheme}`, async () => {
    const { page, done } = await browser.page({ colorScheme });
    for await (const view of everyView(page)) {
      const { pale, nameless, nTexts } = await page.evaluate(examine);
      assert.ok(nTexts > 5, `${view} has no text`);
      assert.deepEqual(pale, [], view);
      assert.deepEqual(nameless, [], view);
    }
    await done();
  });
}

/** Runs in the page: the positions of the symbols in a drawing, and the symbols that are not completely visible. */
function placesIn(svg) {
  const frame = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll(".node")];
  const place = (box) => box.querySelector("rect").getBoundingClientRect();
  const isCut = (box) => {
    const { left, right, top, bottom } = place(box);
    return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom;
  };
  const placeOf = (part) => place(boxes.find((box) => box.ariaLabel.includes(part))).toJSON();
  const centre = placeOf("in the centre");
  return { n: boxes.length, cut: boxes.filter(isCut).map((box) => box.ariaLabel), width: centre.width, centre, caller: placeOf("caller"), callee: placeOf("callee") };
}
