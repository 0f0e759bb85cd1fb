//! Types inside string literals: `"Node"`, `"Optional[a.Node]"`, `"Node | None"`.
//!
//! A text of another form is an unknown type.

use super::relate::RelatePass;
use crate::graph::facts::{Expr, ExprId, Literal, MAX_ITEMS, Name};

/// The depth to which nested brackets are followed.
const MAX_DEPTH: u32 = 16;

/// The type that a text names. The text begins at byte offset `at` of the file.
pub(super) fn annotation(relating: &mut RelatePass<'_, '_>, text: &str, at: u32) -> ExprId {
    let mut quoted = QuotedParser { relating, text, next: 0, offset: at };
    let annotation = quoted.union(MAX_DEPTH);
    quoted.skip_blanks();
    annotation.filter(|_| quoted.next == text.len()).unwrap_or_default()
}

struct QuotedParser<'r, 'a, 't, 's> {
    relating: &'r mut RelatePass<'a, 't>,
    text: &'s str,
    next: usize,
    offset: u32,
}

impl<'s> QuotedParser<'_, '_, '_, 's> {
    fn skip_blanks(&mut self) {
        let rest = &self.text[self.next..];
        self.next += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let is_next = self.text[self.next..].starts_with(sign);
        self.next += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    /// `A | B | C`.
    fn union(&mut self, depth: u32) -> Option<ExprId> {
        let mut union = self.item(depth)?;
        while self.take('|') {
            let other = self.item(depth)?;
            union = self.relating.facts.expr(Expr::Either(union, other));
        }
        Some(union)
    }

    /// `a.B` or `a.B[C, D]`.
    fn item(&mut self, depth: u32) -> Option<ExprId> {
        let depth = depth.checked_sub(1)?;
        let head = self.path()?;
        if !self.take('[') {
            return Some(head);
        }
        let from = self.relating.facts.open_list();
        let closed = self.arguments(depth);
        let arguments = self.relating.facts.close_list(from);
        closed.then(|| self.relating.facts.expr(Expr::Generic(head, arguments)))
    }

    fn arguments(&mut self, depth: u32) -> bool {
        for _ in 0..MAX_ITEMS {
            let Some(value) = self.union(depth) else { return false };
            self.relating.facts.push_item(Name(0), value);
            if !self.take(',') {
                break;
            }
        }
        self.take(']')
    }

    fn path(&mut self) -> Option<ExprId> {
        self.skip_blanks();
        let at = self.offset + self.next as u32;
        let first = self.identifier()?;
        if first == "None" {
            return Some(self.relating.facts.literal(Literal::Null));
        }
        let name = self.relating.facts.name(first);
        let mut path = self.relating.facts.expr(Expr::Name(name, at));
        while self.text[self.next..].starts_with('.') {
            self.next += 1;
            let name = self.identifier()?;
            let name = self.relating.facts.name(name);
            path = self.relating.facts.expr(Expr::Member(path, name));
        }
        Some(path)
    }

    fn identifier(&mut self) -> Option<&'s str> {
        let rest = &self.text[self.next..];
        let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..len];
        self.next += len;
        (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
    }
}
