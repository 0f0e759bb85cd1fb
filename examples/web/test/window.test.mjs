// The page "Context window": its figures of a session equal those of the package in Node, and it explains why a file is no session.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { FloorError, openWindow } from "scrubjay/window";

import { start } from "./browser.mjs";
import { examine } from "./examine.mjs";
import { FILES, conversation, long, openFile, openSampleSession, openWindowPage, waitForComparison } from "./sessions.mjs";

const SAMPLE = JSON.parse(readFileSync(new URL("../dist/session.json", import.meta.url), "utf8"));

let browser;
/** A window that only counts the tokens of conversations. */
let counter;
before(async () => ([browser, counter] = [await start(), await openWindow({ policy: "unbounded", maxTokens: 1_000_000 })]));
after(() => browser.close());

const numberIn = (text) => Number(text.replaceAll(",", "").match(/\d+/)[0]);
const figure = (page, name) => page.locator(".totals").first().locator("div").filter({ has: page.getByText(name, { exact: true }) }).locator("dd");
const chosenBudget = async (page) => numberIn(await page.locator("output").innerText());

/** Clicks the first block of a selector near its corner: in the middle of a block over several rows there may be others. */
async function clickBlock(page, selector) {
  const path = await page.locator(selector).first().getAttribute("d");
  const [, x, y] = /^M([\d.]+) ([\d.]+)/.exec(path).map(Number);
  await page.locator(".blocks").first().click({ position: { x: x + 2, y: y + 8 } });
}

/** Runs in the page: for every request, the slider's words and the sum of the tokens of all kinds. */
function everyRequest() {
  const scrubber = document.querySelector("#scrubber");
  return Array.from({ length: Number(scrubber.max) + 1 }, (_, request) => {
    scrubber.value = String(request);
    scrubber.dispatchEvent(new Event("input"));
    const tokens = [...document.querySelectorAll(".pane:first-child .kinds b")].map(({ textContent }) => Number(textContent.replaceAll(",", "")));
    return { said: scrubber.getAttribute("aria-valuetext"), tokens: tokens.reduce((sum, some) => sum + some) };
  });
}

/** Replays the sample in Node with the package, request by request. */
async function livedInNode(rules) {
  let now = 1_800_000_000_000;
  const window = await openWindow({ ...rules, callerKeeps: true, now: () => now });
  const { system, messages } = SAMPLE;
  const requests = [];
  let [pushed, sent, cost, costUnpruned] = [0, { tokens: 0, tokensUnpruned: 0 }, 0, 0];
  messages.forEach((message, at) => {
    if (message.role !== "assistant") return;
    now = 1_800_000_000_000 + requests.length * 20_000;
    const newMessages = messages.slice(pushed, at);
    window.pushMessages("anthropic", JSON.stringify(pushed === 0 ? { system, messages: newMessages } : newMessages), pushed);
    pushed = at;
    let nCached = sent.tokens;
    try {
      const { nPruned, firstChanged, edits } = window.prune();
      if (nPruned > 0) nCached = tokensOf({ system, messages: messages.slice(0, firstChanged) }, edits, window);
    } catch (error) {
      if (!(error instanceof FloorError)) throw error;
    }
    const status = window.status();
    cost += 0.1 * nCached + 1.25 * (status.tokens - nCached);
    costUnpruned += 0.1 * sent.tokensUnpruned + 1.25 * (status.tokensUnpruned - sent.tokensUnpruned);
    requests.push((sent = status));
  });
  return { window, requests, share: (cost / costUnpruned) * 100 };
}

/** The tokens of the edited beginning of a request, counted by pushing it to another window. */
function tokensOf({ system, messages }, edits, window) {
  const edited = JSON.parse(window.editMessages(JSON.stringify(messages), edits.filter(({ message }) => message < messages.length)));
  return counter.pushMessages("anthropic", JSON.stringify({ system, messages: edited })).tokens;
}

async function agrees(page, rules) {
  const { window, requests, share } = await livedInNode(rules);
  const shownRequests = await page.evaluate(everyRequest);
  const expectedRequests = requests.map(({ tokens, nPruned, nItems }, at) => ({
    said: `Request ${at + 1} of ${requests.length}: ${tokens.toLocaleString("en")} tokens, ${nPruned} of ${nItems} parts pruned`,
    tokens,
  }));
  assert.deepEqual(shownRequests, expectedRequests);
  const sum = (of) => requests.reduce((total, request) => total + of(request), 0).toLocaleString("en");
  assert.equal(await figure(page, "Tokens sent").innerText(), `${sum(({ tokens }) => tokens)}\nof ${sum(({ tokensUnpruned }) => tokensUnpruned)} without pruning`);
  const saidCost = numberIn(await figure(page, "Cost, estimated").innerText());
  assert.ok(Math.abs(saidCost - share) <= 0.5, `${saidCost} % and ${share} %`);
  return { window, requests };
}

test("at every request of the sample the figures are those that the package gives in Node, and so are a part's reasons", async () => {
  const { page, done } = await openWindowPage(browser);
  await openSampleSession(page);
  const { window, requests } = await agrees(page, { policy: "evidence", maxTokens: await chosenBudget(page) });
  assert.ok(requests.length > 70 && requests.at(-1).nPrunes >= 2, "the sample shows little");

  // The last request is shown now. A part that left, by its block:
  await clickBlock(page, ".block.gone.of-result");
  const partRegion = page.getByRole("region", { name: "The part" });
  const id = await partRegion.locator("code").innerText();
  const { item } = window.explain(id);
  assert.equal(item.fate, "pruned");
  assert.match(await partRegion.innerText(), /It left at request \d+, when [\d,]+ tokens were more than/);
  const close = (text, value) => assert.ok(Math.abs(Number(text) - value) <= Math.abs(value) * 0.01, `${text} is not ${value}`);
  close((await partRegion.locator("caption").innerText()).match(/Value ([\d.]+)/)[1], item.value);
  const rows = await partRegion.locator("tbody tr").evaluateAll((rows) => rows.map(({ cells }) => [cells[0].textContent, cells[1].textContent]));
  assert.deepEqual(rows.map(([name]) => name), item.factors.map(({ name }) => name));
  rows.forEach(([, value], at) => close(value, item.factors[at].value));
  assert.ok((await partRegion.getByLabel("What stands in its place").innerText()).startsWith(`[pruned ${id}`));
  assert.equal(await partRegion.getByLabel("What it holds").textContent(), window.restore(id).text.slice(0, 1_200));
  await done();
});

test("another budget and another policy are lived through at once, and what was kept stays beside them", async () => {
  const { page, done } = await openWindowPage(browser);
  await openSampleSession(page);
  const totalsBefore = await page.locator(".totals").first().innerText();
  await page.getByRole("button", { name: "Keep this beside" }).click();
  await page.getByRole("slider", { name: "Budget" }).focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowLeft");
  const maxTokens = await chosenBudget(page);
  await page.getByRole("heading", { level: 3, name: `Evidence, ${maxTokens.toLocaleString("en")} tokens`, exact: true }).waitFor();
  await agrees(page, { policy: "evidence", maxTokens });
  await page.getByLabel("Who decides what leaves").selectOption("keep_last");
  await page.getByRole("heading", { level: 3, name: "The newest 3 results stay" }).waitFor();
  await agrees(page, { policy: "keep_last", maxTokens });
  assert.equal(await page.locator(".totals").nth(1).innerText(), totalsBefore);
  await page.getByRole("button", { name: "Away with it" }).click();
  assert.equal(await page.locator(".pane:visible").count(), 1);
  await page.getByLabel("Who decides what leaves").selectOption("unbounded");
  await page.getByRole("heading", { level: 3, name: "No pruning" }).waitFor();
  assert.match(await figure(page, "Cost, estimated").innerText(), /^100 %/);
  assert.match(await figure(page, "Over the budget").innerText(), /^\d+ requests/);
  await done();
});

/** The texts of the cells in a policy's row. */
const rowOf = (page, name) => page.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) }).getByRole("cell").allInnerTexts();

test("each policy has a row with the package's figures, and keeps it until the budget is another one", async () => {
  const { page, done } = await openWindowPage(browser);
  await openSampleSession(page);
  const names = { evidence: "Evidence", five_factor: "Five factors", lru: "Least recently used", keep_last: "The newest 3 results stay", unbounded: "No pruning" };
  const check = async () => {
    await waitForComparison(page);
    const maxTokens = await chosenBudget(page);
    for (const [policy, name] of Object.entries(names)) {
      const { requests, share } = await livedInNode({ policy, maxTokens });
      const { nPrunes, nPruned } = requests.at(-1);
      const [, sent, cost, ...otherNumbers] = (await rowOf(page, name)).map(numberIn);
      assert.deepEqual([sent, ...otherNumbers], [requests.reduce((sum, { tokens }) => sum + tokens, 0), nPrunes, nPruned], name);
      assert.ok(Math.abs(cost - share) <= 0.5, `${name}: ${cost} % and ${share} %`);
    }
  };
  await check();
  await page.getByRole("slider", { name: "Budget" }).press("ArrowLeft");
  await page.getByText(`Policies compared, with ${(await chosenBudget(page)).toLocaleString("en")} tokens`).waitFor();
  await check();
  await done();
});

test("in the sample the default prunes less that is needed again than others, and each part is shown where it was needed", async () => {
  const { page, done } = await openWindowPage(browser);
  await openSampleSession(page);
  const needed = async (name) => numberIn((await rowOf(page, name))[0]);
  const byDefault = await needed("Evidence");
  for (const name of ["Five factors", "Least recently used", "The newest 3 results stay"]) assert.ok(byDefault < (await needed(name)), `${name}: ${await needed(name)}, by default ${byDefault}`);
  assert.equal(await needed("No pruning"), 0);

  // By keys alone: opens the list, and goes to a part in it under the policy that had pruned it.
  const list = page.getByRole("button", { name: /^\d+ parts needed again under Least recently used$/ });
  await list.press("Enter");
  assert.equal(await list.getAttribute("aria-expanded"), "true");
  const items = page.locator(".needed-parts li");
  assert.equal(await items.count(), await needed("Least recently used"));
  const item = items.filter({ hasText: "examples/web/keys.json" });
  const [, left, request] = /pruned at request (\d+), needed at (\d+) by a call of edit/.exec(await item.innerText());
  await item.getByRole("button").press("Enter");
  await page.getByRole("heading", { level: 3, name: "Least recently used" }).waitFor();
  const partRegion = page.getByRole("region", { name: "The part" });
  await partRegion.getByText(`Needed again at request ${request}.`).waitFor();
  assert.match(await partRegion.innerText(), new RegExp(`^Result · read · examples/web/keys.json[^]*It left at request ${left},`));
  assert.match(await partRegion.getByLabel("What was needed of it").innerText(), /"action": "nextResult"/);
  assert.match(await page.locator(".standing").first().innerText(), new RegExp(`^Request ${request} of`));
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Result · read, message \d+, \d+ tokens, pruned/);

  // Under the default policy the part was still visible at that request.
  await page.getByRole("button", { name: "Evidence", exact: true }).click();
  await page.getByRole("heading", { level: 3, name: /^Evidence/ }).waitFor();
  assert.equal(await partRegion.getByText("Needed again").count(), 0);
  assert.match(await partRegion.innerText(), /It stayed at request/);
  await done();
});

test("requests are chosen by the slider's keys, in the picture and from prune to prune, and parts by keys", async () => {
  const { page, done } = await openWindowPage(browser, { hasTouch: true });
  await openSampleSession(page);
  const standing = () => page.locator(".standing").first().innerText();
  const slider = page.getByRole("slider", { name: "Request" });
  await slider.press("Home");
  assert.match(await standing(), /^Request 1 of/);
  await slider.press("ArrowRight");
  assert.match(await standing(), /^Request 2 of/);
  assert.equal(await slider.getAttribute("aria-valuetext"), await standing());
  await page.getByRole("button", { name: "Prune after" }).click();
  assert.match(await page.locator(".moment").first().innerText(), /A prune: [\d,]+ tokens became [\d,]+\. The first message that it changed is \d+/);

  const picture = page.locator(".timeline").first();
  const box = await picture.boundingBox();
  await page.mouse.move(box.x + box.width - 14, box.y + 100);
  await page.mouse.down();
  const [, lastRequest, n] = /^Request (\d+) of (\d+)/.exec(await standing());
  assert.equal(lastRequest, n);
  await page.mouse.move(box.x + 48, box.y + 100);
  await page.mouse.up();
  assert.match(await standing(), /^Request 1 of/);
  await page.touchscreen.tap(box.x + box.width - 14, box.y + 100);
  assert.match(await standing(), new RegExp(`^Request ${n} of`));

  await slider.press("End");
  await clickBlock(page, ".block");
  await page.keyboard.press("ArrowRight");
  const partRegion = page.getByRole("region", { name: "The part" });
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(await focused(), /^What the user said, message 1, \d+ tokens/);
  assert.match(await partRegion.innerText(), /^What the user said/);
  await page.keyboard.press("ArrowDown");
  const below = await focused();
  assert.ok(below !== null && !below.startsWith("What the user said, message 1,"), below);
  await page.keyboard.press("Home");
  assert.match(await focused(), /^System prompt/);
  await done();
});

test("a session is read in each format, as JSON, as lines, as a transcript and compressed", async () => {
  const { page, done } = await openWindowPage(browser);
  for (const [name, content, expected] of FILES) {
    await openFile(page, [name, content]);
    await page.locator("#project span", { hasText: new RegExp(`^${name.replaceAll(".", "\\.")}$`) }).waitFor();
    await page.getByText(`${expected}, 7 requests.`).waitFor();
    const isTranscript = name.startsWith("transcript");
    assert.equal(await page.getByText("Left out of").count(), isTranscript ? 1 : 0, name);
    if (isTranscript) assert.equal(await page.getByText("2 entries that are no messages").count(), 1);
  }
  await done();
});

test("what is no session is told in a sentence, and what was shown before stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-window-"));
  const huge = join(folder, "huge.json");
  writeFileSync(huge, "[]");
  truncateSync(huge, 100_000_000);
  const [firstMessage, ...otherMessages] = conversation("anthropic");
  const orphan = [firstMessage, { role: "assistant", content: "I look." }, { role: "user", content: [{ type: "tool_result", tool_use_id: "gone", content: "lost" }] }, ...otherMessages];
  const packedSession = gzipSync(JSON.stringify(conversation("anthropic")));
  const badFiles = [
    [["empty.json", ""], "empty.json is empty."],
    [["blank.jsonl", "\n \n"], "blank.jsonl is empty."],
    [["notes.txt", "Not a session at all"], "notes.txt is not JSON"],
    [["half.jsonl", '{"role":"user","content":"a"}\n{"role":'], "Line 2 of half.jsonl is not JSON"],
    [["shape.json", '{"rows":[1,2,3]}'], "shape.json is JSON, but holds no messages"],
    [["silent.json", '[{"role":"assistant","content":"a"}]'], "silent.json holds no request"],
    [huge, "huge.json has 100 MB; sessions of up to 64 MB are read here"],
    [["bomb.json.gz", gzipSync(Buffer.alloc(80_000_000, " "))], "bomb.json.gz has more than that once it is unpacked"],
    [["torn.json.gz", packedSession.subarray(0, packedSession.length >> 1)], "torn.json.gz cannot be unpacked"],
    [["orphan.json", JSON.stringify(orphan)], 'No provider would take this session: in message 3 a result answers no call: "gone".'],
  ];
  const { page, done } = await openWindowPage(browser);
  try {
    await openFile(page, badFiles[0][0]);
    await page.getByRole("alert").filter({ hasText: "empty.json is empty." }).waitFor();
    await openSampleSession(page);
    const textBefore = await page.locator("main").innerText();
    for (const [file, sentence] of badFiles) {
      await openFile(page, file);
      await page.getByRole("alert").filter({ hasText: sentence }).filter({ hasText: "What was shown before is still here." }).waitFor();
      assert.equal(await page.locator("main").innerText(), textBefore, sentence);
    }
    // The previous session can also be replayed: the worker still has it.
    await page.getByLabel("Who decides what leaves").selectOption("lru");
    await page.getByRole("heading", { level: 3, name: "Least recently used" }).waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
  await done();
});

test("a long session is stopped, and what was shown before stays", async () => {
  const { page, done } = await openWindowPage(browser);
  await openSampleSession(page);
  const textBefore = await page.locator("main").innerText();
  await openFile(page, ["long.json", JSON.stringify(conversation("anthropic", 4_000))]);
  await page.locator("progress[value]").waitFor();
  // The page answers meanwhile.
  await page.getByRole("slider", { name: "Request" }).press("Home");
  assert.match(await page.locator(".standing").first().innerText(), /^Request 1 of/);
  await page.getByRole("slider", { name: "Request" }).press("End");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".living").waitFor({ state: "hidden" });
  await page.getByLabel("Who decides what leaves").selectOption("lru");
  await page.getByRole("heading", { level: 3, name: "Least recently used" }).waitFor();
  assert.equal(await page.locator("#project span").innerText(), "The sample");
  assert.ok(textBefore.includes("Evidence"));
  await done();
});

test("what a session says is shown as text, and never read as markup", async () => {
  const { page, done } = await openWindowPage(browser);
  const markup = `<img src="x" onerror="document.title='run'"><script>document.title='run'</script>`;
  const [firstMessage, , result, ...otherMessages] = conversation("anthropic");
  const call = { role: "assistant", content: [{ type: "tool_use", id: "c0", name: markup, input: { path: markup } }] };
  result.content[0].content = `${markup}\n${long("c0")}`;
  await openFile(page, ["<b>bold</b>.json", JSON.stringify([{ ...firstMessage, content: markup }, call, result, ...otherMessages])]);
  await page.locator("#project span", { hasText: "<b>bold</b>.json" }).waitFor();
  for (const kind of ["user", "call", "result"]) {
    await clickBlock(page, `.block.of-${kind}`);
    const partRegion = page.getByRole("region", { name: "The part" });
    assert.ok((await partRegion.getByLabel("What it holds").innerText()).includes("<img src="), kind);
  }
  assert.equal(await page.locator("img, main script, main b img, #project b").count(), 0);
  assert.match(await page.title(), /^<b>bold<\/b>\.json/);
  await done();
});

test("a session is dropped on the page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-window-"));
  const file = join(folder, "dropped.json");
  writeFileSync(file, JSON.stringify(conversation("sdk")));
  const { page, context, done } = await openWindowPage(browser);
  try {
    const devtools = await context.newCDPSession(page);
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) await devtools.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    await page.getByText("Vercel AI SDK, 14 messages").waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
  await done();
});

for (const [colorScheme, width] of [["light", 360], ["dark", 1600]]) {
  test(`on ${width} pixels nothing is cut off, text stands out from its ground and controls have names: ${colorScheme}`, async () => {
    const { page, done } = await openWindowPage(browser, { colorScheme, width, height: 740 });
    const check = async (view) => {
      const { pale, nameless, nTexts } = await page.evaluate(examine);
      assert.ok(nTexts > 5, `${view} has no text`);
      assert.deepEqual([pale, nameless], [[], []], view);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, view);
    };
    await check("the beginning");
    await openSampleSession(page);
    await check("the sample");
    await page.getByRole("button", { name: /needed again under Least recently used/ }).click();
    await check("a list of what was needed again");
    await page.getByRole("button", { name: "Keep this beside" }).click();
    await check("two lives");
    await page.getByRole("slider", { name: "Budget" }).press("Home");
    await page.getByText("Over the budget").waitFor();
    await check("a budget that is not met");
    await done();
  });
}
