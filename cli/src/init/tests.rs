//! Property tests: after `init` writes to a file and removes its entries again, every byte is as before.

use std::collections::BTreeMap;
use std::path::Path;

use super::harness::{self, Harness, SettingsFolders, Target};
use super::json;
use super::plan::{FileEffect, Plan, PlanBuilder};
use super::program::Program;
use super::receipt::Receipt;

/// A deterministic generator of pseudorandom numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    fn space(&mut self) -> &'static str {
        self.one(&[
            "",
            "",
            " ",
            "\n",
            "\n  ",
            "\n\t",
            "\n\n    ",
            " // theirs, \"}\n",
            " /* theirs: { */ ",
            "\n// theirs\n  ",
        ])
    }

    /// An object or a list of the given members, with random space and comments between them.
    fn around(&mut self, open: &str, members: &[String], close: &str) -> String {
        let mut text = open.to_owned() + self.space();
        for (nth, member) in members.iter().enumerate() {
            let is_last = nth + 1 == members.len();
            let comma = if is_last { self.one(&["", "", ","]) } else { "," };
            text = text + member + self.space() + comma + self.space();
        }
        text + close
    }

    fn group(&mut self) -> String {
        let command = self.one(&["prettier --write", "echo \\\"hook Stop\\\"", "scrub", "other hook Stop"]);
        format!(
            "{{{}\"hooks\": [{{\"type\": \"command\", \"command\": \"{command}\"}}]{}}}",
            self.space(),
            self.space()
        )
    }

    fn hooks(&mut self) -> String {
        let mut members = Vec::new();
        for event in ["Stop", "PreToolUse", "Notification"] {
            if self.below(2) == 0 {
                let groups: Vec<String> = (0..self.below(3)).map(|_| self.group()).collect();
                members.push(format!("\"{event}\":{}{}", self.space(), self.around("[", &groups, "]")));
            }
        }
        format!("\"hooks\":{}{}", self.space(), self.around("{", &members, "}"))
    }

    fn servers(&mut self, name: &str) -> String {
        let one = |name: &str| format!("\"{name}\": {{\"command\": \"npx\", \"args\": [\"-y\", \"}}\"]}}");
        let members: Vec<String> = ["other", "more"][..self.below(3)].iter().map(|name| one(name)).collect();
        format!("\"{name}\" {}: {}{}", self.one(&["", " "]), self.space(), self.around("{", &members, "}"))
    }

    fn json(&mut self) -> String {
        let mut members = Vec::new();
        if self.below(2) == 0 {
            members.push("\"n\": 1.50e3".to_owned());
        }
        if self.below(3) > 0 {
            members.push(self.hooks());
        }
        for name in ["mcpServers", "servers", "mcp"] {
            if self.below(3) > 0 {
                members.push(self.servers(name));
            }
        }
        let text = self.around("{", &members, "}");
        let head = self.one(&["", "", " ", "// theirs\n", "\n"]);
        format!("{head}{text}{}", self.one(&["", "\n", "\n\n", " ", "\n// theirs\n"]))
    }

    fn lines(&mut self, of: &[&str]) -> String {
        let lines: Vec<&str> = (0..self.below(7)).map(|_| self.one(of)).collect();
        lines.join("\n") + self.one(&["", "\n", "\n\n"])
    }

    fn toml(&mut self) -> String {
        let head = self.lines(&["# theirs", "", "  ", "\t# [mcp_servers.scrubjay]"]);
        let tables = [
            "[mcp_servers.other] # theirs\ncommand   =  'x'",
            "[features]\n\"hooks\"=true",
            "[ z . a ]\nm = '''\n[x]\n'''",
        ];
        let tables: Vec<&str> = tables.into_iter().filter(|_| self.below(2) == 0).collect();
        format!(
            "{head}\nmodel = \"m\"\n{}{}",
            tables.join(self.one(&["\n", "\n\n"])),
            self.one(&["", "\n", "\n\n", "\n# theirs"])
        )
    }

    /// A random text that a person may have in a file of this name.
    fn text(&mut self, name: &str) -> String {
        let text = match name.rsplit('.').next() {
            Some("toml") => self.toml(),
            Some("md") => self.lines(&["# theirs", "", "a `b`", "<!-- theirs -->"]),
            _ => self.json(),
        };
        let blank = ["", " ", "\n", "\n\n", "{}", "{ }", "{\n}", "{\n\n  }\n"];
        let is_json = name.contains(".json");
        let text = if self.below(12) == 0 { self.one(&blank[..if is_json { 8 } else { 4 }]).to_owned() } else { text };
        let mark = if self.below(6) == 0 { "\u{feff}" } else { "" };
        format!("{mark}{text}").replace('\n', self.one(&["\n", "\n", "\r\n"]))
    }
}

fn program() -> Program {
    Program { spelling: "scrubjay".to_owned(), note: None }
}

fn targets() -> Vec<Target> {
    let places = SettingsFolders::around(Path::new("/p"));
    let of = |one| harness::targets_of_project(one, &places).into_iter().chain(harness::targets_of_user(one, &places));
    let texts = harness::text_targets(&places, false).into_iter().flatten();
    Harness::ALL.into_iter().flat_map(of).chain(texts).collect()
}

fn run(target: &Target, before: Option<&str>, receipt: Receipt, is_removed: bool) -> Result<Plan, String> {
    let program = program();
    let plan = Plan::without_change(target.clone(), receipt.clone());
    let work = PlanBuilder::of(target, &program, receipt, before.unwrap_or_default());
    let before = before.map(str::to_owned);
    if is_removed { work.plan_removal(plan, before) } else { work.plan_addition(plan, before) }
}

/// The text of the file after a plan was carried out; `None` if there is no file.
fn outcome(plan: &Plan, before: Option<&str>) -> Option<String> {
    match plan.effect {
        FileEffect::Deleted => None,
        _ => plan.text.clone().or_else(|| before.map(str::to_owned)),
    }
}

#[test]
fn a_removal_restores_every_byte_and_a_second_run_changes_nothing() {
    let (mut dice, mut n, targets) = (Dice(7), BTreeMap::<&str, usize>::new(), targets());
    for target in &targets {
        for round in 0..200 {
            let text = dice.text(&target.name);
            let before = (round > 0).then_some(text.as_str());
            let added = run(target, before, Receipt::default(), false).unwrap_or_else(|why| panic!("{why}: {text:?}"));
            assert!(matches!(added.effect, FileEffect::Created | FileEffect::Changed), "{:?}: {text:?}", added.effect);
            assert!(added.receipt.layers[0].hunks.iter().all(|hunk| hunk.removed.is_empty()), "a byte of theirs moved");
            let now = outcome(&added, before).unwrap();
            let again = run(target, Some(&now), added.receipt.clone(), false).unwrap();
            assert_eq!((again.effect, again.text), (FileEffect::Unchanged, None), "{now}");
            let removed = run(target, Some(&now), added.receipt, true).unwrap();
            assert_eq!(outcome(&removed, Some(&now)).as_deref(), before, "{now}");
            *n.entry(target.name.rsplit('.').next().unwrap()).or_default() += 1;
        }
    }
    assert!(n["json"] > 1500 && n["toml"] == 400 && n["md"] == 400, "{n:?}");
}

/// The text with a random edit by a person, and what the edit inserted; `None` if the text has no place for it.
fn edited(dice: &mut Dice, name: &str, text: &str) -> Option<(String, &'static str)> {
    let (opening, own) = match name.rsplit('.').next() {
        Some("toml") => ("\n[", "\n[mine]\nx = 1 # mine\n"),
        Some("md") => ("<!-- scrubjay", "mine\n\n"),
        _ => ("{", "/* mine */ \"mine\": \"{\", "),
    };
    let places: Vec<usize> = text.match_indices(opening).map(|(at, _)| at).collect();
    let at = *places.get(dice.below(places.len().max(1)))?;
    let at = if opening == "{" { at + 1 } else { at };
    let own = if opening == "{" && text[at..].trim_start().starts_with('}') { "\"mine\": \"{\"" } else { own };
    let new = format!("{}{own}{}", &text[..at], &text[at..]);
    let is_valid = !name.contains(".json") || json::value(&new).is_ok();
    is_valid.then_some((new, own))
}

#[test]
fn what_a_person_writes_between_addition_and_removal_stays() {
    let (mut dice, mut n_edited, mut n_left) = (Dice(11), 0, 0);
    for target in targets() {
        for _ in 0..100 {
            let before = dice.text(&target.name);
            let added = run(&target, Some(&before), Receipt::default(), false).unwrap();
            let now = outcome(&added, None).unwrap();
            let Some((new, own)) = edited(&mut dice, &target.name, &now) else { continue };
            for receipt in [added.receipt.clone(), Receipt::default()] {
                let Ok(removed) = run(&target, Some(&new), receipt, true) else { panic!("{new}") };
                let left = outcome(&removed, Some(&new)).unwrap_or_default();
                assert!(left.contains(own.trim().trim_end_matches(',')), "{new}\n=>\n{left}");
                n_left += usize::from(!removed.kept_entries.is_empty());
                // Each part of the person's text that says `theirs` is still there.
                let theirs = before.match_indices("theirs").count();
                assert!(left.matches("theirs").count() >= theirs, "{before}\n=>\n{new}\n=>\n{left}");
                if removed.kept_entries.is_empty() {
                    let again = run(&target, Some(&left), Receipt::default(), false).unwrap();
                    assert!(again.effect == FileEffect::Changed, "{left}");
                    let without = run(&target, outcome(&again, None).as_deref(), again.receipt, true).unwrap();
                    assert_eq!(outcome(&without, None).as_deref(), Some(left.as_str()));
                    assert!(!left.contains("scrubjay mcp") && !left.contains("scrubjay hook"), "{left}");
                }
            }
            n_edited += 1;
        }
    }
    assert!(n_edited > 700 && n_left > 50 && n_left < n_edited, "{n_edited} {n_left}");
}

/// A person's own empty object looks like one that `init` made; only the receipt tells them apart.
#[test]
fn a_made_container_goes_with_its_entry_and_a_persons_own_stays_empty() {
    let cursor = &harness::targets_of_project(Harness::Cursor, &SettingsFolders::around(Path::new("/p")))[0];
    for (before, left) in [
        ("{\"mcpServers\": {}, \"a\": 1}", "{\"mcpServers\": {}, \"mine\": 2, \"a\": 1}"),
        ("{\"a\": 1}", "{\"mine\": 2, \"a\": 1}"),
        ("{\"mcpServers\": {\"b\": {}}, \"a\": 1}", "{\"mcpServers\": {\"b\": {}}, \"mine\": 2, \"a\": 1}"),
    ] {
        let added = run(cursor, Some(before), Receipt::default(), false).unwrap();
        let now = outcome(&added, None).unwrap().replace("\"a\"", "\"mine\": 2, \"a\"");
        let removed = run(cursor, Some(&now), added.receipt, true).unwrap();
        assert_eq!(outcome(&removed, Some(&now)).as_deref(), Some(left));
    }
    // opencode adds the address of its schema to a file that was made here.
    let added = run(cursor, None, Receipt::default(), false).unwrap();
    let now = outcome(&added, None).unwrap();
    for (own, is_gone) in
        [("\"$schema\": \"s\",", true), ("\"$schema\": \"s\", // mine\n", false), ("\"mine\": 1,", false)]
    {
        let now = now.replacen('{', &format!("{{\n  {own}"), 1);
        let removed = run(cursor, Some(&now), added.receipt.clone(), true).unwrap();
        assert_eq!(removed.effect == FileEffect::Deleted, is_gone, "{:?}", removed.text);
    }
}
