//! Properties of files and processes that the system provides: through `/proc` if it exists; otherwise, only whether a
//! process with an id exists.

use std::fs;
use std::io;
use std::path::Path;

/// The bytes of disk that a file occupies, which may be fewer than its length.
///
/// # Errors
/// Errors of the file system.
pub fn on_disk(path: &Path) -> io::Result<u64> {
    let metadata = fs::metadata(path)?;
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::blocks(&metadata) * 512);
    #[cfg(not(unix))]
    Ok(metadata.len())
}

fn read_trimmed(path: &str) -> String {
    fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default()
}

/// The host name, by which a holder of a lock on another machine is recognised.
#[cfg(unix)]
pub(super) fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
pub(super) fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// The id of this machine's boot; empty if unknown.
pub(super) fn boot() -> String {
    read_trimmed("/proc/sys/kernel/random/boot_id")
}

/// The process namespace; empty if unknown.
pub(super) fn space() -> String {
    fs::read_link("/proc/self/ns/pid").map(|space| space.display().to_string()).unwrap_or_default()
}

/// Whether this process can see all processes of the machine.
pub(super) fn can_see_processes() -> bool {
    cfg!(not(target_os = "linux")) || Path::new("/proc/1/stat").exists()
}

/// Whether the process with this id and start time is running. On systems other than Linux the start time is not
/// compared; where processes cannot be looked up, true.
pub(super) fn is_running(pid: u32, start: u64) -> bool {
    match cfg!(target_os = "linux") {
        true => start_time(pid).is_some_and(|found| found == start),
        false => exists(pid),
    }
}

#[cfg(unix)]
fn exists(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    // A process of another user may not be signalled, and exists.
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// Nothing is known about the process, so it counts as alive.
#[cfg(not(unix))]
fn exists(_: u32) -> bool {
    true
}

/// The start time of a process, in ticks since the boot of the machine; `None` if no such process is running, or if
/// there is no `/proc`.
pub(super) fn start_time(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may contain anything; its state follows.
    let mut fields = stat.get(stat.rfind(')')? + 1..)?.split_whitespace();
    // A dead process that nobody has waited for is still listed.
    fields.next().filter(|state| !matches!(*state, "Z" | "X"))?;
    fields.nth(18)?.parse().ok()
}
