//! Numeric arguments: their parsers, and how help and errors describe them.

use std::fmt::Display;
use std::str::FromStr;

use scrubjay::wit::Bounded;

use crate::output::text::count as grouped;

/// A number that can be given as an argument.
pub(crate) trait Number: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static {
    /// The description of a valid value, for messages.
    const WHAT: &'static str;
    /// The greatest value of the type; messages do not mention it as a limit.
    const GREATEST: Self;
}

impl Number for u32 {
    const WHAT: &'static str = "a whole number";
    const GREATEST: u32 = u32::MAX;
}

impl Number for u64 {
    const WHAT: &'static str = "a whole number";
    const GREATEST: u64 = u64::MAX;
}

impl Number for f64 {
    const WHAT: &'static str = "a number";
    const GREATEST: f64 = f64::MAX;
}

/// A parser of numbers within the bounds that the interface declares, which are themselves valid.
pub(crate) fn parse_within<N: Number>(bounds: Bounded<N>) -> impl Fn(&str) -> Result<N, String> + Clone {
    parse_between(bounds.min, bounds.max)
}

/// A parser of numbers with only a lower bound, which is itself valid.
pub(crate) fn parse_from<N: Number>(min: N) -> impl Fn(&str) -> Result<N, String> + Clone {
    parse_between(min, N::GREATEST)
}

/// A parser of numbers between two bounds, which are themselves valid.
pub(crate) fn parse_between<N: Number>(min: N, max: N) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |typed| {
        let number = typed.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| match max == N::GREATEST {
            true => format!("write {} from {} on", N::WHAT, bound_text(min)),
            false => format!("write {} from {} to {}", N::WHAT, bound_text(min), bound_text(max)),
        })
    }
}

/// The help text of a number: its meaning, and its range.
pub(crate) fn range_help<N: Display>(what: &str, bounds: Bounded<N>) -> String {
    format!("{what}, {} to {}", bound_text(bounds.min), bound_text(bounds.max))
}

fn bound_text<N: Display>(bound: N) -> String {
    bound.to_string().parse().map_or_else(|_| bound.to_string(), grouped)
}

#[cfg(test)]
mod tests {
    use clap::Command;
    use clap::error::ErrorKind;

    use crate::arguments;

    /// Gives each argument of a command, and of its subcommands, a word as its value, and collects the errors about
    /// values.
    fn collect_refusals(command: &Command, path: &[String], found: &mut Vec<String>) {
        for argument in command.get_arguments().filter(|argument| argument.get_action().takes_values()) {
            let typed = match argument.get_long() {
                Some(name) => vec![format!("--{name}=banana")],
                None => vec!["banana".to_owned(); argument.get_index().unwrap_or(1)],
            };
            match arguments::read(path.iter().cloned().chain(typed)) {
                Err(error) if error.kind() == ErrorKind::ValueValidation => found.push(error.to_string()),
                _ => {}
            }
        }
        for subcommand in command.get_subcommands() {
            collect_refusals(subcommand, &[path, &[subcommand.get_name().to_owned()]].concat(), found);
        }
    }

    /// Rust's own message about an invalid digit does not say what to write.
    #[test]
    fn every_number_says_what_to_write() {
        let mut found = Vec::new();
        collect_refusals(&arguments::command(), &["scrubjay".to_owned()], &mut found);
        assert!(found.len() > 60, "{}", found.len());
        let without_advice = found.iter().filter(|said| !said.contains(": write a "));
        assert_eq!(without_advice.collect::<Vec<_>>(), Vec::<&String>::new());
        let any_refusal_says = |words: &str| found.iter().any(|said| said.contains(words));
        for words in [
            "'--wait <SECONDS>': write a whole number from 0 to 86,400",
            "'--max-tokens <TOKENS>': write a whole number from 1,000 to 100,000,000",
            "'--max-bytes <BYTES>': write a whole number from 1 on",
            "'--threshold <SHARE>': write a number from 0.05 to 1",
            "'--version <N>': write a whole number from 1 on",
            "'<OLDER>': write a whole number from 1 on",
        ] {
            assert!(any_refusal_says(words), "{words}: {found:#?}");
        }
    }
}
