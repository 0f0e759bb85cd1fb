//! What a list leaves out: places that name such a member on a receiver of which nothing is known.

use scrubjay::Memory;
use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{MaybePage, MaybePlace, MaybeQuestion, Symbol};
use serde_json::Value;

use super::Asked;
use super::Fault;
use super::ask::told;
use super::json::Json as _;
use super::output::Output;
use super::painted::{Painted, Part};
use super::text::{many, shown, spoken};

/// How many places may name a symbol, beside a list, and whether they are asked for.
pub(super) struct Maybe<'p> {
    /// The symbol that was asked for.
    pub(super) symbol: &'p Symbol,
    /// None: not counted.
    pub(super) n_places: Option<u32>,
    pub(super) n_files: u32,
    /// Whether they are listed.
    pub(super) is_listed: bool,
}

impl Maybe<'_> {
    /// The places, where they are asked for.
    pub(super) fn list(&self, most: u32, asked: &mut Asked, output: &Output) -> Result<Option<MaybePage>, Fault> {
        if !self.is_listed {
            return Ok(None);
        }
        let question = MaybeQuestion { most, ..MaybeQuestion::new(self.symbol.id.clone()) };
        told(asked, output, |memory: &mut Memory| memory.maybe(&question)).map(Some)
    }

    /// Says how many there are.
    pub(super) fn tell(&self, listed: Option<&MaybePage>, output: &Output) {
        let (name, files) = (shown(&self.symbol.name), many(self.n_files.into(), "file", "files"));
        match (self.n_places, listed) {
            (Some(0), _) => {}
            (Some(n), None) => {
                let places = many(n.into(), "more place names", "more places name");
                output.say(format_args!("{places} .{name} in {files} on a receiver that is not known; {} lists them", output.argument("maybe")));
            }
            (Some(n), Some(page)) if page.places.len() < n as usize => {
                output.say(format_args!("{} of {n} places on a receiver that is not known; {} shows more", page.places.len(), output.argument("most")));
            }
            (Some(_), Some(_)) => {}
            (None, _) => output.say(format_args!(
                "calls of .{name} on a receiver that is not known are not counted: types of the language have such a member too"
            )),
        }
    }
}

/// The places as lines, after those of a list.
pub(super) fn lines(page: Option<&MaybePage>) -> Painted {
    let mut lines = Painted::default();
    for MaybePlace { symbol, edge, path, line } in page.into_iter().flat_map(|page| &page.places) {
        lines.place(path, *line).put("  ").part(Part::Aside, &format!("maybe {}", spoken(edge.word())));
        lines.put("  ").part(Part::Name, symbol).put("\n");
    }
    lines
}

/// An answer with the places, null where they were not asked for.
pub(super) fn with_places(mut answer: Value, page: Option<&MaybePage>) -> Value {
    if let Some(page) = page {
        answer["maybe"] = page.places.json();
    }
    answer
}
