//! A file in memory, for tests.

use std::sync::{Arc, Mutex};

use redb::StorageBackend;

/// A file in memory that outlives the database that opened it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Image(Arc<Mutex<Vec<u8>>>);

impl Image {
    pub(crate) fn of(bytes: &[u8]) -> Image {
        Image(Arc::new(Mutex::new(bytes.to_vec())))
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl StorageBackend for Image {
    fn len(&self) -> std::io::Result<u64> {
        Ok(self.0.lock().unwrap().len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> std::io::Result<()> {
        let bytes = self.0.lock().unwrap();
        let end = offset as usize + out.len();
        out.copy_from_slice(bytes.get(offset as usize..end).ok_or(std::io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> std::io::Result<()> {
        self.0.lock().unwrap().resize(len as usize, 0);
        Ok(())
    }

    fn sync_data(&self) -> std::io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> std::io::Result<()> {
        self.0.lock().unwrap()[offset as usize..offset as usize + data.len()].copy_from_slice(data);
        Ok(())
    }
}
