//! Parsing alone: reads and parses all files on all processors with the same grammars, and keeps nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use scrubjay::files::grammars::grammar;
use tree_sitter::Parser;

use crate::sources::{Source, sources};
use crate::{Outcome, milliseconds, say, time};

pub(crate) fn measure(folder: &Path) -> Outcome {
    let sources = sources(folder)?;
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next_source, n_bytes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let ((), took) = time(|| {
        std::thread::scope(|scope| {
            for _ in 0..n_threads {
                scope.spawn(|| parse_some(folder, &sources, &next_source, &n_bytes));
            }
        });
    });
    say("files", sources.len() as f64);
    say("bytes", n_bytes.into_inner() as f64);
    say("wall_ms", milliseconds(took));
    Ok(())
}

/// Parses files of the common list until none is left.
fn parse_some(folder: &Path, sources: &[Source], next_source: &AtomicUsize, n_bytes: &AtomicU64) {
    let mut parsers: BTreeMap<&str, Parser> = BTreeMap::new();
    while let Some(source) = sources.get(next_source.fetch_add(1, Ordering::Relaxed)) {
        let Ok(bytes) = std::fs::read(folder.join(&source.path)) else { continue };
        let parser = parsers.entry(source.language.name).or_insert_with(|| {
            let mut parser = Parser::new();
            // A parser without a language parses nothing, which would show in the figures.
            grammar(source.language.name).and_then(|grammar| parser.set_language(&grammar).ok());
            parser
        });
        n_bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        drop(parser.parse(&bytes, None));
    }
}
