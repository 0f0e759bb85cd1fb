//! String literals that are kept by their content, because they may be keys of a mapping. Not here: which of them are
//! looked up.

use super::{Expr, ExprId, FactsBuilder, Literal};
use crate::text::secrets::is_secret_member;

impl FactsBuilder {
    /// The expression of a string literal that may be a key. `holder_name` is the variable or member that holds the
    /// literal. Of a password only the literal's type is kept, not its content.
    pub(crate) fn key_text(&mut self, holder_name: &str, content: &str) -> ExprId {
        if is_secret_member(holder_name, content) {
            return self.literal(Literal::Text);
        }
        let content = self.name(content);
        self.expr(Expr::Text(content))
    }
}
