//! Types, enumeration constants and functions that a function declares for itself.

mod declaration_parts;
mod literals;
mod local_names;
mod local_types;
mod registers;

pub(crate) use self::declaration_parts::{Parts, value_of};
pub(crate) use self::local_names::{DeclaredFunction, LocalNames};
pub(crate) use self::local_types::{LAYOUT_PRAGMAS, LocalTypes, Needs};
pub(crate) use self::registers::register_words;
