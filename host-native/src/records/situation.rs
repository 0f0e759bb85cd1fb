//! The situation of an event on this machine: the members that events have and questions filter by, and what is checked
//! out.
//!
//! Git is not run. Files of a repository are read as untrusted: only regular files, through no link, with a size limit.
//! What cannot be parsed is treated as unknown, without an error. Not here: the meaning of a situation (the core).

use std::path::Path;

use serde_json::{Map, Value};

use crate::files::git;
use crate::open;
use crate::shown::one_line;
use crate::wit::records::{Event, EventBody, Origin};
use crate::wit::{episodes, recall};

/// The most bytes of a reference's name; git limits branches to 255 bytes.
const MAX_NAME_BYTES: usize = 255 + "refs/heads/".len();
/// The most bytes read of a file in a repository.
const MAX_BYTES: u64 = 4 << 20;

/// The most symbolic references that are followed.
const MAX_REFERENCES: usize = 5;

/// Calls a macro with the given tokens and the members of a situation. Each member has a description as a property of
/// an event, a description as a filter, and the number of characters that lists show.
#[macro_export]
macro_rules! for_situation {
    ([$($then:tt)*] $given:tt) => {
        $($then)*! { $given
            task {
                "The task for which it was said, at most 128 bytes", "Only of this task", usize::MAX
            }
            session {
                "The session in which it was said, at most 128 bytes", "Only of this session", usize::MAX
            }
            branch {
                "The branch that was checked out, at most 255 bytes [default: of what is new, the one that is]",
                "Only what happened while this branch was checked out", usize::MAX
            }
            commit {
                "The commit that was checked out, in all of its hex digits [default: of what is new, the one that is]",
                "Only what happened while this commit was checked out, in all of its hex digits", 12
            }
        }
    };
}

/// The names of the members as text: `task, session`.
#[macro_export]
macro_rules! situation_names {
    () => {
        $crate::for_situation! { [$crate::situation_names] {} }
    };
    ({} $first:ident $held:tt $($member:ident $rest:tt)*) => {
        concat!(stringify!($first) $(, ", ", stringify!($member))*)
    };
}

/// A record with the members of a situation: an event, or a question's filter.
pub trait Situated: Sized {
    /// The name and value of each member; an empty value is unknown or no filter.
    fn situation(&self) -> Vec<(&'static str, &String)>;

    /// A member's value for changing it; `None` if there is no such member.
    fn member_mut(&mut self, name: &str) -> Option<&mut String>;

    /// The record with these members set; empty values change nothing.
    #[must_use]
    fn situated<'s>(mut self, values: impl IntoIterator<Item = (&'s str, String)>) -> Self {
        for (name, value) in values.into_iter().filter(|(_, value)| !value.is_empty()) {
            self.member_mut(name).into_iter().for_each(|member| member.clone_from(&value));
        }
        self
    }
}

macro_rules! situated {
    ({ $type:ty } $($member:ident { $said:literal, $asked:literal, $n_shown:expr })*) => {
        impl Situated for $type {
            fn situation(&self) -> Vec<(&'static str, &String)> {
                vec![$((stringify!($member), &self.$member)),*]
            }

            fn member_mut(&mut self, name: &str) -> Option<&mut String> {
                match name {
                    $(stringify!($member) => Some(&mut self.$member),)*
                    _ => None,
                }
            }
        }
    };
}

for_situation! { [situated] { Event } }
for_situation! { [situated] { episodes::EventsQuestion } }
for_situation! { [situated] { recall::RecallQuestion } }

macro_rules! begun {
    ({ ($event_id:expr, $time:expr, $origin:expr, $body:expr) } $($member:ident $held:tt)*) => {
        Event {
            event_id: $event_id,
            time: $time,
            channel: String::new(),
            origin: $origin,
            parents: Vec::new(),
            anchors: Vec::new(),
            metadata: String::new(),
            body: $body,
            $($member: String::new(),)*
        }
    };
}

/// An event with no more than these members set.
pub fn new_event(event_id: String, time: i64, origin: Origin, body: EventBody) -> Event {
    for_situation! { [begun] { (event_id, time, origin, body) } }
}

macro_rules! shown {
    ({ $event:expr } $($member:ident { $said:literal, $asked:literal, $n_shown:expr })*) => {
        [$((stringify!($member), $event.$member.as_str(), $n_shown)),*]
    };
}

/// The situation of an event as text, each member behind a comma; empty if nothing is known.
pub fn situation_in_words(event: &Event) -> String {
    let members = for_situation! { [shown] { event } };
    let set_members = members.into_iter().filter(|(_, value, _)| !value.is_empty());
    set_members
        .map(|(name, value, n_shown)| {
            format!(", {name} {}", one_line(&value.chars().take(n_shown).collect::<String>()))
        })
        .collect()
}

/// The members of a situation that a checkout determines, with their values; unknown values are empty.
pub type CheckoutMembers = Vec<(&'static str, String)>;

/// The members for the checkout around a folder; none if it is in no repository.
pub fn checkout_members(folder: &Path) -> CheckoutMembers {
    let Some(repository) = git::repository_top(folder).and_then(git::project) else { return Vec::new() };
    let Some(head) = text(&repository.git_of_tree, "HEAD") else { return Vec::new() };
    let branch = reference(&head).and_then(|name| name.strip_prefix("refs/heads/")).unwrap_or_default();
    vec![("branch", branch.to_owned()), ("commit", commit(&repository, &head).unwrap_or_default())]
}

/// The commit at `HEAD`, which is a hash or names references; each is in a file of its own or packed.
fn commit(repository: &git::Repository, head: &str) -> Option<String> {
    let mut reference_text = head.to_owned();
    for _ in 0..MAX_REFERENCES {
        let Some(name) = reference(&reference_text) else { return hash(&reference_text) };
        reference_text =
            text(&repository.git, name).or_else(|| packed(&text(&repository.git, "packed-refs")?, name))?;
    }
    None
}

/// The hash of a reference in a file of packed references.
fn packed(references: &str, name: &str) -> Option<String> {
    references.lines().find_map(|line| Some(line.strip_suffix(name)?.strip_suffix(' ')?.to_owned()))
}

/// A text as a commit's hash; `None` if it is not one.
fn hash(text: &str) -> Option<String> {
    let text = text.trim();
    let is_hash = matches!(text.len(), 40 | 64) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then(|| text.to_owned())
}

/// The name of the reference in a symbolic reference; `None` if it is none, or if git would not allow the name.
fn reference(reference_text: &str) -> Option<&str> {
    let name = reference_text.strip_prefix("ref:")?.trim();
    let is_odd = |char: char| char.is_control() || matches!(char, ' ' | '~' | '^' | ':' | '?' | '*' | '[' | '\\');
    let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(".lock");
    let is_name =
        name.starts_with("refs/") && name.len() <= MAX_NAME_BYTES && !name.contains(is_odd) && !name.contains("..");
    (is_name && name.split('/').all(is_plain)).then_some(name)
}

/// The text of a file in a repository; `None` if it cannot be read or is not UTF-8.
fn text(folder: &Path, name: &str) -> Option<String> {
    let file = open::below(folder, name).ok()?;
    String::from_utf8(open::read(&file, MAX_BYTES).ok()?).ok()
}

/// JSON lines of events, with these members added to events that do not set them.
pub fn lines_with_checkout(lines: &str, checkout: &CheckoutMembers) -> String {
    let with_members = |line: &str| {
        let Ok(mut event) = serde_json::from_str::<Map<String, Value>>(line) else { return line.to_owned() };
        for (name, value) in checkout.iter().filter(|(_, value)| !value.is_empty()) {
            event.entry(*name).or_insert_with(|| value.as_str().into());
        }
        Value::Object(event).to_string()
    };
    lines.lines().map(with_members).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The checkout of a repository with these files.
    fn checkout_with(files: &[(&str, &str)]) -> CheckoutMembers {
        let folder = tempfile::tempdir().unwrap();
        for (name, value) in files {
            let path = folder.path().join(".git").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, value).unwrap();
        }
        fs::create_dir_all(folder.path().join("src")).unwrap();
        checkout_members(&folder.path().join("src"))
    }

    fn branch_of(head: &str) -> String {
        checkout_with(&[("HEAD", head)])
            .into_iter()
            .find(|(name, _)| *name == "branch")
            .map(|(_, value)| value)
            .unwrap()
    }

    #[test]
    fn the_branch_is_the_one_that_head_names_in_the_repository_around_a_folder() {
        assert_eq!(branch_of("ref: refs/heads/fix/login\n"), "fix/login");
        assert_eq!(checkout_with(&[]), Vec::new());
        assert_eq!(checkout_members(tempfile::tempdir().unwrap().path()), Vec::new());
    }

    #[test]
    fn a_head_that_somebody_made_up_is_no_branch() {
        let long_head = format!("ref: refs/heads/{}", "b".repeat(256));
        for head in ["", "ref:", "main", "ref: main", "ref: refs/heads/../../x", "ref: refs/heads/.invalid", &long_head]
        {
            assert_eq!(branch_of(head), "", "{head:?}");
        }
        for head in ["ref: refs/heads/a\nb", "ref: refs/heads/a b", "ref: refs/heads//a", "ref: refs/heads/a\u{1b}[2J"]
        {
            assert_eq!(branch_of(head), "", "{head:?}");
        }
    }

    fn commit_of(files: &[(&str, &str)]) -> String {
        checkout_with(files).into_iter().find(|(name, _)| *name == "commit").map(|(_, value)| value).unwrap()
    }

    #[test]
    fn the_commit_is_that_of_the_branch_in_its_file_or_packed_or_head_itself() {
        let (short_hash, long_hash, head) = ("0a".repeat(20), "1b".repeat(32), ("HEAD", "ref: refs/heads/main\n"));
        let packed = format!(
            "# pack-refs with: peeled\n{long_hash} refs/heads/not/refs/heads/main\n{short_hash} refs/heads/main\n^{long_hash}\n"
        );
        assert_eq!(commit_of(&[head, ("refs/heads/main", &format!("{long_hash}\n"))]), long_hash);
        assert_eq!(commit_of(&[head, ("packed-refs", &packed)]), short_hash);
        assert_eq!(
            commit_of(&[head, ("packed-refs", &packed), ("refs/heads/main", &long_hash)]),
            long_hash,
            "the file goes first"
        );
        assert_eq!(
            commit_of(&[head, ("refs/heads/main", "ref: refs/heads/a"), ("refs/heads/a", &short_hash)]),
            short_hash
        );
        assert_eq!(commit_of(&[("HEAD", &format!("{short_hash}\n"))]), short_hash, "detached");
        assert_eq!(commit_of(&[head]), "", "a branch without a commit");
    }

    #[test]
    fn a_reference_that_somebody_made_up_is_no_commit() {
        let head = ("HEAD", "ref: refs/heads/main");
        let upper = "0A".repeat(20);
        for value in ["", "main", "0a0a", &upper, "ref: refs/heads/main", "ref: ../../x", &"0".repeat(41)] {
            assert_eq!(commit_of(&[head, ("refs/heads/main", value)]), "", "{value:?}");
            assert_eq!(commit_of(&[head, ("packed-refs", &format!("{value} refs/heads/main\n"))]), "", "{value:?}");
        }
        let outside = [("HEAD", "ref: refs/../../theirs"), ("../theirs", &*"0a".repeat(20))];
        assert_eq!(commit_of(&outside), "");
    }

    #[cfg(unix)]
    #[test]
    fn a_head_that_is_a_link_or_a_folder_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let git = folder.path().join(".git");
        fs::create_dir(&git).unwrap();
        fs::write(folder.path().join("theirs"), "ref: refs/heads/main").unwrap();
        std::os::unix::fs::symlink("../theirs", git.join("HEAD")).unwrap();
        assert_eq!(checkout_members(folder.path()), Vec::new());
        fs::remove_file(git.join("HEAD")).unwrap();
        fs::create_dir(git.join("HEAD")).unwrap();
        assert_eq!(checkout_members(folder.path()), Vec::new());
    }

    #[test]
    fn lines_get_the_checkout_unless_they_name_another() {
        let checkout = vec![("branch", "main".to_owned()), ("session", String::new())];
        let lines = "{\"text\":\"a\"}\n{\"branch\":\"b\"}\nno JSON";
        assert_eq!(
            lines_with_checkout(lines, &checkout),
            "{\"text\":\"a\",\"branch\":\"main\"}\n{\"branch\":\"b\"}\nno JSON"
        );
    }
}
