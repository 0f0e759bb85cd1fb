//! Creates a store so that a crash leaves either a complete store or a file that counts as empty.
//!
//! Not every host can rename files. The file of an empty store is created in memory and written without its first
//! bytes, which identify it as a store; they are written once the rest is durable. A file without them that contains
//! only parts of an empty store has no commits, and is created again.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{Builder, StorageBackend};
use scrubjay_store::{Fault, fault, prepare};

use crate::file::File;

/// The first bytes of every redb file.
const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";

/// Whether the file contains no store, or only parts of an empty one, so that a store may be created.
pub(crate) fn store_missing(file: &File) -> Result<bool, Fault> {
    let n_bytes = usize::try_from(file.len()?).unwrap_or(usize::MAX);
    if n_bytes == 0 {
        return Ok(true);
    }
    let mut first_bytes = [0; MAGIC.len()];
    if n_bytes >= MAGIC.len() {
        file.read_all(0, &mut first_bytes)?;
    }
    if first_bytes == MAGIC {
        return Ok(false);
    }
    let image = image()?;
    if image.len() < n_bytes {
        return Ok(false);
    }
    let mut bytes = vec![0; n_bytes];
    file.read_all(0, &mut bytes)?;
    Ok(bytes.iter().zip(&image).all(|(byte, empty)| *byte == 0 || byte == empty))
}

/// Writes an empty store to the file.
pub(crate) fn create_store(file: &File) -> Result<(), Fault> {
    let image = image()?;
    file.set_len(0)?;
    file.set_len(image.len() as u64)?;
    let (first_bytes, rest_of_image) = image.split_at(MAGIC.len());
    file.write_all(first_bytes.len() as u64, rest_of_image)?;
    file.sync_data()?;
    file.write_all(0, first_bytes)?;
    Ok(file.sync_data()?)
}

/// The content of the file of an empty store. It is always the same.
fn image() -> Result<Vec<u8>, Fault> {
    let image = Image::default();
    let database = Builder::new().create_with_backend(image.clone()).map_err(fault)?;
    prepare(&database)?;
    database.close().map_err(fault)?;
    let bytes = std::mem::take(&mut *image.bytes());
    Ok(bytes)
}

/// A file in memory that can be read after redb has closed it.
#[derive(Clone, Debug, Default)]
struct Image(Arc<Mutex<Vec<u8>>>);

impl Image {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Exactly `n_bytes` from the offset `at` on. `UnexpectedEof` if there are fewer.
fn span(bytes: &mut [u8], at: u64, n_bytes: usize) -> io::Result<&mut [u8]> {
    let at = usize::try_from(at).map_err(|_| io::ErrorKind::UnexpectedEof)?;
    let end = at.checked_add(n_bytes).ok_or(io::ErrorKind::UnexpectedEof)?;
    bytes.get_mut(at..end).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

impl StorageBackend for Image {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes().len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let n_bytes = out.len();
        out.copy_from_slice(span(&mut self.bytes(), offset, n_bytes)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let n_bytes = usize::try_from(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.bytes().resize(n_bytes, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        span(&mut self.bytes(), offset, data.len())?.copy_from_slice(data);
        Ok(())
    }
}
