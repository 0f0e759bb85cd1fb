//! Converts the WIT to the model, with wit-parser.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use wit_parser::{Docs, Function, Resolve, Type as Given, TypeDefKind, TypeId, TypeOwner};

use super::{Argument, Case, Definition, Field, Interface, Question, Settings, Shape, Type, Wit, changes, sentences};

/// Reads a folder of WIT files.
pub fn read(folder: &Path) -> anyhow::Result<Wit> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let interfaces =
        resolve.packages[package].interfaces.values().map(|id| interface(&resolve, &resolve.interfaces[*id]));
    let mut wit = Wit { interfaces: interfaces.collect::<anyhow::Result<_>>()?, settings: Vec::new() };
    for (place, id) in resolve.packages[package].interfaces.values().enumerate() {
        wit.interfaces[place].questions = questions(&resolve, &wit, &resolve.interfaces[*id])?;
        wit.interfaces[place].changes = changes::read(&resolve, &wit, &resolve.interfaces[*id])?;
    }
    wit.settings = settings(&wit)?;
    Ok(wit)
}

/// The records of settings, which are recognised by their names.
fn settings(wit: &Wit) -> anyhow::Result<Vec<Settings>> {
    let mut found = Vec::new();
    for one in wit.interfaces.iter().flat_map(|interface| &interface.types) {
        let Shape::Record(fields) = &one.shape else { continue };
        if one.name.ends_with("-settings") {
            let argument = |one: &Field| argument(wit, &one.name, &one.docs, &one.docs, &one.ty);
            let arguments = fields.iter().map(argument).collect::<anyhow::Result<_>>()?;
            let record = Type::Named { interface: one.interface.clone(), name: one.name.clone() };
            found.push(Settings { record, arguments });
        }
    }
    Ok(found)
}

fn questions(resolve: &Resolve, wit: &Wit, source: &wit_parser::Interface) -> anyhow::Result<Vec<Question>> {
    let name = source.name.as_deref().unwrap_or_default();
    let functions = source.functions.values().filter(|function| may_ask(function));
    let read_question =
        |one: &Function| question(resolve, wit, name, one).with_context(|| format!("{name}.{}", one.name));
    functions.map(read_question).collect()
}

fn interface(resolve: &Resolve, source: &wit_parser::Interface) -> anyhow::Result<Interface> {
    let name = source.name.clone().unwrap_or_default();
    let mut types = Vec::new();
    for id in source.types.values() {
        if let Some(shape) = shape(resolve, *id)? {
            let ty = &resolve.types[*id];
            let own_name = ty.name.clone().unwrap_or_default();
            types.push(Definition { interface: name.clone(), name: own_name, docs: docs_text(&ty.docs), shape });
        }
    }
    Ok(Interface { name, types, questions: Vec::new(), changes: Vec::new() })
}

/// The structure of a type; `None` for an alias or a type of another interface.
fn shape(resolve: &Resolve, id: TypeId) -> anyhow::Result<Option<Shape>> {
    Ok(Some(match &resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let field = |field: &wit_parser::Field| {
                Ok(Field { name: field.name.clone(), docs: docs_text(&field.docs), ty: read_type(resolve, &field.ty)? })
            };
            Shape::Record(record.fields.iter().map(field).collect::<anyhow::Result<_>>()?)
        }
        TypeDefKind::Variant(variant) => {
            let case = |case: &wit_parser::Case| {
                let ty = case.ty.as_ref().map(|one| read_type(resolve, one)).transpose()?;
                Ok(Case { name: case.name.clone(), docs: docs_text(&case.docs), ty })
            };
            Shape::Variant(variant.cases.iter().map(case).collect::<anyhow::Result<_>>()?)
        }
        TypeDefKind::Enum(cases) => Shape::Enum(cases.cases.iter().map(|one| word(&one.name, &one.docs)).collect()),
        TypeDefKind::Flags(_) => Shape::Flags,
        TypeDefKind::Type(_) | TypeDefKind::List(_) | TypeDefKind::Option(_) | TypeDefKind::Tuple(_) => {
            return Ok(None);
        }
        other => bail!("the interface has a {}, which the generators do not know", other.as_str()),
    }))
}

fn word(name: &str, docs: &Docs) -> Case {
    Case { name: name.to_owned(), docs: docs_text(docs), ty: None }
}

pub(super) fn read_type(resolve: &Resolve, source: &Given) -> anyhow::Result<Type> {
    Ok(match source {
        Given::Bool => Type::Bool,
        Given::U8 => Type::Unsigned(8),
        Given::U16 => Type::Unsigned(16),
        Given::U32 => Type::Unsigned(32),
        Given::U64 => Type::Unsigned(64),
        Given::S8 => Type::Signed(8),
        Given::S16 => Type::Signed(16),
        Given::S32 => Type::Signed(32),
        Given::S64 => Type::Signed(64),
        Given::F32 | Given::F64 => Type::Float,
        Given::String => Type::String,
        Given::Id(id) => read_defined_type(resolve, *id)?,
        other => bail!("the interface has a {other:?}, which the generators do not know"),
    })
}

fn read_defined_type(resolve: &Resolve, id: TypeId) -> anyhow::Result<Type> {
    let definition = &resolve.types[id];
    Ok(match &definition.kind {
        TypeDefKind::Type(other) => read_type(resolve, other)?,
        TypeDefKind::Option(inner) => Type::Option(Box::new(read_type(resolve, inner)?)),
        TypeDefKind::List(inner) => Type::List(Box::new(read_type(resolve, inner)?)),
        TypeDefKind::Tuple(tuple) => {
            Type::Tuple(tuple.types.iter().map(|part| read_type(resolve, part)).collect::<anyhow::Result<_>>()?)
        }
        kind => {
            let (Some(name), TypeOwner::Interface(owner)) = (&definition.name, definition.owner) else {
                bail!("the interface has a {} without a name, which the generators do not know", kind.as_str())
            };
            let interface = resolve.interfaces[owner].name.clone().unwrap_or_default();
            Type::Named { interface, name: name.clone() }
        }
    })
}

pub(super) fn may_ask(function: &Function) -> bool {
    function.params.last().is_some_and(|last| last.name == "resumed")
}

fn question(resolve: &Resolve, wit: &Wit, interface: &str, function: &Function) -> anyhow::Result<Question> {
    let parameters = &function.params[..function.params.len() - 1];
    let types: Vec<Type> = parameters.iter().map(|one| read_type(resolve, &one.ty)).collect::<anyhow::Result<_>>()?;
    let function_docs = docs_text(&function.docs);
    let record = match types.as_slice() {
        [one @ Type::Named { interface, name }] => match wit.definition(interface, name).map(|found| &found.shape) {
            Some(Shape::Record(fields)) => Some((one.clone(), fields)),
            _ => None,
        },
        _ => None,
    };
    let arguments: anyhow::Result<Vec<Argument>> = match &record {
        Some((_, fields)) => {
            let names: Vec<&str> = fields.iter().map(|one| one.name.as_str()).collect();
            sentences::check_names(&function_docs, &names)?;
            let read_argument = |one: &Field| {
                let docs = sentences::docs_with_own_default(&one.docs, &function_docs, &one.name);
                argument(wit, &one.name, &docs, &docs, &one.ty)
            };
            fields.iter().map(read_argument).collect()
        }
        None => {
            let names: Vec<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
            sentences::check_names(&function_docs, &names)?;
            let named_types = names.iter().zip(&types);
            named_types
                .map(|(name, ty)| argument(wit, name, "", &sentences::docs_of_parameter(&function_docs, name), ty))
                .collect()
        }
    };
    let (reply, answer) = reply_and_answer(resolve, wit, function)?;
    let record = record.map(|(record, _)| record);
    Ok(Question {
        interface: interface.to_owned(),
        name: function.name.clone(),
        docs: function_docs,
        record,
        arguments: arguments?,
        reply,
        answer,
    })
}

pub(super) fn argument(wit: &Wit, name: &str, docs: &str, limits: &str, ty: &Type) -> anyhow::Result<Argument> {
    let (default, limits) = sentences::read(wit, limits, ty).with_context(|| format!("the argument `{name}`"))?;
    Ok(Argument { name: name.to_owned(), docs: docs.to_owned(), ty: ty.clone(), default, limits })
}

/// The reply type of a function, and the type of its case `done`.
pub(super) fn reply_and_answer(resolve: &Resolve, wit: &Wit, function: &Function) -> anyhow::Result<(Type, Type)> {
    if let Some(Given::Id(id)) = function.result
        && let TypeDefKind::Result(result) = &resolve.types[id].kind
        && let Some(reply) = &result.ok
        && let reply @ Type::Named { .. } = read_type(resolve, reply)?
        && let Type::Named { interface, name } = &reply
        && let Some(Shape::Variant(cases)) = wit.definition(interface, name).map(|found| &found.shape)
        && let Some(done_case) = cases.iter().find(|case| case.name == "done")
    {
        let answer = done_case.ty.clone().context("its answer is no record")?;
        ensure!(matches!(answer, Type::Named { .. }), "its answer is no record");
        return Ok((reply, answer));
    }
    bail!("a question whose result is not `result<variant {{ done(record), ask(ask) }}, error>`")
}

pub(super) fn docs_text(docs: &Docs) -> String {
    docs.contents.as_deref().unwrap_or_default().trim().to_owned()
}
