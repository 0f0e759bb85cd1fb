//! Text analysis, in pure functions of a string.
//!
//! Terms: `terms`, `stem`, `irregular`, `bm25`, `fit`, `word_table`, `by_identity`, `identity`. Natural language:
//! `words`, `sentences`, `calendar`, `dates`, `time_words`, `when`, `chatter`, `excerpt`, `chunks`. Words searched for
//! verbatim: `exact`, `named_file`. Names: `code_names`, `edits`. Tool output: `error_line`, `refusal`, `author_text`. Safety:
//! `private`, `secrets`, `injection`, `unescape`. Display: `display`, `moment`, `quotation`, `quoted_code`, `terminal`.
//! Formats: `json`, `tokens`, `lanes`.
//!
//! Not here: the terms of a task (`prepare`), storing terms (`graph::stored`).

#[cfg(feature = "records")]
pub(crate) mod author_text;
pub(crate) mod bm25;
mod by_identity;
#[cfg(feature = "records")]
pub(crate) mod calendar;
#[cfg(feature = "records")]
pub(crate) mod chatter;
#[cfg(feature = "records")]
pub(crate) mod chunks;
#[cfg(feature = "records")]
pub(crate) mod code_names;
#[cfg(feature = "records")]
pub(crate) mod dates;
pub mod display;
pub(crate) mod edits;
#[cfg(feature = "records")]
pub(crate) mod error_line;
#[cfg(feature = "records")]
pub(crate) mod exact;
#[cfg(any(feature = "graph", feature = "records"))]
pub(crate) mod excerpt;
#[cfg(any(feature = "graph", feature = "records"))]
pub(crate) mod fit;
pub(crate) mod identity;
#[cfg(feature = "records")]
pub(crate) mod injection;
#[cfg(feature = "records")]
pub(crate) mod irregular;
#[cfg(feature = "records")]
pub(crate) mod json;
pub(crate) mod lanes;
#[cfg(feature = "records")]
pub mod moment;
mod named_file;
#[cfg(feature = "records")]
pub(crate) mod private;
pub(crate) mod quotation;
#[cfg(any(feature = "graph", feature = "records"))]
pub(crate) mod quoted_code;
#[cfg(feature = "records")]
pub(crate) mod refusal;
pub(crate) mod secrets;
#[cfg(feature = "records")]
mod sentences;
pub(crate) mod stem;
#[cfg(feature = "records")]
pub(crate) mod terminal;
pub(crate) mod terms;
#[cfg(feature = "records")]
pub(crate) mod time_words;
pub(crate) mod tokens;
mod unescape;
#[cfg(feature = "records")]
pub(crate) mod when;
mod word_table;
#[cfg(feature = "records")]
pub(crate) mod words;
