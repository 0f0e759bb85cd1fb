//! The hosts under test, each behind one small adapter.
//!
//! An adapter translates: it decides nothing and corrects nothing.

mod arguments;

mod component;
mod native;

use std::io;

use crate::host::Host;

/// One new instance of each host. The first one's answers are those that stories state.
///
/// # Errors
/// Those of the file system that a host keeps its store in.
pub fn all() -> io::Result<Vec<Box<dyn Host>>> {
    Ok(vec![Box::new(native::Native::new()), Box::new(component::Component::new())])
}
