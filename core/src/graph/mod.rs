//! The code graph: what one file says (`facts`), how names lead across files (`resolve`), and what can be asked.

pub mod facts;
pub mod kind;
pub mod lang;
pub mod syntax;
