//! Conversations in the five message formats: made from a seed, pruned, and judged by the providers' rules.
//!
//! [`generate`] makes histories, and [`spell`] writes them with random white space and escapes. [`judge`] decides whether a provider
//! would take a request, and whether an edited one kept what it must; it is written from the providers' documentation, and uses
//! nothing of the core's reader. [`trial`] reads, prunes and restores one history. [`life`] plays one message by message, also a
//! [`recorded`] one, and [`long`] plays thousands of calls.

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
