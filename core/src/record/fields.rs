//! The fields of a kind of record, as values. How a value is read, written, checked, masked, compared and listed
//! follows from the declaration of its field. Not here: rules for single kinds (`check`, `guard`, `compare`).

use alloc::string::String;
use alloc::vec::Vec;

use super::keyspace::Scope;

/// The most bytes of the text of a note or a turn, of a call's parameters or output, and of a value.
pub(crate) const MAX_TEXT_BYTES: usize = 64 << 10;
/// The most bytes of an error, a file's change, a task's outcome, a part of a decision, and a value of the profile.
pub(crate) const MAX_LONG_TEXT_BYTES: usize = 16 << 10;
/// The most bytes of a description, a context or a reason.
pub(crate) const MAX_SENTENCE_BYTES: usize = 4 << 10;
/// The most bytes of a name that may be part of a key.
pub(crate) const MAX_NAME_BYTES: usize = 128;

/// A field of a kind, as the table of kinds declares it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Its name in lines of JSON and in tables.
    pub(crate) name: &'static str,
    /// Its name in errors, if that differs from `name`.
    error_name: Option<&'static str>,
    pub(crate) shape: Shape,
    /// Whether an event must give it. A name must then not be empty, and a text must have more than white space.
    pub(crate) is_required: bool,
    /// Whether lines of JSON leave it out if it is false.
    pub(crate) is_left_out_if_false: bool,
    /// The scope in which records are listed by its value; `None`: in no scope.
    pub(crate) scope: Option<Scope>,
    /// The part of its value that is in the index of words.
    pub(crate) words: IndexedPart,
}

/// The part of a field's value that is in the index of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IndexedPart {
    None,
    All,
    /// The first line that names an error.
    ErrorLine,
    /// The beginning of each text that is a member of a JSON object, or an item of a list that is one.
    JsonTexts,
}

/// The type of a field's value, with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A name of at most this many bytes, without control characters.
    Name(usize),
    /// A name given by another program: at most this many bytes; control characters except `NUL` are allowed.
    ForeignName(usize),
    /// A text of at most this many bytes.
    Text(usize),
    /// The value of the key in the field before: a text of at most this many bytes.
    Value(usize),
    /// JSON of at most this many bytes.
    Json(usize),
    /// A list of names: the word for the list in errors, and the most names.
    Names(&'static str, usize),
    /// A list of files' paths in a derived record: the word for the list in errors, and the most paths.
    Files(&'static str, usize),
    /// The id of a record.
    Id,
    /// The path of a file, normalized by the project.
    Path,
    /// The change of a file; for a rename the path before it.
    Change,
    /// A number, a flag or a word of an enumeration.
    Plain,
}

const fn field(shape: Shape) -> Field {
    Field {
        name: "",
        error_name: None,
        shape,
        is_required: false,
        is_left_out_if_false: false,
        scope: None,
        words: IndexedPart::None,
    }
}

pub(crate) const fn name() -> Field {
    field(Shape::Name(MAX_NAME_BYTES))
}

pub(crate) const fn text(max_bytes: usize) -> Field {
    field(Shape::Text(max_bytes))
}

pub(crate) const fn json(max_bytes: usize) -> Field {
    field(Shape::Json(max_bytes))
}

pub(crate) const fn plain() -> Field {
    field(Shape::Plain)
}

pub(crate) const fn of(shape: Shape) -> Field {
    field(shape)
}

impl Field {
    pub(crate) const fn required(self) -> Field {
        Field { is_required: true, ..self }
    }

    pub(crate) const fn left_out_if_false(self) -> Field {
        Field { is_left_out_if_false: true, ..self }
    }

    pub(crate) const fn error_name(self, name: &'static str) -> Field {
        Field { error_name: Some(name), ..self }
    }

    pub(crate) const fn listed(self, scope: Scope) -> Field {
        Field { scope: Some(scope), ..self }
    }

    /// Puts the whole value into the index of words.
    pub(crate) const fn recalled(self) -> Field {
        self.recalled_by(IndexedPart::All)
    }

    pub(crate) const fn recalled_by(self, words: IndexedPart) -> Field {
        Field { words, ..self }
    }

    pub(crate) const fn named(self, name: &'static str) -> Field {
        Field { name, ..self }
    }

    /// The field's name in errors.
    pub(crate) fn argument(&self) -> &'static str {
        self.error_name.unwrap_or(self.name)
    }
}

/// The value of a field, borrowed from its record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value<'v> {
    Text(&'v str),
    Texts(&'v [String]),
    Number(Option<u32>),
    Flag(Option<bool>),
    Word(Option<&'static str>),
}

/// A field of a record that is to be filled in.
pub(crate) enum Slot<'s> {
    Text(&'s mut String),
    Texts(&'s mut Vec<String>),
    Number(&'s mut u32),
    OptionalNumber(&'s mut Option<u32>),
    Flag(&'s mut bool),
    OptionalFlag(&'s mut Option<bool>),
    Word(&'s mut dyn Choice),
}

/// An enumeration whose cases are written as words.
pub(crate) trait WordEnum: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];
    /// All cases, ordered by their numbers.
    const ALL: &'static [Self];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, case)| *case == self).map_or("", |(word, _)| word)
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, case)| *case)
    }
}

/// A field to be filled in with one of some words.
pub(crate) trait Choice {
    /// Sets the field to the case of this word; false, with no change, if there is no such case.
    fn choose(&mut self, word: &str) -> bool;
    fn words(&self) -> Vec<&'static str>;
}

impl<T: WordEnum> Choice for T {
    fn choose(&mut self, word: &str) -> bool {
        T::of_word(word).map(|case| *self = case).is_some()
    }

    fn words(&self) -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }
}

/// A type that a field of a record's body can have.
pub(crate) trait Member {
    fn value(&self) -> Value<'_>;
    fn slot(&mut self) -> Slot<'_>;
}

macro_rules! members {
    ($($type:ty: $slot:ident, |$field:ident| $value:expr;)*) => {
        $(impl Member for $type {
            fn value(&self) -> Value<'_> {
                let $field = self;
                $value
            }

            fn slot(&mut self) -> Slot<'_> {
                Slot::$slot(self)
            }
        })*
    };
}

members! {
    String: Text, |field| Value::Text(field);
    Vec<String>: Texts, |field| Value::Texts(field);
    u32: Number, |field| Value::Number(Some(*field));
    Option<u32>: OptionalNumber, |field| Value::Number(*field);
    bool: Flag, |field| Value::Flag(Some(*field));
    Option<bool>: OptionalFlag, |field| Value::Flag(*field);
}

/// Generates an enumeration: each case with its word and its stored number.
macro_rules! words {
    ($($(#[$docs:meta])* $name:ident { $($(#[$case_docs:meta])* $number:literal $case:ident $word:literal,)* })*) => {
        $(
            $(#[$docs])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, minicbor::Encode, minicbor::Decode)]
            #[cbor(index_only)]
            #[repr(u8)]
            pub enum $name {
                $($(#[$case_docs])* #[n($number)] $case = $number,)*
            }

            impl $crate::record::fields::WordEnum for $name {
                const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$case)),*];
                const ALL: &'static [$name] = &[$($name::$case),*];
            }

            impl $crate::record::fields::Member for $name {
                fn value(&self) -> $crate::record::fields::Value<'_> {
                    $crate::record::fields::Value::Word(Some($crate::record::fields::WordEnum::word(*self)))
                }

                fn slot(&mut self) -> $crate::record::fields::Slot<'_> {
                    $crate::record::fields::Slot::Word(self)
                }
            }

            impl $crate::record::fields::Member for Option<$name> {
                fn value(&self) -> $crate::record::fields::Value<'_> {
                    $crate::record::fields::Value::Word(self.map($crate::record::fields::WordEnum::word))
                }

                fn slot(&mut self) -> $crate::record::fields::Slot<'_> {
                    $crate::record::fields::Slot::Word(self)
                }
            }
        )*
    };
}

pub(crate) use words;

impl<T: WordEnum> Choice for Option<T> {
    fn choose(&mut self, word: &str) -> bool {
        T::of_word(word).map(|case| *self = Some(case)).is_some()
    }

    fn words(&self) -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }
}
