//! Unresolved places: they may name a member, but are left out of lists because the receiver's type is unknown.
//!
//! If they are requested, they follow the certain places in one numbering, so that pages continue across both.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bindings::exports::scrubjay::memory::graph::{Symbol, UnresolvedPage, UnresolvedPlace, UnresolvedQuestion};
use crate::bindings::exports::scrubjay::memory::tools::{AnswerObject, LinePart, ObjectMember, ReplyMember};
use crate::tools::asker::{Asker, NextStep};
use crate::tools::output::ToolOutput;
use crate::tools::replies::{Attempt, Replies};
use crate::tools::styled::Styled;
use crate::tools::text::{counted_noun, shown, spoken_name};
use crate::tools::word::Word as _;

/// The reason that a list gives if it does not count unresolved places.
pub(in crate::tools) const UNCOUNTED: &str = "not counted, because types of the language have such a member too";

/// The unresolved places of a symbol: how many there are, and whether they are requested.
pub(super) struct UnresolvedSummary<'p> {
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

/// A page of unresolved places, as many as the list has room for.
pub(super) struct ListedPlaces {
    page: UnresolvedPage,
    limit: u32,
    /// The index of the page's reply.
    reply: u32,
}

/// How many certain places a page has (`n`) and the whole list (`n_all`), with the question's `limit` and `skip`.
pub(super) struct CertainPage {
    pub(super) n: usize,
    pub(super) n_all: u32,
    pub(super) limit: u32,
    pub(super) skip: u32,
}

impl CertainPage {
    /// The number of certain and unresolved places on the page, and of both in all.
    pub(super) fn combined_counts(&self, listed_places: Option<&ListedPlaces>) -> (usize, u32) {
        match listed_places {
            Some(ListedPlaces { page, .. }) => {
                (self.n + page.places.len(), self.n_all.saturating_add(page.n_places.unwrap_or(0)))
            }
            None => (self.n, self.n_all),
        }
    }
}

impl<'p> UnresolvedSummary<'p> {
    /// The unresolved places for a list that can show them.
    pub(super) fn for_list(
        symbol: &'p Symbol,
        n_places: Option<u32>,
        n_files: u32,
        is_listed: bool,
    ) -> UnresolvedSummary<'p> {
        UnresolvedSummary { symbol, n_places, n_files, is_listed, is_elsewhere: false }
    }

    /// The unresolved places for an answer that cannot show them.
    pub(super) fn for_other_command(symbol: &'p Symbol, n_places: Option<u32>, n_files: u32) -> UnresolvedSummary<'p> {
        UnresolvedSummary { symbol, n_places, n_files, is_listed: false, is_elsewhere: true }
    }

    /// The unresolved places that follow the certain ones on this page, with the index of their reply; `None` if they
    /// are not requested.
    pub(super) fn list(&self, certain_page: &CertainPage, replies: &mut Replies) -> Attempt<Option<ListedPlaces>> {
        if !self.is_listed {
            return Ok(None);
        }
        let limit = certain_page.limit.saturating_sub(certain_page.n as u32);
        let skip = certain_page.skip.saturating_sub(certain_page.n_all);
        // If the certain places fill the page, one unresolved place is asked for anyway, to get the number of all.
        let (name, kinds, path_prefix) = (self.symbol.id.clone(), Vec::new(), String::new());
        let question = UnresolvedQuestion { name, limit: limit.max(1), skip, kinds, path_prefix };
        let mut page = replies.unresolved(question)?;
        page.places.truncate(limit as usize);
        Ok(Some(ListedPlaces { page, limit, reply: replies.latest() }))
    }

    /// Says how many unresolved places there are, and how to list them.
    pub(super) fn report(&self, listed_places: Option<&ListedPlaces>, output: &mut ToolOutput<'_>) {
        let (name, files) = (shown(&self.symbol.name), counted_noun(self.n_files, "file", "files"));
        match (listed_places.map_or(self.n_places, |listed_places| listed_places.page.n_places), listed_places) {
            (Some(0), _) => {}
            (Some(n), None) => {
                let places = counted_noun(n, "more place names", "more places name");
                let hint = self.listing_hint(output.asker());
                output.say(format_args!("{places} .{name} in {files} on a receiver that is not known{hint}"));
            }
            (Some(n), Some(ListedPlaces { page, .. })) if page.places.len() < n as usize => {
                let places = counted_noun(n, "place is", "places are");
                output.say(format_args!("{places} on a receiver that is not known, behind the others"));
            }
            (Some(_), Some(_)) => {}
            (None, _) => {
                let hint = self.listing_hint(output.asker());
                output.say(format_args!("calls of .{name} on a receiver that is not known are {UNCOUNTED}{hint}"));
            }
        }
    }

    /// Says what lists unresolved places; empty if the asker has nothing that lists them.
    fn listing_hint(&self, asker: Asker<'_>) -> String {
        self.listing_command(asker).map(|command| format!("; {command} lists them")).unwrap_or_default()
    }

    /// The command, call or argument that lists unresolved places; `None` if an agent is offered none.
    fn listing_command(&self, asker: Asker<'_>) -> Option<String> {
        let callers = NextStep::new("callers", &[&self.symbol.id]).with_flag("unresolved");
        match asker {
            Asker::Shell if self.is_elsewhere => callers.spelled_for(asker).map(|callers| format!("`{callers}`")),
            Asker::Shell => Some(asker.argument("unresolved")),
            agent if self.is_elsewhere => callers.spelled_for(agent),
            agent => callers.spelled_for(agent).or_else(|| Some(agent.argument("unresolved"))),
        }
    }
}

/// Unresolved places as lines, to follow a list.
pub(in crate::tools) fn place_lines(places: &[UnresolvedPlace]) -> Styled {
    let mut lines = Styled::default();
    for UnresolvedPlace { symbol, edge, path, line } in places {
        lines.place(path, *line).put("  ").part(LinePart::Aside, &format!("maybe {}", spoken_name(edge.word())));
        lines.put("  ").part(LinePart::Name, symbol).put("\n");
    }
    lines
}

/// Adds listed places to the lines and the object of an answer.
pub(super) fn append_places(
    listed_places: Option<&ListedPlaces>,
    lines: &mut Styled,
    object: AnswerObject,
) -> AnswerObject {
    let Some(ListedPlaces { page, limit, reply }) = listed_places else { return object };
    lines.append(place_lines(&page.places));
    let reply_member =
        |member: &str, limit| ObjectMember::OfReply(ReplyMember { reply: *reply, member: member.to_owned(), limit });
    object.with("unresolved", reply_member("places", Some(*limit))).with("n_unresolved", reply_member("n_places", None))
}
