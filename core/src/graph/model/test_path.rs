//! Paths of tests.

/// Names of folders and files that have tests, without underscores around them.
const NAMES: [&str; 4] = ["test", "tests", "testing", "benches"];

/// Whether a path is that of a test, by the conventions of test runners: `test/`, `tests/`, `benches/`, `__tests__/` (Jest), `test_a`,
/// `a_test`, `a.test.ts`, `a.spec.ts`, and specifications in `spec/` (Jasmine).
pub(crate) fn is_test_path(path: &str) -> bool {
    let mut is_in_spec = false;
    path.split('/').any(|part| {
        let stem = part.split('.').next().unwrap_or(part);
        let is_marked = || part.contains(".test.") || part.contains(".spec.");
        let name = stem.trim_matches('_');
        let is_named = NAMES.contains(&name) && (part == stem || name.len() < stem.len());
        let is_spec = is_in_spec && stem.len() < part.len() && stem.to_ascii_lowercase().ends_with("spec");
        is_in_spec |= matches!(part, "spec" | "specs");
        is_named
            || is_spec
            || part.starts_with("test_")
            || [stem, name].iter().any(|stem| stem.ends_with("_test") || stem.ends_with("_tests"))
            || stem.len() < part.len() && is_marked()
    })
}

#[cfg(test)]
mod tests {
    use super::is_test_path;

    #[test]
    fn tests_are_told_by_the_conventions_of_their_runners() {
        let tests = [
            "test/a.js",
            "src/__tests__/a.ts",
            "__performance_tests__/a.mjs",
            "a_test.go",
            "test_a.py",
            "a/b.test.tsx",
            "a.spec.js",
            "spec/shelfSpec.js",
            "spec/helpers/shelf_spec.mjs",
            "pkg/testing/a.go",
        ];
        for path in tests {
            assert!(is_test_path(path), "{path}");
        }
        for path in ["src/test.py", "spec/openapi.go", "src/shelfSpec.js", "latest/a.ts", "contest.rs", "__init__.py"] {
            assert!(!is_test_path(path), "{path}");
        }
    }
}
