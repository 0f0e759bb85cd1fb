//! Parses sentences in documentation that state the default and limits of an argument; `wit/types.wit` describes them.
//!
//! They are `Default: 20.`, `Range: 1 to 1,000.`, `Length: 1 to 1,000 bytes.` and `At most 100, of at most 1,024 bytes
//! each.` A plain parameter has no documentation of its own: that of its function names it, as in "Length of `path`: 1
//! to 1,024 bytes."

use anyhow::{Context, bail, ensure};

use super::{Shape, Type, Wit};

/// The default of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Integer(i64),
    Float(f64),
    Bool(bool),
    /// An empty text or list, `""` or `[]`.
    Empty,
    /// A word of an enumeration, in the WIT's spelling.
    Word(String),
    /// The default of an `option`, which needs no sentence.
    None,
    /// The current time of the machine.
    Now,
    /// The offsets of the machine's time zone.
    Zone,
}

/// The valid values of an argument.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// The least and the greatest number.
    pub range: Option<(f64, f64)>,
    /// The least and the greatest number of bytes of a text.
    pub length: Option<(u64, u64)>,
    /// The limits for a list of texts.
    pub each: Option<ItemLimits>,
}

/// The most texts in a list, and the most bytes of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemLimits {
    pub max: u64,
    pub bytes: u64,
}

/// The default and the limits that documentation states for an argument of this type.
pub fn read(wit: &Wit, docs: &str, ty: &Type) -> anyhow::Result<(Option<Literal>, Limits)> {
    let mut default = matches!(ty, Type::Option(_)).then_some(Literal::None);
    let mut limits = Limits::default();
    for sentence in sentences(docs) {
        let cited_sentence = || format!("the sentence \"{sentence}.\"");
        if let Some(value) = sentence.strip_prefix("Default:") {
            ensure!(default.is_none(), "{} states a second default", cited_sentence());
            default = Some(literal(wit, value.trim(), ty).with_context(cited_sentence)?);
        } else if let Some(range) = sentence.strip_prefix("Range:") {
            ensure!(is_number(ty), "{} is of no number", cited_sentence());
            limits.range = Some(bounds(range).with_context(cited_sentence)?);
        } else if let Some(length) = sentence.strip_prefix("Length:") {
            ensure!(*ty == Type::String, "{} is of no text", cited_sentence());
            let length = length.strip_suffix(" bytes").with_context(cited_sentence)?;
            let (min, max) = bounds(length).with_context(cited_sentence)?;
            limits.length = Some((min as u64, max as u64));
        } else if let Some(max) = sentence.strip_prefix("At most ") {
            ensure!(*ty == Type::List(Box::new(Type::String)), "{} is of no list of texts", cited_sentence());
            limits.each = Some(each(max).with_context(cited_sentence)?);
        } else {
            let keys = ["Default", "Range", "Length"];
            ensure!(
                !keys.iter().any(|key| sentence.starts_with(&format!("{key} "))),
                "{} lacks its colon",
                cited_sentence()
            );
        }
    }
    check(default.as_ref(), &limits)?;
    Ok((default, limits))
}

/// The sentences in a function's documentation about one of its parameters, in the form for a field.
pub fn docs_of_parameter(docs: &str, name: &str) -> String {
    let key = format!(" of `{name}`:");
    sentences(docs).filter(|one| one.contains(&key)).map(|one| one.replacen(&key, ":", 1) + ". ").collect()
}

/// The documentation of a question's field; a default in the function's documentation replaces that of the record.
pub fn docs_with_own_default(docs: &str, of_function: &str, name: &str) -> String {
    let key = format!("Default of `{name}`: ");
    let Some(own_default) = sentences(of_function).find_map(|one| one.strip_prefix(&key)) else {
        return docs.to_owned();
    };
    let own_default = format!("Default: {own_default}.");
    match sentences(docs).find(|one| one.starts_with("Default:")) {
        Some(record_default) => docs.replacen(&format!("{record_default}."), &own_default, 1),
        None => format!("{docs} {own_default}"),
    }
}

/// Fails if a function's documentation states a default or limits of a parameter that does not exist.
pub fn check_names(docs: &str, names: &[&str]) -> anyhow::Result<()> {
    for sentence in sentences(docs) {
        let after_key = ["Default of `", "Range of `", "Length of `"].iter().find_map(|key| sentence.strip_prefix(key));
        if let Some((name, _)) = after_key.and_then(|after_key| after_key.split_once('`')) {
            ensure!(names.contains(&name), "the sentence \"{sentence}.\" is of no parameter");
        }
    }
    Ok(())
}

/// The sentences of a text, without full stops; a full stop within a number or name ends no sentence.
fn sentences(docs: &str) -> impl Iterator<Item = &str> {
    let lines = docs.split('\n').map(|line| line.trim_end().strip_suffix('.').unwrap_or(line));
    lines.flat_map(|line| line.split(". ")).map(str::trim)
}

fn literal(wit: &Wit, value: &str, ty: &Type) -> anyhow::Result<Literal> {
    Ok(match ty {
        Type::Bool => Literal::Bool(value.parse()?),
        Type::Signed(64) if value == "now" => Literal::Now,
        Type::Unsigned(_) | Type::Signed(_) => Literal::Integer(value.replace(',', "").parse()?),
        Type::Float => Literal::Float(value.parse()?),
        Type::String if value == "\"\"" => Literal::Empty,
        Type::List(_) if value == "[]" => Literal::Empty,
        Type::List(_) if value == "zone" => Literal::Zone,
        Type::Named { interface, name } => match wit.definition(interface, name).map(|one| &one.shape) {
            Some(Shape::Enum(cases)) if cases.iter().any(|case| case.name == value) => Literal::Word(value.to_owned()),
            _ => bail!("`{name}` has no word `{value}`"),
        },
        _ => bail!("no default of its type"),
    })
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Unsigned(_) | Type::Signed(_) | Type::Float)
}

fn bounds(text: &str) -> anyhow::Result<(f64, f64)> {
    let (min, max) = text.trim().split_once(" to ").context("not of the form `1 to 1,000`")?;
    let (min, max) = (number(min)?, number(max)?);
    ensure!(min <= max, "its ends stand the wrong way round");
    Ok((min, max))
}

fn each(text: &str) -> anyhow::Result<ItemLimits> {
    let (max, bytes_text) =
        text.split_once(", of at most ").context("not of the form `At most 9, of at most 9 bytes each`")?;
    let bytes =
        bytes_text.strip_suffix(" bytes each").context("not of the form `At most 9, of at most 9 bytes each`")?;
    Ok(ItemLimits { max: number(max)? as u64, bytes: number(bytes)? as u64 })
}

fn number(text: &str) -> anyhow::Result<f64> {
    text.replace(',', "").parse().with_context(|| format!("`{text}` is no number"))
}

/// Fails if a default is outside the range of its argument.
fn check(default: Option<&Literal>, limits: &Limits) -> anyhow::Result<()> {
    let number = match default {
        Some(Literal::Integer(number)) => *number as f64,
        Some(Literal::Float(number)) => *number,
        _ => return Ok(()),
    };
    let is_in_range = limits.range.is_none_or(|(min, max)| (min..=max).contains(&number));
    ensure!(is_in_range, "its default is out of its range");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::docs_with_own_default;

    #[test]
    fn a_function_may_have_another_default_than_the_record_of_its_question() {
        let docs = "How many steps to follow. Default: 1. Range: 1 to 10.";
        let changed_docs = docs_with_own_default(docs, "What it reaches, and so on.\nDefault of `depth`: 3.", "depth");
        assert_eq!(changed_docs, "How many steps to follow. Default: 3. Range: 1 to 10.");
        assert_eq!(docs_with_own_default(docs, "Default of `depth`: 3.", "limit"), docs);
        assert_eq!(docs_with_own_default(docs, "Who calls a symbol.", "depth"), docs);
    }
}
