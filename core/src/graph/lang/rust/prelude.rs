//! Names that every Rust file has without saying so. Unless a file binds one itself, it leads to nothing in a project.

/// Types, traits, functions and variants of the standard prelude, and primitive types, sorted.
#[rustfmt::skip]
const PRELUDE: &[&str] = &[
    "AsMut", "AsRef", "AsyncFn", "AsyncFnMut", "AsyncFnOnce", "Box", "Clone", "Copy", "Default",
    "DoubleEndedIterator", "Drop", "Eq", "Err", "ExactSizeIterator", "Extend", "Fn", "FnMut", "FnOnce", "From",
    "FromIterator", "Into", "IntoIterator", "Iterator", "None", "Ok", "Option", "Ord", "PartialEq", "PartialOrd",
    "Result", "Self", "Send", "Sized", "Some", "String", "Sync", "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin",
    "Vec", "alloc", "bool", "char", "core", "drop", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "std",
    "str", "u128", "u16", "u32", "u64", "u8", "usize",
];

/// Whether Rust itself, or its standard library, binds the name.
pub(super) fn is_prelude(name: &str) -> bool {
    PRELUDE.binary_search(&name).is_ok()
}

/// Traits that say nothing about which methods a value has.
pub(super) fn is_marker(name: &str) -> bool {
    matches!(name, "Copy" | "Send" | "Sized" | "Sync" | "Unpin" | "UnwindSafe" | "RefUnwindSafe")
}

/// Attributes of the language, of its tools, and traits that `derive` knows by itself.
#[rustfmt::skip]
pub(super) fn is_own_attribute(name: &str) -> bool {
    matches!(
        name,
        "allow" | "automatically_derived" | "bench" | "cfg" | "cfg_attr" | "cold" | "deny" | "deprecated" | "derive"
            | "doc" | "expect" | "export_name" | "feature" | "forbid" | "global_allocator" | "ignore" | "inline"
            | "instruction_set" | "link" | "link_name" | "link_section" | "macro_export" | "macro_use" | "must_use"
            | "naked" | "no_link" | "no_main" | "no_mangle" | "no_std" | "non_exhaustive" | "panic_handler" | "path"
            | "proc_macro" | "proc_macro_attribute" | "proc_macro_derive" | "recursion_limit" | "repr" | "rustfmt"
            | "should_panic" | "target_feature" | "test" | "track_caller" | "unsafe" | "used" | "warn"
            | "Clone" | "Copy" | "Debug" | "Default" | "Eq" | "Hash" | "Ord" | "PartialEq" | "PartialOrd"
    )
}

/// Macros of the standard library: calling one calls nothing of a project.
#[rustfmt::skip]
pub(super) fn is_std_macro(name: &str) -> bool {
    matches!(
        name,
        "assert" | "assert_eq" | "assert_ne" | "cfg" | "column" | "compile_error" | "concat" | "dbg" | "debug_assert"
            | "debug_assert_eq" | "debug_assert_ne" | "env" | "eprint" | "eprintln" | "file" | "format" | "format_args"
            | "include" | "include_bytes" | "include_str" | "is_x86_feature_detected" | "line" | "macro_rules"
            | "matches" | "module_path" | "option_env" | "panic" | "print" | "println" | "stringify" | "thread_local"
            | "todo" | "unimplemented" | "unreachable" | "vec" | "write" | "writeln"
    )
}

/// Macros whose arguments are ordinary expressions, of the standard library and of crates that everyone knows.
#[rustfmt::skip]
pub(super) fn takes_expressions(name: &str) -> bool {
    name.starts_with("assert") || name.starts_with("debug_assert") || matches!(
        name,
        "anyhow" | "bail" | "bench" | "dbg" | "debug" | "ensure" | "eprint" | "eprintln" | "error" | "eyre" | "format"
            | "format_args" | "format_err" | "info" | "join" | "log" | "matches" | "panic" | "print" | "println"
            | "todo" | "trace" | "try" | "try_join" | "unimplemented" | "unreachable" | "vec" | "warn" | "write"
            | "writeln"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prelude_name_is_found() {
        assert!(PRELUDE.is_sorted());
        assert!(is_prelude("Some") && !is_prelude("HashMap"));
    }
}
