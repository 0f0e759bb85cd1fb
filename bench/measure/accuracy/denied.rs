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
struct WrittenNames {
    /// The files that call a name, each with its language.
    calls: BTreeMap<String, BTreeSet<(String, String)>>,
    /// The files that define a callable with a name, each with its language.
    definitions: BTreeMap<String, BTreeSet<(String, String)>>,
    /// How often each word occurs in all texts.
    tokens: BTreeMap<String, u32>,
}

/// Judges the answers about each folder.
pub(crate) fn measure(folders: &[&str]) -> Outcome {
    let (mut all_denials, mut all_unique) = ((0, 0), (0, 0));
    for folder in folders {
        let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
        let mut project_texts = texts(Path::new(folder), "", &names)?;
        project_texts
            .retain(|path, text| text.len() < 1 << 20 && !path.contains("node_modules/") && !path.contains(".min."));
        let names_written = WrittenNames::of(&project_texts);
        project_texts.extend(manifests(Path::new(folder), "")?);
        let mut project = Project::of(&project_texts)?;
        let (denied, unique) = (
            names_written.denied(&mut project, &project_texts, folder)?,
            names_written.count_denied_unique_names(&mut project, &project_texts, folder)?,
        );
        println!("score denied {folder} {} of {}", denied.0, denied.1);
        println!("score said-nowhere-else {folder} {} of {}", unique.0, unique.1);
        all_denials = (all_denials.0 + denied.0, all_denials.1 + denied.1);
        all_unique = (all_unique.0 + unique.0, all_unique.1 + unique.1);
    }
    println!("score denied all {} of {}", all_denials.0, all_denials.1);
    println!("score said-nowhere-else all {} of {}", all_unique.0, all_unique.1);
    Ok(())
}

impl WrittenNames {
    fn of(texts: &BTreeMap<String, String>) -> WrittenNames {
        let mut names_written = WrittenNames::default();
        for (path, text) in texts {
            for token in text.split(|char: char| !char.is_alphanumeric() && char != '_' && char != '$') {
                *names_written.tokens.entry(token.to_owned()).or_default() += 1;
            }
            let ending = path.rsplit('.').next().unwrap_or_default();
            let Some(language) = LANGUAGES.iter().find(|language| language.extensions.contains(&ending)) else {
                continue;
            };
            let Some(sites) = Sites::of(language.name, text) else { continue };
            let at = (path.clone(), family(language.name).to_owned());
            for name in sites.calls.into_values() {
                names_written.calls.entry(name).or_default().insert(at.clone());
            }
            for defined in sites.definitions.into_values().filter(|defined| defined.is_callable) {
                names_written.definitions.entry(defined.name).or_default().insert(at.clone());
            }
        }
        names_written
    }

    /// At most `MAX_NAMES` names with a call in a language that defines them, in an arbitrary but fixed order.
    fn called_names(&self) -> Vec<(&str, BTreeSet<&str>)> {
        let mut called_names = Vec::new();
        for (name, calls) in &self.calls {
            let families: BTreeSet<&str> =
                self.definitions.get(name).into_iter().flatten().map(|at| at.1.as_str()).collect();
            let files: BTreeSet<&str> =
                calls.iter().filter(|at| families.contains(at.1.as_str())).map(|at| at.0.as_str()).collect();
            if !files.is_empty() && !name.starts_with("__") && name != "constructor" && name != "super" {
                called_names.push((name.as_str(), files));
            }
        }
        called_names.sort_by_key(|(name, _)| order_hash(name));
        called_names.truncate(MAX_NAMES);
        called_names
    }

    fn denied(
        &self,
        project: &mut Project,
        texts: &BTreeMap<String, String>,
        folder: &str,
    ) -> Result<(u32, u32), Box<dyn std::error::Error>> {
        let (mut n_denied, mut n) = (0, 0);
        for (name, files) in self.called_names() {
            n += 1;
            let (mut denials, mut is_of_file) = (Vec::new(), false);
            match project.meanings(name)? {
                Err(Refused::Unknown { named_in, .. }) if named_in.is_empty() => denials.push("unknown".to_owned()),
                Err(_) => {}
                Ok(ids) => {
                    for id in &ids {
                        let in_tests = files.iter().any(|file| is_test(file));
                        let answers = project.answers_about_uses(texts, id)?;
                        let relevant = answers.into_iter().filter(|(question, _)| in_tests || *question != "tests");
                        // `dependents` can be judged only if one symbol alone has the name and another file calls it.
                        let path = id.split('#').next().unwrap_or(id);
                        let is_elsewhere = ids.len() == 1 && files.iter().any(|file| *file != path);
                        let denied = relevant.filter(|(_, answer)| denies(answer)).map(|(question, _)| question);
                        let (file_denials, symbol_denials): (Vec<_>, Vec<_>) =
                            denied.partition(|question| *question == "dependents");
                        is_of_file |= is_elsewhere && !file_denials.is_empty();
                        denials.extend(symbol_denials.into_iter().map(|question| format!("{question} {id}")));
                    }
                }
            }
            if is_of_file {
                println!("unjudged {folder} {name}: dependents");
            }
            if !denials.is_empty() {
                n_denied += 1;
                println!("wrong {folder} {name}: {} ({})", denials.join(", "), files.iter().next().unwrap_or(&""));
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
        let stands_once = |name: &&String| self.tokens.get(*name) == Some(&1);
        let mut names: Vec<&String> = self.definitions.keys().filter(stands_once).collect();
        names.sort_by_key(|name| order_hash(name));
        let (mut n_said, mut n) = (0, 0);
        for name in names.into_iter().take(MAX_NAMES) {
            let Ok(ids) = project.meanings(name)? else { continue };
            for id in ids {
                n += 1;
                let answers = project.answers_about_uses(texts, &id)?;
                let name_answers = answers.iter().filter(|(question, _)| matches!(*question, "callers" | "references"));
                let all_deny = name_answers.clone().all(|(_, answer)| denies(answer));
                n_said += u32::from(all_deny);
                if !all_deny {
                    let hints = name_answers.flat_map(|(_, answer)| &answer.hints).map(|hint| hint.why.as_str());
                    println!("missing {folder} {id}: {}", hints.collect::<Vec<_>>().join("; "));
                }
            }
        }
        Ok((n_said, n))
    }
}

fn denies(answer: &UsesAnswer) -> bool {
    let is_denial = |hint: &Hint| DENIALS.contains(&hint.kind);
    answer.n_found == 0 && answer.n_unresolved.unwrap_or(0) == 0 && answer.hints.iter().all(is_denial)
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
