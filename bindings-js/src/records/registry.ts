// What the user's data folder records of each project, and the decision whose memory a folder has, in Node: as in the native host
// (`host-native/src/records/registry.rs`), by the same lock and the same files.
//
// Entries and marks are written under one lock, the mark first, so that whoever dies in between has lost nothing. Not here: the decision
// itself (`store/src/whose`), and what is seen of a folder.

import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { bytesOfOurs, makeFolders, onlyFolders, replaceOurs, textOfOurs, writeOurs } from "../files/ours.js";
import type { Module } from "../shapes.js";
import { dataFolder } from "../store/home.js";
import { ModuleStore } from "../store/module.js";
import { unless } from "../system.js";
import { removeDraftsOf } from "./drafts.js";
import { tryLock, unique, waitForLock } from "./lock.js";
import { type Site, isId, leave, reached, siteAt, unescaped } from "./site.js";

/**
 * The folder of all projects in the user's data folder; each project's folder in it holds its entry and the path where it was used last.
 */
export const PROJECTS = "projects";
const ENTRY = "whose";
const ROOT = "root";
/** The lock of all entries. */
const LOCK = "whose.lock";
/** More bytes than an entry has, and than a path. */
const MAX_ENTRY = (64 << 10) + 1;
const MAX_PATH = 16 << 10;

/** A decision: the pairs of `store/src/whose/wire.rs`, and the folder that it is of. */
interface Decided {
  id: string;
  isNew: boolean;
  mark: string | undefined;
  entry: string | undefined;
  unmarked: string | undefined;
  site: Site;
}

type Fact = [name: string, value: string | Uint8Array];

/** Decides for the folders of one memory. */
export class Registry {
  readonly #module: () => Promise<Module>;
  /** The module without a file; made anew after a fault. */
  #judge: ModuleStore | undefined;

  constructor(module: () => Promise<Module>) {
    this.#module = module;
  }

  /** The memory that a folder has, if it has one. What is to be brought up to date is, if nobody else is at it. */
  async find(root: string, guess?: string): Promise<string | undefined> {
    const decided = await this.#decide(root, guess);
    if (decided.isNew) return undefined;
    if (!isSettled(decided)) await this.#settle(root, decided.id);
    return decided.id;
  }

  /** As `find`, but makes the memory if there is none. */
  async findOrMake(root: string, guess?: string): Promise<string> {
    const decided = await this.#decide(root, guess);
    if (isSettled(decided)) return decided.id;
    makeFolders(dataFolder(), PROJECTS);
    removeDraftsOf(join(dataFolder(), LOCK));
    const release = await waitForLock(join(dataFolder(), LOCK));
    try {
      const now = await this.#decide(root, guess);
      carryOut(now);
      return now.id;
    } finally {
      release();
    }
  }

  async #settle(root: string, id: string): Promise<void> {
    // What is found does not hang on it: a data folder may be one that is only read.
    try {
      const release = tryLock(join(dataFolder(), LOCK));
      if (release === undefined) return;
      try {
        const now = await this.#decide(root, id);
        if (!now.isNew) carryOut(now);
      } finally {
        release();
      }
    } catch {}
  }

  async #decide(root: string, guess: string | undefined): Promise<Decided> {
    const sites = reached(root);
    const fresh: Fact = ["fresh", `${random()} ${random()}`];
    const seen = sites.map(({ seen }): Fact => ["seen", seen]);
    const module = (await this.#module()) as WebAssembly.Module;
    if (guess !== undefined) {
      const guessed = this.#judged(module, [...seen, fresh, ...keptOf(guess)], sites);
      if (!guessed.isNew && isSettled(guessed)) return guessed;
    }
    return this.#judged(module, [...seen, fresh, ...allKept()], sites);
  }

  #judged(module: WebAssembly.Module, facts: Fact[], sites: Site[]): Decided {
    for (;;) {
      const said = this.#asked(module, facts);
      const look = said.get("look");
      if (look === undefined) {
        const site = sites.find(({ seen }) => seen.startsWith(`path ${said.get("path") ?? ""}\n`)) ?? (sites[0] as Site);
        const [entry, unmarked, mark] = [said.get("entry"), said.get("unmarked"), said.get("mark")];
        return { id: said.get("id") as string, isNew: said.get("reason") === "new", mark, entry, unmarked, site };
      }
      const there = siteAt(unescaped(look));
      facts.push(["looked", there === undefined ? look : `${look}\n${there.seen}`]);
    }
  }

  #asked(module: WebAssembly.Module, facts: Fact[]): Map<string, string> {
    try {
      return (this.#judge ??= new ModuleStore(module, NO_FILE, "nothing")).judge(facts);
    } catch (error) {
      this.#judge = undefined;
      throw error;
    }
  }
}

/** A file without content, for a module that uses none. */
const NO_FILE = { getSize: () => 0, read: () => 0, write: () => 0, truncate: () => undefined, flush: () => undefined, close: () => undefined };

function isSettled({ mark, entry }: Decided): boolean {
  return mark === undefined && entry === undefined;
}

/** Does what a plan says. The caller holds the lock. */
function carryOut({ id, mark, entry, unmarked, site }: Decided): void {
  const isMarked = mark === undefined || leave(site, mark);
  const text = isMarked ? entry : unmarked;
  if (text === undefined) return;
  makeFolders(dataFolder(), PROJECTS, id);
  const file = join(dataFolder(), PROJECTS, id, ENTRY);
  removeDraftsOf(file);
  replaceOurs(file, unique(file, "draft"), text, writeOurs);
}

/** The facts recorded of all projects. */
function allKept(): Fact[] {
  onlyFolders(dataFolder(), PROJECTS);
  const folder = join(dataFolder(), PROJECTS);
  const ids = (unless("ENOENT", () => readdirSync(folder)) ?? []).filter(isId).sort();
  return ids.filter((id) => lstatSync(join(folder, id)).isDirectory()).flatMap(keptOf);
}

/** The facts recorded of a project. */
function keptOf(id: string): Fact[] {
  const folder = join(dataFolder(), PROJECTS, id);
  const facts: Fact[] = [["kept", id]];
  let entry: Uint8Array | undefined;
  try {
    entry = bytesOfOurs(join(folder, ENTRY), MAX_ENTRY);
  } catch {
    // Something else in its place is damage, which keeps nobody from another project's memory.
    entry = new Uint8Array();
  }
  if (entry !== undefined) facts.push(["entry", entry]);
  const root = knownRoot(join(folder, ROOT));
  if (root !== undefined) facts.push(["root", root]);
  return facts;
}

/** Notes where a project was used last, for people who look for a memory. */
export function noteRoot(folder: string, root: string): void {
  const file = join(folder, ROOT);
  if (knownRoot(file) !== root) replaceOurs(file, unique(file, "draft"), root);
}

/** Where a project was used last; undefined if that is not known, or something else is in the note's place. */
function knownRoot(file: string): string | undefined {
  try {
    return textOfOurs(file, MAX_PATH);
  } catch {
    return undefined;
  }
}

/** 128 random bits. */
function random(): string {
  return randomBytes(16).toString("hex");
}
