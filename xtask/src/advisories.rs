//! `cargo xtask advisories`: searches every lock file in the tree for packages with known vulnerabilities.
//!
//! cargo-deny compares each `Cargo.lock` with RustSec's database, and is installed if it is missing; `npm audit`
//! compares each `package-lock.json` with the registry's. Both need the network and change from day to day, so this is
//! no stage of the gate. The exit code is 0 if nothing is known, 1 if something is, and 3 if a database could not be
//! reached and nothing was found elsewhere.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::Value;

use crate::process;
use crate::tidy::tree::Tree;
use crate::workspace::Workspace;

/// The exit code if a database could not be reached.
const UNREACHABLE: u8 = 3;

/// The result of the check of one lock file.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Clean,
    /// There are known advisories; holds the report.
    Known(String),
    /// The database could not be asked, for this reason.
    Unreachable(String),
}

/// Checks every lock file, and prints the result of each.
pub fn command(workspace: &Workspace) -> anyhow::Result<ExitCode> {
    let tree = Tree::read(workspace.root())?;
    let folders = |lock: &'static str| {
        let of_locks = tree.files.iter().filter_map(move |file| file.path.strip_suffix(lock));
        of_locks.filter(|folder| folder.is_empty() || folder.ends_with('/'))
    };
    let fetch_result = install(workspace).and_then(|()| fetch(workspace));
    let mut verdicts = Vec::new();
    for folder in folders("Cargo.lock") {
        let verdict = match &fetch_result {
            Ok(()) => verdict_of_cargo_deny(workspace, &workspace.root().join(folder))?,
            Err(error) => Verdict::Unreachable(format!("{error:#}")),
        };
        verdicts.push((format!("{folder}Cargo.lock"), verdict));
    }
    for folder in folders("package-lock.json") {
        verdicts.push((format!("{folder}package-lock.json"), verdict_of_npm(&workspace.root().join(folder))?));
    }
    Ok(ExitCode::from(report(&verdicts)))
}

/// Prints the results; returns the exit code.
fn report(verdicts: &[(String, Verdict)]) -> u8 {
    for (lock, verdict) in verdicts {
        match verdict {
            Verdict::Clean => println!("{lock} ... nothing known"),
            Verdict::Known(advisories) => println!("{lock} ... ADVISORIES\n{advisories}"),
            Verdict::Unreachable(why) => println!("{lock} ... NOT ASKED, the data base could not be reached\n{why}"),
        }
    }
    let has = |wanted: fn(&Verdict) -> bool| verdicts.iter().any(|(_, verdict)| wanted(verdict));
    match () {
        () if has(|verdict| matches!(verdict, Verdict::Known(_))) => 1,
        () if has(|verdict| matches!(verdict, Verdict::Unreachable(_))) => UNREACHABLE,
        () => 0,
    }
}

/// Installs `cargo deny` if it does not work.
fn install(workspace: &Workspace) -> anyhow::Result<()> {
    if process::output(process::cargo(workspace.root()).args(["deny", "--version"])).is_ok() {
        return Ok(());
    }
    eprintln!("installing cargo-deny with cargo");
    process::run(process::cargo(workspace.root()).args(["install", "cargo-deny", "--locked"]))
        .context("cargo-deny is missing, and cargo could not install it")
}

/// Downloads RustSec's database, separately from the check, so that a failed download is not taken for a finding.
fn fetch(workspace: &Workspace) -> anyhow::Result<()> {
    let mut deny = process::cargo(workspace.root());
    process::output(deny.args(["deny", "fetch", "db"])).map(|_| ())
}

fn verdict_of_cargo_deny(workspace: &Workspace, folder: &Path) -> anyhow::Result<Verdict> {
    let mut deny = process::cargo(folder);
    deny.args(["deny", "check", "--disable-fetch", "--config"]).arg(workspace.root().join("deny.toml"));
    let output = deny.arg("advisories").output().context("cannot start cargo-deny")?;
    let advisories = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    Ok(if output.status.success() { Verdict::Clean } else { Verdict::Known(advisories) })
}

fn verdict_of_npm(folder: &Path) -> anyhow::Result<Verdict> {
    let mut npm = process::command("npm", folder);
    let output = npm.args(["audit", "--json", "--package-lock-only"]).output().context("cannot start npm")?;
    Ok(read_npm(&String::from_utf8_lossy(&output.stdout), &String::from_utf8_lossy(&output.stderr)))
}

/// Parses the output of `npm audit --json`. Output without counts means that npm could not ask the registry.
fn read_npm(output: &str, errors: &str) -> Verdict {
    let answer: Value = serde_json::from_str(output).unwrap_or(Value::Null);
    match answer["metadata"]["vulnerabilities"]["total"].as_u64() {
        Some(0) => Verdict::Clean,
        Some(_) => {
            let packages = answer["vulnerabilities"].as_object().into_iter().flatten();
            let lines = packages.map(|(name, one)| {
                let severity = one["severity"].as_str().unwrap_or("unknown");
                format!("    {name} {}: {severity}", one["range"].as_str().unwrap_or("*"))
            });
            Verdict::Known(lines.collect::<Vec<_>>().join("\n"))
        }
        None => {
            let why = answer["message"].as_str().or(answer["error"]["summary"].as_str()).unwrap_or(errors);
            Verdict::Unreachable(format!("    {}", why.trim()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Verdict, read_npm, report};

    #[test]
    fn npm_output_without_counts_is_unreachable() {
        let no_advisory = r#"{"vulnerabilities":{},"metadata":{"vulnerabilities":{"total":0}}}"#;
        assert_eq!(read_npm(no_advisory, ""), Verdict::Clean);
        let one_advisory =
            r#"{"vulnerabilities":{"a":{"severity":"high","range":"<2"}},"metadata":{"vulnerabilities":{"total":1}}}"#;
        assert_eq!(read_npm(one_advisory, ""), Verdict::Known("    a <2: high".to_owned()));
        let failed_request = r#"{"message":"request failed","error":{"summary":"","detail":""}}"#;
        assert_eq!(read_npm(failed_request, ""), Verdict::Unreachable("    request failed".to_owned()));
        assert_eq!(read_npm("", "no network\n"), Verdict::Unreachable("    no network".to_owned()));
    }

    #[test]
    fn what_is_known_weighs_more_than_what_could_not_be_asked() {
        let clean = || ("a".to_owned(), Verdict::Clean);
        let known = || ("b".to_owned(), Verdict::Known(String::new()));
        let unreachable = || ("c".to_owned(), Verdict::Unreachable(String::new()));
        assert_eq!(report(&[clean()]), 0);
        assert_eq!(report(&[clean(), unreachable()]), 3);
        assert_eq!(report(&[unreachable(), known()]), 1);
    }
}
