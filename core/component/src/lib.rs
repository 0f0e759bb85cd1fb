//! Door
