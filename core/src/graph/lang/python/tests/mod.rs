//! Each test compares the facts extracted from short code with their text.

use crate::graph::lang::testing::checks;

mod bindings;
mod damage;
mod definitions;
mod references;

checks!(super::LANGUAGE, tree_sitter_python::LANGUAGE);
