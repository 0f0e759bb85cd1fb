//! Paths of tests.

/// Whether a path is that of a test, by common naming conventions.
pub(crate) fn is_test_path(path: &str) -> bool {
    path.split('/').any(|part| {
        matches!(part, "test" | "tests" | "testing" | "benches") || part.starts_with("test_") || {
            let stem = part.split('.').next().unwrap_or(part);
            let is_marked = || part.contains(".test.") || part.contains(".spec.");
            stem.ends_with("_test") || stem.ends_with("_tests") || stem.len() < part.len() && is_marked()
        }
    })
}
