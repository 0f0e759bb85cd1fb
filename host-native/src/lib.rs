//! Scrubjay for Rust hosts.
