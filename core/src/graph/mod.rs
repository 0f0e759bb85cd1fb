//! The code graph. Each folder uses only those before it: facts of one file (`facts`, `kind`, `syntax`), the graph in
//! memory (`model`), manifests and documents (`manifest`, `prose`), extraction of facts for each language (`lang`),
//! linking across files (`link`), stored rows (`stored`), the state of an instance (`space`), and questions
//! (`query`).

pub(crate) mod facts;
pub mod kind;
pub mod lang;
pub(crate) mod link;
pub mod manifest;
pub(crate) mod model;
pub mod prose;
pub mod query;
pub(crate) mod space;
pub(crate) mod stored;
pub(crate) mod syntax;
