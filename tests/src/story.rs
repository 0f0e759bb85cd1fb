//! Stories: Markdown files with scenarios. The format is described in this package's README.
//!
//! Not here: running them.

mod edges;

use std::fmt;

use serde_json::Value;

pub use edges::{Edge, Edges};

/// A Markdown file of scenarios.
#[derive(Debug)]
pub struct Story {
    /// The scenarios, in the order of the file.
    pub scenarios: Vec<Scenario>,
}

/// A title and its blocks.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The text of its heading.
    pub title: String,
    /// The blocks, in the order of the file.
    pub blocks: Vec<Block>,
}

/// A fenced block with a meaning.
#[derive(Clone, Debug)]
pub enum Block {
    /// A file is written.
    File {
        /// The path of the file, relative to the scenario's folder.
        path: String,
        /// The whole text of the file.
        text: String,
    },
    /// Steps are taken.
    Steps(Vec<Step>),
    /// Edges are asserted.
    Edges(Edges),
}

/// A step, and the answer it must give.
#[derive(Clone, Debug)]
pub struct Step {
    /// The line of the step in the story, from 1.
    pub line: usize,
    /// `noun.verb`.
    pub name: String,
    /// A JSON object.
    pub arguments: Value,
    /// The members of the answer that are compared; empty means all.
    pub mask: Vec<String>,
    /// The line of the expected answer and its canonical JSON; `None` if the story does not state it yet.
    pub expected: Option<(usize, String)>,
}

/// Why a story cannot be parsed.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The number of the malformed line, from 1.
    pub line: usize,
    /// The problem.
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Unreadable {}

impl Story {
    /// Parses a story.
    ///
    /// # Errors
    /// [`Unreadable`] for the first malformed line.
    pub fn parse(text: &str) -> Result<Story, Unreadable> {
        let mut title = String::new();
        let mut common_blocks: Vec<Block> = Vec::new();
        let mut scenarios: Vec<Scenario> = Vec::new();
        let mut lines = text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            if let Some(heading) = line.strip_prefix("## ") {
                scenarios.push(Scenario { title: heading.trim().to_owned(), blocks: common_blocks.clone() });
            } else if let Some(heading) = line.strip_prefix("# ") {
                heading.trim().clone_into(&mut title);
            } else if let Some(fence) = Fence::opening(line) {
                let body: Vec<(&str, usize)> = lines.by_ref().take_while(|(line, _)| !fence.closed_by(line)).collect();
                let Some(block) = block(fence.label, &body, number)? else { continue };
                scenarios.last_mut().map_or(&mut common_blocks, |scenario| &mut scenario.blocks).push(block);
            }
        }
        if scenarios.is_empty() {
            scenarios.push(Scenario { title, blocks: common_blocks });
        }
        match scenarios.iter().find(|scenario| scenario.title.is_empty()) {
            Some(_) => Err(Unreadable { line: 1, why: "a scenario needs a heading".to_owned() }),
            None => Ok(Story { scenarios }),
        }
    }
}

/// The line that opens a fenced block.
struct Fence<'a> {
    ticks: &'a str,
    label: &'a str,
}

impl Fence<'_> {
    fn opening(line: &str) -> Option<Fence<'_>> {
        let label = line.trim_start_matches('`');
        let ticks = &line[..line.len() - label.len()];
        (ticks.len() >= 3).then_some(Fence { ticks, label: label.trim() })
    }

    fn closed_by(&self, line: &str) -> bool {
        line.trim_end() == self.ticks
    }
}

/// The meaning of a fenced block; `None` for one that is only for readers.
fn block(label: &str, body: &[(&str, usize)], line: usize) -> Result<Option<Block>, Unreadable> {
    let mut words = label.split_whitespace();
    match words.next() {
        Some("scenario") => Ok(Some(Block::Steps(steps(body)?))),
        Some("edges") => Ok(Some(Block::Edges(Edges::parse(words, body, line)?))),
        _ => {
            let path = words.find_map(|word| word.strip_prefix("path="));
            let text = || body.iter().map(|(line, _)| format!("{line}\n")).collect();
            Ok(path.map(|path| Block::File { path: path.to_owned(), text: text() }))
        }
    }
}

fn steps(body: &[(&str, usize)]) -> Result<Vec<Step>, Unreadable> {
    let mut steps: Vec<Step> = Vec::new();
    for &(line, number) in body {
        let unreadable = |why: &str| Unreadable { line: number, why: why.to_owned() };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(answer) = line.strip_prefix("=>") {
            let step = steps.last_mut().filter(|step| step.expected.is_none());
            let step = step.ok_or_else(|| unreadable("an answer without a step"))?;
            step.expected = Some((number, answer.trim().to_owned()));
            continue;
        }
        steps.push(step(line, number).ok_or_else(|| unreadable("a step reads `noun.verb {json} | member member`"))?);
    }
    Ok(steps)
}

fn step(line: &str, number: usize) -> Option<Step> {
    let (name, rest_of_line) = line.split_once(' ').unwrap_or((line, "{}"));
    let mut values = serde_json::Deserializer::from_str(rest_of_line).into_iter::<Value>();
    let arguments = values.next()?.ok().filter(Value::is_object)?;
    let rest_of_line = rest_of_line.get(values.byte_offset()..)?.trim();
    let mask = match rest_of_line.strip_prefix('|') {
        Some(members) => members.split_whitespace().map(str::to_owned).collect(),
        None if rest_of_line.is_empty() => Vec::new(),
        None => return None,
    };
    let name = name.contains('.').then(|| name.to_owned())?;
    Some(Step { line: number, name, arguments, mask, expected: None })
}

/// The story with other answers: each (step, answer) replaces the line below that step, or is inserted there.
pub fn with_answers(text: &str, answers: &[(&Step, String)]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut answers: Vec<_> = answers.iter().collect();
    // From the end, so that insertions do not move lines that are still to be changed.
    answers.sort_by_key(|(step, _)| std::cmp::Reverse(step.line));
    for (step, answer) in answers {
        let line = format!("=> {answer}");
        match &step.expected {
            Some((number, _)) => lines[number - 1] = line,
            None => lines.insert(step.line, line),
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str = "# A file\n\n```python path=a.py\nx = 1\n```\n\n## One\n\n```scenario\nmemory.index {}\n=> {\"n\":1}\ngraph.find {\"text\":\"x | y\"} | hits.id n\n```\n";

    #[test]
    fn files_before_the_first_scenario_belong_to_all() {
        let story = Story::parse(STORY).unwrap();
        assert_eq!(story.scenarios.len(), 1);
        let Block::File { path, text } = &story.scenarios[0].blocks[0] else { panic!("a file comes first") };
        assert_eq!((path.as_str(), text.as_str()), ("a.py", "x = 1\n"));
    }

    #[test]
    fn a_step_has_arguments_and_a_mask() {
        let story = Story::parse(STORY).unwrap();
        let Block::Steps(steps) = &story.scenarios[0].blocks[1] else { panic!("steps come second") };
        assert_eq!(steps[0].expected, Some((11, "{\"n\":1}".to_owned())));
        assert_eq!(steps[1].arguments["text"], "x | y");
        assert_eq!(steps[1].mask, ["hits.id", "n"]);
    }

    #[test]
    fn answers_are_replaced_and_inserted() {
        let story = Story::parse(STORY).unwrap();
        let Block::Steps(steps) = &story.scenarios[0].blocks[1] else { panic!("steps come second") };
        let updated = with_answers(STORY, &[(&steps[0], "1".to_owned()), (&steps[1], "2".to_owned())]);
        assert!(updated.contains("memory.index {}\n=> 1\ngraph.find {\"text\":\"x | y\"} | hits.id n\n=> 2\n```"));
    }

    #[test]
    fn a_malformed_line_is_reported() {
        let error = Story::parse("# t\n```scenario\nfind things\n```\n").unwrap_err();
        assert_eq!(error.line, 3);
    }
}
