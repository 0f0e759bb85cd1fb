//! What the system tells about files, and about processes through `/proc`. Without it no process is ever proved dead.

use std::fs;
use std::io;
use std::path::Path;

/// Bytes of disk that a file occupies: redb makes a store longer than its content.
///
/// # Errors
/// Those of the file system.
pub fn on_disk(path: &Path) -> io::Result<u64> {
    let metadata = fs::metadata(path)?;
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::blocks(&metadata) * 512);
    #[cfg(not(unix))]
    Ok(metadata.len())
}

fn line(path: &str) -> String {
    fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default()
}

pub(super) fn host() -> String {
    line("/proc/sys/kernel/hostname")
}

/// Containers share the boot of the machine and may share its name, but have separate process ids.
pub(super) fn boot() -> String {
    let boot = line("/proc/sys/kernel/random/boot_id");
    match fs::read_link("/proc/self/ns/pid") {
        Ok(space) if !boot.is_empty() => format!("{boot} {}", space.display()),
        _ => String::new(),
    }
}

/// Whether the system hides no process from this one.
pub(super) fn can_see_processes() -> bool {
    Path::new("/proc/1/stat").exists()
}

/// The start time of a process, in ticks since the boot of the machine; `None` if no such process is running.
pub(super) fn started(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may contain anything; its state follows.
    let mut fields = stat.get(stat.rfind(')')? + 1..)?.split_whitespace();
    // A dead process that nobody has waited for is still listed.
    fields.next().filter(|state| !matches!(*state, "Z" | "X"))?;
    fields.nth(18)?.parse().ok()
}
