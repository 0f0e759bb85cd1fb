//! The decision for hosts that are not linked with it: facts come in, and a plan goes out, as pairs of a name and
//! bytes.
//!
//! Pairs in: `seen`, for each observed folder; `looked`, a path, alone or before the observation there; `kept`, an
//! id, followed by `entry`, the bytes of its file, and `root`; `fresh`, an id and a mark. An observation is lines:
//! `path`, `ours`, `older` with an id, `git` and `folder`, each with device, inode, birth time and mark, or `-`.
//!
//! Pairs out: `look`, a path; or `id`, `reason`, the `path` of the folder, and if they are to be written `mark`,
//! `entry` and `unmarked`, the entry for a folder in which no mark can be left.

use super::entry::{escape_line_breaks, is_digits, unescape_line_breaks};
use super::{Answer, Evidence, Facts, Identity, MemoryEntry, NewIds, ObservedPath, Reason, judge};

/// A memory as a host describes it: its id, the bytes of its entry, and the path where it was used last.
type DescribedMemory<'a> = (String, Option<&'a [u8]>, Option<String>);

/// Answers a packed request; `None` if it is malformed.
pub fn judge_packed(request: &[(&[u8], &[u8])]) -> Option<Vec<(&'static str, String)>> {
    let (mut seen, mut looked, mut fresh) = (Vec::new(), Vec::new(), None);
    let mut kept: Vec<DescribedMemory<'_>> = Vec::new();
    for (name, value) in request {
        let text = String::from_utf8_lossy(value);
        match *name {
            b"seen" => seen.push(ObservedPath::from_lines(&text)?),
            b"looked" => {
                let (path, lines) = text.split_once('\n').unwrap_or((&text, ""));
                let folder_there = if lines.is_empty() { None } else { Some(ObservedPath::from_lines(lines)?) };
                looked.push((unescape_line_breaks(path), folder_there));
            }
            b"kept" => kept.push((text.into_owned(), None, None)),
            b"entry" => kept.last_mut()?.1 = Some(value),
            b"root" => kept.last_mut()?.2 = Some(text.into_owned()),
            b"fresh" => {
                let (id, mark) = text.split_once(' ')?;
                fresh = Some(NewIds { id: id.to_owned(), mark: mark.to_owned() });
            }
            _ => return None,
        }
    }
    let kept: Vec<MemoryEntry> =
        kept.iter().map(|(id, entry, root)| MemoryEntry::of(id, *entry, root.as_deref())).collect();
    let fresh = fresh.filter(|fresh| is_digits(&fresh.id) && is_digits(&fresh.mark) && !seen.is_empty())?;
    Some(match judge(Facts { seen: &seen, kept: &kept, observed: &looked, fresh: &fresh }) {
        Answer::Look(path) => vec![("look", escape_line_breaks(&path))],
        Answer::Plan(plan) => {
            let reason = plan.reason.word().to_owned();
            let mut pairs = vec![("id", plan.id.clone()), ("reason", reason), ("path", escape_line_breaks(&plan.path))];
            pairs.extend(plan.mark.map(|mark| ("mark", mark)));
            pairs.extend(plan.entry.iter().map(|entry| ("unmarked", entry.without_mark().to_string())));
            pairs.extend(plan.entry.iter().map(|entry| ("entry", entry.to_string())));
            pairs
        }
    })
}

impl Reason {
    /// The stable name of the case.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Same => "same",
            Reason::OtherName => "other_name",
            Reason::Moved => "moved",
            Reason::Older => "older",
            Reason::New => "new",
        }
    }
}

impl ObservedPath {
    fn from_lines(text: &str) -> Option<ObservedPath> {
        let mut seen = ObservedPath::default();
        for line in text.lines() {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            match name {
                "path" => seen.path = unescape_line_breaks(value),
                "ours" => seen.has_ours = true,
                "older" => seen.older_ids.push(value.to_owned()),
                "git" => seen.git = Some(Evidence::from_line(value)?),
                "folder" => seen.folder = Evidence::from_line(value)?,
                _ => return None,
            }
        }
        (!seen.path.is_empty()).then_some(seen)
    }
}

impl Evidence {
    fn from_line(line: &str) -> Option<Evidence> {
        let parts: Vec<&str> = line.split(' ').collect();
        let [device, inode, born, mark] = parts[..] else { return None };
        let identity = Identity::of(device.parse().ok()?, inode.parse().ok()?, born.parse().ok()?);
        Some(Evidence { identity, mark: Some(mark.to_owned()).filter(|mark| is_digits(mark)) })
    }
}
