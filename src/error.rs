//! Errors of calls. An error in a program is a [`Diagnostic`](crate::diagnostics::Diagnostic) instead.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// The error of a call that could not be answered. Its text names the request. Its source is the error of the file system, if that is the
/// reason.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::ErrorKind;
///
/// let mut session = Session::new(MemoryFiles::new());
/// let error = session.add_unit("none.c", &CompileOptions::default()).expect_err("there is no such file");
/// assert_eq!((error.kind(), error.path()), (ErrorKind::NotFound, Some("none.c")));
/// assert_eq!(error.to_string(), "no file at none.c");
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
    path: Option<Arc<str>>,
    source: Option<Arc<io::Error>>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no such file.
    NotFound,
    /// The file system returned an error that is not about a missing file.
    Unreadable,
    /// A file is longer than clacc accepts.
    TooLarge,
    /// The session has no such unit: it is a unit of another session, or was removed.
    UnknownUnit,
}

impl Error {
    fn new(kind: ErrorKind, path: Option<&str>, message: String) -> Error {
        Error { kind, message, path: path.map(Arc::from), source: None }
    }

    pub(crate) fn no_file(path: &str) -> Error {
        Error::new(ErrorKind::NotFound, Some(path), format!("no file at {path}"))
    }

    pub(crate) fn too_large(path: &str) -> Error {
        Error::new(ErrorKind::TooLarge, Some(path), format!("{path} is longer than 2 GiB"))
    }

    pub(crate) fn unknown_unit() -> Error {
        Error::new(ErrorKind::UnknownUnit, None, "the session has no such unit".to_owned())
    }

    pub(crate) fn unreadable(path: &str, source: Arc<io::Error>) -> Error {
        let error = Error::new(ErrorKind::Unreadable, Some(path), format!("{path} cannot be read"));
        Error { source: Some(source), ..error }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the path of the file that the error is about, as the call or an `#include` named it. None for an unknown unit.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// Returns the kind of the error that the file system returned. None unless the error is [`ErrorKind::Unreadable`]. The error itself is
    /// the [`source`](std::error::Error::source).
    #[must_use]
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        self.source.as_ref().map(|error| error.kind())
    }
}

/// Two errors are equal if their kinds, texts, paths and the kinds of their sources are.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.message, &self.path, self.io_kind())
            == (other.kind, &other.message, &other.path, other.io_kind())
    }
}

impl Eq for Error {}

/// The errors with which a file system refused to read files, by their paths. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct ReadErrors(Arc<Mutex<BTreeMap<Arc<str>, Arc<io::Error>>>>);

impl ReadErrors {
    /// Keeps an error, unless it says that there is no such file.
    pub(crate) fn note(&self, path: &str, error: io::Error) {
        if error.kind() != io::ErrorKind::NotFound {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into(), Arc::new(error));
        }
    }

    pub(crate) fn of(&self, path: &str) -> Option<Arc<io::Error>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    pub(crate) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
