//! Counts tests by the summaries in the output of test programs.

use std::io::{BufRead, BufReader};
use std::iter::Sum;
use std::process::{Command, Stdio};

use anyhow::Context;

/// How many further lines of output are repeated after a line that reports a failure.
const LINES_OF_FAILURE: usize = 8;

/// The numbers of tests that passed and failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub n_passed: u32,
    pub n_failed: u32,
    /// The lines that report failures, for the summary.
    pub failures: Vec<String>,
}

impl Count {
    /// The count of one check that passed.
    pub fn success() -> Count {
        Count { n_passed: 1, ..Count::default() }
    }

    /// The count of one check that failed.
    pub fn failure() -> Count {
        Count { n_failed: 1, ..Count::default() }
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::default(), |a, b| Count {
            n_passed: a.n_passed + b.n_passed,
            n_failed: a.n_failed + b.n_failed,
            failures: [a.failures, b.failures].concat(),
        })
    }
}

/// Runs a test command, prints its output as it comes, and counts its summaries. A command that fails without a failed
/// test, for example because it does not compile, counts as one failure.
pub fn count_tests(command: &mut Command) -> anyhow::Result<Count> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start the tests")?;
    let output = child.stdout.take().context("the tests have no output")?;
    let (mut count, mut n_to_repeat) = (Count::default(), 0);
    for line in BufReader::new(output).lines() {
        let line = line.context("cannot read what the tests say")?;
        println!("{line}");
        let (n_passed, n_failed) = summary(&line);
        count.n_passed += n_passed;
        count.n_failed += n_failed;
        if reports_failure(&line) {
            n_to_repeat = 1 + LINES_OF_FAILURE;
        }
        if n_to_repeat > 0 {
            n_to_repeat -= 1;
            count.failures.push(line);
        }
    }
    let status = child.wait().context("cannot wait for the tests")?;
    if !status.success() && count.n_failed == 0 {
        count.n_failed = 1;
    }
    Ok(count)
}

/// Whether a line begins the report of a failed test, by Rust's test programs, by Node's, or by a check of ours.
fn reports_failure(line: &str) -> bool {
    line.ends_with("... FAILED") || line.trim_start().starts_with("not ok ") || line.starts_with("---- ")
}

/// The numbers of passed and failed tests in a summary: `test result: ok. 3 passed; 1 failed; …`, or `# pass 3` or
/// `# fail 1` of Node's test runner. They are zero in any other line.
fn summary(line: &str) -> (u32, u32) {
    let number_after = |what: &str| line.strip_prefix(what).and_then(|number| number.trim().parse().ok());
    if let Some(n_passed) = number_after("# pass ") {
        return (n_passed, 0);
    }
    if let Some(n_failed) = number_after("# fail ") {
        return (0, n_failed);
    }
    let Some(counts_text) = line.strip_prefix("test result: ") else { return (0, 0) };
    let number = |what: &str| {
        let part = counts_text.split(['.', ';']).find_map(|part| part.trim().strip_suffix(what));
        part.and_then(|part| part.trim().parse().ok()).unwrap_or(0)
    };
    (number(" passed"), number(" failed"))
}

#[cfg(test)]
mod tests {
    use super::{reports_failure, summary};

    #[test]
    fn a_summary_is_read_and_other_lines_count_nothing() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s";
        assert_eq!(summary(line), (12, 3));
        assert_eq!(summary("# pass 12"), (12, 0));
        assert_eq!(summary("# fail 3"), (0, 3));
        assert_eq!(summary("test a ... ok"), (0, 0));
    }

    #[test]
    fn reports_of_failures_are_known() {
        for line in ["test a::b ... FAILED", "    not ok 7 - a page", "---- a::b stdout ----"] {
            assert!(reports_failure(line), "{line}");
        }
        for line in ["test a::b ... ok", "ok 7 - a page", "test result: FAILED. 1 passed; 1 failed"] {
            assert!(!reports_failure(line), "{line}");
        }
    }
}
