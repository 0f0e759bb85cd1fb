//! The store as a WebAssembly module: plain exports over `scrubjay-store`, on a file that the host holds open.
//!
//! One instance is one open store. The caller reserves memory, writes a request into it, calls a function, and reads
//! the answer from memory; rows are transferred in binary form, many at a time. A panic stores its message and traps,
//! and the instance must not be used any more. Not here: who may write, and which file it is.

mod create;
mod file;
mod packed;
mod panic;
mod store;

use std::cell::RefCell;

use scrubjay_store::whose::judge_packed;
use scrubjay_store::{DamagedFileRows, Fault, Leaves};
use store::Open;

/// The result of a successful call. The other results are refusals; `bindings-js/src/store/module.ts` has the same
/// list.
const DONE: u32 = 0;
/// The result of a call whose answer stopped at its limit.
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
const OTHER_PROJECT: u32 = 11;

/// The state of this instance.
#[derive(Default)]
struct Module {
    /// The memory into which the caller writes the next request.
    input: Vec<u8>,
    /// The answer of the last call: rows, or details of a refusal.
    output: Vec<u8>,
    store: Option<Open>,
    remains: Option<DamagedFileRows>,
    leaves: Option<Leaves<file::File>>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Why a call was refused, other than a fault of the file.
enum Refusal {
    /// There is no store in the file.
    Missing,
    /// The request is malformed, or the store is not open.
    Invalid,
    Fault(Fault),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Fault(fault)
    }
}

/// Reserves memory for the next request, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(n_bytes: usize) -> usize {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(n_bytes, 0);
        module.input.as_ptr() as usize
    })
}

/// The address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    MODULE.with_borrow(|module| module.output.as_ptr() as usize)
}

/// The length of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn n_answer() -> usize {
    MODULE.with_borrow(|module| module.output.len())
}

/// Opens the store in the host's file. `create` creates it if there is none. `check` verifies all pages, which is
/// necessary after a writer died.
#[unsafe(no_mangle)]
pub extern "C" fn open(create: bool, check: bool) -> u32 {
    panic::install_panic_hook();
    MODULE.with_borrow_mut(|module| {
        let opened = Open::new(create, check).map(|store| module.store = Some(store));
        module.finish(opened)
    })
}

/// Opens the store in the host's file for reading while others may write. Reads may then return pages that are being
/// written; the host must check that afterwards.
#[unsafe(no_mangle)]
pub extern "C" fn open_reading() -> u32 {
    panic::install_panic_hook();
    MODULE.with_borrow_mut(|module| {
        let opened = Open::reading().map(|store| module.store = Some(store));
        module.finish(opened)
    })
}

/// Verifies every page of the host's file, in which nothing is open. No byte of it changes.
#[unsafe(no_mangle)]
pub extern "C" fn verify() -> u32 {
    panic::install_panic_hook();
    MODULE.with_borrow_mut(|module| {
        let verified = store::verify();
        module.finish(verified)
    })
}

/// Opens a damaged file for [`remaining`], at its last commit, or, if `is_older`, at the one before. The answer is the
/// number of rows that the file states, in eight bytes, or empty if unknown. The file is not changed.
#[unsafe(no_mangle)]
pub extern "C" fn open_remains(is_older: bool) -> u32 {
    panic::install_panic_hook();
    MODULE.with_borrow_mut(|module| {
        let opened = store::remains(is_older).map(|remains| module.remains = Some(remains));
        let code = module.finish(opened);
        let n_stated = module.remains.as_ref().and_then(DamagedFileRows::n_stated);
        if let (DONE, Some(n_stated)) = (code, n_stated) {
            module.output.extend(n_stated.to_le_bytes());
        }
        code
    })
}

/// Reads rows of a damaged file. The request is a key; the answer is the rows from it on, without the first `skip`
/// ones, in the order of the pages. After a refusal the file can still be read.
#[unsafe(no_mangle)]
pub extern "C" fn remaining(skip: u32, max_bytes: u32) -> u32 {
    MODULE.with_borrow_mut(|module| {
        let Module { input, output, remains, .. } = module;
        output.clear();
        let given = remains.as_ref().zip(packed::key(&mut input.as_slice())).ok_or(Refusal::Invalid);
        let found = given.and_then(|(remains, start)| {
            Ok(remains.some(start, skip.into(), max_bytes, |(key, value)| packed::put_row(output, &key, &value))?)
        });
        match found {
            Ok(true) => DONE,
            Ok(false) => INCOMPLETE,
            Err(refusal) => {
                // redb reads no more of a file of which a read has failed.
                let is_older = remains.take().is_some_and(|remains| remains.is_older());
                *remains = store::remains(is_older).ok();
                module.refuse(refusal)
            }
        }
    })
}

/// Opens a damaged file for [`next_leaves`], which reads all pages, whether or not they are reachable. The file is not
/// changed.
#[unsafe(no_mangle)]
pub extern "C" fn open_leaves() -> u32 {
    panic::install_panic_hook();
    MODULE.with_borrow_mut(|module| {
        let opened = store::leaves().map(|leaves| module.leaves = Some(leaves));
        module.finish(opened)
    })
}

/// Reads the next rows of a damaged file, page by page; the answer may be empty. The result is `INCOMPLETE` until all
/// pages were read.
#[unsafe(no_mangle)]
pub extern "C" fn next_leaves() -> u32 {
    MODULE.with_borrow_mut(|module| {
        let Module { output, leaves, .. } = module;
        output.clear();
        let found = leaves.as_mut().ok_or(Refusal::Invalid).and_then(|leaves| {
            leaves.next_rows()?.iter().for_each(|(key, value)| packed::put_row(output, key, value));
            Ok(leaves.is_all())
        });
        match found {
            Ok(true) => DONE,
            Ok(false) => INCOMPLETE,
            Err(refusal) => module.refuse(refusal),
        }
    })
}

/// The answer is the generation of the store, in eight bytes. A store opened for reading is refreshed to its last
/// commit.
#[unsafe(no_mangle)]
pub extern "C" fn generation() -> u32 {
    call(|store, _, output| {
        output.extend(store.generation()?.to_le_bytes());
        Ok(true)
    })
}

/// Reads rows by key. The request is a list of keys; the answer is the existing rows, in the order of the keys.
#[unsafe(no_mangle)]
pub extern "C" fn get() -> u32 {
    call(|store, input, output| store.get(input, output).map(|()| true))
}

/// Reads rows in key order. The request is two keys, the start (inclusive) and the end (exclusive); the answer is the
/// rows.
#[unsafe(no_mangle)]
pub extern "C" fn range(max_bytes: u32) -> u32 {
    call(|store, input, output| store.range(input, max_bytes, output))
}

/// Reads the entries of all files. The answer is rows, sorted by path.
#[unsafe(no_mangle)]
pub extern "C" fn scanned() -> u32 {
    call(|store, _, output| store.scanned(output).map(|()| true))
}

/// Reads a meta value. The request is its name, as a key; the answer is its row, or empty.
#[unsafe(no_mangle)]
pub extern "C" fn meta() -> u32 {
    call(|store, input, output| store.meta(input, output).map(|()| true))
}

/// Commits a change, which is the request: see [`packed`].
#[unsafe(no_mangle)]
pub extern "C" fn commit() -> u32 {
    call(|store, input, _| store.commit(input).map(|()| true))
}

/// Checks that the file is the memory of a project, whose id is the request, as a key. `INCOMPLETE` if the file belongs
/// to no project; `write` then assigns it. The memory of another project is refused.
#[unsafe(no_mangle)]
pub extern "C" fn claim(write: bool) -> u32 {
    call(|store, input, _| store.claim(input, write))
}

/// Decides which project a folder belongs to: see [`scrubjay_store::whose`]. The request is facts as pairs of keys, a
/// name and a value; the answer is rows. Needs no file.
#[unsafe(no_mangle)]
pub extern "C" fn judge() -> u32 {
    panic::install_panic_hook();
    MODULE.with_borrow_mut(|module| {
        module.output.clear();
        let answer = packed::pairs(&module.input).and_then(|pairs| judge_packed(&pairs));
        match answer {
            Some(pairs) => {
                pairs
                    .iter()
                    .for_each(|(name, text)| packed::put_row(&mut module.output, name.as_bytes(), text.as_bytes()));
                DONE
            }
            None => INVALID,
        }
    })
}

/// Compacts the file, if much of it is free and every page is undamaged.
#[unsafe(no_mangle)]
pub extern "C" fn compact() -> u32 {
    call(|store, _, _| store.compact().map(|()| true))
}

/// Makes the file consistent, so that others can open it, until the next write.
#[unsafe(no_mangle)]
pub extern "C" fn put_in_order() -> u32 {
    call(|store, _, _| store.put_in_order().map(|()| true))
}

/// Closes the store. Commits are durable in any case; a closed file opens without a repair.
#[unsafe(no_mangle)]
pub extern "C" fn close() -> u32 {
    MODULE.with_borrow_mut(|module| {
        let closed = module.store.take().map_or(Ok(()), Open::close);
        module.finish(closed)
    })
}

/// Runs an operation on the open store and the request. The operation returns whether its answer is complete.
fn call(operation: impl FnOnce(&mut Open, &[u8], &mut Vec<u8>) -> Result<bool, Refusal>) -> u32 {
    MODULE.with_borrow_mut(|module| {
        let Module { input, output, store, .. } = module;
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

    /// Returns the code of a refusal, and puts its details into the answer: two numbers, or a message.
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
            Fault::OtherProject { found, .. } => self.output.extend(found.bytes()),
            Fault::Io(error) => self.output.extend(error.to_string().bytes()),
            _ => {}
        }
        match fault {
            Fault::ReadOnly(_) => READ_ONLY,
            Fault::DiskFull(_) => FULL,
            Fault::Damaged(_) => DAMAGED,
            Fault::Format { .. } => FORMAT,
            Fault::Conflict { .. } => CONFLICT,
            Fault::OtherProject { .. } => OTHER_PROJECT,
            Fault::Closed => CLOSED,
            _ => IO,
        }
    }
}
