//! Chooses among the meanings of an ambiguous name, or asks about all of them.
//!
//! The component refuses such a name with its likeliest meanings. Not here: what a name may mean, and in which order.

use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{Symbol, SymbolKind, WalkQuestion};
use scrubjay::wit::types::{Ambiguity, Candidate, Error as Refusal};
use scrubjay::{Error, Memory};

use crate::arguments::{MeaningChoice, MeaningFilter, names};
use crate::output::Output;
use crate::output::asker::Asker;
use crate::output::styled::{LinePart, Styled};
use crate::output::text::{count, counted_noun, spoken_name};
use crate::{Context, Ending, Fault};

/// The most meanings answered for one question at a shell: as many as the component lists.
const MAX_AT_SHELL: usize = 100;
/// The most meanings answered for one question of an agent, which pays for each.
const MAX_FOR_AGENT: usize = 20;
/// The most meanings of a choice by kind or file that are answered without `--all`.
const MAX_AT_ONCE: usize = 5;
/// The most meanings that an error lists.
const MAX_LISTED: usize = 20;
/// The most pairs of meanings of two names.
const MAX_PAIRS: usize = 20;
/// The kinds of symbols that have a type hierarchy.
const TYPES: [SymbolKind; 4] = [SymbolKind::Class, SymbolKind::Interface, SymbolKind::Enum, SymbolKind::TypeAlias];

/// The meanings of a name.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    pub(crate) name: String,
    /// The listed meanings, likeliest first.
    pub(crate) symbols: Vec<Candidate>,
    /// The number of listed meanings that an option or the question excluded.
    n_left_out: usize,
    /// The number of further meanings that the component counted only.
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

    /// The meanings that the component's refusal of an ambiguous name lists.
    fn of(many: Ambiguity) -> Candidates {
        let n_unlisted = many.n_candidates.saturating_sub(many.candidates.len() as u32);
        Candidates { name: many.name, symbols: many.candidates, n_left_out: 0, n_unlisted }
    }

    /// All meanings of a name.
    fn all_of(name: &str, memory: &mut Memory) -> Result<Candidates, Error> {
        Candidates::answer_of(probe(name), memory)
    }

    /// The meanings within the chosen kinds and files; if there are none, all meanings, counted as left out.
    fn chosen_of(name: &str, only: &MeaningFilter, context: &mut Context) -> Result<Candidates, Error> {
        match Candidates::answer_of(only.question(name, context), &mut context.memory) {
            Err(Error::Refused(Refusal::Unknown(_))) if only.is_any() => {
                Ok(Candidates::all_of(name, &mut context.memory)?.keep(|_| false))
            }
            found => found,
        }
    }

    fn answer_of(question: WalkQuestion, memory: &mut Memory) -> Result<Candidates, Error> {
        match memory.callees(&question) {
            Ok(page) if page.meanings.is_empty() => Ok(Candidates::complete(&question.name, vec![page.symbol])),
            Ok(page) => Ok(Candidates::complete(&question.name, page.meanings)),
            Err(Error::Refused(Refusal::Ambiguous(many))) => Ok(Candidates::of(many)),
            Err(error) => Err(error),
        }
    }

    /// The number of all meanings.
    pub(crate) fn n_all(&self) -> u32 {
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

    /// The meanings that an error lists, at most [`MAX_LISTED`].
    pub(crate) fn listed(&self) -> &[Candidate] {
        &self.symbols[..self.symbols.len().min(MAX_LISTED)]
    }

    /// The lines by which an error lists the meanings.
    pub(crate) fn in_words(&self, asker: Asker<'_>) -> Vec<String> {
        let line = |one: &Candidate| format!("  {}  {}", one.id, place(one));
        let mut lines = vec!["try one of these ids:".to_owned()];
        lines.extend(self.listed().iter().map(line));
        let n_others = u64::from(self.n_all()) - self.listed().len() as u64;
        if n_others > 0 {
            lines.push(format!("  and {}", counted_noun(n_others, "other", "others")));
        }
        lines.push(match asker {
            Asker::Shell => "or --kind KIND, --file PREFIX, or --all, which answers for each".to_owned(),
            Asker::Agent(_) => "or `file`, or `all`, which answers for each".to_owned(),
        });
        lines
    }
}

impl MeaningFilter {
    /// Whether an option restricts the meanings.
    pub(crate) fn is_any(&self) -> bool {
        !(self.kind.is_empty() && self.file.is_empty())
    }

    /// The question for the meanings of a name within the chosen kinds and files.
    fn question(&self, name: &str, context: &Context) -> WalkQuestion {
        let (kinds, path_prefix) = (names::parse_cases(&self.kind), context.prefix(&self.file));
        WalkQuestion { kinds, path_prefix, ..probe(name) }
    }
}

/// The question for all meanings of a name.
fn probe(name: &str) -> WalkQuestion {
    WalkQuestion { limit: 1, min_confidence: 1.0, ..WalkQuestion::new(name) }
}

/// Asks about the one meaning of a name, or about each of several if the options allow that.
pub(crate) fn ask_each_meaning(
    meanings: &MeaningChoice,
    typed: &str,
    context: &mut Context,
    output: &Output,
    ask: impl FnMut(&str, &mut Context) -> Result<Ending, Fault>,
) -> Result<Ending, Fault> {
    ask_about_meanings(meanings, typed, Candidates::keep_all, context, output, ask)
}

/// As [`ask_each_meaning`], for a question about types: other meanings are used only if no type has the name.
pub(crate) fn ask_each_type(
    meanings: &MeaningChoice,
    typed: &str,
    context: &mut Context,
    output: &Output,
    ask: impl FnMut(&str, &mut Context) -> Result<Ending, Fault>,
) -> Result<Ending, Fault> {
    let prefer = if meanings.meaning.kind.is_empty() { Candidates::types_first } else { Candidates::keep_all };
    ask_about_meanings(meanings, typed, prefer, context, output, ask)
}

impl Candidates {
    fn keep_all(self) -> Candidates {
        self
    }
}

/// Asks about each meaning that `prefer` keeps, if the options allow several; else about the only one.
fn ask_about_meanings(
    meanings: &MeaningChoice,
    typed: &str,
    prefer: fn(Candidates) -> Candidates,
    context: &mut Context,
    output: &Output,
    mut ask: impl FnMut(&str, &mut Context) -> Result<Ending, Fault>,
) -> Result<Ending, Fault> {
    let name = context.name(typed);
    let found = if meanings.all || meanings.meaning.is_any() {
        Candidates::chosen_of(&name, &meanings.meaning, context)?
    } else {
        match ask(&name, context) {
            Err(Fault::Library(Error::Refused(Refusal::Ambiguous(many)))) => Candidates::of(many),
            answered => return answered,
        }
    };
    if meanings.all {
        let limit = if output.asker().is_agent() { MAX_FOR_AGENT } else { MAX_AT_SHELL };
        return answer_each(&prefer(found), limit, context, output, ask);
    }
    let found = prefer(found);
    if meanings.meaning.is_any() && (2..=MAX_AT_ONCE).contains(&found.symbols.len()) {
        return answer_each(&found, MAX_AT_ONCE, context, output, ask);
    }
    let id = only_meaning(found, output)?;
    ask(&id, context)
}

/// The id of the only meaning that the options leave, for a question that takes one symbol.
pub(crate) fn choose_meaning(
    only: &MeaningFilter,
    typed: &str,
    context: &mut Context,
    output: &Output,
) -> Result<String, Fault> {
    let name = context.name(typed);
    only_meaning(Candidates::chosen_of(&name, only, context)?, output)
}

fn only_meaning(found: Candidates, output: &Output) -> Result<String, Fault> {
    match found.symbols.as_slice() {
        [only] => {
            if found.n_all() > 1 {
                let n = counted_noun(found.n_all().into(), "meaning", "meanings");
                output.say(format_args!("of {n} of {} {} is meant", found.name, only.id));
            }
            Ok(only.id.clone())
        }
        _ => Err(Fault::SeveralMeanings(Box::new(found))),
    }
}

fn answer_each(
    found: &Candidates,
    limit: usize,
    context: &mut Context,
    output: &Output,
    mut ask: impl FnMut(&str, &mut Context) -> Result<Ending, Fault>,
) -> Result<Ending, Fault> {
    if found.symbols.is_empty() {
        return Err(Fault::SeveralMeanings(Box::new(found.clone())));
    }
    let n_asked = found.symbols.len().min(limit);
    if (n_asked as u32) < found.n_all() {
        let narrower = if n_asked < limit { String::new() } else { format!("; {}", narrower(output)) };
        output.say(format_args!("{n_asked} of {} meanings of {}{narrower}", count(found.n_all().into()), found.name));
    }
    output.merge_answers(found.n_all(), || {
        let mut ending = Ending::Nothing;
        for symbol in found.symbols.iter().take(limit) {
            output.head(&heading(symbol));
            if ask(&symbol.id, context)? == Ending::Found {
                ending = Ending::Found;
            }
        }
        Ok(ending)
    })
}

/// The options that choose among the meanings, for messages.
fn narrower(output: &Output) -> String {
    format!("{} chooses among them", choice_arguments(output.asker()))
}

/// The arguments that choose among meanings; a tool has only one.
pub(crate) fn choice_arguments(asker: Asker<'_>) -> String {
    let file = asker.argument("file");
    if asker.is_agent() { file } else { format!("{} or {file}", asker.argument("kind")) }
}

/// The kind and place of a meaning.
fn place(one: &Candidate) -> String {
    format!("({}, {}:{})", spoken_name(&one.kind), one.path, one.first_line)
}

fn heading(symbol: &Candidate) -> Styled {
    let mut heading = Styled::default();
    heading.part(LinePart::Name, &symbol.id).put("  ");
    heading.part(LinePart::Aside, &place(symbol)).put("\n");
    heading
}

/// The two ends of a path; of a name with several meanings, the one that the options choose.
pub(crate) fn choose_ends(
    only: &MeaningFilter,
    names: [&str; 2],
    context: &mut Context,
    output: &Output,
) -> Result<[String; 2], Fault> {
    let [source, target] = names.map(|typed| context.name(typed));
    if !only.is_any() {
        return Ok([source, target]);
    }
    let mut chosen = |name: &str| only_meaning(chosen_meanings(name, only, context)?, output);
    Ok([chosen(&source)?, chosen(&target)?])
}

/// The meanings of a name; the options restrict them only if there are several.
fn chosen_meanings(name: &str, only: &MeaningFilter, context: &mut Context) -> Result<Candidates, Error> {
    let all = Candidates::all_of(name, &mut context.memory)?;
    if all.n_all() > 1 && only.is_any() { Candidates::chosen_of(name, only, context) } else { Ok(all) }
}

/// Asks about each pair of meanings of two names.
pub(crate) fn ask_each_pair(
    only: &MeaningFilter,
    names: [&str; 2],
    context: &mut Context,
    output: &Output,
    mut ask: impl FnMut(&str, &str, &mut Context) -> Result<Ending, Fault>,
) -> Result<Ending, Fault> {
    let [source, target] = names.map(|typed| context.name(typed));
    let (sources, targets) = (chosen_meanings(&source, only, context)?, chosen_meanings(&target, only, context)?);
    if let Some(none) = [&sources, &targets].into_iter().find(|found| found.symbols.is_empty()) {
        return Err(Fault::SeveralMeanings(Box::new(none.clone())));
    }
    let pairs = sources.symbols.iter().flat_map(|source| targets.symbols.iter().map(move |target| (source, target)));
    let n_all = sources.n_all().saturating_mul(targets.n_all());
    if n_all as usize > MAX_PAIRS {
        let all = count(n_all.into());
        output.say(format_args!("{MAX_PAIRS} of {all} pairs of meanings; {}", narrower(output)));
    }
    output.merge_answers(n_all, || {
        let mut ending = Ending::Nothing;
        for (source, target) in pairs.take(MAX_PAIRS) {
            let mut head = Styled::default();
            head.part(LinePart::Name, &source.id).put(" to ").part(LinePart::Name, &target.id).put("\n");
            output.head(&head);
            if ask(&source.id, &target.id, context)? == Ending::Found {
                ending = Ending::Found;
            }
        }
        Ok(ending)
    })
}

/// Turns the component's refusal of an ambiguous name into [`Fault::SeveralMeanings`].
pub(crate) fn with_meanings(fault: Fault) -> Fault {
    match fault {
        Fault::Library(Error::Refused(Refusal::Ambiguous(many))) => {
            Fault::SeveralMeanings(Box::new(Candidates::of(many)))
        }
        fault => fault,
    }
}
