//! Canonical JSON (RFC 8785): one text for each value, so that answers of two hosts are compared bytewise.
//!
//! The text of a number is the shortest that parses to the same bits, so numbers are compared exactly.

use std::fmt::Write as _;

use serde_json::{Number, Value};

/// The canonical text of a value. O(size), with recursion to the depth of the value.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value);
    text
}

fn write_value(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => write_number(text, number),
        Value::String(string) => write_string(text, string),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                write_value(text, item);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
            text.push('{');
            for (index, (name, member)) in members.into_iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                write_string(text, name);
                text.push(':');
                write_value(text, member);
            }
            text.push('}');
        }
    }
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for letter in string.chars() {
        match letter {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            control if control < ' ' => _ = write!(text, "\\u{:04x}", u32::from(control)),
            letter => text.push(letter),
        }
    }
    text.push('"');
}

fn write_number(text: &mut String, number: &Number) {
    match number.as_f64() {
        Some(float) if number.is_f64() => write_float(text, float),
        _ => _ = write!(text, "{number}"),
    }
}

/// Writes a number as ECMAScript does, which the standard requires.
fn write_float(text: &mut String, float: f64) {
    if float == 0.0 {
        text.push('0');
        return;
    }
    if float < 0.0 {
        text.push('-');
    }
    let scientific = format!("{:e}", float.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.replace('.', "");
    // The value is `0.digits` times ten to the power of `point`.
    let point = exponent.parse::<i64>().unwrap_or(0) + 1;
    let n_digits = digits.len() as i64;
    match point {
        _ if n_digits <= point && point <= 21 => {
            text.push_str(&digits);
            text.extend(std::iter::repeat_n('0', (point - n_digits) as usize));
        }
        1..=21 => {
            let (whole_digits, fraction) = digits.split_at(point as usize);
            _ = write!(text, "{whole_digits}.{fraction}");
        }
        -5..=0 => _ = write!(text, "0.{}{digits}", "0".repeat(-point as usize)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            _ = write!(text, "{first}{dot}{rest}e{:+}", point - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::canonical;
    use serde_json::json;

    #[test]
    fn numbers_are_written_as_the_standard_writes_them() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (333333333.333_333_3, "333333333.3333333"),
            (1.5e300, "1.5e+300"),
            (5e-324, "5e-324"),
        ];
        for (float, expected) in cases {
            assert_eq!(canonical(&json!(float)), expected);
        }
    }

    #[test]
    fn members_are_sorted_and_strings_escaped() {
        let value = json!({"b": [1, null, true], "a": "x\n\u{1}\"é"});
        assert_eq!(canonical(&value), "{\"a\":\"x\\n\\u0001\\\"é\",\"b\":[1,null,true]}");
    }
}
