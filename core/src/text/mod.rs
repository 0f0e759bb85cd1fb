//! Text as the engine counts and compares it: how many tokens it may cost (`tokens`), which terms it holds (`terms`), and what
//! tells one from another (`identity`).
//!
//! Pure functions of a string. Not here: what a term is worth to a question (`recall`), where terms are kept (`row`).

pub(crate) mod identity;
pub(crate) mod stem;
pub(crate) mod terms;
pub(crate) mod tokens;
