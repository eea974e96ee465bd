//! The error of a word that names nothing.

use std::fmt;

/// The error of a word that is the name of nothing, where one is read (`FromStr`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    name: String,
}

impl UnknownName {
    /// The error about a word.
    pub fn new(name: &str) -> UnknownName {
        UnknownName { name: name.to_owned() }
    }

    /// Returns the word.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names nothing here", self.name)
    }
}

impl std::error::Error for UnknownName {}
