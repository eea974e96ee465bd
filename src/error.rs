//! Errors of calls. An error in a program is a [`Diagnostic`](crate::diagnostics::Diagnostic) instead.

/// The error of a call that could not be answered. Its text names the request. It has no `source`.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::ErrorKind;
///
/// let mut session = Session::new(MemoryFiles::new());
/// let error = session.add_unit("none.c", &CompileOptions::default()).expect_err("there is no such file");
/// assert_eq!((error.kind(), error.to_string().contains("none.c")), (ErrorKind::NotFound, true));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no such file.
    NotFound,
    /// A file is longer than clacc accepts.
    TooLarge,
    /// The session has no such unit: it is a unit of another session, or was removed.
    UnknownUnit,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}
