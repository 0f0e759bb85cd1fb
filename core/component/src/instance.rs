//! The state of an instance: one memory, and at most one window.

#[cfg(feature = "graph")]
use core::cell::LazyCell;
use core::cell::RefCell;
use core::mem::ManuallyDrop;

#[cfg(feature = "graph")]
use crate::facade::Memory;
use crate::facade::{Error, Window};

/// The memory of the instance. It is never dropped, so the component has no code for that.
#[cfg(feature = "graph")]
static MEMORY: OneThread<LazyCell<ManuallyDrop<RefCell<Memory>>>> = OneThread(LazyCell::new(ManuallyDrop::default));

/// The window of the instance; `None` if none is open.
static WINDOW: OneThread<ManuallyDrop<RefCell<Option<Window>>>> = OneThread(ManuallyDrop::new(RefCell::new(None)));

/// A value that only one thread accesses.
struct OneThread<T>(T);

// SAFETY: an instance of the component has one thread.
unsafe impl<T> Sync for OneThread<T> {}

/// Passes the instance's memory to `call`, which must not call this function itself.
#[cfg(feature = "graph")]
pub(crate) fn with_memory<T>(call: impl FnOnce(&mut Memory) -> T) -> T {
    call(&mut MEMORY.0.borrow_mut())
}

/// Makes `window` the open one, in place of any that was open.
pub(crate) fn open_window(window: Window) {
    *WINDOW.0.borrow_mut() = Some(window);
}

/// Passes the open window to `call`; an error if none is open.
pub(crate) fn with_window<T>(call: impl FnOnce(&mut Window) -> Result<T, Error>) -> Result<T, Error> {
    call(WINDOW.0.borrow_mut().as_mut().ok_or_else(Error::no_window)?)
}
