// Random patterns in nested `.gitignore` files, and random paths: our rules and the native host must decide as git does. Equal seeds give
// equal cases.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Rules } from "../dist/files/rules.js";

const SEED = Number(process.env.SEED ?? 1);
const N_REPOSITORIES = 40;
/** For how many of these repositories the files are written too, so that the native host can walk them. */
const N_NATIVE = 20;
const N_PROJECTS = 10;
const N_CASES = 20_000;

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** The program that walks and parses as the native host does (`tests/trees/main.rs`). */
const native = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "trees");

/** An environment for git without the rules and settings of the user who runs the tests. */
const ENVIRONMENT = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", XDG_CONFIG_HOME: "/nowhere", HOME: "/nowhere" };

/** Numbers from 0 up to `n`, the same for the same seed (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  const below = (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
  const oneOf = (list) => list[below(list.length)];
  /** True in `percent` of 100 cases. */
  const is = (percent) => below(100) < percent;
  return { below, one: oneOf, is };
}

const LETTERS = [..."aaabbbcAB01.-_ \t[]!#*?\\^:~{}é", "ü", "€", "\u{1d4b3}", "\v", "\x7f"];
const NAMES = ["a", "b", "ab", "abc", "A", "src", "lib", "a.py", "b.py", "a.log", "x ", "a\t", "[a]", "!a", "#a", "é", "üb", "€.py", "-", "a\\b", "a*b"];
const CLASSES = ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "word", "", "ALPHA"];

function makeName({ below, one, is }) {
  if (is(60)) return one(NAMES);
  const name = Array.from({ length: 1 + below(4) }, () => one(LETTERS)).join("");
  return name === "." || name === ".." ? "a" : name;
}

/** The paths of a project, and whether each is a folder; every folder comes before its content. */
function makeTree(chance, below) {
  const [folders, paths] = [[below], new Map()];
  while (paths.size < 56) {
    const folder = chance.one(folders);
    const path = folder + makeName(chance);
    if (paths.has(path) || folder.split("/").length > 5) continue;
    const isFolder = chance.is(20);
    paths.set(path, isFolder);
    if (isFolder) folders.push(`${path}/`);
  }
  return paths;
}

function makeSet({ below, one, is }) {
  const members = Array.from({ length: 1 + below(3) }, () => {
    if (is(25)) return `[:${one(CLASSES)}:]`;
    if (is(35)) return `${one(LETTERS)}-${is(10) ? "\\" : ""}${one(LETTERS)}`;
    if (is(6)) return one(["[:", ":]", "[:alpha]", "--", "\\", "/"]);
    return (is(10) ? "\\" : "") + one(LETTERS);
  });
  return `[${is(15) ? "!" : is(15) ? "^" : ""}${is(8) ? "]" : ""}${members.join("")}${is(96) ? "]" : ""}`;
}

/** A letter of a name, or a piece of a pattern that may match it. */
function makeSign(letter, chance) {
  const { below, one, is } = chance;
  if (is(76)) return /[*?[\\]/.test(letter) && is(70) ? `\\${letter}` : letter;
  return [() => "?", () => "*", () => makeSet(chance), () => `\\${letter}`, () => one(LETTERS), () => `[${letter}]`, () => "**", () => ""][below(8)]();
}

/** A line of a file of rules, made from an existing path, or at random. */
function makeLine(paths, below, chance) {
  const { is, one } = chance;
  if (is(3)) return one(["", "#", "# a", "/", "//", "!", "\\", "**", "*", "/**", "!/", "\r", " ", "\t", "!#a", "a//b", "\\!a", "\\#a"]);
  const parts = is(80) ? one(paths).slice(below.length).split("/") : [makeName(chance), makeName(chance)];
  const from = chance.below(parts.length);
  const chosenParts = parts.slice(from, from + 1 + (is(50) ? 0 : chance.below(3)));
  const isChanged = is(70);
  const words = chosenParts.map((word) => {
    if (is(10)) return one(["**", "*", "***", "?"]);
    if (is(10)) return is(50) ? `*${[...word].slice(1).join("")}` : `${[...word].slice(0, 1).join("")}*`;
    return isChanged ? [...word].map((letter) => makeSign(letter, chance)).join("") : word;
  });
  const lead = is(12) ? "!" : "";
  const anchor = is(from === 0 ? 25 : 5) ? "/" : is(8) ? "**/" : "";
  const ending = is(12) ? "/" : is(5) ? "/**" : is(4) ? "/*" : "";
  const blank = is(85) ? "" : one([" ", "  ", "\t", " \t", "\\ ", "\\  ", "\\\\ ", "\r", "\\"]);
  return lead + anchor + words.join(is(95) ? "/" : "\\/") + ending + blank;
}

/** A line that matches hardly any path. */
function makeMiss(paths, below, chance) {
  const line = makeLine(paths, below, chance);
  const at = chance.below(line.length + 1);
  return line.slice(0, at) + chance.one(["qz", "q", "q?z", "*qz", "[q-z]q"]) + line.slice(at);
}

function makeRules(paths, below, chance) {
  const ending = chance.is(10) ? "\r\n" : "\n";
  const lines = Array.from({ length: 1 + chance.below(5) }, () => makeLine(paths, below, chance));
  // Of many rules only those are compared that pieces of a path lead to.
  if (chance.is(40)) for (let n = 0; n < 50; n++) lines.splice(chance.below(lines.length + 1), 0, makeMiss(paths, below, chance));
  return (chance.is(3) ? "\ufeff" : "") + lines.join(ending) + (chance.is(80) ? ending : "");
}

/** A repository: its paths, each with whether it is a folder, and the texts of its files of rules, by their folders. */
function makeRepository(chance) {
  const [paths, rules] = [new Map(), new Map()];
  for (let project = 0; project < N_PROJECTS; project++) {
    const below = `${project}/`;
    const tree = makeTree(chance, below);
    paths.set(String(project), true);
    for (const [path, isFolder] of tree) paths.set(path, isFolder);
    rules.set(below, makeRules([...tree.keys()], below, chance));
    for (const [path, isFolder] of tree) {
      if (isFolder && chance.is(15)) rules.set(`${path}/`, makeRules([...tree.keys()], chance.is(50) ? below : `${path}/`, chance));
    }
  }
  // At the top few rules, which else would leave nothing to be decided farther down.
  if (chance.is(70)) rules.set("", `${makeLine([...paths.keys()], "", chance)}\n`);
  return { paths, rules, isCaseIgnored: chance.is(40) };
}

/** Writes a repository: its folders, which git examines; with `hasFiles` also its files, which the native host must find. */
function write(folder, { paths, rules, isCaseIgnored }, hasFiles) {
  for (const name of [".git/objects", ".git/refs"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(folder, ".git/config"), `[core]\n\trepositoryformatversion = 0\n\tignorecase = ${isCaseIgnored}\n`);
  for (const [path, isFolder] of paths) {
    if (isFolder) mkdirSync(join(folder, path));
    else if (hasFiles) writeFileSync(join(folder, path), "");
  }
  for (const [below, text] of rules) writeFileSync(join(folder, below, ".gitignore"), text);
}

/** The paths that git ignores. */
function ignoredByGit(folder, paths) {
  const input = [...paths.keys()].map((path) => `${path}\0`).join("");
  const options = { cwd: folder, env: ENVIRONMENT, input, encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, stdout, stderr } = spawnSync("git", ["check-ignore", "--stdin", "-z", "--no-index", "-v", "-n"], options);
  // It ends with 1 where nothing is left out.
  assert.ok(status === 0 || status === 1, stderr);
  const fields = stdout.split("\0");
  const ignored = new Set();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source, , pattern, path] = fields.slice(at, at + 4);
    if (source !== "" && !pattern.startsWith("!")) ignored.add(path);
  }
  return ignored;
}

/** The paths that our rules ignore, and those below an ignored folder. */
function ignoredByUs({ paths, rules, isCaseIgnored }) {
  const ignored = new Set();
  const known = new Map();
  const rulesOf = (below) => {
    const above = below === "" ? Rules.none(isCaseIgnored) : rulesOf(below.slice(0, below.lastIndexOf("/", below.length - 2) + 1));
    const text = rules.get(below);
    if (!known.has(below)) known.set(below, text === undefined ? above : above.with(".gitignore", below, text));
    return known.get(below);
  };
  for (const [path, isFolder] of paths) {
    const folder = dirname(path);
    const below = folder === "." ? "" : `${folder}/`;
    if (ignored.has(folder) || rulesOf(below).ignores(path, isFolder)) ignored.add(path);
  }
  return ignored;
}

/** A path and the texts of all files of rules that apply to it, for a message. */
function about(path, { rules, isCaseIgnored }) {
  const texts = [...rules].filter(([below]) => path.startsWith(below)).map(([below, text]) => `${below}.gitignore ${JSON.stringify(text)}`);
  return `${JSON.stringify(path)}${isCaseIgnored ? " (either case)" : ""} under ${texts.join(" and ")}`;
}

/** Writes `nRepositories` random repositories; calls `use` with the folder of each, its content, and the paths that git ignores. */
function forEach(nRepositories, hasFiles, use) {
  const chance = random(SEED);
  for (let number = 0; number < nRepositories; number++) {
    const repository = makeRepository(chance);
    const folder = mkdtempSync(join(tmpdir(), "scrubjay-git-"));
    try {
      write(folder, repository, hasFiles);
      use(folder, repository, ignoredByGit(folder, repository.paths));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

test("random rules leave out what git leaves out", (context) => {
  let [nCases, nIgnored] = [0, 0];
  const differences = [];
  forEach(N_REPOSITORIES, false, (folder, repository, expected) => {
    const ignored = ignoredByUs(repository);
    for (const path of repository.paths.keys()) {
      if (ignored.has(path) !== expected.has(path)) differences.push(`git ${expected.has(path) ? "leaves out" : "takes"} ${about(path, repository)}`);
    }
    [nCases, nIgnored] = [nCases + repository.paths.size, nIgnored + expected.size];
  });
  context.diagnostic(`${nCases} cases, ${nIgnored} left out, ${differences.length} differences`);
  assert.deepEqual(differences.slice(0, 20), []);
  assert.ok(nCases >= N_CASES, `${nCases} cases`);
  assert.ok(nIgnored > nCases / 10 && nIgnored < (nCases * 9) / 10);
});

test("the native host leaves out what git leaves out", (context) => {
  let nCases = 0;
  const differences = [];
  forEach(N_NATIVE, true, (folder, repository, expected) => {
    const walked = new Set(execFileSync(native, ["walk", folder], { env: ENVIRONMENT, encoding: "utf8" }).split("\0"));
    for (const [path, isFolder] of repository.paths) {
      nCases += isFolder ? 0 : 1;
      if (isFolder || walked.has(path) !== expected.has(path)) continue;
      differences.push(`git ${expected.has(path) ? "leaves out" : "takes"} ${about(path, repository)}`);
    }
  });
  context.diagnostic(`${nCases} cases, ${differences.length} differences`);
  assert.deepEqual(differences.slice(0, 20), []);
  assert.ok(nCases >= N_CASES / 4, `${nCases} cases`);
});
