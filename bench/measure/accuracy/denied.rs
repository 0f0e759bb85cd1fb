//! Measures whether an empty answer falsely denies a use that exists, and whether it says so if none exists.
//!
//! The truth comes from the syntax tree of each file: called names that a callable of the same languages has. An
//! answer *denies* a call if it lists nothing, counts nothing as unresolved, and has no hint but those that deny any
//! use. If a name occurs only once in all texts, at its definition, an answer should deny any use. Answers of
//! `dependents` about the only file that defines a name are counted separately: a call elsewhere may be of a library's
//! function.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use scrubjay_core::error::Error as Refused;
use scrubjay_core::graph::lang::LANGUAGES;
use scrubjay_core::hint::{Hint, HintKind};

use super::project::{Project, UsesAnswer};
use super::sites::Sites;
use super::{manifests, texts};
use crate::Outcome;

/// The greatest number of called names per project, and of defined names that occur once.
const MAX_NAMES: usize = 60;

/// The hints that deny any use.
const DENIALS: [HintKind; 3] = [HintKind::NoUses, HintKind::NoTests, HintKind::NoMatch];

/// The names in a project's files: where each is called, and where it is defined.
#[derive(Default)]
struct Written {
    /// The files that call a name, each with its language.
    calls: BTreeMap<String, BTreeSet<(String, String)>>,
    /// The files that define a callable with a name, each with its language.
    definitions: BTreeMap<String, BTreeSet<(String, String)>>,
    /// How often each word occurs in all texts.
    tokens: BTreeMap<String, u32>,
}

/// Judges the answers about each folder.
pub(crate) fn measure(folders: &[&str]) -> Outcome {
    let (mut all, mut gone) = ((0, 0), (0, 0));
    for folder in folders {
        let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
        let mut read = texts(Path::new(folder), "", &names)?;
        read.retain(|path, text| text.len() < 1 << 20 && !path.contains("node_modules/") && !path.contains(".min."));
        let written = Written::of(&read);
        read.extend(manifests(Path::new(folder), "")?);
        let mut project = Project::of(&read)?;
        let (denied, said) = (
            written.denied(&mut project, &read, folder)?,
            written.count_denied_unique_names(&mut project, &read, folder)?,
        );
        println!("score denied {folder} {} of {}", denied.0, denied.1);
        println!("score said-nowhere-else {folder} {} of {}", said.0, said.1);
        all = (all.0 + denied.0, all.1 + denied.1);
        gone = (gone.0 + said.0, gone.1 + said.1);
    }
    println!("score denied all {} of {}", all.0, all.1);
    println!("score said-nowhere-else all {} of {}", gone.0, gone.1);
    Ok(())
}

impl Written {
    fn of(texts: &BTreeMap<String, String>) -> Written {
        let mut written = Written::default();
        for (path, text) in texts {
            for token in text.split(|char: char| !char.is_alphanumeric() && char != '_' && char != '$') {
                *written.tokens.entry(token.to_owned()).or_default() += 1;
            }
            let ending = path.rsplit('.').next().unwrap_or_default();
            let Some(language) = LANGUAGES.iter().find(|language| language.extensions.contains(&ending)) else {
                continue;
            };
            let Some(sites) = Sites::of(language.name, text) else { continue };
            let at = (path.clone(), family(language.name).to_owned());
            for name in sites.calls.into_values() {
                written.calls.entry(name).or_default().insert(at.clone());
            }
            for defined in sites.definitions.into_values().filter(|defined| defined.is_callable) {
                written.definitions.entry(defined.name).or_default().insert(at.clone());
            }
        }
        written
    }

    /// At most `MAX_NAMES` names with a call in a language that defines them, in an arbitrary but fixed order.
    fn called(&self) -> Vec<(&str, BTreeSet<&str>)> {
        let mut called = Vec::new();
        for (name, calls) in &self.calls {
            let families: BTreeSet<&str> =
                self.definitions.get(name).into_iter().flatten().map(|at| at.1.as_str()).collect();
            let files: BTreeSet<&str> =
                calls.iter().filter(|at| families.contains(at.1.as_str())).map(|at| at.0.as_str()).collect();
            if !files.is_empty() && !name.starts_with("__") && name != "constructor" && name != "super" {
                called.push((name.as_str(), files));
            }
        }
        called.sort_by_key(|(name, _)| order_hash(name));
        called.truncate(MAX_NAMES);
        called
    }

    fn denied(
        &self,
        project: &mut Project,
        texts: &BTreeMap<String, String>,
        folder: &str,
    ) -> Result<(u32, u32), Box<dyn std::error::Error>> {
        let (mut n_denied, mut n) = (0, 0);
        for (name, files) in self.called() {
            n += 1;
            let (mut said, mut is_of_file) = (Vec::new(), false);
            match project.meanings(name)? {
                Err(Refused::Unknown { named_in, .. }) if named_in.is_empty() => said.push("unknown".to_owned()),
                Err(_) => {}
                Ok(ids) => {
                    for id in &ids {
                        let in_tests = files.iter().any(|file| is_test(file));
                        let answers = project.answers_about_uses(texts, id)?;
                        let asked = answers.into_iter().filter(|(question, _)| in_tests || *question != "tests");
                        // `dependents` can be judged only if one symbol alone has the name and another file calls it.
                        let path = id.split('#').next().unwrap_or(id);
                        let elsewhere = ids.len() == 1 && files.iter().any(|file| *file != path);
                        let denied = asked.filter(|(_, answer)| denies(answer)).map(|(question, _)| question);
                        let (of_file, of_symbol): (Vec<_>, Vec<_>) =
                            denied.partition(|question| *question == "dependents");
                        is_of_file |= elsewhere && !of_file.is_empty();
                        said.extend(of_symbol.into_iter().map(|question| format!("{question} {id}")));
                    }
                }
            }
            if is_of_file {
                println!("unjudged {folder} {name}: dependents");
            }
            if !said.is_empty() {
                n_denied += 1;
                println!("wrong {folder} {name}: {} ({})", said.join(", "), files.iter().next().unwrap_or(&""));
            }
        }
        Ok((n_denied, n))
    }

    /// Asks for the callers and references of definitions whose name occurs only once. Returns for how many of them the
    /// answers deny any use, and how many there are.
    fn count_denied_unique_names(
        &self,
        project: &mut Project,
        texts: &BTreeMap<String, String>,
        folder: &str,
    ) -> Result<(u32, u32), Box<dyn std::error::Error>> {
        let once = |name: &&String| self.tokens.get(*name) == Some(&1);
        let mut names: Vec<&String> = self.definitions.keys().filter(once).collect();
        names.sort_by_key(|name| order_hash(name));
        let (mut n_said, mut n) = (0, 0);
        for name in names.into_iter().take(MAX_NAMES) {
            let Ok(ids) = project.meanings(name)? else { continue };
            for id in ids {
                n += 1;
                let answers = project.answers_about_uses(texts, &id)?;
                let about = answers.iter().filter(|(question, _)| matches!(*question, "callers" | "references"));
                let all_deny = about.clone().all(|(_, answer)| denies(answer));
                n_said += u32::from(all_deny);
                if !all_deny {
                    let hints = about.flat_map(|(_, answer)| &answer.hints).map(|hint| hint.why.as_str());
                    println!("missing {folder} {id}: {}", hints.collect::<Vec<_>>().join("; "));
                }
            }
        }
        Ok((n_said, n))
    }
}

fn denies(answer: &UsesAnswer) -> bool {
    let denying = |hint: &Hint| DENIALS.contains(&hint.kind);
    answer.n_found == 0 && answer.n_unresolved.unwrap_or(0) == 0 && answer.hints.iter().all(denying)
}

fn is_test(path: &str) -> bool {
    path.split(['/', '.', '_', '-']).any(|part| matches!(part, "test" | "tests" | "spec" | "specs" | "__tests__"))
}

/// The group of languages in which code can call each other.
fn family(language: &str) -> &str {
    if matches!(language, "typescript" | "tsx" | "javascript") { "ecmascript" } else { language }
}

/// The 64-bit FNV-1a hash of a name, for an arbitrary order.
fn order_hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
