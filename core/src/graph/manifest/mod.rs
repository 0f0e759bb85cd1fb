//! Project manifests: names of packages, their entry points, and aliases of modules.
//!
//! A manifest becomes a [`Statement`], a short list of keys and values in source order. Keys that do not affect imports
//! are left out, so most edits of a manifest leave its statement as it is. Parsing is total and bounded: malformed JSON
//! states nothing. Not here: the meaning of a statement for an import (`link::projects`).

use alloc::string::String;
use alloc::vec::Vec;

mod go_mod;
mod json;

/// The language name by which hosts mark a manifest. It has no node kinds, so no grammar is needed.
pub const LANGUAGE: &str = "manifest";

/// Greatest number of settings of a manifest that are kept; further ones are left out.
const MAX_SETTINGS: usize = 8_192;
/// Greatest length in bytes of a setting's key and value together; a longer setting is left out.
const MAX_SETTING_BYTES: usize = 2_048;
/// Greatest number of parts of a key; a setting with more is left out.
const MAX_KEY_PARTS: usize = 12;

/// The kind of a manifest, which its file name determines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// `package.json`.
    Package,
    /// A `.json` file with `tsconfig` or `jsconfig` in its name.
    Config,
    /// `go.mod`.
    GoModule,
    /// `go.work`.
    GoWork,
}

impl Kind {
    /// The kind of the file at a path; `None` if it is not a manifest.
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

    /// Whether the values at a key affect the resolution of imports.
    fn affects_imports(self, key: &[String]) -> bool {
        let key_parts = || key.iter().map(String::as_str);
        match self {
            Kind::Package => match key_parts().next() {
                Some("exports" | "imports") => true,
                Some("name" | "main" | "module" | "source" | "types" | "typings") => key.len() == 1,
                _ => false,
            },
            Kind::Config => match (key_parts().next(), key_parts().nth(1)) {
                (Some("extends"), None) | (Some("references"), Some("path")) => true,
                (Some("compilerOptions"), Some("baseUrl")) => key.len() == 2,
                (Some("compilerOptions"), Some("paths")) => key.len() == 3,
                _ => false,
            },
            Kind::GoModule | Kind::GoWork => true,
        }
    }
}

/// A key and value in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting {
    /// The names that lead to the value, outermost first, without indexes in lists.
    pub key: Vec<String>,
    /// The value; empty for `null`.
    pub value: String,
}

/// The contents of a manifest, in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    settings: Vec<Setting>,
}

impl Statement {
    /// Parses a manifest. O(bytes).
    pub fn read(kind: Kind, text: &str) -> Statement {
        let mut statement = Statement::default();
        let mut add_setting = |key: &[String], value: String| statement.add_setting(kind, key, value);
        let is_valid = match kind {
            Kind::Package | Kind::Config => json::read(text, &mut add_setting).is_some(),
            Kind::GoModule | Kind::GoWork => {
                go_mod::read(text, &mut add_setting);
                true
            }
        };
        if is_valid { statement } else { Statement::default() }
    }

    /// A statement with these settings; `None` if there are too many.
    pub fn of(settings: Vec<Setting>) -> Option<Statement> {
        (settings.len() <= MAX_SETTINGS).then_some(Statement { settings })
    }

    /// The settings in source order; a key may occur several times.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The last value at a key; `None` if the key does not occur. O(settings).
    pub fn value(&self, key: &[&str]) -> Option<&str> {
        self.settings_below(key).filter(|(rest, _)| rest.is_empty()).map(|(_, value)| value).last()
    }

    /// The settings whose key begins with `key`: the rest of the key, and the value. O(settings).
    pub fn settings_below<'s, 'k>(
        &'s self,
        key: &'k [&'k str],
    ) -> impl Iterator<Item = (&'s [String], &'s str)> + use<'s, 'k> {
        self.settings.iter().filter_map(move |setting| {
            let (key_start, rest_of_key) = setting.key.split_at_checked(key.len())?;
            (key_start == key).then_some((rest_of_key, setting.value.as_str()))
        })
    }

    fn add_setting(&mut self, kind: Kind, key: &[String], value: String) {
        let n_bytes = key.iter().map(String::len).sum::<usize>() + value.len();
        let fits = key.len() <= MAX_KEY_PARTS && n_bytes <= MAX_SETTING_BYTES && self.settings.len() < MAX_SETTINGS;
        if fits && kind.affects_imports(key) {
            self.settings.push(Setting { key: key.to_vec(), value });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings_of(kind: Kind, text: &str) -> Vec<String> {
        let statement = Statement::read(kind, text);
        statement.settings().iter().map(|setting| format!("{} = {}", setting.key.join("/"), setting.value)).collect()
    }

    #[test]
    fn the_kind_of_a_file_follows_from_its_name() {
        assert_eq!(Kind::of("a/package.json"), Some(Kind::Package));
        assert_eq!(Kind::of("tsconfig.base.json"), Some(Kind::Config));
        assert_eq!(Kind::of("go.mod"), Some(Kind::GoModule));
        for other_path in ["package.json/a.ts", "mypackage.json", "package-lock.json", "tsconfig.ts", "settings.json"] {
            assert_eq!(Kind::of(other_path), None, "{other_path}");
        }
    }

    #[test]
    fn only_settings_that_affect_imports_are_kept() {
        let package = r#"{"name": "a", "version": "1.0.0", "scripts": {"name": "b"}, "exports": {".": {"import": "./a.js", "require": null}}}"#;
        assert_eq!(
            settings_of(Kind::Package, package),
            ["name = a", "exports/./import = ./a.js", "exports/./require = "]
        );
        let config =
            r#"{"extends": ["./a", "./b"], "compilerOptions": {"strict": true, "paths": {"@/*": ["x/*", "y/*"]}}}"#;
        assert_eq!(
            settings_of(Kind::Config, config),
            ["extends = ./a", "extends = ./b", "compilerOptions/paths/@/* = x/*", "compilerOptions/paths/@/* = y/*"]
        );
    }

    #[test]
    fn the_length_of_a_statement_is_bounded() {
        let entries: String = (0..20_000).map(|n| format!("\"./{n}\": \"./{n}.js\",")).collect();
        assert_eq!(settings_of(Kind::Package, &format!("{{\"exports\": {{{entries}}}}}")).len(), MAX_SETTINGS);
        let long_name = "x".repeat(3_000);
        assert_eq!(
            settings_of(Kind::Package, &format!("{{\"name\": \"{long_name}\", \"main\": \"a.js\"}}")),
            ["main = a.js"]
        );
    }

    #[test]
    fn the_last_value_of_a_key_counts() {
        let statement = Statement::read(Kind::Package, r#"{"name": "a", "name": "b", "exports": {".": "./a.js"}}"#);
        assert_eq!((statement.value(&["name"]), statement.value(&["exports"])), (Some("b"), None));
        assert_eq!(statement.settings_below(&["exports"]).count(), 1);
    }
}
