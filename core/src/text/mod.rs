//! Text as the engine counts and compares it: how many tokens it may cost (`tokens`), which terms it holds (`terms`), what
//! tells one from another (`identity`, `by_identity`, `known`), and where its bytes are of a class (`lanes`).
//!
//! Pure functions of a string. Not here: what a term is worth to a question (`recall`), where terms are kept (`row`).

mod by_identity;
pub(crate) mod identity;
mod known;
pub(crate) mod lanes;
pub(crate) mod stem;
pub(crate) mod terms;
pub(crate) mod tokens;
