//! The policy on secrets, applied to texts and names on every way into the store. Parts marked private are removed
//! first, whatever the policy.
//!
//! The mask of a name depends on that name alone: a name is masked alike each time, so that a question with the
//! unmasked name finds it. A tenant's name is never masked, since two tenants could become one. Not here: the forms of
//! secrets (`text::secrets`) and of private parts (`text::private`).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use serde_core::de::IgnoredAny;
use serde_json::{Map, Value};

use super::batch::{BatchEvent, ImportedFields};
use super::check::canonical_json;
use super::envelope::Record;
use super::fields::{Field, Shape, Slot};
use super::kinds::{Body, EventBody, FileOperation, FileTouch, ProfileValue, WorkingValue};
use super::settings::SecretPolicy;
use super::situation::Situated;
use crate::base::anchor::Anchor;
use crate::base::error::Error;
use crate::text::private::{PrivateExtent, json_without_private, without_private};
use crate::text::secrets;

/// A question with names of stored things, which are masked before they are looked for.
pub(crate) trait MaskNames: Clone {
    /// Masks the names in this question.
    fn mask(&mut self, guard: Guard);
}

/// Applies the policy on secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard(pub(crate) SecretPolicy);

impl Guard {
    /// Applies the policy to a text; an error names `field`.
    pub(crate) fn apply_to_text(self, field: &'static str, text: &mut String) -> Result<(), Error> {
        replace(text, without_private);
        if self.0 == SecretPolicy::Keep {
            return Ok(());
        }
        let Cow::Owned(masked) = secrets::mask(text) else { return Ok(()) };
        self.check(field, secrets::first_kind(text))?;
        *text = masked;
        Ok(())
    }

    /// Applies the policy to a name; an error names `field`.
    pub(crate) fn apply_to_name(self, field: &'static str, name: &mut String) -> Result<(), Error> {
        replace(name, without_private);
        let Cow::Owned(masked) = self.masked_name(name) else { return Ok(()) };
        self.check(field, secrets::first_kind_in_name(name))?;
        *name = masked;
        Ok(())
    }

    /// Applies the policy to each text and name in JSON; JSON in which nothing is masked keeps its bytes.
    pub(crate) fn apply_to_json(self, field: &'static str, json: &mut String) -> Result<(), Error> {
        replace(json, |json| match json_without_private(json, PrivateExtent::All) {
            // A text that is no JSON is treated as plain text.
            Cow::Borrowed(_) if has_private_part(json) && serde_json::from_str::<IgnoredAny>(json).is_err() => {
                without_private(json)
            }
            kept => kept,
        });
        // JSON without escapes is searched as a plain text, unless the name of a member tells of a secret.
        let is_plain = || !json.contains('\\') && !secrets::has_secret_member(json);
        if self.0 == SecretPolicy::Keep || is_plain() && matches!(secrets::mask(json), Cow::Borrowed(_)) {
            return Ok(());
        }
        let Ok(mut value) = serde_json::from_str::<Value>(json) else { return self.apply_to_text(field, json) };
        let kind = mask_value(&mut value);
        if kind.is_some() {
            self.check(field, kind)?;
            *json = canonical_json(value);
        }
        // Some secrets are recognised only by their neighbours, as in a list of arguments.
        match secrets::mask(json) {
            Cow::Owned(masked) if serde_json::from_str::<IgnoredAny>(&masked).is_ok() => {
                self.check(field, secrets::first_kind(json))?;
                *json = masked;
            }
            _ => {}
        }
        Ok(())
    }

    /// A text with its secrets masked, as the store has it.
    pub(crate) fn masked(self, text: &str) -> Cow<'_, str> {
        self.masked_by(text, secrets::mask)
    }

    /// Masks the secrets of a text in place.
    pub(crate) fn mask(self, text: &mut String) {
        replace(text, |text| self.masked(text));
    }

    /// A name with its secrets masked, as the store has it.
    pub(crate) fn masked_name(self, name: &str) -> Cow<'_, str> {
        self.masked_by(name, secrets::mask_name)
    }

    /// Masks the secrets of a name in place.
    pub(crate) fn mask_name(self, name: &mut String) {
        replace(name, |name| self.masked_name(name));
    }

    /// A text without its private parts, and masked unless the policy keeps secrets.
    fn masked_by<'t>(self, text: &'t str, mask: impl Fn(&str) -> Cow<'_, str>) -> Cow<'t, str> {
        let mut text_left = without_private(text);
        if self.0 != SecretPolicy::Keep
            && let Cow::Owned(masked) = mask(&text_left)
        {
            text_left = Cow::Owned(masked);
        }
        text_left
    }

    /// JSON with its secrets masked, as the store has it; a policy that refuses secrets only masks them here.
    pub(crate) fn masked_json(self, json: &str) -> Cow<'_, str> {
        let policy = if self.0 == SecretPolicy::Keep { SecretPolicy::Keep } else { SecretPolicy::Mask };
        let mut masked = String::from(json);
        // Masking refuses nothing.
        match Guard(policy).apply_to_json("json", &mut masked) {
            Ok(()) if masked != json => Cow::Owned(masked),
            _ => Cow::Borrowed(json),
        }
    }

    /// Masks a filter by metadata, `name=value`.
    pub(crate) fn masked_member(self, member: &str) -> String {
        let Some((name, value)) = member.split_once('=').filter(|_| self.0 != SecretPolicy::Keep) else {
            return self.masked(member).into_owned();
        };
        let mut value = String::from(value);
        mask_member(name, &mut value);
        format!("{}={value}", secrets::mask(name))
    }

    /// Refuses an owner whose tenant or principal looks like a secret, unless the policy keeps secrets.
    pub(crate) fn check_owner(self, tenant: &str, principal: &str) -> Result<(), Error> {
        for (field, name) in [("tenant", tenant), ("principal", principal)] {
            if let Some(kind) = secrets::first_kind_in_name(name).filter(|_| self.0 != SecretPolicy::Keep) {
                let why =
                    format!("it looks like a secret ({kind}), under which no memory is kept: give it another name");
                return Err(Error::invalid(field, why));
            }
        }
        Ok(())
    }

    /// A question with its names masked, as they are stored.
    pub(crate) fn masked_question<'q, Q: MaskNames>(self, question: &'q Q) -> Cow<'q, Q> {
        if self.0 == SecretPolicy::Keep {
            return Cow::Borrowed(question);
        }
        let mut masked = question.clone();
        masked.mask(self);
        Cow::Owned(masked)
    }

    /// Refuses a field in which a kind of secret was found, if the policy says so.
    fn check(self, field: &'static str, kind: Option<&str>) -> Result<(), Error> {
        match (self.0, kind) {
            (SecretPolicy::Refuse, Some(kind)) => {
                let why = "it holds what looks like a secret, which the settings refuse";
                Err(Error::invalid(field, format!("{why} ({kind}): leave it out, or set `secrets` to `mask`")))
            }
            _ => Ok(()),
        }
    }

    /// Applies the policy to the paths of an event, before they are normalized. Normalizing would take a slash from an
    /// address and so hide its password.
    pub(super) fn apply_to_paths(self, body: &mut EventBody, anchors: &mut [Anchor]) -> Result<(), Error> {
        if let EventBody::FileTouch(touch) = body {
            self.mask_paths(touch)?;
        }
        anchors.iter_mut().try_for_each(|anchor| self.apply_to_name("anchors", &mut anchor.path))
    }

    /// Applies the policy to the paths of a touch. The change of a rename is a path, too.
    fn mask_paths(self, touch: &mut FileTouch) -> Result<(), Error> {
        self.apply_to_name("path", &mut touch.path)?;
        match touch.operation {
            FileOperation::Rename => self.apply_to_name("change", &mut touch.change),
            _ => self.apply_to_text("change", &mut touch.change),
        }
    }

    /// Refuses an event's id that has a private part, or looks like a secret while the policy does not keep secrets:
    /// masked, two ids could be equal, and the second event would be lost.
    fn check_event_id(self, event_id: &str) -> Result<(), Error> {
        let secret = secrets::first_kind_in_name(event_id).filter(|_| self.0 != SecretPolicy::Keep);
        let what = match secret {
            Some(kind) => format!("what looks like a secret ({kind})"),
            None if has_private_part(event_id) => String::from("a private part"),
            None => return Ok(()),
        };
        Err(Error::invalid("event-id", format!("it holds {what}, and is what tells events apart: give it another id")))
    }

    /// Applies the policy to all texts and names of an event.
    pub(super) fn apply_to_event(self, event: &mut BatchEvent) -> Result<(), Error> {
        self.check_event_id(&event.event_id)?;
        self.apply_to_name("channel", &mut event.channel)?;
        event.situation_mut().try_for_each(|(member, name)| self.apply_to_field(&member.field, Slot::Text(name)))?;
        let BatchEvent { text, anchors, metadata, body, imported, .. } = event;
        self.apply_to_text("text", text)?;
        for anchor in anchors {
            let names = [&mut anchor.path, &mut anchor.symbol, &mut anchor.commit];
            names.into_iter().try_for_each(|name| self.apply_to_name("anchors", name))?;
        }
        self.apply_to_json("metadata", metadata)?;
        if let Some(ImportedFields { principal, learning, .. }) = imported {
            self.apply_to_name("principal", principal)?;
            if let Some(learning) = learning {
                self.apply_to_name("tool", &mut learning.tool)?;
                self.apply_to_name("part", &mut learning.part)?;
                learning.paths.iter_mut().try_for_each(|path| self.apply_to_name("files", path))?;
            }
        }
        body.as_mut().map_or(Ok(()), |body| self.apply_to_body(body))
    }

    /// Applies the policy to a stored record; a policy that refuses secrets masks them here.
    pub(super) fn apply_to_record(self, record: &mut Record) {
        let guard = if self.0 == SecretPolicy::Refuse { Guard(SecretPolicy::Mask) } else { self };
        guard.mask_situation(record);
        let Record { text, channel, principal, anchors, metadata, learning, body, .. } = record;
        let names = [channel, principal].into_iter();
        let of_anchors =
            anchors.iter_mut().flat_map(|anchor| [&mut anchor.path, &mut anchor.symbol, &mut anchor.commit]);
        let of_learning = learning
            .iter_mut()
            .flat_map(|learning| learning.paths.iter_mut().chain([&mut learning.tool, &mut learning.part]));
        names.chain(of_anchors).chain(of_learning).for_each(|name| guard.mask_name(name));
        guard.mask(text);
        // Masking refuses nothing.
        let _masked = guard
            .apply_to_json("metadata", metadata)
            .and_then(|()| body.as_mut().map_or(Ok(()), |body| guard.apply_to_body(body)));
    }

    /// Masks the names in a situation, of a record or of a question.
    pub(crate) fn mask_situation(self, situated: &mut impl Situated) {
        let names = situated.situation_mut().filter(|(member, _)| matches!(member.field.shape, Shape::Name(_)));
        names.for_each(|(_, name)| self.mask_name(name));
    }

    fn apply_to_body(self, body: &mut Body) -> Result<(), Error> {
        // The key tells whether a value is a secret, and the operation tells whether a change is a path.
        match body {
            Body::FileTouch(touch) => self.mask_paths(touch)?,
            Body::WorkingValue(WorkingValue { key, value, .. }) | Body::ProfileValue(ProfileValue { key, value }) => {
                self.mask_assigned_value(key, value)?;
            }
            _ => {}
        }
        body.slots().try_for_each(|(field, slot)| self.apply_to_field(field, slot))
    }

    fn apply_to_field(self, field: &Field, slot: Slot<'_>) -> Result<(), Error> {
        let name = field.argument();
        match (field.shape, slot) {
            (Shape::Name(_) | Shape::ForeignName(_), Slot::Text(text)) => self.apply_to_name(name, text),
            (Shape::Names(..) | Shape::Files(..), Slot::Texts(names)) => {
                names.iter_mut().try_for_each(|one| self.apply_to_name(name, one))
            }
            (Shape::Text(_), Slot::Text(text)) => self.apply_to_text(name, text),
            (Shape::Json(_) | Shape::Value(_), Slot::Text(json)) => self.apply_to_json(name, json),
            _ => Ok(()),
        }
    }

    /// Applies the policy to a value whose key may tell that it is a secret.
    fn mask_assigned_value(self, key: &str, value: &mut String) -> Result<(), Error> {
        if self.0 == SecretPolicy::Keep {
            return Ok(());
        }
        let mut masked = value.clone();
        if let Some(kind) = mask_member(key, &mut masked) {
            self.check("value", Some(kind))?;
            *value = masked;
        }
        Ok(())
    }
}

fn has_private_part(text: &str) -> bool {
    matches!(without_private(text), Cow::Owned(_))
}

/// Replaces a text by the result of `new_text`, if that differs.
fn replace(text: &mut String, new_text: impl Fn(&str) -> Cow<'_, str>) {
    if let Cow::Owned(new_text) = new_text(text) {
        *text = new_text;
    }
}

/// Masks all texts in a JSON value; returns the kind of a secret in it, `None` without any. The items of a list are
/// masked as values of the member that has the list.
fn mask_value(value: &mut Value) -> Option<&'static str> {
    let mut kind = None;
    let mut unvisited = vec![("", value)];
    while let Some((name, value)) = unvisited.pop() {
        match value {
            Value::String(text) => kind = mask_member(name, text).or(kind),
            Value::Array(list) => unvisited.extend(list.iter_mut().map(|value| (name, value))),
            Value::Object(members) => {
                kind = mask_names(members).or(kind);
                unvisited.extend(members.iter_mut().map(|(name, value)| (name.as_str(), value)));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    kind
}

fn mask_text(text: &mut String) -> Option<&'static str> {
    let Cow::Owned(masked) = secrets::mask(text) else { return None };
    let kind = secrets::first_kind(text);
    *text = masked;
    kind
}

/// Masks the secrets in a member's value; returns the kind of one, `None` without any. If the name is that of a secret,
/// a value of no known form is masked whole. In a header only the secret is masked.
fn mask_member(name: &str, value: &mut String) -> Option<&'static str> {
    if let Some((kind, masked)) = secrets::mask_header(name, value) {
        *value = masked;
        return Some(kind);
    }
    mask_text(value).or_else(|| {
        secrets::is_secret_member(name, value).then(|| {
            *value = String::from("[masked: secret]");
            "secret"
        })
    })
}

/// Masks the secrets in the names of members; returns the kind of one. If two names become equal, the later value
/// stays.
fn mask_names(members: &mut Map<String, Value>) -> Option<&'static str> {
    let kind = members.keys().find_map(|name| secrets::first_kind(name))?;
    let old_members = core::mem::take(members).into_iter();
    *members = old_members.map(|(name, value)| (secrets::mask(&name).into_owned(), value)).collect();
    Some(kind)
}
