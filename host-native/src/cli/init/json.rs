//! What is written to a text of JSON with comments: a member of an object, or an element of a list.
//!
//! `jsonc-parser` reads the text, and says where everything is; what is added and taken away are places of it, so that every other
//! byte stays. Its own editor lays an object out anew that stood on one line, and reads no mark of an encoding, and so is not used.
//! What is added goes behind the last member or element, as that is laid out, and comments stay where they are.

use jsonc_parser::ast::{self, Object};
use jsonc_parser::common::{Range, Ranged as _};
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use serde_json::{Value, json};

use super::edit::{Hunk, MARK, Stands, applied, is_blank, line_end};

/// A member of an object, or an element of a list.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The names of the objects and the list around it, outermost first.
    pub(super) path: Vec<&'static str>,
    /// An object in the last of these that it goes into where there is one.
    pub(super) inner: Option<&'static str>,
    /// Its name in an object; none in a list.
    pub(super) name: Option<&'static str>,
    /// What is written, and behind it what may have been written before: for a program at another place.
    pub(super) values: Vec<Value>,
    /// What is all in one text of an element that was written here, whatever a person has made of it since.
    pub(super) signs: Vec<String>,
}

/// Where an entry is, in what is around it.
struct Place<'t, 'd> {
    container: Container<'t, 'd>,
    nth: usize,
    stands: Stands,
}

impl Entry {
    /// How it stands in a text.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn stands(&self, text: &str) -> Result<Stands, String> {
        if is_blank(text) {
            return Ok(Stands::Absent);
        }
        let document = Document::read(text)?;
        Ok(self.place(&document)?.map_or(Stands::Absent, |place| place.stands))
    }

    /// What adds it to a text that has none, and the names that lead to each container that is made for it.
    ///
    /// # Errors
    /// As for [`Entry::stands`].
    pub(super) fn added(&self, text: &str) -> Result<(Vec<Hunk>, Vec<Vec<String>>), String> {
        let empty = match text {
            "" => "{}\n",
            _ if is_blank(text) => "{}",
            _ => "",
        };
        let text = format!("{text}{empty}");
        let document = Document::read(&text)?;
        let path = self.path(&document);
        let (depth, container) = document.nearest(&path)?;
        let (is_new, own) = (depth < path.len(), self.values[0].clone());
        if container.is_list() == (is_new || self.name.is_some()) {
            return Err(unfit(path.get(depth.wrapping_sub(1)).copied(), container.is_list()));
        }
        let leaf = if is_new && self.name.is_none() { json!([own]) } else { own };
        let mut names = path[depth..].iter().chain(&self.name);
        let first = names.next();
        let value = names.rev().fold(leaf, |value, name| json!({ *name: value }));
        let mut hunks: Vec<Hunk> =
            (!empty.is_empty()).then(|| Hunk::put(text.len() - empty.len(), empty)).into_iter().collect();
        hunks.extend(document.inserted(&container, first.copied(), &value, depth + 1));
        let made = (depth..path.len()).map(|last| path[..=last].iter().map(|&name| name.to_owned()).collect());
        Ok((hunks, made.collect()))
    }

    /// What takes it away, with the containers around it that hold nothing else and were made for it.
    ///
    /// # Errors
    /// As for [`Entry::stands`].
    pub(super) fn removed(&self, text: &str, is_made: &dyn Fn(&[&str]) -> bool) -> Result<Vec<Hunk>, String> {
        let document = Document::read(text)?;
        let Some(Place { mut container, mut nth, .. }) = self.place(&document)? else { return Ok(Vec::new()) };
        let path = self.path(&document);
        let mut around = &path[..];
        while let Some((name, outer)) = around.split_last()
            && container.children.len() == 1
            && is_made(around)
            && let Some(parent) = document.container(outer)?
            && let Some(place) = parent.position(name)
            && document.comments_in(parent.children[place]) == 0
        {
            (around, container, nth) = (outer, parent, place);
        }
        let hunks = document.without(&container, nth);
        let mut wanted = Value::from(document.value.clone());
        take_out(&mut wanted, around, &container, nth);
        match applied(text, &hunks).as_deref().map(Document::read) {
            Some(Ok(new)) if Value::from(new.value.clone()) == wanted => Ok(hunks),
            _ => Err("what was written cannot be taken out of it without changing more".to_owned()),
        }
    }

    fn path(&self, document: &Document<'_>) -> Vec<&'static str> {
        let inner = self.path.iter().copied().chain(self.inner).collect::<Vec<_>>();
        match document.container(&inner) {
            // An entry has a type, and is no list of them.
            Ok(Some(container)) if !container.is_list() && container.position("type").is_none() => inner,
            _ => self.path.clone(),
        }
    }

    /// Where it is, or what a person made of it.
    fn place<'d, 't>(&self, document: &'d Document<'t>) -> Result<Option<Place<'t, 'd>>, String> {
        let Some(container) = document.container(&self.path(document))? else { return Ok(None) };
        let found = match self.name {
            Some(name) => container.position(name).map(|nth| (nth, self.compared(document, &container, nth))),
            None => (0..container.children.len())
                .filter_map(|nth| {
                    let stands = self.compared(document, &container, nth);
                    (stands != Stands::Theirs || self.has_signs(&container.value(nth))).then_some((nth, stands))
                })
                // One that is as it was written comes before one that a person made of it.
                .min_by_key(|(_, stands)| matches!(stands, Stands::Theirs)),
        };
        Ok(found.map(|(nth, stands)| Place { container, nth, stands }))
    }

    fn compared(&self, document: &Document<'_>, container: &Container<'_, '_>, nth: usize) -> Stands {
        let value = container.value(nth);
        match self.values.iter().position(|known| *known == value) {
            // A comment in it is somebody's.
            Some(_) if document.comments_in(container.children[nth]) > 0 => Stands::Theirs,
            Some(0) => Stands::Same,
            Some(_) => Stands::Older,
            None => Stands::Theirs,
        }
    }

    fn has_signs(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.signs.iter().all(|sign| text.contains(sign)),
            Value::Array(list) => list.iter().any(|value| self.has_signs(value)),
            Value::Object(object) => object.values().any(|value| self.has_signs(value)),
            _ => false,
        }
    }
}

/// An object or a list, and where what is in it stands.
struct Container<'t, 'd> {
    value: &'d ast::Value<'t>,
    range: Range,
    children: Vec<Range>,
}

impl<'t, 'd> Container<'t, 'd> {
    fn of(value: &'d ast::Value<'t>) -> Option<Container<'t, 'd>> {
        let children = match value {
            ast::Value::Object(object) => object.properties.iter().map(|member| member.range).collect(),
            ast::Value::Array(list) => list.elements.iter().map(|element| element.range()).collect(),
            _ => return None,
        };
        Some(Container { value, range: value.range(), children })
    }

    fn is_list(&self) -> bool {
        self.value.as_array().is_some()
    }

    /// Which member has a name: the last one, as everywhere.
    fn position(&self, name: &str) -> Option<usize> {
        self.value.as_object()?.properties.iter().rposition(|member| member.name.as_str() == name)
    }

    fn value(&self, nth: usize) -> Value {
        match self.value {
            ast::Value::Object(object) => object.properties[nth].value.clone().into(),
            ast::Value::Array(list) => list.elements[nth].clone().into(),
            _ => Value::Null,
        }
    }
}

/// A text that was read. Places are those of the text behind a mark of its encoding.
struct Document<'t> {
    text: &'t str,
    skipped: usize,
    value: ast::Value<'t>,
    tokens: Vec<TokenAndRange<'t>>,
}

impl<'t> Document<'t> {
    fn read(whole: &'t str) -> Result<Document<'t>, String> {
        let text = whole.trim_start_matches(MARK);
        let collected = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        let read = parse_to_ast(text, &collected, &STRICT).map_err(|error| format!("it is not JSON: {error}"))?;
        match (read.value, read.tokens) {
            (Some(value @ ast::Value::Object(_)), Some(tokens)) => {
                Ok(Document { text, skipped: whole.len() - text.len(), value, tokens })
            }
            _ => Err("it is no JSON object".to_owned()),
        }
    }

    /// The object or list that names lead to, if there is one.
    fn container<'d>(&'d self, path: &[&str]) -> Result<Option<Container<'t, 'd>>, String> {
        let (depth, container) = self.nearest(path)?;
        Ok((depth == path.len()).then_some(container))
    }

    /// The last of the objects and lists that names lead to, and how many of the names do.
    fn nearest<'d>(&'d self, path: &[&str]) -> Result<(usize, Container<'t, 'd>), String> {
        let mut container = Container::of(&self.value).ok_or("it is no JSON object")?;
        for (depth, name) in path.iter().enumerate() {
            let Some(object) = container.value.as_object() else { return Err(unfit(Some(path[depth - 1]), true)) };
            let Some(nth) = container.position(name) else { return Ok((depth, container)) };
            container = Container::of(&object.properties[nth].value).ok_or_else(|| unfit(Some(name), true))?;
        }
        Ok((path.len(), container))
    }

    /// What puts a member or an element behind the last one, `depth` deep.
    fn inserted(&self, container: &Container<'_, '_>, name: Option<&str>, value: &Value, depth: usize) -> Vec<Hunk> {
        let Range { start, end } = container.range;
        let (unit, line) = (indentation(self.text), line_end(self.text));
        let (inside, name) = (format!("{line}{}", unit.repeat(depth)), name.map(|name| format!("{}: ", json!(name))));
        let laid_out = |value: &Value| pretty(value, &unit).replace('\n', &inside);
        let name = name.unwrap_or_default();
        let Some(last) = container.children.last() else {
            let at = self.behind_comments(start + 1, end, false);
            let outside = if self.text[at..end].contains('\n') { "" } else { &inside[..inside.len() - unit.len()] };
            return vec![self.put(at, format!("{inside}{name}{}{outside}", laid_out(value)))];
        };
        let comma =
            self.token_behind(last.end).filter(|token| token.token == Token::Comma).map(|token| token.range.end);
        let at = self.behind_comments(comma.unwrap_or(last.end), end, true);
        let is_one_line = !self.text[start..end].contains('\n');
        let own = if is_one_line { format!(" {name}{value}") } else { format!("{inside}{name}{}", laid_out(value)) };
        match comma {
            Some(_) => vec![self.put(at, own + ",")],
            None => vec![self.put(last.end, ",".to_owned()), self.put(at + 1, own)],
        }
    }

    /// What takes a member or an element away, with the space before it and the comma that parts it from others.
    fn without(&self, container: &Container<'_, '_>, nth: usize) -> Vec<Hunk> {
        let (Range { start, end }, own) = (container.range, container.children[nth]);
        let before = self.text[..own.start].trim_end().len();
        let is_behind_line = self
            .tokens
            .iter()
            .any(|token| token.range.end.abs_diff(before) <= 1 && matches!(token.token, Token::CommentLine(_)));
        // What follows a comment of a line begins a line of its own.
        let is_line_needed =
            is_behind_line && !self.text[own.end..end].trim_start_matches([',', ' ', '\t']).starts_with(['\n', '\r']);
        let before = if is_line_needed { own.start } else { before };
        let behind = self.token_behind(own.end).filter(|token| token.token == Token::Comma).map(|token| token.range);
        let ahead = self.tokens.iter().rev().find(|token| token.range.end <= own.start && !is_comment(token));
        let ahead = ahead.filter(|token| token.token == Token::Comma).map(|token| token.range);
        if container.children.len() == 1 && self.comments_in(container.range) == 0 {
            return vec![self.cut(start + 1, end - 1)];
        }
        match (behind, ahead) {
            (Some(behind), _) => vec![self.cut(behind.start, behind.end), self.cut(before, own.end)],
            (None, Some(ahead)) => vec![self.cut(before, own.end), self.cut(ahead.start, ahead.end)],
            (None, None) => vec![self.cut(before, own.end)],
        }
    }

    fn put(&self, at: usize, text: String) -> Hunk {
        Hunk::put(self.skipped + at, text)
    }

    fn cut(&self, from: usize, to: usize) -> Hunk {
        Hunk { at: self.skipped + from, cut: self.text[from..to].to_owned(), put: String::new() }
    }

    /// The place behind the comments that follow another one, before the container ends.
    fn behind_comments(&self, from: usize, end: usize, on_its_line: bool) -> usize {
        let comments =
            self.tokens.iter().filter(|token| is_comment(token) && token.range.start >= from && token.range.end < end);
        let follows = |at: usize, to: usize| !(on_its_line && self.text[at..to].contains('\n'));
        let at = comments.fold(from, |at, token| if follows(at, token.range.start) { token.range.end } else { at });
        // The end of a line is no part of a comment.
        at - usize::from(self.text[..at].ends_with('\r'))
    }

    fn token_behind(&self, at: usize) -> Option<&TokenAndRange<'t>> {
        self.tokens.iter().find(|token| token.range.start >= at && !is_comment(token))
    }

    fn comments_in(&self, range: Range) -> usize {
        let is_in = |token: &&TokenAndRange<'_>| token.range.start >= range.start && token.range.end <= range.end;
        self.tokens.iter().filter(is_in).filter(|token| is_comment(token)).count()
    }
}

/// Comments, and commas behind the last one, are what settings have beside JSON.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

fn is_comment(token: &TokenAndRange<'_>) -> bool {
    matches!(token.token, Token::CommentLine(_) | Token::CommentBlock(_))
}

fn unfit(name: Option<&str>, is_object_wanted: bool) -> String {
    let wanted = if is_object_wanted { "object" } else { "list" };
    name.map_or_else(|| "it is no JSON object".to_owned(), |name| format!("its member \"{name}\" is no {wanted}"))
}

/// What a text says.
#[cfg(test)]
pub(super) fn value(text: &str) -> Result<Value, String> {
    Document::read(text).map(|document| document.value.into())
}

/// Takes what is the nth in a container out of a value.
fn take_out(value: &mut Value, path: &[&str], container: &Container<'_, '_>, nth: usize) {
    let Some(value) = path.iter().try_fold(value, |value, name| value.get_mut(name)) else { return };
    match value {
        Value::Array(list) => drop(list.remove(nth)),
        Value::Object(members) => {
            let name = container.value.as_object().map(|object: &Object<'_>| object.properties[nth].name.as_str());
            drop(name.and_then(|name| members.shift_remove(name)));
        }
        _ => {}
    }
}

/// A value on several lines, of which each level is indented by a unit.
fn pretty(value: &Value, unit: &str) -> String {
    let indented = |line: &str| {
        let own = line.trim_start_matches(' ');
        unit.repeat((line.len() - own.len()) / 2) + own
    };
    format!("{value:#}").lines().map(indented).collect::<Vec<_>>().join("\n")
}

/// What one level is indented by: as the first line that is.
fn indentation(text: &str) -> String {
    let of = |line: &str| line[..line.len() - line.trim_start().len()].to_owned();
    let first = text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(of).find(|indent| !indent.is_empty());
    first.unwrap_or_else(|| "  ".to_owned())
}
