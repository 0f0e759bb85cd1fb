//! Measures whether the words of a person who refused a call or answered a question are readable at the end of a
//! conversation.
//!
//! A text is readable if the last request contains each of its lines, in place or quoted by a recap. The core does not
//! take part in recognizing such texts.

use std::collections::BTreeMap;

use scrubjay_core::window::{Edit, Settings, Window};

use super::ours::{items, prune_anyway};
use super::trace::{Kind, Part, Segment};

/// The greatest number of conversations; the longest ones are taken.
const MAX_LIVES: usize = 40;
const BUDGETS: [u32; 2] = [50_000, 20_000];
/// Texts of harnesses: the one before a person's reason for a refusal, and the one in place of a reason.
const REFUSED: &str = "To tell you how to proceed, the user said:\n";
const CLARIFIES: &str = "The user wants to clarify these questions";

/// The number of texts, and of those that can be read.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    n: usize,
    n_read: usize,
}

impl Count {
    fn add(&mut self, is_read: bool) {
        self.n += 1;
        self.n_read += usize::from(is_read);
    }

    fn description(self) -> String {
        format!("{} of {} ({:.0} %)", self.n_read, self.n, 100.0 * self.n_read as f64 / self.n.max(1) as f64)
    }
}

/// Prints the numbers of texts that are readable at the end, under each budget.
pub(super) fn print(segments: &[Segment]) {
    let mut lives: Vec<&Segment> = segments
        .iter()
        .filter(|segment| {
            segment.parts.iter().any(|part| part.kind == Kind::Result && !words_of_person(segment, part).is_empty())
        })
        .collect();
    lives.sort_by_key(|segment| (usize::MAX - segment.n_steps, segment.session));
    lives.truncate(MAX_LIVES);
    println!("| budget | lives | requests | words of refusals | answers to questions | what was said in turns |");
    println!("|---|---|---|---|---|---|");
    for budget in BUDGETS {
        let [mut refusals, mut answers, mut turns] = [Count::default(); 3];
        lives.iter().for_each(|life| count_readable(life, budget, [&mut refusals, &mut answers, &mut turns]));
        let n_requests: usize = lives.iter().map(|life| life.n_steps).sum();
        println!(
            "| {budget} | {} | {n_requests} | {} | {} | {} |",
            lives.len(),
            refusals.description(),
            answers.description(),
            turns.description()
        );
    }
}

fn count_readable(segment: &Segment, budget: u32, [refusals, answers, turns]: [&mut Count; 3]) {
    let settings = Settings { max_tokens: budget, caller_keeps: true, ..Settings::default() };
    let mut window = Window::new(settings).expect("the settings are sound");
    let (mut n_pushed, mut edits) = (0, Vec::new());
    for end in segment.ends.iter().chain([&segment.parts.len()]) {
        let mut new_items = items(segment, n_pushed..*end);
        // The window's own estimate decides.
        new_items.iter_mut().for_each(|item| item.tokens = None);
        window.push(new_items).expect("a recorded session is sound");
        n_pushed = *end;
        edits = prune_anyway(&mut window).edits;
    }
    let sent_text = sent_text(segment, &edits);
    for part in &segment.parts {
        let count = match part.kind {
            Kind::Result if part.is_error => &mut *refusals,
            Kind::Result => &mut *answers,
            _ => &mut *turns,
        };
        words_of_person(segment, part).iter().for_each(|text| count.add(is_read(&sent_text, text)));
    }
}

/// The last request as one text.
fn sent_text(segment: &Segment, edits: &[Edit]) -> String {
    let edited: BTreeMap<u32, &Edit> = edits.iter().map(|edit| (edit.message, edit)).collect();
    let text = |(at, part): (usize, &Part)| match edited.get(&(at as u32)) {
        Some(edit) => edit.replacement.clone().unwrap_or_default(),
        None => part.text.clone(),
    };
    segment.parts.iter().enumerate().map(text).collect::<Vec<_>>().join("\n")
}

fn is_read(sent_text: &str, text: &str) -> bool {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).all(|line| sent_text.contains(line))
}

/// The words of a person in a part.
fn words_of_person(segment: &Segment, part: &Part) -> Vec<String> {
    let tool = part.call.map_or("", |call| segment.parts[call].tool.as_str());
    match part.kind {
        Kind::Result if part.is_error => {
            let words = part.text.split_once(REFUSED).map(|(_, words)| words.trim());
            words
                .filter(|words| !words.is_empty() && !words.starts_with(CLARIFIES))
                .map(String::from)
                .into_iter()
                .collect()
        }
        Kind::Result if tool == "AskUserQuestion" => part
            .text
            .split("\"=\"")
            .skip(1)
            .filter_map(|rest| rest.split_once('"'))
            .map(|(answer, _)| answer.to_owned())
            .collect(),
        Kind::User if !part.text.trim_start().starts_with(['<', '[']) && !part.text.trim().is_empty() => {
            // A recap quotes the beginning of a long text.
            part.text
                .lines()
                .find(|line| !line.trim().is_empty())
                .map(|line| line.chars().take(100).collect())
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}
