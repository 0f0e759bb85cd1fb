//! Checks the licences of all linked packages against the list in `deny.toml`.
//!
//! `deny.toml` is data in the form that cargo-deny reads too; this check needs nothing installed.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;

use crate::gate::Count;
use crate::packages::Packages;
use crate::workspace::Workspace;

/// Checks the licences of each workspace; one check each.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    let policy = std::fs::read_to_string(workspace.root().join("deny.toml")).context("cannot read deny.toml")?;
    let allowed = strings(&policy, "allow").context("deny.toml has no list `allow`")?;
    let banned = strings(&policy, "deny").context("deny.toml has no list `deny`")?;
    let mut count = Count::default();
    for folder in ["", "xtask", "examples/embed-rust", crate::forms::FOLDER] {
        let faults = faults(&workspace.root().join(folder), &allowed, &banned)?;
        faults.iter().for_each(|fault| println!("{fault}"));
        count.n_failed += u32::from(!faults.is_empty());
        count.failures.extend_from_slice(&faults);
        count.n_passed += u32::from(faults.is_empty());
    }
    Ok(count)
}

fn faults(folder: &Path, allowed: &BTreeSet<String>, banned: &BTreeSet<String>) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for (name, licence) in Packages::of(folder)?.licences() {
        if !is_satisfied(licence, allowed) {
            faults.push(format!("{name}: licence `{licence}` is not allowed by deny.toml"));
        }
        if banned.contains(name) {
            faults.push(format!("{name}: banned by deny.toml"));
        }
    }
    Ok(faults)
}

/// Whether an SPDX expression can be met with the allowed licences.
fn is_satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ");
    let (is_met, rest) = alternatives(&expression, allowed);
    is_met && rest.trim().is_empty()
}

/// Parses `a AND b OR c`; returns whether it is satisfied, and the rest of the text.
fn alternatives<'a>(text: &'a str, allowed: &BTreeSet<String>) -> (bool, &'a str) {
    let (mut is_met, mut rest) = demands(text, allowed);
    while let Some(alternative) = rest.trim_start().strip_prefix("OR ") {
        let (other_is_met, rest_after) = demands(alternative, allowed);
        is_met |= other_is_met;
        rest = rest_after;
    }
    (is_met, rest)
}

/// Parses `a AND b`; returns whether it is satisfied, and the rest of the text.
fn demands<'a>(text: &'a str, allowed: &BTreeSet<String>) -> (bool, &'a str) {
    let (mut is_met, mut rest) = licence_or_group(text, allowed);
    while let Some(demand) = rest.trim_start().strip_prefix("AND ") {
        let (other_is_met, rest_after) = licence_or_group(demand, allowed);
        is_met &= other_is_met;
        rest = rest_after;
    }
    (is_met, rest)
}

/// Parses a licence with its exception, or a group in parentheses; returns whether it is satisfied, and the rest of the
/// text.
fn licence_or_group<'a>(text: &'a str, allowed: &BTreeSet<String>) -> (bool, &'a str) {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('(') {
        let (is_met, rest) = alternatives(group, allowed);
        return (is_met, rest.trim_start().strip_prefix(')').unwrap_or(rest));
    }
    let end = [" OR ", " AND ", ")"].iter().filter_map(|stop| text.find(stop)).min().unwrap_or(text.len());
    let (licence, rest) = text.split_at(end);
    (allowed.contains(licence.trim()), rest)
}

/// The quoted strings of a list in a TOML file, up to the closing bracket and without comments; `None` if there is no
/// such list.
fn strings(toml: &str, list: &str) -> Option<BTreeSet<String>> {
    let mut lines = toml.lines().skip_while(|line| !line.starts_with(&format!("{list} = [")));
    let first = lines.next()?.split_once('[')?.1;
    let mut found = BTreeSet::new();
    for line in std::iter::once(first).chain(lines) {
        let line = line.split('#').next().unwrap_or(line);
        // In `{ name = "x", reason = "…" }` the first string is the name.
        let mut quoted = line.split('"').skip(1).step_by(2);
        match line.contains('{') {
            true => found.extend(quoted.next().map(str::to_owned)),
            false => found.extend(quoted.map(str::to_owned)),
        }
        if line.trim_end().ends_with(']') {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_met_by_one_alternative_and_by_all_its_demands() {
        let allowed = strings("allow = [\n  \"MIT\", # comment\n  \"Unicode-3.0\",\n]\n", "allow").unwrap();
        assert!(is_satisfied("MIT OR GPL-3.0-only", &allowed));
        assert!(is_satisfied("Apache-2.0/MIT", &allowed));
        assert!(is_satisfied("(MIT OR Apache-2.0) AND Unicode-3.0", &allowed));
        assert!(!is_satisfied("MIT AND GPL-3.0-only", &allowed));
        assert!(!is_satisfied("Apache-2.0 WITH LLVM-exception", &allowed));
        assert!(!is_satisfied("none stated", &allowed));
    }

    #[test]
    fn a_ban_with_a_reason_is_read_by_its_name() {
        let banned = strings("deny = [\n  { name = \"openssl\", reason = \"a system library\" },\n]", "deny").unwrap();
        assert_eq!(banned, BTreeSet::from(["openssl".to_owned()]));
    }
}
