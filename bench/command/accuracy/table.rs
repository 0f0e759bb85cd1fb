//! Tables of the measured accuracy: a long one, a short one, and one of strategies.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::CorpusFigures;
use super::figures::{Figures, Score, Strategy};

/// The subjects on which every rule is scored: the name, and the text that follows the corpus in the table.
const CALLS: [(&str, &str); 4] = [
    ("calls-tuned", ", 50 tuned on"),
    ("calls-held-out", ", 30 held out"),
    ("calls-further", ", further ones"),
    ("calls", ""),
];
/// Subjects that only Scrubjay is scored on: the name, its text in the table, and the goal.
const OURS_ONLY: [(&str, &str, &str); 5] = [
    ("imports", "imports", "P, R 0.98"),
    ("inherits", "inherits", "P, R 0.98"),
    ("definitions", "definitions that are symbols", "R 0.999"),
    ("contains", "members in the right type", "P 0.999"),
    ("find", "definitions found by name", "R 0.999"),
];
/// The scored rules: the name, and the text in the table.
const RULES: [(&str, &str); 3] =
    [("ours", "Scrubjay"), ("unique-name", "link a name that is unique"), ("every-name", "link every equal name")];

/// The long table, followed by those of edges that are not judged and of ranked files.
pub fn full_table(measured: &[CorpusFigures]) -> String {
    let mut table = String::from(
        "| what, against which oracle | rule | precision | recall | F1 | goal |\n|---|---|---|---|---|---|\n",
    );
    for CorpusFigures { corpus, oracle, figures, .. } in measured {
        for (what, part) in CALLS {
            for (rule, shown) in RULES {
                let goal = if rule == "ours" { goal(corpus, what) } else { "" };
                let subject = format!("calls, {corpus}{part}: {oracle}");
                write_score(&mut table, figures, (what, rule), &subject, shown, goal);
            }
        }
        for (what, shown, goal) in OURS_ONLY {
            write_score(&mut table, figures, (what, "ours"), &format!("{shown}, {corpus}: {oracle}"), "Scrubjay", goal);
        }
    }
    for (language, (n_right, n_wrong)) in certain_by_language(measured) {
        let precision = share(n_right as f64 / (n_right + n_wrong) as f64);
        _ = writeln!(
            table,
            "| calls with a confidence of 0.9 or more, {language} | Scrubjay | {precision} | | | P 0.98 |"
        );
    }
    table + &not_judged(measured) + &ranked(measured)
}

/// A table of the share of call edges that the oracle did not judge, by corpus.
fn not_judged(measured: &[CorpusFigures]) -> String {
    let mut table = String::from("\n| edges of calls | share that is not judged |\n|---|---|\n");
    for CorpusFigures { corpus, oracle, figures, .. } in measured {
        let scores = CALLS.iter().filter_map(|(what, _)| figures.score(what, "ours"));
        let n_judged: f64 = scores.map(Score::n_judged).sum();
        let n_aside = figures.n_aside as f64;
        if n_judged > 0.0 {
            _ = writeln!(table, "| {corpus}: {oracle} | {} |", share(n_aside / (n_judged + n_aside)));
        }
    }
    table
}

/// The short table: the scores of calls beside the F1 of linking unique names, followed by the table of ranked files.
pub fn short_table(measured: &[CorpusFigures]) -> String {
    let mut table =
        String::from("| calls | precision | recall | F1 | F1 of linking unique names |\n|---|---|---|---|---|\n");
    for CorpusFigures { corpus, oracle, figures, .. } in measured {
        for (what, part) in CALLS.iter().filter(|(what, _)| ["calls-held-out", "calls"].contains(what)) {
            let scores = [figures.score(what, "ours"), figures.score(what, "unique-name")];
            if let [Some(ours), Some(unique)] = scores {
                let [precision, recall, f1, unique_f1] =
                    [ours.precision(), ours.recall(), ours.f1(), unique.f1()].map(share);
                _ = writeln!(table, "| {corpus}{part}: {oracle} | {precision} | {recall} | {f1} | {unique_f1} |");
            }
        }
    }
    table + &ranked(measured)
}

/// A table of all strategies by language; it marks those whose edges are right less often than their confidence
/// promises.
pub fn strategy_table(measured: &[CorpusFigures]) -> String {
    let mut sums: BTreeMap<(&str, &str), (f64, u64, u64)> = BTreeMap::new();
    for CorpusFigures { language, figures, .. } in measured {
        for Strategy { name, confidence, n_right, n_wrong } in &figures.strategies {
            let sum = sums.entry((language, name)).or_insert((*confidence, 0, 0));
            (sum.1, sum.2) = (sum.1 + n_right, sum.2 + n_wrong);
        }
    }
    let mut lines = String::from("strategy, confidence, precision, edges judged\n");
    for ((language, name), (confidence, n_right, n_wrong)) in sums {
        let n_judged = n_right + n_wrong;
        let precision = n_right as f64 / n_judged as f64;
        let verdict = if precision < confidence { "  promises too much" } else { "" };
        _ = writeln!(lines, "{language:<11} {name:<13} {confidence:.2} {precision:.3} {n_judged:>5}{verdict}");
    }
    lines
}

fn goal(corpus: &str, what: &str) -> &'static str {
    match corpus.split(' ').next() {
        Some("PyCG") if what == "calls-held-out" => "P 0.96, R 0.70",
        Some("rxjs") => "P 0.92, F1 0.84",
        Some("petgraph") => "P 0.85, R 0.55",
        Some("ignore") => "P 0.92, R 0.70",
        _ => "",
    }
}

fn write_score(table: &mut String, figures: &Figures, key: (&str, &str), subject: &str, rule: &str, goal: &str) {
    if let Some(score) = figures.score(key.0, key.1) {
        let [precision, recall, f1] = [Score::precision, Score::recall, Score::f1].map(|figure| share(figure(score)));
        _ = writeln!(table, "| {subject} | {rule} | {precision} | {recall} | {f1} | {goal} |");
    }
}

/// The numbers of right and wrong edges with a confidence of 0.9 or more, by language.
fn certain_by_language(measured: &[CorpusFigures]) -> BTreeMap<&'static str, (u64, u64)> {
    let mut sums: BTreeMap<&'static str, (u64, u64)> = BTreeMap::new();
    for (language, (n_right, n_wrong)) in measured.iter().filter_map(|one| Some((one.language, one.figures.n_certain?)))
    {
        let sum = sums.entry(language).or_default();
        *sum = (sum.0 + n_right, sum.1 + n_wrong);
    }
    sums
}

fn ranked(measured: &[CorpusFigures]) -> String {
    let mut table = String::new();
    for CorpusFigures { corpus, figures, .. } in measured {
        for (rule, shares, n_tasks) in &figures.ranked {
            if table.is_empty() {
                table.push_str("\n| finding all files of a task among the first | 1 | 5 | 10 |\n|---|---|---|---|\n");
            }
            let rule = if rule == "ours" { "Scrubjay's `prepare`" } else { "BM25 without tests" };
            let [first, fifth, tenth] = shares.map(share);
            _ = writeln!(table, "| {rule}, {n_tasks} {corpus} | {first} | {fifth} | {tenth} |");
        }
    }
    table + "\n"
}

fn share(value: f64) -> String {
    if value.is_nan() { String::new() } else { format!("{value:.3}") }
}
