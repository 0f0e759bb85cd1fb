// The registry of projects in the user's data folder, and finding the project that a folder belongs to, in Node: with the same lock and the
// same files as in the native host (`host-native/src/records/registry.rs`).
//
// Entries and marks are written under one lock, the mark first, so that nothing is lost if the process dies in between. Not here: the
// decision itself (`store/src/whose`), and examining a folder (`site.ts`).

import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { bytesOfOurs, checkOnlyFolders, makeFolders, replaceOurs, textOfOurs, writeOurs } from "../files/ours.js";
import type { Module } from "../shapes.js";
import { dataFolder } from "../store/home.js";
import { ModuleStore } from "../store/module.js";
import { undefinedOnError } from "../system.js";
import { removeDraftsOf } from "./drafts.js";
import { tryLock, uniquePath, waitForLock } from "./lock.js";
import { type ObservedFolder, enclosingFolders, isId, observeFolder, unescapeLineBreaks, writeMark } from "./site.js";

/**
 * The name of the folder of all projects in the user's data folder. A project's folder in it contains its entry and its last used path.
 */
export const PROJECTS = "projects";
const ENTRY = "whose";
const ROOT = "root";
/** The lock file for all entries. */
const LOCK = "whose.lock";
/** The most bytes read of an entry: more than any has. */
const MAX_ENTRY = (64 << 10) + 1;
/** The most bytes read of a file that contains a path: more than any path has. */
const MAX_PATH = 16 << 10;

/** A decision of the store's module about a folder: the pairs defined in `store/src/whose/wire.rs`, and the folder. */
interface MemoryDecision {
  id: string;
  isNew: boolean;
  mark: string | undefined;
  entry: string | undefined;
  unmarked: string | undefined;
  site: ObservedFolder;
}

type Fact = [name: string, value: string | Uint8Array];

/** Finds the project of the folders of one memory. */
export class Registry {
  readonly #module: () => Promise<Module>;
  /** An instance of the store's module without a file; replaced after any error. */
  #decider: ModuleStore | undefined;

  constructor(module: () => Promise<Module>) {
    this.#module = module;
  }

  /**
   * The id of the project that a folder belongs to; undefined if it has none. Tries to update an outdated registry, but neither waits for its
   * lock nor throws if that fails.
   */
  async find(root: string, guess?: string): Promise<string | undefined> {
    const decision = await this.#decide(root, guess);
    if (decision.isNew) return undefined;
    if (!isSettled(decision)) await this.#settle(root, decision.id);
    return decision.id;
  }

  /** The id of the project that a folder belongs to. Registers a new project if it has none. */
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
    // A failed update does not matter for the result: the data folder may be read-only.
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

  async #decide(root: string, guess: string | undefined): Promise<MemoryDecision> {
    const sites = enclosingFolders(root);
    const freshFact: Fact = ["fresh", `${randomHex()} ${randomHex()}`];
    const seenFacts = sites.map(({ observations }): Fact => ["seen", observations]);
    const module = (await this.#module()) as WebAssembly.Module;
    if (guess !== undefined) {
      const guessedDecision = this.#judge(module, [...seenFacts, freshFact, ...factsOf(guess)], sites);
      if (!guessedDecision.isNew && isSettled(guessedDecision)) return guessedDecision;
    }
    return this.#judge(module, [...seenFacts, freshFact, ...allFacts()], sites);
  }

  #judge(module: WebAssembly.Module, facts: Fact[], sites: ObservedFolder[]): MemoryDecision {
    for (;;) {
      const verdict = this.#askDecider(module, facts);
      const pathToLook = verdict.get("look");
      if (pathToLook === undefined) {
        const site = sites.find(({ observations }) => observations.startsWith(`path ${verdict.get("path") ?? ""}\n`)) ?? (sites[0] as ObservedFolder);
        const [entry, unmarked, mark] = [verdict.get("entry"), verdict.get("unmarked"), verdict.get("mark")];
        return { id: verdict.get("id") as string, isNew: verdict.get("reason") === "new", mark, entry, unmarked, site };
      }
      const observed = observeFolder(unescapeLineBreaks(pathToLook));
      facts.push(["looked", observed === undefined ? pathToLook : `${pathToLook}\n${observed.observations}`]);
    }
  }

  #askDecider(module: WebAssembly.Module, facts: Fact[]): Map<string, string> {
    try {
      return (this.#decider ??= new ModuleStore(module, NO_FILE, "nothing")).judge(facts);
    } catch (error) {
      this.#decider = undefined;
      throw error;
    }
  }
}

/** A file without content, for a module that uses none. */
const NO_FILE = { getSize: () => 0, read: () => 0, write: () => 0, truncate: () => undefined, flush: () => undefined, close: () => undefined };

function isSettled({ mark, entry }: MemoryDecision): boolean {
  return mark === undefined && entry === undefined;
}

/**
 * Writes the mark and the entry of a decision; if the mark cannot be written, the entry without one. The caller holds
 * the lock.
 */
function carryOut({ id, mark, entry, unmarked, site }: MemoryDecision): void {
  const isMarked = mark === undefined || writeMark(site, mark);
  const text = isMarked ? entry : unmarked;
  if (text === undefined) return;
  makeFolders(dataFolder(), PROJECTS, id);
  const file = join(dataFolder(), PROJECTS, id, ENTRY);
  removeDraftsOf(file);
  replaceOurs(file, uniquePath(file, "draft"), text, writeOurs);
}

/** The registered facts about all projects. */
function allFacts(): Fact[] {
  checkOnlyFolders(dataFolder(), PROJECTS);
  const folder = join(dataFolder(), PROJECTS);
  const ids = (undefinedOnError("ENOENT", () => readdirSync(folder)) ?? []).filter(isId).sort();
  return ids.filter((id) => lstatSync(join(folder, id)).isDirectory()).flatMap(factsOf);
}

/** The registered facts about a project. */
function factsOf(id: string): Fact[] {
  const folder = join(dataFolder(), PROJECTS, id);
  const facts: Fact[] = [["kept", id]];
  let entry: Uint8Array | undefined;
  try {
    entry = bytesOfOurs(join(folder, ENTRY), MAX_ENTRY);
  } catch {
    // Anything else at the path of an entry is damage, which must not affect other projects.
    entry = new Uint8Array();
  }
  if (entry !== undefined) facts.push(["entry", entry]);
  const root = knownRoot(join(folder, ROOT));
  if (root !== undefined) facts.push(["root", root]);
  return facts;
}

/** Stores the last used path of a project, for people who look for its memory. */
export function noteRoot(folder: string, root: string): void {
  const file = join(folder, ROOT);
  if (knownRoot(file) !== root) replaceOurs(file, uniquePath(file, "draft"), root);
}

/** The last used path of a project; undefined if unknown or unreadable. */
function knownRoot(file: string): string | undefined {
  try {
    return textOfOurs(file, MAX_PATH);
  } catch {
    return undefined;
  }
}

/** 128 random bits in hexadecimal. */
function randomHex(): string {
  return randomBytes(16).toString("hex");
}
