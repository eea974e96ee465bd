//! What can go wrong with a call. What is wrong with a program is a [`Diagnostic`](crate::diagnostics::Diagnostic).

use std::fmt;

/// A call that could not be answered. Its text says what was asked for; no source of another kind stands behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// What kind of [`Error`] it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no such file.
    NotFound,
    /// A file is longer than clacc takes.
    TooLarge,
    /// A fault of clacc, or of a policy: please report it.
    Internal,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// What kind of error it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
