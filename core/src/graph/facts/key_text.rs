//! Literal texts that are kept by their content, because they may be keys of a mapping. Not here: which of them are looked up.

use super::{Expr, ExprId, FactsBuilder, Literal};
use crate::text::secrets::is_assigned;

impl FactsBuilder {
    /// The only value of what is called so. A password is no key, and of it only the type is kept.
    pub(crate) fn key_text(&mut self, called: &str, content: &str) -> ExprId {
        if is_assigned(called, content) {
            return self.literal(Literal::Text);
        }
        let content = self.name(content);
        self.expr(Expr::Text(content))
    }
}
