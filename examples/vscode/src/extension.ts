// The extension: three commands over one memory of the workspace's first folder, indexed when the first of them is used.

import { AmbiguousError, type Memory, ScrubjayError, open } from "scrubjay/inline";
import { type ExtensionContext, Position, ProgressLocation, type QuickPickItem, Range, Uri, commands, window, workspace } from "vscode";

import { workspaceFiles } from "./files.js";

/** Tokens of a prepared context. */
const BUDGET = 8000;

/** A place in the folder that can be picked. */
interface Place extends QuickPickItem {
  path: string;
  line: number;
  /** What stands in the line, for the cursor to go to. */
  name: string;
}

let opened: Promise<Memory> | undefined;

/** Called by the editor when one of the commands is used for the first time. */
export function activate(context: ExtensionContext): void {
  const register = (name: string, run: (root: Uri) => Promise<void>) => {
    context.subscriptions.push(commands.registerCommand(`scrubjay.${name}`, () => inFolder(run)));
  };
  register("find", find);
  register("callers", callers);
  register("prepare", prepare);
}

/** Called by the editor when it ends. */
export async function deactivate(): Promise<void> {
  await (await opened)?.close();
}

async function inFolder(run: (root: Uri) => Promise<void>): Promise<void> {
  const root = workspace.workspaceFolders?.[0]?.uri;
  if (root === undefined) return void window.showWarningMessage("Scrubjay: open a folder first.");
  await told(() => run(root));
}

/** Does something, and tells the user what the memory refuses. */
async function told(what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (error) {
    if (!(error instanceof ScrubjayError)) throw error;
    void window.showErrorMessage(`Scrubjay: ${error.message}`);
  }
}

/** The memory, up to date with the files. */
async function current(root: Uri): Promise<Memory> {
  opened ??= open({ files: workspaceFiles(root) });
  // A failure is not kept: the next command tries again.
  opened.catch(() => (opened = undefined));
  const memory = await opened;
  await window.withProgress({ location: ProgressLocation.Window, title: "Scrubjay indexes the folder" }, () => memory.index());
  return memory;
}

async function find(root: Uri): Promise<void> {
  const memory = await current(root);
  const picker = window.createQuickPick<Place>();
  picker.placeholder = "A name, a part of one, or words";
  picker.onDidChangeValue((text) =>
    told(async () => {
      const items = await placesOf(memory, text.trim());
      // What was typed in the meantime has its own answer.
      if (picker.value === text) picker.items = items;
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

async function placesOf(memory: Memory, text: string): Promise<Place[]> {
  if (text === "") return [];
  const { hits } = await memory.graph.find(text, { most: 40 });
  return hits.map(({ symbol }) => ({
    label: symbol.qualifiedName,
    description: `${symbol.kind}, ${symbol.path}:${symbol.firstLine}`,
    detail: symbol.signature,
    // The editor's own filter would drop what fits by its documentation alone.
    alwaysShow: true,
    path: symbol.path,
    line: symbol.firstLine,
    name: symbol.name,
  }));
}

async function callers(root: Uri): Promise<void> {
  const name = nameAtCursor();
  if (name === undefined) return void window.showWarningMessage("Scrubjay: put the cursor on a name first.");
  const memory = await current(root);
  const id = await oneOf(memory, name);
  if (id === undefined) return;
  const { symbol, steps } = await memory.graph.callers(id);
  if (steps.length === 0) return void window.showInformationMessage(`Scrubjay: nothing is known to call ${symbol.qualifiedName}.`);
  const places = steps.map(({ symbol: caller, strategy, confidence, path, line }) => ({
    label: caller.qualifiedName,
    description: `${strategy} ${confidence.toFixed(2)}, ${path}:${line}`,
    path,
    line,
    name: symbol.name,
  }));
  const picked = await window.showQuickPick<Place>(places, { placeHolder: `Callers of ${symbol.qualifiedName}` });
  if (picked) await show(root, picked);
}

async function prepare(root: Uri): Promise<void> {
  const task = await window.showInputBox({ prompt: "What is to be done?", placeHolder: "fix the login timeout" });
  if (!task?.trim()) return;
  const memory = await current(root);
  const { text } = await memory.prepare(task, { budget: BUDGET });
  await window.showTextDocument(await workspace.openTextDocument({ language: "markdown", content: text }));
}

/** What a name means: its symbol's id, chosen by the user where there are several; none where they choose none. */
async function oneOf(memory: Memory, name: string): Promise<string | undefined> {
  try {
    return (await memory.graph.callers(name, { most: 1 })).symbol.id;
  } catch (error) {
    if (!(error instanceof AmbiguousError)) throw error;
    return window.showQuickPick(error.details.candidates.map(({ id }) => id), { placeHolder: `Which ${name}?` });
  }
}

function nameAtCursor(): string | undefined {
  const editor = window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active);
  return range && editor?.document.getText(range);
}

async function show(root: Uri, { path, line, name }: Place): Promise<void> {
  const document = await workspace.openTextDocument(Uri.joinPath(root, path));
  // The document may have become shorter than the file that was indexed.
  const { lineNumber, text } = document.lineAt(Math.min(line, document.lineCount) - 1);
  const at = new Position(lineNumber, Math.max(0, text.indexOf(name)));
  await window.showTextDocument(document, { selection: new Range(at, at) });
}
