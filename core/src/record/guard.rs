//! What becomes of texts and names that hold a known form of a secret, on every way into the store: one policy for all of them.
//!
//! Masking is a function of a text alone, so that a name is masked in the same way each time: what is masked alike is one thing,
//! and a question finds a name by what it was before. Not here: which forms there are (`text::secrets`); whose memory it is,
//! which cannot be masked, since two tenants would become one.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::batch::{BatchEvent, Imported};
use super::check::written;
use super::event::{Body, EventBody};
use super::settings::SecretPolicy;
use crate::base::anchor::Anchor;
use crate::base::error::Error;
use crate::text::secrets;

/// What names something that is stored, by what it was called before it was masked.
pub(crate) trait Asked: Clone {
    /// Masks its names.
    fn mask(&mut self, guard: Guard);
}

/// The policy, at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard(pub(crate) SecretPolicy);

impl Guard {
    /// Does to a text or a name what is to be done; `field` is what a refusal names.
    pub(crate) fn text(self, field: &'static str, text: &mut String) -> Result<(), Error> {
        if self.0 == SecretPolicy::Keep {
            return Ok(());
        }
        let Cow::Owned(masked) = secrets::mask(text) else { return Ok(()) };
        self.check(field, secrets::first(text))?;
        *text = masked;
        Ok(())
    }

    /// The same for each text and each name in JSON, which stays as it is where there is nothing to mask.
    pub(crate) fn json(self, field: &'static str, json: &mut String) -> Result<(), Error> {
        // Without escapes a text in JSON is what it says.
        if self.0 == SecretPolicy::Keep || !json.contains('\\') && matches!(secrets::mask(json), Cow::Borrowed(_)) {
            return Ok(());
        }
        let Ok(mut value) = serde_json::from_str::<Value>(json) else { return self.text(field, json) };
        let kinds = mask_value(&mut value);
        if kinds.is_some() {
            self.check(field, kinds)?;
            *json = written(value);
        }
        Ok(())
    }

    /// A text as it stands in the store, for what looks for it or is derived from it.
    pub(crate) fn masked(self, text: &str) -> Cow<'_, str> {
        if self.0 == SecretPolicy::Keep { Cow::Borrowed(text) } else { secrets::mask(text) }
    }

    /// The same in its own place.
    pub(crate) fn mask(self, text: &mut String) {
        if let Cow::Owned(masked) = self.masked(text) {
            *text = masked;
        }
    }

    /// The same for JSON.
    pub(crate) fn masked_json(self, json: &str) -> Cow<'_, str> {
        let policy = if self.0 == SecretPolicy::Keep { SecretPolicy::Keep } else { SecretPolicy::Mask };
        let mut masked = String::from(json);
        // Masking refuses nothing.
        match Guard(policy).json("json", &mut masked) {
            Ok(()) if masked != json => Cow::Owned(masked),
            _ => Cow::Borrowed(json),
        }
    }

    /// A member of metadata that is asked for, `name=value`.
    pub(crate) fn masked_member(self, member: &str) -> String {
        let Some((name, value)) = member.split_once('=').filter(|_| self.0 != SecretPolicy::Keep) else {
            return self.masked(member).into_owned();
        };
        let mut value = String::from(value);
        mask_member(name, &mut value);
        format!("{}={value}", secrets::mask(name))
    }

    /// Refuses names that cannot be masked: whose memory it is, and who has it open.
    pub(crate) fn check_owner(self, tenant: &str, principal: &str) -> Result<(), Error> {
        for (field, name) in [("tenant", tenant), ("principal", principal)] {
            if let Some(kind) = secrets::first(name).filter(|_| self.0 != SecretPolicy::Keep) {
                let why =
                    format!("it looks like a secret ({kind}), under which no memory is kept: give it another name");
                return Err(Error::invalid(field, why));
            }
        }
        Ok(())
    }

    /// A question as it is asked of the store.
    pub(crate) fn asked<'q, Q: Asked>(self, question: &'q Q) -> Cow<'q, Q> {
        if self.0 == SecretPolicy::Keep {
            return Cow::Borrowed(question);
        }
        let mut masked = question.clone();
        masked.mask(self);
        Cow::Owned(masked)
    }

    fn check(self, field: &'static str, kind: Option<&str>) -> Result<(), Error> {
        match (self.0, kind) {
            (SecretPolicy::Refuse, Some(kind)) => {
                let why = "it holds what looks like a secret, which the settings refuse";
                Err(Error::invalid(field, format!("{why} ({kind}): leave it out, or set `secrets` to `mask`")))
            }
            _ => Ok(()),
        }
    }

    /// Does to the paths of an event what is to be done, before they are brought into one form: an address would lose a slash, and
    /// with it the form of its password.
    pub(super) fn paths(self, body: &mut EventBody, anchors: &mut [Anchor]) -> Result<(), Error> {
        if let EventBody::FileTouch(touch) = body {
            self.text("path", &mut touch.path)?;
            self.text("change", &mut touch.change)?;
        }
        anchors.iter_mut().try_for_each(|anchor| self.text("anchors", &mut anchor.path))
    }

    /// Does to all of an event what is to be done.
    pub(super) fn event(self, event: &mut BatchEvent) -> Result<(), Error> {
        if self.0 == SecretPolicy::Keep {
            return Ok(());
        }
        let BatchEvent { event_id, text, channel, session, anchors, task, metadata, body, imported, .. } = event;
        let names =
            [("event-id", event_id), ("channel", channel), ("session", session), ("task", task), ("text", text)];
        names.into_iter().try_for_each(|(field, text)| self.text(field, text))?;
        for anchor in anchors {
            let texts = [&mut anchor.path, &mut anchor.symbol, &mut anchor.commit];
            texts.into_iter().try_for_each(|text| self.text("anchors", text))?;
        }
        self.json("metadata", metadata)?;
        if let Some(Imported { principal, learning, .. }) = imported {
            self.text("principal", principal)?;
            if let Some(learning) = learning {
                self.text("tool", &mut learning.tool)?;
                self.text("part", &mut learning.part)?;
                learning.paths.iter_mut().try_for_each(|path| self.text("files", path))?;
            }
        }
        body.as_mut().map_or(Ok(()), |body| self.body(body))
    }

    fn body(self, body: &mut Body) -> Result<(), Error> {
        let texts: Vec<(&'static str, &mut String)> = match body {
            Body::StrategyUse(_) => return Ok(()),
            Body::Turn(turn) => vec![("conversation", &mut turn.conversation), ("text", &mut turn.text)],
            Body::ToolCall(call) => {
                self.json("parameters", &mut call.parameters)?;
                vec![("tool", &mut call.tool), ("output", &mut call.output), ("error", &mut call.error)]
            }
            Body::FileTouch(touch) => {
                vec![("path", &mut touch.path), ("why", &mut touch.why), ("change", &mut touch.change)]
            }
            Body::TaskStep(step) => vec![("description", &mut step.description), ("outcome", &mut step.outcome)],
            Body::Strategy(strategy) => {
                strategy.tools.iter_mut().try_for_each(|tool| self.text("tools", tool))?;
                let (description, context) = (&mut strategy.description, &mut strategy.context);
                vec![("description", description), ("context", context), ("task-type", &mut strategy.task_type)]
            }
            Body::WorkingValue(value) => {
                self.assigned(&value.key, &mut value.value)?;
                vec![("conversation", &mut value.conversation), ("key", &mut value.key), ("value", &mut value.value)]
            }
            Body::ProfileValue(value) => {
                self.assigned(&value.key, &mut value.value)?;
                vec![("key", &mut value.key), ("value", &mut value.value)]
            }
            Body::Observation(seen) => {
                seen.files.iter_mut().try_for_each(|file| self.text("files", file))?;
                vec![("subject", &mut seen.subject), ("signature", &mut seen.signature)]
            }
        };
        texts.into_iter().try_for_each(|(field, text)| self.text(field, text))
    }

    /// A value under a key, as a member of JSON.
    fn assigned(self, key: &str, value: &mut String) -> Result<(), Error> {
        let mut masked = value.clone();
        if mask_member(key, &mut masked).is_some() {
            self.check("value", Some("secret"))?;
            *value = masked;
        }
        Ok(())
    }
}

/// Masks all texts of a value, and gives the kind of a secret that it held.
fn mask_value(value: &mut Value) -> Option<&'static str> {
    let mut found = None;
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => found = mask_text(text).or(found),
            Value::Array(list) => left.extend(list),
            Value::Object(members) => {
                found = mask_names(members).or(found);
                for (name, value) in members {
                    match value {
                        Value::String(text) => found = mask_member(name, text).or(found),
                        value => left.push(value),
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found
}

fn mask_text(text: &mut String) -> Option<&'static str> {
    let Cow::Owned(masked) = secrets::mask(text) else { return None };
    let kind = secrets::first(text);
    *text = masked;
    kind
}

/// What is assigned to a name that is one of a secret's is masked as a whole where no form tells what it is.
fn mask_member(name: &str, value: &mut String) -> Option<&'static str> {
    mask_text(value).or_else(|| {
        secrets::is_assigned(name, value).then(|| {
            *value = String::from("[masked: secret]");
            "secret"
        })
    })
}

/// Of names that are masked alike the last one's value stays.
fn mask_names(members: &mut Map<String, Value>) -> Option<&'static str> {
    let found = members.keys().find_map(|name| secrets::first(name))?;
    let masked = core::mem::take(members).into_iter();
    *members = masked.map(|(name, value)| (secrets::mask(&name).into_owned(), value)).collect();
    Some(found)
}
