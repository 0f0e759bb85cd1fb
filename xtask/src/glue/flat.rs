//! Values that are passed as numbers without memory: the arguments of a function, if they are few, and a result that is
//! one number.
//!
//! A choice is passed as the number of its case, followed by as many numbers as its longest case has. If cases need
//! different kinds for one number, the standard defines a kind that carries both.

use anyhow::bail;
use wit_parser::abi::{FlatTypes, WasmType};
use wit_parser::{Type, TypeDefKind};

use super::names::{case_literal, constant_name, indent, member_name, type_name};
use super::store::{self, GivenValue, copy_expression, number, quoted};
use super::{Case, Shape, Wit};

/// The most numbers that a type may be passed as; more are an error.
const MAX_FLAT_NUMBERS: usize = 16;

/// The numbers of the arguments of a call.
#[derive(Default)]
pub struct FlatArguments {
    /// Statements to run before the call.
    pub before: String,
    /// An expression for each number, with its kind.
    numbers: Vec<(String, WasmType)>,
}

impl FlatArguments {
    /// The arguments of the call, separated by commas.
    pub fn arguments(&self) -> String {
        let numbers: Vec<&str> = self.numbers.iter().map(|(number, _)| number.as_str()).collect();
        numbers.join(", ")
    }

    fn push_statements(&mut self, statements: &str) {
        self.before.push_str(statements);
        self.before.push('\n');
    }

    /// Adds an argument. The names of its variables begin with `prefix`; no earlier variable may have such a name.
    pub fn add(&mut self, wit: &Wit, ty: &Type, given: &GivenValue, prefix: &str) -> anyhow::Result<()> {
        match wit.shape(ty)? {
            Shape::Plain(Type::String) | Shape::Bytes | Shape::Words | Shape::List(_) => {
                let address = copy_expression(wit, ty, given)?;
                self.push_statements(&format!("const {prefix}$at = {address};\nconst {prefix}$n = m.length;"));
                self.numbers.extend(["at", "n"].map(|part| (format!("{prefix}${part}"), WasmType::I32)));
            }
            Shape::Plain(plain) => self.numbers.push((store::checked_expression(plain, given)?, kinds(wit, ty)?[0])),
            Shape::Option(item) => self.option(wit, (ty, item), given, prefix)?,
            Shape::Tuple(items) => {
                self.push_statements(&store::tuple(items, given));
                for (place, item) in items.iter().enumerate() {
                    self.add(wit, item, &given.part(&format!("[{place}]")), &format!("{prefix}${place}"))?;
                }
            }
            Shape::Choice(cases) => self.choice(wit, ty, &cases, given, prefix)?,
            Shape::Named(id) => match &wit.resolve.types[id].kind {
                TypeDefKind::Record(record) => {
                    self.push_statements(&format!("m.object({}, {});", given.value, given.name));
                    for field in &record.fields {
                        let field_name = member_name(&field.name);
                        let part = GivenValue::of(format!("{}.{field_name}", given.value), quoted(&field_name));
                        self.add(wit, &field.ty, &part, &format!("{prefix}${field_name}"))?;
                    }
                }
                TypeDefKind::Variant(variant) => {
                    let cases = variant.cases.iter().map(|case| (case.name.as_str(), case.ty.as_ref()));
                    self.choice(wit, ty, &cases.collect::<Vec<_>>(), given, prefix)?;
                }
                _ => self.numbers.push((number(wit, id, given), WasmType::I32)),
            },
        }
        Ok(())
    }

    /// Adds an optional value: whether it is present, then its numbers, which are zeros if it is absent.
    fn option(
        &mut self,
        wit: &Wit,
        (ty, item): (&Type, &Type),
        given: &GivenValue,
        prefix: &str,
    ) -> anyhow::Result<()> {
        let kinds = kinds(wit, ty)?;
        let slots = Slots { kinds: &kinds[1..], prefix };
        let mut inner = Self::default();
        inner.add(wit, item, given, &format!("{prefix}$some"))?;
        let body = indent(&(inner.before.clone() + &slots.assignments(&inner)?), 2);
        self.before.push_str(&slots.declarations());
        self.push_statements(&format!("if ({} !== undefined) {{\n{body}}}", given.value));
        self.numbers.push((format!("{} === undefined ? 0 : 1", given.value), WasmType::I32));
        self.numbers.extend(slots.numbers());
        Ok(())
    }

    fn choice(
        &mut self,
        wit: &Wit,
        ty: &Type,
        cases: &[Case<'_>],
        given: &GivenValue,
        prefix: &str,
    ) -> anyhow::Result<()> {
        let kinds = kinds(wit, ty)?;
        let slots = Slots { kinds: &kinds, prefix };
        let mut arms = Vec::new();
        for (number, (name, ty)) in cases.iter().enumerate() {
            let mut inner = Self { numbers: vec![(number.to_string(), WasmType::I32)], before: String::new() };
            if let Some(ty) = ty {
                inner.add(wit, ty, &given.carried(name), &format!("{prefix}${}", member_name(name)))?;
            }
            arms.push((*name, inner.before.clone() + &slots.assignments(&inner)?));
        }
        self.before.push_str(&slots.declarations());
        self.push_statements(&store::switch(given, &arms));
        self.numbers.extend(slots.numbers());
        Ok(())
    }
}

/// Variables for the numbers of a choice or an optional value; their names begin with `prefix`.
struct Slots<'a> {
    kinds: &'a [WasmType],
    prefix: &'a str,
}

impl Slots<'_> {
    fn numbers(&self) -> impl Iterator<Item = (String, WasmType)> {
        self.kinds.iter().enumerate().map(|(place, kind)| (format!("{}${place}", self.prefix), *kind))
    }

    fn declarations(&self) -> String {
        self.numbers().map(|(slot, kind)| format!("let {slot} = {};\n", zero(kind))).collect()
    }

    /// Statements that set the variables to the numbers of one case.
    fn assignments(&self, given: &FlatArguments) -> anyhow::Result<String> {
        let mut text = String::new();
        for ((slot, to), (number, from)) in self.numbers().zip(&given.numbers) {
            text.push_str(&format!("{slot} = {};\n", converted_number(number, *from, to)?));
        }
        Ok(text)
    }
}

/// The kinds of the numbers that a type is passed as.
fn kinds(wit: &Wit, ty: &Type) -> anyhow::Result<Vec<WasmType>> {
    let mut space = [WasmType::I32; MAX_FLAT_NUMBERS];
    let mut flat = FlatTypes::new(&mut space);
    if !wit.resolve.push_flat(ty, &mut flat) {
        bail!("a type travels as more than {MAX_FLAT_NUMBERS} numbers");
    }
    let of_32_bits = |kind| match kind {
        WasmType::Pointer | WasmType::Length => WasmType::I32,
        WasmType::PointerOrI64 => WasmType::I64,
        other => other,
    };
    Ok(flat.to_vec().into_iter().map(of_32_bits).collect())
}

fn zero(kind: WasmType) -> &'static str {
    if kind == WasmType::I64 { "0n" } else { "0" }
}

/// An expression that converts a number to the kind that carries it, bit by bit.
fn converted_number(number: &str, from: WasmType, to: WasmType) -> anyhow::Result<String> {
    Ok(match (from, to) {
        _ if from == to => number.to_owned(),
        (WasmType::F32, WasmType::I32) => format!("m.bits({number})"),
        (WasmType::I32, WasmType::I64) => format!("m.wide({number})"),
        (WasmType::F32, WasmType::I64) => format!("m.wide(m.bits({number}))"),
        (WasmType::F64, WasmType::I64) => format!("m.wideBits({number})"),
        _ => bail!("{to:?} carries no {from:?}"),
    })
}

/// The kind of the number that a type is returned as.
pub fn returned_kind(wit: &Wit, ty: &Type) -> anyhow::Result<WasmType> {
    Ok(kinds(wit, ty)?[0])
}

/// An expression that converts a returned number to a value of a type.
pub fn lift_expression(wit: &Wit, ty: &Type, value: &str) -> anyhow::Result<String> {
    Ok(match wit.shape(ty)? {
        Shape::Plain(Type::Bool) => format!("{value} !== 0"),
        Shape::Plain(Type::U8) => format!("{value} & 0xff"),
        Shape::Plain(Type::U16) => format!("{value} & 0xffff"),
        Shape::Plain(Type::U32) => format!("{value} >>> 0"),
        Shape::Plain(Type::U64) => format!("BigInt.asUintN(64, {value})"),
        Shape::Plain(Type::S8) => format!("({value} << 24) >> 24"),
        Shape::Plain(Type::S16) => format!("({value} << 16) >> 16"),
        Shape::Plain(Type::S32 | Type::S64 | Type::F32 | Type::F64) => value.to_owned(),
        Shape::Plain(Type::Char) => format!("m.letter({value})"),
        Shape::Tuple([item]) => format!("[{}]", lift_expression(wit, item, value)?),
        Shape::Choice(cases) => case_expression(&cases, value),
        Shape::Named(id) => match &wit.resolve.types[id].kind {
            TypeDefKind::Enum(_) => format!("m.case({}, {value})", constant_name(wit.name(id))),
            TypeDefKind::Flags(_) => format!("load{}({value})", type_name(wit.name(id))),
            TypeDefKind::Record(record) => {
                let [field] = record.fields.as_slice() else { bail!("a record of several fields is no number") };
                format!("{{ {}: {} }}", member_name(&field.name), lift_expression(wit, &field.ty, value)?)
            }
            TypeDefKind::Variant(variant) => {
                let cases: Vec<Case<'_>> = variant.cases.iter().map(|case| (case.name.as_str(), None)).collect();
                case_expression(&cases, value)
            }
            other => bail!("{} is no number", other.as_str()),
        },
        Shape::Plain(_) | Shape::Bytes | Shape::Words | Shape::List(_) | Shape::Option(_) | Shape::Tuple(_) => {
            bail!("what lies in memory is no number")
        }
    })
}

/// An expression that converts a number to one of several cases without payload.
fn case_expression(cases: &[Case<'_>], value: &str) -> String {
    let names: Vec<String> = cases.iter().map(|(name, _)| case_literal(name)).collect();
    format!("{{ kind: m.case([{}] as const, {value}) }}", names.join(", "))
}
