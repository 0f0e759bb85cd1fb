//! Runs every story below `scenarios/` on every host. Arguments choose scenarios by a part of their name.
//!
//! With `UPDATE=1` the answers of the first host are written into the stories.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conformance::host::Host;
use conformance::hosts;
use conformance::run::run;
use conformance::story::{Story, with_answers};

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let root = conformance::root().join("tests/scenarios");
    let mut hosts = match hosts::all() {
        Ok(hosts) => hosts,
        Err(error) => {
            println!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let names: Vec<&str> = hosts.iter().map(|host| host.name()).collect();
    println!("hosts {}", names.join(", "));
    let (mut n_passed, mut failures) = (0, Vec::new());
    for path in stories(&root) {
        let area = path.strip_prefix(&root).unwrap_or(&path).with_extension("").display().to_string();
        match play(&path, &area, &wanted, update, &mut hosts) {
            Err(error) => failures.push(format!("{area}: {error}")),
            Ok(results) => {
                for (name, faults) in results {
                    println!("scenario {name} ... {}", if faults.is_empty() { "ok" } else { "FAILED" });
                    match faults.is_empty() {
                        true => n_passed += 1,
                        false => failures.push(format!("{name}\n{}", faults.join("\n"))),
                    }
                }
            }
        }
    }
    if n_passed == 0 && failures.is_empty() && wanted.is_empty() {
        failures.push(format!("no scenario below {} was played", root.display()));
    }
    failures.iter().for_each(|failure| println!("\n---- {failure}"));
    let (verdict, n_failed) = (if failures.is_empty() { "ok" } else { "FAILED" }, failures.len());
    println!("\ntest result: {verdict}. {n_passed} passed; {n_failed} failed; 0 ignored; 0 measured; 0 filtered out");
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A scenario's name, and its faults.
type Played = (String, Vec<String>);

/// Runs the wanted scenarios of one story.
fn play(
    path: &Path,
    area: &str,
    wanted: &[String],
    update: bool,
    hosts: &mut [Box<dyn Host>],
) -> Result<Vec<Played>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let story = Story::parse(&text)?;
    let (mut results, mut answers) = (Vec::new(), Vec::new());
    for scenario in &story.scenarios {
        let name = format!("{area}: {}", scenario.title);
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part)) {
            continue;
        }
        let outcome = run(scenario, hosts)?;
        answers.extend(outcome.answers);
        let mut faults = outcome.faults;
        faults.extend(outcome.unstated.into_iter().filter(|_| !update));
        results.push((name, faults));
    }
    if update {
        let updated = with_answers(&text, &answers);
        if updated != text {
            std::fs::write(path, updated)?;
            println!("updated {area}");
        }
    }
    Ok(results)
}

/// Every Markdown file below a folder, sorted.
fn stories(root: &Path) -> Vec<PathBuf> {
    let (mut pending, mut stories) = (vec![root.to_path_buf()], Vec::new());
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => pending.push(path),
                path if path.extension().is_some_and(|ending| ending == "md") => stories.push(path),
                _ => {}
            }
        }
    }
    stories.sort();
    stories
}
