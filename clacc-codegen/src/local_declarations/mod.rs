//! Types, enumeration constants and functions that a function declares for itself.

mod declaration_parts;
mod literals;
mod local_names;
mod local_types;
mod registers;

pub(crate) use self::declaration_parts::Parts;
pub(crate) use self::local_names::{DeclaredFunction, LocalNames};
pub(crate) use self::local_types::{LocalTypes, Needs};
pub(crate) use self::registers::register_words;
