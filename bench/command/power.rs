//! `cargo xtask bench records power`: simulates power cuts on a file system in an image. Needs root, and Linux with
//! loop devices.
//!
//! Each cut shuts down a file system in an image while two writers add notes and a run indexes a project on it. Unsynced data
//! is lost, as in a power cut. Then the file system is mounted again. Every note that was acknowledged before the cut began
//! must be there once, and the next run must index the project without help.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::Programs;
use crate::process;
use crate::workspace::Workspace;

const N_CUTS: u64 = 60;
const IMAGE_BYTES: u64 = 256 << 20;
const N_FILES: usize = 300;

pub fn command(workspace: &Workspace, programs: &Programs) -> anyhow::Result<()> {
    let folder = workspace.root().join("target/power");
    std::fs::create_dir_all(&folder)?;
    let (mut n_acknowledged, mut n_found) = (0, 0);
    for cut in 0..N_CUTS {
        let disk = Disk::make(&folder)?;
        let (acknowledged, found) = run_cut(programs, &disk, cut).with_context(|| format!("cut {cut}"))?;
        (n_acknowledged, n_found) = (n_acknowledged + acknowledged, n_found + found);
        println!("cut {:>2} of {N_CUTS}: {acknowledged} notes acknowledged, {found} there, indexed by itself", cut + 1);
    }
    std::fs::remove_dir_all(&folder)?;
    println!(
        "{N_CUTS} cuts: {n_acknowledged} notes acknowledged, none lost, none twice; {n_found} there; nobody was needed"
    );
    Ok(())
}

fn run_cut(programs: &Programs, disk: &Disk, cut: u64) -> anyhow::Result<(usize, usize)> {
    let (memory, project) = (disk.folder.join("memory.redb"), disk.folder.join("project"));
    write_project(&project)?;
    let home = disk.folder.join("home");
    let before_cut = Arc::new(AtomicBool::new(true));
    let acknowledged = Arc::new(Mutex::new(Vec::new()));
    let mut running = Vec::new();
    let mut listeners = Vec::new();
    for name in ["0", "1"] {
        let mut writer = Command::new(&programs.writers);
        writer.arg("write").arg(&memory).args([name, "100000"]);
        let mut child = writer.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = child.stdout.take().context("a writer says nothing")?;
        running.push(child);
        let (acknowledged, before_cut) = (Arc::clone(&acknowledged), Arc::clone(&before_cut));
        listeners.push(thread::spawn(move || listen(name, output, &acknowledged, &before_cut)));
    }
    running.push(indexing(programs, &project, &home)?.spawn()?);
    thread::sleep(Duration::from_millis(60 + cut * 37 % 700));
    before_cut.store(false, Ordering::SeqCst);
    disk.cut()?;
    for child in &mut running {
        // The process may have ended by an error of the file system.
        let _ = child.kill();
        child.wait()?;
    }
    for listener in listeners {
        listener.join().map_err(|_| anyhow::anyhow!("a listener failed"))?;
    }
    disk.remount()?;
    let acknowledged = acknowledged.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let stored = stored_events(programs, &memory)?;
    let missing: Vec<&String> = acknowledged.iter().filter(|note| !stored.contains(note)).collect();
    ensure!(missing.is_empty(), "{} acknowledged notes are lost: {missing:?}", missing.len());
    let mut unique = stored.clone();
    unique.sort();
    unique.dedup();
    ensure!(unique.len() == stored.len(), "a note is there twice");
    process::run(&mut indexing(programs, &project, &home)?).context("the next run needs somebody")?;
    let export = |root: &Path| {
        process::output(
            Command::new(&programs.scrubjay).env("SCRUBJAY_HOME", &home).arg("--root").arg(root).arg("export"),
        )
    };
    let graph_after_cut = export(&project)?;
    std::fs::remove_dir_all(project.join(".scrubjay"))?;
    process::run(&mut indexing(programs, &project, &home)?)?;
    ensure!(graph_after_cut == export(&project)?, "the graph is not that of a fresh run");
    Ok((acknowledged.len(), stored.len()))
}

fn listen(name: &str, output: impl std::io::Read, acknowledged: &Mutex<Vec<String>>, before_cut: &AtomicBool) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        let Some((at, _)) = line.split_once(' ') else { continue };
        if before_cut.load(Ordering::SeqCst) {
            acknowledged.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{name}-{at}"));
        }
    }
}

fn indexing(programs: &Programs, project: &Path, home: &Path) -> anyhow::Result<Command> {
    let mut index = process::command(&programs.scrubjay, project);
    index.args(["index", "."]).env("SCRUBJAY_HOME", home).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(index)
}

/// The ids of the events of all notes in the memory.
fn stored_events(programs: &Programs, memory: &Path) -> anyhow::Result<Vec<String>> {
    let mut stored = Vec::new();
    for channel in ["0", "1"] {
        let mut cursor = String::new();
        loop {
            let mut notes = Command::new(&programs.scrubjay);
            notes.args(["--json", "--quiet", "notes", "--limit", "1000", "--channel", channel, "--memory"]).arg(memory);
            if !cursor.is_empty() {
                notes.args(["--after", &cursor]);
            }
            let output = notes.output()?;
            // Exit code 3: there are no notes.
            ensure!(matches!(output.status.code(), Some(0 | 3)), "notes: {}", String::from_utf8_lossy(&output.stderr));
            let page: serde_json::Value = serde_json::from_slice(&output.stdout)?;
            let events = page["notes"].as_array().into_iter().flatten().filter_map(|note| note["event_id"].as_str());
            stored.extend(events.map(str::to_owned));
            cursor = page["next"].as_str().unwrap_or_default().to_owned();
            if cursor.is_empty() {
                break;
            }
        }
    }
    Ok(stored)
}

fn write_project(project: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(project)?;
    for at in 0..N_FILES {
        let following = (at + 1) % N_FILES;
        let text = format!(
            "from part_{following} import work_{following}\n\n\ndef work_{at}():\n    return work_{following}()\n"
        );
        std::fs::write(project.join(format!("part_{at}.py")), text)?;
    }
    process::run(Command::new("sync").arg("-f").arg(project))
}

/// A file system in an image file, for power cuts.
struct Disk {
    image: PathBuf,
    folder: PathBuf,
}

impl Disk {
    fn make(folder: &Path) -> anyhow::Result<Disk> {
        let disk = Disk { image: folder.join("image"), folder: folder.join("disk") };
        std::fs::File::create(&disk.image)?.set_len(IMAGE_BYTES)?;
        process::run(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&disk.image))?;
        std::fs::create_dir_all(&disk.folder)?;
        disk.mount()?;
        Ok(disk)
    }

    fn mount(&self) -> anyhow::Result<()> {
        process::run(Command::new("mount").args(["-o", "loop"]).arg(&self.image).arg(&self.folder))
    }

    /// Stops all further writes to the image, even of the journal.
    fn cut(&self) -> anyhow::Result<()> {
        use std::os::fd::AsRawFd as _;
        /// `EXT4_IOC_SHUTDOWN`; with its flag 2 the journal is not flushed.
        const SHUTDOWN: libc::c_ulong = 0x8004_587d;
        let without_flush: u32 = 2;
        let folder = std::fs::File::open(&self.folder)?;
        // SAFETY: the call reads a number from the place that it is given, which lives as long as the call.
        let result = unsafe { libc::ioctl(folder.as_raw_fd(), SHUTDOWN, &raw const without_flush) };
        ensure!(result == 0, "the file system cannot be shut down: {}", std::io::Error::last_os_error());
        Ok(())
    }

    fn remount(&self) -> anyhow::Result<()> {
        process::run(Command::new("umount").arg(&self.folder))?;
        self.mount()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // If it fails, the next disk cannot be made, and says so.
        let _ = Command::new("umount").arg(&self.folder).stderr(Stdio::null()).status();
    }
}
