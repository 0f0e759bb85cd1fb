//! Numbers, names and other short texts as they stand in answers.

pub(crate) use scrubjay::shown::{one_line as shown, path as path_of};

/// The principal of a record, behind a comma; empty if it is unknown.
pub(crate) fn by_principal(principal: &str) -> String {
    if principal.is_empty() { String::new() } else { format!(", by {}", shown(principal)) }
}

/// A number with separators between thousands.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with its noun, in the singular or the plural.
pub(crate) fn counted_noun(n: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", count(n), if n == 1 { singular } else { plural })
}

/// A number of bytes as text, in bytes, KB of 1,000 bytes or MB of 1,000 KB.
pub(crate) fn size_text(n_bytes: u64) -> String {
    match n_bytes {
        0..1_000 => format!("{n_bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} KB", n_bytes as f64 / 1e3),
        _ => format!("{:.1} MB", n_bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, size_text};

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 12, 999, 1_000, 1_234_567].map(count), ["0", "12", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn sizes_have_a_unit_that_fits() {
        assert_eq!([999, 1_500, 17_900_000].map(size_text), ["999 bytes", "1.5 KB", "17.9 MB"]);
    }
}
