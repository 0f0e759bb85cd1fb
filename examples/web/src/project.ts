// The open project: its memory in a worker, and its files, if the page may read them.

import { type ErrorCode, type FileSource, type Indexed, LockedError, type Memory, type Progress, ScrubjayError, type Symbol, folderFiles, open } from "scrubjay/worker";

import { storeOf } from "./remembered.js";
import type { Chosen } from "./sources.js";

/** The current lines of a symbol in its file. */
export interface Source {
  /** The number of the first line, from 1 on. */
  first: number;
  lines: string[];
  /** Whether the file has changed since it was indexed, so that these may be other lines. */
  changed: boolean;
}

/** The most attempts to open a locked store: after a reload, the old worker releases its store a moment later. */
const TRIES = 20;
const PAUSE = 150;
/** The number of attempts after which the user is told about the waiting. */
const N_QUIET = 3;
/** Errors of a store that another attempt cannot fix. The memory then lasts only as long as the page. */
const UNUSABLE: readonly ErrorCode[] = ["damaged", "io", "newer_format", "older_format"];
const NO_FILES: FileSource = { list: () => ({ files: [], unreachable: [] }), read: () => undefined };

/** A project with an open memory, and its files if the page may read them. */
export class Project {
  readonly chosen: Chosen;
  readonly memory: Memory;
  /** Why the memory is lost when the page closes; undefined if it is stored. */
  readonly unkept: string | undefined;
  /** The report of the last index run; undefined if there was none since the page was loaded. */
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

  /**
   * Opens the memory of a project. Calls `onEnd` if its worker ends unexpectedly, and `onWait` once if another tab
   * still has the store after `N_QUIET` attempts.
   */
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

  /** Indexes changed files. Call it only if the files can be read. */
  async index(onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<Indexed> {
    this.indexed = await this.memory.index({ onProgress, signal });
    return this.indexed;
  }

  /** The lines of a symbol; undefined if its file cannot be read. */
  async source(symbol: Symbol): Promise<Source | undefined> {
    const bytes = await this.#bytes(symbol.path);
    if (bytes === undefined) return undefined;
    const [hash, { hash: indexedDigits }] = await Promise.all([crypto.subtle.digest("SHA-256", bytes as BufferSource), this.memory.graph.outline(symbol.path)]);
    const lines = new TextDecoder().decode(bytes).split(/\r?\n/).slice(symbol.firstLine - 1, symbol.lastLine);
    const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { first: symbol.firstLine, lines, changed: digits !== indexedDigits };
  }

  /** Closes the memory, which stays stored, and ends its worker. */
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

/** Starts a worker and detects its end, whatever the cause: then the browser grants the page the lock that the worker held. */
class Life {
  readonly worker: Worker;
  /** Whether the worker is still needed, so that its end would be unexpected. */
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
