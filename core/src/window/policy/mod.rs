//! Who leaves, in which order and how many.
