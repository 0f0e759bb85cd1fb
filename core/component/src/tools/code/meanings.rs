//! Chooses among the meanings of an ambiguous name, or asks about all of them.
//!
//! A question about such a name is refused with its likeliest meanings. Not here: what a name may mean, and in which
//! order.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bindings::exports::scrubjay::memory::graph::{Symbol, SymbolKind, WalkQuestion};
use crate::bindings::exports::scrubjay::memory::tools::LinePart;
use crate::bindings::exports::scrubjay::memory::types::{Ambiguity, Error};
use crate::facade::Candidate;
use crate::tools::asker::Asker;
use crate::tools::fault::Fault;
use crate::tools::output::ToolOutput;
use crate::tools::replies::{Attempt, Replies};
use crate::tools::styled::Styled;
use crate::tools::text::{counted_noun, spoken_name, with_separators};
use crate::tools::word::Word as _;

/// The most meanings answered for one call at a shell: as many as a refusal lists.
const MAX_AT_SHELL: usize = 100;
/// The most meanings answered for one call of an agent, which pays for each.
const MAX_FOR_AGENT: usize = 20;
/// The most meanings for which a call without `all` is answered, if a choice by kind or file leaves several.
const MAX_AT_ONCE: usize = 5;
/// The most meanings that an error lists.
const MAX_LISTED: usize = 20;
/// The most pairs of meanings that are asked about for two names.
const MAX_PAIRS: usize = 20;
/// The kinds of symbols that have a type hierarchy.
const TYPES: [SymbolKind; 4] = [SymbolKind::Class, SymbolKind::Interface, SymbolKind::Enum, SymbolKind::TypeAlias];

/// The meanings of a name.
#[derive(Clone)]
pub(in crate::tools) struct Candidates {
    pub(in crate::tools) name: String,
    /// The meanings that are known and not left out, likeliest first.
    pub(in crate::tools) symbols: Vec<Candidate>,
    /// How many known meanings the call excludes.
    n_left_out: usize,
    /// How many further meanings a refusal counts without listing them.
    n_unlisted: u32,
}

impl Candidates {
    /// The meanings of a name, all of them known.
    fn complete(name: &str, symbols: Vec<Symbol>) -> Candidates {
        let candidate = |Symbol { id, kind, path, first_line, .. }| Candidate {
            id,
            kind: kind.word().to_owned(),
            path,
            first_line,
        };
        let symbols = symbols.into_iter().map(candidate).collect();
        Candidates { name: name.to_owned(), symbols, n_left_out: 0, n_unlisted: 0 }
    }

    /// The meanings that the refusal of an ambiguous name lists.
    pub(in crate::tools) fn of(ambiguity: Ambiguity) -> Candidates {
        let n_unlisted = ambiguity.n_candidates.saturating_sub(ambiguity.candidates.len() as u32);
        Candidates { name: ambiguity.name, symbols: ambiguity.candidates, n_left_out: 0, n_unlisted }
    }

    fn all_of(name: &str, replies: &mut Replies) -> Attempt<Candidates> {
        Candidates::answer_of(meanings_question(name), replies)
    }

    /// The meanings within the chosen kinds and files. If the name has only other meanings, `symbols` is empty and they
    /// count as left out.
    fn chosen_of(name: &str, choice: &Choice<'_>, replies: &mut Replies) -> Attempt<Candidates> {
        let path_prefix = replies.prefix(choice.prefix)?;
        let question = WalkQuestion { kinds: choice.kinds.to_vec(), path_prefix, ..meanings_question(name) };
        match Replies::catch_fault(Candidates::answer_of(question, replies))? {
            Err(fault) if fault.is_unknown() && choice.restricts() => {
                Ok(Candidates::all_of(name, replies)?.keep(|_| false))
            }
            found => Ok(found?),
        }
    }

    fn answer_of(question: WalkQuestion, replies: &mut Replies) -> Attempt<Candidates> {
        let name = question.name.clone();
        match Replies::catch_fault(replies.callees(question))? {
            Ok(page) if page.meanings.is_empty() => Ok(Candidates::complete(&name, vec![page.symbol])),
            Ok(page) => Ok(Candidates::complete(&name, page.meanings)),
            Err(Fault::Refused(Error::Ambiguous(ambiguity))) => Ok(Candidates::of(ambiguity)),
            Err(fault) => Err(fault.into()),
        }
    }

    /// The number of all meanings, also of excluded and unlisted ones.
    pub(in crate::tools) fn n_all(&self) -> u32 {
        self.symbols.len() as u32 + self.n_left_out as u32 + self.n_unlisted
    }

    /// Keeps the meanings that fulfil a condition, and counts the others as left out.
    fn keep(mut self, is_kept: impl Fn(&Candidate) -> bool) -> Candidates {
        let n_before = self.symbols.len();
        self.symbols.retain(is_kept);
        self.n_left_out += n_before - self.symbols.len();
        self
    }

    /// Keeps only the types, if there are any.
    fn types_first(self) -> Candidates {
        let is_type = |one: &Candidate| TYPES.iter().any(|kind| kind.word() == one.kind);
        if self.symbols.iter().any(is_type) { self.keep(is_type) } else { self }
    }

    fn keep_all(self) -> Candidates {
        self
    }

    /// Whether the meanings are files: a path was asked for.
    pub(in crate::tools) fn are_files(&self) -> bool {
        !self.symbols.is_empty() && self.symbols.iter().all(|one| one.first_line == 0)
    }

    /// The meanings that an error lists.
    fn first_candidates(&self) -> &[Candidate] {
        &self.symbols[..self.symbols.len().min(MAX_LISTED)]
    }

    /// The refusal that lists these meanings.
    pub(in crate::tools) fn ambiguity(&self) -> Ambiguity {
        Ambiguity { name: self.name.clone(), candidates: self.first_candidates().to_vec(), n_candidates: self.n_all() }
    }

    /// The lines by which an error lists the meanings.
    pub(in crate::tools) fn in_words(&self, asker: Asker<'_>) -> Vec<String> {
        let line = |candidate: &Candidate| format!("  {}  {}", candidate.id, place(candidate));
        let noun = if self.are_files() { "paths" } else { "ids" };
        let mut lines = vec![format!("try one of these {noun}:")];
        lines.extend(self.first_candidates().iter().map(line));
        let n_others = u64::from(self.n_all()) - self.first_candidates().len() as u64;
        if n_others > 0 {
            lines.push(format!("  and {}", counted_noun(n_others, "other", "others")));
        }
        if self.are_files() {
            return lines;
        }
        lines.push(match asker {
            Asker::Shell => "or --kind KIND, --file PREFIX, or --all, which answers for each".to_owned(),
            Asker::Agent(_) => "or `file`, or `all`, which answers for each".to_owned(),
        });
        lines
    }
}

/// Which meanings of an ambiguous name a call is about.
#[derive(Clone, Copy)]
pub(super) struct Choice<'c> {
    pub(super) kinds: &'c [SymbolKind],
    /// The beginning of the meanings' paths, as it was typed; empty for any path.
    pub(super) prefix: &'c str,
    /// Whether the call is answered for each of these meanings.
    pub(super) takes_all: bool,
}

impl Choice<'_> {
    /// Whether the choice restricts the meanings.
    fn restricts(&self) -> bool {
        !(self.kinds.is_empty() && self.prefix.is_empty())
    }
}

/// The question for all meanings of a name.
pub(super) fn meanings_question(name: &str) -> WalkQuestion {
    let (depth, limit, min_confidence, skip) = (1, 1, 1.0, 0);
    let (kinds, path_prefix) = (Vec::new(), String::new());
    WalkQuestion { name: name.to_owned(), depth, limit, min_confidence, skip, kinds, path_prefix }
}

/// Asks about the one meaning of a name, or about each of several if the choice allows that; returns whether anything
/// was found.
pub(super) fn ask_each_meaning(
    choice: Choice<'_>,
    typed_name: &str,
    (replies, output): (&mut Replies, &mut ToolOutput<'_>),
    ask: impl FnMut(String, &mut Replies, &mut ToolOutput<'_>) -> Attempt<bool>,
) -> Attempt<bool> {
    ask_about_meanings(choice, typed_name, Candidates::keep_all, (replies, output), ask)
}

/// As [`ask_each_meaning`], for a question about types: other meanings are used only if no type has the name.
pub(super) fn ask_each_type(
    choice: Choice<'_>,
    typed_name: &str,
    (replies, output): (&mut Replies, &mut ToolOutput<'_>),
    ask: impl FnMut(String, &mut Replies, &mut ToolOutput<'_>) -> Attempt<bool>,
) -> Attempt<bool> {
    let keep_preferred = if choice.kinds.is_empty() { Candidates::types_first } else { Candidates::keep_all };
    ask_about_meanings(choice, typed_name, keep_preferred, (replies, output), ask)
}

/// Asks about a name or its meanings; returns whether anything was found.
///
/// A choice without `all`, kind and file asks about the name itself, and about meanings only if the name is ambiguous.
/// Each meaning that `keep_preferred` keeps is asked about: with `all` up to a limit, with a kind or file if there are at
/// most [`MAX_AT_ONCE`]. Otherwise the only one is asked about; none or several are a fault.
fn ask_about_meanings(
    choice: Choice<'_>,
    typed_name: &str,
    keep_preferred: fn(Candidates) -> Candidates,
    (replies, output): (&mut Replies, &mut ToolOutput<'_>),
    mut ask: impl FnMut(String, &mut Replies, &mut ToolOutput<'_>) -> Attempt<bool>,
) -> Attempt<bool> {
    let name = replies.name(typed_name)?;
    let candidates = if choice.takes_all || choice.restricts() {
        Candidates::chosen_of(&name, &choice, replies)?
    } else {
        match Replies::catch_fault(ask(name, replies, output))? {
            Err(Fault::Refused(Error::Ambiguous(ambiguity))) => Candidates::of(ambiguity),
            answered => return Ok(answered?),
        }
    };
    if choice.takes_all {
        let limit = if output.asker().is_agent() { MAX_FOR_AGENT } else { MAX_AT_SHELL };
        return answer_each(&keep_preferred(candidates), limit, (replies, output), ask);
    }
    let candidates = keep_preferred(candidates);
    if choice.restricts() && (2..=MAX_AT_ONCE).contains(&candidates.symbols.len()) {
        return answer_each(&candidates, MAX_AT_ONCE, (replies, output), ask);
    }
    let id = only_meaning(candidates, output)?;
    ask(id, replies, output)
}

/// The id of the only meaning that the choice leaves, for a question about one symbol; a fault if it leaves none or
/// several.
pub(super) fn choose_meaning(
    choice: Choice<'_>,
    typed_name: &str,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<String> {
    let name = replies.name(typed_name)?;
    only_meaning(Candidates::chosen_of(&name, &choice, replies)?, output)
}

fn only_meaning(found: Candidates, output: &mut ToolOutput<'_>) -> Attempt<String> {
    match found.symbols.as_slice() {
        [only] => {
            if found.n_all() > 1 {
                let n = counted_noun(found.n_all(), "meaning", "meanings");
                output.say(format_args!("of {n} of {} {} is meant", found.name, only.id));
            }
            Ok(only.id.clone())
        }
        _ => Err(Fault::SeveralMeanings(Box::new(found)).into()),
    }
}

fn answer_each(
    found: &Candidates,
    limit: usize,
    (replies, output): (&mut Replies, &mut ToolOutput<'_>),
    mut ask: impl FnMut(String, &mut Replies, &mut ToolOutput<'_>) -> Attempt<bool>,
) -> Attempt<bool> {
    if found.symbols.is_empty() {
        return Err(Fault::SeveralMeanings(Box::new(found.clone())).into());
    }
    let n_asked = found.symbols.len().min(limit);
    if (n_asked as u32) < found.n_all() {
        let advice = if n_asked < limit { String::new() } else { format!("; {}", narrowing_advice(output.asker())) };
        output.say(format_args!("{n_asked} of {} meanings of {}{advice}", with_separators(found.n_all()), found.name));
    }
    output.set_meaning_count(found.n_all());
    let mut is_found = false;
    for symbol in found.symbols.iter().take(limit) {
        output.push_heading(heading(symbol));
        is_found |= ask(symbol.id.clone(), replies, output)?;
    }
    Ok(is_found)
}

/// Says which arguments choose among the meanings.
fn narrowing_advice(asker: Asker<'_>) -> String {
    format!("{} chooses among them", choice_arguments(asker))
}

/// The arguments that choose among meanings; a tool has only one.
pub(in crate::tools) fn choice_arguments(asker: Asker<'_>) -> String {
    let file = asker.argument("file");
    if asker.is_agent() { file } else { format!("{} or {file}", asker.argument("kind")) }
}

/// The kind and place of a meaning.
fn place(candidate: &Candidate) -> String {
    format!("({}, {}:{})", spoken_name(&candidate.kind), candidate.path, candidate.first_line)
}

fn heading(symbol: &Candidate) -> Styled {
    let mut heading = Styled::default();
    heading.part(LinePart::Name, &symbol.id).put("  ");
    heading.part(LinePart::Aside, &place(symbol)).put("\n");
    heading
}

/// The two ends of a path; of a name with several meanings, the one that the choice leaves. Without a choice by kind or
/// file, the names as they are.
pub(super) fn choose_ends(
    choice: Choice<'_>,
    [source, target]: [&str; 2],
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<[String; 2]> {
    let [source, target] = [replies.name(source)?, replies.name(target)?];
    if !choice.restricts() {
        return Ok([source, target]);
    }
    let mut choose = |name: &str| only_meaning(chosen_meanings(name, &choice, replies)?, output);
    Ok([choose(&source)?, choose(&target)?])
}

/// The meanings of a name; the choice restricts them only if there are several.
fn chosen_meanings(name: &str, choice: &Choice<'_>, replies: &mut Replies) -> Attempt<Candidates> {
    let meanings = Candidates::all_of(name, replies)?;
    if meanings.n_all() > 1 && choice.restricts() { Candidates::chosen_of(name, choice, replies) } else { Ok(meanings) }
}

/// Asks about the pairs of meanings of two names, up to [`MAX_PAIRS`]; returns whether anything was found.
pub(super) fn ask_each_pair(
    choice: Choice<'_>,
    [source, target]: [&str; 2],
    (replies, output): (&mut Replies, &mut ToolOutput<'_>),
    mut ask: impl FnMut(String, String, &mut Replies, &mut ToolOutput<'_>) -> Attempt<bool>,
) -> Attempt<bool> {
    let [source, target] = [replies.name(source)?, replies.name(target)?];
    let sources = chosen_meanings(&source, &choice, replies)?;
    let targets = chosen_meanings(&target, &choice, replies)?;
    if let Some(empty_candidates) = [&sources, &targets].into_iter().find(|found| found.symbols.is_empty()) {
        return Err(Fault::SeveralMeanings(Box::new(empty_candidates.clone())).into());
    }
    let n_all = sources.n_all().saturating_mul(targets.n_all());
    if n_all as usize > MAX_PAIRS {
        let (all_pairs, advice) = (with_separators(n_all), narrowing_advice(output.asker()));
        output.say(format_args!("{MAX_PAIRS} of {all_pairs} pairs of meanings; {advice}"));
    }
    output.set_meaning_count(n_all);
    let pairs = sources.symbols.iter().flat_map(|source| targets.symbols.iter().map(move |target| (source, target)));
    let mut is_found = false;
    for (source, target) in pairs.take(MAX_PAIRS) {
        let mut heading = Styled::default();
        heading.part(LinePart::Name, &source.id).put(" to ").part(LinePart::Name, &target.id).put("\n");
        output.push_heading(heading);
        is_found |= ask(source.id.clone(), target.id.clone(), replies, output)?;
    }
    Ok(is_found)
}
