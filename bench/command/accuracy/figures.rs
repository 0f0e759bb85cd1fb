//! The figures that the measuring program prints.

/// The counts of right and wrong answers, and of found and missed items of the truth.
pub struct Score {
    /// The subject of the score: `calls`, `imports`, …
    pub subject: String,
    /// `ours`, or the simple rule that was scored for comparison.
    pub rule: String,
    right: f64,
    wrong: f64,
    found: f64,
    missing: f64,
}

/// The counts of right and wrong edges of one strategy.
pub struct Strategy {
    pub name: String,
    pub confidence: f64,
    pub n_right: u64,
    pub n_wrong: u64,
}

/// All figures of one corpus.
#[derive(Default)]
pub struct Figures {
    pub scores: Vec<Score>,
    pub strategies: Vec<Strategy>,
    /// The numbers of right and wrong edges with a confidence of 0.9 or more.
    pub n_certain: Option<(u64, u64)>,
    /// The number of call edges on which the oracle has no information.
    pub n_aside: u64,
    /// For each rule: the shares found among the first 1, 5 and 10 files, and the number of tasks.
    pub ranked: Vec<(String, [f64; 3], u64)>,
}

impl Figures {
    /// Parses the lines that are figures, and ignores the others.
    pub fn read(output: &str) -> Figures {
        let mut figures = Figures::default();
        for line in output.lines() {
            figures.read_line(&line.split(' ').collect::<Vec<_>>());
        }
        figures
    }

    fn read_line(&mut self, words: &[&str]) {
        let number = |word: &str| word.parse::<f64>().unwrap_or(f64::NAN);
        let count = |word: &str| word.parse::<u64>().unwrap_or(0);
        match *words {
            ["score", what, rule, right, wrong, found, missing] => {
                let [right, wrong, found, missing] = [right, wrong, found, missing].map(number);
                let (what, rule) = (what.to_owned(), rule.to_owned());
                self.scores.push(Score { subject: what, rule, right, wrong, found, missing });
            }
            ["strategy", name, confidence, right, wrong] => {
                let (confidence, n_right, n_wrong) = (number(confidence), count(right), count(wrong));
                self.strategies.push(Strategy { name: name.to_owned(), confidence, n_right, n_wrong });
            }
            ["aside", what, "ours", n_aside] if what.starts_with("calls") => self.n_aside += count(n_aside),
            ["sure", _, right, wrong] => self.n_certain = Some((count(right), count(wrong))),
            ["ranked", rule, first, fifth, tenth, n_tasks] => {
                self.ranked.push((rule.to_owned(), [first, fifth, tenth].map(number), count(n_tasks)));
            }
            _ => {}
        }
    }

    /// The score of a subject by a rule; `None` if it was not measured.
    pub fn score(&self, what: &str, rule: &str) -> Option<&Score> {
        self.scores.iter().find(|score| score.subject == what && score.rule == rule)
    }
}

impl Score {
    /// The share of answers that are right; NaN if none was judged.
    pub fn precision(&self) -> f64 {
        self.right / (self.right + self.wrong)
    }

    /// The number of answers that were judged.
    pub fn n_judged(&self) -> f64 {
        self.right + self.wrong
    }

    /// The share of the truth that was found.
    pub fn recall(&self) -> f64 {
        self.found / (self.found + self.missing)
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        2.0 * self.precision() * self.recall() / (self.precision() + self.recall())
    }
}
