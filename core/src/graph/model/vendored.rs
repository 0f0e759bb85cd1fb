//! Recognises paths of vendored code.

/// Whether a path is that of vendored or generated code, by common naming conventions.
pub(crate) fn is_vendored_path(path: &str) -> bool {
    let Some((folders, name)) = path.rsplit_once('/') else { return false };
    let is_javascript = [".js", ".mjs", ".cjs", ".d.ts"].iter().any(|ending| name.ends_with(ending));
    folders.split('/').any(|folder| match folder {
        "vendor" | "vendored" | "_vendor" | "_vendored" | "third_party" | "third-party" | "thirdparty" => true,
        "node_modules" | "bower_components" | "site-packages" => true,
        // A folder of this name may contain anything in other languages.
        "dist" => is_javascript,
        _ => false,
    })
}

/// Whether a path ranks below the project's own code: a vendored path, or one in the folder of a less common package
/// manager.
pub(crate) fn ranks_as_vendored(path: &str) -> bool {
    let is_package_folder = |folder: &str| {
        matches!(folder, "jspm_packages" | "web_modules" | "dist-packages" | "__pypackages__" | ".eggs" | "Godeps")
    };
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    is_vendored_path(path) || folders.split('/').any(is_package_folder)
}

#[cfg(test)]
mod tests {
    use super::{is_vendored_path, ranks_as_vendored};

    #[test]
    fn folders_match_by_their_whole_name() {
        for path in ["vendor/a.py", "x/_vendor/y/a.py", "third_party/a.rs", "node_modules/a/index.js", "dist/a.js"] {
            assert!(is_vendored_path(path), "{path}");
        }
        for path in ["web_modules/a.js", "Godeps/_workspace/a.go", "node_modules/a/index.js"] {
            assert!(ranks_as_vendored(path), "{path}");
        }
        assert!(!ranks_as_vendored("Godeps") && !is_vendored_path("Godeps/a.go"));
        for path in ["vendor.py", "vendors/a.py", "src/vendor_api/a.py", "setup/dist/a.py", "a.js", "dist.js"] {
            assert!(!is_vendored_path(path), "{path}");
        }
    }
}
