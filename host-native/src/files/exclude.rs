//! A caller's patterns for files and folders to exclude. They take precedence over all rules in files: a
//! `.scrubjayignore` cannot re-include what they exclude.
//!
//! They have the syntax of a `.gitignore` in the folder itself, and can only exclude. Not here: where they are stored.

use std::sync::Arc;

use super::glob::{MAX_LINE, Pattern};
use super::rules::MAX_BYTES;
use crate::Error;
use crate::wit::types::{Error as Refusal, InvalidArgument};

/// The most patterns; a person writes a few.
const MAX_PATTERNS: usize = 1_000;

/// Valid patterns, in the given order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exclude(Arc<[String]>);

impl Exclude {
    /// Checks patterns, which have the syntax of lines of a `.gitignore`: at most 1,000, and 1 MiB in all.
    ///
    /// # Errors
    /// [`Error::Refused`] if one is empty, matches nothing, re-includes files, is too long, or has a line end or NUL,
    /// or if there are too many.
    pub fn of(patterns: &[String]) -> Result<Exclude, Error> {
        let bad_pattern = patterns.iter().find_map(|pattern| Some(format!("{pattern:?} {}", fault(pattern)?)));
        let n_bytes: usize = patterns.iter().map(|pattern| pattern.len() + 1).sum();
        let too_many = (patterns.len() > MAX_PATTERNS).then(|| format!("{MAX_PATTERNS} patterns are the most"));
        let too_long = (n_bytes > MAX_BYTES).then(|| "all of them together take more than 1 MiB".to_owned());
        match too_many.or(bad_pattern).or(too_long) {
            Some(why) => Err(Error::Refused(Refusal::Invalid(InvalidArgument { argument: "exclude".to_owned(), why }))),
            None => Ok(Exclude(patterns.into())),
        }
    }

    /// The patterns, in the given order.
    pub fn patterns(&self) -> &[String] {
        &self.0
    }

    /// The patterns for storage, a line each, as in a file of rules.
    pub(crate) fn encode(&self) -> Vec<u8> {
        self.0.join("\n").into_bytes()
    }

    /// Decodes the result of [`Exclude::encode`]; `None` for anything else.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Exclude> {
        let text = str::from_utf8(bytes).ok()?;
        let patterns: Vec<String> = text.split('\n').filter(|_| !text.is_empty()).map(str::to_owned).collect();
        Exclude::of(&patterns).ok()
    }
}

/// Why a text is not a valid exclusion; `None` if it is valid.
fn fault(pattern: &str) -> Option<&'static str> {
    if pattern.is_empty() {
        return Some("is empty");
    }
    if pattern.contains(['\n', '\r', '\0']) {
        return Some("holds a line end or NUL");
    }
    if pattern.len() > MAX_LINE {
        return Some("is longer than a path can be");
    }
    match Pattern::parse(pattern.as_bytes(), false) {
        None => Some("matches nothing"),
        Some(parsed) if parsed.is_negated => {
            Some("brings files back, and patterns here only exclude: leave the `!` out")
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(patterns: &[&str]) -> Result<Exclude, Error> {
        Exclude::of(&patterns.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn patterns_round_trip() {
        for patterns in [&[][..], &["*.gen.py"], &["/a b/", "é/**", "\\!x", "\\#y"]] {
            let exclude = of(patterns).unwrap();
            assert_eq!(Exclude::decode(&exclude.encode()).unwrap(), exclude);
        }
        assert_eq!(Exclude::decode(b"!a"), None);
        assert_eq!(Exclude::decode(b"\xff"), None);
    }

    #[test]
    fn what_does_not_exclude_is_refused() {
        let long_pattern = "x".repeat(MAX_LINE + 1);
        for pattern in ["", " ", "!a", "a\nb", "a\r", "a\0", "#a", "/", &long_pattern] {
            let Err(Error::Refused(Refusal::Invalid(invalid))) = of(&["ok", pattern]) else { panic!("{pattern:?}") };
            assert_eq!(invalid.argument, "exclude");
        }
        assert!(of(&["x"; MAX_PATTERNS]).is_ok());
        assert!(of(&["x"; MAX_PATTERNS + 1]).is_err());
        assert!(of(&["x".repeat(MAX_LINE).as_str(); 300]).is_err());
    }
}
