//! Counts tests by the summaries in the output of test programs.

use std::io::{BufRead, BufReader};
use std::iter::Sum;
use std::process::{Command, Stdio};

use anyhow::Context;

/// The numbers of tests that passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub n_passed: u32,
    pub n_failed: u32,
}

impl Count {
    /// The count of one check that passed.
    pub fn success() -> Count {
        Count { n_passed: 1, n_failed: 0 }
    }

    /// The count of one check that failed.
    pub fn failure() -> Count {
        Count { n_passed: 0, n_failed: 1 }
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::default(), |a, b| Count {
            n_passed: a.n_passed + b.n_passed,
            n_failed: a.n_failed + b.n_failed,
        })
    }
}

/// Runs a test command, prints its output as it comes, and counts its summaries. A command that fails without a failed
/// test, for example because it does not compile, counts as one failure.
pub fn count_tests(command: &mut Command) -> anyhow::Result<Count> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start the tests")?;
    let output = child.stdout.take().context("the tests have no output")?;
    let mut count = Count::default();
    for line in BufReader::new(output).lines() {
        let line = line.context("cannot read what the tests say")?;
        println!("{line}");
        count = [count, summary(&line)].into_iter().sum();
    }
    let status = child.wait().context("cannot wait for the tests")?;
    if !status.success() && count.n_failed == 0 {
        count.n_failed = 1;
    }
    Ok(count)
}

/// Parses a summary: `test result: ok. 3 passed; 1 failed; …`, or `# pass 3` or `# fail 1` of Node's test
/// runner. The count of any other line is zero.
fn summary(line: &str) -> Count {
    let number_after = |what: &str| line.strip_prefix(what).and_then(|number| number.trim().parse().ok());
    if let Some(n_passed) = number_after("# pass ") {
        return Count { n_passed, n_failed: 0 };
    }
    if let Some(n_failed) = number_after("# fail ") {
        return Count { n_passed: 0, n_failed };
    }
    let Some(counts_text) = line.strip_prefix("test result: ") else { return Count::default() };
    let number = |what: &str| {
        let part = counts_text.split(['.', ';']).find_map(|part| part.trim().strip_suffix(what));
        part.and_then(|part| part.trim().parse().ok()).unwrap_or(0)
    };
    Count { n_passed: number(" passed"), n_failed: number(" failed") }
}

#[cfg(test)]
mod tests {
    use super::{Count, summary};

    #[test]
    fn a_summary_is_read_and_other_lines_count_nothing() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s";
        assert_eq!(summary(line), Count { n_passed: 12, n_failed: 3 });
        assert_eq!(summary("# pass 12"), Count { n_passed: 12, n_failed: 0 });
        assert_eq!(summary("# fail 3"), Count { n_passed: 0, n_failed: 3 });
        assert_eq!(summary("test a ... ok"), Count::default());
    }
}
