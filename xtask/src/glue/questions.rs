//! Generates the questions in TypeScript: `options.ts` with the options of each, `asked.ts` with the call of each,
//! `questions.ts` with the methods and their defaults, and `public.ts` with the types that belong to them. Also writes
//! `changes.ts` with the table of changes, and `settings.ts` with the records of settings.
//!
//! The questions of `graph` are methods of the graph; those about records are also methods of records without a
//! project; all others are methods of the memory. Arguments without a default are positional, in the WIT's order; the
//! others are options.

use std::collections::BTreeSet;

use super::changes;
use super::names::{case_literal, doc_comment, member_name, type_name, variable_name, words};
use crate::wit::{Argument, CURSOR, Literal, Question, RECORD_INTERFACES, Type, Wit};

const HEAD: &str = "\
// Generated from wit/ by `cargo xtask glue`; the gate compares.
";

/// Questions that are implemented by hand, because they take more than the interface has.
const BY_HAND: [&str; 1] = ["summarise-session"];

/// The imports of the table of changes.
const IMPORTS_OF_CHANGES: &[&str] = &[
    "import { type Changed, type Reply, done } from \"../ask.js\";\n",
    "import { type Numbers, numbers } from \"../numbers.js\";\n",
];

/// The interface whose questions are methods of the graph instead of the memory.
const GRAPH: &str = "graph";

/// The names and texts of the generated files.
pub fn files(wit: &Wit) -> Vec<(String, String)> {
    vec![
        (
            "options.ts".to_owned(),
            with_types(
                wit,
                &["import type { Cancel } from \"../options.js\";\n"],
                &(options(wit) + &changes::options(wit)),
            ),
        ),
        ("asked.ts".to_owned(), with_types(wit, &["import type { Reply } from \"../ask.js\";\n"], &table(wit))),
        ("changes.ts".to_owned(), with_types(wit, IMPORTS_OF_CHANGES, &changes::table(wit))),
        ("questions.ts".to_owned(), questions(wit)),
        ("public.ts".to_owned(), public(wit)),
        ("settings.ts".to_owned(), settings(wit)),
    ]
}

/// The records of settings as options, with their defaults.
fn settings(wit: &Wit) -> String {
    let mut body = String::new();
    for one in &wit.settings {
        let Type::Named { name, .. } = &one.record else { continue };
        let mut fields = String::new();
        let mut defaults = String::new();
        for argument in &one.arguments {
            let (name, ty) = (member_name(&argument.name), expression(&argument.ty));
            let docs = doc_comment(Some(&argument.docs), "  ");
            fields.push_str(&format!("{docs}  {name}?: {ty} | undefined;\n"));
            let value = argument.default.as_ref().and_then(|one| literal(one, &argument.ty));
            let value = value.unwrap_or_else(|| "undefined".to_owned());
            defaults.push_str(&format!("  {name}: {value},\n"));
        }
        let (ty, constant) = (type_name(name), constant_of_type(&type_name(name)));
        let docs = format!("/** Settings, each optional: one that is not given is that of `{constant}`. */");
        body.push_str(&format!("\n{docs}\nexport interface {ty}Options {{\n{fields}}}\n"));
        body.push_str(&format!(
            "\n/** The default of each setting. */\nexport const {constant}: {ty} = {{\n{defaults}}};\n"
        ));
    }
    with_types(wit, &[], &body)
}

fn questions(wit: &Wit) -> String {
    let (on_graph, on_memory): (Vec<_>, Vec<_>) = wit.all_questions().partition(|one| one.interface == GRAPH);
    let (on_records, on_memory): (Vec<_>, Vec<_>) =
        on_memory.into_iter().partition(|one| RECORD_INTERFACES.contains(&one.interface.as_str()));
    let body = [
        class("GraphQuestions", None, "Questions about the code.", &methods(&on_graph)),
        class(
            "RecordQuestions",
            Some("Recording"),
            "Questions about what was recorded, and changes of it.",
            &(methods(&on_records) + &changes::methods(wit)),
        ),
        class("MemoryQuestions", Some("RecordQuestions"), "Questions about the whole memory.", &methods(&on_memory)),
    ]
    .concat();
    let words_of_body: BTreeSet<&str> = words(&body).collect();
    let names_of_options = wit.all_questions().filter_map(options_name).chain(changes::public_types(wit));
    let names_of_options = names_of_options.flat_map(|name| [format!("type {name}"), constant_of_type(&name)]);
    let names_of_options: BTreeSet<String> =
        names_of_options.filter(|name| words_of_body.contains(name.trim_start_matches("type "))).collect();
    let checks: Vec<&str> = ["instant", "json", "known", "long", "options", "utf8"]
        .into_iter()
        .filter(|name| words_of_body.contains(name))
        .collect();
    let numbers =
        if words_of_body.contains("Numbers") { "import type { Numbers } from \"../numbers.js\";\n" } else { "" };
    let imports = [
        numbers.to_owned(),
        "import type { Engine } from \"../engine.js\";\n".to_owned(),
        format!("import {{ type Cancel, {} }} from \"../options.js\";\n", checks.join(", ")),
        "import { Recording } from \"../records/recording.js\";\n".to_owned(),
        "import { ownZone } from \"../zone.js\";\n".to_owned(),
        format!(
            "import {{ {} }} from \"./options.js\";\n",
            names_of_options.into_iter().collect::<Vec<_>>().join(", ")
        ),
    ];
    with_types(wit, &imports.each_ref().map(String::as_str), &body)
}

/// A file: its imports, with the types of the interface that the body names, and its body.
fn with_types(wit: &Wit, imports: &[&str], body: &str) -> String {
    let words_of_body: BTreeSet<&str> = words(body).collect();
    let type_names = wit.interfaces.iter().flat_map(|interface| &interface.types).map(|one| type_name(&one.name));
    let type_names = type_names.chain(["Exports".to_owned()]);
    let used_types: BTreeSet<String> = type_names.filter(|name| words_of_body.contains(name.as_str())).collect();
    let used_types: Vec<String> = used_types.into_iter().collect();
    let types = format!("import type {{ {} }} from \"./types.js\";\n", used_types.join(", "));
    format!("{HEAD}\n{}{types}{body}", imports.concat())
}

/// The types that every entry point exports: those of questions, answers, changes and errors.
fn public(wit: &Wit) -> String {
    let error = Type::Named { interface: "types".to_owned(), name: "error".to_owned() };
    let plain = wit.questions().map(|one| &one.answer);
    let question_types = plain
        .chain(wit.all_questions().flat_map(|one| one.options().chain(one.required()).map(|argument| &argument.ty)));
    // Types in the arguments and results of changes.
    let further_names = [
        ("records", "receipt"),
        ("records", "owner"),
        ("records", "origin"),
        ("session", "compaction"),
        ("types", "model-request"),
    ];
    let further_types =
        further_names.map(|(interface, name)| Type::Named { interface: interface.to_owned(), name: name.to_owned() });
    let reached: BTreeSet<&str> = wit
        .reach(question_types.chain([&error]).chain(&further_types))
        .into_iter()
        .map(|one| one.name.as_str())
        .collect();
    let types: Vec<String> =
        reached.into_iter().filter(|name| *name != "error").map(|name| format!("  {},\n", type_name(name))).collect();
    let options: BTreeSet<String> =
        wit.all_questions().filter_map(options_name).chain(changes::public_types(wit)).collect();
    let options: Vec<String> = options.into_iter().collect();
    format!(
        "{HEAD}\nexport type {{ {} }} from \"./options.js\";\nexport type {{\n{}}} from \"./types.js\";\n",
        options.join(", "),
        types.concat()
    )
}

/// The options of the questions. Questions with the same record share one type of options.
fn options(wit: &Wit) -> String {
    let (mut text, mut seen) = (String::new(), BTreeSet::new());
    for question in wit.all_questions() {
        let Some(name) = options_name(question).filter(|name| seen.insert(name.clone())) else { continue };
        let askers: Vec<&Question> =
            wit.all_questions().filter(|one| options_name(one).as_ref() == Some(&name)).collect();
        let fields: String = question
            .options()
            .map(|one| {
                let docs = doc_comment(Some(&with_other_defaults(one, &askers)), "  ");
                format!("{docs}  {}?: {} | undefined;\n", member_name(&one.name), asked(&one.ty))
            })
            .collect();
        let names: Vec<String> = askers.iter().map(|one| format!("`{}`", member_name(&one.name))).collect();
        text.push_str(&format!("\n/** The options of {}. */\n", names.join(", ")));
        text.push_str(&format!("export interface {name} extends Cancel {{\n{fields}}}\n"));
        if !is_method(question) {
            continue;
        }
        let names: Vec<String> = question.options().map(|one| format!("\"{}\"", member_name(&one.name))).collect();
        text.push_str(&format!(
            "\nexport const {}: readonly (keyof {name})[] = [{}];\n",
            constant_of_type(&name),
            names.join(", ")
        ));
    }
    text
}

/// The documentation of an option, with each different default that another question of `askers` has for it.
fn with_other_defaults(argument: &Argument, askers: &[&Question]) -> String {
    let default = |one: &Argument| one.default.as_ref().and_then(|value| literal(value, &one.ty));
    let Some(own_default) = default(argument) else { return argument.docs.clone() };
    let other_defaults: String = askers
        .iter()
        .filter_map(|question| {
            let other_default = default(question.options().find(|one| one.name == argument.name)?)?;
            (other_default != own_default).then(|| format!(", of `{}` {other_default}", member_name(&question.name)))
        })
        .collect();
    argument.docs.replacen(&format!("Default: {own_default}."), &format!("Default: {own_default}{other_defaults}."), 1)
}

/// The table of questions: the arguments and the answer of each, and how it is called.
fn table(wit: &Wit) -> String {
    let (mut types, mut calls) = (String::new(), String::new());
    for question in wit.all_questions() {
        let (interface, function) = (member_name(&question.interface), member_name(&question.name));
        let name = format!("{interface}.{function}");
        let argument_types: Vec<String> = question.arguments.iter().map(|one| expression(&one.ty)).collect();
        let (question_type, passed_arguments) = match (&question.record, argument_types.as_slice()) {
            (Some(record), _) => (expression(record), "q, ".to_owned()),
            (None, []) => ("undefined".to_owned(), String::new()),
            (None, [one]) => (one.clone(), "q, ".to_owned()),
            (None, several) => (format!("[{}]", several.join(", ")), "...q, ".to_owned()),
        };
        let answer = expression(&question.answer);
        types.push_str(&format!("  \"{name}\": [{question_type}, {answer}];\n"));
        let q = if passed_arguments.is_empty() { "_" } else { "q" };
        calls.push_str(&format!("  \"{name}\": (x, {q}, r) => x.{name}({passed_arguments}r),\n"));
    }
    let mut text = format!(
        "\n/** For each question, the type of its arguments and that of its answer. */\nexport interface Asked {{\n{types}}}\n"
    );
    text.push_str("\n/** A function that asks the component a question. It takes the component's exports, the arguments, and what resumes an earlier call. */\n");
    text.push_str("export type Call<Q, A> = (x: Exports, q: Q, r: Resumed | undefined) => Reply<A>;\n");
    text.push_str("\n/** For each question, the function that asks it. */\n");
    text.push_str("export const ASKED: { readonly [N in keyof Asked]: Call<Asked[N][0], Asked[N][1]> } = {\n");
    text + &calls + "};\n"
}

fn methods(questions: &[&Question]) -> String {
    questions.iter().filter(|question| is_method(question)).map(|question| method(question)).collect()
}

/// A class with an engine and methods, which may extend another class.
fn class(name: &str, base: Option<&str>, docs: &str, methods: &str) -> String {
    let extends = base.map(|base| format!(" extends {base}")).unwrap_or_default();
    let super_call = if base.is_some() { "    super(engine);\n" } else { "" };
    let mut text = format!("\n/** {docs} */\nexport class {name}{extends} {{\n  readonly #engine: Engine;\n");
    text.push_str(&format!("\n  constructor(engine: Engine) {{\n{super_call}    this.#engine = engine;\n  }}\n"));
    text + methods + "}\n"
}

/// Whether a class gets a generated method for the question.
fn is_method(question: &Question) -> bool {
    !question.is_iterated() && !BY_HAND.contains(&question.name.as_str())
}

fn method(question: &Question) -> String {
    let positional = question.required().map(|one| format!("{}: {}, ", variable_name(&one.name), asked(&one.ty)));
    let positional: String = positional.collect();
    let options_type = options_name(question);
    let names = options_type.as_ref().map(|name| format!(", {}", constant_of_type(name))).unwrap_or_default();
    let mut bound_options: Vec<String> = question.options().map(destructured).collect();
    bound_options.push("signal".to_owned());
    let members: Vec<String> = question.arguments.iter().map(question_member).collect();
    let arguments = match (&question.record, question.arguments.as_slice()) {
        (Some(_), _) => format!("{{ {} }}", members.join(", ")),
        (None, []) => "undefined".to_owned(),
        (None, [one]) => variable_name(&one.name),
        (None, several) => {
            format!("[{}]", several.iter().map(|one| variable_name(&one.name)).collect::<Vec<_>>().join(", "))
        }
    };
    let (interface, function) = (member_name(&question.interface), member_name(&question.name));
    if question.is_sliced() {
        return slices(question, &positional, &bound_options, &arguments);
    }
    format!(
        "\n{}  async {function}({positional}given?: {}): Promise<{}> {{\n    const {{ {} }} = options(given{names});\n    return this.#engine.ask(\"{interface}.{function}\", {arguments}, signal);\n  }}\n",
        doc_comment(Some(&question.docs), "  "),
        options_type.as_deref().unwrap_or("Cancel"),
        expression(&question.answer),
        bound_options.join(", "),
    )
}

/// A method that returns one slice of text after the other.
fn slices(question: &Question, positional: &str, bound_options: &[String], arguments: &str) -> String {
    let (interface, function) = (member_name(&question.interface), member_name(&question.name));
    let options = options_name(question).unwrap_or_else(|| "Cancel".to_owned());
    format!(
        "\n{}  async *{function}({positional}given?: {options}): AsyncGenerator<string, void, undefined> {{\n    \
         const {{ {} }} = options(given, {});\n    \
         for (let {CURSOR}: number | undefined = 0; {CURSOR} !== undefined; ) {{\n      \
         const page: {} = await this.#engine.ask(\"{interface}.{function}\", {arguments}, signal);\n      \
         yield page.text;\n      {CURSOR} = page.next;\n    }}\n  }}\n",
        doc_comment(Some(&question.docs), "  "),
        bound_options.join(", "),
        constant_of_type(&options),
        expression(&question.answer),
    )
}

/// The name of the type of a question's options. Questions with the same record share it; `None` if the question has no
/// options, or hosts iterate over its slices by hand.
fn options_name(question: &Question) -> Option<String> {
    question.options().next().filter(|_| !question.is_iterated())?;
    let name = match &question.record {
        Some(Type::Named { name, .. }) => name.trim_end_matches("-question"),
        _ => &question.name,
    };
    Some(format!("{}Options", type_name(name)))
}

/// The name of the constant that belongs to a type: `FIND_OPTIONS` for `FindOptions`.
pub fn constant_of_type(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_uppercase());
    }
    text
}

/// An option with its default, for destructuring: `limit = 20`.
pub fn destructured(argument: &Argument) -> String {
    let (name, local) = (member_name(&argument.name), variable_name(&argument.name));
    let binding = if name == local { name } else { format!("{name}: {local}") };
    match argument.default.as_ref().and_then(|default| literal(default, &argument.ty)) {
        Some(default) => format!("{binding} = {default}"),
        None => binding,
    }
}

/// A member of the question object, from the variable that holds it.
fn question_member(argument: &Argument) -> String {
    let (name, local) = (member_name(&argument.name), variable_name(&argument.name));
    if is_long(given_type(&argument.ty)) {
        let converter = if is_moment(given_type(&argument.ty)) { "instant" } else { "long" };
        return format!("{name}: {converter}({local}, \"{name}\")");
    }
    if name == local { name } else { format!("{name}: {local}") }
}

/// A default as a JavaScript expression; `None` for an absent value.
fn literal(default: &Literal, ty: &Type) -> Option<String> {
    Some(match default {
        Literal::Integer(number) => number.to_string(),
        Literal::Float(number) => number.to_string(),
        Literal::Bool(truth) => truth.to_string(),
        Literal::Empty if *ty == Type::String => "\"\"".to_owned(),
        Literal::Empty if expression(ty).ends_with("Array") => format!("new {}()", expression(ty)),
        Literal::Empty => "[]".to_owned(),
        Literal::Word(case) => case_literal(case),
        Literal::None => return None,
        Literal::Now => "Date.now()".to_owned(),
        Literal::Zone => "ownZone()".to_owned(),
    })
}

/// The type within an option; any other type stays.
fn given_type(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}

/// The TypeScript type of an argument for a program: 64-bit integers are given as numbers, and times also as dates or
/// texts.
pub fn asked(ty: &Type) -> String {
    match given_type(ty) {
        ty if is_moment(ty) => "number | Date | string".to_owned(),
        ty if is_long(ty) => "number".to_owned(),
        _ => expression(ty),
    }
}

/// Whether a type is a time, which JavaScript can represent in several ways.
fn is_moment(ty: &Type) -> bool {
    *ty == Type::Signed(64)
}

/// Whether a type is an integer of 64 bits.
pub fn is_long(ty: &Type) -> bool {
    matches!(ty, Type::Unsigned(64) | Type::Signed(64))
}

/// The TypeScript type of a value. For an option it is the inner type, because the member is optional.
pub fn expression(ty: &Type) -> String {
    match ty {
        Type::Bool => "boolean".to_owned(),
        ty if is_long(ty) => "bigint".to_owned(),
        Type::Unsigned(_) | Type::Signed(_) | Type::Float => "number".to_owned(),
        Type::String => "string".to_owned(),
        Type::Option(inner) => expression(inner),
        Type::List(inner) if **inner == Type::Unsigned(8) => "Uint8Array".to_owned(),
        Type::List(inner) if **inner == Type::Unsigned(32) => "Uint32Array".to_owned(),
        Type::List(inner) => format!("{}[]", expression(inner)),
        Type::Tuple(parts) => format!("[{}]", parts.iter().map(expression).collect::<Vec<_>>().join(", ")),
        Type::Named { name, .. } => type_name(name),
    }
}
