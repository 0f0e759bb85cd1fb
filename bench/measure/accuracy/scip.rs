//! Reads an index in the SCIP format, as far as scoring needs it: the definitions of and references to each symbol.
//!
//! The format is protocol buffers; only a few fields are read, and all others are skipped. Columns are in the units of
//! the indexer, which are bytes or UTF-16. On ASCII lines, which nearly all lines with calls are, both are the same.

use std::collections::BTreeMap;
use std::error::Error;

/// The bit in an occurrence's roles for a definition.
const DEFINITION: u64 = 1;
/// The most steps from a symbol to the one it finally stands for.
const MAX_STEPS: usize = 8;

/// Parts of the symbols of accessors.
pub(crate) const ACCESSORS: [&str; 2] = ["<get>", "<set>"];

/// Whether a symbol is a getter or setter.
pub(crate) fn is_accessor(symbol: &str) -> bool {
    ACCESSORS.iter().any(|accessor| symbol.contains(accessor))
}

/// The position of a name: the line from 1, the column from 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Position {
    pub(crate) path: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// The definitions and references of an index, with their positions.
#[derive(Default)]
pub(crate) struct Index {
    /// The positions of each symbol's definitions; several for an overloaded one. A file-local symbol has the file's
    /// path before its name.
    pub(crate) definitions: BTreeMap<String, Vec<Position>>,
    /// The symbol at each position, except those of definitions.
    pub(crate) references: BTreeMap<Position, String>,
}

impl Index {
    /// Fails if the bytes are no SCIP index, or define nothing.
    pub(crate) fn read(bytes: &[u8]) -> Result<Index, Box<dyn Error>> {
        let mut index = Index::default();
        for (field, value) in fields(bytes)? {
            if let (2, Value::Bytes(document)) = (field, value) {
                index.read_document(&fields(document)?)?;
            }
        }
        if index.definitions.is_empty() { Err("the index defines nothing".into()) } else { Ok(index) }
    }

    /// Resolves every name to the symbol that it finally stands for. A symbol that is defined where another symbol is
    /// referenced stands for the other one, like `f` in `{ f }` and in `const { f } = object`. A symbol whose value is
    /// a name, according to `value_of`, stands for the symbol of that name. No symbol stands for an accessor, because
    /// the name of an accessor is a call of it. A file-local name without a definition was lost by the indexer, and is
    /// removed.
    pub(crate) fn follow(&mut self, value_of: impl Fn(&Position) -> Option<Position>) {
        let mut stands_for = BTreeMap::new();
        for (symbol, positions) in &self.definitions {
            let [position] = &positions[..] else { continue };
            let is_other = |referenced: &&String| *referenced != symbol && !is_accessor(referenced);
            let referenced = |at: &Position| self.references.get(at).filter(is_other);
            if let Some(target) = referenced(position).or_else(|| referenced(&value_of(position)?)) {
                stands_for.insert(symbol.clone(), target.clone());
            }
        }
        let definitions = &self.definitions;
        self.references.retain(|_, symbol| {
            for _ in 0..MAX_STEPS {
                let Some(target) = stands_for.get(symbol) else { break };
                symbol.clone_from(target);
            }
            !symbol.contains(" local ") || definitions.contains_key(symbol)
        });
    }

    fn read_document(&mut self, document: &[(u64, Value<'_>)]) -> Result<(), Box<dyn Error>> {
        let mut path = String::new();
        for (field, value) in document {
            match (field, value) {
                (1, Value::Bytes(bytes)) => path = text(bytes),
                (2, Value::Bytes(bytes)) => self.read_occurrence(&path, bytes)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn read_occurrence(&mut self, path: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        let (mut range, mut symbol, mut roles) = (Vec::new(), String::new(), 0);
        for (field, value) in fields(bytes)? {
            match (field, value) {
                (1, Value::Number(number)) => range.push(number),
                (1, Value::Bytes(mut packed)) => {
                    while !packed.is_empty() {
                        range.push(number(&mut packed)?);
                    }
                }
                (2, Value::Bytes(bytes)) => symbol = text(bytes),
                (3, Value::Number(number)) => roles = number,
                _ => {}
            }
        }
        let [line, column, ..] = range[..] else { return Err("an occurrence has no range".into()) };
        let position = Position { path: path.to_owned(), line: line as u32 + 1, column: column as u32 };
        let symbol = if symbol.starts_with("local ") { format!("{path} {symbol}") } else { symbol };
        if roles & DEFINITION != 0 {
            self.definitions.entry(symbol).or_default().push(position);
        } else {
            self.references.entry(position).or_insert(symbol);
        }
        Ok(())
    }
}

/// The value of a field, of the two types that are read.
enum Value<'b> {
    Number(u64),
    Bytes(&'b [u8]),
}

/// The fields of a message, in order.
fn fields(mut bytes: &[u8]) -> Result<Vec<(u64, Value<'_>)>, Box<dyn Error>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = number(&mut bytes)?;
        match key & 7 {
            0 => fields.push((key >> 3, Value::Number(number(&mut bytes)?))),
            1 => drop(cut(&mut bytes, 8)?),
            2 => {
                let n_bytes = number(&mut bytes)?;
                fields.push((key >> 3, Value::Bytes(cut(&mut bytes, n_bytes)?)));
            }
            5 => drop(cut(&mut bytes, 4)?),
            _ => return Err("the index is not of the form that SCIP has".into()),
        }
    }
    Ok(fields)
}

fn cut<'b>(bytes: &mut &'b [u8], n_bytes: u64) -> Result<&'b [u8], Box<dyn Error>> {
    let (taken_bytes, remaining) = bytes.split_at_checked(n_bytes as usize).ok_or("the index ends too soon")?;
    *bytes = remaining;
    Ok(taken_bytes)
}

/// A varint: seven bits per byte, the lowest first.
fn number(bytes: &mut &[u8]) -> Result<u64, Box<dyn Error>> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = cut(bytes, 1)?[0];
        value |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(value);
        }
    }
    Err("the index holds a number that does not end".into())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Index, Position};

    /// A field of bytes, encoded.
    fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
        [&[number << 3 | 2, bytes.len() as u8], bytes].concat()
    }

    fn occurrence(range: &[u8], symbol: &str, roles: u8) -> Vec<u8> {
        field(2, &[field(1, range), field(2, symbol.as_bytes()), vec![3 << 3, roles]].concat())
    }

    #[test]
    fn an_index_has_definitions_and_references_with_their_positions() {
        let document = [field(1, b"a.ts"), occurrence(&[4, 9, 12], "A#go().", 1), occurrence(&[6, 2, 4], "local 3", 8)];
        let index = Index::read(&[field(1, b"passed over"), field(2, &document.concat())].concat()).unwrap();
        let position = |line, column| Position { path: "a.ts".to_owned(), line, column };
        assert_eq!(index.definitions["A#go()."], [position(5, 9)]);
        assert_eq!(index.references[&position(7, 2)], "a.ts local 3");
    }

    #[test]
    fn a_name_that_stands_for_another_is_resolved_to_it() {
        // `function go() {}`, `export = { go }`, `const run = it.go`; and in another file `it.go()`, `run()`, `lost()`.
        let (go, export, run) = ("A#go().", "A#go0:", "A#run.");
        let defining_file = [
            field(1, b"a.js"),
            occurrence(&[0, 9, 11], go, 1),
            occurrence(&[1, 11, 13], export, 1),
            occurrence(&[1, 11, 13], go, 0),
            occurrence(&[2, 6, 9], run, 1),
            occurrence(&[2, 15, 17], export, 0),
        ];
        let naming_file = [
            field(1, b"b.js"),
            occurrence(&[0, 3, 5], export, 0),
            occurrence(&[1, 0, 3], run, 0),
            occurrence(&[2, 0, 4], "local 7", 0),
        ];
        let mut index =
            Index::read(&[field(2, &defining_file.concat()), field(2, &naming_file.concat())].concat()).unwrap();
        let position = |path: &str, line, column| Position { path: path.to_owned(), line, column };
        index.follow(|at| (*at == position("a.js", 3, 6)).then(|| position("a.js", 3, 15)));
        assert_eq!(index.references[&position("b.js", 1, 3)], go);
        assert_eq!(index.references[&position("b.js", 2, 0)], go);
        assert_eq!(index.references.get(&position("b.js", 3, 0)), None);
    }

    #[test]
    fn a_truncated_or_empty_index_is_refused() {
        let document = field(2, &[field(1, b"a.ts"), occurrence(&[4, 9, 12], "A#go().", 1)].concat());
        assert!(Index::read(&document).is_ok());
        assert!(Index::read(&document[..document.len() - 1]).is_err());
        assert!(Index::read(&[]).is_err());
        assert!(Index::read(&[255; 12]).is_err());
    }
}
