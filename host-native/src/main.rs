//! The program `scrubjay`.
fn main() {}
