//! Runs `git` on a repository that is not trusted.
//!
//! [`Git::command`] makes every command of git: nothing that the repository configures runs, nothing is fetched, and
//! nobody is asked. A repository is refused if a file that git opens first is a pipe or a device, because git would
//! wait for it; a git that hangs anyway is killed. Git's own check of a repository's owner stays on. Not here: the
//! meaning of its output.

use scrubjay::open;
use std::env;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::Fault;

/// The time that git may take; the log of the newest 10,000 commits of Linux takes two seconds.
const MAX_TIME: Duration = Duration::from_secs(10);
/// The interval at which an interruption is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The most bytes read of the output at once.
const PIECE_BYTES: usize = 64 << 10;
/// The most pieces that wait to be read.
const MAX_PENDING_PIECES: usize = 4;
/// The most bytes of private memory for git: more than the log of Linux needs, less than an endless file would take.
#[cfg(target_os = "linux")]
const MAX_MEMORY: u64 = 512 << 20;
/// The most bytes kept of git's error output, and the most read of a file that names a path which git opens.
const MAX_ERROR_BYTES: u64 = 4 << 10;

/// The variables beginning with `GIT_` that git inherits: for its settings, its search for repositories, and its own
/// parts. All others with that beginning are removed, as they could name another repository or run something.
const INHERITED_VARIABLES: [&str; 6] = [
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_EXEC_PATH",
];

/// Variables with the folders in which git searches the user's settings.
const HOME_VARIABLES: [&str; 2] = ["HOME", "XDG_CONFIG_HOME"];

/// Files that git opens in the folder shared by worktrees.
const SHARED_FILES: [&str; 7] = [
    "config",
    "packed-refs",
    "shallow",
    "info/grafts",
    "objects/info/alternates",
    "objects/info/commit-graph",
    "objects/info/commit-graphs/commit-graph-chain",
];

/// Variables with which git fetches nothing, asks nobody, takes no optional locks and writes English messages.
const SET_VARIABLES: [(&str, &str); 6] = [
    // A missing object is not fetched, which would run the repository's own `core.sshCommand`; and for a git that does not know
    // this variable no protocol is allowed: the names in this list are empty.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", ":"),
    ("GIT_PROTOCOL_FROM_USER", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("LC_ALL", "C"),
];

/// Settings that override those of the repository. They turn off programs that git starts by itself. They also refuse
/// bare repositories inside a work tree, which a clone may contain with a configuration of their own.
const SETTINGS: [&str; 6] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.alternateRefsCommand=",
    "credential.helper=",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
];

/// Options of `git log` that disable what else a repository may configure for it: programs that show, compare or
/// verify, and files that are read without bounds.
pub(crate) const SAFE_LOG_OPTIONS: [&str; 8] = [
    "--no-show-signature",
    "--no-ext-diff",
    "--no-textconv",
    "--no-mailmap",
    "--no-notes",
    "--no-color",
    "--no-decorate",
    "-O/dev/null",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GitEnd {
    /// Git exited with success.
    Completed,
    /// Git was stopped, because its time was up or the reader had enough; the output before that was read.
    Cut,
}

/// A command of git that runs nothing of the repository's and fetches nothing.
pub(crate) struct Git(Command);

impl Git {
    /// A command of git in a folder.
    ///
    /// # Errors
    /// [`Fault::NoGit`]; [`Fault::Git`] if the repository contains something that git would wait for.
    pub(crate) fn command(folder: &Path) -> Result<Git, Fault> {
        if let Some(path) = paths_git_opens(folder).into_iter().find(|path| would_block(path)) {
            return Err(Fault::Git(format!("{} is not an ordinary file", path.display())));
        }
        let mut git = Command::new(program(&env::var_os("PATH").unwrap_or_default()).ok_or(Fault::NoGit)?);
        for (name, value) in env::vars_os() {
            let begins_with_git = name.to_string_lossy().to_ascii_uppercase().starts_with("GIT_");
            // A relative folder of settings could be the repository's.
            let is_relative_home = HOME_VARIABLES.iter().any(|home| name == *home) && Path::new(&value).is_relative();
            if is_relative_home
                || begins_with_git && !INHERITED_VARIABLES.iter().any(|kept| name.eq_ignore_ascii_case(kept))
            {
                git.env_remove(name);
            }
        }
        git.current_dir(folder).envs(SET_VARIABLES).arg("--no-pager").args(SETTINGS.iter().flat_map(|one| ["-c", one]));
        git.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(Git(git))
    }

    pub(crate) fn args(mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Git {
        self.0.args(arguments);
        self
    }

    /// Runs the command. `on_piece` receives the output piece by piece, and returns whether it wants more.
    ///
    /// # Errors
    /// [`Fault::Git`] if git fails, or if `interrupted` becomes true.
    pub(crate) fn run(
        mut self,
        interrupted: &AtomicBool,
        mut on_piece: impl FnMut(&[u8]) -> bool,
    ) -> Result<GitEnd, Fault> {
        let mut process = Running(self.0.spawn().map_err(git_error)?);
        limit_memory(&process.0);
        let words = beginning_of(process.0.stderr.take());
        let pieces = pieces_of(process.0.stdout.take());
        let began = Instant::now();
        loop {
            match pieces.recv_timeout(POLL_INTERVAL) {
                Ok(piece) if !on_piece(&piece) => return Ok(GitEnd::Cut),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupted.load(Ordering::Relaxed) {
                return Err(Fault::Git("it was interrupted".to_owned()));
            }
            if began.elapsed() >= MAX_TIME {
                return Ok(GitEnd::Cut);
            }
        }
        let status = process.0.wait().map_err(git_error)?;
        if status.success() {
            return Ok(GitEnd::Completed);
        }
        let words = words.join().unwrap_or_default();
        // Git prints hints before the error.
        let why = words.lines().find(|line| line.starts_with("fatal:")).or_else(|| words.lines().next());
        Err(Fault::Git(why.unwrap_or("it failed").to_owned()))
    }
}

/// The paths that git opens in the repository around a folder before it prints anything, whether they exist or not.
/// Symbolic links among them, which some tools make, are followed.
fn paths_git_opens(folder: &Path) -> Vec<PathBuf> {
    let text_of =
        |path: PathBuf| open::read_text(&path, MAX_ERROR_BYTES).ok().flatten().map(|text| text.trim().to_owned());
    let Some(top) = folder.ancestors().find(|above| above.join(".git").symlink_metadata().is_ok()) else {
        return Vec::new();
    };
    let git = top.join(".git");
    let linked_git = text_of(git.clone()).and_then(|text| Some(top.join(text.strip_prefix("gitdir:")?.trim())));
    let git_folder = linked_git.unwrap_or(git);
    let commondir = git_folder.join("commondir");
    let shared_folder = text_of(commondir.clone()).map_or_else(|| git_folder.clone(), |path| git_folder.join(path));
    let head = git_folder.join("HEAD");
    let branch = text_of(head.clone()).and_then(|head| Some(shared_folder.join(head.strip_prefix("ref:")?.trim())));
    let in_shared = SHARED_FILES.map(|name| shared_folder.join(name));
    [head, commondir, git_folder.join("config.worktree")].into_iter().chain(in_shared).chain(branch).collect()
}

/// Whether opening a path may block or never end, because it is neither a regular file nor a folder.
fn would_block(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Limits the memory of a program that has just started. If the system refuses, only the program's time is limited.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(MAX_MEMORY), maximum: Some(MAX_MEMORY) };
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let _ = pid.map(|pid| prlimit(Some(pid), Resource::Data, limit));
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child) {}

/// A git process, which is killed when this value is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail where it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The path of the program `git`. Only absolute folders of `PATH` are searched: a relative one could be the
/// repository's.
fn program(path: &OsStr) -> Option<PathBuf> {
    let name = format!("git{}", env::consts::EXE_SUFFIX);
    let folders = env::split_paths(path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(&name)).find(|file| file.is_file())
}

fn git_error(error: io::Error) -> Fault {
    Fault::Git(error.to_string())
}

/// Reads the output in pieces on another thread, because a git that hangs keeps its output open.
fn pieces_of(output: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (send, pieces) = sync_channel(MAX_PENDING_PIECES);
    thread::spawn(move || {
        let Some(mut output) = output else { return };
        let mut piece = vec![0; PIECE_BYTES];
        while let Ok(n @ 1..) = output.read(&mut piece) {
            if send.send(piece[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    pieces
}

/// Reads the whole output on another thread, and returns its beginning.
fn beginning_of(output: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let Some(mut output) = output else { return String::new() };
        let mut beginning = Vec::new();
        let _ = output.by_ref().take(MAX_ERROR_BYTES).read_to_end(&mut beginning);
        let _ = io::copy(&mut output, &mut io::sink());
        String::from_utf8_lossy(&beginning).into_owned()
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn a_program_is_looked_for_in_absolute_folders_only() {
        let folder = tempfile::tempdir().unwrap();
        let program_file = folder.path().join("git");
        std::fs::write(&program_file, "").unwrap();
        let path = |folders: &[&[u8]]| folders.join(&b':');
        let folder = folder.path().as_os_str().as_bytes();
        assert_eq!(program(OsStr::from_bytes(&path(&[b"", b".", b"bin", folder]))), Some(program_file));
        assert_eq!(program(OsStr::from_bytes(&path(&[b"", b".", b"../bin"]))), None);
    }
}
