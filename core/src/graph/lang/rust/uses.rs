//! `use` trees and `extern crate`, parsed from their text: paths, groups, globs, `self`, `as`, at any depth.
//!
//! Comments are skipped. Parsing ends at text that is not a `use` tree, and keeps the names parsed until then.

use alloc::vec::Vec;

use crate::graph::facts::{DefId, ExprId, FactsBuilder, Import, ImportKind, List, MAX_ITEMS, Name};

/// Depth to which nested groups are followed.
const MAX_DEPTH: u32 = 32;

/// One name that a `use` imports.
#[derive(Debug, PartialEq)]
pub(super) struct UseItem<'t> {
    /// As [`Import::level`].
    pub(super) level: u8,
    /// All segments of the path; for a glob, the segments before `*`.
    pub(super) path: Vec<&'t str>,
    /// The name after `as`.
    pub(super) alias: Option<&'t str>,
    pub(super) is_glob: bool,
}

impl<'t> UseItem<'t> {
    /// The name that the item binds; `None` for a glob.
    pub(super) fn bound_name(&self) -> Option<&'t str> {
        if self.is_glob { None } else { self.alias.or(self.path.last().copied()) }
    }
}

/// Whether the item is visible outside its module.
pub(super) fn is_public(item: &str) -> bool {
    item.strip_prefix("pub").is_some_and(|rest| rest.starts_with(|c: char| c == '(' || c.is_whitespace()))
}

/// The names that a `use` or `extern crate` item imports.
pub(super) fn use_items(item: &str) -> Vec<UseItem<'_>> {
    let mut parser = UseParser { tokens: Tokens { unread_text: item }, use_items: Vec::new() };
    while let Some(token) = parser.tokens.next() {
        match token {
            "use" => drop(parser.parse_tree(0, &mut Vec::new(), MAX_DEPTH)),
            // Skips the keyword `crate` between the two.
            "extern" if parser.tokens.next().is_some() => drop(parser.parse_tree(0, &mut Vec::new(), 1)),
            _ => continue,
        }
        break;
    }
    parser.use_items
}

struct UseParser<'t> {
    tokens: Tokens<'t>,
    use_items: Vec<UseItem<'t>>,
}

impl<'t> UseParser<'t> {
    /// Parses a tree after the outer path in `level` and `path`. Returns the token after the tree.
    fn parse_tree(&mut self, mut level: u8, path: &mut Vec<&'t str>, depth: u32) -> Option<&'t str> {
        let outer_len = path.len();
        let mut token = self.tokens.next();
        if token == Some("::") {
            token = self.tokens.next();
        }
        while let Some(part) = token {
            match part {
                "{" => token = self.parse_group(level, path, depth),
                "*" => {
                    self.use_items.push(UseItem { level, path: path.clone(), alias: None, is_glob: true });
                    token = self.tokens.next();
                }
                part if is_word(part) => {
                    level = push_segment(level, path, part);
                    token = self.tokens.next();
                    if token == Some("::") {
                        token = self.tokens.next();
                        continue;
                    }
                    token = self.add_item(level, path, token);
                }
                _ => {}
            }
            break;
        }
        path.truncate(outer_len);
        token
    }

    /// Adds a path that ends here, with its alias if it has one. Returns the token after both.
    fn add_item(&mut self, level: u8, path: &[&'t str], mut token: Option<&'t str>) -> Option<&'t str> {
        let mut alias = None;
        if token == Some("as") {
            alias = self.tokens.next().filter(|alias| is_word(alias));
            token = self.tokens.next();
        }
        if !path.is_empty() {
            self.use_items.push(UseItem { level, path: path.to_vec(), alias, is_glob: false });
        }
        token
    }

    fn parse_group(&mut self, level: u8, path: &mut Vec<&'t str>, depth: u32) -> Option<&'t str> {
        let depth = depth.checked_sub(1)?;
        loop {
            match self.parse_tree(level, path, depth)? {
                "," => {}
                "}" => return self.tokens.next(),
                _ => return None,
            }
        }
    }
}

/// Adds a segment to a path, so that `a::self` becomes `a`. Returns the new level, which `crate`, `self` and `super`
/// change.
fn push_segment<'t>(level: u8, path: &mut Vec<&'t str>, part: &'t str) -> u8 {
    match part {
        "crate" if path.is_empty() => return 1,
        "self" if path.is_empty() => return level.max(2),
        "super" if path.is_empty() => return level.saturating_add(1).max(3),
        "self" => {}
        part => path.push(part.strip_prefix("r#").unwrap_or(part)),
    }
    level
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Tokens are words and punctuation. White space and comments are skipped.
struct Tokens<'t> {
    unread_text: &'t str,
}

impl<'t> Tokens<'t> {
    fn next(&mut self) -> Option<&'t str> {
        self.skip_comments();
        let first = self.unread_text.chars().next()?;
        let len = match first {
            'r' if self.unread_text.starts_with("r#") => 2 + word_len(&self.unread_text[2..]),
            c if c.is_alphanumeric() || c == '_' => word_len(self.unread_text),
            ':' if self.unread_text.starts_with("::") => 2,
            c => c.len_utf8(),
        };
        let (token, rest_of_text) = self.unread_text.split_at(len);
        self.unread_text = rest_of_text;
        Some(token)
    }

    fn skip_comments(&mut self) {
        loop {
            self.unread_text = self.unread_text.trim_start();
            let end = match self.unread_text.get(..2) {
                Some("//") => self.unread_text.find('\n'),
                Some("/*") => self.unread_text.find("*/").map(|at| at + 2),
                _ => return,
            };
            self.unread_text = end.map_or("", |end| &self.unread_text[end..]);
        }
    }
}

fn word_len(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// The scope and place of an item.
#[derive(Clone, Copy)]
pub(super) struct UsePosition {
    pub(super) scope: DefId,
    pub(super) offset: u32,
    pub(super) line: u32,
}

pub(super) fn add(facts: &mut FactsBuilder, item: &str, position: UsePosition) {
    let is_reexported = is_public(item);
    let UsePosition { scope, offset: at, line } = position;
    for use_item in use_items(item) {
        let (member, module) = match use_item.path.split_last() {
            Some((&member, module)) if !use_item.is_glob => (facts.name(member), module),
            _ => (Name(0), use_item.path.as_slice()),
        };
        let module = module_path(facts, module);
        let alias = use_item.bound_name().map_or(Name(0), |name| facts.name(name));
        let kind = if use_item.is_glob { ImportKind::All } else { ImportKind::Member };
        let UseItem { level, .. } = use_item;
        let import =
            Import { kind, scope, module, level, member, alias, is_reexported, is_replacing: false, offset: at, line };
        facts.facts().imports.push(import);
    }
}

pub(super) fn add_module(facts: &mut FactsBuilder, name: &str, is_reexported: bool, position: UsePosition) {
    let module = module_path(facts, &[name]);
    let alias = facts.name(name);
    let UsePosition { scope, offset: at, line } = position;
    let (kind, level, member) = (ImportKind::Module, 0, Name(0));
    let import =
        Import { kind, scope, module, level, member, alias, is_reexported, is_replacing: false, offset: at, line };
    facts.facts().imports.push(import);
}

fn module_path(facts: &mut FactsBuilder, parts: &[&str]) -> List {
    let list_start = facts.open_list();
    for part in parts.iter().take(MAX_ITEMS) {
        let name = facts.name(part);
        facts.push_item(name, ExprId::default());
    }
    facts.close_list(list_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported_paths(item: &str) -> Vec<String> {
        let roots = ["", "crate::", "self::", "super::", "super::super::"];
        let text = |use_item: &UseItem<'_>| {
            let star = use_item.is_glob.then_some("*");
            let path = use_item.path.iter().copied().chain(star).collect::<Vec<_>>().join("::");
            let alias = use_item.alias.map_or(String::new(), |alias| format!(" as {alias}"));
            format!("{}{path}{alias}", roots[use_item.level as usize])
        };
        use_items(item).iter().map(text).collect()
    }

    #[test]
    fn trees_are_parsed_completely() {
        assert_eq!(
            imported_paths("pub(in a::b) use std::{collections::{HashMap as M, *}, fmt::{self, Display}, io};"),
            ["std::collections::HashMap as M", "std::collections::*", "std::fmt", "std::fmt::Display", "std::io"]
        );
        assert_eq!(imported_paths("use crate::a /* b */ :: r#type; // c"), ["crate::a::type"]);
        assert_eq!(imported_paths("use super::{super::x, y};"), ["super::super::x", "super::y"]);
        assert_eq!(imported_paths("use self::super::c as _;"), ["super::c as _"]);
        assert_eq!(imported_paths("use ::std::x;"), ["std::x"]);
        assert_eq!(imported_paths("use {a, b::c};"), ["a", "b::c"]);
        assert_eq!(imported_paths("use super::*;"), ["super::*"]);
        assert_eq!(imported_paths("pub extern crate foo as bar;"), ["foo as bar"]);
    }

    #[test]
    fn parsing_ends_at_text_that_is_not_a_tree() {
        for malformed in
            ["use", "use ;", "use a::{b, c", "use a::{{{{", "extern", "", "use a b c", "use a as", "pub use"]
        {
            assert!(use_items(malformed).len() <= 2, "{malformed}");
        }
        assert_eq!(imported_paths(&format!("use {}a", "b::{".repeat(10_000))), Vec::<String>::new());
    }
}
