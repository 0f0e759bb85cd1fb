// The project that the page shows: its memory in a worker, and its files as long as they are at hand.

import { type FileSource, type Indexed, type Memory, type Progress, type Symbol, open } from "scrubjay/worker";

import type { Chosen } from "./sources.js";

/** Lines of a symbol as they are now. */
export interface Source {
  /** The first line's number. */
  first: number;
  lines: string[];
  /** The file is not what was indexed. */
  changed: boolean;
}

/** A project that is open. */
export class Project {
  readonly name: string;
  readonly memory: Memory;
  /** What the last run of the index did, where there was one since the page was loaded. */
  indexed: Indexed | undefined;
  readonly chosen: Chosen;
  readonly #read: FileSource["read"];

  private constructor(chosen: Chosen, memory: Memory) {
    const { name, files } = chosen;
    this.name = name;
    this.chosen = chosen;
    this.#read = files instanceof FileSystemDirectoryHandle ? (path) => readBelow(files, path) : (path) => files.read(path);
    this.memory = memory;
  }

  /** Opens the memory of a project. `onEnd` is called if its worker ends on its own. */
  static async open(chosen: Chosen, onEnd: () => void): Promise<Project> {
    return new Project(chosen, await open({ files: chosen.files, worker: startWorker(onEnd) }));
  }

  /** Takes in what changed. */
  async index(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<Indexed> {
    this.indexed = await this.memory.index({ onProgress, signal });
    return this.indexed;
  }

  /** The lines of a symbol; none where its file is not at hand. */
  async source(symbol: Symbol): Promise<Source | undefined> {
    const bytes = await this.#bytes(symbol.path);
    if (bytes === undefined) return undefined;
    const [hash, { hash: indexed }] = await Promise.all([crypto.subtle.digest("SHA-256", bytes as BufferSource), this.memory.graph.outline(symbol.path)]);
    const lines = new TextDecoder().decode(bytes).split(/\r?\n/).slice(symbol.firstLine - 1, symbol.lastLine);
    return { first: symbol.firstLine, lines, changed: String(new Uint8Array(hash)) !== String(indexed) };
  }

  async #bytes(path: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#read(path);
    } catch {
      return undefined;
    }
  }
}

async function readBelow(root: FileSystemDirectoryHandle, path: string): Promise<Uint8Array> {
  const folders = path.split("/");
  const name = folders.pop() ?? path;
  let folder = root;
  for (const part of folders) folder = await folder.getDirectoryHandle(part);
  const file = await (await folder.getFileHandle(name)).getFile();
  return new Uint8Array(await file.arrayBuffer());
}

/** A worker whose end is noticed, however it comes: the browser gives its lock to the page then. */
function startWorker(onEnd: () => void): Worker {
  const lock = `scrubjay worker ${crypto.randomUUID()}`;
  const worker = new Worker("worker.js", { type: "module", name: lock });
  worker.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) => {
    if (data.kind !== "alive") return;
    void navigator.locks.request(lock, () => {
      // Whoever waits for an answer is told so by the package.
      worker.dispatchEvent(new ErrorEvent("error", { message: "it was ended" }));
      onEnd();
    });
  });
  return worker;
}
