//! Rows of a range, up to a cap: shared by all stores, so that all stop at the same row.

/// One stored row: key and value.
pub type Row = (Vec<u8>, Vec<u8>);

/// Rows of a range, and whether that is all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// In key order.
    pub rows: Vec<Row>,
    /// False where the cap was met first.
    pub complete: bool,
}

/// The rows that one answer may hold, in bytes of keys and values together.
pub(crate) struct Room {
    /// None where the last row did not fit.
    left: Option<u64>,
    is_empty: bool,
}

impl Room {
    /// Room for `most_bytes`, and for one row at least.
    pub(crate) fn of(most_bytes: u32) -> Room {
        Room { left: Some(u64::from(most_bytes)), is_empty: true }
    }

    /// Takes a row. False where there is no room for it.
    pub(crate) fn take(&mut self, key: &[u8], value: &[u8]) -> bool {
        self.left = self.left.and_then(|left| left.checked_sub((key.len() + value.len()) as u64));
        std::mem::take(&mut self.is_empty) || self.left.is_some()
    }
}

/// Takes rows until the next one would pass `most_bytes` of keys and values together; one at least is taken.
///
/// # Errors
/// Those of the rows.
pub fn page<E>(rows: impl Iterator<Item = Result<Row, E>>, most_bytes: u32) -> Result<Page, E> {
    let mut page = Page { rows: Vec::new(), complete: true };
    let mut room = Room::of(most_bytes);
    for row in rows {
        let (key, value) = row?;
        if !room.take(&key, &value) {
            page.complete = false;
            return Ok(page);
        }
        page.rows.push((key, value));
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of rows of these lengths fit, and whether that is all of them.
    fn taken(lengths: &[usize], most_bytes: u32) -> (usize, bool) {
        let rows = lengths.iter().map(|&length| Ok::<Row, ()>((vec![0; 1], vec![0; length - 1])));
        let page = page(rows, most_bytes).unwrap();
        (page.rows.len(), page.complete)
    }

    #[test]
    fn rows_are_taken_up_to_the_cap_and_one_at_least() {
        assert_eq!(taken(&[], 0), (0, true));
        assert_eq!(taken(&[5, 5], 10), (2, true));
        assert_eq!(taken(&[5, 6], 10), (1, false));
        assert_eq!(taken(&[5, 6, 1], 10), (1, false));
        assert_eq!(taken(&[20], 10), (1, true));
        assert_eq!(taken(&[20, 1], 10), (1, false));
    }
}
