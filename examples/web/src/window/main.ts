// The page "Context window": replays a recorded session under a budget, and shows each of its requests.
//
// Nothing of a session leaves the page, and its texts are inserted as text, never as markup.

import { button, count, countOf, element, keepingFocus, pageElement } from "../dom.js";
import { alarm, clearMessages, tell } from "../messages.js";
import { budgetsFor } from "./budgets.js";
import { Comparison } from "./comparison.js";
import type { Life, Needed, Rules, Session } from "./life.js";
import { type Ended, Replayer } from "./lived.js";
import { Pane } from "./pane.js";
import { rowOf } from "./rows.js";
import { legend } from "./timeline.js";
import { standing } from "./totals.js";
import { FORMATS, KIND_NAMES, POLICIES } from "./words.js";

const SAMPLE = "The sample";

const main = pageElement("main");
const comparison = new Comparison((chosen) => void choosePolicy(chosen), (chosen, needed) => void visit(chosen, needed));
const replayer = new Replayer(progressed, (row) => comparison.take(row));
let shownSession: { session: Session; life: Life; request: number } | undefined;
/** The life that is shown beside the current one, for comparison; undefined if there is none. */
let keptLife: Life | undefined;

const bar = element("progress", { max: 1, value: 0, "aria-label": "Progress" });
const stage = element("span", { role: "status" });
const progress = element("div", { class: "living row", hidden: true }, stage, bar, button("Stop", () => replayer.stop(), { class: "small" }));

const policy = element("select", { id: "policy", change: () => void relive() }, ...POLICIES.map(([value, name]) => element("option", { value }, name)));
const budget = element("input", { id: "budget", type: "range", min: 0, step: 1, input: () => sayBudget(), change: () => void relive() });
const budgetSaid = element("output", { for: "budget", class: "figures" });
let budgets: number[] = [];

const scrubber = element("input", { id: "scrubber", class: "scrubber", type: "range", min: 0, step: 1, "aria-label": "Request", input: () => choose(Number(scrubber.value)) });
const jumps = element("div", { class: "row jumps" }, button("← Prune before", () => jump(-1), { class: "small" }), button("Prune after →", () => jump(1), { class: "small" }));
const keepButton = button("Keep this beside", () => keepLife(), { class: "small" });
const pane = new Pane(element("div", { class: "scrub" }, scrubber, jumps), keepButton, choose, inspect);
const keptPane = new Pane(undefined, button("Away with it", () => dropKept(), { class: "small" }), choose, inspect);
const legendPlace = element("div");
const about = element("p", { class: "quiet" });
const view = element(
  "div",
  { class: "window" },
  element(
    "div",
    { class: "rules" },
    element("div", {}, element("label", { for: "budget" }, "Budget"), budgetSaid, budget),
    element("div", {}, element("label", { for: "policy" }, "Who decides what leaves"), policy),
  ),
  about,
  comparison.element,
  legendPlace,
  element("div", { class: "panes" }, pane.element, keptPane.element),
);
keptPane.element.hidden = true;

/** Opens a session, and then compares all policies with its budget. */
async function open(file: Blob, name: string): Promise<void> {
  await readSession(file, name);
  void compare();
}

/** Reads a session and shows it. Until then, and after a failure, the previous session stays. */
async function readSession(file: Blob, name: string): Promise<void> {
  clearMessages();
  const outcome = await running(`Reading ${name}`, replayer.run({ kind: "open", file, name, policy: policy.value as Rules["policy"] }));
  if (outcome.kind === "stopped") return;
  if (outcome.kind === "failed") return alarm(outcome.sentence, shownSession === undefined ? "" : " What was shown before is still here.");
  if (outcome.kind !== "lived" || outcome.session === undefined) return;
  const { life, session } = outcome;
  dropKept();
  pane.forget();
  keptPane.forget();
  if (session.nLeftOut > 0) tell(`Left out of ${name}: ${countOf(session.nLeftOut, "entry that is no message", "entries that are no messages")} of this conversation.`);
  shownSession = { session, life, request: firstToShow(life) };
  budgets = budgetsFor(session.parts.reduce((sum, { tokens }) => sum + tokens, 0), life.rules.maxTokens);
  budget.max = String(budgets.length - 1);
  keepingFocus(() => main.replaceChildren(view), () => scrubber);
  pageElement("project").replaceChildren(element("span", {}, name), button("Another session", pick, { class: "small" }), ...(name === SAMPLE ? [] : [button("Try the sample", () => void sample(), { class: "small" })]));
  document.title = `${name} · Context window · Scrubjay`;
  show();
}

/** Replays the session under the chosen policy and budget, and shows the new life. */
async function relive(): Promise<void> {
  if (shownSession === undefined) return;
  const { session } = shownSession;
  const rules: Rules = { policy: policy.value as Rules["policy"], maxTokens: budgets[Number(budget.value)] ?? shownSession.life.rules.maxTokens };
  const outcome = await running("Living through", replayer.run({ kind: "live", rules }));
  if (shownSession?.session !== session) return;
  if (outcome.kind === "failed") alarm(outcome.sentence);
  if (outcome.kind === "lived") shownSession = { ...shownSession, life: outcome.life };
  // After "Stop" the controls return to the rules of the life that is shown. If a newer task stopped this one, they
  // keep the choice for the newer task.
  if (outcome.kind !== "stopped" || progress.hidden) show();
  void compare();
}

/** Replays the session under each policy that has no row in the table yet, unless another task is running. */
async function compare(): Promise<void> {
  if (shownSession === undefined || nRunning > 0 || comparison.missing.length === 0) return;
  const { maxTokens } = shownSession.life.rules;
  const outcome = await replayer.run({ kind: "compare", rules: comparison.missing.map((policy) => ({ policy, maxTokens })) });
  if (outcome.kind === "failed") alarm(outcome.sentence);
}

async function choosePolicy(chosen: Rules["policy"]): Promise<void> {
  policy.value = chosen;
  await relive();
}

/** Shows a part at the request that needed it, in the life under the given policy. */
async function visit(chosen: Rules["policy"], { part, request }: Needed): Promise<void> {
  if (shownSession?.life.rules.policy !== chosen) await choosePolicy(chosen);
  if (shownSession?.life.rules.policy !== chosen) return;
  choose(request);
  inspect(part);
  pane.goToPart();
}

/** Shows the progress of a task until it ends, and returns its ending. */
async function running(words: string, task: Promise<Ended>): Promise<Ended> {
  stage.textContent = `${words} …`;
  bar.removeAttribute("value");
  progress.hidden = false;
  nRunning += 1;
  const outcome = await task;
  nRunning -= 1;
  if (nRunning === 0) keepingFocus(() => (progress.hidden = true), () => main);
  return outcome;
}
let nRunning = 0;

function progressed(words: string, nDone: number, nOf: number): void {
  if (stage.textContent !== `${words} …`) stage.textContent = `${words} …`;
  [bar.max, bar.value] = [nOf, nDone];
}

function show(): void {
  if (shownSession === undefined) return;
  const { session, life, request } = shownSession;
  policy.value = life.rules.policy;
  budget.value = String(Math.max(0, budgets.indexOf(life.rules.maxTokens)));
  sayBudget();
  scrubber.max = String(life.requests.length - 1);
  scrubber.style.setProperty("--n", String(life.requests.length));
  const origin = session.name === SAMPLE ? " It is invented, to show how policies differ; docs/window.md has figures of recorded sessions." : "";
  const times = session.hasTimes ? "" : " It tells no times, so a request is taken to come 20 seconds after the one before.";
  about.textContent = `${FORMATS[session.format]}, ${countOf(session.nMessages, "message")}, ${countOf(life.requests.length, "request")}.${origin}${times}`;
  pane.show(life, session.parts, request);
  if (pane.figures !== undefined) comparison.show(rowOf(pane.figures), session.parts);
  if (pane.figures !== undefined) legendPlace.replaceChildren(legend(pane.figures, KIND_NAMES));
  choose(request);
}

function choose(request: number): void {
  if (shownSession === undefined || pane.figures === undefined) return;
  shownSession.request = request;
  scrubber.value = String(request);
  scrubber.setAttribute("aria-valuetext", standing(pane.figures, request));
  pane.choose(request);
  if (keptLife !== undefined) keptPane.choose(request);
}

/** Shows the details of a part in all shown lives. */
function inspect(part: number): void {
  for (const anyPane of [pane, keptPane]) anyPane.inspect(part);
}

/** Goes to the next prune before (-1) or after (1) the current request. */
function jump(direction: 1 | -1): void {
  if (shownSession === undefined) return;
  const { life, request } = shownSession;
  const isThere = (prune: { request: number }) => (direction === 1 ? prune.request > request : prune.request < request);
  const prune = direction === 1 ? life.prunes.find(isThere) : life.prunes.findLast(isThere);
  if (prune !== undefined) choose(prune.request);
}

/** Keeps the current life, and shows it beside each life that follows. */
function keepLife(): void {
  if (shownSession === undefined) return;
  keptLife = shownSession.life;
  keptPane.element.hidden = false;
  keptPane.show(keptLife, shownSession.session.parts, shownSession.request, ", kept beside");
  if (pane.part !== undefined) keptPane.inspect(pane.part);
  view.classList.add("pair-of-panes");
  tell("It is kept. Choose another budget or policy and compare: one slider moves both.");
}

function dropKept(): void {
  keptLife = undefined;
  view.classList.remove("pair-of-panes");
  keepingFocus(() => (keptPane.element.hidden = true), () => keepButton);
}

function sayBudget(): void {
  const words = `${count(budgets[Number(budget.value)] ?? 0)} tokens`;
  budgetSaid.textContent = words;
  budget.setAttribute("aria-valuetext", words);
}

/** The request that is shown first: that of the last prune, else the last one. */
function firstToShow({ prunes, requests }: Life): number {
  return prunes.at(-1)?.request ?? requests.length - 1;
}

async function sample(): Promise<void> {
  try {
    const response = await fetch("session.json");
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await open(await response.blob(), SAMPLE);
  } catch (error) {
    alarm(`The sample cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function pick(): void {
  const input = element("input", { type: "file", accept: ".json,.jsonl,.ndjson,.gz" });
  input.addEventListener("change", () => input.files?.[0] !== undefined && void open(input.files[0], input.files[0].name));
  input.click();
}

function dropped({ files }: DataTransfer): void {
  const file = files[0];
  if (file === undefined) alarm("What was dropped holds no file. Drop a recorded session.");
  else if (files.length > 1) alarm("More than one file was dropped. Drop one session at a time.");
  else void open(file, file.name);
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
for (const endEvent of ["dragleave", "drop"] as const) addEventListener(endEvent, () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer !== null) dropped(event.dataTransfer);
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
navigator.serviceWorker?.register("service.js").catch(() => undefined);
pageElement("living").replaceChildren(progress);
main.replaceChildren(
  element(
    "section",
    { class: "start", "aria-label": "Choose a session" },
    element(
      "div",
      { class: "target" },
      element("h2", {}, "Drop a recorded session here"),
      element("p", {}, "See how the context window fills request by request, what leaves it under a budget, why, and which of it was needed again."),
      element("p", { class: "row" }, button("Choose a file", pick, { class: "primary" }), button("Try the sample", () => void sample())),
    ),
    element("p", { class: "quiet" }, `JSON, JSON Lines or a transcript of a coding agent, also as .gz: messages of ${Object.values(FORMATS).join(", ")}. The sample is invented.`),
  ),
);
