//! The code graph, as folders of which each uses only those before it: what one file says (`facts`, `kind`, `syntax`), the graph
//! in memory (`model`), what projects say of themselves (`manifest`, `prose`), how files of each language become facts (`lang`), how
//! names lead across files (`link`), how all of it is stored (`stored`), what an instance holds of it (`space`), and what can
//! be asked (`query`).

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
