//! Types inside string literals: `"Node"`, `"Optional[a.Node]"`, `"Node | None"`.
//!
//! A text of another form is an unknown type.

use super::relate::RelatePass;
use crate::graph::facts::{Expr, ExprId, Literal, MAX_ITEMS, Name};

/// The depth to which nested brackets are followed.
const MAX_DEPTH: u32 = 16;

/// The type that a text names. The text begins at byte offset `at` of the file.
pub(super) fn annotation(pass: &mut RelatePass<'_, '_>, text: &str, at: u32) -> ExprId {
    let mut parser = QuotedParser { pass, text, next_byte: 0, text_offset: at };
    let annotation = parser.parse_union(MAX_DEPTH);
    parser.skip_blanks();
    annotation.filter(|_| parser.next_byte == text.len()).unwrap_or_default()
}

struct QuotedParser<'r, 'a, 't, 's> {
    pass: &'r mut RelatePass<'a, 't>,
    text: &'s str,
    next_byte: usize,
    text_offset: u32,
}

impl<'s> QuotedParser<'_, '_, '_, 's> {
    fn skip_blanks(&mut self) {
        let rest_of_text = &self.text[self.next_byte..];
        self.next_byte += rest_of_text.len() - rest_of_text.trim_start().len();
    }

    fn skip_sign(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let has_sign = self.text[self.next_byte..].starts_with(sign);
        self.next_byte += if has_sign { sign.len_utf8() } else { 0 };
        has_sign
    }

    /// `A | B | C`.
    fn parse_union(&mut self, depth: u32) -> Option<ExprId> {
        let mut union = self.parse_item(depth)?;
        while self.skip_sign('|') {
            let next_type = self.parse_item(depth)?;
            union = self.pass.facts.expr(Expr::Either(union, next_type));
        }
        Some(union)
    }

    /// `a.B` or `a.B[C, D]`.
    fn parse_item(&mut self, depth: u32) -> Option<ExprId> {
        let depth = depth.checked_sub(1)?;
        let head = self.parse_path()?;
        if !self.skip_sign('[') {
            return Some(head);
        }
        let list_start = self.pass.facts.open_list();
        let is_closed = self.parse_arguments(depth);
        let arguments = self.pass.facts.close_list(list_start);
        is_closed.then(|| self.pass.facts.expr(Expr::Generic(head, arguments)))
    }

    fn parse_arguments(&mut self, depth: u32) -> bool {
        for _ in 0..MAX_ITEMS {
            let Some(value) = self.parse_union(depth) else { return false };
            self.pass.facts.push_item(Name(0), value);
            if !self.skip_sign(',') {
                break;
            }
        }
        self.skip_sign(']')
    }

    fn parse_path(&mut self) -> Option<ExprId> {
        self.skip_blanks();
        let at = self.text_offset + self.next_byte as u32;
        let first_name = self.parse_identifier()?;
        if first_name == "None" {
            return Some(self.pass.facts.literal(Literal::Null));
        }
        let name = self.pass.facts.name(first_name);
        let mut path = self.pass.facts.expr(Expr::Name(name, at));
        while self.text[self.next_byte..].starts_with('.') {
            self.next_byte += 1;
            let name = self.parse_identifier()?;
            let name = self.pass.facts.name(name);
            path = self.pass.facts.expr(Expr::Member(path, name));
        }
        Some(path)
    }

    fn parse_identifier(&mut self) -> Option<&'s str> {
        let rest_of_text = &self.text[self.next_byte..];
        let len = rest_of_text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest_of_text.len());
        let name = &rest_of_text[..len];
        self.next_byte += len;
        (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
    }
}
