//! Runs a scenario: every host takes every step, all must answer alike, and the first must answer as the story states.

use std::io;

use serde_json::{Value, json};

use crate::canonical::canonical;
use crate::host::{Folder, Host, is_unanswered};
use crate::mask::masked;
use crate::story::{Block, Edge, Edges, Scenario, Step};

/// The result of a scenario.
#[derive(Debug, Default)]
pub struct Outcome<'a> {
    /// The faults, one paragraph each.
    pub faults: Vec<String>,
    /// Answers that differ from the story, or that it does not state yet.
    pub unstated: Vec<String>,
    /// Each step's answer, in the form of a story.
    pub answers: Vec<(&'a Step, String)>,
}

/// Runs a scenario on hosts, each with a new memory.
///
/// # Errors
/// Errors of the file system to which the scenario's files are written, and of a host that does not begin.
pub fn run<'a>(scenario: &'a Scenario, hosts: &mut [Box<dyn Host>]) -> io::Result<Outcome<'a>> {
    let mut outcome = Outcome::default();
    let mut folder = Folder::new()?;
    hosts.iter_mut().try_for_each(|host| host.begin())?;
    for block in &scenario.blocks {
        match block {
            Block::File { path, text } => folder.write(path, text)?,
            Block::Steps(steps) => {
                for step in steps {
                    take(step, hosts, &mut folder, &mut outcome)?;
                }
            }
            Block::Edges(edges) => assert_edges(edges, hosts, &folder, &mut outcome),
        }
    }
    Ok(outcome)
}

fn take<'a>(
    step: &'a Step,
    hosts: &mut [Box<dyn Host>],
    folder: &mut Folder,
    outcome: &mut Outcome<'a>,
) -> io::Result<()> {
    let answer = match step.name.as_str() {
        "files.remove" => {
            folder.remove(step.arguments["path"].as_str().unwrap_or_default())?;
            json!({})
        }
        _ => agreed(&step.name, &step.arguments, hosts, folder, outcome),
    };
    let answer = canonical(&masked(&answer, &step.mask));
    match &step.expected {
        None => {
            outcome.unstated.push(format!("line {}: no answer is stated (UPDATE=1 writes it): {answer}", step.line))
        }
        Some((line, expected)) if *expected != answer => {
            outcome.unstated.push(format!("line {line}: {}\n  expected {expected}\n  answered {answer}", step.name));
        }
        Some(_) => {}
    }
    outcome.answers.push((step, answer));
    Ok(())
}

/// The first host's answer; adds a fault for each host that has none, or another one.
fn agreed(
    step: &str,
    arguments: &Value,
    hosts: &mut [Box<dyn Host>],
    folder: &Folder,
    outcome: &mut Outcome<'_>,
) -> Value {
    let answers: Vec<Value> = hosts.iter_mut().map(|host| host.call(step, arguments, folder)).collect();
    let texts: Vec<String> = answers.iter().map(canonical).collect();
    for (host, (answer, text)) in hosts.iter().zip(answers.iter().zip(&texts)) {
        if is_unanswered(answer) {
            outcome.faults.push(format!("{step} {arguments}: {} does not answer it: {text}", host.name()));
        }
    }
    for (host, text) in hosts.iter().zip(&texts).skip(1) {
        if *text != texts[0] {
            let (first_host, other_host) = (hosts[0].name(), host.name());
            let answered = format!("  {first_host} {}\n  {other_host} {text}", texts[0]);
            outcome.faults.push(format!("{step} {arguments}: {first_host} and {other_host} differ\n{answered}"));
        }
    }
    answers.into_iter().next().unwrap_or_default()
}

fn assert_edges(edges: &Edges, hosts: &mut [Box<dyn Host>], folder: &Folder, outcome: &mut Outcome<'_>) {
    agreed("memory.index", &json!({}), hosts, folder, outcome);
    for host in hosts {
        let export = host.call("graph.export", &json!({}), folder);
        let Some(text) = export.as_str() else {
            outcome.faults.push(format!("{} gave no graph: {export}", host.name()));
            continue;
        };
        let found = Edge::all_in(text);
        let faults = edges.faults(&found);
        if !faults.is_empty() {
            let found: Vec<String> = found.iter().map(|edge| format!("    {edge}")).collect();
            outcome.faults.push(format!("{}\n  {} has\n{}", faults.join("\n"), host.name(), found.join("\n")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts;
    use crate::story::Story;

    /// Checks that a story of these steps fails on every host at the last one. No answer has the member that is masked.
    fn fails_at(steps: &[&str], hosts: &mut [Box<dyn Host>]) {
        let steps: Vec<String> = steps.iter().map(|step| format!("{step} {{}} | events\n=> {{}}\n")).collect();
        let story = Story::parse(&format!("# A story\n\n```scenario\n{}```\n", steps.concat())).unwrap();
        let faults = run(&story.scenarios[0], hosts).unwrap().faults;
        for host in hosts {
            let begins =
                format!("{}: {} does not answer", steps[steps.len() - 1].split(" |").next().unwrap(), host.name());
            assert!(faults.iter().any(|fault| fault.starts_with(&begins)), "{begins}: {faults:?}");
        }
    }

    /// Once the answer to a misspelt step was masked to an empty one, which every host gave and the story stated.
    #[test]
    fn a_step_that_no_host_knows_fails_on_each_of_them_and_is_named() {
        let mut hosts = hosts::all().unwrap();
        for step in
            ["memory.shrink", "graph.calers", "prepare.prepair", "records.rember", "episodes.event", "session.begins"]
        {
            fails_at(&[step], &mut hosts);
        }
        fails_at(&["window.open", "window.fitt"], &mut hosts);
        fails_at(&["weather.rain"], &mut hosts);
    }

    #[test]
    fn a_step_about_a_window_fails_where_none_is_open() {
        fails_at(&["window.status"], &mut hosts::all().unwrap());
    }
}
