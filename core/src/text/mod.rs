//! Text analysis: estimated tokens (`tokens`), terms (`terms`), hashes and tables of words (`identity`, `by_identity`, `known`),
//! scanning for classes of bytes (`lanes`), what of a text is shown and how (`dress`, `private`, `secrets`, `shown`, `quotation`,
//! `quoted_code`, `terminal`), which
//! line names an error (`error_line`), JSON where it stands in its text (`json`), which phrase orders its reader about
//! (`orders`), that a call was not let run (`refusal`), what of a message or a result a person said (`said`), the weight of a term in a document (`bm25`), how well a text fits a
//! question (`fit`), which part of it does (`excerpt`), how far apart two names are (`edits`), the bases of irregular words
//! (`irregular`), the words and sentences of prose (`words`, `sentences`), the calendar (`calendar`), the dates that a question
//! names (`dates`), what speaks of time (`time_words`), the chunks of a long text (`chunks`), and what of it is looked for as it
//! stands (`exact`, `named_file`).
//!
//! Pure functions of a string. Not here: the terms of a question (`prepare`), storing terms (`graph::stored`).

pub(crate) mod bm25;
mod by_identity;
#[cfg(feature = "records")]
pub(crate) mod calendar;
#[cfg(feature = "records")]
pub(crate) mod chatter;
#[cfg(feature = "records")]
pub(crate) mod chunks;
#[cfg(feature = "records")]
pub(crate) mod dates;
mod dress;
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
pub(crate) mod irregular;
#[cfg(feature = "records")]
pub(crate) mod json;
mod known;
pub(crate) mod lanes;
#[cfg(feature = "records")]
mod named_file;
#[cfg(feature = "records")]
pub(crate) mod orders;
#[cfg(feature = "records")]
pub(crate) mod private;
pub(crate) mod quotation;
#[cfg(any(feature = "graph", feature = "records"))]
pub(crate) mod quoted_code;
#[cfg(feature = "records")]
pub(crate) mod refusal;
#[cfg(feature = "records")]
pub(crate) mod said;
pub(crate) mod secrets;
#[cfg(feature = "records")]
mod sentences;
pub(crate) mod shown;
pub(crate) mod stem;
#[cfg(feature = "records")]
pub(crate) mod terminal;
pub(crate) mod terms;
#[cfg(feature = "records")]
pub(crate) mod time_words;
pub(crate) mod tokens;
#[cfg(feature = "records")]
pub(crate) mod when;
#[cfg(feature = "records")]
mod words;
