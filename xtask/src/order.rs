//! Reorders the functions of a module so that gzip compresses it better.
//!
//! The result is the same program with other function numbers; equal modules give equal results. Not here: the order
//! itself (`alike`), and how a module is compiled.

mod alike;

use std::convert::Infallible;

use anyhow::Context;
use wasm_encoder::reencode::{self, Reencode, utils};
use wasmparser::{CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef};

/// The module with its functions reordered.
pub fn order_functions(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut renumbered = Renumbered::new(module)?;
    let mut out = wasm_encoder::Module::new();
    renumbered
        .parse_core_module(&mut out, Parser::new(0), module)
        .map_err(|error| anyhow::anyhow!("the module's functions cannot be put in order: {error}"))?;
    let out = out.finish();
    wasmparser::validate(&out).context("the module is broken once its functions are in order")?;
    Ok(out)
}

/// Re-encodes a module with new function numbers.
struct Renumbered {
    /// The number of imported functions, which come first and keep their numbers.
    n_imported: u32,
    /// For each new position, the old index of its function. Imported functions do not count.
    order: Vec<usize>,
    /// For each old index, the new position.
    places: Vec<u32>,
}

impl Renumbered {
    fn new(module: &[u8]) -> anyhow::Result<Renumbered> {
        let (mut n_imported, mut bodies) = (0, Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload.context("the module cannot be read")? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        n_imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
                _ => {}
            }
        }
        let order = alike::order_by_similarity(&bodies);
        let mut places = vec![0; order.len()];
        for (place, &function) in (0..).zip(&order) {
            places[function] = place;
        }
        Ok(Renumbered { n_imported, order, places })
    }

    /// A per-function list of the module in the new order.
    fn in_order<T: Clone>(&self, items: &[T]) -> Vec<T> {
        self.order.iter().filter_map(|&function| items.get(function).cloned()).collect()
    }
}

type Outcome<T> = Result<T, reencode::Error<Infallible>>;

impl Reencode for Renumbered {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Outcome<u32> {
        let place_in_order = function.checked_sub(self.n_imported).and_then(|index| self.places.get(index as usize));
        Ok(place_in_order.map_or(function, |place| place + self.n_imported))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut wasm_encoder::FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Outcome<()> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for kind in self.in_order(&types) {
            functions.function(kind);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut wasm_encoder::CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Outcome<()> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        for body in self.in_order(&bodies) {
            utils::parse_function_body(self, code, body)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        FunctionSection, ImportSection, RefType, TableSection, TableType, TypeSection, ValType,
    };
    use wasmtime::{Engine, Func, Instance, Module, Ref, Store};

    const N_FUNCTIONS: u32 = 6;

    /// A function that adds to the result of the previous one. Functions at even places have similar bytes, and so have
    /// those at odd places.
    fn function(place: u32) -> Function {
        let mut function = Function::new([]);
        let mut body = function.instructions();
        // The imported function has the number 0, so `place` is the number of the previous function.
        body.call(place).i32_const(1 << place).i32_add();
        for turn in 0..30 {
            match place % 2 {
                0 => body.i32_const(turn).i32_xor(),
                _ => body.i32_const(turn << 20).i32_sub(),
            };
        }
        body.end();
        function
    }

    /// A module that exports each function under its index, and a table with the last one.
    fn module() -> Vec<u8> {
        let (mut types, mut imports, mut functions) =
            (TypeSection::new(), ImportSection::new(), FunctionSection::new());
        let (mut tables, mut exports, mut elements) =
            (TableSection::new(), ExportSection::new(), ElementSection::new());
        let mut code = CodeSection::new();
        types.ty().function([], [ValType::I32]);
        imports.import("host", "seven", EntityType::Function(0));
        for place in 0..N_FUNCTIONS {
            functions.function(0);
            exports.export(&place.to_string(), ExportKind::Func, place + 1);
            code.function(&function(place));
        }
        let element_type = RefType::FUNCREF;
        tables.table(TableType { element_type, table64: false, minimum: 1, maximum: None, shared: false });
        exports.export("table", ExportKind::Table, 0);
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions([N_FUNCTIONS].as_slice().into()));
        let mut module = wasm_encoder::Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables).section(&exports);
        module.section(&elements).section(&code);
        module.finish()
    }

    /// The result of each function, and of the one in the table.
    fn answers(module: &[u8]) -> Vec<i32> {
        let mut store = Store::new(&Engine::default(), ());
        let module = Module::new(store.engine(), module).unwrap();
        let seven = Func::wrap(&mut store, || 7);
        let instance = Instance::new(&mut store, &module, &[seven.into()]).unwrap();
        let mut functions: Vec<Func> =
            (0..N_FUNCTIONS).map(|place| instance.get_func(&mut store, &place.to_string()).unwrap()).collect();
        let table = instance.get_table(&mut store, "table").unwrap();
        let Some(Ref::Func(Some(table_function))) = table.get(&mut store, 0) else { panic!("the table is empty") };
        functions.push(table_function);
        functions
            .iter()
            .map(|function| function.typed::<(), i32>(&store).unwrap().call(&mut store, ()).unwrap())
            .collect()
    }

    #[test]
    fn a_module_in_order_has_other_bytes_and_gives_the_same_answers() {
        let module = module();
        let ordered = order_functions(&module).unwrap();
        assert_ne!(ordered, module);
        assert_eq!(answers(&ordered), answers(&module));
        assert_eq!(ordered, super::order_functions(&module).unwrap());
    }

    #[test]
    fn bytes_that_are_no_module_are_refused() {
        assert!(order_functions(b"no module").is_err());
        let module = module();
        assert!(order_functions(&module[..module.len() - 1]).is_err());
    }
}
