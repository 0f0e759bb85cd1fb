//! The message of a panic, kept for the host to read after the trap that follows.
//!
//! redb panics if its file is altered by others. Other hosts catch the panic and report damage.

use std::cell::RefCell;
use std::panic;

thread_local! {
    static WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes later panics store their messages.
pub(crate) fn keep_words() {
    panic::set_hook(Box::new(|info| {
        let words = info.payload_as_str().unwrap_or("its pages make no sense").to_owned();
        WORDS.with_borrow_mut(|kept| *kept = words);
    }));
}

/// The address of the last panic's message, in UTF-8. The only call that is useful after a trap.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn panic_words() -> usize {
    WORDS.with_borrow(|words| words.as_ptr() as usize)
}

/// The length of the message; 0 if nothing has panicked.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn n_panic_words() -> usize {
    WORDS.with_borrow(String::len)
}
