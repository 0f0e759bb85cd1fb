//! Decides which files are indexed, by language, size and name. The host only walks the directory tree.

use alloc::vec::Vec;

use crate::base::error::Error;
use crate::base::path::check_path;
use crate::graph::lang::LANGUAGES;
use crate::graph::manifest;
use crate::graph::prose;
use crate::graph::space::MAX_FILE_BYTES;

use super::installed::is_installed_path;

/// Greatest number of files in one call.
const MAX_FILES: usize = 100_000;
/// Names of files that contain secrets, in lower case.
const SECRET_NAMES: &[&str] = &[
    ".env",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".htpasswd",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "credentials",
    "secrets.py",
];
/// Extensions of files that contain secrets, in lower case.
const SECRET_ENDINGS: &[&str] = &[".pem", ".key", ".p12", ".pfx", ".keystore", ".jks", ".kdbx"];
/// Endings of the names of generated files, in lower case.
const GENERATED_ENDINGS: &[&str] = &[
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
    ".min.js",
    ".min.mjs",
    ".min.cjs",
    ".bundle.js",
    "_pb.js",
    "_pb.ts",
    "_pb.d.ts",
    ".generated.js",
    ".generated.ts",
    ".generated.rs",
    ".generated.go",
    ".pb.go",
    ".pb.gw.go",
    "_gen.go",
];

/// Why a file is not indexed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is documented at `graph.skip-reason` in the WIT")]
pub enum SkipReason {
    Language,
    Size,
    Secret,
    Generated,
    Path,
}

/// The decision about a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Read and parse it, in this language.
    Read(&'static str),
    /// Do not read it.
    Skip(SkipReason),
}

/// Decides about files by path and size; verdicts are in the order of `files`.
pub fn admit<'a>(files: impl ExactSizeIterator<Item = (&'a str, u32)>) -> Result<Vec<Verdict>, Error> {
    Error::check_limit("files", files.len(), MAX_FILES)?;
    Ok(files.map(|(path, size)| verdict(path, size)).collect())
}

pub(super) fn verdict(path: &str, size: u32) -> Verdict {
    if check_path(path).is_err() {
        return Verdict::Skip(SkipReason::Path);
    }
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    if SECRET_NAMES.contains(&name.as_str()) || name.starts_with(".env.") || has_ending(&name, SECRET_ENDINGS) {
        return Verdict::Skip(SkipReason::Secret);
    }
    let is_in = |folder| path.split('/').any(|part| part == folder);
    if is_installed_path(path) {
        return Verdict::Skip(SkipReason::Generated);
    }
    let is_manifest = manifest::Kind::of(path).is_some();
    let is_prose = prose::is_prose(path);
    let is_vendored = is_in("vendor") && (name.ends_with(".go") || is_manifest || is_prose);
    if is_vendored || has_ending(&name, GENERATED_ENDINGS) {
        return Verdict::Skip(SkipReason::Generated);
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let language = LANGUAGES.iter().find(|language| language.extensions.contains(&extension));
    let text_language = is_manifest.then_some(manifest::LANGUAGE).or(is_prose.then_some(prose::LANGUAGE));
    let max_bytes = if is_prose { prose::MAX_BYTES } else { MAX_FILE_BYTES };
    match language.map(|language| language.name).or(text_language) {
        None => Verdict::Skip(SkipReason::Language),
        Some(_) if size as usize > max_bytes => Verdict::Skip(SkipReason::Size),
        Some(language) => Verdict::Read(language),
    }
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_generated_files_are_skipped_even_in_a_known_language() {
        let judge = |path| verdict(path, 10);
        assert_eq!(judge("src/a.py"), Verdict::Read("python"));
        assert_eq!(judge("config/secrets.py"), Verdict::Skip(SkipReason::Secret));
        assert_eq!(judge(".env.local"), Verdict::Skip(SkipReason::Secret));
        assert_eq!(judge("api/user_pb2.py"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge("api/user.pb.go"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge("vendor/example.com/a/a.go"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge("vendor/a.py"), Verdict::Read("python"));
        assert_eq!(judge("README.md"), Verdict::Read("prose"));
        assert_eq!(judge("vendor/a/README"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(verdict("docs/a.md", 2 << 20), Verdict::Skip(SkipReason::Size));
        assert_eq!(judge("docs/a.rst"), Verdict::Skip(SkipReason::Language));
        assert_eq!(judge("apps/web/package.json"), Verdict::Read("manifest"));
        assert_eq!(judge("node_modules/a/package.json"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge("web/node_modules/a/index.js"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge(".venv/lib/python3.12/site-packages/a/b.py"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge("target/release/build/a-1/out/b.rs"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge("__pypackages__/3.12/lib/a.py"), Verdict::Skip(SkipReason::Generated));
        assert_eq!(judge("src/target/linux.rs"), Verdict::Read("rust"));
        assert_eq!(judge("src/node_modules.js"), Verdict::Read("javascript"));
        assert_eq!(judge("package-lock.json"), Verdict::Skip(SkipReason::Language));
        assert_eq!(judge("../a.py"), Verdict::Skip(SkipReason::Path));
        assert_eq!(judge("a\nb.py"), Verdict::Skip(SkipReason::Path));
        assert_eq!(verdict("a.py", u32::MAX), Verdict::Skip(SkipReason::Size));
    }
}
