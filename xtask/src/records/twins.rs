//! The asynchronous twins of Python's classes: each public method of a class as one that runs it on the twin's thread, with the
//! signature and the documentation that the class gives it.
//!
//! The classes are read as `source` does, so nothing need be built to write this. Not here: methods whose twin does
//! something else, which are written by hand (`bindings-python/python/scrubjay/aio.py`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, ensure};

use super::signatures::declaration;
use super::source::{Class, Method, Parameter, Source, words};

const HEAD: &str = "\
\"\"\"Methods that run on the thread of an asynchronous twin. Written by `cargo xtask records` from the classes: change those.\"\"\"

from __future__ import annotations

";

/// The name that stands for the class on which a constructor is called: Python 3.10 has no `Self`.
const OWN: &str = "Self";

/// What is imported from `_twin.py`.
const IN_TWIN: [&str; 3] = [OWN, "RecordingTwin", "Twin"];

/// A class and what of it is not run as it is.
struct Twin {
    /// Its file, without the ending.
    module: &'static str,
    class: &'static str,
    /// What its twin begins with.
    base: &'static str,
    /// What its twin has of its own.
    by_hand: &'static [&'static str],
    /// What its twin has signature and documentation of, and a body of its own, behind a name that begins with `_`.
    bodies_by_hand: &'static [&'static str],
    /// Properties that are asked on the thread.
    awaited: &'static [&'static str],
    /// What `open` does, where the class is made by a call.
    opens: Option<&'static str>,
}

const PLAIN: Twin =
    Twin { module: "", class: "", base: "Twin", by_hand: &[], bodies_by_hand: &[], awaited: &[], opens: None };

const TWINS: [Twin; 7] = [
    Twin { module: "context", class: "Contexts", ..PLAIN },
    Twin { module: "sessions", class: "Sessions", by_hand: &["summarise_session_with"], ..PLAIN },
    Twin { module: "mending", class: "Mending", ..PLAIN },
    Twin {
        module: "recording",
        class: "Recording",
        base: "RecordingTwin",
        by_hand: &["export_lines", "export_csv", "close"],
        bodies_by_hand: &["import_lines"],
        ..PLAIN
    },
    Twin { module: "memory", class: "Memory", by_hand: &["index", "watch", "close"], ..PLAIN },
    Twin {
        module: "notes",
        class: "Records",
        by_hand: &["close"],
        opens: Some("Opens records in a file of one's own; without a file nothing is kept."),
        ..PLAIN
    },
    Twin {
        module: "window",
        class: "Window",
        by_hand: &["close"],
        awaited: &["found"],
        opens: Some("Opens a window."),
        ..PLAIN
    },
];

/// Written from the sources in this folder.
pub fn write(package: &Path) -> anyhow::Result<String> {
    let (mut classes, mut imports) = (String::new(), Imports::default());
    for twin in TWINS {
        let file = package.join(format!("{}.py", twin.module));
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let source = Source::read(&text);
        let class =
            source.class(twin.class).with_context(|| format!("{}.py has no class {}", twin.module, twin.class))?;
        let text = twin.write(&class).with_context(|| format!("the twin of {}", twin.class))?;
        imports.add(twin.module, &source, &text);
        classes.push_str(&text);
    }
    Ok(format!("{HEAD}{imports}{classes}"))
}

impl Twin {
    fn write(&self, class: &Class<'_>) -> anyhow::Result<String> {
        let known = |name: &&&str| !class.methods.iter().any(|method| method.name == **name);
        let lists = [self.by_hand, self.bodies_by_hand, self.awaited];
        ensure!(lists.concat().iter().find(known).is_none(), "it has not all of {lists:?}");
        let mut text = format!(
            "\n\nclass Async{name}Calls({base}):\n    \"\"\"What is called of `{name}`.\"\"\"\n\n    _plain: {name}\n",
            name = self.class,
            base = self.base
        );
        if let Some(said) = self.opens {
            text.push_str(&self.open(class, said)?);
        }
        let own = |method: &&Method<'_>| method.name.starts_with('_') || self.by_hand.contains(&method.name);
        for method in class.methods.iter().filter(|method| !own(method)) {
            text.push_str(&self.method(method)?);
        }
        Ok(text)
    }

    /// The constructor of a class that is made by a call.
    fn open(&self, class: &Class<'_>, said: &str) -> anyhow::Result<String> {
        let made = class.methods.iter().find(|method| method.name == "__init__").context("it has no __init__")?;
        let (_, arguments) = class.docs.split_once("\n    Args:\n").context("it tells no arguments")?;
        let arguments: String = arguments.lines().map(|line| format!("    {line}\n")).collect();
        let docs = format!("        \"\"\"{said}\n\n        Args:\n{}\n        \"\"\"\n", arguments.trim_end());
        let opened =
            Method { name: "open", decorators: vec!["@classmethod"], docs: &docs, returns: self.class, ..made.clone() };
        self.method(&opened)
    }

    fn method(&self, method: &Method<'_>) -> anyhow::Result<String> {
        let name = method.name;
        let is_overload = method.decorators.contains(&"@overload");
        ensure!(is_overload != method.docs.ends_with("\"\"\"\n"), "`{name}` has no documentation");
        let is_made = method.decorators.contains(&"@classmethod");
        let is_property = method.decorators.contains(&"@property");
        let is_awaited = !is_property || self.awaited.contains(&name);
        let returns = if method.returns == self.class { OWN } else { method.returns };
        let mut parameters: Vec<String> = method.parameters.iter().map(ToString::to_string).collect();
        if is_made {
            parameters[0] = format!("cls: type[{OWN}]");
        }
        let mut text = "\n".to_owned();
        for one in method.decorators.iter().filter(|one| **one != "@property" || !is_awaited) {
            let _ = writeln!(text, "    {one}");
        }
        let def = if is_awaited { "async def" } else { "def" };
        text.push_str(&declaration(def, name, &parameters, returns));
        if is_overload {
            return Ok(text.trim_end().to_owned() + " ...\n");
        }
        text.push_str(method.docs);
        let arguments: Vec<String> = method.parameters.iter().skip(1).filter_map(Parameter::handed_on).collect();
        let of = if is_made { self.class } else { "self._plain" };
        if self.bodies_by_hand.contains(&name) {
            let _ = writeln!(text, "        return await self._{name}({})", arguments.join(", "));
        } else if !is_awaited {
            let _ = writeln!(text, "        return {of}.{name}");
        } else if is_made {
            let called = if name == "open" && self.opens.is_some() { of.to_owned() } else { format!("{of}.{name}") };
            text.push_str(&call("return await cls._opened", &called, &arguments));
        } else {
            let wait = if returns == "None" { "await self._run" } else { "return await self._run" };
            text.push_str(&match (is_property, arguments.is_empty()) {
                (true, _) => format!("        {wait}(lambda: {of}.{name})\n"),
                (false, true) => format!("        {wait}({of}.{name})\n"),
                (false, false) => call(wait, &format!("{of}.{name}"), &arguments),
            });
        }
        Ok(text)
    }
}

/// `return await self._run(lambda: self._plain.explain(id))`, on as many lines as it needs.
fn call(wait: &str, called: &str, arguments: &[String]) -> String {
    let one_line = format!("        {wait}(lambda: {called}({}))\n", arguments.join(", "));
    if one_line.len() <= 121 {
        return one_line;
    }
    let given: String = arguments.iter().map(|one| format!("                {one},\n")).collect();
    format!("        {wait}(\n            lambda: {called}(\n{given}            )\n        )\n")
}

/// What the file imports.
#[derive(Default)]
struct Imports(BTreeMap<String, BTreeSet<String>>);

impl Imports {
    /// What a text needs that was made of this module.
    fn add(&mut self, module: &str, source: &Source<'_>, text: &str) {
        let code = text.split("\"\"\"").step_by(2);
        let names: BTreeSet<&str> = code.flat_map(words).collect();
        for name in names {
            if let Some(from) = source.imports.get(name) {
                self.0.entry((*from).to_owned()).or_default().insert(name.to_owned());
            } else if source.defines(name) {
                self.0.entry(format!(".{module}")).or_default().insert(name.to_owned());
            } else if IN_TWIN.contains(&name) {
                self.0.entry("._twin".to_owned()).or_default().insert(name.to_owned());
            }
        }
    }
}

impl std::fmt::Display for Imports {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (own, other): (Vec<_>, Vec<_>) = self.0.iter().partition(|(module, _)| module.starts_with('.'));
        let (whole, parts): (Vec<_>, Vec<_>) = other.into_iter().partition(|(module, names)| names.contains(*module));
        whole.iter().try_for_each(|(module, _)| writeln!(out, "import {module}"))?;
        let n_parts = parts.len();
        for (place, (module, names)) in parts.into_iter().chain(own).enumerate() {
            if place == n_parts {
                writeln!(out)?;
            }
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            if names.len() > 5 {
                writeln!(out, "from {module} import (\n    {},\n)", names.join(",\n    "))?;
            } else {
                writeln!(out, "from {module} import {}", names.join(", "))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "from .records import Found\n\n\nclass Shelf:\n    \"\"\"A shelf.\n\n    Args:\n        size: How many.\n    \"\"\"\n\n    def __init__(self, *, size: int = 3) -> None:\n        self._size = size\n\n    @property\n    def root(self) -> str:\n        \"\"\"Where it is.\"\"\"\n        return \"\"\n\n    def look(self, text: str, *, limit: int = 20) -> Found:\n        \"\"\"Looks.\"\"\"\n        return look(text, limit)\n\n    def close(self) -> None:\n        \"\"\"Closes it.\"\"\"\n";

    const SHELF: Twin = Twin { class: "Shelf", by_hand: &["close"], opens: Some("Opens a shelf."), ..PLAIN };

    fn written(twin: &Twin) -> anyhow::Result<String> {
        twin.write(&Source::read(TEXT).class("Shelf").context("no class")?)
    }

    #[test]
    fn a_method_runs_on_the_thread_with_its_signature_and_documentation() {
        let text = written(&SHELF).unwrap();
        let look = "    async def look(self, text: str, *, limit: int = 20) -> Found:\n        \"\"\"Looks.\"\"\"\n        return await self._run(lambda: self._plain.look(text, limit=limit))\n";
        assert!(text.contains(look) && !text.contains("close"), "{text}");
        let root = "    @property\n    def root(self) -> str:\n        \"\"\"Where it is.\"\"\"\n        return self._plain.root\n";
        assert!(text.contains(root), "{text}");
        let awaited = written(&Twin { awaited: &["root"], ..SHELF }).unwrap();
        assert!(
            awaited.contains("\n\n    async def root(self) -> str:\n")
                && awaited.contains("_run(lambda: self._plain.root)")
        );
    }

    #[test]
    fn a_class_that_is_made_by_a_call_is_opened() {
        let text = written(&SHELF).unwrap();
        let open = "    @classmethod\n    async def open(cls: type[Self], *, size: int = 3) -> Self:\n        \"\"\"Opens a shelf.\n\n        Args:\n            size: How many.\n        \"\"\"\n        return await cls._opened(lambda: Shelf(size=size))\n";
        assert!(text.contains(open), "{text}");
    }

    #[test]
    fn what_is_by_hand_and_is_not_there_is_refused() {
        assert!(written(&Twin { by_hand: &["burn"], ..SHELF }).is_err());
    }
}
