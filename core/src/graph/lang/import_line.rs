//! The source form of an import on one line. It is the signature of the import's symbol.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::Rules;
use crate::graph::facts::{Facts, Import, Name};

/// The import line of one name, without other names of the same statement.
pub(crate) fn import_line(rules: Rules, facts: &Facts, import: &Import) -> String {
    let name = |name: Name| facts.names[name.0 as usize].as_str();
    let items = &facts.items[import.module.start as usize..][..import.module.len as usize];
    let parts: Vec<&str> = items.iter().map(|item| name(item.name)).collect();
    let mut line = match rules {
        Rules::Rust => rust_line(&parts, import, name(import.member)),
        Rules::Go => return go_line(&parts, name(import.alias)),
        Rules::Ecmascript => return ecmascript_line(&parts, import, &name),
        _ if import.member == Name(0) => format!("import {}", parts.join(".")),
        _ => format!("from {}{} import {}", ".".repeat(import.level.into()), parts.join("."), name(import.member)),
    };
    if import.alias != Name(0) && import.alias != import.member && parts.last() != Some(&name(import.alias)) {
        line.push_str(" as ");
        line.push_str(name(import.alias));
    }
    line
}

/// `use a::b`, with its root; `mod a` for a module in its own file.
fn rust_line(parts: &[&str], import: &Import, member: &str) -> String {
    if import.member == Name(0) {
        return format!("mod {}", parts.join("::"));
    }
    let root = match import.level {
        0 => String::new(),
        1 => "crate::".to_owned(),
        2 => "self::".to_owned(),
        level => "super::".repeat(usize::from(level) - 2),
    };
    let path: String = parts.iter().map(|part| format!("{part}::")).collect();
    format!("use {root}{path}{member}")
}

/// `import "a/b"`; with the bound name unless the path implies that name.
fn go_line(parts: &[&str], alias: &str) -> String {
    let path = parts.join("/");
    match super::go::package_guess(parts) == alias {
        true => format!("import \"{path}\""),
        false => format!("import {alias} \"{path}\""),
    }
}

/// `import { a as b } from "./c"`, `import * as b from "./c"`.
fn ecmascript_line<'f>(parts: &[&str], import: &Import, name: &impl Fn(Name) -> &'f str) -> String {
    let module = parts.join("/");
    let alias = if import.alias == Name(0) { name(import.member) } else { name(import.alias) };
    match name(import.member) {
        "" => format!("import * as {alias} from \"{module}\""),
        "default" => format!("import {alias} from \"{module}\""),
        member if member == alias => format!("import {{ {member} }} from \"{module}\""),
        member => format!("import {{ {member} as {alias} }} from \"{module}\""),
    }
}
