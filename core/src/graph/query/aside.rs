//! Recognises paths of supporting code, by common names of folders and files.

/// Whether a path belongs to examples, fixtures, mocks, benchmarks or typing stubs.
pub(crate) fn is_sample_path(path: &str) -> bool {
    const FOLDERS: [&str; 18] = [
        "example",
        "examples",
        "_examples",
        "sample",
        "samples",
        "demo",
        "demos",
        "fixture",
        "fixtures",
        "__fixtures__",
        "testdata",
        "bench",
        "benches",
        "benchmark",
        "benchmarks",
        "mocks",
        "__mocks__",
        "playground",
    ];
    let is_stub = [".pyi", ".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| path.ends_with(ending));
    is_stub || has_folder(path, &FOLDERS)
}

/// Whether a path belongs to samples, documentation, scripts or tools.
pub(crate) fn is_secondary_path(path: &str) -> bool {
    is_sample_path(path) || has_folder(path, &["doc", "docs", "scripts", "extra", "tools"]) || path == "setup.py"
}

fn has_folder(path: &str, names: &[&str]) -> bool {
    path.rsplit_once('/').is_some_and(|(folders, _)| folders.split('/').any(|folder| names.contains(&folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_endings_tell_what_stands_beside_the_code() {
        for path in ["examples/a.py", "pkg/benchmarks/x/a.ts", "a/__fixtures__/b.js", "src/types.d.ts", "x/y.pyi"] {
            assert!(is_sample_path(path) && is_secondary_path(path), "{path}");
        }
        for path in ["src/example.py", "examples.rs", "src/d.ts", "src/examples_of/a.go"] {
            assert!(!is_sample_path(path), "{path}");
        }
        assert!(
            is_secondary_path("docs/conf.py") && is_secondary_path("setup.py") && !is_secondary_path("pkg/setup.py")
        );
    }
}
