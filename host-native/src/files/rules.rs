//! The rules of `.gitignore` and `.scrubjayignore` files: which files of a folder are ignored.
//!
//! A rule nearer to a file takes precedence over one farther away, and a later line over an earlier one; a rule of `.scrubjayignore`
//! over any of git's. Ignoring case affects only ASCII letters. What is kept of rules, and the time that a path takes, are bounded.
//! Not here: finding and reading the files, and matching a single pattern.

use std::borrow::Cow;
use std::sync::Arc;

use super::glob::{MOST_LINE, Pattern};

/// The most rules that hold in one folder, of each kind of file: those above it and its own. Ten times as many as any project is
/// known to have.
const MOST_RULES: usize = 10_000;
/// The most bytes of a file of rules, and of those that hold in one folder: room for 10,000 rules of a hundred bytes each.
pub(super) const MOST_BYTES: usize = 1 << 20;
/// The most steps that it may take to decide about one path. 10,000 rules that name files take half of them, a thousand that begin
/// with stars about as many; all of them take a tenth of a millisecond, about as long as reading a file and parsing it.
const MOST_STEPS: u32 = 20_000;

/// The kinds of files that hold rules for their folder, by name. Ours has the syntax of git's, and may re-include what git ignores.
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

/// The rules of one file, and those that it takes precedence over.
struct Level {
    /// The length of the file's folder, with a slash at the end: what is removed from a path.
    n_below: usize,
    /// For a folder above the root, the path from it to the root, with a slash at the end: what is added to a path.
    lead: Box<[u8]>,
    /// The last line first.
    patterns: Box<[Pattern]>,
    above: Chain,
    /// How many there are, with those above, and the bytes of their lines.
    n_rules: usize,
    n_bytes: usize,
}

type Chain = Option<Arc<Level>>;

/// What was left out of a file of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// How many do hold of it, if others are beyond the most that hold in one folder.
    pub(super) n_held: Option<usize>,
    /// Lines that are too long to be a rule.
    pub(super) n_long: usize,
}

/// The rules that apply in a folder: its own and those of the folders above it.
#[derive(Clone)]
pub(super) struct Rules {
    git: Chain,
    ours: Chain,
    ignores_case: bool,
}

/// Where a file of rules lies.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// In a folder below the root, by its inside name, or in the root.
    Below(&'a str),
    /// In a folder above the root, by the path from there to the root, with a slash at the end.
    Above(&'a str),
}

/// It took too many steps to decide about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undecided;

impl Rules {
    /// No rules; those added later ignore case or not.
    pub(super) fn none(ignores_case: bool) -> Rules {
        Rules { git: None, ours: None, ignores_case }
    }

    /// Adds the rules of a file. They take precedence over those before.
    pub(super) fn add(&mut self, kind: Kind, place: Place<'_>, text: &[u8]) -> LeftOut {
        let ignores_case = self.ignores_case;
        let chain = match kind {
            Kind::Git => &mut self.git,
            Kind::Ours => &mut self.ours,
        };
        let (mut n_rules, mut n_bytes) = chain.as_ref().map_or((0, 0), |above| (above.n_rules, above.n_bytes));
        let mut left_out = LeftOut::default();
        let mut patterns = Vec::new();
        for line in text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).split(|byte| *byte == b'\n') {
            if line.len() > MOST_LINE {
                left_out.n_long += usize::from(!line.starts_with(b"#"));
                continue;
            }
            let Some(pattern) = Pattern::parse(line, ignores_case) else { continue };
            if n_rules == MOST_RULES || n_bytes + line.len() > MOST_BYTES {
                left_out.n_held = Some(patterns.len());
                break;
            }
            n_rules += 1;
            n_bytes += line.len();
            patterns.push(pattern);
        }
        if patterns.is_empty() {
            return left_out;
        }
        patterns.reverse();
        let (n_below, lead) = match place {
            Place::Below("") => (0, ""),
            Place::Below(folder) => (folder.len() + 1, ""),
            Place::Above(lead) => (0, lead),
        };
        let lead = if ignores_case { lead.to_ascii_lowercase() } else { lead.to_owned() }.into_bytes().into();
        *chain =
            Some(Arc::new(Level { n_below, lead, patterns: patterns.into(), above: chain.take(), n_rules, n_bytes }));
        left_out
    }

    /// The rules in a nested repository: without those of git of the outer one, but with those of the same user.
    pub(super) fn inside(&self, users: &Rules) -> Rules {
        Rules { git: users.git.clone(), ..self.clone() }
    }

    /// Whether the file or folder is ignored, in a folder that has these rules.
    ///
    /// # Errors
    /// [`Undecided`].
    pub(super) fn ignores(&self, path: &str, is_folder: bool) -> Result<bool, Undecided> {
        let path = if self.ignores_case { Cow::Owned(path.to_ascii_lowercase()) } else { Cow::Borrowed(path) };
        let mut steps = MOST_STEPS;
        for chain in [&self.ours, &self.git] {
            let said = says(chain, path.as_bytes(), is_folder, &mut steps);
            if steps == 0 {
                return Err(Undecided);
            }
            if let Some(said) = said {
                return Ok(said);
            }
        }
        Ok(false)
    }
}

/// The decision of one kind of file; `None` if no rule matches.
fn says(chain: &Chain, path: &[u8], is_folder: bool, steps: &mut u32) -> Option<bool> {
    let mut next = chain.as_deref();
    while let Some(level) = next {
        let rest = path.get(level.n_below..).unwrap_or_default();
        let led = if level.lead.is_empty() { Cow::Borrowed(rest) } else { Cow::Owned([&level.lead, rest].concat()) };
        for pattern in &level.patterns {
            if (is_folder || !pattern.is_of_folders) && pattern.fits(&led, steps) {
                return Some(!pattern.is_negated);
            }
            if *steps == 0 {
                return None;
            }
        }
        next = level.above.as_deref();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> (Rules, LeftOut) {
        let mut rules = Rules::none(false);
        let left_out = rules.add(Kind::Git, Place::Below(""), text.as_bytes());
        (rules, left_out)
    }

    #[test]
    fn rules_beyond_the_most_that_hold_are_counted() {
        let many: String = (0..MOST_RULES + 7).map(|i| format!("foo{i}/**/bar*\n")).collect();
        let (mut rules, left_out) = rules(&many);
        assert_eq!(left_out, LeftOut { n_held: Some(MOST_RULES), n_long: 0 });
        assert_eq!(rules.ignores("foo0/in/bar.py", false), Ok(true));
        assert_eq!(rules.ignores(&format!("foo{MOST_RULES}/in/bar.py"), false), Ok(false));
        assert_eq!(rules.add(Kind::Git, Place::Below("in"), b"a\nb\n").n_held, Some(0), "those above count too");
        assert_eq!(rules.add(Kind::Ours, Place::Below("in"), b"a\nb\n").n_held, None);
        let long = format!("{}\n#{}\na.py\n", "x".repeat(MOST_LINE + 1), "x".repeat(MOST_LINE + 1));
        let (rules, left_out) = self::rules(&long);
        assert_eq!((left_out, rules.ignores("a.py", false)), (LeftOut { n_held: None, n_long: 1 }, Ok(true)));
    }

    #[test]
    fn a_path_about_which_rules_cannot_decide_is_undecided_before_long() {
        for line in
            ["*a*a*a*a*a*a*a*a*ab", "**/a*/**/a*/**/a*/**/b", "**/**/**/**/**/**/**/**/b", "[a-z]*[a-z]*[a-z]*[0-9]"]
        {
            let (rules, _) = rules(&format!("{line}\n").repeat(1_500));
            let path = format!("{}{}", "aa/".repeat(200), "a".repeat(200));
            assert_eq!(rules.ignores(&path, false), Err(Undecided), "{line}");
            assert_eq!(rules.ignores("c", false), Ok(false), "{line}");
        }
    }
}
