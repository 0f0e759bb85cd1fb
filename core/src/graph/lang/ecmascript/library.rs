//! Names of members and globals that the standard libraries of JavaScript, browsers and Node define.

/// Common member names, sorted for binary search.
#[rustfmt::skip]
const COMMON_MEMBERS: &[&str] = &[
    "abort", "add", "addEventListener", "all", "allSettled", "any", "append", "appendChild", "apply", "assign", "at",
    "bind", "blur", "call", "cancel", "catch", "charAt", "charCodeAt", "clear", "click", "clone", "close", "codePointAt",
    "concat", "connect", "contains", "copyWithin", "create", "createElement", "debug", "defineProperty", "delete",
    "destroy", "dispatchEvent", "emit", "end", "endsWith", "entries", "error", "every", "exec", "exit", "fill",
    "filter", "finally", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "focus", "forEach",
    "format", "freeze", "from", "fromEntries", "get", "getAttribute", "getTime", "has", "hasOwnProperty", "includes",
    "indexOf", "info", "insertBefore", "isArray", "item", "join", "json", "keys", "lastIndexOf", "listen",
    "localeCompare", "log", "map", "match", "matchAll", "next", "normalize", "now", "observe", "off", "on", "once",
    "open", "padEnd", "padStart", "parse", "pause", "pipe", "play", "pop", "postMessage", "preventDefault", "push",
    "querySelector", "querySelectorAll", "race", "read", "reduce", "reduceRight", "reject", "remove",
    "removeAttribute", "removeChild", "removeEventListener", "removeListener", "repeat", "replace", "replaceAll",
    "reset", "resolve", "resume", "return", "reverse", "search", "send", "set", "setAttribute", "setTime", "shift",
    "slice", "some", "sort", "splice", "split", "start", "startsWith", "stop", "stopPropagation", "stringify",
    "subarray", "substr", "substring", "test", "text", "then", "throw", "toFixed", "toISOString", "toJSON",
    "toLocaleString", "toLowerCase", "toString", "toUpperCase", "trace", "trim", "trimEnd", "trimStart", "unshift",
    "update", "valueOf", "values", "warn", "write",
];

/// Global names that the language itself defines, sorted; without those of browsers and runtimes.
#[rustfmt::skip]
const GLOBALS: &[&str] = &[
    "AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean",
    "DataView", "Date", "Error", "EvalError", "FinalizationRegistry", "Float32Array", "Float64Array", "Function",
    "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "Number", "Object", "Promise",
    "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set", "SharedArrayBuffer", "String", "Symbol",
    "SyntaxError", "TypeError", "URIError", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap",
    "WeakRef", "WeakSet",
];

/// Whether the language itself defines the name.
pub(super) fn is_global(name: &str) -> bool {
    GLOBALS.binary_search(&name).is_ok()
}

/// Whether members with this name are common outside any project.
pub(super) fn is_common_member(name: &str) -> bool {
    COMMON_MEMBERS.binary_search(&name).is_ok()
}

/// Whether a container's method with this name calls its first argument with each element.
pub(super) fn passes_elements(method: &str) -> bool {
    matches!(
        method,
        "map" | "forEach" | "filter" | "find" | "findIndex" | "findLast" | "some" | "every" | "flatMap" | "sort"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_sorted_for_binary_search() {
        assert!(COMMON_MEMBERS.is_sorted());
        assert!(GLOBALS.is_sorted());
        assert!(is_common_member("push") && !is_common_member("pushRoute"));
    }
}
