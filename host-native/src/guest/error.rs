//! Why the component could not be run, or stopped while it ran.

use std::error::Error;
use std::fmt;

use wasmtime::Trap;

/// A failure of the component or its runtime. No committed data is lost.
#[derive(Debug)]
#[non_exhaustive]
pub enum GuestError {
    /// The component cannot run here: its machine code does not fit and there is no compiler, or its interface is
    /// another one.
    Incompatible(wasmtime::Error),
    /// A call stopped. The instance is gone; another one must be opened from the store.
    Stopped {
        /// The function that was called.
        call: &'static str,
        /// How the call stopped.
        stop: Stop,
    },
}

/// How a call stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The call exceeded its time limit.
    Deadline,
    /// The instance exceeded its memory limit.
    Memory,
    /// The component trapped, with the runtime's message.
    Trap(String),
}

impl GuestError {
    pub(super) fn stopped(call: &'static str, memory_refused: bool, error: &wasmtime::Error) -> GuestError {
        let stop = match error.downcast_ref::<Trap>() {
            Some(Trap::Interrupt) => Stop::Deadline,
            _ if memory_refused => Stop::Memory,
            Some(trap) => Stop::Trap(trap.to_string()),
            None => Stop::Trap(format!("{error:#}")),
        };
        GuestError::Stopped { call, stop }
    }

    /// Whether another try may succeed: the call trapped or ran out of memory, and did not exceed its time limit.
    pub(crate) fn is_worth_another_try(&self) -> bool {
        matches!(self, GuestError::Stopped { stop: Stop::Memory | Stop::Trap(_), .. })
    }
}

impl fmt::Display for GuestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuestError::Incompatible(_) => write!(f, "the component does not fit this machine"),
            GuestError::Stopped { call, stop: Stop::Deadline } => write!(f, "{call} took too long and was stopped"),
            GuestError::Stopped { call, stop: Stop::Memory } => write!(f, "{call} ran out of memory"),
            GuestError::Stopped { call, stop: Stop::Trap(how) } => {
                write!(f, "{call} failed inside the component: {how}")
            }
        }
    }
}

impl Error for GuestError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            GuestError::Incompatible(error) => Some(error.as_ref()),
            GuestError::Stopped { .. } => None,
        }
    }
}
