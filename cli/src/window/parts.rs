//! Reads the parts of a conversation whose messages have no known format: a JSON list from the standard input.

use scrubjay::Error;
use scrubjay::wit::Word;
use scrubjay::wit::types::{Error as Refusal, InvalidArgument};
use scrubjay::wit::window::{BodyForm, CodePlace, NewItem};
use serde_json::{Map, Value};

/// The members of a part; all but the first three have defaults.
const MEMBERS: [&str; 17] = [
    "kind",
    "message",
    "text",
    "pointer",
    "original",
    "form",
    "response",
    "tool",
    "call_id",
    "is_error",
    "tokens",
    "task",
    "is_pinned",
    "relevance",
    "dependencies",
    "time",
    "places",
];

/// The parts in a JSON text; a part without a time gets `now`.
pub(super) fn parse_parts(text: &str, now: i64) -> Result<Vec<NewItem>, Error> {
    let parts: Vec<Map<String, Value>> =
        serde_json::from_str(text).map_err(|error| refused("parts", format!("no JSON list of objects: {error}")))?;
    parts.iter().enumerate().map(|(at, part)| Part(at, part).item(now)).collect()
}

fn refused(argument: &str, why: String) -> Error {
    Error::Refused(Refusal::Invalid(InvalidArgument { argument: argument.to_owned(), why }))
}

/// A part as JSON, with its index in the list.
struct Part<'p>(usize, &'p Map<String, Value>);

impl Part<'_> {
    fn item(&self, now: i64) -> Result<NewItem, Error> {
        if let Some(unknown_member) = self.1.keys().find(|name| !MEMBERS.contains(&name.as_str())) {
            return Err(
                self.member_error(unknown_member, &format!("no member of a part: there are {}", MEMBERS.join(", ")))
            );
        }
        let message = self.number("message")?.ok_or_else(|| self.member_error("message", "missing"))?;
        Ok(NewItem {
            kind: self.word("kind")?.ok_or_else(|| self.member_error("kind", "missing"))?,
            message,
            pointer: self.text("pointer")?,
            text: self.member("text", "missing", |text| text.map(str::to_owned))?,
            original: self.text("original")?,
            form: self.word::<BodyForm>("form")?.unwrap_or(BodyForm::Plain),
            response: self.number("response")?.unwrap_or(message),
            tool: self.text("tool")?,
            call_id: self.text("call_id")?,
            is_error: self.flag("is_error")?,
            tokens: self.number("tokens")?,
            task: self.text("task")?,
            is_pinned: self.flag("is_pinned")?,
            relevance: self.optional("relevance", "not a number", Value::as_f64)?.unwrap_or(1.0),
            dependencies: self.optional("dependencies", "not a list of texts", texts)?.unwrap_or_default(),
            time: self.optional("time", "not a number of milliseconds since 1970", Value::as_i64)?.unwrap_or(now),
            places: self.optional("places", "not a list of {path, first_line, last_line}", places)?.unwrap_or_default(),
        })
    }

    fn member_error(&self, member: &str, why: &str) -> Error {
        refused(member, format!("{why} (part {})", self.0))
    }

    fn optional<T>(&self, member: &str, why: &str, read: impl Fn(&Value) -> Option<T>) -> Result<Option<T>, Error> {
        let member_value = self.1.get(member).filter(|value| !value.is_null());
        member_value.map(|value| read(value).ok_or_else(|| self.member_error(member, why))).transpose()
    }

    fn member<T>(&self, member: &str, why: &str, read: impl Fn(Option<&str>) -> Option<T>) -> Result<T, Error> {
        read(self.1.get(member).and_then(Value::as_str)).ok_or_else(|| self.member_error(member, why))
    }

    fn text(&self, member: &str) -> Result<String, Error> {
        Ok(self.optional(member, "not a text", |value| value.as_str().map(str::to_owned))?.unwrap_or_default())
    }

    fn flag(&self, member: &str) -> Result<bool, Error> {
        Ok(self.optional(member, "neither true nor false", Value::as_bool)?.unwrap_or_default())
    }

    fn number(&self, member: &str) -> Result<Option<u32>, Error> {
        let read = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        self.optional(member, "not a whole number from 0 to 4294967295", read)
    }

    fn word<W: Word>(&self, member: &str) -> Result<Option<W>, Error> {
        let words: Vec<&str> = W::WORDS.iter().map(|(word, _)| *word).collect();
        self.optional(member, &format!("not one of {}", words.join(", ")), |value| value.as_str().and_then(W::named))
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
}

/// The places in code that a JSON list names; a missing line is 0. `None` if the value is no such list.
fn places(value: &Value) -> Option<Vec<CodePlace>> {
    let line = |place: &Map<String, Value>, name: &str| match place.get(name) {
        None => Some(0),
        Some(line) => u32::try_from(line.as_u64()?).ok(),
    };
    let place = |place: &Value| {
        let place = place.as_object()?;
        let path = place.get("path")?.as_str()?.to_owned();
        let is_known = |name: &String| ["path", "first_line", "last_line"].contains(&name.as_str());
        let (first_line, last_line) = (line(place, "first_line")?, line(place, "last_line")?);
        place.keys().all(is_known).then_some(CodePlace { path, first_line, last_line })
    };
    value.as_array()?.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use scrubjay::wit::window::ItemKind;

    use super::*;

    #[test]
    fn what_a_part_leaves_out_has_a_default() {
        let text = r#"[{"kind":"call","message":2,"text":"{}","tool":"bash","call_id":"c","tokens":null}]"#;
        let [item] = parse_parts(text, 7).unwrap().try_into().unwrap();
        assert_eq!((item.kind, item.message, item.response, item.time), (ItemKind::Call, 2, 2, 7));
        assert_eq!((item.form, item.relevance, item.tokens), (BodyForm::Plain, 1.0, None));
    }

    #[test]
    fn what_is_no_part_is_refused_by_its_member_and_number() {
        for (text, member) in [
            ("{}", "parts"),
            ("[7]", "parts"),
            (r#"[{"kind":"shout","message":0,"text":""}]"#, "kind"),
            (r#"[{"kind":"user","message":-1,"text":""}]"#, "message"),
            (r#"[{"kind":"user","message":0}]"#, "text"),
            (r#"[{"kind":"user","message":0,"text":"","callId":"x"}]"#, "callId"),
            (r#"[{"kind":"user","message":0,"text":"","dependencies":[1]}]"#, "dependencies"),
            (r#"[{"kind":"code","message":0,"text":"","places":[{"path":"a.py","line":1}]}]"#, "places"),
        ] {
            let Err(Error::Refused(Refusal::Invalid(refused))) = parse_parts(text, 0) else { panic!("{text}") };
            assert_eq!(refused.argument, member, "{text}");
        }
    }
}
