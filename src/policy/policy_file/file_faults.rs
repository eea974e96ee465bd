//! Errors in policy files, with their places.

use std::sync::Arc;

use crate::diagnostics::Lines;
use crate::source::LineColumn;

/// An error in a policy file. Its text begins with the line and the column.
///
/// ```
/// use clacc::policy::{PolicyFile, PolicyFileError, PolicyFileErrorKind};
///
/// let text = "name = \"mine\"\nversion = \"1\"\n[[rule]]\nconstruct = \"paralel\"\nkeep = \"no\"\n";
/// let error: PolicyFileError = PolicyFile::parse(text).expect_err("there is no such construct");
/// assert_eq!((error.kind(), error.at().line, error.nearest()), (PolicyFileErrorKind::Unknown, 4, Some("parallel")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}:{}: {}", at.line, at.column, fault.text())]
pub struct PolicyFileError {
    at: LineColumn,
    fault: FileFault,
}

/// The kind of a [`PolicyFileError`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PolicyFileErrorKind {
    /// The text is not TOML.
    Syntax,
    /// A key or name is not allowed at its place.
    Unknown,
    /// A value has the wrong type for its key, or is none of the allowed values.
    Value,
    /// A required key is missing.
    Missing,
    /// Parts of the file contradict or repeat each other.
    Contradiction,
    /// The name of the policy is that of a built-in policy.
    BuiltInName,
    /// No policy file can make this clause: its argument is a list of variables, or a keyword that forms do not represent.
    Impossible,
}

/// An error at an offset of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LocatedFault {
    pub(super) offset: usize,
    pub(super) fault: FileFault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FileFault {
    kind: PolicyFileErrorKind,
    message: String,
    nearest: Option<&'static str>,
}

impl FileFault {
    pub(super) fn at(offset: usize, kind: PolicyFileErrorKind, message: impl Into<String>) -> LocatedFault {
        LocatedFault { offset, fault: FileFault { kind, message: message.into(), nearest: None } }
    }

    fn text(&self) -> String {
        match self.nearest {
            Some(nearest) => format!("{}; did you mean `{nearest}`?", self.message),
            None => self.message.clone(),
        }
    }
}

impl LocatedFault {
    pub(super) fn with_nearest(mut self, nearest: Option<&'static str>) -> LocatedFault {
        self.fault.nearest = nearest;
        self
    }
}

impl PolicyFileError {
    pub(super) fn new(text: &[u8], fault: LocatedFault) -> PolicyFileError {
        let (line, column) = Lines::new(Arc::from(text)).line_column(fault.offset.min(text.len()));
        PolicyFileError { at: LineColumn { line, column }, fault: fault.fault }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> PolicyFileErrorKind {
        self.fault.kind
    }

    /// Returns the place of the error. The column counts bytes.
    #[must_use]
    pub fn at(&self) -> LineColumn {
        self.at
    }

    /// For an unknown key or name, returns the known one that was probably meant.
    #[must_use]
    pub fn nearest(&self) -> Option<&'static str> {
        self.fault.nearest
    }
}
