//! Generates the JavaScript package's glue from `wit/`: the TypeScript types, and the code that converts their values
//! for the component.
//!
//! The files are committed, and the gate compares them with newly generated ones, so they always match the WIT. Only
//! the kinds of types that the WIT uses are supported; any other kind is an error here, not at run time.
//! Not here: reading and writing of numbers, texts and lists (`bindings-js/src/guest/abi.ts`).

mod calls;
mod changes;
mod flat;
mod load;
mod names;
mod questions;
mod store;
mod types;

pub use names::type_name;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Context, bail};
use wit_parser::{Resolve, SizeAlign, Type, TypeDefKind, TypeId, TypeOwner, WorldId};

use crate::component::{World, parse_interface};
use crate::gate::Count;
use crate::generated;
use crate::workspace::Workspace;

const ABI: &str = "../guest/abi.js";
const FOLDER: &str = "bindings-js/src/generated";

/// `cargo xtask glue`: writes the files.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    generated::write(generate(workspace)?)
}

/// Checks that the committed files match the WIT; one check.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    generated::check(generate(workspace)?, "glue")
}

fn generate(workspace: &Workspace) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let (resolve, world) = parse_interface(workspace.root(), World::Scrubjay)?;
    let folder = workspace.root().join(FOLDER);
    let cases = cases(&resolve);
    let mut files = files(resolve, world, ABI)?;
    files.push(windows(workspace)?);
    let question_files = questions::files(&crate::wit::read(&workspace.root().join("wit"))?);
    Ok(files
        .into_iter()
        .chain(question_files)
        .map(|(name, text)| (folder.join(name), names::spoken_docs(&text, &cases)))
        .collect())
}

/// The names of the cases of all enumerations and variants, except of types named `tool-…`: the cases of those have the
/// names of functions.
fn cases(resolve: &Resolve) -> BTreeSet<String> {
    let of_type = |kind: &TypeDefKind| match kind {
        TypeDefKind::Enum(found) => found.cases.iter().map(|case| case.name.clone()).collect(),
        TypeDefKind::Variant(found) => found.cases.iter().map(|case| case.name.clone()).collect(),
        _ => Vec::new(),
    };
    let is_of_tools = |name: &Option<String>| name.as_ref().is_some_and(|name| name.starts_with("tool-"));
    resolve.types.iter().filter(|(_, ty)| !is_of_tools(&ty.name)).flat_map(|(_, ty)| of_type(&ty.kind)).collect()
}

/// The glue for the world of windows alone; its types and conversions are those of the whole world.
fn windows(workspace: &Workspace) -> anyhow::Result<(String, String)> {
    let (resolve, world) = parse_interface(workspace.root(), World::Windows)?;
    let glue = files(resolve, world, ABI)?.into_iter().find(|(name, _)| name == "glue.ts");
    let (_, text) = glue.context("there is no glue of windows")?;
    let of_windows = "Pick<t.Exports, \"window\">";
    let text =
        text.replace("function bind(", "function bindWindows(").replace(": t.Exports {", &format!(": {of_windows} {{"));
    Ok(("windows.ts".to_owned(), text))
}

/// The glue of a world, as names and texts of files. `abi` is the import path of the runtime.
pub fn files(resolve: Resolve, world: WorldId, abi: &str) -> anyhow::Result<Vec<(String, String)>> {
    let mut sizes = SizeAlign::default();
    sizes.fill(&resolve);
    let mut wit = Wit { resolve, sizes, world, shown: BTreeSet::new() };
    wit.shown = wit.answers()?;
    Ok(types::files(&wit)?.into_iter().chain(calls::files(&wit, abi)?).collect())
}

/// The parsed WIT, with the memory layout of its types.
struct Wit {
    resolve: Resolve,
    sizes: SizeAlign,
    world: WorldId,
    /// Named types that occur in errors and in answers to questions, and so are part of the package's interface.
    shown: BTreeSet<TypeId>,
}

/// The structure of a type, with aliases resolved.
enum Shape<'a> {
    Plain(Type),
    Bytes,
    Words,
    List(&'a Type),
    Option(&'a Type),
    Tuple(&'a [Type]),
    /// An anonymous choice of two: a result within a value, or a nested option, whose two absent values differ.
    Choice([Case<'a>; 2]),
    /// A record, a variant, an enumeration or flags: a type with a name.
    Named(TypeId),
}

/// A case of a choice: its name, and the type of its payload if it has one.
type Case<'a> = (&'a str, Option<&'a Type>);

impl Wit {
    /// The interfaces that the world exports, in its order.
    fn interfaces(&self) -> impl Iterator<Item = &wit_parser::Interface> {
        self.resolve.worlds[self.world].exports.values().filter_map(|item| match item {
            wit_parser::WorldItem::Interface { id, .. } => Some(&self.resolve.interfaces[*id]),
            _ => None,
        })
    }

    /// The named types that occur in errors and in answers to questions. A question is a function that may request
    /// rows; the results of changes are only for the host.
    fn answers(&self) -> anyhow::Result<BTreeSet<TypeId>> {
        let mut reached = BTreeSet::new();
        for function in self.interfaces().flat_map(|interface| interface.functions.values()) {
            if function.params.last().is_none_or(|last| last.name != "resumed") {
                continue;
            }
            let Some((Some(Type::Id(reply)), refused)) = function.result.and_then(|ty| self.sides(&ty)) else {
                continue;
            };
            if let TypeDefKind::Variant(variant) = &self.resolve.types[reply].kind {
                let done = variant.cases.iter().filter(|case| case.name == "done").filter_map(|case| case.ty.as_ref());
                let done = done.filter(|ty| !self.is_change(ty));
                done.chain(&refused).try_for_each(|ty| self.reach(ty, &mut reached))?;
            }
        }
        Ok(reached.into_iter().map(|(_, id)| id).collect())
    }

    /// Whether a type contains effects, so that its function is a change.
    fn is_change(&self, done: &Type) -> bool {
        let Type::Id(id) = done else { return false };
        let kind = self.root(*id).map(|id| &self.resolve.types[id].kind);
        matches!(kind, Ok(TypeDefKind::Record(record)) if record.fields.iter().any(|field| field.name == "effects"))
    }

    fn is_shown(&self, id: TypeId) -> bool {
        self.shown.contains(&id)
    }

    /// Resolves all aliases of a type. `Err` holds a plain type, such as a number, which has no id.
    fn root(&self, mut id: TypeId) -> Result<TypeId, Type> {
        loop {
            match &self.resolve.types[id].kind {
                TypeDefKind::Type(Type::Id(other)) => id = *other,
                TypeDefKind::Type(plain) => return Err(*plain),
                _ => return Ok(id),
            }
        }
    }

    fn shape(&self, ty: &Type) -> anyhow::Result<Shape<'_>> {
        let Type::Id(id) = ty else { return Ok(Shape::Plain(*ty)) };
        let id = match self.root(*id) {
            Ok(id) => id,
            Err(plain) => return Ok(Shape::Plain(plain)),
        };
        Ok(match &self.resolve.types[id].kind {
            TypeDefKind::List(Type::U8) => Shape::Bytes,
            TypeDefKind::List(Type::U32) => Shape::Words,
            TypeDefKind::List(item) => Shape::List(item),
            TypeDefKind::Option(item)
                if matches!(self.shape(item)?, Shape::Option(_) | Shape::Choice([("none", _), _])) =>
            {
                Shape::Choice([("none", None), ("some", Some(item))])
            }
            TypeDefKind::Option(item) => Shape::Option(item),
            TypeDefKind::Tuple(tuple) => Shape::Tuple(&tuple.types),
            TypeDefKind::Result(result) => Shape::Choice([("ok", result.ok.as_ref()), ("err", result.err.as_ref())]),
            TypeDefKind::Record(_) | TypeDefKind::Variant(_) | TypeDefKind::Enum(_) | TypeDefKind::Flags(_) => {
                Shape::Named(id)
            }
            other => bail!("the glue knows no {}: teach it, or do without", other.as_str()),
        })
    }

    fn name(&self, id: TypeId) -> &str {
        self.resolve.types[id].name.as_deref().unwrap_or("unnamed")
    }

    fn size(&self, ty: &Type) -> usize {
        self.sizes.size(ty).size_wasm32()
    }

    fn align(&self, ty: &Type) -> usize {
        self.sizes.align(ty).align_wasm32()
    }

    /// The offset of the payload in a variant.
    fn payload<'a>(&self, tag: wit_parser::Int, cases: impl IntoIterator<Item = Option<&'a Type>>) -> usize {
        self.sizes.payload_offset(tag, cases).size_wasm32()
    }

    /// The fields of a record, with their offsets.
    fn fields<'a>(&self, record: &'a wit_parser::Record) -> Vec<(usize, &'a wit_parser::Field)> {
        self.places(record.fields.iter().map(|field| &field.ty)).into_iter().zip(&record.fields).collect()
    }

    /// The offsets of types that are stored one after the other.
    fn places<'a>(&self, types: impl IntoIterator<Item = &'a Type>) -> Vec<usize> {
        self.sizes.field_offsets(types).into_iter().map(|(place, _)| place.size_wasm32()).collect()
    }

    /// The size and alignment of types that are stored one after the other.
    fn area<'a>(&self, types: impl IntoIterator<Item = &'a Type>) -> (usize, usize) {
        let area = self.sizes.record(types);
        (area.size.size_wasm32(), area.align.align_wasm32())
    }

    /// Collects every named type within a type, including the type itself, by name.
    fn reach(&self, ty: &Type, reached: &mut BTreeSet<(String, TypeId)>) -> anyhow::Result<()> {
        match self.shape(ty)? {
            Shape::Plain(_) | Shape::Bytes | Shape::Words => Ok(()),
            Shape::List(item) | Shape::Option(item) => self.reach(item, reached),
            Shape::Tuple(items) => items.iter().try_for_each(|item| self.reach(item, reached)),
            Shape::Choice(cases) => cases.iter().filter_map(|(_, ty)| *ty).try_for_each(|ty| self.reach(ty, reached)),
            Shape::Named(id) => {
                if reached.insert((self.name(id).to_owned(), id)) {
                    for part in self.parts(id) {
                        self.reach(&part, reached)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn parts(&self, id: TypeId) -> Vec<Type> {
        match &self.resolve.types[id].kind {
            TypeDefKind::Record(record) => record.fields.iter().map(|field| field.ty).collect(),
            TypeDefKind::Variant(variant) => variant.cases.iter().filter_map(|case| case.ty).collect(),
            _ => Vec::new(),
        }
    }

    /// The two types of a function's result; `None` if it is not a result.
    fn sides(&self, ty: &Type) -> Option<(Option<Type>, Option<Type>)> {
        let Type::Id(id) = ty else { return None };
        match &self.resolve.types[self.root(*id).ok()?].kind {
            TypeDefKind::Result(result) => Some((result.ok, result.err)),
            _ => None,
        }
    }

    /// The types that an interface defines itself, without aliases.
    fn own_types(&self, interface: &wit_parser::Interface) -> impl Iterator<Item = TypeId> {
        interface.types.values().copied().filter(|id| {
            let ty = &self.resolve.types[*id];
            matches!(ty.owner, TypeOwner::Interface(_)) && !matches!(ty.kind, TypeDefKind::Type(Type::Id(_)))
        })
    }

    /// The types that an interface uses from others, with the defining interface.
    fn used_types(&self, interface: &wit_parser::Interface) -> BTreeSet<(&str, &str)> {
        let used = interface.types.values().filter_map(|id| {
            let TypeDefKind::Type(Type::Id(other)) = &self.resolve.types[*id].kind else { return None };
            let TypeOwner::Interface(owner) = self.resolve.types[*other].owner else { return None };
            Some((self.resolve.interfaces[owner].name.as_deref()?, self.name(*other)))
        });
        used.collect()
    }
}
