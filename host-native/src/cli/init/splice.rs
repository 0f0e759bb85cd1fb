//! One entry of an object in a text of JSON, added so that every other byte stays, and removed so that every byte is as it was.
//!
//! The text is read by `serde_json` first, so that the places found here are those of a valid document; what is made is read again,
//! and must say what it said before and differ in this entry alone. Each thing that was there before (no file, a blank one, an empty
//! object, one without the member, one with others) gets the entry in a form of its own, by which it is known again: what is taken
//! away is right if adding it gives the text that is there.

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
    /// There was no file.
    NoFile,
}

impl Edit<'_> {
    /// The text with the entry.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn added(&self, before: Option<&str>) -> Result<Edited, String> {
        let Some(text) = before else { return Ok(Edited::Text(self.whole() + "\n")) };
        if is_blank(text) {
            return Ok(Edited::Text(format!("{text}{}", self.line())));
        }
        let mut wanted = self.read(text)?;
        match wanted.get(self.member).map(|member| (member.is_object(), member.get(self.name))) {
            Some((false, _)) => return Err(format!("its member \"{}\" is no object", self.member)),
            Some((true, Some(entry))) if entry == self.entry => return Ok(Edited::Same),
            Some((true, Some(_))) => return Ok(Edited::Left),
            _ => {}
        }
        let new = self.inserted(text).unwrap_or_default();
        wanted[self.member][self.name] = self.entry.clone();
        self.checked(new, &wanted)
    }

    /// The text without the entry.
    ///
    /// # Errors
    /// As for [`Edit::added`].
    pub(super) fn removed(&self, before: Option<&str>) -> Result<Edited, String> {
        let Some(text) = before.filter(|text| !is_blank(text)) else { return Ok(Edited::Same) };
        let mut wanted = self.read(text)?;
        match wanted.get(self.member).and_then(|member| member.get(self.name)) {
            None => return Ok(Edited::Same),
            Some(entry) if entry != self.entry => return Ok(Edited::Left),
            Some(_) => {}
        }
        if text.trim_end_matches('\n') == self.whole() && text.len() <= self.whole().len() + 1 {
            return Ok(Edited::NoFile);
        }
        let is_own =
            |before: &String| self.added(Some(before)).is_ok_and(|added| added == Edited::Text(text.to_owned()));
        if let Some(before) = self.candidates(text).into_iter().find(is_own) {
            return Ok(Edited::Text(before));
        }
        // Somebody has changed what is around it.
        let Some(object) = Object::at(text, &[self.member]) else { return Ok(Edited::Same) };
        let new = object.without(text, self.name);
        if let Some(member) = wanted[self.member].as_object_mut() {
            member.shift_remove(self.name);
        }
        self.checked(new, &wanted)
    }

    /// What a file has in it that there was none of.
    fn whole(&self) -> String {
        format!("{:#}", json!({ self.member: { self.name: self.entry } }))
    }

    /// What stands in a file that was blank.
    fn line(&self) -> String {
        format!("{{ {}: {{ {}: {} }} }}", json!(self.member), json!(self.name), self.entry)
    }

    /// The text of an object with the entry.
    fn inserted(&self, text: &str) -> Option<String> {
        let (unit, line) = (indentation(text), line_end(text));
        let entry = format!("{}: {}", json!(self.name), self.entry);
        if let Some(object) = Object::at(text, &[self.member]) {
            return Some(match object.members.is_empty() {
                false => object.with(text, self.name, self.entry, &unit, 2),
                true => object.begun_with(text, &entry),
            });
        }
        let object = Object::at(text, &[])?;
        Some(match object.members.is_empty() {
            false => object.with(text, self.member, &json!({ self.name: self.entry }), &unit, 1),
            true => object.begun_with(text, &format!("{line}{unit}{}: {{ {entry} }}{line}", json!(self.member))),
        })
    }

    /// What a text with the entry may have been before.
    fn candidates(&self, text: &str) -> Vec<String> {
        let mut found: Vec<String> = text.strip_suffix(&self.line()).map(str::to_owned).into_iter().collect();
        let objects = Object::at(text, &[]).zip(Object::at(text, &[self.member]));
        let Some((top, object)) = objects else { return found };
        for (object, name) in [(top, self.member), (object, self.name)] {
            let Some(place) = object.members.iter().rposition(|member| member.name == name) else { continue };
            let (begin, end) = match place.checked_sub(1) {
                Some(before) => (object.members[before].end, object.members[place].end),
                None => (object.begin, object.members[place].end),
            };
            let line = line_end(text);
            let behind = if text[end..].starts_with(line) { end + line.len() } else { end };
            found.extend([end, behind].map(|end| format!("{}{}", &text[..begin], &text[end..])));
        }
        found
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

    /// The text with a further member behind the object's last, `depth` deep.
    fn with(&self, text: &str, name: &str, value: &Value, unit: &str, depth: usize) -> String {
        let line = format!("{}{}", line_end(text), unit.repeat(depth));
        let value = format!("{value:#}").replace("  ", unit).replace('\n', &line);
        let member = format!("{line}{}: {value}", json!(name));
        match self.members.last() {
            Some(last) => format!("{},{member}{}", &text[..last.end], &text[last.end..]),
            None => text.to_owned(),
        }
    }

    /// The text with something at the object's begin; what stood there stays behind it.
    fn begun_with(&self, text: &str, begin: &str) -> String {
        format!("{}{begin}{}", &text[..self.begin], &text[self.begin..])
    }

    /// The text without a member, and without the comma that parted it from another.
    fn without(&self, text: &str, name: &str) -> String {
        let Some(place) = self.members.iter().rposition(|member| member.name == name) else { return text.to_owned() };
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

/// Whether there is nothing in a text, or a mark of its encoding alone.
fn is_blank(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim().is_empty()
}

/// How the lines of a text end.
pub(super) fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
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

    /// A person's own `{"mcpServers": {}}` was deleted, and an empty member stayed behind where there had been none.
    #[test]
    fn whatever_was_there_before_comes_back_to_the_byte() {
        let entry = json!({ "command": "scrubjay", "args": ["mcp"] });
        let edit = Edit { member: "servers", name: "scrubjay", entry: &entry };
        let outer =
            ["{}", "{ }", "{\n}", "{\n\n  }", "{S}", "{ S }", "{\n  S\n}", "{\n\tS\n}", "{\"a\": 1}", "{\"a\": [],S}"];
        let outer =
            outer.into_iter().chain(["{\n  \"a\": {\n    \"b\": 2\n  },\n  S\n}", "{S, \"z\": null}", "", " ", "\n\n"]);
        let inner =
            ["{}", "{ }", "{\n  }", "{\"b\": {}}", "{\n    \"b\": {\n      \"c\": []\n    }\n  }", "{ \"b\": 1 }"];
        let (mut n, mut made) = (0, std::collections::BTreeMap::new());
        for outer in outer {
            for inner in inner {
                for end in ["", "\n", "\n\n"] {
                    for mark in ["", "\u{feff}"] {
                        for line in ["\n", "\r\n"] {
                            let text = outer.replace('S', &format!("\"servers\": {inner}"));
                            let text = format!("{mark}{text}{end}").replace('\n', line);
                            let Edited::Text(added) = edit.added(Some(&text)).unwrap() else { panic!("{text:?}") };
                            assert_eq!(edit.removed(Some(&added)).unwrap(), Edited::Text(text.clone()), "{added}");
                            let before = made.insert(added, text.clone());
                            assert!(before.is_none_or(|before| before == text), "{text:?} looks as another one");
                            n += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(n, 15 * 6 * 3 * 4);
        let Edited::Text(whole) = edit.added(None).unwrap() else { panic!("nothing is made") };
        assert!(!made.contains_key(&whole) && !made.contains_key(whole.trim_end()));
        assert_eq!(edit.removed(Some(&whole)).unwrap(), Edited::NoFile);
        assert_eq!(edit.removed(Some(whole.trim_end())).unwrap(), Edited::NoFile);
    }

    #[test]
    fn where_a_person_has_changed_what_is_around_it_the_entry_goes_alone() {
        let entry = json!({ "command": "scrubjay" });
        let edit = Edit { member: "servers", name: "scrubjay", entry: &entry };
        let text = "{\n  \"servers\": {\n      \"scrubjay\": { \"command\": \"scrubjay\" }\n  }\n}";
        assert_eq!(edit.removed(Some(text)).unwrap(), Edited::Text("{\n  \"servers\": {}\n}".to_owned()));
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
