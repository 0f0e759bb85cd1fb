//! Python's built-in names. Unless a file binds such a name itself, it never resolves to a definition in the project.

use crate::graph::lang::CalledArgument;

/// Built-in names, sorted for binary search. Dunder names count as built in without being listed.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup", "BlockingIOError",
    "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
    "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning",
    "EnvironmentError", "Exception", "ExceptionGroup", "FileExistsError", "FileNotFoundError", "FloatingPointError",
    "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning", "IndentationError", "IndexError",
    "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError",
    "ModuleNotFoundError", "NameError", "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError",
    "OverflowError", "PendingDeprecationWarning", "PermissionError", "ProcessLookupError", "RecursionError",
    "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning", "StopAsyncIteration", "StopIteration",
    "SyntaxError", "SyntaxWarning", "SystemError", "SystemExit", "TabError", "TimeoutError", "TypeError",
    "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
    "UnicodeWarning", "UserWarning", "ValueError", "Warning", "ZeroDivisionError", "abs", "aiter", "all", "anext",
    "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod", "compile",
    "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit",
    "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input",
    "int", "isinstance", "issubclass", "iter", "len", "license", "list", "locals", "map", "max", "memoryview", "min",
    "next", "object", "oct", "open", "ord", "pow", "print", "property", "quit", "range", "repr", "reversed", "round",
    "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "vars", "zip",
];

/// Members of the built-in types and the most used modules of the standard library, sorted.
#[rustfmt::skip]
const COMMON_MEMBERS: &[&str] = &[
    "absolute", "acquire", "add", "append", "appendleft", "as_integer_ratio", "bit_length", "cancel", "capitalize",
    "casefold", "center", "clear", "close", "commit", "conjugate", "copy", "count", "critical", "cursor", "date",
    "day", "debug", "decode", "difference", "discard", "done", "elements", "encode", "end", "endswith", "error",
    "exception", "execute", "exists", "expandtabs", "extend", "fetchall", "fetchone", "fileno", "find", "findall",
    "finditer", "flush", "format", "format_map", "fromhex", "fullmatch", "get", "glob", "group", "groupdict",
    "groups", "hex", "index", "info", "insert", "intersection", "is_dir", "is_file", "is_set", "isalnum", "isalpha",
    "isascii", "isdecimal", "isdigit", "isdisjoint", "isidentifier", "islower", "isnumeric", "isoformat",
    "isprintable", "isspace", "issubset", "issuperset", "istitle", "isupper", "items", "iterdir", "join", "keys",
    "ljust", "log", "lower", "lstrip", "maketrans", "match", "mkdir", "month", "most_common", "name", "notify",
    "open", "parent", "partition", "pop", "popitem", "popleft", "put", "read", "read_bytes", "read_text", "readline",
    "readlines", "recv", "release", "remove", "removeprefix", "removesuffix", "rename", "replace", "resolve",
    "result", "reverse", "rfind", "rindex", "rjust", "rollback", "rotate", "rpartition", "rsplit", "rstrip", "run",
    "search", "seek", "send", "set", "setdefault", "shutdown", "sort", "span", "split", "splitlines", "start",
    "startswith", "stem", "strftime", "strip", "sub", "submit", "subn", "suffix", "swapcase", "symmetric_difference",
    "tell", "throw", "time", "timestamp", "title", "total_seconds", "translate", "truncate", "union", "unlink",
    "update", "upper", "values", "wait", "warning", "write", "write_bytes", "write_text", "writelines", "year",
    "zfill",
];

/// Whether members with this name are common outside any project.
pub(super) fn is_common_member(name: &str) -> bool {
    COMMON_MEMBERS.binary_search(&name).is_ok()
}

/// Whether Python itself binds the name.
pub(super) fn is_builtin(name: &str) -> bool {
    is_dunder(name) || BUILTINS.binary_search(&name).is_ok()
}

/// Whether the name has the form of Python's special names: `__name__`, `__init__`.
pub(super) fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// The argument that a built-in function calls; `None` if it calls none.
pub(super) fn called_argument(name: &str) -> Option<CalledArgument> {
    match name {
        "filter" | "map" => Some(CalledArgument::First),
        "max" | "min" | "sorted" => Some(CalledArgument::Key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_name_is_found() {
        assert!(BUILTINS.is_sorted() && COMMON_MEMBERS.is_sorted());
        assert!(is_common_member("append") && !is_common_member("order_by"));
        assert!(BUILTINS.iter().all(|name| is_builtin(name)));
        assert!(is_builtin("__file__") && !is_builtin("models") && !is_builtin("____"));
    }
}
