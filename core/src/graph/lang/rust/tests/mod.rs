//! Facts of Rust as the resolver gets them.

use crate::graph::lang::testing::checks;

mod bindings;
mod damage;
mod definitions;
mod references;

checks!(super::LANGUAGE, tree_sitter_rust::LANGUAGE);
