// The rules of `.gitignore` compared with git, and those of `.scrubjayignore` compared with the native host.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { diskFiles } from "../dist/files/disk.js";
import { isIgnoreCaseSet } from "../dist/files/git.js";
import { asSpelled, spelling } from "../dist/files/spelling.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** The program that walks and parses as the native host does (`tests/trees/main.rs`). */
const native = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "trees");

/** Runs `use` in a folder of these texts by path. */
function folderOf(files, use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-rules-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An environment that names the author of commits, whatever git's settings on the machine are. */
const COMMITTER = { ...process.env, GIT_AUTHOR_NAME: "test", GIT_AUTHOR_EMAIL: "test@localhost", GIT_COMMITTER_NAME: "test", GIT_COMMITTER_EMAIL: "test@localhost" };

const listedPaths = (folder) => diskFiles(folder).list().files.map(({ path }) => path).sort();

/** Asserts that the files listed below `root` are those that git does not ignore. */
function check(files, { root = "", isRepository = true } = {}) {
  folderOf(files, (folder) => {
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const options = { cwd: join(folder, root), encoding: "utf8" };
    const gitOutput = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], options);
    const expected = gitOutput.split("\0").filter((path) => path !== "").sort();
    if (!isRepository) rmSync(join(folder, ".git"), { recursive: true });
    assert.deepEqual(listedPaths(join(folder, root)), expected);
  });
}

/** Asserts that the files listed below `root` are those of the native host, and the expected ones. */
function checkNative(files, expected, { root = "", isRepository = true } = {}) {
  folderOf(files, (folder) => {
    if (isRepository) mkdirSync(join(folder, ".git"));
    const nativeOutput = execFileSync(native, ["walk", join(folder, root)], { encoding: "utf8" });
    assert.deepEqual(listedPaths(join(folder, root)), nativeOutput.split("\0").slice(0, -1).sort());
    assert.deepEqual(listedPaths(join(folder, root)).filter((path) => !path.endsWith("ignore")), expected);
  });
}

const NAMES = ["a.py", "b.log", "build/x.py", "src/build/y.py", "src/a.log", "src/deep/er/z.py", "src/[x].py", "doc/frotz/a", "#hash", "!bang", "x y ", "keep.log"];
const files = (rules) => ({ ...Object.fromEntries(NAMES.map((name) => [name, ""])), ".gitignore": rules });

const RULES = {
  "a name fits at any depth": "build\n*.log\n",
  "a slash ties a pattern to its folder": "/build\nsrc/a.log\n",
  "a slash at the end means folders": "build/\na.py/\n",
  "a later line takes an earlier one back": "*.log\n!keep.log\n",
  "nothing below an ignored folder comes back": "src/\n!src/a.log\n",
  "two stars stand for any folders": "src/**/z.py\n**/y.py\ndoc/**\n",
  "two stars between letters are one": "b**.log\n",
  "a question mark is one letter, not a slash": "?.py\nsrc?build\n",
  "sets of letters": "[a-b].py\n[!a].log\n",
  "what is escaped stands for itself": "\\#hash\n\\!bang\nsrc/\\[x\\].py\nx\\ y\\ \n",
  "comments, empty lines and spaces at the end": "# a.py\n\n*.log   \n",
  "an anchored star": "/*\n!/src\n",
  "a set without an end means nothing": "[a\n",
};
for (const [name, rules] of Object.entries(RULES)) test(name, () => check(files(rules)));

test("rules nearer to a file win", () => check({ ...files("*.log\n"), "src/.gitignore": "!a.log\n" }));
test("rules above the folder hold in a repository", () => check(files("src/a.log\n/deep\nz.py\n"), { root: "src" }));
test("a folder outside any repository obeys its own rules", () => check(files("*.log\n"), { isRepository: false }));

test("a linked worktree and a submodule obey what their repositories exclude", () =>
  folderOf({ "main/a.py": "", "lib/a.py": "" }, (folder) => {
    const git = (cwd, ...words) => execFileSync("git", ["-c", "protocol.file.allow=always", ...words], { cwd: join(folder, cwd), encoding: "utf8", env: COMMITTER });
    for (const name of ["lib", "main"]) {
      git(name, "init", "-q");
      git(name, "add", ".");
      git(name, "commit", "-q", "-m", "one");
    }
    git("main", "worktree", "add", "-q", "../linked");
    git("main", "submodule", "--quiet", "add", "../lib", "sub");
    writeFileSync(join(folder, "main/.git/info/exclude"), "*.log\n");
    writeFileSync(join(folder, "main/.git/modules/sub/info/exclude"), "*.txt\n");
    for (const place of ["linked", "main/sub"]) {
      for (const name of ["b.log", "b.txt", "b.py"]) writeFileSync(join(folder, place, name), "");
      const gitOutput = git(place, "ls-files", "-z", "-co", "--exclude-standard");
      assert.deepEqual(listedPaths(join(folder, place)), gitOutput.split("\0").slice(0, -1).sort());
      assert.equal(listedPaths(join(folder, place)).length, 3);
    }
  }));

test("rules hold in either case where git says so", () => {
  // Letters beyond ASCII have one case to git.
  const FOREIGN = { "ä1.log": "", "übung.py": "" };
  const files = { ".gitignore": "Build/\nout/\ngen_*.py\n[A-C]*.log\nStraße\nÜbung.py\nÄ*.log\nÖl*.py\n", "build/a.py": "", "Out/b.py": "", "sub/Gen_c.py": "", "b.log": "", "D.log": "", "keep.py": "", "ÖL.PY": "", ...FOREIGN };
  folderOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [`main/${path}`, text])), (folder) => {
    const git = (cwd, ...words) => execFileSync("git", words, { cwd: join(folder, cwd), encoding: "utf8", env: COMMITTER });
    const gits = (cwd) => git(cwd, "ls-files", "-z", "-co", "--exclude-standard").split("\0").slice(0, -1).sort();
    const natives = (cwd) => execFileSync(native, ["walk", join(folder, cwd)], { encoding: "utf8" }).split("\0").slice(0, -1).sort();
    const check = (cwd, expected) => {
      assert.deepEqual(listedPaths(join(folder, cwd)), expected);
      assert.deepEqual([gits(cwd), natives(cwd)], [expected, expected]);
    };
    git("main", "init", "-q");
    // As git notes for itself on a disk that takes `A` for `a`.
    git("main", "config", "core.ignorecase", "true");
    check("main", [".gitignore", "D.log", "keep.py", ...Object.keys(FOREIGN)]);
    git("main", "add", ".gitignore", "D.log", "keep.py");
    git("main", "commit", "-q", "-m", "one");
    git("main", "worktree", "add", "-q", "../linked");
    mkdirSync(join(folder, "linked/BUILD"));
    writeFileSync(join(folder, "linked/BUILD/a.py"), "");
    check("linked", [".gitignore", "D.log", "keep.py"]);
    check("main/sub", []);
    git("main", "config", "core.ignorecase", "false");
    check("main", [".gitignore", "D.log", "Out/b.py", "b.log", "build/a.py", "keep.py", "sub/Gen_c.py", "ÖL.PY", ...Object.keys(FOREIGN)]);
  });
});

test("whether case counts is what the last setting of git's core says", () => {
  assert.ok(isIgnoreCaseSet("[core]\n\tbare = false\n\tignorecase = true\n"));
  assert.ok(isIgnoreCaseSet("[CORE] # of all\nIgnoreCase=yes ; here\n[user]\n\tignorecase = false\n"));
  assert.ok(isIgnoreCaseSet("[core]\nignorecase\n"));
  assert.ok(!isIgnoreCaseSet("[core]\nignorecase = true\nignorecase = false\n"));
  assert.ok(!isIgnoreCaseSet("[corner]\nignorecase = true\n[core]\n# ignorecase = true\nignorecases = true\n"));
  assert.ok(!isIgnoreCaseSet(""));
});

test("names are taken as the disk spells them", () => {
  const names = ["README.md", "Src", "src", "Übung.py"];
  assert.deepEqual(["src", "readme.MD", "übung.py", "gone.py"].map((typed) => spelling(names, typed)), ["src", "README.md", "Übung.py", "gone.py"]);
  folderOf({ "src/a.py": "" }, (folder) => {
    assert.deepEqual(["src/a.py", "SRC/gone.py", ""].map((path) => asSpelled(folder, path)), ["src/a.py", "SRC/gone.py", ""]);
  });
});

/** Places of the user's own rules: the value of `XDG_CONFIG_HOME`, and the files by path. */
const USERS = {
  "the file that git's second configuration names": ["xdg", { "xdg/git/config": "[core]\n\texcludesFile = ~/mine\n", "home/mine": "*.log\n" }],
  "the file that the first configuration names, where both do": [
    "xdg",
    { "xdg/git/config": "[core]\n\texcludesFile = ~/mine\n", "home/mine": "*.py\n", "home/.gitconfig": "[core]\nexcludesfile = ~/first\n", "home/first": "*.log\n" },
  ],
  "the usual file, where the variable is set to nothing": ["", { "home/.config/git/ignore": "*.log\n" }],
};
for (const [name, [xdg, rules]] of Object.entries(USERS)) {
  test(`a user's own rules: ${name}`, () =>
    folderOf(rules, (home) => {
      const { HOME, XDG_CONFIG_HOME } = process.env;
      Object.assign(process.env, { HOME: join(home, "home"), XDG_CONFIG_HOME: xdg && join(home, xdg) });
      try {
        check({ "a.py": "", "b.log": "" });
        checkNative({ "a.py": "", "b.log": "" }, ["a.py"]);
      } finally {
        Object.assign(process.env, { HOME, XDG_CONFIG_HOME });
        if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
      }
    }));
}

test("a hostile pattern takes no time", () => {
  const started = performance.now();
  check({ [`${"a".repeat(200)}.py`]: "", ".gitignore": `${"*a".repeat(100)}b\n` });
  assert.ok(performance.now() - started < 5_000);
});

test("rules of ours leave out what git takes, and bring back what it ignores", () =>
  checkNative(
    { "a.py": "", "b.py": "", "out/x.py": "", "out/y.py": "", "log/z.py": "", ".gitignore": "out/\nlog/\n", ".scrubjayignore": "\ufeffb.py\n!out/\ny.py\n" },
    ["a.py", "out/x.py"],
  ));

test("rules of ours hold in their folder, and a nearer one wins", () =>
  checkNative(
    { "x.py": "", "src/x.py": "", "src/deep/x.py": "", "src/deep/er/x.py": "", ".scrubjayignore": "x.py\n", "src/.scrubjayignore": "!x.py\n", "src/deep/.scrubjayignore": "/x.py\n" },
    ["src/deep/er/x.py", "src/x.py"],
  ));

test("rules of ours win over nearer ones of git's", () =>
  checkNative({ "src/a.py": "", "src/.gitignore": "a.py\n", ".scrubjayignore": "!a.py\n" }, ["src/a.py"]));

test("rules of ours above the folder hold in a repository, and not outside one", () => {
  const files = { "src/a.py": "", "src/b.py": "", ".scrubjayignore": "src/b.py\n" };
  checkNative(files, ["a.py"], { root: "src" });
  checkNative(files, ["a.py", "b.py"], { root: "src", isRepository: false });
});

test("a repository inside another one has git's rules of its own, and ours of both", () =>
  checkNative(
    {
      "a.log": "", "in/a.log": "", "in/b.log": "", "in/c.log": "", "in/d.log": "", "in/.git/info/exclude": "b.log\n", "in/.gitignore": "c.log\n",
      ".gitignore": "*.log\n", ".scrubjayignore": "d.log\n",
    },
    ["in/a.log"],
  ));

test("names of any letters are found as the native host finds them", () =>
  checkNative({ "a\nb.py": "", "\u0001.py": "", "ü.py": "", "\u{1d4b3}.py": "", "back\\slash.py": "", " .py": "" }, [" .py", "\u0001.py", "a\nb.py", "back\\slash.py", "ü.py", "\u{1d4b3}.py"].sort()));
