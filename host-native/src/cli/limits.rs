//! The numbers of the interface as arguments: what they are read by, and what help says of them.

use std::fmt::Display;

use clap::builder::RangedI64ValueParser;
use scrubjay::wit::Bounded;

use super::text::count as grouped;

/// Reads a whole number.
pub(super) fn count(of: Bounded<u32>) -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(i64::from(of.least)..=i64::from(of.most))
}

/// Reads a number that has a fraction.
pub(super) fn confidence(of: Bounded<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |typed| {
        let number = typed.parse().ok().filter(|number| (of.least..=of.most).contains(number));
        number.ok_or_else(|| format!("not a number from {} to {}", of.least, of.most))
    }
}

/// What help says of a number: what it is, and its ends.
pub(super) fn told<N: Display>(what: &str, of: Bounded<N>) -> String {
    let end = |end: N| end.to_string().parse().map_or_else(|_| end.to_string(), grouped);
    format!("{what}, {} to {}", end(of.least), end(of.most))
}
