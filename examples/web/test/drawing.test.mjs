// The drawing of a symbol with many callers: everything is visible, and nothing overlaps.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, openFolder, start } from "./browser.mjs";

let browser;
before(async () => (browser = await start()));
after(() => browser.close());

/** The files of a project in which `n` functions, five in each file, call `one`; the last five are tests. */
function calledBy(n) {
  const files = { "one.py": "def two():\n    pass\n\n\ndef one():\n    two()\n    one()\n" };
  for (let at = 0; at < n; at += 1) {
    const path = at < n - 5 ? `area${Math.floor(at / 5)}.py` : "a_test.py";
    files[path] ??= "import one as other\nfrom one import one, two\n";
    // Some names are longer than any box, and some letters wider than others.
    const name = at % 4 === 1 ? `用する名前の長い関数の名前${at}` : at % 4 === 2 ? `a_function_whose_name_is_longer_than_any_box_${at}` : `user${at}`;
    files[path] += `\n\ndef ${path === "a_test.py" ? "test_" : ""}${name}():\n    ${at % 5 === 3 ? "other.one" : "one"}()\n${at % 7 === 0 ? "    two()\n" : ""}`;
  }
  return files;
}

/** The faults of the drawing: elements outside its frame, and elements that overlap. */
async function faults(page) {
  return page.locator(".drawing svg").evaluate((svg) => {
    const isSeen = (part) => getComputedStyle(part).visibility === "visible" && getComputedStyle(part).display !== "none";
    const boxesAndLabels = [...svg.querySelectorAll(".node > rect, .label")].filter(isSeen);
    const areas = boxesAndLabels.map((part) => ({ name: part.parentElement.getAttribute("aria-label") ?? part.textContent, ...part.getBoundingClientRect().toJSON() }));
    const isIn = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
    const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const frame = svg.getBoundingClientRect();
    const outsideFrame = areas.filter((area) => !isIn(area, frame)).map(({ name }) => `${name} is not seen whole`);
    const overlapping = areas.flatMap((one, at) => areas.slice(at + 1).filter((other) => overlap(one, other)).map((other) => `${one.name} lies over ${other.name}`));
    const texts = [...svg.querySelectorAll(".node > text")];
    const wide = texts.filter((text) => !isIn(text.getBoundingClientRect(), text.parentElement.querySelector("rect").getBoundingClientRect()));
    const tooSmall = areas.filter(({ name, width }) => width < 110 && !/ \d\.\d\d$/.test(name)).map(({ name }) => `${name} is too small to be read`);
    const lostLines = [...svg.querySelectorAll(".line")].filter((line) => !isIn(line.getBoundingClientRect(), frame)).map((line) => `the line ${line.getAttribute("d")} is not seen whole`);
    return [...outsideFrame, ...lostLines, ...overlapping, ...tooSmall, ...wide.map((text) => `${text.textContent} leaves its box`)];
  });
}

/** The files of the drawn callers, from top to bottom; a file occurs twice if its callers are not adjacent. */
async function filesOfCallers(page) {
  const callers = await page.getByRole("button", { name: /, caller, / }).evaluateAll((boxes) =>
    boxes.map((box) => ({ file: /, caller, (\S+)/.exec(box.ariaLabel)[1], ...box.querySelector("rect").getBoundingClientRect().toJSON() })),
  );
  const filesRead = callers.sort((one, other) => Math.round(one.top - other.top) || one.left - other.left).map(({ file }) => file);
  return filesRead.filter((file, at) => file !== filesRead[at - 1]);
}

const nDrawn = (page) => page.locator(".node:not(.rest)").count();

for (const width of [1280, 360]) {
  test(`38 callers are drawn beside each other without one over another, ${width} pixels wide`, async () => {
    const { page, done } = await browser.page({ width });
    await openFolder(page, calledBy(38));
    await choose(page, "one");
    assert.deepEqual([await nDrawn(page), await faults(page)], [11, []]);

    await page.getByRole("button", { name: "29 more callers of one", exact: true }).click();
    await page.locator(".rest").waitFor({ state: "detached" });
    assert.deepEqual([await nDrawn(page), await faults(page)], [40, []]);
    const files = await filesOfCallers(page);
    assert.equal(new Set(files).size, files.length, `a file stands in two places of ${files}`);
    assert.equal(files.at(-1), "a_test.py");
    // Labels appear when a symbol is pointed at.
    for (const name of ["in the centre", "function user0, caller"]) {
      await page.getByRole("button", { name }).hover();
      assert.ok((await page.locator(".label.lit").count()) > 0, name);
      assert.deepEqual(await faults(page), [], `pointed at: ${name}`);
    }
    // `one` calls itself.
    await page.getByRole("heading", { name: "Called by 39", exact: true }).waitFor();
    await done();
  });

  test(`of 150 callers a column holds 40, and the list goes on, ${width} pixels wide`, async () => {
    const { page, done } = await browser.page({ width });
    await openFolder(page, calledBy(150));
    await choose(page, "one");
    await page.getByRole("heading", { name: "Called by 40 of 151" }).waitFor();
    await page.getByRole("button", { name: "141 more callers of one", exact: true }).press("Enter");
    const restBox = page.getByRole("button", { name: "111 more callers of one", exact: true });
    await restBox.waitFor();
    assert.deepEqual([await nDrawn(page), await faults(page)], [41, []]);

    await restBox.click();
    await page.getByRole("heading", { name: "Called by 80 of 151" }).waitFor();
    assert.deepEqual([await nDrawn(page), await faults(page)], [41, []]);
    const focused = await page.evaluate(() => document.activeElement.closest("[aria-label='Called by']") !== null && document.activeElement.getBoundingClientRect().top);
    assert.ok(focused >= 0 && focused < 900, `what was added is not in sight: ${focused}`);
    await page.getByRole("button", { name: "List 40 more" }).click();
    await page.getByRole("button", { name: "List 31 more" }).click();
    await page.getByRole("heading", { name: "Called by 151", exact: true }).waitFor();

    const listed = page.getByRole("list", { name: "Called by" });
    const files = await listed.locator(".file > a").allInnerTexts();
    assert.equal(new Set(files).size, files.length, "a file stands twice in the list");
    assert.deepEqual([files.length, files.at(-1)], [31, "a_test.py"]);
    assert.equal(await listed.locator(".neighbour").count(), 151);
    await done();
  });
}

test("a drawing whose symbols are opened up one after the other stays within its frame, and each has its whole name", async () => {
  const { page, done } = await browser.page();
  const chain = Array.from({ length: 7 }, (_, n) => `def step${n}():\n    step${n + 1}()\n    both()\n`).join("\n");
  await openFolder(page, { "chain.py": `def both():\n    pass\n\n\ndef step7():\n    pass\n\n\n${chain}` });
  await choose(page, "step3");
  for (const name of ["step4", "step2", "step5", "step1", "both"]) {
    await page.getByRole("button", { name: `Show the neighbours of ${name}` }).first().click();
    await page.locator(".neighbours h3", { hasText: `Around ${name}` }).waitFor();
    assert.deepEqual(await faults(page), [], `with ${name}`);
  }
  const titles = await page.locator(".node:not(.rest) > title").allTextContents();
  assert.ok(titles.some((title) => title.startsWith("step3\n")), titles.join());
  // A finger scrolls the page if the whole drawing is visible; otherwise it moves the drawing.
  const touch = () => page.locator(".drawing svg").evaluate((svg) => getComputedStyle(svg).touchAction);
  assert.equal(await touch(), "pan-y");
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.notDeepEqual(await faults(page), []);
  assert.equal(await touch(), "none");
  await page.getByRole("button", { name: "Fit" }).click();
  assert.deepEqual([await faults(page), await touch()], [[], "pan-y"]);
  await done();
});
