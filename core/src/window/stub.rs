//! What is left of a part that is pruned.
