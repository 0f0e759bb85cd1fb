//! The functions of each interface, as words cross the border: each takes its arguments, calls the façade and keeps its answer.
//!
//! That they take and give the words that the WIT wants is checked where the component is put together.

use alloc::vec::Vec;

use scrubjay_core::graph::lang::admitted;
use scrubjay_core::graph::query::{FileQuestion, FindQuestion, MapQuestion, PathQuestion, WalkQuestion, admit};
use scrubjay_core::memory::Change;
use scrubjay_core::recall::PrepareQuestion;

use crate::lift::{list, resumed, text};
use crate::lower::{keep, let_go};
use crate::shapes::{Entry, purpose};
use crate::with_memory;

/// A function of an interface: the words it takes, and its answer. What is before the last semicolon is followed by the words of
/// what comes with a question that is asked again.
macro_rules! export {
    ($interface:literal, $name:literal, ($($word:ident: $type:ty),*), $answer:expr) => {
        const _: () = {
            #[cfg_attr(target_arch = "wasm32", unsafe(export_name = concat!("scrubjay:memory/", $interface, "@0.1.0#", $name)))]
            unsafe extern "C" fn called($($word: $type),*) -> usize {
                // SAFETY: these words are what the host was given for its arguments.
                #[allow(unused_unsafe, reason = "not every function takes lists")]
                keep(unsafe { $answer })
            }

            #[cfg_attr(target_arch = "wasm32", unsafe(export_name = concat!("cabi_post_scrubjay:memory/", $interface, "@0.1.0#", $name)))]
            extern "C" fn read(_: usize) {
                let_go();
            }
        };
    };
    ($interface:literal, $name:literal, ($($word:ident: $type:ty),*; $back:ident), $answer:expr) => {
        export!(
            $interface,
            $name,
            ($($word: $type,)* is_there: u32, ticket: *mut u8, n_ticket: usize, answers: *mut u8, n_answers: usize),
            {
                let $back = resumed(is_there, ticket, n_ticket, answers, n_answers);
                $answer
            }
        );
    };
}

/// A question that may ask for rows and lines, in its own words.
macro_rules! ask {
    ($name:literal, ($($word:ident: $type:ty),*), $question:expr, $ask:ident) => {
        export!("graph", $name, ($($word: $type),*; back), {
            let question = $question;
            with_memory(|memory| memory.$ask(&question, back))
        });
    };
}

/// A question about what is around a symbol.
macro_rules! walk {
    ($($name:literal $ask:ident),*) => {
        $(ask!(
            $name,
            (name: *mut u8, n_name: usize, depth: u32, most: u32, least_confidence: f64),
            WalkQuestion { name: text(name, n_name), depth, most, least_confidence },
            $ask
        );)*
    };
}

/// A question about what is around a file.
macro_rules! file {
    ($($name:literal $ask:ident),*) => {
        $(ask!(
            $name,
            (path: *mut u8, n_path: usize, depth: u32, most: u32),
            FileQuestion { path: text(path, n_path), depth, most },
            $ask
        );)*
    };
}

export!("graph", "languages", (), admitted().collect::<Vec<_>>());
export!("graph", "admit", (entries: *mut u8, n_entries: usize), {
    let entries: Vec<Entry> = list(entries, n_entries);
    admit(entries.iter().map(|entry| (entry.path.as_str(), entry.size)))
});
ask!(
    "find",
    (
        text_at: *mut u8,
        n_text: usize,
        kinds: *mut u8,
        n_kinds: usize,
        prefix: *mut u8,
        n_prefix: usize,
        most: u32,
        explain: u32
    ),
    FindQuestion {
        text: text(text_at, n_text),
        kinds: list(kinds, n_kinds),
        path_prefix: text(prefix, n_prefix),
        most,
        explain: explain != 0,
    },
    find
);
ask!("outline", (path: *mut u8, n_path: usize), text(path, n_path), outline);
walk!("callers" callers, "callees" callees, "references" references, "impact" impact, "hierarchy" hierarchy);
ask!(
    "path",
    (
        source: *mut u8,
        n_source: usize,
        target: *mut u8,
        n_target: usize,
        depth: u32,
        kinds: *mut u8,
        n_kinds: usize,
        least_confidence: f64
    ),
    PathQuestion {
        source: text(source, n_source),
        target: text(target, n_target),
        depth,
        kinds: list(kinds, n_kinds),
        least_confidence,
    },
    path
);
file!("dependencies" dependencies, "dependents" dependents);
ask!(
    "map",
    (budget: u32, focus: *mut u8, n_focus: usize),
    MapQuestion { budget, focus: list(focus, n_focus) },
    map
);
export!("graph", "export", (cursor: u32; back), with_memory(|memory| memory.export(cursor, back)));

export!("memory", "open", (case: u32, at: u64; back), with_memory(|memory| memory.open(purpose(case), at, back)));
export!(
    "memory",
    "apply",
    (changes: *mut u8, n_changes: usize, now: i64, entropy: *mut u8, n_entropy: usize),
    {
        let (changes, entropy): (Vec<Change>, Vec<u8>) = (list(changes, n_changes), list(entropy, n_entropy));
        with_memory(|memory| memory.apply(&changes, now, &entropy))
    }
);
export!("memory", "settle", (most_files: u32), with_memory(|memory| memory.settle(most_files)));
export!("memory", "set-aside", (), with_memory(|memory| memory.set_aside()));
export!("memory", "status", (; back), with_memory(|memory| memory.status(back)));
export!("memory", "damaged", (), with_memory(|memory| memory.damaged_rows().to_vec()));
export!("memory", "digest", (), with_memory(|memory| memory.digest()));

export!("recall", "prepare", (task: *mut u8, n_task: usize, budget: u32, focus: *mut u8, n_focus: usize; back), {
    let question = PrepareQuestion { task: text(task, n_task), budget, focus: list(focus, n_focus) };
    with_memory(|memory| memory.prepare(&question, back))
});
