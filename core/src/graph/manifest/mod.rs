//! What a project says of itself beside its code: names of packages, where they begin, and what other names stand for.
//!
//! A manifest becomes a [`Statement`], a short list of keys and values in its own order; everything else in it is left
//! out, so that most edits of a manifest change nothing. Reading is total and bounded: a file that is not what its name
//! says states nothing. Not here: what a statement means for an import (`resolve::projects`).

use alloc::string::String;
use alloc::vec::Vec;

mod go_mod;
mod json;

/// The name that hosts are given for the language of manifests. It has no kinds, so no grammar is needed.
pub const LANGUAGE: &str = "manifest";

/// The most entries of a statement; what comes after them is left out.
const MOST_ENTRIES: usize = 8_192;
/// The most bytes that the key and the value of an entry have together; a longer one is left out.
const MOST_ENTRY_BYTES: usize = 2_048;
/// The most parts of a key; an entry with more is left out.
const MOST_PARTS: usize = 12;

/// What kind of manifest a file is, which its name says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// `package.json`.
    Package,
    /// `tsconfig.json`, `jsconfig.json`, and what these extend where `tsconfig` or `jsconfig` is in its name.
    Config,
    /// `go.mod`.
    GoModule,
    /// `go.work`.
    GoWork,
}

impl Kind {
    /// The kind of the file at a path; none for a file that is no manifest.
    pub fn of(path: &str) -> Option<Kind> {
        match path.rsplit('/').next().unwrap_or(path) {
            "package.json" => Some(Kind::Package),
            "go.mod" => Some(Kind::GoModule),
            "go.work" => Some(Kind::GoWork),
            name if name.ends_with(".json") && (name.contains("tsconfig") || name.contains("jsconfig")) => {
                Some(Kind::Config)
            }
            _ => None,
        }
    }

    /// Whether what stands under a key decides where imports lead.
    fn is_wanted(self, key: &[String]) -> bool {
        let parts = || key.iter().map(String::as_str);
        match self {
            Kind::Package => match parts().next() {
                Some("exports" | "imports") => true,
                Some("name" | "main" | "module" | "source" | "types" | "typings") => key.len() == 1,
                _ => false,
            },
            Kind::Config => match (parts().next(), parts().nth(1)) {
                (Some("extends"), None) | (Some("references"), Some("path")) => true,
                (Some("compilerOptions"), Some("baseUrl")) => key.len() == 2,
                (Some("compilerOptions"), Some("paths")) => key.len() == 3,
                _ => false,
            },
            Kind::GoModule | Kind::GoWork => true,
        }
    }
}

/// One thing that a manifest says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The names on the way to it, outermost first; places in lists are left out.
    pub key: Vec<String>,
    /// The value; empty where the manifest says that there is none (`null`).
    pub value: String,
}

/// What a manifest says, in its own order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    entries: Vec<Entry>,
}

impl Statement {
    /// Reads a manifest. O(length).
    pub fn read(kind: Kind, text: &str) -> Statement {
        let mut statement = Statement::default();
        let mut say = |key: &[String], value: String| statement.say(kind, key, value);
        let is_whole = match kind {
            Kind::Package | Kind::Config => json::read(text, &mut say).is_some(),
            Kind::GoModule | Kind::GoWork => {
                go_mod::read(text, &mut say);
                true
            }
        };
        if is_whole { statement } else { Statement::default() }
    }

    /// A statement of these entries; none where there are more than one can have.
    pub fn of(entries: Vec<Entry>) -> Option<Statement> {
        (entries.len() <= MOST_ENTRIES).then_some(Statement { entries })
    }

    /// All that it says.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The value under a key; the last one, where there are several. O(entries).
    pub fn value(&self, key: &[&str]) -> Option<&str> {
        self.below(key).filter(|(rest, _)| rest.is_empty()).map(|(_, value)| value).last()
    }

    /// The entries whose key begins with `key`: the rest of the key, and the value. O(entries).
    pub fn below<'s, 'k>(&'s self, key: &'k [&'k str]) -> impl Iterator<Item = (&'s [String], &'s str)> + use<'s, 'k> {
        self.entries.iter().filter_map(move |entry| {
            let (first, rest) = entry.key.split_at_checked(key.len())?;
            (first == key).then_some((rest, entry.value.as_str()))
        })
    }

    fn say(&mut self, kind: Kind, key: &[String], value: String) {
        let n_bytes = key.iter().map(String::len).sum::<usize>() + value.len();
        let fits = key.len() <= MOST_PARTS && n_bytes <= MOST_ENTRY_BYTES && self.entries.len() < MOST_ENTRIES;
        if fits && kind.is_wanted(key) {
            self.entries.push(Entry { key: key.to_vec(), value });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(kind: Kind, text: &str) -> Vec<String> {
        let statement = Statement::read(kind, text);
        statement.entries().iter().map(|entry| format!("{} = {}", entry.key.join("/"), entry.value)).collect()
    }

    #[test]
    fn a_file_is_known_by_its_name() {
        assert_eq!(Kind::of("a/package.json"), Some(Kind::Package));
        assert_eq!(Kind::of("tsconfig.base.json"), Some(Kind::Config));
        assert_eq!(Kind::of("go.mod"), Some(Kind::GoModule));
        for other in ["package.json/a.ts", "mypackage.json", "package-lock.json", "tsconfig.ts", "settings.json"] {
            assert_eq!(Kind::of(other), None, "{other}");
        }
    }

    #[test]
    fn only_what_decides_over_imports_is_kept() {
        let package = r#"{"name": "a", "version": "1.0.0", "scripts": {"name": "b"}, "exports": {".": {"import": "./a.js", "require": null}}}"#;
        assert_eq!(said(Kind::Package, package), ["name = a", "exports/./import = ./a.js", "exports/./require = "]);
        let config =
            r#"{"extends": ["./a", "./b"], "compilerOptions": {"strict": true, "paths": {"@/*": ["x/*", "y/*"]}}}"#;
        assert_eq!(
            said(Kind::Config, config),
            ["extends = ./a", "extends = ./b", "compilerOptions/paths/@/* = x/*", "compilerOptions/paths/@/* = y/*"]
        );
    }

    #[test]
    fn a_statement_has_an_end() {
        let many: String = (0..20_000).map(|n| format!("\"./{n}\": \"./{n}.js\",")).collect();
        assert_eq!(said(Kind::Package, &format!("{{\"exports\": {{{many}}}}}")).len(), MOST_ENTRIES);
        let long = "x".repeat(3_000);
        assert_eq!(said(Kind::Package, &format!("{{\"name\": \"{long}\", \"main\": \"a.js\"}}")), ["main = a.js"]);
    }

    #[test]
    fn the_last_value_of_a_key_counts() {
        let statement = Statement::read(Kind::Package, r#"{"name": "a", "name": "b", "exports": {".": "./a.js"}}"#);
        assert_eq!((statement.value(&["name"]), statement.value(&["exports"])), (Some("b"), None));
        assert_eq!(statement.below(&["exports"]).count(), 1);
    }
}
