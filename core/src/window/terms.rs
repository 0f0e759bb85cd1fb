//! What a text is about: the identifiers, paths and lines in it.
