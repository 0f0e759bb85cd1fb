//! Masks secrets in the stored facts of a pruned part: its body, its subject and its lines in lists.
//!
//! The conversation is the caller's and stays as it is: the instance that a part was pushed to restores the exact
//! bytes. Not here: the forms of secrets (`record::guard`), when a body is deleted (`restore`).

use alloc::borrow::Cow;
use alloc::string::String;

use super::arguments::Arguments;
use super::history::{History, Item};
use super::item::{BodyForm, ItemKind, NewItem};
use super::space::Window;
use super::store::SecretTreatment;
use super::stub;
use crate::record::SecretPolicy;
use crate::record::guard::Guard;

/// The body of a part, as it is stored.
pub(super) struct KeptBody<'i> {
    /// The text, with secrets masked.
    pub(super) text: Cow<'i, str>,
    /// The value's own bytes, with secrets masked; empty if they follow from the text.
    pub(super) original: Cow<'i, str>,
    /// Whether a secret was masked, or the body refused because of one.
    pub(super) secret: SecretTreatment,
}

impl KeptBody<'_> {
    /// The size of the stored body; 0 if it is not stored.
    pub(super) fn n_bytes(&self) -> u64 {
        match self.secret {
            SecretTreatment::Refused => 0,
            _ => (self.text.len() + self.original.len()) as u64,
        }
    }
}

impl Window {
    /// The body that is stored when a part is pruned; `None` if it is too large, so that the caller must keep it.
    pub(super) fn body(&self, at: usize) -> Option<KeptBody<'_>> {
        let item = &self.history.items[at];
        (item.n_body_bytes() <= u64::from(self.settings.max_body_bytes)).then(|| body(self.guard, &item.pushed))
    }
}

fn body(guard: Guard, new_item: &NewItem) -> KeptBody<'_> {
    let original = match guard.0 {
        SecretPolicy::Keep => Cow::Borrowed(&*new_item.original),
        _ => guard.masked_json(&new_item.original),
    };
    let text = masked_text(guard, new_item);
    let secret = match (&text, &original) {
        (Cow::Borrowed(_), Cow::Borrowed(_)) => SecretTreatment::None,
        _ if guard.0 == SecretPolicy::Refuse => SecretTreatment::Refused,
        _ => SecretTreatment::Masked,
    };
    KeptBody { text, original, secret }
}

/// The text of a part with secrets masked; arguments of a call remain JSON.
fn masked_text(guard: Guard, new_item: &NewItem) -> Cow<'_, str> {
    if guard.0 == SecretPolicy::Keep {
        return Cow::Borrowed(&new_item.text);
    }
    let is_json = new_item.kind == ItemKind::Call || matches!(new_item.form, BodyForm::Object | BodyForm::ObjectText);
    if is_json { guard.masked_json(&new_item.text) } else { guard.masked(&new_item.text) }
}

/// The text of a pushed part with secrets masked.
pub(super) fn masked_item(guard: Guard, item: &Item) -> Cow<'_, str> {
    masked_text(guard, &item.pushed)
}

/// The subject of a part with secrets masked: the path or command of its call, or the places of the code that it
/// quotes. `None` if unknown.
pub(super) fn masked_subject(history: &History, guard: Guard, at: usize) -> Option<String> {
    let item = &history.items[at];
    let call = match item.pushed.kind {
        ItemKind::Call => Some(item),
        _ => item.partner.map(|call| &history.items[call as usize]),
    };
    let Some(call) = call else { return stub::masked_places(&item.pushed.places, guard) };
    let first_path = || call.paths.first().map(|path| guard.masked(path).into_owned());
    Arguments::of(&call.pushed.tool, &masked_item(guard, call)).subject.or_else(first_path)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::super::policy::fixtures::part;
    use super::super::restore::Restored;
    use super::super::settings::{Policy, Settings};
    use super::super::space::WindowOwner;
    use super::super::store::Backend;
    use super::*;
    use crate::ask::{Reply, reply};
    use crate::base::error::Error;
    use crate::record::row_map::RowMap;

    fn secret() -> String {
        format!("AKIA{}", "ABCDEFGHIJKLMNOP")
    }

    /// A window in `backend` with this policy on secrets.
    fn over(backend: Backend, policy: SecretPolicy) -> Window {
        with_recaps(backend, policy, 0.0)
    }

    /// Like `over`, with a share for recaps.
    fn with_recaps(backend: Backend, policy: SecretPolicy, recap_share: f64) -> Window {
        let owner = WindowOwner { name: secret() + " window", ..WindowOwner::default() };
        let settings =
            Settings { max_tokens: 20_000, threshold: 0.05, policy: Policy::KeepLast, ..Settings::default() };
        let settings = Settings { keep_last: 1, recap_share, ..settings };
        let window = Window::of(owner, settings, Guard(policy), backend).and_then(|window| reply(window.read(None)));
        let Ok(Reply::Done((window, _))) = window else { panic!("it is there at once") };
        window
    }

    fn restored(window: &Window, id: &str) -> Result<Restored, Error> {
        match window.restore(id, 1, None)? {
            Reply::Done(restored) => Ok(restored),
            Reply::Ask(_) => panic!("nothing is asked for"),
        }
    }

    /// Calls of a tool whose name is a secret, and results that contain it.
    fn talk() -> Vec<NewItem> {
        let body = format!("error: no access with {}\n{}", secret(), "letters ".repeat(250));
        let of = |n: u32, kind, text: &str, message| {
            let (tool, call_id) = (secret() + " tool", format!("call {n}"));
            NewItem { message, call_id, response: n, tool, is_error: true, ..part(kind, text) }
        };
        let path = format!("{{\"path\":\"{}.py\"}}", secret());
        let patch = format!("{{\"input\":\"*** Begin Patch\\n*** Update File: {}.py\\n*** End Patch\"}}", secret());
        let pair = |n: u32| {
            let arguments = if n.is_multiple_of(2) { &path } else { &patch };
            [of(n, ItemKind::Call, arguments, 2 * n), of(n, ItemKind::ToolResult, &format!("{n} {body}"), 2 * n + 1)]
        };
        (0..8).flat_map(pair).collect()
    }

    fn hold_secret(rows: &RowMap) -> bool {
        let secret = secret();
        let is_in = |bytes: &[u8]| bytes.windows(secret.len()).any(|found| found == secret.as_bytes());
        rows.0.iter().any(|(key, value)| is_in(key) || is_in(value))
    }

    /// Formerly bodies, names and lines of errors were stored unmasked, whatever the policy.
    #[test]
    fn no_row_holds_a_secret_and_the_pushing_instance_restores_it_unmasked() {
        let mut window = over(Backend::Map(RowMap::default()), SecretPolicy::Mask);
        window.push(talk()).unwrap();
        window.set_task(&secret(), 1, None).unwrap();
        let Ok(Reply::Done(pruned)) = window.prune(1, None) else { panic!("nothing is asked for") };
        assert!(pruned.n_pruned > 4, "{}", pruned.n_pruned);
        let Backend::Map(rows) = window.store.backend.clone() else { panic!("it lies in a map") };
        assert!(!hold_secret(&rows) && window.status().body_bytes > 0);
        let other = over(Backend::Map(rows), SecretPolicy::Mask);
        for edit in &pruned.edits {
            assert!(!edit.replacement.as_ref().unwrap().contains(&secret()), "{edit:?}");
            let own = restored(&window, &edit.id).unwrap();
            assert!(own.text.contains(&secret()) && !own.is_masked, "{own:?}");
            let masked = restored(&other, &edit.id).unwrap();
            assert_eq!((masked.text, masked.is_masked), (own.text.replace(&secret(), "[masked: aws-key]"), true));
        }
    }

    /// A recap quotes files, commands and errors with their secrets masked.
    #[test]
    fn no_recap_holds_a_secret() {
        let mut window = with_recaps(Backend::Map(RowMap::default()), SecretPolicy::Mask, 0.5);
        let asked = part(ItemKind::User, &format!("Use {} for it.", secret()));
        let mut talk = talk();
        talk.iter_mut().for_each(|item| item.message += 1);
        window.push([Vec::from([asked]), talk].concat()).unwrap();
        let Ok(Reply::Done(pruned)) = window.prune(1, None) else { panic!("nothing is asked for") };
        let texts = pruned.edits.iter().filter_map(|edit| edit.replacement.as_ref());
        let recaps: Vec<&String> = texts.filter(|text| text.contains("[recap ")).collect();
        assert!(recaps.len() == 1 && recaps[0].contains("[masked: aws-key].py"), "{recaps:?}");
        assert!(recaps[0].contains("error: no access with [masked: aws-key]"), "{recaps:?}");
        assert!(!recaps[0].contains(&secret()), "{recaps:?}");
    }

    #[test]
    fn a_part_with_a_refused_secret_is_pruned_and_its_body_not_stored() {
        let mut window = over(Backend::Map(RowMap::default()), SecretPolicy::Keep);
        assert!(matches!(window.store.backend, Backend::Map(_)));
        window.guard = Guard(SecretPolicy::Refuse);
        window.push(talk()).unwrap();
        let Err(Error::Invalid { argument: "task", .. }) = window.set_task(&secret(), 1, None) else {
            panic!("a task is a name")
        };
        window.store.name = String::from("window");
        let Ok(Reply::Done(pruned)) = window.prune(1, None) else { panic!("nothing is asked for") };
        let Backend::Map(rows) = window.store.backend.clone() else { panic!("it lies in a map") };
        assert!(!hold_secret(&rows) && window.status().body_bytes == 0);
        let mut other = over(Backend::Map(rows), SecretPolicy::Keep);
        (other.store.name, other.guard) = (String::from("window"), window.guard);
        let Ok(Reply::Done((other, _))) = reply(other.read(None)) else { panic!("it is there at once") };
        for edit in &pruned.edits {
            assert!(restored(&window, &edit.id).unwrap().text.contains(&secret()));
            assert_eq!(restored(&other, &edit.id), Err(Error::Withheld(edit.id.clone())));
        }
    }
}
