// The extension: three commands on one memory of the workspace's first folder. The first command that is used opens the memory.

import { AmbiguousError, type Candidate, type Memory, ScrubjayError, open } from "scrubjay/inline";
import { type ExtensionContext, Position, ProgressLocation, type QuickPickItem, Range, Uri, commands, window, workspace } from "vscode";

import { workspaceFiles } from "./files.js";

/** The most tokens of a prepared context. */
const BUDGET = 8000;
/** The most callers that are listed, and the most calls of a line that are examined. */
const MAX_STEPS = 300;

const TITLE = "Find a symbol";

/** An item of a list: a place in the folder to go to. */
interface Pick extends QuickPickItem {
  path: string;
  line: number;
  /** The name in the line to which the cursor goes. */
  name: string;
}

/** The name at the cursor, with its path and line in the folder. */
interface Cursor {
  name: string;
  path: string;
  line: number;
}

let openedMemory: Promise<Memory> | undefined;

/** The editor calls this when one of the commands is used for the first time. */
export function activate(context: ExtensionContext): void {
  const register = (name: string, run: (root: Uri) => Promise<void>) => {
    context.subscriptions.push(commands.registerCommand(`scrubjay.${name}`, () => inFolder(run)));
  };
  register("find", find);
  register("callers", callers);
  register("prepare", prepare);
}

/** The editor calls this before it ends the extension. */
export async function deactivate(): Promise<void> {
  await (await openedMemory)?.close();
}

async function inFolder(run: (root: Uri) => Promise<void>): Promise<void> {
  const root = workspace.workspaceFolders?.[0]?.uri;
  if (root === undefined) return void window.showWarningMessage("Scrubjay: open a folder first.");
  await showingErrors(() => run(root));
}

/** Runs a function, and shows errors of the memory to the user. */
async function showingErrors(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof ScrubjayError)) throw error;
    void window.showErrorMessage(`Scrubjay: ${error.message}`);
  }
}

/** The memory, after indexing the files that changed. */
async function freshMemory(root: Uri): Promise<Memory> {
  openedMemory ??= open({ files: workspaceFiles(root) });
  // A failure is not kept: the next command tries again.
  openedMemory.catch(() => (openedMemory = undefined));
  const memory = await openedMemory;
  await window.withProgress({ location: ProgressLocation.Window, title: "Scrubjay indexes the folder" }, () => memory.index());
  return memory;
}

async function find(root: Uri): Promise<void> {
  const memory = await freshMemory(root);
  const picker = window.createQuickPick<Pick>();
  picker.title = TITLE;
  picker.placeholder = "A name, a part of one, or words";
  picker.onDidChangeValue((text) =>
    showingErrors(async () => {
      const items = await picksOf(memory, text.trim());
      // What was typed in the meantime has its own answer.
      if (picker.value !== text) return;
      picker.items = items;
      picker.title = items.length > 0 || text.trim() === "" ? TITLE : "Nothing is found";
    }),
  );
  picker.onDidAccept(async () => {
    const [picked] = picker.selectedItems;
    picker.hide();
    if (picked) await show(root, picked);
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}

async function picksOf(memory: Memory, text: string): Promise<Pick[]> {
  if (text === "") return [];
  const { hits } = await memory.graph.find(text, { limit: 40 });
  return hits.map(({ symbol }) => ({
    label: symbol.qualifiedName,
    description: `${symbol.kind.replaceAll("_", " ")}, ${symbol.path}:${symbol.firstLine}`,
    detail: symbol.signature,
    // The editor's own filter would drop what fits by its documentation alone.
    alwaysShow: true,
    path: symbol.path,
    line: symbol.firstLine,
    name: symbol.name,
  }));
}

async function callers(root: Uri): Promise<void> {
  const cursor = nameAtCursor(root);
  if (cursor === undefined) return void window.showWarningMessage("Scrubjay: put the cursor on a name first.");
  const memory = await freshMemory(root);
  const id = await meantBy(memory, cursor);
  if (id === undefined) return;
  const { symbol, steps, nSteps } = await memory.graph.callers(id, { limit: MAX_STEPS });
  if (steps.length === 0) return void window.showInformationMessage(`Scrubjay: nothing is known to call ${symbol.qualifiedName}.`);
  const picks = steps.map(({ symbol: caller, strategy, confidence, path, line }) => ({
    label: caller.qualifiedName,
    description: `${strategy} ${confidence.toFixed(2)}, ${path}:${line}`,
    path,
    line,
    name: symbol.name,
  }));
  const callerCount = steps.length < nSteps ? `The first ${steps.length} of ${nSteps} callers` : "Callers";
  const picked = await window.showQuickPick<Pick>(picks, { placeHolder: `${callerCount} of ${symbol.qualifiedName}`, matchOnDescription: true });
  if (picked) await show(root, picked);
}

async function prepare(root: Uri): Promise<void> {
  const task = await window.showInputBox({ prompt: "What is to be done?", placeHolder: "fix the login timeout" });
  if (!task?.trim()) return;
  const memory = await freshMemory(root);
  const { text } = await memory.prepare(task, { budget: BUDGET });
  if (text === "") return void window.showInformationMessage("Scrubjay: nothing in the folder fits the task. Use words or names that stand in it.");
  await window.showTextDocument(await workspace.openTextDocument({ language: "markdown", content: text }));
}

/** The id of the symbol at the cursor. If the name is ambiguous, the line or the user decides; undefined if the user chooses none. */
async function meantBy(memory: Memory, cursor: Cursor): Promise<string | undefined> {
  try {
    return (await memory.graph.callers(cursor.name, { limit: 1 })).symbol.id;
  } catch (error) {
    if (!(error instanceof AmbiguousError)) throw error;
    const { candidates } = error.details;
    return (await meantHere(memory, cursor, candidates)) ?? window.showQuickPick(candidates.map(({ id }) => id), { placeHolder: `Which ${cursor.name}?` });
  }
}

/** The id of the one symbol of this name that begins in the line or is called there; undefined if the line does not decide. */
async function meantHere(memory: Memory, { name, path, line }: Cursor, candidates: readonly Candidate[]): Promise<string | undefined> {
  const begunInLine = candidates.find((candidate) => candidate.path === path && candidate.firstLine === line);
  if (begunInLine !== undefined) return begunInLine.id;
  const callees = await memory.graph.callees(`${path}:${line}`, { limit: MAX_STEPS }).catch(() => undefined);
  const calledInLine = callees?.steps.filter((step) => step.line === line && step.symbol.name === name) ?? [];
  return calledInLine.length === 1 ? calledInLine[0]?.symbol.id : undefined;
}

function nameAtCursor(root: Uri): Cursor | undefined {
  const editor = window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active);
  if (editor === undefined || range === undefined) return undefined;
  const { uri } = editor.document;
  const top = root.path.endsWith("/") ? root.path : `${root.path}/`;
  return { name: editor.document.getText(range), path: uri.path.slice(top.length), line: range.start.line + 1 };
}

async function show(root: Uri, { path, line, name }: Pick): Promise<void> {
  const document = await workspace.openTextDocument(Uri.joinPath(root, path));
  // The document may have become shorter than the file that was indexed.
  const { lineNumber, text } = document.lineAt(Math.min(line, document.lineCount) - 1);
  const position = new Position(lineNumber, Math.max(0, text.indexOf(name)));
  await window.showTextDocument(document, { selection: new Range(position, position) });
}
