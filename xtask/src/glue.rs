//! The JavaScript package's glue, generated from `wit/`: the TypeScript types, and how each crosses the component's door.
//!
//! The files are part of the tree and the gate compares them with what is generated, so a change of the WIT cannot leave
//! them behind. Only the kinds of types that the WIT uses are known; another one is an error here, not a fault at run time.
//! Not here: reading and writing of numbers, texts and lists (`bindings-js/src/guest/abi.ts`).

mod calls;
mod load;
mod names;
mod store;
mod types;

pub use names::type_name;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use wit_parser::{Resolve, SizeAlign, Type, TypeDefKind, TypeId, TypeOwner};

use crate::component::{interface, write_if_changed};
use crate::gate::Count;
use crate::workspace::Workspace;

const FOLDER: &str = "bindings-js/src/generated";

/// `cargo xtask glue`: writes the files.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    for (path, text) in generate(workspace)? {
        write_if_changed(&path, text.as_bytes())?;
    }
    Ok(())
}

/// One check: the files are what the WIT says.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    for (path, text) in generate(workspace)? {
        let stored = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(stored == text, "{} does not fit wit/: run `cargo xtask glue`", path.display());
    }
    Ok(Count::success())
}

fn generate(workspace: &Workspace) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let (resolve, world) = interface(workspace.root())?;
    let mut sizes = SizeAlign::default();
    sizes.fill(&resolve);
    let wit = Wit { resolve, sizes, world };
    let folder = workspace.root().join(FOLDER);
    let files = types::files(&wit)?.into_iter().chain(calls::files(&wit)?);
    Ok(files.map(|(name, text)| (folder.join(name), text)).collect())
}

/// What `wit/` says, and how its types lie in memory.
struct Wit {
    resolve: Resolve,
    sizes: SizeAlign,
    world: wit_parser::WorldId,
}

/// A type without its aliases.
enum Shape<'a> {
    Plain(Type),
    Bytes,
    Words,
    List(&'a Type),
    Option(&'a Type),
    /// A record, a variant or an enumeration, which have names.
    Named(TypeId),
}

impl Wit {
    /// The interfaces that the world exports, with their ids, in the order of the world.
    fn interfaces(&self) -> impl Iterator<Item = &wit_parser::Interface> {
        self.resolve.worlds[self.world].exports.values().filter_map(|item| match item {
            wit_parser::WorldItem::Interface { id, .. } => Some(&self.resolve.interfaces[*id]),
            _ => None,
        })
    }

    /// The type that an alias stands for in the end.
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
            TypeDefKind::Option(item) => Shape::Option(item),
            TypeDefKind::Record(_) | TypeDefKind::Variant(_) | TypeDefKind::Enum(_) => Shape::Named(id),
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

    /// Where the content of a variant's cases begins.
    fn payload<'a>(&self, tag: wit_parser::Int, cases: impl IntoIterator<Item = Option<&'a Type>>) -> usize {
        self.sizes.payload_offset(tag, cases).size_wasm32()
    }

    /// The fields of a record, each with its place.
    fn fields<'a>(&self, record: &'a wit_parser::Record) -> Vec<(usize, &'a wit_parser::Field)> {
        let places = self.sizes.field_offsets(record.fields.iter().map(|field| &field.ty));
        places.into_iter().map(|(place, _)| place.size_wasm32()).zip(&record.fields).collect()
    }

    /// Every named type that a type is made of, itself included, in the order of their names.
    fn reach(&self, ty: &Type, reached: &mut BTreeSet<(String, TypeId)>) -> anyhow::Result<()> {
        match self.shape(ty)? {
            Shape::Plain(_) | Shape::Bytes | Shape::Words => Ok(()),
            Shape::List(item) | Shape::Option(item) => self.reach(item, reached),
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

    /// The two sides of a function's result, where it has them.
    fn sides(&self, ty: &Type) -> Option<(Option<Type>, Option<Type>)> {
        let Type::Id(id) = ty else { return None };
        match &self.resolve.types[*id].kind {
            TypeDefKind::Result(result) => Some((result.ok, result.err)),
            _ => None,
        }
    }

    /// Types that an interface defines itself, aliases of others left out.
    fn own_types(&self, interface: &wit_parser::Interface) -> impl Iterator<Item = TypeId> {
        interface.types.values().copied().filter(|id| {
            let ty = &self.resolve.types[*id];
            matches!(ty.owner, TypeOwner::Interface(_)) && !matches!(ty.kind, TypeDefKind::Type(Type::Id(_)))
        })
    }

    /// Types that an interface uses of others, each with the interface that defines it.
    fn used_types(&self, interface: &wit_parser::Interface) -> BTreeSet<(&str, &str)> {
        let used = interface.types.values().filter_map(|id| {
            let TypeDefKind::Type(Type::Id(other)) = &self.resolve.types[*id].kind else { return None };
            let TypeOwner::Interface(owner) = self.resolve.types[*other].owner else { return None };
            Some((self.resolve.interfaces[owner].name.as_deref()?, self.name(*other)))
        });
        used.collect()
    }
}
