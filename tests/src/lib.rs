//! Scenarios that every host answers alike.
