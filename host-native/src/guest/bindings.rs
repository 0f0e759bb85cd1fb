//! The component's interfaces as Rust types, generated from its WIT.
#![allow(missing_docs, reason = "generated; the documentation is in the WIT")]
#![allow(unreachable_pub, reason = "generated")]

wasmtime::component::bindgen!({ path: "wit", world: "scrubjay", additional_derives: [PartialEq] });
