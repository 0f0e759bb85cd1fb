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

/// Takes rows until the next one would pass `most_bytes` of keys and values together; one at least is taken.
///
/// # Errors
/// Those of the rows.
pub fn page<E>(rows: impl Iterator<Item = Result<Row, E>>, most_bytes: u32) -> Result<Page, E> {
    let mut page = Page { rows: Vec::new(), complete: true };
    let mut n_bytes = 0;
    for row in rows {
        let (key, value) = row?;
        n_bytes += (key.len() + value.len()) as u64;
        if n_bytes > u64::from(most_bytes) && !page.rows.is_empty() {
            page.complete = false;
            return Ok(page);
        }
        page.rows.push((key, value));
    }
    Ok(page)
}
