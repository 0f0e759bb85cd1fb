//! Scenarios that every host answers alike.
//!
//! In reading order: [`story`] reads scenarios from Markdown, [`host`] says what a host is, [`hosts`] adapts each,
//! [`run`] plays a scenario on all of them, [`engine`], [`parse`] and [`rows`] drive one by hand, [`canonical`] and [`mask`] bring answers into the form that is compared.

pub mod story;

pub mod host;
pub mod hosts;

pub mod run;

pub mod engine;
pub mod parse;
pub mod rows;

pub mod canonical;
mod json;
pub mod mask;

/// The README's example in Rust, run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
