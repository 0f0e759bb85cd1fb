//! The functions that the module imports from its host: access to the file, and receivers of answers and refusals.
//!
//! The generated glue is a function whose argument `host` is an object of these functions. None of them may throw: an
//! exception would pass through the module and leave its call unfinished.

use std::panic;

use scrubjay_store::Fault;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Refusal;

/// TypeScript types of the imported functions, because the generator writes types of exported functions only.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export interface Host {
  size(): number;
  read(at: number, to: Uint8Array): number;
  write(at: number, from: Uint8Array): number;
  truncate(nBytes: number): number;
  flush(): number;
  answer(bytes: Uint8Array): void;
  refused(why: Why, words: string, first: bigint, second: bigint): void;
  panicked(message: string): void;
}
export type Why =
  | "missing" | "read_only" | "disk_full" | "damaged" | "format" | "conflict" | "io" | "closed" | "invalid" | "other_project";
"#;

#[wasm_bindgen]
extern "C" {
    /// The size of the file in bytes, or a negative refusal.
    #[wasm_bindgen(js_namespace = host)]
    pub(crate) fn size() -> f64;
    /// Reads from an offset of the file; returns the number of bytes read, or a refusal.
    #[wasm_bindgen(js_namespace = host)]
    pub(crate) fn read(at: f64, to: &mut [u8]) -> f64;
    /// Writes to an offset of the file; returns the number of bytes written, or a refusal.
    #[wasm_bindgen(js_namespace = host)]
    pub(crate) fn write(at: f64, from: &[u8]) -> f64;
    /// Sets the length of the file. Returns 0, or a refusal.
    #[wasm_bindgen(js_namespace = host)]
    pub(crate) fn truncate(n_bytes: f64) -> f64;
    /// Makes all writes durable. Returns 0, or a refusal.
    #[wasm_bindgen(js_namespace = host)]
    pub(crate) fn flush() -> f64;

    /// Passes the answer of the current call as a view of the module's memory: the host reads it before the next call.
    #[wasm_bindgen(js_namespace = host)]
    pub(crate) fn answer(bytes: &[u8]);
    /// Tells why the current call was refused; its result then means nothing. `words` names the damage, the project of
    /// the file, or the failure. `first` and `second` are the found and the known format, or the expected and the found
    /// generation.
    #[wasm_bindgen(js_namespace = host)]
    fn refused(why: Why, words: &str, first: u64, second: u64);
    /// Tells the message of a panic. The module traps afterwards.
    #[wasm_bindgen(js_namespace = host)]
    fn panicked(message: &str);
}

/// Why a call was refused. The host makes an error of its own from each case.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Why {
    /// There is no store in the file.
    Missing = "missing",
    /// The file may not be written.
    ReadOnly = "read_only",
    /// No space is left.
    DiskFull = "disk_full",
    /// The file is damaged; the words say how.
    Damaged = "damaged",
    /// The store has an older or a newer format than this release reads.
    Format = "format",
    /// The store is not at the generation that the change started from.
    Conflict = "conflict",
    /// Reading or writing the file failed.
    Io = "io",
    /// An earlier fault closed the store.
    Closed = "closed",
    /// The request is malformed, or no store is open for it.
    Invalid = "invalid",
    /// The file is the memory of another project.
    OtherProject = "other_project",
}

/// Passes the messages of panics to the host. redb panics if other programs alter its file; the host reports damage.
pub(crate) fn install_panic_hook() {
    panic::set_hook(Box::new(|info| panicked(info.payload_as_str().unwrap_or("its pages make no sense"))));
}

/// The result of a call. Tells the host of a refusal, and then returns the default of the type.
pub(crate) fn or_default_and_report<T: Default>(outcome: Result<T, Refusal>) -> T {
    outcome.unwrap_or_else(|refusal| {
        report(refusal);
        T::default()
    })
}

fn report(refusal: Refusal) {
    let fault = match refusal {
        Refusal::Missing => return refused(Why::Missing, "", 0, 0),
        Refusal::Invalid => return refused(Why::Invalid, "", 0, 0),
        Refusal::Fault(fault) => fault,
    };
    match fault {
        Fault::Format { found, known } => refused(Why::Format, "", found, known),
        Fault::Conflict { expected, found } => refused(Why::Conflict, "", expected, found),
        Fault::Damaged(how) => refused(Why::Damaged, &how, 0, 0),
        Fault::OtherProject { found, .. } => refused(Why::OtherProject, &found, 0, 0),
        Fault::ReadOnly(_) => refused(Why::ReadOnly, "", 0, 0),
        Fault::DiskFull(_) => refused(Why::DiskFull, "", 0, 0),
        Fault::Closed => refused(Why::Closed, "", 0, 0),
        Fault::Io(error) => refused(Why::Io, &error.to_string(), 0, 0),
        _ => refused(Why::Io, "", 0, 0),
    }
}
