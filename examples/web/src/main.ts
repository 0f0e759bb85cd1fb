// The page: which project is open, which view is shown, and what is told when something fails.

import { FullError, GuestError, type Indexed, LockedError } from "scrubjay/worker";

import { type Child, button, counted, element, fixed } from "./dom.js";
import { Project } from "./project.js";
import { type View, VIEWS, address, go, route } from "./routes.js";
import { type Chosen, dropped, pickFolder, sample } from "./sources.js";
import { contextView } from "./views/context.js";
import { filesView } from "./views/files.js";
import { progressView } from "./views/progress.js";
import { startView } from "./views/start.js";
import { statusView } from "./views/status.js";
import { symbolsView } from "./views/symbols.js";
import type { Panel } from "./views/view.js";

const LANGUAGES = "Python, Rust, JavaScript and TypeScript";
const TITLES: Record<View, string> = { symbols: "Symbols", files: "Files", context: "Context", status: "Status" };

const main = fixed("main");
const nav = fixed("views");
let project: Project | undefined;
let panels: Record<View, Panel> | undefined;

/** Opens a project and indexes it. */
async function begin(chosen: Chosen): Promise<void> {
  await leave();
  clearMessages();
  try {
    const opened: Project = await Project.open(chosen, () => opened === project && stopped(chosen));
    project = opened;
    await index(opened);
  } catch (error) {
    failed(error);
    if (panels === undefined) await leave();
  }
}

async function index(opened: Project): Promise<void> {
  const controller = new AbortController();
  const progress = progressView(opened.name, () => controller.abort());
  main.replaceChildren(progress.element);
  try {
    const indexed = await opened.index(progress.show, controller.signal);
    const { nFiles } = await opened.memory.status();
    if (nFiles === 0) await nothingThere(opened);
    else showProject(opened, indexed);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    tell("Indexing was cancelled.");
    await leave();
  }
}

function showProject(opened: Project, indexed: Indexed): void {
  const nLeftOut = indexed.problems.length;
  if (nLeftOut > 0) tell(`${counted(nLeftOut, "file")} could not be taken in. `, element("a", { href: address("status") }, "See which, and why"));
  const actions = { indexAgain: () => void again(), close: () => void leave() };
  panels = {
    symbols: symbolsView(opened, failed),
    files: filesView(opened, failed),
    context: contextView(opened, failed),
    status: statusView(opened, actions, failed),
  };
  fixed("project").replaceChildren(element("span", {}, opened.name), button("Another project", actions.close, { class: "small" }));
  nav.hidden = false;
  showRoute();
}

async function nothingThere({ name }: Project): Promise<void> {
  await leave();
  alarm(`${name} holds no file that is read here. ${LANGUAGES} are.`);
}

/** Takes in what changed, and makes every view anew. */
async function again(): Promise<void> {
  if (project === undefined) return;
  clearMessages();
  try {
    await index(project);
  } catch (error) {
    failed(error);
  }
}

/** Closes the project and goes back to the beginning. */
async function leave(): Promise<void> {
  const closing = project;
  project = undefined;
  panels = undefined;
  nav.hidden = true;
  fixed("project").replaceChildren();
  main.replaceChildren(startView(LANGUAGES, { pick: () => void choose(pickFolder), sample: () => void choose(sample) }));
  await closing?.memory.close().catch(() => undefined);
}

async function choose(how: () => Promise<Chosen | undefined>): Promise<void> {
  try {
    const chosen = await how();
    if (chosen !== undefined) await begin(chosen);
  } catch (error) {
    failed(error);
  }
}

function showRoute(): void {
  if (panels === undefined) return;
  const { view, chosen } = route();
  const links = VIEWS.map((each) => element("a", { href: address(each), "aria-current": each === view ? "page" : undefined }, TITLES[each]));
  nav.replaceChildren(...links);
  const panel = panels[view];
  if (main.firstElementChild !== panel.element) main.replaceChildren(panel.element);
  panel.show(chosen);
  document.title = `${TITLES[view]} · Scrubjay`;
}

/** The worker is gone; what is asked now fails, and only a new one can answer. */
function stopped(chosen: Chosen): void {
  alarm("The worker that holds the memory has stopped. ", button("Start it again", () => void begin(chosen), { class: "small" }));
}

function failed(error: unknown): void {
  // That the worker is gone is told where its end is noticed.
  if (error instanceof GuestError && /worker stopped/.test(error.message)) return;
  alarm(sentence(error));
}

function sentence(error: unknown): string {
  if (error instanceof FullError) return "No room is left for the memory in this browser. What was stored stays; free some space, or choose a smaller folder.";
  if (error instanceof LockedError) return "This project is open in another tab of this browser. Close it there first.";
  return error instanceof Error ? error.message : String(error);
}

function tell(...words: Child[]): void {
  message("notices", words);
}

function alarm(...words: Child[]): void {
  message("alerts", words);
}

function message(place: "notices" | "alerts", words: readonly Child[]): void {
  const text = element("p", {}, ...words);
  const line = element("div", { class: "message" }, text, button("×", () => line.remove(), { class: "small", "aria-label": "Dismiss" }));
  fixed(place).replaceChildren(line);
}

function clearMessages(): void {
  for (const place of ["notices", "alerts"]) fixed(place).replaceChildren();
}

addEventListener("hashchange", showRoute);
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
for (const end of ["dragleave", "drop"] as const) addEventListener(end, () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  const { dataTransfer } = event;
  if (dataTransfer !== null) void choose(() => dropped(dataTransfer));
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
void leave();
if (location.hash !== "" && project === undefined) go("symbols");
