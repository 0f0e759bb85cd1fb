//! Errors in the arguments of a command, for callers that have other names for the arguments.
//!
//! Not here: their messages at a shell, which the parser of arguments writes.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::arguments;

/// An error in one argument.
#[derive(Debug)]
pub(crate) struct Misuse {
    /// The argument as the command line spells it: an option with its hyphens, a positional argument in angle brackets,
    /// or a surplus word.
    pub(crate) argument: String,
    kind: ErrorKind,
    /// The value that was given, if any.
    given: Option<String>,
    /// The accepted values, or the reason for the refusal; may be empty.
    wanted: String,
}

/// The error in the arguments of a command, if there is one.
pub(crate) fn find_misuse(typed: &[String]) -> Option<Misuse> {
    arguments::read(typed).err().map(|error| Misuse::of(&error))
}

impl Misuse {
    pub(crate) fn of(error: &clap::Error) -> Misuse {
        let all = |kind| -> Vec<String> {
            match error.get(kind) {
                Some(ContextValue::String(one)) => vec![one.clone()],
                Some(ContextValue::Strings(all)) => all.clone(),
                _ => Vec::new(),
            }
        };
        let argument = all(ContextKind::InvalidArg).into_iter().next().unwrap_or_default();
        let argument = argument.split([' ', '=']).next().unwrap_or_default().trim_end_matches("...").to_owned();
        let words = all(ContextKind::ValidValue);
        let wanted = match error.source() {
            _ if !words.is_empty() => format!("one of {}", words.join(", ")),
            Some(why) => why.to_string(),
            None => String::new(),
        };
        Misuse { argument, kind: error.kind(), given: all(ContextKind::InvalidValue).into_iter().next(), wanted }
    }

    /// One line about the error: the argument's name, its meaning, and the option that it conflicts with.
    pub(crate) fn in_words(&self, name: &str, means: &str, choice: &str) -> String {
        let untold = self.given.as_ref().filter(|given| !self.wanted.contains(given.as_str()));
        let given = untold.map(|given| format!(", not {given:?}")).unwrap_or_default();
        match self.kind {
            ErrorKind::MissingRequiredArgument if means.is_empty() => format!("`{name}` is missing"),
            ErrorKind::MissingRequiredArgument => format!("`{name}` is missing: {means}"),
            ErrorKind::UnknownArgument if choice.is_empty() => format!("`{name}` is no argument of this"),
            ErrorKind::UnknownArgument => format!("`{name}` does not go with {choice}"),
            _ if self.wanted.starts_with("one of ") => format!("`{name}` must be {}{given}", self.wanted),
            _ if !self.wanted.is_empty() => format!("`{name}`: {}{given}", self.wanted),
            _ => format!("`{name}` cannot be taken{given}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::find_misuse;

    #[test]
    fn what_is_wrong_is_told_of_the_argument_alone() {
        let told = |words: &str| {
            let typed: Vec<String> = words.split(' ').map(str::to_owned).collect();
            find_misuse(&typed).map(|misuse| (misuse.argument.clone(), misuse.in_words("x", "a path", "`y` z")))
        };
        let is = |argument: &str, words: &str| Some((argument.to_owned(), words.to_owned()));
        assert_eq!(told("scrubjay callers a"), None);
        assert_eq!(told("scrubjay work file"), is("<PATH>", "`x` is missing: a path"));
        assert_eq!(told("scrubjay callees --unresolved -- a"), is("--unresolved", "`x` does not go with `y` z"));
        let since = told("scrubjay notes --since=banana").unwrap();
        assert_eq!(since.0, "--since");
        assert!(since.1.starts_with("`x`: ") && since.1.ends_with(", not \"banana\""), "{}", since.1);
        assert!(told("scrubjay find --kind=banana a").unwrap().1.starts_with("`x` must be one of "));
    }
}
