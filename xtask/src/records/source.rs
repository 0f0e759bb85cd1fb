//! Python's classes as their sources say them: what of them is public, with signatures and documentation.
//!
//! It reads how this project writes Python: a signature ends its line with a colon, documentation stands in three quotes, and
//! nothing but strings and brackets holds commas. Not here: what methods do.

use std::collections::BTreeMap;
use std::fmt;

/// A module.
pub struct Source<'t> {
    text: &'t str,
    /// The module that each imported name is of; of a module that is imported whole, itself.
    pub imports: BTreeMap<&'t str, &'t str>,
}

pub struct Class<'t> {
    /// Without the quotes.
    pub docs: &'t str,
    pub methods: Vec<Method<'t>>,
}

#[derive(Clone)]
pub struct Method<'t> {
    pub name: &'t str,
    pub decorators: Vec<&'t str>,
    /// `self` or `cls` first.
    pub parameters: Vec<Parameter<'t>>,
    pub returns: &'t str,
    /// The lines, as they stand there; empty where there are none.
    pub docs: &'t str,
}

/// A parameter as it is written, or the star behind which they are given by name.
#[derive(Clone)]
pub struct Parameter<'t> {
    text: &'t str,
    is_by_name: bool,
}

impl<'t> Source<'t> {
    pub fn read(text: &'t str) -> Self {
        let mut imports = BTreeMap::new();
        for (at, _) in text.match_indices('\n').map(|(at, line)| (at + line.len(), line)).chain([(0, "")]) {
            let rest = &text[at..];
            if let Some(module) = rest.strip_prefix("import ") {
                let module = module.lines().next().unwrap_or_default();
                imports.insert(module, module);
            }
            let Some((module, names)) = rest.strip_prefix("from ").and_then(|rest| rest.split_once(" import ")) else {
                continue;
            };
            let end = if names.starts_with('(') { names.find(')') } else { names.find('\n') };
            let names = &names[..end.unwrap_or(names.len())];
            imports.extend(words(names).map(|name| (name, module)));
        }
        Self { text, imports }
    }

    /// Whether a name is given in the module, as a class or as a value.
    pub fn defines(&self, name: &str) -> bool {
        let begins = |line: &str| {
            let rest = line.strip_prefix("class ").unwrap_or(line);
            rest.strip_prefix(name).is_some_and(|rest| rest.starts_with([':', '(']) || rest.starts_with(" = "))
        };
        self.text.lines().any(begins)
    }

    pub fn class(&self, name: &str) -> Option<Class<'t>> {
        let starts = [format!("\nclass {name}("), format!("\nclass {name}:")];
        let at = starts.iter().find_map(|start| self.text.find(start.as_str()))? + 1;
        let rest = &self.text[at..];
        let body = &rest[rest.find('\n')? + 1..];
        let end =
            body.match_indices('\n').find(|(at, _)| body[at + 1..].starts_with(|letter: char| !letter.is_whitespace()));
        let body = end.map_or(body, |(at, _)| &body[..=at]);
        let docs = body.split("\"\"\"").nth(1)?;
        let mut methods = Vec::new();
        let (mut decorators, mut at) = (Vec::new(), 0);
        for line in body.split_inclusive('\n') {
            let here = line.trim_end();
            if let Some(decorator) = here.strip_prefix("    ").filter(|rest| rest.starts_with('@')) {
                decorators.push(decorator);
            } else if here.starts_with("    def ") {
                methods.push(method(&body[at..], std::mem::take(&mut decorators))?);
            }
            at += line.len();
        }
        Some(Class { docs, methods })
    }
}

/// A method, of which this is the text from its first line on.
fn method<'t>(text: &'t str, decorators: Vec<&'t str>) -> Option<Method<'t>> {
    let (name, rest) = text.trim_start().strip_prefix("def ")?.split_once('(')?;
    let end = closing(rest)?;
    let parameters = split(&rest[..end]);
    let (returns, after) = rest[end..].strip_prefix(") -> ")?.split_once('\n')?;
    let returns = returns.trim_end_matches(" ...").trim_end_matches(':');
    let docs = match after.strip_prefix("        \"\"\"") {
        Some(said) => &after[..after.len() - said.len() + said.find("\"\"\"\n")? + 4],
        None => "",
    };
    let star = parameters.iter().position(|one| *one == "*").unwrap_or(parameters.len());
    let parameters = parameters.into_iter().enumerate();
    let parameters = parameters.map(|(place, text)| Parameter { text, is_by_name: place > star }).collect();
    Some(Method { name, decorators, parameters, returns, docs })
}

/// Where the bracket closes that is open before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' | '[' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' | ']' => depth -= 1,
            _ => {}
        }
        None
    })
}

/// The parts of a text between commas that stand in no bracket.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_between = |letter: char| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    };
    text.split(is_between).map(str::trim).filter(|part| !part.is_empty()).collect()
}

impl Parameter<'_> {
    /// How it is given to a method that has the same; the star is not.
    pub fn handed_on(&self) -> Option<String> {
        let name = words(self.text).next()?;
        Some(if self.is_by_name { format!("{name}={name}") } else { name.to_owned() })
    }
}

impl fmt::Display for Parameter<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.text)
    }
}

/// The names in a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| !letter.is_alphanumeric() && letter != '_';
    text.split(is_between).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "import os\nfrom typing import (\n    Any,\n    final,\n)\n\nMOST = 3\n\n\n@final\nclass Shelf(Base):\n    \"\"\"A shelf.\"\"\"\n\n    @property\n    def n_books(self) -> int:\n        \"\"\"How many.\"\"\"\n        return 0\n\n    def put(\n        self, books: dict[str, int], *, at: Any = None\n    ) -> None:\n        \"\"\"Puts books.\n\n        More of it.\n        \"\"\"\n        def inside(x: int) -> int: ...\n\n\ndef later(x: int) -> int:\n    return x\n";

    #[test]
    fn a_class_has_its_methods_with_signature_and_documentation() {
        let class = Source::read(TEXT).class("Shelf").unwrap();
        assert_eq!((class.docs, class.methods.len()), ("A shelf.", 2));
        let [n_books, put] = class.methods.as_slice() else { panic!() };
        assert_eq!(
            (n_books.name, n_books.decorators.as_slice(), n_books.returns),
            ("n_books", ["@property"].as_slice(), "int")
        );
        assert!(put.decorators.is_empty() && put.returns == "None", "{}", put.returns);
        let parameters: Vec<String> = put.parameters.iter().map(ToString::to_string).collect();
        assert_eq!(parameters, ["self", "books: dict[str, int]", "*", "at: Any = None"]);
        let handed_on: Vec<String> = put.parameters.iter().filter_map(Parameter::handed_on).collect();
        assert_eq!(handed_on, ["self", "books", "at=at"]);
        assert_eq!(put.docs, "        \"\"\"Puts books.\n\n        More of it.\n        \"\"\"\n");
    }

    #[test]
    fn a_name_is_imported_from_a_module_or_given_in_it() {
        let source = Source::read(TEXT);
        assert_eq!([source.imports["os"], source.imports["Any"], source.imports["final"]], ["os", "typing", "typing"]);
        assert!(source.defines("Shelf") && source.defines("MOST") && !source.defines("Any") && !source.defines("put"));
    }
}
