//! Names that Rust and its standard library define: prelude names, which resolve to nothing in a project unless a file
//! binds them; members that are too common to say anything of an unknown receiver; attributes and macros.

/// Types, traits, functions and variants in the standard prelude, primitive types, and standard crates; sorted.
#[rustfmt::skip]
const PRELUDE: &[&str] = &[
    "AsMut", "AsRef", "AsyncFn", "AsyncFnMut", "AsyncFnOnce", "Box", "Clone", "Copy", "Default",
    "DoubleEndedIterator", "Drop", "Eq", "Err", "ExactSizeIterator", "Extend", "Fn", "FnMut", "FnOnce", "From",
    "FromIterator", "Into", "IntoIterator", "Iterator", "None", "Ok", "Option", "Ord", "PartialEq", "PartialOrd",
    "Result", "Self", "Send", "Sized", "Some", "String", "Sync", "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin",
    "Vec", "alloc", "bool", "char", "core", "drop", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "std",
    "str", "u128", "u16", "u32", "u64", "u8", "usize",
];

/// Methods of types and traits in the standard library, sorted.
#[rustfmt::skip]
const COMMON_MEMBERS: &[&str] = &[
    "abs", "all", "and_then", "any", "append", "as_bytes", "as_deref", "as_mut", "as_ptr", "as_ref", "as_slice",
    "as_str", "borrow", "borrow_mut", "by_ref", "bytes", "capacity", "ceil", "chain", "char_indices", "chars",
    "checked_add", "checked_div", "checked_mul", "checked_sub", "chunks", "clear", "clone", "cloned", "cmp",
    "collect", "concat", "contains", "contains_key", "copied", "copy_from_slice", "count", "cycle", "dedup",
    "default", "deref", "deref_mut", "difference", "display", "drain", "drop", "elapsed", "ends_with", "entry",
    "enumerate", "eq", "err", "expect", "expect_err", "extend", "extend_from_slice", "fill", "filter", "filter_map",
    "find", "find_map", "first", "first_mut", "flat_map", "flatten", "floor", "flush", "fmt", "fold", "for_each",
    "from", "from_str", "front", "front_mut", "fuse", "ge", "get", "get_mut", "get_or_insert", "get_or_insert_with",
    "gt", "hash", "index", "insert", "insert_str", "inspect", "intersection", "into", "into_boxed_slice",
    "into_inner", "into_iter", "into_keys", "into_owned", "into_values", "is_alphabetic", "is_alphanumeric",
    "is_ascii", "is_dir", "is_empty", "is_err", "is_file", "is_none", "is_ok", "is_some", "is_some_and", "iter",
    "iter_mut", "join", "keys", "kind", "last", "last_mut", "le", "leading_zeros", "len", "lines", "load", "lock",
    "lt", "make_ascii_lowercase", "map", "map_err", "map_or", "map_or_else", "max", "max_by", "max_by_key",
    "metadata", "min", "min_by", "min_by_key", "ne", "next", "next_back", "nth", "ok", "ok_or", "ok_or_else", "open",
    "or", "or_default", "or_else", "or_insert", "or_insert_with", "parse", "partial_cmp", "partition", "path", "peek",
    "peekable", "pop", "pop_back", "pop_front", "position", "pow", "product", "push", "push_back", "push_front",
    "push_str", "range", "read", "read_exact", "read_line", "read_to_end", "read_to_string", "recv", "remove",
    "repeat", "replace", "reserve", "resize", "retain", "rev", "rfind", "rotate_left", "round", "rsplit",
    "saturating_add", "saturating_mul", "saturating_sub", "scan", "send", "set", "size_hint", "skip", "skip_while", "sort",
    "sort_by", "sort_by_key", "sort_unstable", "sort_unstable_by", "source", "spawn", "split", "split_at",
    "split_first", "split_last", "split_off", "split_once", "split_whitespace", "splitn", "sqrt", "starts_with",
    "step_by", "store", "strip_prefix", "strip_suffix", "sub", "sum", "swap", "take", "take_while", "then",
    "then_some", "then_with", "to_ascii_lowercase", "to_bytes", "to_lowercase", "to_owned", "to_string",
    "to_string_lossy", "to_uppercase", "to_vec", "trailing_zeros", "transpose", "trim", "trim_end",
    "trim_end_matches", "trim_matches", "trim_start", "trim_start_matches", "truncate", "try_from", "try_into",
    "try_lock", "union", "unwrap", "unwrap_err", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "unzip",
    "update", "values", "values_mut", "wait", "windows", "with_capacity", "wrapping_add", "wrapping_mul",
    "wrapping_sub", "write", "write_all", "write_char", "write_fmt", "write_str", "zip",
];

/// Whether members with this name are common outside any project.
pub(super) fn is_common_member(name: &str) -> bool {
    COMMON_MEMBERS.binary_search(&name).is_ok()
}

/// Whether the name is in the standard prelude, a primitive type, or a crate of the standard library.
pub(super) fn is_prelude(name: &str) -> bool {
    PRELUDE.binary_search(&name).is_ok()
}

/// Whether the name is a marker trait, which says nothing about a value's methods.
pub(super) fn is_marker(name: &str) -> bool {
    matches!(name, "Copy" | "Send" | "Sized" | "Sync" | "Unpin" | "UnwindSafe" | "RefUnwindSafe")
}

/// Whether the name is an attribute of the language or its tools, or a trait with a built-in `derive`.
#[rustfmt::skip]
pub(super) fn is_builtin_attribute(name: &str) -> bool {
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

/// Whether the name is a macro of the standard library; a call of it calls no macro of a project.
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

/// Whether the name is a macro of the standard library or a common crate whose arguments are ordinary expressions.
#[rustfmt::skip]
pub(super) fn takes_expressions(name: &str) -> bool {
    name.starts_with("assert") || name.starts_with("debug_assert") || matches!(
        name,
        "anyhow" | "bail" | "bench" | "dbg" | "debug" | "ensure" | "eprint" | "eprintln" | "error" | "eyre" | "format"
            | "format_args" | "format_err" | "info" | "join" | "log" | "matches" | "ok" | "panic" | "print" | "println"
            | "todo" | "trace" | "tri" | "try" | "try_join" | "try_opt" | "unimplemented" | "unreachable" | "vec"
            | "warn" | "write"
            | "writeln"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prelude_name_is_found() {
        assert!(PRELUDE.is_sorted() && COMMON_MEMBERS.is_sorted());
        assert!(is_common_member("map") && !is_common_member("settle"));
        assert!(is_prelude("Some") && !is_prelude("HashMap"));
    }
}
