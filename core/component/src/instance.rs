//! The one memory of an instance.

use core::cell::{LazyCell, RefCell};
use core::mem::ManuallyDrop;

use crate::facade::Memory;

/// One instance is one memory, which ends with it and needs no code to be dropped.
static MEMORY: OneThread<LazyCell<ManuallyDrop<RefCell<Memory>>>> = OneThread(LazyCell::new(ManuallyDrop::default));

/// What only one thread ever sees.
struct OneThread<T>(T);

// SAFETY: an instance of the component has one thread.
unsafe impl<T> Sync for OneThread<T> {}

/// Calls the façade.
pub(crate) fn with_memory<T>(call: impl FnOnce(&mut Memory) -> T) -> T {
    call(&mut MEMORY.0.borrow_mut())
}
