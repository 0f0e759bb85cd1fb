//! Conversations in the five message formats: made from a seed, judged by the providers' rules, and pruned to see what is left.
//!
//! [`generate`] makes histories, [`spell`] writes them with white space and escapes as no two writers do, [`judge`] says whether
//! a provider would take a request and whether an edited one kept what it must, and [`trial`] reads, prunes and restores one
//! history, [`life`] lives through one message by message, also through one that was [`recorded`], and [`long`] through thousands of calls. The judges know nothing of the reader in the core: they are written from the providers' documentation.

pub mod generate;
mod render;
pub mod spell;

pub mod judge;
pub mod life;
pub mod long;
pub mod recorded;

pub mod trial;

pub use scrubjay_core::window::formats::MessageFormat;

/// All formats.
pub const FORMATS: [MessageFormat; 5] = [
    MessageFormat::Anthropic,
    MessageFormat::OpenaiChat,
    MessageFormat::OpenaiResponses,
    MessageFormat::AiSdk,
    MessageFormat::Langchain,
];
