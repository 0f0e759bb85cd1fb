//! What `init` says of what it does.

use serde_json::{Value, json};

use super::plan::{Did, Plan};

pub(super) fn in_words(plans: &[Plan], is_planned: bool) -> String {
    let mut words = String::new();
    for Plan { target, did, added, left, why, .. } in plans {
        let would = if is_planned && did.is_change() { "would be " } else { "" };
        let how = match (did, why) {
            (Did::Unchanged, Some(why)) => format!(": {why}"),
            (Did::Unchanged, None) => ": there is nothing to do".to_owned(),
            (Did::Left | Did::Refused, _) => ": it is left as it is".to_owned(),
            _ => String::new(),
        };
        words.push_str(&format!("{}  {would}{}{how}\n", target.shown, did.word()));
        if is_planned {
            added.iter().flat_map(|one| one.lines()).for_each(|line| words.push_str(&format!("  + {line}\n")));
        }
        left.iter().for_each(|one| words.push_str(&format!("  somebody wrote or changed the {one}, which stays\n")));
    }
    words
}

pub(super) fn in_json(plans: &[Plan], is_planned: bool) -> Value {
    let file = |plan: &Plan| {
        let Plan { target, did, added, left, why, .. } = plan;
        json!({ "path": target.shown, "did": did.word(), "added": added, "left": left, "why": why })
    };
    json!({ "files": plans.iter().map(file).collect::<Value>(), "dry_run": is_planned })
}
