//! One entry of an object in a text of JSON, added or removed so that every other byte stays.
//!
//! The text is read by `serde_json` first, so that the places found here are those of a valid document; what is made is read again,
//! and must say what it said before and differ in this entry alone.

use serde_json::{Value, json};

/// An entry, and the member of the document's object that holds it.
pub(super) struct Edit<'a> {
    pub(super) member: &'a str,
    pub(super) name: &'a str,
    pub(super) entry: &'a Value,
}

/// What becomes of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Edited {
    Text(String),
    /// Nothing changes.
    Same,
    /// Another entry of this name is there, which is not touched.
    Left,
    /// Nothing is left that anybody wrote.
    Empty,
}

impl Edited {
    /// Of a text that is there where something changes.
    pub(super) fn of(text: Option<String>) -> Edited {
        match text {
            Some(text) if text.trim().is_empty() => Edited::Empty,
            Some(text) => Edited::Text(text),
            None => Edited::Same,
        }
    }
}

impl Edit<'_> {
    /// The text with the entry.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn added(&self, before: Option<&str>) -> Result<Edited, String> {
        let text = before.filter(|text| !text.trim().is_empty()).unwrap_or("{}\n");
        let known = self.read(text)?;
        match known.get(self.member).map(|member| (member.is_object(), member.get(self.name))) {
            Some((false, _)) => return Err(format!("its member \"{}\" is no object", self.member)),
            Some((true, Some(entry))) if entry == self.entry => return Ok(Edited::Same),
            Some((true, Some(_))) => return Ok(Edited::Left),
            _ => {}
        }
        let unit = indentation(text);
        let new = match Object::at(text, &[self.member]) {
            Some(object) => object.with(text, self.name, self.entry, &unit, 2),
            None => {
                let member = json!({ self.name: self.entry });
                Object::at(text, &[])
                    .map(|object| object.with(text, self.member, &member, &unit, 1))
                    .unwrap_or_default()
            }
        };
        let mut wanted = known;
        wanted[self.member][self.name] = self.entry.clone();
        self.checked(new, &wanted)
    }

    /// The text without the entry.
    ///
    /// # Errors
    /// As for [`Edit::added`].
    pub(super) fn removed(&self, before: Option<&str>) -> Result<Edited, String> {
        let Some(text) = before.filter(|text| !text.trim().is_empty()) else { return Ok(Edited::Same) };
        let mut wanted = self.read(text)?;
        match wanted.get(self.member).and_then(|member| member.get(self.name)) {
            None => return Ok(Edited::Same),
            Some(entry) if entry != self.entry => return Ok(Edited::Left),
            Some(_) => {}
        }
        if wanted == json!({ self.member: { self.name: self.entry } }) {
            return Ok(Edited::Empty);
        }
        let Some(object) = Object::at(text, &[self.member]) else { return Ok(Edited::Same) };
        let new = object.without(text, self.name);
        if let Some(member) = wanted[self.member].as_object_mut() {
            member.shift_remove(self.name);
        }
        self.checked(new, &wanted)
    }

    fn read(&self, text: &str) -> Result<Value, String> {
        let known: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| format!("it is not JSON: {error}"))?;
        if known.is_object() { Ok(known) } else { Err("it is no JSON object".to_owned()) }
    }

    fn checked(&self, new: String, wanted: &Value) -> Result<Edited, String> {
        match self.read(&new) {
            Ok(known) if known == *wanted => Ok(Edited::Text(new)),
            _ => Err(format!("the entry \"{}\" cannot be changed in it without changing more", self.name)),
        }
    }
}

/// Where an object is in a text, and its members.
struct Object {
    /// The byte after its opening bracket.
    begin: usize,
    /// Its closing bracket.
    end: usize,
    members: Vec<Member>,
}

struct Member {
    name: String,
    /// Where its name begins, and where its value ends.
    begin: usize,
    end: usize,
    /// Where its value begins.
    value: usize,
}

impl Object {
    /// The object that members lead to, of a text that is valid.
    fn at(text: &str, path: &[&str]) -> Option<Object> {
        let mut object = Object::read(text, text.find('{')?)?;
        for name in path {
            let value = object.members.iter().rev().find(|member| member.name == *name)?.value;
            object = Object::read(text, value)?;
        }
        Some(object)
    }

    /// Reads the object whose opening bracket is here.
    fn read(text: &str, open: usize) -> Option<Object> {
        let bytes = text.as_bytes();
        let mut at = skip_space(bytes, open + 1);
        let mut members = Vec::new();
        while bytes.get(at) == Some(&b'"') {
            let begin = at;
            at = skip_value(bytes, at);
            let name = serde_json::from_str(&text[begin..at]).ok()?;
            // A colon stands between the two.
            let value = skip_space(bytes, skip_space(bytes, at) + 1);
            at = skip_value(bytes, value);
            members.push(Member { name, begin, end: at, value });
            at = skip_space(bytes, at);
            if bytes.get(at) == Some(&b',') {
                at = skip_space(bytes, at + 1);
            }
        }
        (bytes.get(open) == Some(&b'{') && bytes.get(at) == Some(&b'}')).then_some(Object {
            begin: open + 1,
            end: at,
            members,
        })
    }

    /// The text with a further member at the object's end, `depth` deep.
    fn with(&self, text: &str, name: &str, value: &Value, unit: &str, depth: usize) -> String {
        let indent = unit.repeat(depth);
        let value = format!("{value:#}").replace("  ", unit).replace('\n', &format!("\n{indent}"));
        let member = format!("\n{indent}{}: {value}", json!(name));
        match self.members.last() {
            Some(last) => format!("{},{member}{}", &text[..last.end], &text[last.end..]),
            None => {
                let close = format!("\n{}", unit.repeat(depth - 1));
                format!("{}{member}{close}{}", &text[..self.begin], &text[self.end..])
            }
        }
    }

    /// The text without a member, and without the comma that parted it from another.
    fn without(&self, text: &str, name: &str) -> String {
        let Some(place) = self.members.iter().position(|member| member.name == name) else { return text.to_owned() };
        let (begin, end) = match (place.checked_sub(1), self.members.get(place + 1)) {
            (Some(before), _) => (self.members[before].end, self.members[place].end),
            (None, Some(next)) => (self.members[place].begin, next.begin),
            (None, None) => (self.begin, self.end),
        };
        format!("{}{}", &text[..begin], &text[end..])
    }
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// The place after a value: a string, or anything else up to what ends it at its own depth.
fn skip_value(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    loop {
        match bytes.get(at) {
            None => return at,
            Some(b'"') => {
                at += 1;
                while bytes.get(at).is_some_and(|&byte| byte != b'"') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            Some(b'{' | b'[') => {
                depth += 1;
                at += 1;
                continue;
            }
            Some(b'}' | b']') if depth > 0 => {
                depth -= 1;
                at += 1;
            }
            Some(b'}' | b']' | b',' | b':') if depth == 0 => return at,
            Some(byte) if depth == 0 && byte.is_ascii_whitespace() => return at,
            Some(_) => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            return at;
        }
    }
}

/// What one level is indented by: as the first line that is.
fn indentation(text: &str) -> String {
    let of = |line: &str| line[..line.len() - line.trim_start().len()].to_owned();
    let first = text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(of).find(|indent| !indent.is_empty());
    first.unwrap_or_else(|| "  ".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Edit, Edited};

    const ODD: &str = "{\n\t\"a\": [1.50, {\"x\":\"}\\\"]\"}],\n\t\"servers\": { \"b\" : {\"args\": [\"-y\", \"z\"]} },\n\t\"n\": 10000000000000000000000001\n}";

    fn check(before: &str, after: &str) {
        let entry = json!({ "command": "scrubjay", "args": ["mcp"] });
        let edit = Edit { member: "servers", name: "scrubjay", entry: &entry };
        assert_eq!(edit.added(Some(before)).unwrap(), Edited::Text(after.to_owned()));
        assert_eq!(edit.added(Some(after)).unwrap(), Edited::Same, "twice is once");
    }

    #[test]
    fn every_other_byte_stays_and_comes_back() {
        let after = ODD.replace("\"z\"]}", "\"z\"]},\n\t\t\"scrubjay\": {\n\t\t\t\"command\": \"scrubjay\",\n\t\t\t\"args\": [\n\t\t\t\t\"mcp\"\n\t\t\t]\n\t\t}");
        check(ODD, &after);
        let entry = json!({ "command": "scrubjay", "args": ["mcp"] });
        let edit = Edit { member: "servers", name: "scrubjay", entry: &entry };
        assert_eq!(edit.removed(Some(&after)).unwrap(), Edited::Text(ODD.to_owned()));
        let first = "{\"servers\": {\"scrubjay\": {\"args\": [\"mcp\"], \"command\": \"scrubjay\"}, \"z\": 1}}";
        assert_eq!(edit.removed(Some(first)).unwrap(), Edited::Text("{\"servers\": {\"z\": 1}}".to_owned()));
    }

    #[test]
    fn what_is_made_whole_is_taken_back_whole() {
        let entry = json!({ "command": "scrubjay" });
        let edit = Edit { member: "servers", name: "scrubjay", entry: &entry };
        let whole = "{\n  \"servers\": {\n    \"scrubjay\": {\n      \"command\": \"scrubjay\"\n    }\n  }\n}\n";
        for before in [None, Some(""), Some("{}\n"), Some("{ }\n")] {
            assert_eq!(edit.added(before).unwrap(), Edited::Text(whole.to_owned()), "{before:?}");
        }
        assert_eq!(edit.removed(Some(whole)).unwrap(), Edited::Empty);
    }

    #[test]
    fn what_a_person_wrote_is_left_and_what_is_no_json_is_refused_with_its_place() {
        let entry = json!({ "command": "scrubjay" });
        let edit = Edit { member: "servers", name: "scrubjay", entry: &entry };
        let own = "{\"servers\": {\"scrubjay\": {\"command\": \"/opt/scrubjay\"}}}";
        assert_eq!((edit.added(Some(own)).unwrap(), edit.removed(Some(own)).unwrap()), (Edited::Left, Edited::Left));
        let why = edit.added(Some("{\n  // mine\n}")).unwrap_err();
        assert!(why.contains("line 2 column 3"), "{why}");
        for text in ["[]", "{\"servers\": []}", "{\"a\": 1,}"] {
            assert!(edit.added(Some(text)).is_err(), "{text}");
        }
    }
}
