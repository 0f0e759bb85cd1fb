//! Recognises paths of tests.

/// Names of folders with tests, without underscores around them. The first two are also names of test files.
const TEST_FOLDERS: [&str; 4] = ["test", "tests", "testing", "benches"];

/// Whether a path is that of a test, by the conventions of test runners and languages.
///
/// Folders: `test/`, `tests/`, `testing/`, `benches/`, `__tests__/` (Jest). Files and folders: `test_a`, `a_test`,
/// `a-test`. Files: `tests.rs`, `test-a.js`, `a.test.ts`, `a.spec.ts`, `a.test-d.ts` (tsd). Also files below `spec/` or
/// `specs/` whose stem ends with `spec` (Jasmine).
pub(crate) fn is_test_path(path: &str) -> bool {
    let mut is_in_spec = false;
    path.split('/').any(|part| {
        let stem = part.split('.').next().unwrap_or(part);
        let is_file = stem.len() < part.len();
        let name = stem.trim_matches('_');
        let names = if is_file { &TEST_FOLDERS[..2] } else { &TEST_FOLDERS[..] };
        let endings = ["_test", "_tests", "-test", "-tests"];
        let is_marked = || is_file && [".test.", ".spec.", ".test-d."].iter().any(|mark| part.contains(mark));
        let is_spec = is_in_spec && is_file && stem.to_ascii_lowercase().ends_with("spec");
        is_in_spec |= matches!(part, "spec" | "specs");
        names.contains(&name)
            || part.starts_with("test_")
            || is_file && part.starts_with("test-")
            || [stem, name].iter().any(|stem| endings.iter().any(|ending| stem.ends_with(ending)))
            || is_marked()
            || is_spec
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
            "test-a.mjs",
            "src/packed/tests.rs",
            "shop/tests.py",
            "test.js",
            "a/b.test.tsx",
            "a.spec.js",
            "@types/index.test-d.ts",
            "spec/shelfSpec.js",
            "spec/helpers/shelf_spec.mjs",
            "pkg/testing/a.go",
            "integration-tests/a.ts",
        ];
        for path in tests {
            assert!(is_test_path(path), "{path}");
        }
        for path in
            ["click/testing.py", "spec/openapi.go", "src/shelfSpec.js", "latest/a.ts", "contest.rs", "__init__.py"]
        {
            assert!(!is_test_path(path), "{path}");
        }
    }
}
