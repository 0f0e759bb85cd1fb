//! The rules of `.gitignore` and `.scrubjayignore` files, and which files of a folder they ignore.
//!
//! A rule nearer to a file takes precedence over one farther away, a later line over an earlier one, a rule of
//! `.scrubjayignore` over any of git's, and a caller's exclusions over both. Ignoring case affects only ASCII letters.
//! The number of stored rules and the time to check a path are bounded.
//! Not here: finding and reading the files, and matching a single pattern.

use std::borrow::Cow;
use std::sync::Arc;

use super::candidates::{Candidates, FoundRules};
use super::exclude::Exclude;
use super::glob::{MAX_LINE, Pattern};

/// The most rules of each kind that apply in one folder, including those from above. Ten times as many as in any known
/// project.
const MAX_RULES: usize = 10_000;
/// The most bytes of a file of rules, and of all rules of a kind that apply in one folder: 10,000 rules of a hundred
/// bytes.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// The most steps to check one path. A look-up, a selected rule that is compared, and a compared byte are each a step.
/// Rules for names or endings take a few steps, however many rules there are; a thousand rules of only stars and sets
/// take half of the limit. The limit takes less than a tenth of a millisecond, so rules cannot make a walk of 100,000
/// files take ten seconds.
const MAX_STEPS: u32 = 8_000;
/// The most rules of a file that are compared one after the other; with more, looking them up is cheaper.
const MAX_COMPARED: usize = 32;

/// The kinds of ignore files: git's, and `.scrubjayignore`, which has the same syntax and may re-include what git
/// ignores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Git,
    Ours,
}

impl Kind {
    pub(super) const ALL: [Kind; 2] = [Kind::Git, Kind::Ours];

    pub(super) fn file(self) -> &'static str {
        match self {
            Kind::Git => ".gitignore",
            Kind::Ours => ".scrubjayignore",
        }
    }
}

/// The rules of one file, linked to those that it takes precedence over.
struct Level {
    /// The number of bytes to remove from the beginning of a path: the file's folder and a slash.
    n_below: usize,
    /// For a folder above the root, the text to put before a path: the way from there to the root, with a slash at the
    /// end.
    path_prefix: Box<[u8]>,
    patterns: Box<[Pattern]>,
    /// The index of the rules; `None` for a file with few rules.
    candidates: Option<Candidates>,
    chain_above: Chain,
    /// The number of rules, including those above.
    n_rules: usize,
    /// The bytes of the lines of these rules, including those above.
    n_bytes: usize,
}

type Chain = Option<Arc<Level>>;

/// The rules of a file that are not used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnusedRules {
    /// The number of the file's rules that are used, if a limit leaves out the rest; `None` if no limit was reached.
    pub(super) n_used: Option<usize>,
    /// The number of lines that are too long for a rule.
    pub(super) n_long: usize,
}

/// The rules that apply in a folder: its own and those of the folders above it.
#[derive(Clone)]
pub(super) struct Rules {
    git: Chain,
    ours: Chain,
    excluded: Chain,
    ignores_case: bool,
}

/// The folder of an ignore file.
#[derive(Clone, Copy)]
pub(super) enum RuleFolder<'a> {
    /// A folder below the root, by its inside name, or the root.
    Below(&'a str),
    /// A folder above the root: the path from there to the root, with a slash at the end.
    Above(&'a str),
}

/// Checking a path took too many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManySteps;

impl Rules {
    /// No rules. Rules that are added later ignore case if `ignores_case`.
    pub(super) fn none(ignores_case: bool) -> Rules {
        Rules { git: None, ours: None, excluded: None, ignores_case }
    }

    /// Adds the rules of a file, which take precedence over those added before; returns those that are not used.
    pub(super) fn add(&mut self, kind: Kind, place: RuleFolder<'_>, text: &[u8]) -> UnusedRules {
        let chain = match kind {
            Kind::Git => &mut self.git,
            Kind::Ours => &mut self.ours,
        };
        extend(chain, self.ignores_case, place, text)
    }

    /// Adds a caller's exclusions, which take precedence over the rules of all files.
    pub(super) fn exclude(&mut self, exclude: &Exclude) {
        extend(&mut self.excluded, self.ignores_case, RuleFolder::Below(""), &exclude.encode());
    }

    /// The rules inside a nested repository: without the outer repository's git rules, but with the user's own.
    pub(super) fn inside(&self, user_rules: &Rules) -> Rules {
        Rules { git: user_rules.git.clone(), ..self.clone() }
    }

    /// Whether both have rules with the same content, so that they decide alike about every path.
    pub(super) fn are_same(&self, others: &Rules) -> bool {
        self.ignores_case == others.ignores_case
            && are_same(&self.git, &others.git)
            && are_same(&self.ours, &others.ours)
            && are_same(&self.excluded, &others.excluded)
    }

    /// Whether a file or folder is ignored, by its path relative to the root. These rules must be those of the folder
    /// that contains it.
    ///
    /// # Errors
    /// [`TooManySteps`].
    pub(super) fn ignores(&self, path: &str, is_folder: bool) -> Result<bool, TooManySteps> {
        let path = if self.ignores_case { Cow::Owned(path.to_ascii_lowercase()) } else { Cow::Borrowed(path) };
        let path = path.as_bytes();
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
        let mut steps = MAX_STEPS;
        for chain in [&self.excluded, &self.ours, &self.git] {
            let decision = decision_for(chain, name, path, is_folder, &mut steps);
            if steps == 0 {
                return Err(TooManySteps);
            }
            if let Some(is_ignored) = decision {
                return Ok(is_ignored);
            }
        }
        Ok(false)
    }

    /// Whether a file is ignored, itself or through one of the folders around it.
    ///
    /// # Errors
    /// [`TooManySteps`].
    pub(super) fn ignores_below(&self, path: &str) -> Result<bool, TooManySteps> {
        for (end, _) in path.match_indices('/') {
            if self.ignores(&path[..end], true)? {
                return Ok(true);
            }
        }
        self.ignores(path, false)
    }
}

/// Adds the rules of a file to a chain; returns those that are not used.
fn extend(chain: &mut Chain, ignores_case: bool, place: RuleFolder<'_>, text: &[u8]) -> UnusedRules {
    let (mut n_rules, mut n_bytes) =
        chain.as_ref().map_or((0, 0), |chain_above| (chain_above.n_rules, chain_above.n_bytes));
    let mut left_out = UnusedRules::default();
    let mut patterns = Vec::new();
    for line in text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).split(|byte| *byte == b'\n') {
        if line.len() > MAX_LINE {
            left_out.n_long += usize::from(!line.starts_with(b"#"));
            continue;
        }
        let Some(pattern) = Pattern::parse(line, ignores_case) else { continue };
        if n_rules == MAX_RULES || n_bytes + line.len() > MAX_BYTES {
            left_out.n_used = Some(patterns.len());
            break;
        }
        n_rules += 1;
        n_bytes += line.len();
        patterns.push(pattern);
    }
    if patterns.is_empty() {
        return left_out;
    }
    let (n_below, path_prefix) = match place {
        RuleFolder::Below("") => (0, ""),
        RuleFolder::Below(folder) => (folder.len() + 1, ""),
        RuleFolder::Above(path_prefix) => (0, path_prefix),
    };
    let path_prefix =
        if ignores_case { path_prefix.to_ascii_lowercase() } else { path_prefix.to_owned() }.into_bytes().into();
    let candidates = (patterns.len() > MAX_COMPARED).then(|| Candidates::of(&patterns));
    let (patterns, chain_above) = (patterns.into(), chain.take());
    *chain = Some(Arc::new(Level { n_below, path_prefix, patterns, candidates, chain_above, n_rules, n_bytes }));
    left_out
}

/// Whether two chains have the same rules; a shared part is not compared.
fn are_same(one: &Chain, other: &Chain) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one.is_same(other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Whether one kind of rules ignores a path; `None` if no rule matches.
fn decision_for(chain: &Chain, name: &[u8], path: &[u8], is_folder: bool, steps: &mut u32) -> Option<bool> {
    let mut next_level = chain.as_deref();
    let mut found = FoundRules::default();
    while let Some(level) = next_level {
        let path_below = path.get(level.n_below..).unwrap_or_default();
        let relative = if level.path_prefix.is_empty() {
            Cow::Borrowed(path_below)
        } else {
            Cow::Owned([&level.path_prefix, path_below].concat())
        };
        let decision = level.decision_for(name, &relative, is_folder, &mut found, steps);
        if decision.is_some() || *steps == 0 {
            return decision;
        }
        next_level = level.chain_above.as_deref();
    }
    None
}

impl Level {
    fn is_same(&self, other: &Level) -> bool {
        let is_in_place = self.n_below == other.n_below && self.path_prefix == other.path_prefix;
        is_in_place && self.patterns == other.patterns && are_same(&self.chain_above, &other.chain_above)
    }

    /// Whether the rules of one file ignore a path; `None` if none matches. `found` is scratch space.
    fn decision_for(
        &self,
        name: &[u8],
        path: &[u8],
        is_folder: bool,
        found: &mut FoundRules,
        steps: &mut u32,
    ) -> Option<bool> {
        *steps = steps.saturating_sub(1);
        let fits = |pattern: &Pattern, steps: &mut u32| {
            let is_tried = *steps > 0 && (is_folder || !pattern.matches_only_folders);
            // Whether it fits is only known if the steps sufficed.
            is_tried && pattern.fits(name, path, steps) && *steps > 0
        };
        let Some(candidates) = &self.candidates else {
            return self.patterns.iter().rev().find(|pattern| fits(pattern, steps)).map(|pattern| !pattern.is_negated);
        };
        found.clear(self.patterns.len());
        let exact_rule = candidates.find(name, path, is_folder, found, steps);
        let later_rules = found.rules().take_while(|rule| Some(*rule) > exact_rule);
        let last_match = later_rules.map(|rule| &self.patterns[rule as usize]).find(|pattern| fits(pattern, steps));
        let last_match = last_match.or_else(|| exact_rule.map(|rule| &self.patterns[rule as usize]));
        last_match.map(|pattern| !pattern.is_negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> (Rules, UnusedRules) {
        let mut rules = Rules::none(false);
        let left_out = rules.add(Kind::Git, RuleFolder::Below(""), text.as_bytes());
        (rules, left_out)
    }

    #[test]
    fn rules_beyond_the_most_that_hold_are_counted() {
        let many_rules: String = (0..MAX_RULES + 7).map(|i| format!("foo{i}/**/bar*\n")).collect();
        let (mut rules, left_out) = rules(&many_rules);
        assert_eq!(left_out, UnusedRules { n_used: Some(MAX_RULES), n_long: 0 });
        assert_eq!(rules.ignores("foo0/in/bar.py", false), Ok(true));
        assert_eq!(rules.ignores(&format!("foo{MAX_RULES}/in/bar.py"), false), Ok(false));
        assert_eq!(rules.add(Kind::Git, RuleFolder::Below("in"), b"a\nb\n").n_used, Some(0), "those above count too");
        assert_eq!(rules.add(Kind::Ours, RuleFolder::Below("in"), b"a\nb\n").n_used, None);
        let long_lines = format!("{}\n#{}\na.py\n", "x".repeat(MAX_LINE + 1), "x".repeat(MAX_LINE + 1));
        let (rules, left_out) = self::rules(&long_lines);
        assert_eq!((left_out, rules.ignores("a.py", false)), (UnusedRules { n_used: None, n_long: 1 }, Ok(true)));
    }

    /// Random rules made of few parts, so that they often match; reproducible by the seed.
    fn random_rules(n: usize, seed: &mut u64) -> String {
        const PARTS: [&str; 14] =
            ["a", "b", "ab", "/", "*", "**/", "/**", "?", "[ab]", "[!a]", "\\a", "abc", ".py", "c/"];
        let mut below = |n: usize| {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) as usize % n
        };
        let mut line = || {
            let negation = if below(4) == 0 { "!" } else { "" };
            let parts: String = (0..1 + below(6)).map(|_| PARTS[below(PARTS.len())]).collect();
            format!("{negation}{parts}{}\n", if below(4) == 0 { "/" } else { "" })
        };
        (0..n).map(|_| line()).collect()
    }

    #[test]
    fn rules_that_are_looked_up_decide_as_all_rules_do() {
        let mut seed = 1;
        let mut n_decisions = [0; 3];
        for _ in 0..200 {
            let (mut looked_up, _) = rules(&random_rules(MAX_COMPARED + 30, &mut seed));
            let level = looked_up.git.as_mut().and_then(Arc::get_mut).unwrap();
            assert!(level.candidates.is_some());
            for path in ["a", "ab", "abc", "a.py", "b/a.py", "ab/abc/a", "c/ab", "a/b/c/ab.py", "x", "é/a", "\\a"] {
                for is_folder in [false, true] {
                    let name = path.rsplit('/').next().unwrap().as_bytes();
                    let decide = |level: &Level| {
                        level.decision_for(
                            name,
                            path.as_bytes(),
                            is_folder,
                            &mut FoundRules::default(),
                            &mut MAX_STEPS.clone(),
                        )
                    };
                    let one = decide(level);
                    let candidates = level.candidates.take();
                    assert_eq!(one, decide(level), "{path}");
                    level.candidates = candidates;
                    n_decisions[one.map_or(0, |is| 1 + usize::from(is))] += 1;
                }
            }
        }
        assert!(n_decisions.iter().all(|n| *n > 50), "{n_decisions:?}");
    }

    #[test]
    fn thousands_of_rules_that_name_files_folders_and_endings_take_few_steps() {
        let n = MAX_RULES / 4;
        let many_rules = (0..n).map(|i| format!("file{i}.py\n/in/{i}/\n*{i}.log\n**/{i}x*/**/bar\n"));
        let (rules, _) = rules(&many_rules.collect::<String>());
        let mut steps = MAX_STEPS;
        let path = format!("in/a/{}x/good{}.py", n + 1, "good".repeat(40));
        let name = path.rsplit('/').next().unwrap();
        assert_eq!(decision_for(&rules.git, name.as_bytes(), path.as_bytes(), false, &mut steps), None);
        assert!(MAX_STEPS - steps < 1_000, "{}", MAX_STEPS - steps);
        let ignored = ["file7.py", "a/file7.py", "in/77", "a.777.log", "a/70x/b/bar"];
        assert!(ignored.iter().all(|path| rules.ignores(path, true) == Ok(true)));
    }

    #[test]
    fn a_path_about_which_rules_cannot_decide_is_undecided_before_long() {
        for line in [
            "*a*a*a*a*a*a*a*a*a[b]",
            "**/a*/**/a*/**/a*/**/[b]",
            "**/**/**/**/**/**/**/**/[b]",
            "[a-z]*[a-z]*[a-z]*[0-9]",
        ] {
            let (rules, _) = rules(&format!("{line}\n").repeat(500));
            let path = format!("{}{}", "aa/".repeat(200), "a".repeat(200));
            assert_eq!(rules.ignores(&path, false), Err(TooManySteps), "{line}");
            assert_eq!(rules.ignores("c", false), Ok(false), "{line}");
        }
    }
}
