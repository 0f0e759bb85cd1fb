//! The message of a panic, kept for the host to read after the trap that follows.
//!
//! redb panics if its file is altered by others. Other hosts catch the panic and report damage.

use std::cell::RefCell;
use std::panic;

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Installs a panic hook that stores the message of a panic.
pub(crate) fn install_panic_hook() {
    panic::set_hook(Box::new(|info| {
        let words = info.payload_as_str().unwrap_or("its pages make no sense").to_owned();
        MESSAGE.with_borrow_mut(|kept| *kept = words);
    }));
}

/// The address of the last panic's message, in UTF-8. After a trap only this and `n_panic_message` may be called.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn panic_message() -> usize {
    MESSAGE.with_borrow(|message| message.as_ptr() as usize)
}

/// The length in bytes of the last panic's message; 0 if nothing has panicked.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn n_panic_message() -> usize {
    MESSAGE.with_borrow(String::len)
}
