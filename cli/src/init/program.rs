//! The name or path by which other programs start this one.

use std::env;
use std::path::Path;

use crate::output::shell::shell_word;

const NAME: &str = "scrubjay";

/// The program as it is named in settings.
pub(super) struct Program {
    /// The name or path to write.
    pub(super) spelling: String,
    /// A note to the user about that name; `None` if there is nothing to say.
    pub(super) note: Option<String>,
}

impl Program {
    /// The bare name if a folder of PATH has the program, since that name is right on every machine. Otherwise the path
    /// of the running program or, if that is another program, the bare name all the same.
    pub(super) fn here() -> Program {
        let file = format!("{NAME}{}", env::consts::EXE_SUFFIX);
        let is_found =
            env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(&file).is_file()));
        match own_path() {
            _ if is_found => Program { spelling: NAME.to_owned(), note: None },
            Some(path) => {
                let note = format!(
                    "no folder of PATH has the program {NAME}, so its path is written, which holds on this machine alone: {path}"
                );
                Program { spelling: path, note: Some(note) }
            }
            None => {
                let note = format!("no folder of PATH has a program {NAME}: agents will not find it until one has");
                Program { spelling: NAME.to_owned(), note: Some(note) }
            }
        }
    }

    /// All spellings that may have been written before, the current one first.
    pub(super) fn spellings<'a>(&self, older_spellings: impl Iterator<Item = &'a String>) -> Vec<String> {
        let candidates = older_spellings.cloned().chain([NAME.to_owned()]).chain(own_path());
        let mut spellings = vec![self.spelling.clone()];
        for spelling in candidates {
            if !spellings.contains(&spelling) {
                spellings.push(spelling);
            }
        }
        spellings
    }
}

/// The path of the running program; `None` if that only embeds this library, as Python does, or its path is no UTF-8.
fn own_path() -> Option<String> {
    let path = env::current_exe().ok().filter(|path| path.file_stem().is_some_and(|stem| stem == NAME))?;
    path.to_str().map(str::to_owned)
}

/// A shell command that starts a program.
pub(super) fn command(program: &str, arguments: &str) -> String {
    format!("{} {arguments}", quoted(program, Path::new(program).is_absolute() && cfg!(windows)))
}

/// A path on Windows is always in double quotes, because some shells interpret its backslashes.
fn quoted(word: &str, is_of_windows: bool) -> String {
    if is_of_windows { format!("\"{word}\"") } else { shell_word(word) }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_path_is_one_word_for_a_shell() {
        assert_eq!(quoted("/usr/local/bin/scrubjay", false), "/usr/local/bin/scrubjay");
        assert_eq!(quoted("/home/a b/it's/$x", false), r"'/home/a b/it'\''s/$x'");
        assert_eq!(quoted(r"C:\Program Files\scrubjay.exe", true), r#""C:\Program Files\scrubjay.exe""#);
    }
}
