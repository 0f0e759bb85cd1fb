//! Paths of vendored code.

/// Whether a path is that of vendored or generated code, by common naming conventions.
pub(crate) fn is_vendored_path(path: &str) -> bool {
    let Some((folders, name)) = path.rsplit_once('/') else { return false };
    let of_javascript = [".js", ".mjs", ".cjs", ".d.ts"].iter().any(|ending| name.ends_with(ending));
    folders.split('/').any(|folder| match folder {
        "vendor" | "vendored" | "_vendor" | "_vendored" | "third_party" | "third-party" | "thirdparty" => true,
        "node_modules" | "bower_components" | "site-packages" => true,
        // A folder of this name may contain anything in other languages.
        "dist" => of_javascript,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::is_vendored_path;

    #[test]
    fn folders_match_by_their_whole_name() {
        for path in ["vendor/a.py", "x/_vendor/y/a.py", "third_party/a.rs", "node_modules/a/index.js", "dist/a.js"] {
            assert!(is_vendored_path(path), "{path}");
        }
        for path in ["vendor.py", "vendors/a.py", "src/vendor_api/a.py", "setup/dist/a.py", "a.js", "dist.js"] {
            assert!(!is_vendored_path(path), "{path}");
        }
    }
}
