//! Predeclared names of Go, and members that are common in the standard library.

use crate::graph::facts::Literal;

/// Members that are common in the standard library, sorted.
#[rustfmt::skip]
const COMMON_MEMBERS: &[&str] = &[
    "Add", "Addr", "After", "Append", "Before", "Body", "Bool", "Bytes", "Call", "Cancel", "Cap", "Cleanup", "Close",
    "Closed", "Code", "CompareAndSwap", "Context", "Copy", "Count", "Day", "Deadline", "Decode", "Del", "Delete",
    "Do", "Done", "Each", "Elem", "Encode", "End", "Equal", "Err", "Error", "Errorf", "Exec", "Execute", "Exit",
    "Fail", "FailNow", "Fatal", "Fatalf", "Fd", "Field", "Find", "FindString", "FindStringSubmatch", "Flush",
    "Format", "Get", "GoString", "Handle", "HandleFunc", "Has", "Header", "Helper", "Hour", "ID", "Index", "Info",
    "Init", "Insert", "Int", "Interface", "Is", "IsDir", "IsNil", "IsValid", "IsZero", "Iterate", "Join", "Key",
    "Kind", "Len", "Less", "Line", "Listen", "Load", "LoadOrStore", "Lock", "Log", "Logf", "Lookup", "MarshalJSON",
    "MarshalText", "MatchString", "Method", "Millisecond", "Minute", "ModTime", "Mode", "Month", "Name", "New",
    "Next", "Now", "NumField", "NumMethod", "Open", "Parallel", "Params", "Parse", "Path", "Ping", "Pop", "Pos",
    "Position", "Print", "Printf", "Println", "Push", "Put", "QueryRow", "RLock", "RUnlock", "Range", "Read",
    "ReadAll", "ReadAt", "ReadByte", "ReadFrom", "ReadRune", "ReadString", "RemoteAddr", "Remove", "ReplaceAllString",
    "Reset", "Round", "Rows", "Run", "Scan", "Second", "Seconds", "Seek", "Send", "ServeHTTP", "Set", "Setenv",
    "Shutdown", "Since", "Size", "Skip", "Skipf", "Sleep", "Split", "Start", "Stat", "Status", "Stop", "Store",
    "String", "Sub", "Swap", "Sync", "TempDir", "Text", "Time", "Truncate", "TryLock", "Type", "Unix", "UnixNano",
    "Unlock", "UnmarshalJSON", "UnmarshalText", "Unwrap", "Update", "Upgrade", "User", "Value", "Values", "Wait",
    "Warn", "Weekday", "With", "Write", "WriteAt", "WriteByte", "WriteHeader", "WriteRune", "WriteString", "WriteTo",
    "Year",
];

/// Built-in functions of Go before 1.21, sorted.
const BUILTIN_FUNCTIONS: &[&str] = &[
    "append", "cap", "close", "complex", "copy", "delete", "imag", "len", "make", "new", "panic", "print", "println",
    "real", "recover",
];

/// Whether members with this name are common outside any project.
pub(super) fn is_common_member(name: &str) -> bool {
    COMMON_MEMBERS.binary_search(&name).is_ok()
}

/// The built-in function with this name, or `conversion` for a built-in type; `None` for other names.
pub(super) fn builtin_function(name: &str) -> Option<&'static str> {
    if builtin_type(name).is_some() || is_any_or_comparable(name) {
        return Some("conversion");
    }
    BUILTIN_FUNCTIONS.binary_search(&name).ok().map(|at| BUILTIN_FUNCTIONS[at])
}

/// The literal type of a built-in type; `None` for other names.
pub(super) fn builtin_type(name: &str) -> Option<Literal> {
    Some(match name {
        "string" | "rune" => Literal::Text,
        "bool" => Literal::Bool,
        "byte" | "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16" | "uint32" | "uint64"
        | "uintptr" | "float32" | "float64" | "complex64" | "complex128" => Literal::Number,
        "error" => Literal::Other,
        _ => return None,
    })
}

/// Whether the name is a built-in type that says nothing of a value: `any` or `comparable`.
pub(super) fn is_any_or_comparable(name: &str) -> bool {
    matches!(name, "any" | "comparable")
}

/// Whether the language predeclares the name as a function or type.
pub(super) fn is_predeclared(name: &str) -> bool {
    builtin_function(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predeclared_names_are_found() {
        assert!(COMMON_MEMBERS.is_sorted() && BUILTIN_FUNCTIONS.is_sorted());
        assert!(is_common_member("WriteString") && !is_common_member("Settle"));
        assert!(is_predeclared("len") && is_predeclared("error") && is_predeclared("any") && !is_predeclared("max"));
    }
}
