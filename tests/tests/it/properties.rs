//! Random stories against a simple model: whatever the order, the batches and the crashes, a memory ends as one that
//! took the final files at once.
//!
//! Every story follows from its seed, by which a failure can be repeated.

use std::collections::BTreeMap;

use conformance::engine::{Engine, Engines, Fault, Guests, Natives, exported, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::effects::Effects;
use scrubjay_core::graph::manifest::Kind;
use scrubjay_core::memory::{Change, Purpose};

#[test]
fn the_core_ends_up_as_a_clean_rebuild_would_after_any_story() {
    (0..300).for_each(|seed| tell(&Natives, seed, None));
}

#[test]
fn the_component_ends_up_as_a_clean_rebuild_would_after_any_story() {
    let guests = Guests::load().unwrap();
    (0..30).for_each(|seed| tell(&guests, seed, None));
}

#[test]
fn a_crash_at_any_commit_changes_nothing_of_the_end() {
    for seed in 300..306 {
        for crash in 0..60 {
            tell(&Natives, seed, Some(crash));
        }
    }
}

#[test]
fn the_component_survives_a_crash_at_any_commit() {
    let guests = Guests::load().unwrap();
    (0..20).for_each(|crash| tell(&guests, 400, Some(crash)));
}

#[test]
fn both_engines_write_the_same_rows() {
    let guests = Guests::load().unwrap();
    for seed in 500..510 {
        let (native_life, component_life) = (story(&Natives, seed, None), story(&guests, seed, None));
        assert_eq!(
            native_life.rows.generation, component_life.rows.generation,
            "seed {seed}: one engine wrote more often"
        );
        let differing =
            native_life.rows.rows.iter().filter(|(key, value)| component_life.rows.rows.get(*key) != Some(value));
        let keys: Vec<_> = differing.map(|(key, _)| String::from_utf8_lossy(key)).collect();
        assert!(
            native_life.rows == component_life.rows,
            "seed {seed}: the rows of the two engines differ, of {keys:?}"
        );
    }
}

/// Lives through a story, and compares its end with a clean rebuild.
fn tell(engines: &dyn Engines, seed: u64, crash: Option<u32>) {
    let mut told_life = story(engines, seed, crash);
    let mut rebuilt_life = Life::begin(engines, seed);
    let batch: Vec<Change> =
        told_life.files.iter().filter_map(|(path, text)| told_life.parsers.change(path, text)).collect();
    rebuilt_life.take(&batch);
    rebuilt_life.link_all();
    let place = format!("{}, seed {seed}, crash {crash:?}", engines.name());
    assert_eq!(told_life.export(), rebuilt_life.export(), "{place}: the graphs differ");
    assert_eq!(told_life.engine.digest(), rebuilt_life.engine.digest(), "{place}: the digests differ");
    // What is stored is as good as what is held.
    told_life.reopen();
    assert_eq!(told_life.export(), rebuilt_life.export(), "{place}: the graph differs after opening again");
    assert_eq!(
        told_life.engine.digest(),
        rebuilt_life.engine.digest(),
        "{place}: the digest differs after opening again"
    );
}

/// A story's end: all changes taken, everything linked.
fn story<'a>(engines: &'a dyn Engines, seed: u64, crash: Option<u32>) -> Life<'a> {
    let mut life = Life::begin(engines, seed);
    life.crash = crash;
    // Few stories about manifests bind by them at all, so these are told at length.
    for _ in 0..if seed.is_multiple_of(4) { 48 } else { 12 } {
        life.go_on();
    }
    life.link_all();
    life
}

/// A memory going through changes, beside the files that it should know.
struct Life<'a> {
    engines: &'a dyn Engines,
    engine: Box<dyn Engine>,
    rows: Rows,
    /// The model: the files that a folder would contain.
    files: BTreeMap<String, String>,
    parsers: Parsers,
    chance: Chance,
    /// Selects the languages of the files.
    theme: u64,
    n_commits: u32,
    /// The number of the commit before which a crash happens; `None` for no crash.
    crash: Option<u32>,
}

impl<'a> Life<'a> {
    fn begin(engines: &'a dyn Engines, seed: u64) -> Life<'a> {
        let rows = Rows::default();
        let engine = opened(engines, Purpose::Writing, &rows).unwrap();
        let (files, parsers, chance) = (BTreeMap::new(), Parsers::new(), Chance(seed.wrapping_mul(2).wrapping_add(1)));
        Life { engines, engine, rows, files, parsers, chance, theme: seed, n_commits: 0, crash: None }
    }

    fn go_on(&mut self) {
        match self.chance.below(8) {
            0 => self.reopen(),
            1 | 2 => {
                let limit = 1 + self.chance.below(4);
                self.link(limit);
            }
            _ => {
                let n_changes = 1 + self.chance.below(4);
                let batch: Vec<Change> = (0..n_changes).map(|_| self.change()).collect();
                self.take(&batch);
            }
        }
    }

    /// Writes, changes or removes a file, also in the model.
    fn change(&mut self) -> Change {
        let path = self.chance.path(self.theme);
        let text = match path.rsplit_once('.') {
            _ if Kind::of(&path).is_some() => self.chance.manifest(&path),
            Some((_, "go")) => self.chance.package_file(),
            Some((_, "ts")) => self.chance.script(),
            Some((_, "md")) => self.chance.document(),
            _ => self.chance.module(),
        };
        let change = self.parsers.change(&path, &text);
        match change {
            Some(change) if self.chance.below(4) > 0 => {
                self.files.insert(path, text);
                change
            }
            _ => {
                self.files.remove(&path);
                Change::Removed(path)
            }
        }
    }

    fn take(&mut self, batch: &[Change]) {
        loop {
            let effects = self.engine.apply(batch, &[7; 16]).unwrap();
            assert_eq!(effects.refused, []);
            if self.commit(&effects) {
                return;
            }
        }
    }

    fn link(&mut self, max_files: u32) -> u32 {
        loop {
            let (effects, n_left) = self.engine.link(max_files).unwrap();
            if self.commit(&effects) {
                return n_left;
            }
        }
    }

    fn link_all(&mut self) {
        while self.link(3) > 0 {}
    }

    /// Commits, unless the crash comes first. After a crash the instance and its work are lost; false, so that the
    /// caller tries again.
    fn commit(&mut self, effects: &Effects) -> bool {
        self.n_commits += 1;
        if self.crash == Some(self.n_commits) {
            self.reopen();
            return false;
        }
        assert!(self.rows.commit(effects), "the change began from another generation than the store's");
        true
    }

    fn reopen(&mut self) {
        self.engine = opened(self.engines, Purpose::Writing, &self.rows).unwrap();
    }

    fn export(&mut self) -> Result<String, Fault> {
        exported(&mut *self.engine, &self.rows)
    }
}

/// Numbers that follow from a seed (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 % u64::from(end)).unwrap_or(0)
    }

    fn path(&mut self, theme: u64) -> String {
        let folders = ["", "pkg/", "pkg/inner/"];
        let folder = folders[self.below(3) as usize];
        // A story of one language alone is told with its manifests: there more of its files meet.
        let kind = match theme % 4 {
            0 => 2 + self.below(2),
            1 => [0, 0, 4][self.below(3) as usize],
            _ => self.below(9),
        };
        let name = match kind {
            0 | 1 => ["a.go", "b.go", "b_test.go", "c.go"][self.below(4) as usize],
            2 => ["a.ts", "b.ts", "index.ts", "src/a.ts"][self.below(4) as usize],
            3 => ["package.json", "package.json", "tsconfig.json", "tsconfig.base.json"][self.below(4) as usize],
            4 => "go.mod",
            8 => ["README.md", "a.md"][self.below(2) as usize],
            _ => ["a.py", "b.py", "c.py", "__init__.py"][self.below(4) as usize],
        };
        format!("{folder}{name}")
    }

    /// A document of a few lines, of which some are headings.
    fn document(&mut self) -> String {
        let lines = ["# One", "Two\n---", "## Three", "words of it", "```", "<!-- hidden", "-->", ""];
        (0..self.below(12)).map(|_| format!("{}\n", lines[self.below(8) as usize])).collect()
    }

    /// A manifest whose names meet those of others and what files import; now and then a broken one.
    fn manifest(&mut self, path: &str) -> String {
        let whole = match Kind::of(path) {
            Some(Kind::Package) => self.package(),
            Some(Kind::Config) => self.config(),
            _ => {
                let module = ["x.com/app", "x.com/app/pkg", "x.com/other"][self.below(3) as usize];
                let replaced = ["", "replace x.com/app => ./pkg\n", "replace x.com/app/pkg => ../pkg/inner\n"];
                format!("module {module}\n{}", replaced[self.below(3) as usize])
            }
        };
        let end = if self.below(8) == 0 { self.below(whole.len() as u32) as usize } else { whole.len() };
        whole[..end].to_owned()
    }

    fn package(&mut self) -> String {
        let name = ["one", "one", "two", "@x/one"][self.below(4) as usize];
        let entry = ["./dist/a.js", "./b.ts", "./src/a.ts", "./none.js"][self.below(4) as usize];
        let rest = match self.below(4) {
            0 => format!("\"main\": \"{entry}\""),
            1 => format!(
                "\"exports\": {{\".\": {{\"types\": \"{entry}\", \"default\": \"./b.js\"}}, \"./*\": \"./src/*.ts\"}}"
            ),
            2 => format!("\"imports\": {{\"#in\": \"{entry}\", \"#out\": \"two\"}}"),
            _ => format!("\"version\": \"{}\"", self.below(3)),
        };
        format!("{{\"name\": \"{name}\", {rest}}}")
    }

    fn config(&mut self) -> String {
        let extended =
            ["./tsconfig.base.json", "../tsconfig.base.json", "./tsconfig.json", "two"][self.below(4) as usize];
        let target = ["./*", "./src/*", "../*", "./inner/*"][self.below(4) as usize];
        let options = match self.below(3) {
            0 => format!("\"paths\": {{\"@/*\": [\"{target}\", \"./src/*\"]}}"),
            1 => format!("\"baseUrl\": \"{}\"", target.trim_end_matches('*')),
            _ => "\"strict\": true".to_owned(),
        };
        let extends = if self.below(2) == 0 { format!("\"extends\": \"{extended}\", ") } else { String::new() };
        let references = "\"references\": [{\"path\": \"./tsconfig.base.json\"}]";
        format!("{{{extends}\"compilerOptions\": {{{options}}}, {references}}}")
    }

    /// A module of TypeScript that asks for others by every kind of specifier.
    fn script(&mut self) -> String {
        (0..1 + self.below(5)).map(|_| self.script_statement()).collect()
    }

    fn script_statement(&mut self) -> String {
        let specifiers =
            ["one", "one/a", "two", "@x/one", "@/a", "@/a", "@/b", "#in", "#out", "src/a", "./a", "../pkg"];
        let from = specifiers[self.below(specifiers.len() as u32) as usize];
        let name = |n: u32| ["alpha", "beta", "gamma", "delta"][n as usize];
        let (f, g) = (name(self.below(4)), name(self.below(4)));
        match self.below(6) {
            0 => format!("import {{ {f} }} from \"{from}\";\n{f}();\n"),
            1 => format!("import * as {f} from \"{from}\";\n{f}.{g}();\n"),
            2 => format!("export * from \"{from}\";\n"),
            3 | 4 => format!("export function {f}() {{ {g}(); }}\n"),
            _ => format!("export {{ {f} as {g} }} from \"{from}\";\n"),
        }
    }

    /// A file of Go whose names meet those of its package's other files and of other packages.
    fn package_file(&mut self) -> String {
        let package = ["pkg", "pkg", "inner", "main"][self.below(4) as usize];
        let import =
            ["", "import \"x.com/app/pkg\"\n", "import \"x.com/app/pkg/inner\"\n", "import . \"x.com/app/pkg\"\n"];
        let import = import[self.below(4) as usize];
        let statements: String = (0..1 + self.below(6)).map(|_| self.go_statement()).collect();
        format!("package {package}\n{import}{statements}")
    }

    fn go_statement(&mut self) -> String {
        let name = |n: u32| ["Alpha", "Beta", "gamma", "delta"][n as usize];
        let kind = |n: u32| ["Bird", "Nest", "egg"][n as usize];
        let (f, g, c, d) = (name(self.below(4)), name(self.below(4)), kind(self.below(3)), kind(self.below(3)));
        match self.below(9) {
            0 => format!("func {f}(x *{c}) ({d}, error) {{ return x.{g}(), nil }}\n"),
            1 => format!("type {c} struct {{ {d}; {f} *{d} }}\n"),
            2 => format!("type {c} interface {{ {f}(x {d}) int; {g}() }}\n"),
            3 => format!("func (s *{c}) {f}(x {d}) int {{ s.{g}(); return pkg.{f}().{g}() }}\n"),
            4 => format!("var {f} = {c}{{}}\nvar {g}, _ = inner.{f}()\n"),
            5 => format!("type {c} []{d}\ntype {d} = {c}\n"),
            6 => format!("func {f}() {{ x, _ := {g}(); for _, y := range x {{ y.{f}() }} }}\n"),
            7 => format!("const {f} {c} = 1\nfunc (s {d}) {g}() {{ {f}.{g}(); pkg.{f}() }}\n"),
            _ => format!("func {f}( {{ {g}( }}\n"),
        }
    }

    /// A module whose names meet those of others: imports, classes that inherit, calls on all kinds of receivers.
    fn module(&mut self) -> String {
        (0..1 + self.below(6)).map(|_| self.statement()).collect()
    }

    fn statement(&mut self) -> String {
        let name = |n: u32| ["alpha", "beta", "gamma", "delta"][n as usize];
        let class = |n: u32| ["Bird", "Nest", "Egg"][n as usize];
        let module = |n: u32| ["a", "b", "pkg", "pkg.a", "pkg.inner.b", ".c", "os"][n as usize];
        let (f, g, c, d) = (name(self.below(4)), name(self.below(4)), class(self.below(3)), class(self.below(3)));
        let from = module(self.below(7));
        match self.below(9) {
            0 => format!("from {from} import {f}, {c}\n"),
            1 => format!("from {from} import *\n"),
            2 => format!("import {}\n", from.trim_start_matches('.')),
            3 => format!("def {f}(x: {c}) -> {d}:\n    return x.{g}()\n\n"),
            4 => format!("class {c}({d}):\n    def {f}(self):\n        return self.{g}() + {g}()\n\n"),
            5 => format!("class {c}:\n    {f}: {d} = {d}()\n    def {g}(self):\n        return self.{f}.{g}()\n\n"),
            6 => format!("{f} = {c}()\n{f}.{g}()\n"),
            7 => format!("def {f}():\n    return [{c}().{g}, {f}]\n\n"),
            _ => format!("if {f}():\n    def {g}(:\n"),
        }
    }
}
