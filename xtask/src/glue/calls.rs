//! `glue.ts`: the functions that read and write types, and one that calls for each function of the WIT.

use std::collections::BTreeSet;

use anyhow::{bail, ensure};
use wit_parser::abi::AbiVariant;
use wit_parser::{Function, Interface, Type, TypeDefKind, TypeId};

use super::names::{constant, member, type_name};
use super::store::{self, Flat};
use super::{Shape, Wit, load};

const HEAD: &str = "\
// Generated from wit/ by `cargo xtask glue`; the gate compares. How each type of the interface crosses, by the component
// model's standard for linear memory: numbers lie where the standard puts them, `m` reads and writes them.

import { type Abi, type Core, core, release } from \"../guest/abi.js\";
import type * as t from \"./types.js\";
";

pub fn file(wit: &Wit) -> anyhow::Result<String> {
    let (taken, given) = reached(wit)?;
    let mut text = HEAD.to_owned();
    let cases: BTreeSet<_> = taken.union(&given).collect();
    for (name, id) in cases {
        if let TypeDefKind::Enum(cases) = &wit.resolve.types[*id].kind {
            let names: Vec<String> = cases.cases.iter().map(|case| format!("\"{}\"", case.name)).collect();
            let (constant, name) = (constant(name), type_name(name));
            text.push_str(&format!("\nconst {constant}: readonly t.{name}[] = [{}];\n", names.join(", ")));
        }
    }
    for (_, id) in &given {
        push(&mut text, &load::definition(wit, *id)?);
    }
    for (_, id) in &taken {
        push(&mut text, &store::definition(wit, *id)?);
    }
    text.push_str("\n/** The interface of the component over the exports of its core module. */\n");
    text.push_str("export function bind(m: Abi, exports: Core): t.Exports {\n");
    let mut table = String::new();
    for interface in wit.interfaces().filter(|interface| !interface.functions.is_empty()) {
        table.push_str(&format!("    {}: {{\n", member(interface.name.as_deref().unwrap_or_default())));
        for function in interface.functions.values() {
            let (before, method) = call(wit, interface, function)?;
            text.push_str(&before);
            table.push_str(&method);
        }
        table.push_str("    },\n");
    }
    Ok(format!("{text}  return {{\n{table}  }};\n}}\n"))
}

fn push(text: &mut String, definition: &str) {
    if !definition.is_empty() {
        text.push('\n');
        text.push_str(definition);
    }
}

type Names = BTreeSet<(String, TypeId)>;

/// The named types that an argument brings into memory: those inside its lists. The rest of it travels flat.
fn in_memory(wit: &Wit, ty: &Type, reached: &mut Names) -> anyhow::Result<()> {
    match wit.shape(ty)? {
        Shape::Plain(_) | Shape::Bytes | Shape::Words => Ok(()),
        Shape::List(item) => wit.reach(item, reached),
        Shape::Option(item) => in_memory(wit, item, reached),
        Shape::Named(id) => match &wit.resolve.types[id].kind {
            TypeDefKind::Enum(_) => wit.reach(ty, reached),
            _ => wit.parts(id).iter().try_for_each(|part| in_memory(wit, part, reached)),
        },
    }
}

/// The named types among arguments, and among results.
fn reached(wit: &Wit) -> anyhow::Result<(Names, Names)> {
    let (mut taken, mut given) = (Names::new(), Names::new());
    for function in wit.interfaces().flat_map(|interface| interface.functions.values()) {
        for parameter in &function.params {
            in_memory(wit, &parameter.ty, &mut taken)?;
        }
        for ty in results(wit, function) {
            wit.reach(&ty, &mut given)?;
        }
    }
    Ok((taken, given))
}

fn results(wit: &Wit, function: &Function) -> Vec<Type> {
    let Some(ty) = function.result else { return Vec::new() };
    wit.sides(&ty).map_or_else(|| vec![ty], |(done, refused)| done.into_iter().chain(refused).collect())
}

/// The lines that look a function up, and the method that calls it.
fn call(wit: &Wit, interface: &Interface, function: &Function) -> anyhow::Result<(String, String)> {
    let signature = wit.resolve.wasm_signature(AbiVariant::GuestExport, function);
    ensure!(
        signature.retptr && !signature.indirect_params,
        "the glue cannot call `{}`: too many arguments",
        function.name
    );
    let interface_name = interface.name.as_deref().unwrap_or_default();
    let variable = format!("{}{}", member(interface_name), type_name(&function.name));
    let export = export(wit, interface, function)?;
    let before = format!(
        "  const {variable} = core(exports, \"{export}\");\n  const {variable}Done = release(exports, \"{export}\");\n"
    );
    let parameters: Vec<String> = function.params.iter().map(|parameter| member(&parameter.name)).collect();
    let mut flat = Flat::default();
    for parameter in &function.params {
        let name = member(&parameter.name);
        store::flat(wit, &parameter.ty, &name, &format!("{name}$"), &format!("\"{name}\""), &mut flat)?;
    }
    let mut method = format!("      {}({}) {{\n        m.begin();\n", member(&function.name), parameters.join(", "));
    method.push_str(&flat.before.replace("\n      ", "\n        ").replacen("      ", "        ", 1));
    method.push_str(&format!("        const area = {variable}({});\n", flat.numbers.join(", ")));
    method.push_str(&format!("        return {};\n      }},\n", answer(wit, function, &variable)?));
    Ok((before, method))
}

/// The expression that reads a function's result and gives its memory back.
fn answer(wit: &Wit, function: &Function, variable: &str) -> anyhow::Result<String> {
    let Some(ty) = function.result else { bail!("the glue cannot call `{}`: it returns nothing", function.name) };
    match wit.sides(&ty) {
        None => Ok(format!("m.plain(area, {}, {variable}Done)", load::reader(wit, &ty)?)),
        Some((Some(done), Some(refused))) => {
            let place = wit.payload(wit_parser::Int::U8, [Some(&done), Some(&refused)]);
            let (done, refused) = (load::reader(wit, &done)?, load::reader(wit, &refused)?);
            Ok(format!("m.result(area, {place}, {done}, {refused}, {variable}Done)"))
        }
        Some(_) => bail!("the glue cannot call `{}`: its result has one side only", function.name),
    }
}

/// The name that the core module exports a function by.
fn export(wit: &Wit, interface: &Interface, function: &Function) -> anyhow::Result<String> {
    let id = interface.package.map(|package| &wit.resolve.packages[package].name);
    let Some(id) = id else { bail!("an interface without a package") };
    let interface_id = id.interface_id(interface.name.as_deref().unwrap_or_default());
    Ok(format!("{interface_id}#{}", function.name))
}
