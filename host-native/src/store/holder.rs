//! The holder of a lock, as a text that every host writes and reads, and whether its process still lives.
//!
//! A process is identified by its id and start time, a pair that the system never reuses within one boot. Age is no
//! criterion: a slow holder is alive. Not here: the locks.

use std::fmt;

use super::system;

/// A process that holds a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// The name of the holder's machine.
    pub host: String,
    /// The id of the machine's boot; empty if unknown.
    pub boot: String,
    /// The process namespace, because containers share a boot; empty if unknown.
    pub space: String,
    /// The process id.
    pub pid: u32,
    /// The start time in the system's unit; 0 if unknown.
    pub started: u64,
}

/// Whether a holder's process is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// The process exists.
    Alive,
    /// The process has ended, or the machine was restarted.
    Dead,
    /// The process belongs to another machine or process namespace, and cannot be checked from here.
    Unknown,
}

impl Holder {
    /// The holder that stands for this process.
    pub fn this_process() -> Holder {
        let pid = std::process::id();
        Holder {
            host: system::host(),
            boot: system::boot(),
            space: system::space(),
            pid,
            started: system::start_time(pid).unwrap_or(0),
        }
    }

    /// Whether the holder is alive, as far as this process can tell.
    pub fn life(&self) -> Life {
        let this_process = Holder::this_process();
        if self.host != this_process.host {
            return Life::Unknown;
        }
        if !self.boot.is_empty() && !this_process.boot.is_empty() && self.boot != this_process.boot {
            return Life::Dead;
        }
        if self.space != this_process.space || !system::can_see_processes() {
            return Life::Unknown;
        }
        match system::is_running(self.pid, self.started) {
            true => Life::Alive,
            false => Life::Dead,
        }
    }

    /// The holder as text, with a line `name=value` for each field.
    pub fn to_lines(&self) -> String {
        let Holder { host, boot, space, pid, started } = self;
        format!("host={host}\nboot={boot}\nspace={space}\npid={pid}\nstarted={started}\n")
    }

    /// Parses a holder from a text, which may have more lines; `None` if the text names no holder, as after a power
    /// failure during its write.
    pub(crate) fn from_lines(text: &str) -> Option<Holder> {
        Some(Holder {
            host: field(text, "host")?.to_owned(),
            boot: field(text, "boot")?.to_owned(),
            space: field(text, "space")?.to_owned(),
            pid: field(text, "pid")?.parse().ok()?,
            started: field(text, "started")?.parse().ok()?,
        })
    }
}

/// The value of a line `name=value`.
pub(super) fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} on {}", self.pid, if self.host.is_empty() { "this machine" } else { &self.host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_read_as_it_was_written() {
        let this_process = Holder::this_process();
        assert_eq!(Holder::from_lines(&this_process.to_lines()), Some(this_process.clone()));
        let half_of_lines = &this_process.to_lines()[..this_process.to_lines().len() / 2];
        assert_eq!(Holder::from_lines(half_of_lines), None);
        assert_eq!(Holder::from_lines(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn only_a_process_that_can_be_seen_from_here_is_judged() {
        let this_process = Holder::this_process();
        assert_eq!(this_process.life(), Life::Alive);
        let life_with = |change: fn(&mut Holder)| {
            let mut holder = this_process.clone();
            change(&mut holder);
            holder.life()
        };
        assert_eq!(life_with(|holder| holder.started = 1), Life::Dead, "its number was given to another one");
        assert_eq!(life_with(|holder| holder.pid = 0x7fff_fff0), Life::Dead);
        assert_eq!(life_with(|holder| holder.boot = "earlier".to_owned()), Life::Dead);
        assert_eq!(life_with(|holder| holder.space = "pid:[1]".to_owned()), Life::Unknown);
        assert_eq!(life_with(|holder| holder.host = "elsewhere".to_owned()), Life::Unknown);
    }
}
