//! Generates the changes of records in TypeScript: `changes.ts` describes the call and the result of each; also their
//! options, and the methods of the classes. Changes that hosts implement by hand are excluded.
//!
//! Arguments without a default are positional, in the WIT's order; the others are options. If a record has a required
//! member, it is passed as an object; the members of any other record are options. JSON may be given as an object or a
//! list, and UTF-8 as a string.

use std::collections::BTreeSet;

use super::names::{doc_comment, member_name, type_name, variable_name};
use super::questions::{asked, constant_of_type, destructured, expression, is_long};
use crate::wit::{Answer, Argument, Change, Field, Parameter, Type, Wit};

/// The changes that are generated.
fn generated_changes(wit: &Wit) -> impl Iterator<Item = &Change> {
    wit.changes().filter(|change| change.handwritten_reason().is_none())
}

/// The table of changes: the arguments and the result of each, and how it is called.
pub fn table(wit: &Wit) -> String {
    let (mut types, mut calls) = (String::new(), String::new());
    for change in generated_changes(wit) {
        let name = name_of(change);
        let members: Vec<String> = parameters(change)
            .map(|(name, ty)| {
                let or_undefined = if matches!(ty, Type::Option(_)) { " | undefined" } else { "" };
                format!("{}: {}{or_undefined}", member_name(name), expression(ty))
            })
            .collect();
        let (answer, gives) = answer(&change.answer);
        types.push_str(&format!("  \"{name}\": [{{ {} }}, {answer}];\n", members.join("; ")));
        let arguments: Vec<String> = change
            .parameters
            .iter()
            .map(|one| match one {
                Parameter::Now => "now".to_owned(),
                Parameter::Plain(argument) => format!("q.{}", member_name(&argument.name)),
                Parameter::Record { name, .. } => format!("q.{}", member_name(name)),
            })
            .collect();
        let now = if arguments.iter().any(|one| one == "now") { "now" } else { "_" };
        calls.push_str(&format!(
            "  \"{name}\": (x, q, {now}, r) => done(x.{name}({}, r), {gives}),\n",
            arguments.join(", ")
        ));
    }
    format!(
        "\n/** What each change of records takes and gives. */\nexport interface Changes {{\n{types}}}\n\
         \n/** How a change is called. */\nexport type ChangeCall<G, A> = (x: Exports, q: G, now: bigint, r: Resumed | undefined) => Reply<Changed<A>>;\n\
         \n/** How each change of records is called. */\nexport const CHANGES: {{ readonly [N in keyof Changes]: ChangeCall<Changes[N][0], Changes[N][1]> }} = {{\n{calls}}};\n"
    )
}

/// The options of each change, and the records that have a required member.
pub fn options(wit: &Wit) -> String {
    let (mut text, mut seen) = (String::new(), BTreeSet::new());
    for change in generated_changes(wit) {
        for (record, fields) in objects(change) {
            let members: Vec<&Argument> = fields.iter().collect();
            text.push_str(&format!("\n{}", doc_comment(Some(&docs_of(wit, record)), "")));
            text.push_str(&interface(&format!("{}Members", expression(record)), "", &members));
        }
        let Some(name) = options_name(wit, change).filter(|name| seen.insert(name.clone())) else { continue };
        let askers = generated_changes(wit).filter(|one| options_name(wit, one).as_ref() == Some(&name));
        let askers: Vec<String> = askers.map(|one| format!("`{}`", member_name(&one.name))).collect();
        text.push_str(&format!("\n/** The options of {}. */\n", askers.join(", ")));
        text.push_str(&interface(&name, " extends Cancel", &own_options(change)));
        let names: Vec<String> =
            own_options(change).iter().map(|one| format!("\"{}\"", member_name(&one.name))).collect();
        text.push_str(&format!(
            "\nexport const {}: readonly (keyof {name})[] = [{}];\n",
            constant_of_type(&name),
            names.join(", ")
        ));
    }
    text
}

/// The names of the generated options and records, which the package exports.
pub fn public_types(wit: &Wit) -> Vec<String> {
    let records = generated_changes(wit).flat_map(objects).map(|(record, _)| format!("{}Members", expression(record)));
    generated_changes(wit).filter_map(|change| options_name(wit, change)).chain(records).collect()
}

/// The methods of a class with an engine: one for each change.
pub fn methods(wit: &Wit) -> String {
    generated_changes(wit).map(|change| method(wit, change)).collect()
}

fn method(wit: &Wit, change: &Change) -> String {
    let positional: Vec<_> = change.parameters.iter().filter_map(|one| positional(wit, one)).collect();
    let docs: String = positional.iter().map(|(name, _, docs)| format!("\n@param {name} {docs}")).collect();
    let signature: String = positional.iter().map(|(name, ty, _)| format!("{name}: {ty}, ")).collect();
    let options_type = options_name(wit, change);
    let names = options_type.as_ref().map(|name| format!(", {}", constant_of_type(name))).unwrap_or_default();
    let mut bound_options: Vec<String> = own_options(change).into_iter().map(destructured).collect();
    bound_options.push("signal".to_owned());
    let mut checks = String::new();
    let sent_members: Vec<String> = change
        .parameters
        .iter()
        .filter_map(|one| match one {
            Parameter::Now => None,
            Parameter::Plain(argument) => Some(input_member(argument)),
            Parameter::Record { name, fields, .. } => {
                let members: Vec<String> = fields.iter().map(input_member).collect();
                if is_object(fields) {
                    checks.push_str(&destructured_members(name, fields));
                }
                Some(format!("{}: {{ {} }}", member_name(name), members.join(", ")))
            }
        })
        .collect();
    format!(
        "\n{}  async {}({signature}given?: {}): Promise<{}> {{\n    const {{ {} }} = options(given{names});\n{checks}    \
         return this.#engine.change(\"{}\", {{ {} }}, signal);\n  }}\n",
        doc_comment(Some(&format!("{}{docs}", change.docs)), "  "),
        member_name(&change.name),
        options_type.as_deref().unwrap_or("Cancel"),
        answer(&change.answer).0,
        bound_options.join(", "),
        name_of(change),
        sent_members.join(", "),
    )
}

/// The destructuring of an object with required members into variables.
fn destructured_members(name: &str, fields: &[Argument]) -> String {
    let names: Vec<String> = fields.iter().map(|one| format!("\"{}\"", member_name(&one.name))).collect();
    let bound_members: Vec<String> = fields.iter().map(destructured).collect();
    let name = variable_name(name);
    format!("    known({name}, [{}]);\n    const {{ {} }} = {name};\n", names.join(", "), bound_members.join(", "))
}

/// A positional parameter: its name, type and documentation; `None` if the parameter is not one.
fn positional(wit: &Wit, parameter: &Parameter) -> Option<(String, String, String)> {
    match parameter {
        Parameter::Plain(one) if one.default.is_none() => {
            Some((variable_name(&one.name), argument_type(one), one.docs.clone()))
        }
        Parameter::Record { name, record, fields } if is_object(fields) => {
            Some((variable_name(name), format!("{}Members", expression(record)), docs_of(wit, record)))
        }
        _ => None,
    }
}

fn own_options(change: &Change) -> Vec<&Argument> {
    let arguments = change.parameters.iter().flat_map(|one| match one {
        Parameter::Plain(argument) => std::slice::from_ref(argument),
        Parameter::Record { fields, .. } if !is_object(fields) => fields,
        _ => &[],
    });
    arguments.filter(|one| one.default.is_some()).collect()
}

/// The name of the type of a change's options. Changes of one interface with equal options share it; `None` if the
/// change has no options.
fn options_name(wit: &Wit, change: &Change) -> Option<String> {
    let names = |of: &Change| own_options(of).iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let own_names = names(change);
    let n_alike =
        generated_changes(wit).filter(|one| one.interface == change.interface && names(one) == own_names).count();
    let name = match n_alike {
        1 => change.name.trim_end_matches(&format!("-{}", change.interface)).to_owned(),
        _ => format!("{}-change", change.interface),
    };
    (!own_names.is_empty()).then(|| format!("{}Options", type_name(&name)))
}

fn interface(name: &str, extends: &str, members: &[&Argument]) -> String {
    let member = |one: &&Argument| {
        let (mark, or_undefined) = if one.default.is_some() { ("?", " | undefined") } else { ("", "") };
        format!(
            "{}  {}{mark}: {}{or_undefined};\n",
            doc_comment(Some(&one.docs), "  "),
            member_name(&one.name),
            argument_type(one)
        )
    };
    format!("export interface {name}{extends} {{\n{}}}\n", members.iter().map(member).collect::<String>())
}

fn is_object(fields: &[Argument]) -> bool {
    fields.iter().any(|one| one.default.is_none())
}

/// The documentation of a record; empty if it has none.
fn docs_of(wit: &Wit, record: &Type) -> String {
    let Type::Named { interface, name } = record else { return String::new() };
    wit.definition(interface, name).map(|found| found.docs.clone()).unwrap_or_default()
}

fn objects(change: &Change) -> impl Iterator<Item = (&Type, &Vec<Argument>)> {
    change.parameters.iter().filter_map(|one| match one {
        Parameter::Record { record, fields, .. } if is_object(fields) => Some((record, fields)),
        _ => None,
    })
}

/// The kinds of values that the interface takes as text or bytes, but that a program may give as an object, a list or a
/// string.
enum GivenAs {
    Object,
    List,
    Text,
}

fn given_as(argument: &Argument) -> Option<GivenAs> {
    let docs_say = |words: &str| argument.docs.contains(words);
    match &argument.ty {
        Type::String if docs_say("A JSON object") => Some(GivenAs::Object),
        Type::String if docs_say("A JSON list") => Some(GivenAs::List),
        ty if expression(ty) == "Uint8Array" && docs_say("UTF-8") => Some(GivenAs::Text),
        _ => None,
    }
}

/// The TypeScript type of an argument for a program.
fn argument_type(argument: &Argument) -> String {
    match given_as(argument) {
        Some(GivenAs::Object) => "string | object".to_owned(),
        Some(GivenAs::List) => "string | readonly object[]".to_owned(),
        Some(GivenAs::Text) => "string".to_owned(),
        None => asked(&argument.ty),
    }
}

/// TypeScript for one member of an engine's input object: its name, and the expression that converts the caller's
/// variable.
fn input_member(argument: &Argument) -> String {
    let (name, local) = (member_name(&argument.name), variable_name(&argument.name));
    let converted = match given_as(argument) {
        Some(GivenAs::Object | GivenAs::List) => format!("json({local}, \"{name}\")"),
        Some(GivenAs::Text) => format!("utf8({local}, \"{name}\")"),
        None if asked(&argument.ty) != expression(&argument.ty) => format!("long({local}, \"{name}\")"),
        None if name == local => return name,
        None => local,
    };
    format!("{name}: {converted}")
}

/// The TypeScript type of a change's result, and the function that extracts it from the reply.
fn answer(answer: &Answer) -> (String, String) {
    match answer {
        Answer::Member(Field { name, ty, .. }) => {
            let name = member_name(name);
            match ty {
                ty if is_long(ty) => ("number".to_owned(), format!("({{ {name} }}) => Number({name})")),
                Type::Named { .. } => {
                    (format!("Numbers<{}>", expression(ty)), format!("({{ {name} }}) => numbers({name})"))
                }
                ty => (expression(ty), format!("({{ {name} }}) => {name}")),
            }
        }
        Answer::Record(fields) => {
            let names: Vec<String> = fields.iter().map(|one| member_name(&one.name)).collect();
            let member = |one: &Field| format!("{}: {}", member_name(&one.name), asked(&one.ty));
            let members: Vec<String> = fields.iter().map(member).collect();
            let names = names.join(", ");
            (format!("{{ {} }}", members.join("; ")), format!("({{ {names} }}) => numbers({{ {names} }})"))
        }
    }
}

fn parameters(change: &Change) -> impl Iterator<Item = (&String, &Type)> {
    change.parameters.iter().filter_map(|one| match one {
        Parameter::Now => None,
        Parameter::Plain(argument) => Some((&argument.name, &argument.ty)),
        Parameter::Record { name, record, .. } => Some((name, record)),
    })
}

fn name_of(change: &Change) -> String {
    format!("{}.{}", member_name(&change.interface), member_name(&change.name))
}

#[cfg(test)]
mod tests {
    use super::{methods, options, table};
    use crate::wit::tests::wit_of_text;

    const WIT: &str = "package a:b;
      /// Sessions.
      ///
      /// - `id`: The session.
      interface session {
        record resumed { ticket: list<u8> }
        record ask { ticket: list<u8> }
        variant error { stale }
        record effects { puts: list<u8> }
        record settings {
            /// How many stay. Default: 30. Range: 1 to 100.
            keep: u32 }
        /// What it says.
        record words {
            /// The text.
            text: string,
            /// A JSON object. Default: \"\".
            more: string }
        record changed { effects: effects, version: u64 }
        record report { n: u64 }
        record dropped { effects: effects, report: report }
        variant changed-reply { done(changed), ask(ask) }
        variant dropped-reply { done(dropped), ask(ask) }
        /// Saves it. Gives `version`: the one after it.
        ///
        /// - `entries`: A JSON list.
        /// - `expected`: The version before. None: any.
        save: func(id: string, entries: string, expected: option<u64>, now: s64, resumed: option<resumed>) -> result<changed-reply, error>;
        /// Says it.
        say: func(id: string, says: words, resumed: option<resumed>) -> result<changed-reply, error>;
        /// Lets go.
        ///
        /// - `why`: UTF-8. None: nothing.
        drop-session: func(settings: settings, why: option<list<u8>>, now: s64, resumed: option<resumed>) -> result<dropped-reply, error>;
      }";

    #[test]
    fn a_change_is_a_call_a_method_and_options_of_the_interface_alone() {
        let wit = wit_of_text(WIT).unwrap();
        let text = [table(&wit), options(&wit), methods(&wit)].concat();
        for part in [
            "  \"session.save\": [{ id: string; entries: string; expected: bigint | undefined }, number];\n",
            "(x, q, now, r) => done(x.session.save(q.id, q.entries, q.expected, now, r), ({ version }) => Number(version)),\n",
            "(x, q, _, r) => done(x.session.say(q.id, q.says, r), ",
            "[{ settings: Settings; why: Uint8Array | undefined }, Numbers<Report>];\n",
            "export interface SaveOptions extends Cancel {\n  /** The version before. None: any. */\n  expected?: number | undefined;\n}\n",
            "/** What it says. */\nexport interface WordsMembers {\n  /** The text. */\n  text: string;\n",
            "  more?: string | object | undefined;\n",
            "export interface DropOptions extends Cancel {\n  /** How many stay. Default: 30. Range: 1 to 100. */\n  keep?: number | undefined;\n",
            "export const DROP_OPTIONS: readonly (keyof DropOptions)[] = [\"keep\", \"why\"];\n",
            "   * @param entries A JSON list.\n   */\n  async save(id: string, entries: string | readonly object[], given?: SaveOptions): Promise<number> {\n",
            "{ id, entries: json(entries, \"entries\"), expected: long(expected, \"expected\") }, signal);\n",
            "async say(id: string, says: WordsMembers, given?: Cancel): Promise<number> {\n",
            "    known(says, [\"text\", \"more\"]);\n    const { text, more = \"\" } = says;\n",
            "says: { text, more: json(more, \"more\") } }, signal);\n",
            "const { keep = 30, why, signal } = options(given, DROP_OPTIONS);\n",
            "{ settings: { keep }, why: utf8(why, \"why\") }, signal);\n",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}
