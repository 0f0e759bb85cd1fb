//! The command `delivered`: what agents were told, when and why.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use scrubjay::wit::Word as _;
use scrubjay::wit::delivery::{DeliveriesQuestion, DeliveryPage, ToldItem};
use scrubjay::wit::limits::deliveries_question as limits;

use crate::arguments::limits::{parse_within, range_help};
use crate::memory::place::MemoryLocation;
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{counted_noun, shown};
use crate::output::times::{parse_time, time_with_offset};
use crate::{Ending, Fault};

#[derive(Debug, Args)]
pub(crate) struct DeliveredArgs {
    /// Only to this session
    #[arg(long, value_name = "ID", default_value = "")]
    session: String,
    /// Only what was told then or later: a date, a time, today, yesterday, last week, or so long ago, as 7d or 12h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    since: Option<i64>,
    /// Only what was told before
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    until: Option<i64>,
    #[arg(long, value_name = "N", help = range_help("How many at most", limits::LIMIT))]
    #[arg(default_value_t = limits::LIMIT.default, value_parser = parse_within(limits::LIMIT))]
    limit: u32,
    /// The id of the delivery after which to continue
    #[arg(long, value_name = "ID", default_value = "")]
    after: String,
    #[command(flatten)]
    place: MemoryLocation,
}

pub(crate) fn delivered(given: DeliveredArgs, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open(root, output)?;
    let DeliveredArgs { session, since, until, limit, after, .. } = given;
    let page = found.records.deliveries(&DeliveriesQuestion { session, since, until, limit, after })?;
    output.tell(&page, |page: &DeliveryPage| page.deliveries.iter().map(told_item).collect(), || page.json());
    if page.n_damaged > 0 {
        let n_damaged = counted_noun(page.n_damaged.into(), "delivery", "deliveries");
        output.warn(format_args!("{n_damaged} cannot be read, because the rows are damaged"));
    }
    if !page.next.is_empty() {
        output.say(format_args!("older ones: {} {}", output.argument("after"), page.next));
    }
    if page.deliveries.is_empty() {
        output.say("nothing was told to an agent");
    }
    found.tell_salvage(output);
    Ok(if page.deliveries.is_empty() { Ending::Nothing } else { Ending::Found })
}

/// One delivery as text: time, session, moment, reason, and the quotation with its id.
fn told_item(item: &ToldItem) -> String {
    let ToldItem { time, session, about, why, tokens, record_id, record_kind, said, trust, .. } = item;
    let mut words =
        format!("{}  {}, session {}, {tokens} tokens\n", time_with_offset(*time), item.moment.word(), shown(session));
    if !about.is_empty() {
        let _ = writeln!(words, "    for: {about}");
    }
    let _ = writeln!(words, "    why: {why}");
    let kind = record_kind.map_or("its record is gone", |kind| kind.word());
    let _ = writeln!(words, "    {kind}, {}, {record_id}: {said}", trust.word());
    words
}
