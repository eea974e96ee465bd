//! The statements that are done at once (OpenACC 3.4 2.12, OpenMP 5.2 15.8.4).

use super::place::At;

/// What is done at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its clause")]
pub enum AtomicKind {
    Read,
    Write,
    Update,
    Capture,
}

impl AtomicKind {
    /// The word of its clause.
    pub const fn text(self) -> &'static str {
        match self {
            AtomicKind::Read => "read",
            AtomicKind::Write => "write",
            AtomicKind::Update => "update",
            AtomicKind::Capture => "capture",
        }
    }
}

/// A statement that can be done at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicStatement {
    /// What is done.
    pub kind: AtomicKind,
    /// The variable that is read, written or updated.
    pub variable: At,
}
