//! Recall: filling a context with what matters to a task.
//!
//! A task is read (`task`), what it names is looked up (`mentioned`), files are ranked by words, names and neighbours
//! (`lexical`, `files`). Pure functions of the memory and the question; every score explains itself by its factors.

pub(crate) mod task;
