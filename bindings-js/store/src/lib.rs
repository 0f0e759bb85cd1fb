//! The store as a WebAssembly module: a door of `wasm-bindgen` over `scrubjay-store`, on a file that the host holds open.
//!
//! One instance is one open store. Rows are transferred in binary form, many at a time. A panic tells the host its
//! message and traps, and the instance must not be used any more. Not here: who may write, and which file it is.
//!
//! No function returns a `Result`, which is two values: engines compile a wrapper for each such function, which took
//! ten times as long as the rest of a new instance. The module tells the host of refusals instead (`host.rs`).

mod create;
mod file;
mod host;
mod packed;
mod store;

use std::cell::RefCell;
use std::mem;

use host::or_default_and_report;
use scrubjay_store::whose::judge_packed;
use scrubjay_store::{DamagedFileRows, Fault, Leaves};
use store::Open;
use wasm_bindgen::prelude::wasm_bindgen;

/// The state of this instance, which serves either a store, the trees of a damaged file, or its pages.
#[derive(Default)]
struct Module {
    /// The answer of the last call, which the host reads until the next one.
    output: Vec<u8>,
    store: Option<Open>,
    remains: Option<DamagedFileRows>,
    leaves: Option<Leaves<file::File>>,
}

thread_local! {
    // Free functions on one state, and no exported class: the collector of JavaScript would drop an object at any time,
    // and dropping a database writes to its file.
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Why a call was refused.
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

/// Opens the store in the host's file. `create` creates it if there is none. `check` verifies all pages, which is
/// necessary after a writer died.
#[wasm_bindgen]
pub fn open(create: bool, check: bool) {
    open_and_keep(|| Open::new(create, check), |module, store| module.store = Some(store));
}

/// Opens the store in the host's file for reading while others may write. Reads may then return pages that are being
/// written; the host must check that afterwards.
#[wasm_bindgen(js_name = openReading)]
pub fn open_reading() {
    open_and_keep(Open::reading, |module, store| module.store = Some(store));
}

/// Verifies every page of the host's file, in which nothing is open. No byte of it changes.
#[wasm_bindgen]
pub fn verify() {
    open_and_keep(store::verify, |_, ()| ());
}

/// Opens a damaged file for [`remaining`], at its last commit, or, if `is_older`, at the one before. The file is not
/// changed.
#[wasm_bindgen(js_name = openRemains)]
pub fn open_remains(is_older: bool) {
    open_and_keep(|| store::remains(is_older), |module, remains| module.remains = Some(remains));
}

/// The number of rows that the damaged file states; negative if that is unknown.
#[wasm_bindgen]
pub fn stated() -> f64 {
    let n_stated = MODULE.with_borrow(|module| module.remains.as_ref().and_then(DamagedFileRows::n_stated));
    n_stated.map_or(-1.0, |n_rows| n_rows as f64)
}

/// Reads rows of a damaged file from the key `start` on, without the first `skip` ones, in the order of the pages. After
/// a refusal the file can still be read. Returns whether the answer is complete.
#[wasm_bindgen]
pub fn remaining(start: &[u8], skip: u32, max_bytes: u32) -> bool {
    answer_with(|module, rows| {
        let remains = module.remains.as_ref().ok_or(Refusal::Invalid)?;
        let outcome = remains.some(start, skip.into(), max_bytes, |(key, value)| packed::put_row(rows, &key, &value));
        if outcome.is_err() {
            // redb reads no more of a file of which a read has failed.
            let is_older = module.remains.take().is_some_and(|remains| remains.is_older());
            module.remains = store::remains(is_older).ok();
        }
        Ok(outcome?)
    })
}

/// Opens a damaged file for [`next_leaves`], which reads all pages, whether or not they are reachable. The file is not
/// changed.
#[wasm_bindgen(js_name = openLeaves)]
pub fn open_leaves() {
    open_and_keep(store::leaves, |module, leaves| module.leaves = Some(leaves));
}

/// Reads the next rows of a damaged file, page by page. Returns whether all pages were read; if not, an answer without
/// rows means that a limit ended the scan.
#[wasm_bindgen(js_name = nextLeaves)]
pub fn next_leaves() -> bool {
    answer_with(|module, rows| {
        let leaves = module.leaves.as_mut().ok_or(Refusal::Invalid)?;
        leaves.next_rows()?.iter().for_each(|(key, value)| packed::put_row(rows, key, value));
        Ok(leaves.is_all())
    })
}

/// The generation of the store. A store opened for reading is refreshed to its last commit.
#[wasm_bindgen]
pub fn generation() -> u64 {
    on_store(Open::generation)
}

/// Reads rows by key, from a list of keys. The answer is the existing rows, in the order of the keys.
#[wasm_bindgen]
pub fn get(keys: &[u8]) {
    answer_with(|module, rows| module.store()?.get(keys, rows));
}

/// Reads rows in key order, from `start` (inclusive) to `end` (exclusive). Returns whether the answer is complete.
#[wasm_bindgen]
pub fn range(start: &[u8], end: &[u8], max_bytes: u32) -> bool {
    answer_with(|module, rows| module.store()?.range(start, end, max_bytes, rows))
}

/// Reads the entries of all files. The answer is rows, sorted by path.
#[wasm_bindgen]
pub fn scanned() {
    answer_with(|module, rows| module.store()?.scanned(rows));
}

/// Reads a meta value, which is the answer. False if there is none.
#[wasm_bindgen]
pub fn meta(name: &str) -> bool {
    answer_with(|module, output| {
        let value = module.store()?.meta(name)?;
        output.extend(value.iter().flatten());
        Ok(value.is_some())
    })
}

/// Commits a change, which is packed: see `packed.rs`.
#[wasm_bindgen]
pub fn commit(change: &[u8]) {
    on_store(|store| store.commit(change));
}

/// Whether the file is the memory of the project with this id. A file that belongs to no project gives false, and the
/// memory of another project is an error.
///
/// With `write`, a file that belongs to no project is first assigned to this one.
#[wasm_bindgen]
pub fn claim(project: &str, write: bool) -> bool {
    on_store(|store| store.claim(project, write))
}

/// Decides which memory a folder has: see `store/src/whose`. The facts are packed keys: for each fact its name and its
/// value. The answer is rows. Needs no file.
#[wasm_bindgen]
pub fn judge(facts: &[u8]) {
    host::install_panic_hook();
    answer_with(|_, rows| {
        let decision = packed::pairs(facts).and_then(|pairs| judge_packed(&pairs)).ok_or(Refusal::Invalid)?;
        decision.iter().for_each(|(name, text)| packed::put_row(rows, name.as_bytes(), text.as_bytes()));
        Ok(())
    });
}

/// Compacts the file if much of it is free; refused without a change if a page is damaged.
#[wasm_bindgen]
pub fn compact() {
    on_store(Open::compact);
}

/// Makes the file consistent, so that others can open it, until the next write.
#[wasm_bindgen(js_name = putInOrder)]
pub fn put_in_order() {
    on_store(Open::put_in_order);
}

/// Closes the store. Commits are durable in any case; a closed file opens without a repair.
#[wasm_bindgen]
pub fn close() {
    MODULE.with_borrow_mut(|module| or_default_and_report(module.store.take().map_or(Ok(()), Open::close)));
}

/// Opens the one thing that an instance serves, a store or a damaged file, and keeps it in the state.
fn open_and_keep<T>(open: impl FnOnce() -> Result<T, Refusal>, keep: impl FnOnce(&mut Module, T)) {
    host::install_panic_hook();
    or_default_and_report(open().map(|opened| MODULE.with_borrow_mut(|module| keep(module, opened))));
}

/// Runs an operation on the open store.
fn on_store<T: Default>(operation: impl FnOnce(&mut Open) -> Result<T, Refusal>) -> T {
    MODULE.with_borrow_mut(|module| or_default_and_report(module.store().and_then(operation)))
}

/// Runs an operation that writes an answer, and passes the answer to the host.
fn answer_with<T: Default>(operation: impl FnOnce(&mut Module, &mut Vec<u8>) -> Result<T, Refusal>) -> T {
    MODULE.with_borrow_mut(|module| {
        let mut output = mem::take(&mut module.output);
        output.clear();
        let outcome = operation(module, &mut output);
        host::answer(&output);
        module.output = output;
        or_default_and_report(outcome)
    })
}

impl Module {
    fn store(&mut self) -> Result<&mut Open, Refusal> {
        self.store.as_mut().ok_or(Refusal::Invalid)
    }
}
