//! The order of options in help.

use clap::Command;

/// The entry of [`ORDER`] that gives the place of the options for all members of a situation.
const SITUATION_OPTION: &str = "branch";
/// The names of the situation's members, separated by commas.
const SITUATION: &str = scrubjay::situation_names!();

/// The order of options in the help of every command, in five groups. They are the subject, limits, the form of the
/// output, how and where something is done, and the options of every command.
const ORDER: &[&str] = &[
    // What is asked about.
    "kind",
    "in",
    "exclude",
    "no-exclude",
    "file",
    "around",
    "all",
    "harness",
    "history",
    "by",
    "min-confidence",
    "focus",
    "recent",
    "error",
    "code-only",
    "window",
    "session",
    "principal",
    "channel",
    "origin",
    "task",
    "task-type",
    "conversation",
    "tool",
    SITUATION_OPTION,
    "intent",
    "status",
    "subject",
    "metadata",
    "at",
    "parent",
    "event",
    "since",
    "until",
    "days",
    "version",
    "expected",
    "anchor",
    "trust",
    "outdated",
    "weak",
    "weighting",
    "setting",
    "claude",
    "codex",
    "cursor",
    "vscode",
    "opencode",
    "agents-md",
    "claude-md",
    "user",
    "no-hooks",
    "no-server",
    "no-capture",
    "tools",
    "toolset",
    "prefix",
    "structured",
    // How much.
    "depth",
    "sessions",
    "limit",
    "skip",
    "after",
    "before",
    "per-session",
    "min-occasions",
    "budget",
    "commits",
    "max-tokens",
    "max-entries",
    "keep-entries",
    "threshold",
    "low",
    "recap-share",
    "keep-last",
    "task-hours",
    "max-bytes",
    // How it is shown.
    "unresolved",
    "flat",
    "explain",
    "why",
    "factors",
    "original",
    "format",
    "bare",
    "parts",
    // How it is done, and where.
    "policy",
    "cache-read",
    "cache-write",
    "now",
    "off",
    "summary",
    "model",
    "rebuild",
    "anyway",
    "check",
    "wait",
    "erase",
    "remove",
    "mine",
    "seen",
    "dry-run",
    "yes",
    "memory",
    // What every command has.
    "root",
    "as-is",
    "json",
    "quiet",
    "color",
];

/// Sorts the options of a command and of its subcommands into the order of [`ORDER`].
pub(super) fn sort_options(command: Command) -> Command {
    let command = command.mut_args(|one| match place(one.get_long()) {
        // A negative number is taken for a value, so that the error about it names the limits.
        Some(place) => {
            let takes_value = one.get_action().takes_values();
            one.display_order(place).allow_negative_numbers(takes_value)
        }
        None => one,
    });
    command.mut_subcommands(sort_options)
}

fn place(option: Option<&str>) -> Option<usize> {
    let option = option?;
    let place_of = |option: &str| ORDER.iter().position(|known| *known == option);
    let of_situation =
        || SITUATION.split(", ").find(|member| *member == option).and_then(|_| place_of(SITUATION_OPTION));
    place_of(option).or_else(of_situation)
}

#[cfg(test)]
mod tests {
    use super::{ORDER, place};
    use crate::arguments::command;

    fn visit_commands(command: &clap::Command, visit: &mut impl FnMut(&clap::Command)) {
        visit(command);
        command.get_subcommands().for_each(|one| visit_commands(one, visit));
    }

    #[test]
    fn every_option_of_every_command_has_its_place_and_help_keeps_to_it() {
        let mut program = command();
        program.build();
        let (mut unplaced, mut seen_options, mut n_commands) = (Vec::new(), Vec::new(), 0);
        visit_commands(&program, &mut |command| {
            let help = command.clone().render_long_help().to_string();
            let is_option = |line: &&str| line.trim_start().starts_with('-') && line.contains("--");
            let long_name = |line: &str| {
                line.split("--").nth(1).map(|rest| {
                    rest.chars().take_while(|char| char.is_alphanumeric() || *char == '-').collect::<String>()
                })
            };
            let is_top = command.get_name() == "scrubjay";
            let (_, options) = help.split_once("Options:\n").unwrap_or_default();
            let options = options.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
            let shown_options: Vec<String> = options
                .filter(is_option)
                .filter_map(long_name)
                .filter(|one| one != "help" && !(one == "version" && is_top))
                .collect();
            let places: Vec<Option<usize>> = shown_options.iter().map(|one| place(Some(one))).collect();
            unplaced.extend(
                shown_options.iter().zip(&places).filter(|(_, place)| place.is_none()).map(|(one, _)| one.clone()),
            );
            assert!(places.is_sorted(), "{}: {shown_options:?}", command.get_name());
            seen_options.extend(shown_options);
            n_commands += 1;
        });
        assert!(unplaced.is_empty(), "{unplaced:?}");
        assert!(n_commands > 40, "{n_commands}");
        let unused: Vec<&&str> = ORDER.iter().filter(|one| !seen_options.iter().any(|seen| seen == *one)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }
}
