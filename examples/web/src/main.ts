// The page: opens and closes projects, switches views, and reports errors.

import { ComponentError, type Indexed, LoadError } from "scrubjay/worker";

import { button, countOf, element, keepingFocus, pageElement } from "./dom.js";
import { alarm, alarmOf, clearMessages, tell } from "./messages.js";
import { Project } from "./project.js";
import { allowAgain, chosenAgain, current, forget, remember, rememberClosed, storedProjects } from "./remembered.js";
import { type View, VIEWS, address, goHome, route } from "./routes.js";
import { type Chosen, dropped, pickFolder, sample } from "./sources.js";
import { contextView } from "./views/context.js";
import { filesView } from "./views/files.js";
import { progressView } from "./views/progress.js";
import { startView } from "./views/start.js";
import { statusView } from "./views/status.js";
import { symbolsView } from "./views/symbols.js";
import type { Panel } from "./views/view.js";

const LANGUAGES = "Python, Rust, JavaScript, TypeScript and Go";
const TITLES: Record<View, string> = { symbols: "Symbols", files: "Files", context: "Context", status: "Status" };

const main = pageElement("main");
const nav = pageElement("views");
let project: Project | undefined;
let panels: Record<View, Panel> | undefined;
/** The number of projects opened so far. A task that finds a greater number than at its beginning gives up. */
let nBegun = 0;
/** Cancels the index run in progress. */
let running: AbortController | undefined;

/** Opens a project, and indexes it if its files can be read. */
async function begin(chosen: Chosen): Promise<void> {
  const attempt = ++nBegun;
  if (project !== undefined && project.name !== chosen.name) goHome();
  await close();
  clearMessages();
  try {
    const waiting = () => attempt === nBegun && fill(element("p", { role: "status" }, `Waiting for ${chosen.name}: another tab has it open.`));
    const opened = await Project.open(chosen, () => offerRestart(chosen), waiting);
    if (attempt !== nBegun) return await opened.close();
    project = opened;
    await remember(chosen);
    if (attempt !== nBegun) return;
    if (chosen.files === undefined) showUnindexed(opened);
    else await index(opened);
  } catch (error) {
    if (attempt !== nBegun) return;
    // If the worker never started, nothing else reports it.
    if (project === undefined && isStopped(error)) alarm(`${chosen.name} cannot be opened: the page's own files cannot be loaded. Is its server still there?`);
    else failed(error);
    if (panels === undefined) await leave();
  }
}

async function index(opened: Project): Promise<void> {
  const controller = (running = new AbortController());
  const progress = progressView(opened.name, () => controller.abort());
  fill(progress.element);
  try {
    const indexed = await opened.index(progress.show, controller.signal);
    const { nFiles } = await opened.memory.status();
    if (project !== opened) return;
    if (nFiles === 0) await leaveEmptyProject(opened);
    else showIndexed(opened, indexed);
  } catch (error) {
    if (project !== opened) return;
    if (!controller.signal.aborted) throw error;
    tell("Indexing was cancelled. What was taken in is kept; the next run goes on from there.");
    await leave();
  }
}

function showIndexed(opened: Project, { problems }: Indexed): void {
  if (problems.length > 0) tell(`${unfinished(problems)}. `, element("a", { href: address("status") }, "See which, and why"));
  if (opened.unkept !== undefined) tell(`The memory goes when the page is closed, because its store cannot be used: ${opened.unkept}`);
  showProject(opened);
}

/** A sentence with the numbers of files that could not be indexed, and of files that have symbols but could not be linked. */
function unfinished(problems: Indexed["problems"]): string {
  const nQuarantined = problems.filter(({ kind }) => kind === "quarantined").length;
  const nOut = problems.length - nQuarantined;
  const notTakenIn = nOut > 0 ? [`${countOf(nOut, "file")} could not be taken in`] : [];
  const quarantined = nQuarantined > 0 ? [`${countOf(nQuarantined, "file")} could not be linked`] : [];
  return [...notTakenIn, ...quarantined].join(", ");
}

/** Shows a stored memory whose files the page may not read yet. */
function showUnindexed(opened: Project): void {
  const { name } = opened;
  const allow = async () => (await allowAgain(name)) ?? (await pickFolder());
  tell("The memory is as it was. To see source and take in changes, ", button("open the folder again", () => void choose(allow), { class: "small" }));
  showProject(opened);
}

function showProject(opened: Project): void {
  const actions = { indexAgain: () => void indexAgain(), close: () => void leave() };
  panels = {
    symbols: symbolsView(opened, failed),
    files: filesView(opened, failed),
    context: contextView(opened, failed),
    status: statusView(opened, actions, failed),
  };
  const another = button("Another project", actions.close, { class: "small" });
  keepingFocus(() => pageElement("project").replaceChildren(element("span", {}, opened.name), another), () => another);
  nav.hidden = false;
  showRoute();
}

async function leaveEmptyProject({ name }: Project): Promise<void> {
  await leave();
  await forget(name);
  await showStart();
  alarm(`${name} holds no file that is read here. ${LANGUAGES} are.`);
}

/** Indexes changed files, and creates all views again. */
async function indexAgain(): Promise<void> {
  if (project === undefined) return;
  clearMessages();
  try {
    await index(project);
  } catch (error) {
    failed(error);
  }
}

/** Closes the project, and shows the start view. */
async function leave(): Promise<void> {
  goHome();
  rememberClosed();
  await close();
  await showStart();
}

async function close(): Promise<void> {
  const closing = project;
  project = undefined;
  running?.abort();
  panels = undefined;
  nav.hidden = true;
  keepingFocus(() => pageElement("project").replaceChildren(), () => main);
  fill();
  await closing?.close();
}

async function showStart(): Promise<void> {
  const attempt = nBegun;
  const projects = await storedProjects();
  if (attempt !== nBegun) return;
  fill(
    startView(LANGUAGES, projects, {
      pick: () => void choose(pickFolder),
      sample: () => void choose(sample),
      reopen: (project) => void choose(() => chosenAgain(project)),
      forget: (project) => void forget(project.name).then(showStart, failed),
    }),
  );
}

async function choose(pick: () => Promise<Chosen | undefined>): Promise<void> {
  try {
    const chosen = await pick();
    if (chosen !== undefined) await begin(chosen);
  } catch (error) {
    failed(error);
  }
}

async function droppedOrTold(transfer: DataTransfer): Promise<Chosen | undefined> {
  const chosen = await dropped(transfer);
  if (chosen === undefined) alarm("What was dropped holds no file. Drop a folder.");
  return chosen;
}

/** Replaces the content of the main element. */
function fill(...elements: HTMLElement[]): void {
  keepingFocus(() => main.replaceChildren(...elements), () => main);
}

function showRoute(): void {
  if (panels === undefined) return;
  const { view, chosen } = route();
  const links = VIEWS.map((each) => element("a", { href: address(each), "aria-current": each === view ? "page" : undefined }, TITLES[each]));
  keepingFocus(() => nav.replaceChildren(...links), () => links[VIEWS.indexOf(view)]);
  const panel = panels[view];
  if (main.firstElementChild !== panel.element) fill(panel.element);
  panel.show(chosen);
  document.title = `${TITLES[view]} · Scrubjay`;
}

/** Offers to start another worker, because that of the open memory has ended. */
function offerRestart(chosen: Chosen): void {
  alarm("The worker that holds the memory has stopped. ", button("Start it again", () => void begin(chosen), { class: "small" }));
}

function failed(error: unknown): void {
  // The end of the worker is reported where it is noticed.
  if (!isStopped(error)) alarmOf(error);
}

function isStopped(error: unknown): boolean {
  const hasStopped = error instanceof ComponentError && error.message.startsWith("the worker stopped");
  return hasStopped || (error instanceof LoadError && error.message.startsWith("the worker's script"));
}

addEventListener("hashchange", showRoute);
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
for (const endEvent of ["dragleave", "drop"] as const) addEventListener(endEvent, () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  const { dataTransfer } = event;
  if (dataTransfer !== null) void choose(() => droppedOrTold(dataTransfer));
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
// Once it has everything, the page works without its server, and is loaded again without it. Without this it needs its server.
navigator.serviceWorker?.register("service.js").catch(() => undefined);
void choose(async () => {
  const chosen = await current();
  if (chosen === undefined) await showStart();
  return chosen;
});
