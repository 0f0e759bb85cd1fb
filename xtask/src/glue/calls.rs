//! Generates the functions that read and write types, and one that calls each function of the WIT.

use std::collections::BTreeSet;

use anyhow::bail;
use wit_parser::abi::{AbiVariant, WasmSignature, WasmType};
use wit_parser::{Function, Int, Interface, Type, TypeDefKind, TypeId};

use super::flat::{self, FlatArguments};
use super::names::{case_literal, constant_name, indent, member_name, type_name, variable_name, words};
use super::store::{self, GivenValue};
use super::{Shape, Wit, load};

const HEAD: &str = "\
// Generated from wit/ by `cargo xtask glue`; the gate compares.
";

const LOAD_HEADER: &str = "\
// Reads what the component returns, in the layout that the component model defines for linear memory; `m` is that memory.
";

const STORE_HEADER: &str = "\
// Writes what the component is given, in the layout that the component model defines for linear memory. `m` is that
// memory, and its functions check each value.
";

const TYPES: &str = "import type * as t from \"./types.js\";\n";

/// The files `cases.ts` with the words of enumerations, `load.ts`, `store.ts`, and `glue.ts`, which binds them to a
/// core module; `abi` is the import path of the runtime.
pub fn files(wit: &Wit, abi: &str) -> anyhow::Result<Vec<(String, String)>> {
    let (in_arguments, in_results) = types_in_memory(wit)?;
    let mut cases = format!("{HEAD}\n{TYPES}");
    for (name, id) in in_arguments.union(&in_results).collect::<BTreeSet<_>>() {
        if let TypeDefKind::Enum(found) = &wit.resolve.types[*id].kind {
            let names: Vec<String> = found.cases.iter().map(|case| case_literal(&case.name)).collect();
            let (constant, name) = (constant_name(name), type_name(name));
            cases.push_str(&format!("\nexport const {constant}: readonly t.{name}[] = [{}];\n", names.join(", ")));
        }
    }
    let (mut load, mut store) = (String::new(), String::new());
    in_results.iter().try_for_each(|(_, id)| load::loader(wit, *id).map(|text| push(&mut load, &text)))?;
    in_arguments.iter().try_for_each(|(_, id)| store::definition(wit, *id).map(|text| push(&mut store, &text)))?;
    let bind = bind(wit)?;
    let names_in = |text: &str| used_names(wit, &in_arguments, &in_results, text);
    let runtime = format!("import type {{ Abi }} from \"{abi}\";\n");
    Ok(vec![
        (
            "load.ts".to_owned(),
            format!("{HEAD}{LOAD_HEADER}\n{runtime}{}{TYPES}{load}", import_of_cases(&names_in(&load))),
        ),
        (
            "store.ts".to_owned(),
            format!("{HEAD}{STORE_HEADER}\n{runtime}{}{TYPES}{store}", import_of_cases(&names_in(&store))),
        ),
        (
            "glue.ts".to_owned(),
            format!("{HEAD}\n{}{}{TYPES}\n{bind}", import_of_runtime(&bind, abi), imports(&names_in(&bind))),
        ),
        ("cases.ts".to_owned(), cases),
    ])
}

/// The import of the runtime's functions that the calls use.
fn import_of_runtime(bind: &str, abi: &str) -> String {
    let words: BTreeSet<&str> = words(bind).collect();
    let functions: Vec<&str> = ["core", "nothing", "release"].into_iter().filter(|name| words.contains(name)).collect();
    format!("import {{ type Abi, type Core, {} }} from \"{abi}\";\n", functions.join(", "))
}

/// The generated function that looks up every function of the core module.
fn bind(wit: &Wit) -> anyhow::Result<String> {
    let mut text = "/** The interface of the component over the exports of its core module. */\n".to_owned();
    text.push_str("export function bind(m: Abi, exports: Core): t.Exports {\n");
    let mut table = String::new();
    for interface in wit.interfaces().filter(|interface| !interface.functions.is_empty()) {
        table.push_str(&format!("    {}: {{\n", member_name(interface.name.as_deref().unwrap_or_default())));
        for function in interface.functions.values() {
            let (declarations, method) = call(wit, interface, function)?;
            text.push_str(&declarations);
            table.push_str(&method);
        }
        table.push_str("    },\n");
    }
    Ok(format!("{text}  return {{\n{table}  }};\n}}\n"))
}

/// The names that a text uses from the other files: constants of enumerations, and functions that read or write types.
struct Used {
    cases: Vec<String>,
    loads: Vec<String>,
    stores: Vec<String>,
}

fn used_names(wit: &Wit, in_arguments: &Names, in_results: &Names, text: &str) -> Used {
    let words: BTreeSet<&str> = words(text).collect();
    let is_enum = |id: &TypeId| matches!(wit.resolve.types[*id].kind, TypeDefKind::Enum(_));
    let if_used = |name: String| words.contains(name.as_str()).then_some(name);
    let enums: BTreeSet<_> = in_arguments.union(in_results).filter(|(_, id)| is_enum(id)).collect();
    Used {
        cases: enums.into_iter().filter_map(|(name, _)| if_used(constant_name(name))).collect(),
        loads: in_results.iter().filter_map(|(name, _)| if_used(format!("load{}", type_name(name)))).collect(),
        stores: in_arguments.iter().filter_map(|(name, _)| if_used(format!("store{}", type_name(name)))).collect(),
    }
}

fn import_of_cases(used: &Used) -> String {
    import(&used.cases, "cases")
}

fn imports(used: &Used) -> String {
    import(&used.cases, "cases") + &import(&used.loads, "load") + &import(&used.stores, "store")
}

fn import(names: &[String], file: &str) -> String {
    if names.is_empty() { String::new() } else { format!("import {{ {} }} from \"./{file}.js\";\n", names.join(", ")) }
}

fn push(text: &mut String, definition: &str) {
    if !definition.is_empty() {
        text.push('\n');
        text.push_str(definition);
    }
}

type Names = BTreeSet<(String, TypeId)>;

/// Collects the named types that an argument stores in memory: those within its lists. All else is passed as numbers;
/// of that, enumerations and flags are collected too.
fn reach_in_memory(wit: &Wit, ty: &Type, reached: &mut Names) -> anyhow::Result<()> {
    match wit.shape(ty)? {
        Shape::Plain(_) | Shape::Bytes | Shape::Words => Ok(()),
        Shape::List(item) => wit.reach(item, reached),
        Shape::Option(item) => reach_in_memory(wit, item, reached),
        Shape::Tuple(items) => items.iter().try_for_each(|item| reach_in_memory(wit, item, reached)),
        Shape::Choice(cases) => {
            cases.iter().filter_map(|(_, ty)| *ty).try_for_each(|ty| reach_in_memory(wit, ty, reached))
        }
        Shape::Named(id) => match &wit.resolve.types[id].kind {
            TypeDefKind::Enum(_) | TypeDefKind::Flags(_) => wit.reach(ty, reached),
            _ => wit.parts(id).iter().try_for_each(|part| reach_in_memory(wit, part, reached)),
        },
    }
}

/// The named types that arguments store in memory, as [`reach_in_memory`] says, and the named types in results.
fn types_in_memory(wit: &Wit) -> anyhow::Result<(Names, Names)> {
    let (mut in_arguments, mut in_results) = (Names::new(), Names::new());
    for function in wit.interfaces().flat_map(|interface| interface.functions.values()) {
        let reach = if signature(wit, function).indirect_params { Wit::reach } else { reach_in_memory };
        for parameter in &function.params {
            reach(wit, &parameter.ty, &mut in_arguments)?;
        }
        for ty in results(wit, function) {
            wit.reach(&ty, &mut in_results)?;
        }
    }
    Ok((in_arguments, in_results))
}

fn results(wit: &Wit, function: &Function) -> Vec<Type> {
    let Some(ty) = function.result else { return Vec::new() };
    wit.sides(&ty).map_or_else(|| vec![ty], |(done, refused)| done.into_iter().chain(refused).collect())
}

fn signature(wit: &Wit, function: &Function) -> WasmSignature {
    wit.resolve.wasm_signature(AbiVariant::GuestExport, function)
}

/// The lines that look up a function, and the method that calls it.
fn call(wit: &Wit, interface: &Interface, function: &Function) -> anyhow::Result<(String, String)> {
    let signature = signature(wit, function);
    let js_function =
        format!("{}${}", member_name(interface.name.as_deref().unwrap_or_default()), member_name(&function.name));
    let export = export(wit, interface, function)?;
    let mut declarations = match direct(wit, function, &signature)? {
        Some(WasmType::I64) => format!("  const {js_function} = core<bigint>(exports, \"{export}\");\n"),
        _ => format!("  const {js_function} = core(exports, \"{export}\");\n"),
    };
    if signature.retptr {
        declarations.push_str(&format!("  const {js_function}$done = release(exports, \"{export}\");\n"));
    }
    let parameters: Vec<String> = function.params.iter().map(|parameter| variable_name(&parameter.name)).collect();
    let (statements, numbers) = arguments(wit, function, &signature)?;
    let answer = answer(wit, function, &signature, &format!("{js_function}({numbers})"), &js_function)?;
    let body = indent(&format!("m.begin();\n{statements}{answer}"), 8);
    let method = format!("      {}({}) {{\n{body}      }},\n", member_name(&function.name), parameters.join(", "));
    Ok((declarations, method))
}

/// The statements that convert the arguments, and the numbers to pass.
fn arguments(wit: &Wit, function: &Function, signature: &WasmSignature) -> anyhow::Result<(String, String)> {
    let given_value = |name: &str| GivenValue::of(variable_name(name), store::quoted(&member_name(name)));
    if !signature.indirect_params {
        let mut flat_arguments = FlatArguments::default();
        for parameter in &function.params {
            let prefix = member_name(&parameter.name);
            flat_arguments.add(wit, &parameter.ty, &given_value(&parameter.name), &prefix)?;
        }
        let numbers = flat_arguments.arguments();
        return Ok((flat_arguments.before, numbers));
    }
    let types: Vec<Type> = function.params.iter().map(|parameter| parameter.ty).collect();
    let (size, align) = wit.area(&types);
    let mut statements = format!("const $at = m.newArea({size}, {align});\n");
    for (place, parameter) in wit.places(&types).into_iter().zip(&function.params) {
        statements.push_str(&store::statement(wit, &parameter.ty, "$at", place, &given_value(&parameter.name))?);
        statements.push('\n');
    }
    Ok((statements, "$at".to_owned()))
}

/// The kind of number that a function returns directly; `None` if it returns an address or nothing.
fn direct(wit: &Wit, function: &Function, signature: &WasmSignature) -> anyhow::Result<Option<WasmType>> {
    function.result.filter(|_| !signature.retptr).map(|ty| flat::returned_kind(wit, &ty)).transpose()
}

/// The statements that call a function, read its result and free the result's memory.
fn answer(
    wit: &Wit,
    function: &Function,
    signature: &WasmSignature,
    call: &str,
    js_function: &str,
) -> anyhow::Result<String> {
    let Some(ty) = function.result else { return Ok(format!("{call};")) };
    let sides = wit.sides(&ty);
    if !signature.retptr {
        return Ok(match sides {
            Some(_) => format!("m.done({call});"),
            None => format!("const $result = {call};\nreturn {};", flat::lift_expression(wit, &ty, "$result")?),
        });
    }
    let call = format!("const $result = {call};\n");
    let Some((done_type, refused_type)) = sides else {
        return Ok(format!("{call}return m.plain($result, {}, {js_function}$done);", load::reader(wit, &ty, false)?));
    };
    let place = wit.payload(Int::U8, [done_type.as_ref(), refused_type.as_ref()]);
    let reader = |side: Option<Type>| side.map_or(Ok("nothing".to_owned()), |ty| load::reader(wit, &ty, false));
    let (done_reader, refused_reader) = (reader(done_type)?, reader(refused_type)?);
    Ok(format!("{call}return m.result($result, {place}, {done_reader}, {refused_reader}, {js_function}$done);"))
}

/// The name by which the core module exports a function.
fn export(wit: &Wit, interface: &Interface, function: &Function) -> anyhow::Result<String> {
    let id = interface.package.map(|package| &wit.resolve.packages[package].name);
    let Some(id) = id else { bail!("an interface without a package") };
    let interface_id = id.interface_id(interface.name.as_deref().unwrap_or_default());
    Ok(format!("{interface_id}#{}", function.name))
}
