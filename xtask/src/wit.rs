//! The interface as data, read from `wit/`: the input of every generator of sources and documents.
//!
//! Names, types and documentation are the WIT's, in its order, with aliases resolved. Arguments of questions have the
//! defaults and limits that sentences in their documentation state (`sentences`), checked against their types.
//! Not here: the spelling and the types of any other language.

pub mod changes;
mod read;
mod sentences;

use std::collections::BTreeSet;

pub use changes::{Answer, Change, Parameter};
pub use read::read;
#[cfg(test)]
pub use sentences::ItemLimits;
pub use sentences::{Limits, Literal};

/// The name of the argument with the start of the next slice of an answer.
pub const CURSOR: &str = "cursor";

/// How the documentation of an argument begins that says where a slice starts. Over the slices of a question with such
/// an argument, hosts iterate by hand.
const SLICE_DOC_PREFIX: &str = "Where the slice begins";

/// The interfaces about records; their questions can also be asked of records without a project.
pub const RECORD_INTERFACES: [&str; 5] = ["records", "episodes", "recall", "session", "delivery"];

/// The interface whose functions are methods of a window, which hosts write by hand.
const WINDOW: &str = "window";

/// All interfaces of the package, in its order.
pub struct Wit {
    pub interfaces: Vec<Interface>,
    /// Records of settings, with their defaults.
    pub settings: Vec<Settings>,
}

/// A record that is not the arguments of a question, but whose fields have defaults.
pub struct Settings {
    pub record: Type,
    pub arguments: Vec<Argument>,
}

/// An interface of the WIT.
pub struct Interface {
    pub name: String,
    /// The types that it defines itself, without used types and plain aliases.
    pub types: Vec<Definition>,
    pub questions: Vec<Question>,
    /// Functions that change records; they are also among the questions.
    pub changes: Vec<Change>,
}

/// A type with a name.
pub struct Definition {
    pub interface: String,
    pub name: String,
    pub docs: String,
    pub shape: Shape,
}

/// The structure of a type with a name.
pub enum Shape {
    Record(Vec<Field>),
    /// A variant: its cases may have payloads.
    Variant(Vec<Case>),
    /// An enumeration: its cases are words.
    Enum(Vec<Case>),
    Flags,
}

#[derive(Clone)]
pub struct Field {
    pub name: String,
    pub docs: String,
    pub ty: Type,
}

/// A case of a variant or an enumeration.
pub struct Case {
    pub name: String,
    pub docs: String,
    pub ty: Option<Type>,
}

/// A type as it is used in a field, an argument or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    /// An unsigned integer, by its number of bits.
    Unsigned(u8),
    /// A signed integer, by its number of bits.
    Signed(u8),
    /// `f32` or `f64`.
    Float,
    String,
    Option(Box<Type>),
    List(Box<Type>),
    Tuple(Vec<Type>),
    /// A type that is defined under this name in this interface.
    Named {
        interface: String,
        name: String,
    },
}

/// A function that may request rows: its last parameter is `resumed: option<resumed>`.
pub struct Question {
    pub interface: String,
    pub name: String,
    pub docs: String,
    /// The record whose fields are its arguments; `None` if they are plain parameters.
    pub record: Option<Type>,
    /// Its arguments, in the order of the WIT.
    pub arguments: Vec<Argument>,
    /// The variant that it returns: `done(answer)` or `ask(ask)`.
    pub reply: Type,
    /// The type of its answer.
    pub answer: Type,
}

/// An argument of a question or a change.
#[derive(Clone, PartialEq)]
pub struct Argument {
    pub name: String,
    /// Its documentation, including the sentences with its default and limits.
    pub docs: String,
    pub ty: Type,
    /// Its default; `None` for a required argument, which is positional, while all others are options.
    pub default: Option<Literal>,
    pub limits: Limits,
}

impl Wit {
    /// The definition of a type with a name; `None` if there is none.
    pub fn definition(&self, interface: &str, name: &str) -> Option<&Definition> {
        let types = &self.interfaces.iter().find(|one| one.name == interface)?.types;
        types.iter().find(|one| one.name == name)
    }

    /// The questions whose answer is one record.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.all_questions().filter(|question| !question.is_sliced())
    }

    /// All questions of a memory, including those with sliced answers; without opening, changes and windows, which
    /// hosts handle by themselves.
    pub fn all_questions(&self) -> impl Iterator<Item = &Question> {
        let of_memory = self.interfaces.iter().filter(|interface| interface.name != WINDOW);
        let questions = of_memory.flat_map(|interface| &interface.questions);
        questions.filter(|question| question.name != "open" && !self.has_effects(&question.answer))
    }

    /// Whether an answer has effects, which the host commits.
    pub fn has_effects(&self, answer: &Type) -> bool {
        changes::members_beside_effects(self, answer).is_some()
    }

    /// Whether a type has no fixed size, because it contains a text or a list.
    pub fn has_text_or_list(&self, ty: &Type) -> bool {
        match ty {
            Type::String | Type::List(_) => true,
            Type::Option(some) => self.has_text_or_list(some),
            Type::Tuple(parts) => parts.iter().any(|part| self.has_text_or_list(part)),
            Type::Named { interface, name } => {
                self.definition(interface, name).is_some_and(|one| one.parts().any(|part| self.has_text_or_list(part)))
            }
            _ => false,
        }
    }

    /// All changes of records, including those that hosts write by hand.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.interfaces.iter().flat_map(|interface| &interface.changes)
    }

    /// All types with names within these types, including these types themselves, in the order of the WIT.
    pub fn reach<'b>(&self, types: impl IntoIterator<Item = &'b Type>) -> Vec<&Definition> {
        let mut found = BTreeSet::new();
        types.into_iter().for_each(|ty| self.follow(ty, &mut found));
        let definitions = self.interfaces.iter().flat_map(|interface| &interface.types);
        definitions.filter(|one| found.contains(&(one.interface.clone(), one.name.clone()))).collect()
    }

    fn follow(&self, ty: &Type, found: &mut BTreeSet<(String, String)>) {
        match ty {
            Type::Option(inner) | Type::List(inner) => self.follow(inner, found),
            Type::Tuple(parts) => parts.iter().for_each(|part| self.follow(part, found)),
            Type::Named { interface, name } if found.insert((interface.clone(), name.clone())) => {
                self.definition(interface, name)
                    .iter()
                    .for_each(|one| one.parts().for_each(|ty| self.follow(ty, found)));
            }
            _ => {}
        }
    }
}

impl Definition {
    /// The types of which this type directly consists.
    fn parts(&self) -> Box<dyn Iterator<Item = &Type> + '_> {
        match &self.shape {
            Shape::Record(fields) => Box::new(fields.iter().map(|field| &field.ty)),
            Shape::Variant(cases) => Box::new(cases.iter().filter_map(|case| case.ty.as_ref())),
            Shape::Enum(_) | Shape::Flags => Box::new(std::iter::empty()),
        }
    }
}

/// The beginning of the documentation of a text that is a JSON object, for which hosts may accept their own values.
pub const JSON_OBJECT: &str = "A JSON object";
/// The beginning of the documentation of a text that is a JSON list.
pub const JSON_LIST: &str = "A JSON list";

/// The kind of value in a text of JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Json {
    Object,
    List,
}

impl Argument {
    /// The kind of value, if the argument is JSON.
    pub fn json(&self) -> Option<Json> {
        let docs_begin_with = |begin: &str| self.ty == Type::String && self.docs.starts_with(begin);
        docs_begin_with(JSON_OBJECT).then_some(Json::Object).or(docs_begin_with(JSON_LIST).then_some(Json::List))
    }
}

impl Question {
    /// The required arguments, in their order.
    pub fn required(&self) -> impl Iterator<Item = &Argument> {
        self.arguments.iter().filter(|argument| argument.default.is_none())
    }

    /// The optional arguments, without the cursor or other start of a slice, which hosts handle by themselves.
    pub fn options(&self) -> impl Iterator<Item = &Argument> {
        let is_option = |argument: &&Argument| argument.name != CURSOR && !argument.docs.starts_with(SLICE_DOC_PREFIX);
        self.arguments.iter().filter(|argument| argument.default.is_some()).filter(is_option)
    }

    /// Whether hosts iterate over its slices by hand, because the start of a slice is a text.
    pub fn is_iterated(&self) -> bool {
        self.arguments.iter().any(|argument| argument.docs.starts_with(SLICE_DOC_PREFIX))
    }

    /// Whether its answer comes in slices.
    pub fn is_sliced(&self) -> bool {
        self.arguments.iter().any(|argument| argument.name == CURSOR)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const WIT: &str = "package a:b; interface shared {
        /// Seconds.
        type seconds = s64;
        record limit { limit: u64 }
        variant error { stale, large(limit) }
        record resumed { ticket: list<u8> }
        record ask { ticket: list<u8> }
      }
      interface graph {
        use shared.{seconds, error, limit, resumed, ask};
        /// How it was found.
        enum way { /// By a name.
            unique-name, flow }
        /// The question.
        record look-question {
            /// What to look for. Length: 1 to 1,000 bytes.
            text: string,
            /// Range: 1 to 1,000. Default: 20.
            limit: u32,
            /// Only these. Default: [].
            ways: list<way>,
            /// Default: unique-name.
            first: way,
            /// Only from then on.
            since: option<seconds>,
            /// At most 100, of at most 1,024 bytes each. Default: [].
            focus: list<string>,
        }
        record found { places: list<tuple<string, u32>>, way: way, large: option<limit> }
        variant reply { done(found), ask(ask) }
        /// Looks.
        look: func(question: look-question, resumed: option<resumed>) -> result<reply, error>;
        /// Shows. Length of `path`: 1 to 9 bytes.
        show: func(path: string, resumed: option<resumed>) -> result<reply, error>;
        put: func(rows: list<u8>) -> result<_, error>;
        slice: func(cursor: u32, resumed: option<resumed>) -> result<reply, error>;
      }";

    pub fn wit_of_text(wit: &str) -> anyhow::Result<Wit> {
        // Tests of one process run at once.
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("scrubjay-wit-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("a.wit"), wit)?;
        let read = read(&folder);
        std::fs::remove_dir_all(&folder)?;
        read
    }

    #[test]
    fn a_question_has_the_arguments_of_its_record_and_the_record_of_its_answer() {
        let wit = wit_of_text(WIT).unwrap();
        let names: Vec<&str> = wit.questions().map(|question| question.name.as_str()).collect();
        assert_eq!(names, ["look", "show"]);
        let look = wit.questions().next().unwrap();
        let named_type = |name: &str| Type::Named { interface: "graph".to_owned(), name: name.to_owned() };
        assert_eq!((look.interface.as_str(), look.docs.as_str()), ("graph", "Looks."));
        assert_eq!(
            (&look.record, &look.answer, &look.reply),
            (&Some(named_type("look-question")), &named_type("found"), &named_type("reply"))
        );
        assert_eq!(look.required().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["text"]);
        let options: Vec<_> = look.options().map(|one| (one.name.as_str(), one.default.clone().unwrap())).collect();
        let word = Literal::Word("unique-name".to_owned());
        assert_eq!(
            options,
            [
                ("limit", Literal::Integer(20)),
                ("ways", Literal::Empty),
                ("first", word),
                ("since", Literal::None),
                ("focus", Literal::Empty),
            ]
        );
        assert_eq!(look.arguments[0].limits.length, Some((1, 1_000)));
        assert_eq!(look.arguments[1].limits.range, Some((1.0, 1_000.0)));
        assert_eq!(look.arguments[4].ty, Type::Option(Box::new(Type::Signed(64))));
        assert_eq!(look.arguments[5].limits.each, Some(ItemLimits { max: 100, bytes: 1_024 }));
    }

    #[test]
    fn a_plain_parameter_has_the_limits_that_name_it() {
        let wit = wit_of_text(WIT).unwrap();
        let show = wit.questions().nth(1).unwrap();
        assert!(show.record.is_none() && show.arguments[0].default.is_none());
        assert_eq!(show.arguments[0].limits.length, Some((1, 9)));
    }

    #[test]
    fn what_an_answer_is_made_of_is_reached_through_lists_options_and_tuples() {
        let wit = wit_of_text(WIT).unwrap();
        let reached = wit.reach(wit.questions().map(|question| &question.answer));
        assert_eq!(reached.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["limit", "way", "found"]);
        let Shape::Enum(cases) = &reached[1].shape else { panic!("no enumeration") };
        assert_eq!((cases[0].name.as_str(), cases[0].docs.as_str()), ("unique-name", "By a name."));
    }

    #[test]
    fn a_sentence_that_is_no_default_or_limit_of_its_argument_is_refused() {
        for (from, to) in [
            ("Default: 20.", "Default: twenty."),
            ("Default: 20.", "Default: 2000."),
            ("Default: unique-name.", "Default: unique."),
            ("Range: 1 to 1,000.", "Range: from 1."),
            ("Length: 1 to 1,000 bytes.", "Length: 1 to 1 KiB."),
            ("At most 100, of at most 1,024 bytes each.", "At most 100."),
            ("Length of `path`:", "Length of `place`:"),
            ("Only these. Default: [].", "Range: 1 to 2."),
        ] {
            assert!(WIT.contains(from), "{from}");
            let error = wit_of_text(&WIT.replace(from, to)).err().unwrap_or_else(|| panic!("{to} is taken"));
            assert!(format!("{error:#}").contains("graph."), "{error:#}");
        }
    }
}
