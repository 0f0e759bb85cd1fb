//! What the module asks of its host: the file, and to take answers and refusals.
//!
//! The glue is a function of an object with these functions, `host`. None of them throws: an exception would go through
//! the module and leave it half done.

use std::panic;

use scrubjay_store::Fault;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Refusal;

/// What follows, as types: the generator makes none of what a module imports.
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

    /// Takes the answer of the current call, where it stands: the host reads it before the next call.
    #[wasm_bindgen(js_namespace = host)]
    pub(crate) fn answer(bytes: &[u8]);
    /// Takes why the current call was refused, whose result then means nothing. `words`: what is damaged, the project
    /// that the file belongs to, or what failed. The numbers: the format that was found and the known one, or the
    /// generation that was expected and the one that was found.
    #[wasm_bindgen(js_namespace = host)]
    fn refused(why: Why, words: &str, first: u64, second: u64);
    /// Takes the message of a panic, after which the module traps.
    #[wasm_bindgen(js_namespace = host)]
    fn panicked(message: &str);
}

/// Why a call was refused.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Why {
    /// There is no store in the file.
    Missing = "missing",
    /// The file may not be written.
    ReadOnly = "read_only",
    /// No space is left.
    DiskFull = "disk_full",
    /// The store is damaged.
    Damaged = "damaged",
    /// The file has another format.
    Format = "format",
    /// The store is at another generation.
    Conflict = "conflict",
    /// The file cannot be reached.
    Io = "io",
    /// An earlier fault closed the store.
    Closed = "closed",
    /// The request has not the form that it must have.
    Invalid = "invalid",
    /// The file is the memory of another project.
    OtherProject = "other_project",
}

/// Has panics told to the host. redb panics if its file is altered by others; other hosts catch that, and report damage.
pub(crate) fn install_panic_hook() {
    panic::set_hook(Box::new(|info| panicked(info.payload_as_str().unwrap_or("its pages make no sense"))));
}

/// The result of a call; its default where the call was refused, which the host is told.
pub(crate) fn told<T: Default>(outcome: Result<T, Refusal>) -> T {
    outcome.unwrap_or_else(|refusal| {
        tell(refusal);
        T::default()
    })
}

fn tell(refusal: Refusal) {
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
