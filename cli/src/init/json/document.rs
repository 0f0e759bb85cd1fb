//! A parsed text of JSON with comments, and the hunks that insert and remove members and elements.

use jsonc_parser::ast;
use jsonc_parser::common::{Range, Ranged as _};
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use serde_json::{Value, json};

use super::super::edit::{BYTE_ORDER_MARK, Hunk, line_end};

/// An object or a list, with the positions of its members or elements.
pub(super) struct Container<'t, 'd> {
    pub(super) value: &'d ast::Value<'t>,
    range: Range,
    pub(super) children: Vec<Range>,
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

    pub(super) fn is_list(&self) -> bool {
        self.value.as_array().is_some()
    }

    /// The index of the member with a name; of duplicates the last one, which JSON parsers take.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.value.as_object()?.properties.iter().rposition(|member| member.name.as_str() == name)
    }

    pub(super) fn value(&self, nth: usize) -> Value {
        match self.value {
            ast::Value::Object(object) => object.properties[nth].value.clone().into(),
            ast::Value::Array(list) => list.elements[nth].clone().into(),
            _ => Value::Null,
        }
    }
}

/// A parsed text. Positions are relative to the text after its byte order mark.
pub(super) struct Document<'t> {
    text: &'t str,
    n_skipped: usize,
    pub(super) value: ast::Value<'t>,
    tokens: Vec<TokenAndRange<'t>>,
}

impl<'t> Document<'t> {
    pub(super) fn read(file_text: &'t str) -> Result<Document<'t>, String> {
        let text = file_text.trim_start_matches(BYTE_ORDER_MARK);
        let collect_options = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        let parsed = parse_to_ast(text, &collect_options, &JSON_WITH_COMMENTS)
            .map_err(|error| format!("it is not JSON: {error}"))?;
        match (parsed.value, parsed.tokens) {
            (Some(value @ ast::Value::Object(_)), Some(tokens)) => {
                Ok(Document { text, n_skipped: file_text.len() - text.len(), value, tokens })
            }
            _ => Err("it is no JSON object".to_owned()),
        }
    }

    /// The object or list at a path of names; `None` if it does not exist.
    pub(super) fn container<'d>(&'d self, path: &[&str]) -> Result<Option<Container<'t, 'd>>, String> {
        let (depth, container) = self.nearest_container(path)?;
        Ok((depth == path.len()).then_some(container))
    }

    /// The innermost existing container along a path of names, with the number of names that lead to it.
    pub(super) fn nearest_container<'d>(&'d self, path: &[&str]) -> Result<(usize, Container<'t, 'd>), String> {
        let mut container = Container::of(&self.value).ok_or("it is no JSON object")?;
        for (depth, name) in path.iter().enumerate() {
            let Some(object) = container.value.as_object() else {
                return Err(unfit_error(Some(path[depth - 1]), true));
            };
            let Some(nth) = container.position(name) else { return Ok((depth, container)) };
            container = Container::of(&object.properties[nth].value).ok_or_else(|| unfit_error(Some(name), true))?;
        }
        Ok((path.len(), container))
    }

    /// The hunks that add a member or an element after the last one, at a nesting of `depth`.
    pub(super) fn insertion_hunks(
        &self,
        container: &Container<'_, '_>,
        name: Option<&str>,
        value: &Value,
        depth: usize,
    ) -> Vec<Hunk> {
        let Range { start, end } = container.range;
        let (unit, line) = (indentation(self.text), line_end(self.text));
        let (inner_indent, name) =
            (format!("{line}{}", unit.repeat(depth)), name.map(|name| format!("{}: ", json!(name))));
        let indented_value = |value: &Value| pretty(value, &unit).replace('\n', &inner_indent);
        let name = name.unwrap_or_default();
        let Some(last) = container.children.last() else {
            let at = self.behind_comments(start + 1, end, false);
            let outer_indent =
                if self.text[at..end].contains('\n') { "" } else { &inner_indent[..inner_indent.len() - unit.len()] };
            return vec![self.insertion(at, format!("{inner_indent}{name}{}{outer_indent}", indented_value(value)))];
        };
        let comma =
            self.token_behind(last.end).filter(|token| token.token == Token::Comma).map(|token| token.range.end);
        let at = self.behind_comments(comma.unwrap_or(last.end), end, true);
        let is_one_line = !self.text[start..end].contains('\n');
        let entry_text = if is_one_line {
            format!(" {name}{value}")
        } else {
            format!("{inner_indent}{name}{}", indented_value(value))
        };
        match comma {
            Some(_) => vec![self.insertion(at, entry_text + ",")],
            None => vec![self.insertion(last.end, ",".to_owned()), self.insertion(at + 1, entry_text)],
        }
    }

    /// The hunks that remove a member or an element, with the space and comma that separate it from others.
    pub(super) fn removal_hunks(&self, container: &Container<'_, '_>, nth: usize) -> Vec<Hunk> {
        let (Range { start, end }, child_range) = (container.range, container.children[nth]);
        let end_before = self.text[..child_range.start].trim_end().len();
        let is_behind_line_comment = self
            .tokens
            .iter()
            .any(|token| token.range.end.abs_diff(end_before) <= 1 && matches!(token.token, Token::CommentLine(_)));
        // What follows a line comment must begin on a new line.
        let is_line_needed = is_behind_line_comment
            && !self.text[child_range.end..end].trim_start_matches([',', ' ', '\t']).starts_with(['\n', '\r']);
        let end_before = if is_line_needed { child_range.start } else { end_before };
        let comma_behind =
            self.token_behind(child_range.end).filter(|token| token.token == Token::Comma).map(|token| token.range);
        let comma_ahead =
            self.tokens.iter().rev().find(|token| token.range.end <= child_range.start && !is_comment(token));
        let comma_ahead = comma_ahead.filter(|token| token.token == Token::Comma).map(|token| token.range);
        if container.children.len() == 1 && self.n_comments_in(container.range) == 0 {
            return vec![self.removal(start + 1, end - 1)];
        }
        match (comma_behind, comma_ahead) {
            (Some(comma_behind), _) => {
                vec![self.removal(comma_behind.start, comma_behind.end), self.removal(end_before, child_range.end)]
            }
            (None, Some(comma_ahead)) => {
                vec![self.removal(end_before, child_range.end), self.removal(comma_ahead.start, comma_ahead.end)]
            }
            (None, None) => vec![self.removal(end_before, child_range.end)],
        }
    }

    fn insertion(&self, at: usize, text: String) -> Hunk {
        Hunk::insertion(self.n_skipped + at, text)
    }

    fn removal(&self, from: usize, to: usize) -> Hunk {
        Hunk { offset: self.n_skipped + from, removed: self.text[from..to].to_owned(), inserted: String::new() }
    }

    /// The position after the comments that follow `from` before `end`; with `on_its_line`, only after those on the
    /// same line.
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

    pub(super) fn n_comments(&self) -> usize {
        self.tokens.iter().filter(|token| is_comment(token)).count()
    }

    pub(super) fn n_comments_in(&self, range: Range) -> usize {
        let is_in = |token: &&TokenAndRange<'_>| token.range.start >= range.start && token.range.end <= range.end;
        self.tokens.iter().filter(is_in).filter(|token| is_comment(token)).count()
    }
}

/// Parser options: settings files may have comments and trailing commas beside strict JSON.
const JSON_WITH_COMMENTS: ParseOptions = ParseOptions {
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

/// The error for a member that is not the object or list that an entry needs.
pub(super) fn unfit_error(name: Option<&str>, is_object_wanted: bool) -> String {
    let wanted = if is_object_wanted { "object" } else { "list" };
    name.map_or_else(|| "it is no JSON object".to_owned(), |name| format!("its member \"{name}\" is no {wanted}"))
}

/// A value formatted on several lines, indented by `unit` per level.
fn pretty(value: &Value, unit: &str) -> String {
    let indented = |line: &str| {
        let trimmed = line.trim_start_matches(' ');
        unit.repeat((line.len() - trimmed.len()) / 2) + trimmed
    };
    format!("{value:#}").lines().map(indented).collect::<Vec<_>>().join("\n")
}

/// The unit of indentation: that of the first indented line after the first line; two spaces if there is none.
fn indentation(text: &str) -> String {
    let indent_of = |line: &str| line[..line.len() - line.trim_start().len()].to_owned();
    let first =
        text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(indent_of).find(|indent| !indent.is_empty());
    first.unwrap_or_else(|| "  ".to_owned())
}
