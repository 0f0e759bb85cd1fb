//! What a bare name means where it stands: scopes from the inside out, then star imports, then outside.

use super::value::{Found, Value, Values};
use super::{Linker, Place, Rules, latest};
use crate::graph::code::{Bound, Entry, FileCode};
use crate::graph::facts::{DefId, Marks, Name};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::links::FileId;
use crate::graph::names::NameId;
use xxhash_rust::xxh3::xxh3_64_with_seed;

impl Linker<'_> {
    /// What a name, read at a byte offset, means: definitions, locals, or something outside.
    pub(super) fn lexical(&mut self, place: Place, name: Name, at: u32) -> Values {
        let Some(code) = self.file(place.file) else { return Values::default() };
        let id = code.name(name);
        self.consult_elsewhere(place.file, id);
        let rules = self.rules(place.file);
        let mut scope = place.scope;
        // The body of a class runs where it stands, so it sees what its surroundings have bound by then.
        let mut in_order = true;
        // What a class binds further down is meant only where nothing around it is, in annotations that wait.
        let mut further_down = Values::default();
        loop {
            let own = scope == place.scope;
            if sees_through(code, scope, own, rules) {
                let entries = code.bound(scope, id);
                let values = match rules {
                    Rules::Python => self.python_visible(place.file, code, entries, at, in_order),
                    Rules::Rust => self.rust_visible(place.file, code, entries, at),
                    Rules::Ecmascript => self.ecmascript_visible(place.file, code, entries, at),
                    Rules::Go if scope == DefId(0) => self.package_visible(place.file, code, entries, id),
                    Rules::Go => self.rust_visible(place.file, code, entries, at),
                };
                if rules == Rules::Python && !is_bound_by(code, scope, entries, at) {
                    further_down = values;
                } else if !values.is_empty() {
                    return values;
                }
                let starred = self.starred(place.file, scope, id);
                if !starred.is_empty() {
                    return starred;
                }
            }
            let is_module = matches!(code.definition(scope).kind, SymbolKind::Module);
            if scope == DefId(0) || (is_module && rules == Rules::Rust) {
                return if further_down.is_empty() { Values::external() } else { further_down };
            }
            in_order &= code.definition(scope).kind == SymbolKind::Class;
            scope = code.definition(scope).parent;
        }
    }

    /// What holds only over some bytes (a comprehension's name) hides the rest there, and is nothing elsewhere. Else what
    /// is bound before a place counts, if anything is and the place is come to in order; from inside a function
    /// everything may.
    fn python_visible(&mut self, file: FileId, code: &FileCode, entries: &[Entry], at: u32, in_order: bool) -> Values {
        let is_bounded = |entry: &Entry| code.until(entry) != u32::MAX;
        let holds = |entry: &Entry| code.holds(entry, at);
        let near = &code.near(entries, at);
        if let Some(innermost) = near.iter().rfind(|entry| is_bounded(entry) && holds(entry)) {
            return self.bound_values(file, code, near, |entry| entry.at >= innermost.at && holds(entry));
        }
        if in_order && near.iter().any(holds) {
            return self.bound_values(file, code, &latest::left(code, entries, at), holds);
        }
        self.bound_values(file, code, &latest::left(code, entries, u32::MAX), |entry| !is_bounded(entry))
    }

    /// The latest binding that holds at a place; else what is defined or imported, wherever in the scope.
    fn rust_visible(&mut self, file: FileId, code: &FileCode, entries: &[Entry], at: u32) -> Values {
        let entries = &code.near(entries, at);
        let is_binding = |entry: &Entry| matches!(entry.bound(), Bound::Binding(_));
        let holds = |entry: &Entry| code.holds(entry, at);
        match entries.iter().rfind(|entry| is_binding(entry) && holds(entry)) {
            Some(latest) => self.bound_values(file, code, core::slice::from_ref(latest), |_| true),
            None => self.bound_values(file, code, entries, |entry| !is_binding(entry)),
        }
    }

    /// What the entries of one scope and name that `keep` lets through mean.
    pub(super) fn bound_values(
        &mut self,
        file: FileId,
        code: &FileCode,
        entries: &[Entry],
        keep: impl Fn(&Entry) -> bool,
    ) -> Values {
        let kept = || entries.iter().rev().filter(|entry| keep(entry));
        let named = kept().any(|entry| matches!(entry.bound(), Bound::Definition(_)));
        let mut values = Values::default();
        for entry in kept() {
            match entry.bound() {
                Bound::Definition(definition) => {
                    values.push(Found { value: Value::Def(file, definition), strategy: Strategy::Lexical });
                }
                Bound::Import(import) => values.extend(self.imported(file, import)),
                // A variable with a definition is reached through that.
                Bound::Binding(_) if named => {}
                Bound::Binding(binding) => {
                    let older = !values.is_empty();
                    let strategy = if older { Strategy::Flow } else { Strategy::Lexical };
                    let same_value = older && code.facts.bindings[binding as usize].value.0 == 0;
                    if !same_value {
                        values.push(Found { value: Value::Local(file, binding), strategy });
                    }
                }
            }
        }
        values
    }

    /// What the star imports of a scope bring in under a name; nothing, or what is outside, where they lead there.
    pub(super) fn starred(&mut self, file: FileId, scope: DefId, name: NameId) -> Values {
        let Some(code) = self.file(file) else { return Values::default() };
        // The file that is linked is linked anew when it changes: what it lacks need not be noted.
        if file == self.home && code.stars_in(scope).next().is_none() {
            return Values::default();
        }
        let key = (file, scope, name);
        if let Some(known) = self.stars.known(key) {
            return known;
        }
        let looking = self.stars.begin(key);
        let values = self.starred_anew(code, file, scope, name);
        for question in self.stars.end(key, values, looking) {
            self.forget(question);
        }
        values
    }

    fn starred_anew(&mut self, code: &FileCode, file: FileId, scope: DefId, name: NameId) -> Values {
        if file != self.home {
            self.trace.insert(hash_stars(&self.graph.file(file).path));
        }
        let mut values = Values::default();
        for star in code.stars_in(scope).rev() {
            let modules = self.import_module(file, star);
            let mut taken = Values::default();
            for module in modules.iter() {
                if self.exports(module.value, name) {
                    taken.extend(self.bounded(|linker| linker.member(module, name)));
                }
            }
            values.extend(taken);
            // What leads back here in a circle hides nothing.
            let hides = code.facts.imports[star as usize].replacing && !taken.is_empty();
            if hides && modules.iter().any(|module| self.surely_has(module, name)) {
                break;
            }
        }
        let mut inside = Values::default();
        values.iter().filter(|found| found.value != Value::External).for_each(|found| inside.push(found));
        inside.by_import()
    }

    /// Whether a module has a name whatever happens in it.
    fn surely_has(&self, module: Found, name: NameId) -> bool {
        let Value::Def(file, def) = module.value else { return false };
        let Some(code) = self.file(file).filter(|_| self.exports(module.value, name)) else { return false };
        code.bound(def, name).iter().any(|entry| latest::is_replacing(code, entry))
    }

    /// Whether a star import takes a name: what the module lists, else what has no leading underscore (Python); what it
    /// exports, or what it does not bind itself (JavaScript).
    fn exports(&self, module: Value, name: NameId) -> bool {
        let Value::Def(file, def) = module else { return true };
        let Some(code) = self.file(file) else { return true };
        match (self.rules(file), code.facts.exports) {
            (Rules::Ecmascript, _) => {
                let bound = code.bound(def, name);
                self.text(name) != "default" && (bound.is_empty() || bound.iter().any(|entry| is_exported(code, entry)))
            }
            (Rules::Python, Some(list)) => code.items(list).iter().any(|item| code.name(item.name) == name),
            (Rules::Python, None) => !self.text(name).starts_with('_'),
            _ => true,
        }
    }
}

/// Whether other modules see what a module of JavaScript binds.
pub(super) fn is_exported(code: &FileCode, entry: &Entry) -> bool {
    match entry.bound() {
        Bound::Definition(definition) => code.definition(definition).marks.has(Marks::PUBLIC),
        Bound::Import(import) => code.facts.imports[import as usize].reexported,
        Bound::Binding(_) => true,
    }
}

/// What stands in traces for the star imports of a file.
pub(crate) fn hash_stars(path: &str) -> u32 {
    xxh3_64_with_seed(path.as_bytes(), u64::from(b'*')) as u32
}

/// Whether a name is bound where the body of a class has come to; in other scopes it is wherever it is bound.
fn is_bound_by(code: &FileCode, scope: DefId, entries: &[Entry], at: u32) -> bool {
    // A variable is bound by its assignments.
    let is_variable = |entry: &Entry| match entry.bound() {
        Bound::Definition(definition) => {
            matches!(code.definition(definition).kind, SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Field)
        }
        _ => false,
    };
    code.definition(scope).kind != SymbolKind::Class
        || entries.iter().take_while(|entry| entry.at <= at).any(|entry| !is_variable(entry))
}

/// Whether bare names are looked up in a scope: the inside of a type is none, but for Python code that stands directly in it.
fn sees_through(code: &FileCode, scope: DefId, own: bool, rules: Rules) -> bool {
    use SymbolKind::*;
    match code.definition(scope).kind {
        Class | Interface | Enum | Block => own && rules == Rules::Python,
        // An object's methods are none of the names that they see.
        Variable | Constant | Field => false,
        _ => true,
    }
}
