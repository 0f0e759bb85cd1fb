//! Why an answer is empty: the reasons that are known, and a command to try next.
//!
//! Most of them cost another question, which is asked only where nothing was found. Not here: what a question finds.

use scrubjay::index::Extent;
use scrubjay::wit::graph::{FindQuestion, PathQuestion, SymbolKind, TestsQuestion, WalkPage, WalkQuestion};
use scrubjay::wit::limits;
use scrubjay::wit::types::{Error as Refusal, UnknownName};
use scrubjay::{Error, Memory};
use serde_json::{Value, json};

use super::Asked;
use super::fault::Fault;
use super::output::Output;
use super::text::many;

/// A reason.
#[derive(Clone, Debug)]
struct Hint {
    /// The stable name of the case.
    kind: &'static str,
    why: String,
    /// What to type next.
    next: Option<String>,
    /// It is said anyway, beside every answer.
    is_said: bool,
}

/// The reasons for one answer, none where it is not empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints(Vec<Hint>);

impl Hints {
    fn add(&mut self, kind: &'static str, why: String, next: Option<String>) {
        self.0.push(Hint { kind, why, next, is_said: false });
    }

    fn add_said(&mut self, kind: &'static str, why: String, next: Option<String>) {
        self.0.push(Hint { kind, why, next, is_said: true });
    }

    /// The reasons as lines.
    pub(super) fn in_words(&self) -> Vec<String> {
        let line = |hint: &Hint| match &hint.next {
            Some(next) => format!("{}; try: {next}", hint.why),
            None => hint.why.clone(),
        };
        self.0.iter().filter(|hint| !hint.is_said).map(line).collect()
    }

    /// Says that nothing was found, and why.
    pub(super) fn tell(&self, output: &Output) {
        let lines = self.in_words().into_iter().map(|line| format!("\n  {line}"));
        output.say(format_args!("nothing found{}", lines.collect::<String>()));
    }

    pub(super) fn json(&self) -> Value {
        self.0.iter().map(|hint| json!({ "kind": hint.kind, "why": hint.why, "try": hint.next })).collect()
    }

    /// An answer with its reasons, where it is empty.
    pub(super) fn with(&self, mut answer: Value) -> Value {
        if !self.0.is_empty() {
            answer["hints"] = self.json();
        }
        answer
    }
}

/// What is known of the index, whatever the question.
pub(super) fn of_index(asked: &mut Asked) -> Result<Hints, Error> {
    let mut hints = Hints::default();
    let index = || Some("scrubjay index".to_owned());
    match asked.memory.extent()? {
        Extent::Nothing => hints.add_said("not_indexed", "nothing is indexed yet".to_owned(), index()),
        Extent::Part => hints.add_said("cut_short", "an index run was cut short".to_owned(), index()),
        Extent::Whole if asked.is_as_is => {
            if let n @ 1.. = asked.memory.outdated()?.len() {
                let files = many(n as u64, "file", "files");
                hints.add("stale", format!("{files} changed since the index was made"), index());
            }
        }
        Extent::Whole => {}
    }
    Ok(hints)
}

/// Why nothing has this name, these words, or passes these filters.
pub(super) fn of_find(question: &FindQuestion, asked: &mut Asked) -> Result<Hints, Error> {
    let mut hints = of_index(asked)?;
    let (has_kinds, has_prefix) = (!question.kinds.is_empty(), !question.path_prefix.is_empty());
    if has_kinds || has_prefix {
        let all = FindQuestion { kinds: Vec::new(), path_prefix: String::new(), most: 1, ..question.clone() };
        let given = [(has_kinds, "--kind"), (has_prefix, "--in")];
        let given: Vec<&str> = given.iter().filter(|(is_given, _)| *is_given).map(|(_, name)| *name).collect();
        if let n @ 1.. = asked.memory.find(&all)?.n_hits {
            let verb = if n == 1 { "fits" } else { "fit" };
            let why = format!("{n} {verb} without {}", given.join(" and "));
            hints.add("filter", why, Some(command(&["find", &question.text])));
        }
    }
    let probe = WalkQuestion { most: 1, least_confidence: 1.0, ..WalkQuestion::new(question.text.trim()) };
    if let Err(Error::Refused(Refusal::Unknown(unknown))) = asked.memory.callees(&probe) {
        if let Some(first) = unknown.suggestions.first() {
            let why = format!("names that come close: {}", unknown.suggestions.join(", "));
            hints.add("near_names", why, Some(command(&["find", first])));
        }
        of_library(&question.text, &mut asked.memory, &mut hints)?;
    }
    Ok(hints)
}

/// Why nothing has the name that was asked about.
pub(super) fn of_name(unknown: &UnknownName, asked: &mut Asked) -> Result<Hints, Error> {
    let mut hints = of_index(asked)?;
    of_library(&unknown.name, &mut asked.memory, &mut hints)?;
    Ok(hints)
}

/// Whether a name, or what it begins with, is imported from outside.
fn of_library(name: &str, memory: &mut Memory, hints: &mut Hints) -> Result<(), Error> {
    let parts: Vec<&str> = name.split(['.', ':', '/']).filter(|part| !part.is_empty()).collect();
    for part in parts.first().into_iter().chain(parts.last().filter(|_| parts.len() > 1)) {
        if part.contains(char::is_whitespace) || is_own(part, memory)? {
            continue;
        }
        let question = FindQuestion { kinds: vec![SymbolKind::Import], ..FindQuestion::new(*part) };
        let hits = memory.find(&question)?.hits;
        if let Some(found) = hits.iter().map(|hit| &hit.symbol).find(|symbol| symbol.name == **part) {
            let why = format!("{part} comes from outside the index: {}:{} imports it", found.path, found.first_line);
            hints.add("library", why, Some(command(&["find", *part, "--kind", "import"])));
            break;
        }
    }
    Ok(())
}

/// Whether something here has this name itself.
fn is_own(name: &str, memory: &mut Memory) -> Result<bool, Error> {
    let hits = memory.find(&FindQuestion { most: 1, ..FindQuestion::new(name) })?.hits;
    Ok(hits.first().is_some_and(|hit| hit.symbol.name == name))
}

/// Why a walk found nothing.
pub(super) fn of_walk(
    name: &'static str,
    question: &WalkQuestion,
    page: &WalkPage,
    ask: fn(&mut Memory, &WalkQuestion) -> Result<WalkPage, Error>,
    asked: &mut Asked,
) -> Result<Hints, Error> {
    let mut hints = of_index(asked)?;
    let id = page.symbol.id.as_str();
    if question.least_confidence > 0.0 {
        let all = WalkQuestion { most: 1, least_confidence: 0.0, ..question.clone() };
        of_sure(ask(&mut asked.memory, &all)?.n_steps, &[name, id], &mut hints);
    }
    of_receivers(page.n_maybe, name, id, &mut hints);
    if name == "callers" {
        let refs = WalkQuestion { depth: 1, most: 1, ..question.clone() };
        if let n @ 1.. = asked.memory.references(&refs)?.n_steps {
            let places = many(n.into(), "place names it without a call", "places name it without a call");
            hints.add("not_called", places, Some(command(&["refs", id])));
        }
    }
    Ok(hints)
}

/// Why no test reaches a symbol.
pub(super) fn of_tests(question: &TestsQuestion, page: &WalkPage, asked: &mut Asked) -> Result<Hints, Error> {
    let mut hints = of_index(asked)?;
    let id = page.symbol.id.as_str();
    let bound = limits::tests_question::DEPTH;
    if question.least_confidence > 0.0 {
        let all = TestsQuestion { most: 1, least_confidence: 0.0, ..question.clone() };
        of_sure(asked.memory.tests(&all)?.n_steps, &["tests", id], &mut hints);
    }
    if question.depth < bound.most {
        let far = TestsQuestion { most: 1, depth: bound.most, ..question.clone() };
        if let n @ 1.. = asked.memory.tests(&far)?.n_steps {
            let why = format!("{} further away", many(n.into(), "test is", "tests are"));
            hints.add("depth", why, Some(command(&["tests", id, "--depth", &bound.most.to_string()])));
        }
    }
    of_receivers(page.n_maybe, "callers", id, &mut hints);
    Ok(hints)
}

/// Why nothing leads from one symbol to another, and whether something leads back.
pub(super) fn of_path(question: &PathQuestion, asked: &mut Asked) -> Result<Hints, Error> {
    let mut hints = of_index(asked)?;
    let (source, target) = (question.source.as_str(), question.target.as_str());
    if question.least_confidence > 0.0 || !question.kinds.is_empty() {
        let all = PathQuestion { kinds: Vec::new(), least_confidence: 0.0, ..question.clone() };
        if let n @ 1.. = asked.memory.path(&all)?.steps.len() {
            let why = format!("{} there without --by and --sure", many(n as u64, "edge leads", "edges lead"));
            hints.add("filter", why, Some(command(&["path", source, target])));
        }
    }
    let back = PathQuestion { source: target.to_owned(), target: source.to_owned(), ..question.clone() };
    match asked.memory.path(&back)?.steps.len() {
        0 => hints.add("no_path", format!("nothing leads there within {} edges", question.depth), None),
        n => {
            let why =
                format!("nothing leads there; the other way round {} so", many(n as u64, "edge does", "edges do"));
            hints.add("other_way", why, Some(command(&["path", target, source])));
        }
    }
    Ok(hints)
}

fn of_sure(n: u32, words: &[&str], hints: &mut Hints) {
    if n > 0 {
        let why = format!("{} less sure", many(n.into(), "is", "are"));
        hints.add("sure", why, Some(command(words)));
    }
}

fn of_receivers(n_maybe: Option<u32>, name: &str, id: &str, hints: &mut Hints) {
    if let Some(n @ 1..) = n_maybe {
        let why = many(n.into(), "place has a receiver that is not known", "places have a receiver that is not known");
        let next = (name != "callees").then(|| command(&[name, id, "--maybe"]));
        hints.add_said("unknown_receivers", why, next);
    }
}

/// An error with the reasons that are known: of a name that nothing has.
pub(super) fn explained(fault: Fault, asked: &mut Asked) -> Fault {
    match fault {
        Fault::Library(Error::Refused(Refusal::Unknown(unknown))) => {
            // Where the index cannot be asked, the error says what it said.
            let hints = of_name(&unknown, asked).unwrap_or_default();
            Fault::Unknown(Box::new((unknown, hints)))
        }
        other => other,
    }
}

/// A command of this program, as a shell reads it.
fn command(words: &[&str]) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "_-./:#@%+=,~".contains(char);
    let quoted = |word: &&str| match !word.is_empty() && word.chars().all(is_plain) {
        true => (*word).to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    };
    let words: Vec<String> = words.iter().map(quoted).collect();
    format!("scrubjay {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn what_to_type_next_is_one_line_that_a_shell_reads_as_it_is_meant() {
        assert_eq!(command(&["find", "src/a.py#A.b"]), "scrubjay find src/a.py#A.b");
        assert_eq!(command(&["find", "it's $HOME"]), r"scrubjay find 'it'\''s $HOME'");
        assert_eq!(command(&["find", ""]), "scrubjay find ''");
    }
}
