//! Scenarios that every host answers alike.
//!
//! In suggested order: [`story`] parses scenarios from Markdown, [`host`] is the interface of a host, [`hosts`] has their
//! adapters, and [`run`] plays a scenario on all of them. [`engine`], [`parse`] and [`rows`] drive a core directly.
//! [`random_stories`] holds records to a model, and [`window`] makes and judges conversations of the five message formats.
//! [`canonical`] and [`mask`] convert answers to the form that is compared.

// One step of a macro for each record of the interface.
#![recursion_limit = "256"]

pub mod story;

pub mod host;
pub mod hosts;

pub mod run;

pub mod engine;
pub mod parse;
pub mod rows;

pub mod random_stories;
pub mod window;

pub mod canonical;
mod json;
pub mod mask;

use std::path::{Path, PathBuf};

/// The checkout that is tested: the one whose package cargo runs, or else the one that this was compiled in. A copied checkout may
/// run what was compiled in another one.
pub fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    package.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()).join("..")
}

/// The README's example in Rust, run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
