//! JSON as other writers write it: white space where it is allowed, escapes that nobody needs, numbers in other spellings.

use serde_json::Value;

use super::generate::Chance;

/// A value, spelled at random.
pub fn spelled(value: &Value, chance: &mut Chance) -> String {
    let mut out = String::new();
    let style = chance.below(3);
    write(value, style, chance, &mut out);
    out
}

fn write(value: &Value, style: usize, chance: &mut Chance, out: &mut String) {
    match value {
        Value::Null | Value::Bool(_) => out.push_str(&value.to_string()),
        Value::Number(number) => {
            out.push_str(&number.to_string());
            if style == 2 && number.is_u64() {
                out.push_str(["", ".0", "e0", ".00E+0"][chance.below(4)]);
            }
        }
        Value::String(text) => string(text, style, chance, out),
        Value::Array(values) => {
            out.push('[');
            for (at, value) in values.iter().enumerate() {
                separate(at, style, chance, out);
                write(value, style, chance, out);
            }
            space(style, chance, out);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                separate(at, style, chance, out);
                string(name, style, chance, out);
                space(style, chance, out);
                out.push(':');
                space(style, chance, out);
                write(value, style, chance, out);
            }
            space(style, chance, out);
            out.push('}');
        }
    }
}

fn separate(at: usize, style: usize, chance: &mut Chance, out: &mut String) {
    if at > 0 {
        space(style, chance, out);
        out.push(',');
    }
    space(style, chance, out);
}

fn space(style: usize, chance: &mut Chance, out: &mut String) {
    match style {
        0 => {}
        _ if chance.once_in(2) => out.push(' '),
        1 => out.push('\n'),
        _ => out.push_str(["", "\t", " \r\n", "  "][chance.below(4)]),
    }
}

fn string(text: &str, style: usize, chance: &mut Chance, out: &mut String) {
    // One writer escapes what is not ASCII, another slashes, a third nothing more than it must.
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '/' if style == 2 && chance.once_in(3) => out.push_str("\\/"),
            'a' if style == 2 && chance.once_in(20) => out.push_str("\\u0061"),
            _ if letter < ' ' || (style == 1 && !letter.is_ascii()) => {
                let mut units = [0; 2];
                letter.encode_utf16(&mut units).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}
