//! Unresolved places: they may name a member, but are left out of lists because the receiver's type is unknown.
//!
//! If they are requested, they follow the certain places in one numbering, so that pages continue across both.

use scrubjay::Memory;
use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{Symbol, UnresolvedPage, UnresolvedPlace, UnresolvedQuestion};
use serde_json::Value;

use super::ask_reporting_damage;
use crate::output::Output;
use crate::output::asker::{Asker, NextStep};
use crate::output::json::Json as _;
use crate::output::styled::{LinePart, Styled};
use crate::output::text::{counted_noun, shown, spoken_name};
use crate::{Context, Fault};

/// The reason that a list gives if it does not count unresolved places.
pub(crate) const UNCOUNTED: &str = "not counted, because types of the language have such a member too";

/// The unresolved places of a symbol: how many there are, and whether they are requested.
pub(crate) struct UnresolvedSummary<'p> {
    /// The symbol that was asked for.
    symbol: &'p Symbol,
    /// `None` if they are not counted.
    n_places: Option<u32>,
    n_files: u32,
    /// Whether they are requested for this list.
    is_listed: bool,
    /// Whether only another command can list them.
    is_elsewhere: bool,
}

/// The counts of certain places on a page, with the page's limits.
pub(crate) struct CertainPage {
    pub(crate) n: usize,
    pub(crate) n_all: u32,
    pub(crate) limit: u32,
    pub(crate) skip: u32,
}

impl CertainPage {
    /// The number of places of both kinds on the page, and in all.
    pub(crate) fn combined_counts(&self, listed: Option<&UnresolvedPage>) -> (usize, u32) {
        match listed {
            Some(page) => (self.n + page.places.len(), self.n_all.saturating_add(page.n_places.unwrap_or(0))),
            None => (self.n, self.n_all),
        }
    }
}

impl<'p> UnresolvedSummary<'p> {
    /// The unresolved places for a list that can show them.
    pub(crate) fn for_list(
        symbol: &'p Symbol,
        n_places: Option<u32>,
        n_files: u32,
        is_listed: bool,
    ) -> UnresolvedSummary<'p> {
        UnresolvedSummary { symbol, n_places, n_files, is_listed, is_elsewhere: false }
    }

    /// The unresolved places for an answer that cannot show them.
    pub(crate) fn for_other_command(symbol: &'p Symbol, n_places: Option<u32>, n_files: u32) -> UnresolvedSummary<'p> {
        UnresolvedSummary { symbol, n_places, n_files, is_listed: false, is_elsewhere: true }
    }

    /// The unresolved places that follow the certain ones on this page; `None` unless requested.
    pub(crate) fn list(
        &self,
        certain: &CertainPage,
        context: &mut Context,
        output: &Output,
    ) -> Result<Option<UnresolvedPage>, Fault> {
        if !self.is_listed {
            return Ok(None);
        }
        let limit = certain.limit.saturating_sub(certain.n as u32);
        let skip = certain.skip.saturating_sub(certain.n_all);
        // A page that the certain ones fill is told the number all the same.
        let question =
            UnresolvedQuestion { limit: limit.max(1), skip, ..UnresolvedQuestion::new(self.symbol.id.clone()) };
        let mut page = ask_reporting_damage(context, output, |memory: &mut Memory| memory.unresolved(&question))?;
        page.places.truncate(limit as usize);
        Ok(Some(page))
    }

    /// Says how many unresolved places there are, and how to list them.
    pub(crate) fn tell(&self, listed: Option<&UnresolvedPage>, output: &Output) {
        let (name, files) = (shown(&self.symbol.name), counted_noun(self.n_files.into(), "file", "files"));
        match (listed.map_or(self.n_places, |page| page.n_places), listed) {
            (Some(0), _) => {}
            (Some(n), None) => {
                let places = counted_noun(n.into(), "more place names", "more places name");
                let how = self.how(output);
                output
                    .say(format_args!("{places} .{name} in {files} on a receiver that is not known; {how} lists them"));
            }
            (Some(n), Some(page)) if page.places.len() < n as usize => {
                let places = counted_noun(n.into(), "place is", "places are");
                output.say(format_args!("{places} on a receiver that is not known, behind the others"));
            }
            (Some(_), Some(_)) => {}
            (None, _) => {
                let how = self.how(output);
                output.say(format_args!(
                    "calls of .{name} on a receiver that is not known are {UNCOUNTED}; {how} lists them"
                ));
            }
        }
    }

    /// The command or argument that lists unresolved places.
    fn how(&self, output: &Output) -> String {
        let callers = NextStep::new("callers", &[&self.symbol.id]).with_flag("unresolved");
        match output.asker() {
            Asker::Shell if self.is_elsewhere => format!("`{}`", callers.spelled_for(Asker::Shell).unwrap_or_default()),
            Asker::Shell => output.argument("unresolved"),
            agent => callers.spelled_for(agent).unwrap_or_else(|| output.argument("unresolved")),
        }
    }
}

/// Unresolved places as lines, to follow a list.
pub(crate) fn place_lines(places: &[UnresolvedPlace]) -> Styled {
    let mut lines = Styled::default();
    for UnresolvedPlace { symbol, edge, path, line } in places {
        lines.place(path, *line).put("  ").part(LinePart::Aside, &format!("maybe {}", spoken_name(edge.word())));
        lines.put("  ").part(LinePart::Name, symbol).put("\n");
    }
    lines
}

/// Adds unresolved places to an answer's JSON, with their number, if they were requested.
pub(crate) fn with_places(mut answer: Value, listed: Option<&UnresolvedPage>) -> Value {
    if let Some(page) = listed {
        answer["unresolved"] = page.places.json();
        answer["n_unresolved"] = page.n_places.json();
    }
    answer
}
