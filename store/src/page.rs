//! Reads rows of a range up to a size limit. Shared by all stores, so that all stop at the same row.

/// A stored row: key and value.
pub type Row = (Vec<u8>, Vec<u8>);

/// Rows of a range, and whether they are complete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Sorted by key.
    pub rows: Vec<Row>,
    /// False if the limit was reached first.
    pub complete: bool,
}

/// A size limit for rows that are returned at once, and what is left of it.
pub(crate) struct SizeBudget {
    /// The bytes that are left; `None` once a row did not fit.
    remaining: Option<u64>,
    is_empty: bool,
}

impl SizeBudget {
    /// A limit of `max_bytes` of keys and values; the first row fits whatever its length.
    pub(crate) fn of(max_bytes: u32) -> SizeBudget {
        SizeBudget { remaining: Some(u64::from(max_bytes)), is_empty: true }
    }

    /// Counts a row; false if it does not fit. The first row always does.
    pub(crate) fn take(&mut self, key: &[u8], value: &[u8]) -> bool {
        self.remaining = self.remaining.and_then(|left| left.checked_sub((key.len() + value.len()) as u64));
        std::mem::take(&mut self.is_empty) || self.remaining.is_some()
    }

    /// Whether the limit is used up, or a row did not fit.
    pub(crate) fn is_full(&self) -> bool {
        self.remaining.is_none_or(|left| left == 0)
    }
}

/// Takes rows until the next one would exceed `max_bytes` of keys and values, but at least one.
///
/// # Errors
///
/// Errors of the rows.
pub fn page<E>(rows: impl Iterator<Item = Result<Row, E>>, max_bytes: u32) -> Result<Page, E> {
    let mut page = Page { rows: Vec::new(), complete: true };
    let mut budget = SizeBudget::of(max_bytes);
    for row in rows {
        let (key, value) = row?;
        if !budget.take(&key, &value) {
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

    /// The number of rows with these lengths that fit, and whether they are all of them.
    fn fitting_rows(lengths: &[usize], max_bytes: u32) -> (usize, bool) {
        let rows = lengths.iter().map(|&length| Ok::<Row, ()>((vec![0; 1], vec![0; length - 1])));
        let page = page(rows, max_bytes).unwrap();
        (page.rows.len(), page.complete)
    }

    #[test]
    fn rows_are_taken_up_to_the_limit_and_one_at_least() {
        assert_eq!(fitting_rows(&[], 0), (0, true));
        assert_eq!(fitting_rows(&[5, 5], 10), (2, true));
        assert_eq!(fitting_rows(&[5, 6], 10), (1, false));
        assert_eq!(fitting_rows(&[5, 6, 1], 10), (1, false));
        assert_eq!(fitting_rows(&[20], 10), (1, true));
        assert_eq!(fitting_rows(&[20, 1], 10), (1, false));
    }
}
