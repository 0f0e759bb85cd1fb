//! The fields of a kind of record, as values: what is read, written, checked, masked, compared and listed of each is decided by what
//! kind of field it is, and stated nowhere else.

use alloc::string::String;
use alloc::vec::Vec;

use super::keyspace::Scope;

/// The longest text of a note or a turn, of a call's parameters or output, and of a value, in bytes.
pub(crate) const TEXT: usize = 64 << 10;
/// The longest error, change of a file, outcome of a task, part of a decision, and value of a profile.
pub(crate) const LONG: usize = 16 << 10;
/// The longest description, context and reason.
pub(crate) const SENTENCE: usize = 4 << 10;
/// The longest name, which may stand in a key.
pub(crate) const NAME: usize = 128;

/// A field of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Its name in lines of JSON and in tables.
    pub(crate) name: &'static str,
    /// The field's name in errors, where it is another one.
    called: Option<&'static str>,
    pub(crate) shape: Shape,
    /// It must be said: of a text, more than blanks.
    pub(crate) is_needed: bool,
    /// A line without it means false.
    pub(crate) is_left_out_if_false: bool,
    /// Records are listed by it.
    pub(crate) scope: Option<Scope>,
    /// The part of it that is in the index of words.
    pub(crate) words: Words,
}

/// The part of a field that is in the index of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    None,
    All,
    /// The first line that tells of an error.
    ErrorLine,
    /// The beginnings of the texts in a JSON object.
    JsonTexts,
}

/// The type of a field, with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A name of at most this many bytes, without control characters.
    Name(usize),
    /// A name from elsewhere, of at most this many bytes, which may have control characters.
    ForeignName(usize),
    /// A text of at most this many bytes.
    Text(usize),
    /// The value of the key beside it: a text of at most this many bytes.
    Value(usize),
    /// JSON of at most this many bytes.
    Json(usize),
    /// Names: what an error calls them, and how many there may be.
    Names(&'static str, usize),
    /// Paths of files, as a derived record has them: their name in errors, and how many there may be.
    Files(&'static str, usize),
    /// The id of a record.
    Id,
    /// The path of a file.
    Path,
    /// The change of a file, or the path that it had before.
    Change,
    /// A number, a flag or one of some words.
    Plain,
}

const fn field(shape: Shape) -> Field {
    Field {
        name: "",
        called: None,
        shape,
        is_needed: false,
        is_left_out_if_false: false,
        scope: None,
        words: Words::None,
    }
}

pub(crate) const fn name() -> Field {
    field(Shape::Name(NAME))
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
    pub(crate) const fn needed(self) -> Field {
        Field { is_needed: true, ..self }
    }

    pub(crate) const fn left_out_if_false(self) -> Field {
        Field { is_left_out_if_false: true, ..self }
    }

    pub(crate) const fn called(self, name: &'static str) -> Field {
        Field { called: Some(name), ..self }
    }

    pub(crate) const fn listed(self, scope: Scope) -> Field {
        Field { scope: Some(scope), ..self }
    }

    /// It is recalled by its words.
    pub(crate) const fn recalled(self) -> Field {
        self.recalled_by(Words::All)
    }

    pub(crate) const fn recalled_by(self, words: Words) -> Field {
        Field { words, ..self }
    }

    pub(crate) const fn named(self, name: &'static str) -> Field {
        Field { name, ..self }
    }

    /// The field's name in errors.
    pub(crate) fn argument(&self) -> &'static str {
        self.called.unwrap_or(self.name)
    }
}

/// The value of a record's field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value<'v> {
    Text(&'v str),
    Texts(&'v [String]),
    Number(Option<u32>),
    Flag(Option<bool>),
    Word(Option<&'static str>),
}

/// A field that is to be filled in.
pub(crate) enum Slot<'s> {
    Text(&'s mut String),
    Texts(&'s mut Vec<String>),
    Number(&'s mut u32),
    OptionalNumber(&'s mut Option<u32>),
    Flag(&'s mut bool),
    OptionalFlag(&'s mut Option<bool>),
    Word(&'s mut dyn Choice),
}

/// One of some words, which stands for a case.
pub(crate) trait Word: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];
    /// All cases, in the order of their numbers.
    const ALL: &'static [Self];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, case)| *case == self).map_or("", |(word, _)| word)
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, case)| *case)
    }
}

/// A field that is one of some words.
pub(crate) trait Choice {
    /// Whether it is one of them.
    fn choose(&mut self, word: &str) -> bool;
    fn words(&self) -> Vec<&'static str>;
}

impl<T: Word> Choice for T {
    fn choose(&mut self, word: &str) -> bool {
        T::of_word(word).map(|case| *self = case).is_some()
    }

    fn words(&self) -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }
}

/// A member of a kind's type that is a field: its value, and its slot to be filled in.
pub(crate) trait Member {
    fn value(&self) -> Value<'_>;
    fn slot(&mut self) -> Slot<'_>;
}

macro_rules! members {
    ($($type:ty: $slot:ident, |$held:ident| $value:expr;)*) => {
        $(impl Member for $type {
            fn value(&self) -> Value<'_> {
                let $held = self;
                $value
            }

            fn slot(&mut self) -> Slot<'_> {
                Slot::$slot(self)
            }
        })*
    };
}

members! {
    String: Text, |held| Value::Text(held);
    Vec<String>: Texts, |held| Value::Texts(held);
    u32: Number, |held| Value::Number(Some(*held));
    Option<u32>: OptionalNumber, |held| Value::Number(*held);
    bool: Flag, |held| Value::Flag(Some(*held));
    Option<bool>: OptionalFlag, |held| Value::Flag(*held);
}

/// Cases, each with the word that stands for it and the number that is stored.
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

            impl $crate::record::fields::Word for $name {
                const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$case)),*];
                const ALL: &'static [$name] = &[$($name::$case),*];
            }

            impl $crate::record::fields::Member for $name {
                fn value(&self) -> $crate::record::fields::Value<'_> {
                    $crate::record::fields::Value::Word(Some($crate::record::fields::Word::word(*self)))
                }

                fn slot(&mut self) -> $crate::record::fields::Slot<'_> {
                    $crate::record::fields::Slot::Word(self)
                }
            }

            impl $crate::record::fields::Member for Option<$name> {
                fn value(&self) -> $crate::record::fields::Value<'_> {
                    $crate::record::fields::Value::Word(self.map($crate::record::fields::Word::word))
                }

                fn slot(&mut self) -> $crate::record::fields::Slot<'_> {
                    $crate::record::fields::Slot::Word(self)
                }
            }
        )*
    };
}

pub(crate) use words;

impl<T: Word> Choice for Option<T> {
    fn choose(&mut self, word: &str) -> bool {
        T::of_word(word).map(|case| *self = Some(case)).is_some()
    }

    fn words(&self) -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }
}
