//! The entry of a project in the user's data folder: a text file, with a name and a value in each line.
//!
//! An unreadable line is ignored, and the rest may still identify the project; the entry is then written anew. A file
//! that is too long, or that names another project, as one in a copied folder does, is not trusted.

use std::fmt;

use super::words::Notice;
use super::{Identity, Kind, ObservedPath};

/// Greatest length of an entry in bytes.
const MAX_ENTRY_BYTES: usize = 64 << 10;
/// Number of hexadecimal digits of an id, and of a mark.
const N_DIGITS: usize = 32;

/// The recorded identity of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id of its memory.
    pub id: String,
    /// The last known path; empty if no folder has the memory any more.
    pub path: String,
    /// The kind of folder that `identity` and `mark` belong to. `None` if unreadable, or if no folder has the memory:
    /// then a folder is compared by its own kind.
    pub kind: Option<Kind>,
    /// The folder's identity, if the system provides one.
    pub identity: Option<Identity>,
    /// The mark left in the folder, if there is one.
    pub mark: Option<String>,
    /// Whether the path alone identifies the project, because its folder has neither identity nor mark.
    pub has_path_alone: bool,
    /// A notice that the user has not seen yet.
    pub notice: Option<Notice>,
}

/// A memory in the user's data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryEntry {
    /// Its id, which is the name of its folder.
    pub id: String,
    /// The entry of its project; `None` for a memory of an older release.
    pub entry: Option<Entry>,
    /// The last known path, from a file beside the entry. Older releases, which wrote no entry, wrote this file too.
    pub root: Option<String>,
    /// Whether the entry could not be read completely.
    pub is_damaged: bool,
}

/// Whether a text has the form of an id or a mark.
pub(super) fn is_digits(text: &str) -> bool {
    text.len() == N_DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl MemoryEntry {
    /// A memory from the files in its folder: the entry, if there is one, and the path where it was used last.
    pub fn of(id: &str, text: Option<&[u8]>, root: Option<&str>) -> MemoryEntry {
        let root = root.filter(|root| !root.is_empty()).map(str::to_owned);
        let mut memory = MemoryEntry { id: id.to_owned(), entry: None, root, is_damaged: false };
        let Some(bytes) = text else { return memory };
        let ParsedEntry { mut entry, has_path, n_unread } = ParsedEntry::of(id, bytes);
        if !has_path {
            entry.path = memory.root.clone().unwrap_or_default();
        }
        memory.is_damaged = n_unread > 0 || !has_path;
        memory.entry = Some(entry);
        memory
    }
}

impl Entry {
    /// The entry of a project as it is seen now, with this mark.
    pub fn of(id: &str, seen: &ObservedPath, mark: Option<String>) -> Entry {
        let identity = seen.own().identity;
        let has_path_alone = identity.is_none() && mark.is_none();
        let (id, path) = (id.to_owned(), seen.path.clone());
        Entry { id, path, kind: Some(seen.kind()), identity, mark, has_path_alone, notice: None }
    }

    /// This entry without a mark, for a folder in which none can be left.
    pub fn without_mark(&self) -> Entry {
        Entry { mark: None, has_path_alone: self.identity.is_none(), ..self.clone() }
    }

    /// The entry of a memory that no folder has any more.
    pub fn without_folder(id: &str) -> Entry {
        let (id, path, kind) = (id.to_owned(), String::new(), None);
        Entry { id, path, kind, identity: None, mark: None, has_path_alone: false, notice: None }
    }
}

/// A parsed entry, which may be incomplete.
struct ParsedEntry {
    entry: Entry,
    has_path: bool,
    n_unread: usize,
}

impl ParsedEntry {
    fn of(id: &str, bytes: &[u8]) -> ParsedEntry {
        let mut parsed = ParsedEntry { entry: Entry::without_folder(id), has_path: false, n_unread: 0 };
        if bytes.len() > MAX_ENTRY_BYTES {
            parsed.n_unread = 1;
            return parsed;
        }
        let (mut numbers, mut n_numbers) = ([0; 3], 0);
        for line in String::from_utf8_lossy(bytes).lines() {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            let number = |at: usize, numbers: &mut [u64; 3]| value.parse().map(|number| numbers[at] = number).is_ok();
            let is_read = match name {
                "format" => value == "1",
                // The folder is a copy of another memory's.
                "id" if is_digits(value) && value != id => {
                    return ParsedEntry { n_unread: 1, has_path: true, entry: Entry::without_folder(id) };
                }
                "id" => value == id,
                "path" => {
                    // A line that was cut off states no path.
                    parsed.has_path = line.len() > name.len();
                    parsed.entry.path = unescape_line_breaks(value);
                    parsed.has_path && !value.contains('\u{fffd}')
                }
                "kind" => {
                    parsed.entry.kind = Kind::of_word(value);
                    parsed.entry.kind.is_some()
                }
                // An empty line separates two witnesses, so that one wrong byte cannot damage both.
                "" => true,
                "device" => number(0, &mut numbers),
                "inode" => number(1, &mut numbers),
                "born" => number(2, &mut numbers),
                "mark" if is_digits(value) => {
                    parsed.entry.mark = Some(value.to_owned());
                    true
                }
                "alone" => {
                    parsed.entry.has_path_alone = value == "path";
                    parsed.entry.has_path_alone
                }
                "tell" => {
                    parsed.entry.notice = Notice::from_line(value);
                    parsed.entry.notice.is_some()
                }
                _ => false,
            };
            n_numbers += usize::from(matches!(name, "device" | "inode" | "born") && is_read);
            parsed.n_unread += usize::from(!is_read);
        }
        let [device, inode, born] = numbers;
        // Without one of the three numbers the others identify nothing.
        parsed.entry.identity = Identity::of(device, inode, born).filter(|_| n_numbers == 3);
        parsed
    }
}

impl Kind {
    /// The stable name of the case.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Git => "git",
            Kind::Folder => "folder",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Kind> {
        [Kind::Git, Kind::Folder].into_iter().find(|kind| kind.word() == word)
    }
}

/// Formats an entry as its file: a line for each member that is set.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "format 1\nid {}\npath {}", self.id, escape_line_breaks(&self.path))?;
        if let Some(kind) = self.kind {
            writeln!(f, "kind {}", kind.word())?;
        }
        if let Some(Identity { device, inode, born }) = self.identity {
            writeln!(f, "device {device}\ninode {inode}\nborn {born}")?;
        }
        if let Some(mark) = &self.mark {
            writeln!(f, "\nmark {mark}")?;
        }
        if self.has_path_alone {
            writeln!(f, "alone path")?;
        }
        self.notice.as_ref().map_or(Ok(()), |notice| writeln!(f, "tell {}", notice.to_line()))
    }
}

/// Escapes line breaks and percent signs in a path.
pub(super) fn escape_line_breaks(path: &str) -> String {
    path.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D")
}

pub(super) fn unescape_line_breaks(value: &str) -> String {
    value.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
}
