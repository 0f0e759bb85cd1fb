// The project that the page shows: its memory in a worker, and its files as long as they are at hand.

import { type ErrorCode, type FileSource, type Indexed, LockedError, type Memory, type Progress, ScrubjayError, type Symbol, folderFiles, open } from "scrubjay/worker";

import { storeOf } from "./remembered.js";
import type { Chosen } from "./sources.js";

/** Lines of a symbol as they are now. */
export interface Source {
  /** The first line's number. */
  first: number;
  lines: string[];
  /** The file is not what was indexed. */
  changed: boolean;
}

/** How often a store that is held is tried: the worker of a page that was just reloaded lets go a moment later. */
const TRIES = 20;
const PAUSE = 150;
/** After so many tries people are told what is waited for. */
const N_QUIET = 3;
/** What is wrong with a store that no other attempt mends: the page works all the same, and keeps nothing. */
const UNUSABLE: readonly ErrorCode[] = ["damaged", "io", "newer_format", "older_format"];
const NO_FILES: FileSource = { list: () => ({ files: [], unreachable: [] }), read: () => undefined };

/** A project that is open. */
export class Project {
  readonly chosen: Chosen;
  readonly memory: Memory;
  /** Why nothing of it stays when the page goes; none where it stays. */
  readonly unkept: string | undefined;
  /** What the last run of the index did, where there was one since the page was loaded. */
  indexed: Indexed | undefined;
  readonly #files: FileSource;
  readonly #life: Life;

  private constructor(chosen: Chosen, files: FileSource, memory: Memory, life: Life, unkept?: string) {
    this.chosen = chosen;
    this.#files = files;
    this.memory = memory;
    this.unkept = unkept;
    this.#life = life;
  }

  /** Opens the memory of a project. `onEnd` is called if its worker ends on its own, `onWait` while somebody else has the store. */
  static async open(chosen: Chosen, onEnd: () => void, onWait: () => void): Promise<Project> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await Project.#open(chosen, storeOf(chosen.name), onEnd);
      } catch (error) {
        if (error instanceof ScrubjayError && UNUSABLE.includes(error.code)) return Project.#open(chosen, undefined, onEnd, error.message);
        if (!(error instanceof LockedError) || tries === TRIES) throw error;
        // A reloaded page has it by then.
        if (tries === N_QUIET) onWait();
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  static async #open(chosen: Chosen, store: string | undefined, onEnd: () => void, unkept?: string): Promise<Project> {
    const files = chosen.files instanceof FileSystemDirectoryHandle ? folderFiles(chosen.files) : (chosen.files ?? NO_FILES);
    const life = new Life(onEnd);
    try {
      return new Project(chosen, files, await open({ files, worker: life.worker, store }), life, unkept);
    } catch (error) {
      life.end();
      throw error;
    }
  }

  get name(): string {
    return this.chosen.name;
  }

  /** Takes in what changed. Only where the files are at hand. */
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
    const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { first: symbol.firstLine, lines, changed: digits !== indexed };
  }

  /** Ends the use of the memory, which stays where it is kept. */
  async close(): Promise<void> {
    this.#life.isWanted = false;
    // A worker that is gone has nothing left to close.
    await this.memory.close().catch(() => undefined);
    this.#life.end();
  }

  async #bytes(path: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#files.read(path);
    } catch {
      return undefined;
    }
  }
}

/** A worker whose end is noticed, however it comes: the browser gives the lock that it held to the page then. */
class Life {
  readonly worker: Worker;
  /** Its end would be a surprise. */
  isWanted = true;

  constructor(onEnd: () => void) {
    const lock = `scrubjay worker ${crypto.randomUUID()}`;
    this.worker = new Worker("worker.js", { type: "module", name: lock });
    this.worker.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind !== "held") return;
      void navigator.locks.request(lock, () => {
        if (!this.isWanted) return;
        // Whoever waits for an answer is told so by the package.
        this.worker.dispatchEvent(new ErrorEvent("error", { message: "it was ended" }));
        onEnd();
      });
    });
  }

  end(): void {
    this.isWanted = false;
    this.worker.terminate();
  }
}
