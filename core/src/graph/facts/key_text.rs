//! Literal texts that are kept by their content, because they may be keys of a mapping. Not here: which of them are looked up.

use super::{Expr, ExprId, FactsBuilder, Literal};
use crate::text::secrets::is_assigned;

impl FactsBuilder {
    /// The value of a text that is called `called`, kept by its content as a possible key. A password is no key, and of
    /// it only the type is kept.
    pub(crate) fn key_text(&mut self, called: &str, content: &str) -> ExprId {
        if is_assigned(called, content) {
            return self.literal(Literal::Text);
        }
        let content = self.name(content);
        self.expr(Expr::Text(content))
    }
}
