//! The glue: the functions that read and write types, and one that calls for each function of the WIT.

use std::collections::BTreeSet;

use anyhow::{bail, ensure};
use wit_parser::abi::AbiVariant;
use wit_parser::{Function, Interface, Type, TypeDefKind, TypeId};

use super::names::{constant, member, type_name, words};
use super::store::{self, Flat};
use super::{Shape, Wit, load};

const HEAD: &str = "\
// Generated from wit/ by `cargo xtask glue`; the gate compares.
";

const LOAD: &str = "\
// How what the component returns is read, by the component model's standard for linear memory: numbers lie where the standard
// puts them, and `m` reads them.
";

const STORE: &str = "\
// How what the component is given is written, by the component model's standard for linear memory: `m` checks each value and
// puts it where the standard wants it.
";

/// What each file may take from the others.
const ABI: &str = "import type { Abi } from \"../guest/abi.js\";\n";
const CORE: &str = "import { type Abi, type Core, core, release } from \"../guest/abi.js\";\n";
const TYPES: &str = "import type * as t from \"./types.js\";\n";

/// `cases.ts` with the words of enumerations, `load.ts`, `store.ts`, and `glue.ts`, which binds it all to a core module.
pub fn files(wit: &Wit) -> anyhow::Result<Vec<(String, String)>> {
    let (taken, given) = reached(wit)?;
    let mut cases = format!("{HEAD}\n{TYPES}");
    for (name, id) in taken.union(&given).collect::<BTreeSet<_>>() {
        if let TypeDefKind::Enum(found) = &wit.resolve.types[*id].kind {
            let names: Vec<String> = found.cases.iter().map(|case| format!("\"{}\"", case.name)).collect();
            let (constant, name) = (constant(name), type_name(name));
            cases.push_str(&format!("\nexport const {constant}: readonly t.{name}[] = [{}];\n", names.join(", ")));
        }
    }
    let (mut load, mut store) = (String::new(), String::new());
    given.iter().try_for_each(|(_, id)| load::definition(wit, *id).map(|text| push(&mut load, &text)))?;
    taken.iter().try_for_each(|(_, id)| store::definition(wit, *id).map(|text| push(&mut store, &text)))?;
    let bind = bind(wit)?;
    let named = |text: &str| named(wit, &taken, &given, text);
    Ok(vec![
        ("load.ts".to_owned(), format!("{HEAD}{LOAD}\n{ABI}{}{TYPES}{load}", cases_of(&named(&load)))),
        ("store.ts".to_owned(), format!("{HEAD}{STORE}\n{ABI}{}{TYPES}{store}", cases_of(&named(&store)))),
        ("glue.ts".to_owned(), format!("{HEAD}\n{CORE}{}{TYPES}\n{bind}", imports(&named(&bind)))),
        ("cases.ts".to_owned(), cases),
    ])
}

/// The function that looks up every function of the core module.
fn bind(wit: &Wit) -> anyhow::Result<String> {
    let mut text = "/** The interface of the component over the exports of its core module. */\n".to_owned();
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

/// What a text uses of the other files: constants of enumerations, functions that read, functions that write.
struct Used {
    cases: Vec<String>,
    loads: Vec<String>,
    stores: Vec<String>,
}

fn named(wit: &Wit, taken: &Names, given: &Names, text: &str) -> Used {
    let words: BTreeSet<&str> = words(text).collect();
    let is_enum = |id: &TypeId| matches!(wit.resolve.types[*id].kind, TypeDefKind::Enum(_));
    let used = |name: String| words.contains(name.as_str()).then_some(name);
    let both: BTreeSet<_> = taken.union(given).filter(|(_, id)| is_enum(id)).collect();
    Used {
        cases: both.into_iter().filter_map(|(name, _)| used(constant(name))).collect(),
        loads: given.iter().filter_map(|(name, _)| used(format!("load{}", type_name(name)))).collect(),
        stores: taken.iter().filter_map(|(name, _)| used(format!("store{}", type_name(name)))).collect(),
    }
}

fn cases_of(used: &Used) -> String {
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
