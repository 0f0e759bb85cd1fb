//! Changes of records: functions whose answers have effects, which the host commits.
//!
//! A change is a function in an interface about records whose last parameter is `resumed`, and whose answer has a
//! member `effects`. The caller passes its parameters other than `now` and `resumed`, and for a record its fields. The
//! caller gets the answer without `effects`; only one member, if just one is left or the documentation names one.
//!
//! A list at the end of a function's documentation describes its parameters: "- `expected`: The version that it is of."
//! The interface's documentation describes those that are missing there. A sentence names the returned member: "Gives
//! `version`: the version after it."

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use wit_parser::{Function, Resolve};

use super::read::{argument, docs_text, may_ask, read_type, reply_and_answer};
use super::{Argument, Field, RECORD_INTERFACES, Shape, Type, Wit};

/// Changes that hosts write by hand, with the reason. Also by hand, but no changes here, are: events and lines, which
/// are packed first (`record`, `remember`, which knows a project's folder, `import_lines`, `merge`), exports, which are
/// sliced questions, and a summary by a model, which is a question in two steps.
pub const HANDWRITTEN_CHANGES: [(&str, &str); 7] = [
    ("records.add", "it takes batches, which a host packs first and may keep in its spool"),
    ("records.forget", "hosts say beforehand what it would do, and erase what it forgot"),
    ("records.rollback", "as `forget`, which hosts do with the same call"),
    ("records.clear-windows", "a slice of erasing, which goes on through the files"),
    ("records.salvage", "a slice of mending, whose rows the host reads from a damaged file"),
    ("records.import-tombstones", "a slice of putting another file in the place of one"),
    ("records.upkeep", "a slice, before and after which the host looks after its file"),
];

/// A change of records.
pub struct Change {
    pub interface: String,
    pub name: String,
    /// Its documentation without the parameters; the sentence with the returned member is last.
    pub docs: String,
    /// Its parameters, in the order of the WIT.
    pub parameters: Vec<Parameter>,
    pub answer: Answer,
}

/// A parameter in the component's interface.
pub enum Parameter {
    /// The current time, which the host passes.
    Now,
    Plain(Argument),
    /// A record, whose fields the caller passes.
    Record {
        name: String,
        record: Type,
        fields: Vec<Argument>,
    },
}

/// The result for the caller.
pub enum Answer {
    /// One member of the answer.
    Member(Field),
    /// All members of the answer but the effects.
    Record(Vec<Field>),
}

impl Change {
    /// The name of the change with that of its interface, for errors and lists.
    pub fn step(&self) -> String {
        format!("{}.{}", self.interface, self.name)
    }

    /// Why hosts write it by hand; `None` if it is generated.
    pub fn handwritten_reason(&self) -> Option<&'static str> {
        let step = self.step();
        HANDWRITTEN_CHANGES.iter().find(|(name, _)| *name == step).map(|(_, why)| *why)
    }

    /// The arguments from the caller, in the order of the WIT.
    pub fn arguments(&self) -> impl Iterator<Item = &Argument> {
        self.parameters.iter().flat_map(|one| match one {
            Parameter::Now => &[],
            Parameter::Plain(argument) => std::slice::from_ref(argument),
            Parameter::Record { fields, .. } => fields,
        })
    }

    /// The required arguments, which are positional.
    pub fn required(&self) -> impl Iterator<Item = &Argument> {
        self.arguments().filter(|argument| argument.default.is_none())
    }

    /// The optional arguments, which are named.
    pub fn options(&self) -> impl Iterator<Item = &Argument> {
        self.arguments().filter(|argument| argument.default.is_some())
    }
}

/// The changes in an interface; none if it is not about records.
pub fn read(resolve: &Resolve, wit: &Wit, source: &wit_parser::Interface) -> anyhow::Result<Vec<Change>> {
    let interface = source.name.as_deref().unwrap_or_default();
    if !RECORD_INTERFACES.contains(&interface) {
        return Ok(Vec::new());
    }
    let (_, shared) = split_parameter_docs(&docs_text(&source.docs));
    let mut changes = Vec::new();
    for function in source.functions.values().filter(|function| may_ask(function)) {
        let step = || format!("{interface}.{}", function.name);
        let (_, answer) = reply_and_answer(resolve, wit, function).with_context(step)?;
        if let Some(members) = members_beside_effects(wit, &answer) {
            changes.push(change(resolve, wit, (interface, function, &shared), members).with_context(step)?);
        }
    }
    Ok(changes)
}

/// The members of an answer other than the effects; `None` if it has no effects.
pub fn members_beside_effects<'w>(wit: &'w Wit, answer: &Type) -> Option<Vec<&'w Field>> {
    let Type::Named { interface, name } = answer else { return None };
    let Some(Shape::Record(fields)) = wit.definition(interface, name).map(|found| &found.shape) else { return None };
    let members: Vec<&Field> = fields.iter().filter(|field| field.name != "effects").collect();
    (members.len() < fields.len()).then_some(members)
}

type ParameterDocs = BTreeMap<String, String>;

fn change(
    resolve: &Resolve,
    wit: &Wit,
    (interface, function, shared): (&str, &Function, &ParameterDocs),
    members: Vec<&Field>,
) -> anyhow::Result<Change> {
    let (function_docs, mut parameter_docs) = split_parameter_docs(&docs_text(&function.docs));
    let mut parameters = Vec::new();
    for one in &function.params[..function.params.len() - 1] {
        let docs = parameter_docs.remove(&one.name).or_else(|| shared.get(&one.name).cloned()).unwrap_or_default();
        parameters.push(match (one.name.as_str(), read_type(resolve, &one.ty)?) {
            ("now", _) => Parameter::Now,
            (name, ty) => parameter(wit, name, &docs, ty)?,
        });
    }
    ensure!(parameter_docs.is_empty(), "its documentation tells what is no parameter: {parameter_docs:?}");
    let (docs, answer) = split_answer_docs(&function_docs, members)?;
    let change = Change { interface: interface.to_owned(), name: function.name.clone(), docs, parameters, answer };
    let undocumented = change.arguments().find(|one| one.docs.is_empty() && change.handwritten_reason().is_none());
    ensure!(
        undocumented.is_none(),
        "`{}` has no documentation",
        undocumented.map(|one| one.name.as_str()).unwrap_or_default()
    );
    Ok(change)
}

fn parameter(wit: &Wit, name: &str, docs: &str, ty: Type) -> anyhow::Result<Parameter> {
    if let Type::Named { interface, name: record_name } = &ty
        && let Some(Shape::Record(fields)) = wit.definition(interface, record_name).map(|found| &found.shape)
    {
        let fields = fields.iter().map(|one| argument(wit, &one.name, &one.docs, &one.docs, &one.ty));
        return Ok(Parameter::Record {
            name: name.to_owned(),
            fields: fields.collect::<anyhow::Result<_>>()?,
            record: ty,
        });
    }
    Ok(Parameter::Plain(argument(wit, name, docs, docs, &ty)?))
}

/// The text of documentation, and the description of each parameter in the list at its end.
fn split_parameter_docs(docs: &str) -> (String, ParameterDocs) {
    let Some(at) = docs.find("\n- `") else { return (docs.to_owned(), ParameterDocs::new()) };
    let items = docs[at..].split("\n- `").filter_map(|item| item.split_once("`: "));
    let trimmed_lines = |said: &str| said.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let items = items.map(|(name, said)| (name.to_owned(), trimmed_lines(said)));
    (docs[..at].trim_end().to_owned(), items.collect())
}

/// The documentation for callers, and the result: the member that the documentation names, else the only member or all.
fn split_answer_docs(docs: &str, members: Vec<&Field>) -> anyhow::Result<(String, Answer)> {
    let Some((before, (name, answer_docs))) =
        docs.split_once("Gives `").and_then(|(before, rest)| Some((before, rest.split_once("`: ")?)))
    else {
        return Ok((
            docs.to_owned(),
            match members.as_slice() {
                [one] => Answer::Member((*one).clone()),
                _ => Answer::Record(members.into_iter().cloned().collect()),
            },
        ));
    };
    let member = members.into_iter().find(|one| one.name == name);
    let member = member.with_context(|| format!("it gives `{name}`, which its answer does not have"))?;
    let answer_docs = answer_docs[..1].to_uppercase() + &answer_docs[1..];
    Ok((format!("{before}{answer_docs}"), Answer::Member(member.clone())))
}

#[cfg(test)]
pub mod tests {
    use std::path::Path;

    use super::super::tests::wit_of_text;
    use super::super::{Literal, read};
    use super::*;

    pub const WIT: &str = "package a:b;
      /// Sessions.
      ///
      /// - `id`: The session. Length: 1 to 128 bytes.
      interface session {
        record resumed { ticket: list<u8> }
        record ask { ticket: list<u8> }
        variant error { stale }
        record effects { puts: list<u8> }
        record keep-settings {
            /// How many stay. Default: 30. Range: 1 to 100.
            keep: u32 }
        record changed { effects: effects, version: u64, is-known: bool }
        record kept { effects: effects, n-kept: u32 }
        variant changed-reply { done(changed), ask(ask) }
        variant kept-reply { done(kept), ask(ask) }
        /// Saves a document. Gives `version`: the version after it.
        ///
        /// - `document`: What is saved,
        ///   whole.
        /// - `expected`: The version that it is of.
        save: func(id: string, document: string, expected: option<u64>, now: s64, resumed: option<resumed>) -> result<changed-reply, error>;
        /// Lets go.
        drop: func(id: string, settings: keep-settings, resumed: option<resumed>) -> result<kept-reply, error>;
        /// Turns it round.
        turn: func(id: string, resumed: option<resumed>) -> result<changed-reply, error>;
        variant look-reply { done(keep-settings), ask(ask) }
        look: func(resumed: option<resumed>) -> result<look-reply, error>;
        record look-question { id: string }
      }";

    #[test]
    fn a_change_has_arguments_without_the_time_and_gives_what_is_no_effect() {
        let wit = wit_of_text(WIT).unwrap();
        let [save, drop, turn] = wit.changes().collect::<Vec<_>>().try_into().ok().unwrap();
        assert_eq!(
            (save.step().as_str(), save.docs.as_str()),
            ("session.save", "Saves a document. The version after it.")
        );
        let names = |of: &Change| of.arguments().map(|one| one.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(save), ["id", "document", "expected"]);
        assert!(matches!(save.parameters[3], Parameter::Now));
        assert_eq!(save.required().map(|one| one.docs.as_str()).last(), Some("What is saved,\nwhole."));
        assert_eq!(save.options().map(|one| one.default.clone()).collect::<Vec<_>>(), [Some(Literal::None)]);
        assert!(matches!(&save.answer, Answer::Member(one) if one.name == "version"));
        assert_eq!(names(drop), ["id", "keep"]);
        assert_eq!(drop.arguments().next().unwrap().limits.length, Some((1, 128)));
        assert_eq!(drop.options().map(|one| one.default.clone()).collect::<Vec<_>>(), [Some(Literal::Integer(30))]);
        assert!(matches!(&drop.answer, Answer::Member(one) if one.name == "n-kept"));
        assert!(matches!(&turn.answer, Answer::Record(members) if members.len() == 2));
    }

    #[test]
    fn documentation_that_does_not_fit_a_change_is_refused() {
        for (from, to) in [
            ("`document`: What", "`documents`: What"),
            ("/// - `expected`: The version that it is of.", ""),
            ("Gives `version`", "Gives `versions`"),
        ] {
            let error = wit_of_text(&WIT.replace(from, to)).err().unwrap_or_else(|| panic!("{to} is taken"));
            assert!(format!("{error:#}").contains("session.save"), "{error:#}");
        }
    }

    #[test]
    fn what_is_done_by_hand_is_a_change() {
        let wit = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../wit")).unwrap();
        for (step, _) in HANDWRITTEN_CHANGES {
            assert!(wit.changes().any(|change| change.step() == step), "{step}");
        }
    }
}
