//! Core
