//! Imports, and the package name that a path implies.

use alloc::vec::Vec;

use super::syntax::*;
use crate::graph::facts::{DefId, ExprId, FactsBuilder, Import, ImportKind, ListItem, Name};
use crate::graph::syntax::{NodeId, Tree};

/// First segments of standard library paths, sorted.
#[rustfmt::skip]
const STANDARD_ROOTS: &[&str] = &[
    "C", "archive", "bufio", "builtin", "bytes", "cmp", "compress", "container", "context", "crypto", "database",
    "debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "io",
    "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "slices",
    "sort", "strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique",
    "unsafe", "weak",
];

/// Whether a path with this first segment is in the standard library.
pub(crate) fn is_standard(first_segment: &str) -> bool {
    STANDARD_ROOTS.binary_search(&first_segment).is_ok()
}

/// The most likely name of a package: the last segment of its path. A version and common decorations are left out: the
/// package of `github.com/a/go-b/v2` is `b`.
pub(crate) fn package_guess<'t>(parts: &[&'t str]) -> &'t str {
    let is_version = |part: &str| part.strip_prefix('v').is_some_and(|n| n.parse::<u32>().is_ok_and(|n| n > 1));
    let last_part = match parts {
        [.., before, last_part] if is_version(last_part) => before,
        [.., last_part] => last_part,
        [] => return "",
    };
    let bare_part = last_part.split('.').next().unwrap_or(last_part);
    let bare_part = bare_part.strip_prefix("go-").unwrap_or(bare_part);
    let bare_part = bare_part.strip_suffix("-go").unwrap_or(bare_part);
    bare_part.rsplit('-').next().unwrap_or(bare_part)
}

/// The path of an import without its quotes.
fn import_path<'t>(tree: &Tree<'t>, node: NodeId) -> &'t str {
    tree.child(node, FIELD_PATH).map_or("", |path| tree.text(path).trim_matches(['"', '`']))
}

/// The name that an import binds; `None` for an import with `.`, which binds all names.
pub(super) fn bound_name<'t>(tree: &Tree<'t>, node: NodeId) -> Option<&'t str> {
    match tree.child(node, FIELD_NAME) {
        Some(name) if tree.kind(name) == DOT => None,
        Some(name) => Some(tree.text(name)),
        None => {
            let parts: Vec<&str> = import_path(tree, node).split('/').collect();
            Some(package_guess(&parts))
        }
    }
}

pub(super) fn add(tree: &Tree<'_>, facts: &mut FactsBuilder, node: NodeId) {
    let path = import_path(tree, node);
    let bound_name = bound_name(tree, node);
    if path.is_empty() || bound_name == Some("") {
        return;
    }
    let parts: Vec<ListItem> =
        path.split('/').map(|part| ListItem { name: facts.name(part), value: ExprId(0) }).collect();
    let import = Import {
        kind: if bound_name.is_none() { ImportKind::All } else { ImportKind::Module },
        scope: DefId(0),
        module: facts.list(&parts),
        level: 0,
        member: Name(0),
        alias: bound_name.map_or(Name(0), |bound_name| facts.name(bound_name)),
        is_reexported: false,
        is_replacing: false,
        offset: tree.start(node),
        line: tree.first_line(node),
    };
    facts.facts().imports.push(import);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_guessed_from_its_path() {
        let guess = |path: &'static str| package_guess(&path.split('/').collect::<Vec<_>>());
        assert_eq!(guess("fmt"), "fmt");
        assert_eq!(guess("github.com/a/store"), "store");
        assert_eq!(guess("github.com/a/cli/v3"), "cli");
        assert_eq!(guess("example.com/api/v1"), "v1");
        assert_eq!(guess("gopkg.in/yaml.v3"), "yaml");
        assert_eq!(guess("github.com/a/go-redis/v9"), "redis");
        assert!(STANDARD_ROOTS.is_sorted() && is_standard("net") && !is_standard("example.com"));
    }
}
