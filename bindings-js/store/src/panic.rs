//! The words of a panic, kept for the host to read after the trap that follows.
//!
//! redb panics in a file that was altered behind its back; on other hosts the panic is caught and told as damage.

use std::cell::RefCell;
use std::panic;

thread_local! {
    static WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Has later panics leave their words.
pub(crate) fn keep_words() {
    panic::set_hook(Box::new(|info| {
        let words = info.payload_as_str().unwrap_or("its pages make no sense").to_owned();
        WORDS.with_borrow_mut(|kept| *kept = words);
    }));
}

/// Where the words of the last panic lie, as UTF-8. The one call that is of use after a trap.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn panic_words() -> usize {
    WORDS.with_borrow(|words| words.as_ptr() as usize)
}

/// How long they are; 0 where nothing has panicked.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn n_panic_words() -> usize {
    WORDS.with_borrow(String::len)
}
