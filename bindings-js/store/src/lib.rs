//! The store as a WebAssembly module: plain exports over `scrubjay-store`, on a file that the host holds open.
//!
//! One instance is one open store. The caller asks for room, writes a request into the module's memory, calls, and reads the
//! answer out of it again; rows cross packed, many at a time. A panic leaves its words behind and is a trap: the instance is then
//! of no more use. Not here: who may write, and where the file comes from.

mod file;
mod packed;
mod panic;
mod store;
mod unborn;

use std::cell::RefCell;

use scrubjay_store::Fault;
use store::Open;

/// What a call came to: 0, or why it was refused. `bindings-js/src/store/module.ts` has the same list.
const DONE: u32 = 0;
/// The answer stopped at its cap.
const INCOMPLETE: u32 = 1;
const MISSING: u32 = 2;
const READ_ONLY: u32 = 3;
const FULL: u32 = 4;
const DAMAGED: u32 = 5;
const FORMAT: u32 = 6;
const CONFLICT: u32 = 7;
const IO: u32 = 8;
const CLOSED: u32 = 9;
const INVALID: u32 = 10;

#[derive(Default)]
struct Module {
    /// What the caller writes, for the next call.
    input: Vec<u8>,
    /// The answer of the last call: rows, or what there is to say of a refusal.
    output: Vec<u8>,
    store: Option<Open>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Why a call was refused, beside the faults of a file.
enum Refusal {
    /// There is no store in the file.
    Missing,
    /// The caller broke the form of a request, or called a store that is not open.
    Invalid,
    Fault(Fault),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Fault(fault)
    }
}

/// Makes room for the next call's request, and says where it lies.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(n_bytes: usize) -> usize {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(n_bytes, 0);
        module.input.as_ptr() as usize
    })
}

/// Where the answer of the last call lies.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    MODULE.with_borrow(|module| module.output.as_ptr() as usize)
}

/// How long it is.
#[unsafe(no_mangle)]
pub extern "C" fn n_answer() -> usize {
    MODULE.with_borrow(|module| module.output.len())
}

/// Opens the store in the host's file. `create`: makes one where the file holds none. `check`: verifies every page, which is due
/// after a writer has died.
#[unsafe(no_mangle)]
pub extern "C" fn open(create: bool, check: bool) -> u32 {
    panic::keep_words();
    MODULE.with_borrow_mut(|module| {
        let opened = Open::new(create, check).map(|store| module.store = Some(store));
        module.finish(opened)
    })
}

/// Opens the store in the host's file to read it, beside whoever writes. Reads may then find pages that are being written: the
/// host looks afterwards whether that may be so.
#[unsafe(no_mangle)]
pub extern "C" fn open_reading() -> u32 {
    panic::keep_words();
    MODULE.with_borrow_mut(|module| {
        let opened = Open::reading().map(|store| module.store = Some(store));
        module.finish(opened)
    })
}

/// The answer is the generation of the store, eight bytes. A store that is open for reading is looked at anew.
#[unsafe(no_mangle)]
pub extern "C" fn generation() -> u32 {
    call(|store, _, output| {
        output.extend(store.generation()?.to_le_bytes());
        Ok(true)
    })
}

/// The request is packed keys; the answer the rows that there are, in the order of the keys.
#[unsafe(no_mangle)]
pub extern "C" fn get() -> u32 {
    call(|store, input, output| store.get(input, output).map(|()| true))
}

/// The request is two packed keys, the first one included and the second one not.
#[unsafe(no_mangle)]
pub extern "C" fn range(most_bytes: u32) -> u32 {
    call(|store, input, output| store.range(input, most_bytes, output))
}

/// The answer is what is remembered of each file, as rows sorted by path.
#[unsafe(no_mangle)]
pub extern "C" fn scanned() -> u32 {
    call(|store, _, output| store.scanned(output).map(|()| true))
}

/// The request is a mark's name, packed as a key; the answer is the row of it, or nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mark() -> u32 {
    call(|store, input, output| store.mark(input, output).map(|()| true))
}

/// The request is a packed change: see [`packed`].
#[unsafe(no_mangle)]
pub extern "C" fn commit() -> u32 {
    call(|store, input, _| store.commit(input).map(|()| true))
}

/// Moves what is alive together and cuts the file, where that is worth the effort.
#[unsafe(no_mangle)]
pub extern "C" fn compact() -> u32 {
    call(|store, _, _| store.compact().map(|()| true))
}

/// Puts the file in order for others, who may read it until something is written again.
#[unsafe(no_mangle)]
pub extern "C" fn put_in_order() -> u32 {
    call(|store, _, _| store.put_in_order().map(|()| true))
}

/// Closes the store. What was committed is in the file in any case; a closed file opens without a repair.
#[unsafe(no_mangle)]
pub extern "C" fn close() -> u32 {
    MODULE.with_borrow_mut(|module| {
        let closed = module.store.take().map_or(Ok(()), Open::close);
        module.finish(closed)
    })
}

/// `operation` says whether its answer is complete.
fn call(operation: impl FnOnce(&mut Open, &[u8], &mut Vec<u8>) -> Result<bool, Refusal>) -> u32 {
    MODULE.with_borrow_mut(|module| {
        let Module { input, output, store } = module;
        output.clear();
        let outcome = store.as_mut().ok_or(Refusal::Invalid).and_then(|store| operation(store, input, output));
        match outcome {
            Ok(true) => DONE,
            Ok(false) => INCOMPLETE,
            Err(refusal) => module.refuse(refusal),
        }
    })
}

impl Module {
    fn finish(&mut self, outcome: Result<(), Refusal>) -> u32 {
        self.output.clear();
        outcome.map_or_else(|refusal| self.refuse(refusal), |()| DONE)
    }

    /// The number of a refusal; the answer tells the rest: two numbers, or words.
    fn refuse(&mut self, refusal: Refusal) -> u32 {
        self.output.clear();
        let fault = match refusal {
            Refusal::Missing => return MISSING,
            Refusal::Invalid => return INVALID,
            Refusal::Fault(fault) => fault,
        };
        match &fault {
            Fault::Format { found: first, known: second } | Fault::Conflict { expected: first, found: second } => {
                self.output.extend(first.to_le_bytes());
                self.output.extend(second.to_le_bytes());
            }
            Fault::Damaged(how) => self.output.extend(how.bytes()),
            Fault::Io(error) => self.output.extend(error.to_string().bytes()),
            _ => {}
        }
        match fault {
            Fault::ReadOnly(_) => READ_ONLY,
            Fault::Full(_) => FULL,
            Fault::Damaged(_) => DAMAGED,
            Fault::Format { .. } => FORMAT,
            Fault::Conflict { .. } => CONFLICT,
            Fault::Closed => CLOSED,
            _ => IO,
        }
    }
}
