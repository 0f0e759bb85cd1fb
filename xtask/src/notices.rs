//! Third-party notices: the packages linked in each shipped file, and the texts that must accompany every copy.
//!
//! They are generated whenever something is packed, from the packages that cargo links and their own files, so they are
//! always up to date; if a package has no text, packing fails. Not here: which licences are allowed (`licences`).

mod library;
mod texts;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::component::write_if_changed;
use crate::gate::Count;
use crate::packages::{Package, Packages};
use crate::process;
use crate::toolchain::{self, WASM_TARGET};
use crate::workspace::Workspace;

use texts::Text;

/// The name of the file in everything that is shipped.
pub const NOTICES_FILE: &str = "THIRD-PARTY-NOTICES.txt";

/// The kinds of shipped files, which link different packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shipped {
    /// Only the component, as in crates and for other hosts.
    Component,
    /// The component and the modules of the JavaScript package.
    Modules,
    /// The program with the component.
    Program,
    /// The extension module of Python with the component.
    Wheel,
}

/// A package of ours, the target it is built for (`None`: that of the shipped file), and its features.
type Build = (&'static str, Option<&'static str>, &'static [&'static str]);

const COMPONENT: Build = ("scrubjay-component", Some(WASM_TARGET), &[]);

impl Shipped {
    const ALL: [Shipped; 4] = [Shipped::Component, Shipped::Modules, Shipped::Program, Shipped::Wheel];

    /// The builds that are linked in a file of this kind.
    fn builds(self) -> &'static [Build] {
        match self {
            Shipped::Component => &[COMPONENT],
            Shipped::Modules => &[
                COMPONENT,
                ("scrubjay-parser", Some(WASM_TARGET), &["--all-features"]),
                ("scrubjay-store-module", Some(WASM_TARGET), &[]),
            ],
            Shipped::Program => &[COMPONENT, ("scrubjay-cli", None, &[])],
            Shipped::Wheel => &[COMPONENT, ("scrubjay-python", None, &[])],
        }
    }
}

/// The stage of the gate: checks for each kind that every linked package has a notice. One check each.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    let triple = toolchain::host_triple(workspace)?;
    let mut count = Count::default();
    for shipped in Shipped::ALL {
        let notices = notices_of(workspace, shipped, &triple)?;
        println!("{shipped:?}: {} bytes of notices", notices.len());
        count.n_passed += 1;
    }
    Ok(count)
}

/// Writes the notices for a kind and a target into a folder.
pub fn write(workspace: &Workspace, shipped: Shipped, triple: &str, folder: &Path) -> anyhow::Result<()> {
    write_if_changed(&folder.join(NOTICES_FILE), notices_of(workspace, shipped, triple)?.as_bytes())?;
    Ok(())
}

/// The text of the notices for a kind and a target.
pub fn notices_of(workspace: &Workspace, shipped: Shipped, triple: &str) -> anyhow::Result<String> {
    let packages = Packages::of(workspace.root())?;
    let mut linked = BTreeMap::new();
    for build in shipped.builds() {
        for (name, version) in linked_packages(workspace, *build, triple)? {
            let found = packages.all().find(|package| package.name() == name && package.version() == version);
            let package = found.with_context(|| format!("cargo links {name} {version} and does not know it"))?;
            if package.is_foreign() {
                linked.insert((name, version), package);
            }
        }
    }
    let linked: Vec<Package<'_>> = linked.into_values().collect();
    let mut lines = Vec::new();
    let mut all_texts = Vec::new();
    for package in &linked {
        let name = format!("{} {}", package.name(), package.version());
        let texts = texts::licence_texts(*package, &linked, workspace.root())?;
        ensure!(!texts.is_empty(), "{name} ({}) has no text of its licence", package.licence());
        lines.push(format!("{name}: {}", package.licence()));
        all_texts.extend(texts.into_iter().map(|text| (name.clone(), text)));
    }
    let library = library::texts(workspace.root())?;
    lines.push(format!("{}: MIT OR Apache-2.0", library::LIBRARY_NAME));
    all_texts.extend(library);
    Ok(notices_text(&lines, all_texts))
}

/// The names and versions of the packages that cargo links.
fn linked_packages(workspace: &Workspace, build: Build, triple: &str) -> anyhow::Result<Vec<(String, String)>> {
    let (package, target, features) = build;
    let mut tree = process::cargo(workspace.root());
    tree.args(["tree", "--quiet", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    let tree_text = process::output(tree.args(["-p", package, "--target", target.unwrap_or(triple)]).args(features))?;
    let names = tree_text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
    });
    Ok(names.collect())
}

/// The text of the notices: each distinct text once, with its packages and their copyrights.
fn notices_text(packages: &[String], texts: Vec<(String, Text)>) -> String {
    let mut groups: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for (name, text) in texts {
        let (_, users) = groups.entry(text.normalized_body()).or_insert_with(|| (text.body.clone(), Vec::new()));
        let user = [name].into_iter().chain(text.copyrights).collect::<Vec<_>>().join("\n    ");
        if !users.contains(&user) {
            users.push(user);
        }
    }
    let mut file = String::from(
        "Third-party notices\n\nScrubjay is licensed as LICENSE-MIT or LICENSE-APACHE say, and contains work of others:\n\n",
    );
    packages.iter().for_each(|line| file.extend(["  ", line, "\n"]));
    for (body, users) in groups.values() {
        let _ = write!(file, "\n{}\n\n  {}\n\n{}\n", "-".repeat(80), users.join("\n  "), body.trim_matches('\n'));
    }
    file
}

#[cfg(test)]
mod tests {
    use super::{Text, notices_text};

    #[test]
    fn one_text_stands_once_and_names_everybody_whose_it_is() {
        let mit = |whose: &str| Text::new(&format!("MIT License\n\nCopyright (c) {whose}\n\nPermission is granted.\n"));
        let other_text = Text::new("Permission is not granted.");
        let texts =
            vec![("a 1".to_owned(), mit("2020 A")), ("b 2".to_owned(), other_text), ("c 3".to_owned(), mit("2021 C"))];
        let file = notices_text(&["a 1: MIT".to_owned()], texts);
        assert_eq!(file.matches("Permission is granted.").count(), 1);
        assert!(file.contains("  a 1\n    Copyright (c) 2020 A\n  c 3\n    Copyright (c) 2021 C\n"), "{file}");
        assert!(file.contains("  b 2\n\nPermission is not granted."), "{file}");
    }
}
