//! What is wrong with a policy file, and where.

use std::sync::Arc;

use crate::diagnostics::Lines;
use crate::source::LineColumn;

/// What is wrong with a policy file. Its text begins with the line and the column.
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

/// What kind of [`PolicyFileError`] it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PolicyFileErrorKind {
    /// The text is not TOML.
    Syntax,
    /// A key or word is none of those that may stand there.
    Unknown,
    /// A value has another type than its key takes, or is none of the values that it takes.
    Value,
    /// Something that is needed is not there.
    Missing,
    /// Parts of the file contradict each other, or say something twice.
    Contradiction,
    /// The name is one of a built-in policy.
    BuiltInName,
    /// No policy file can make this clause: its argument is a list of variables, or a word that forms do not have.
    Impossible,
}

/// A fault at an offset of the text.
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

    /// Returns what kind of error it is.
    #[must_use]
    pub fn kind(&self) -> PolicyFileErrorKind {
        self.fault.kind
    }

    /// Returns where it is. The column counts bytes.
    #[must_use]
    pub fn at(&self) -> LineColumn {
        self.at
    }

    /// Returns the key or word that an unknown one probably stands for.
    #[must_use]
    pub fn nearest(&self) -> Option<&'static str> {
        self.fault.nearest
    }
}
