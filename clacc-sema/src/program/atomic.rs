//! Statements that are executed atomically (OpenACC 3.4 2.12, OpenMP 5.2 15.8.4).

/// The kinds of atomic statements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its clause")]
pub enum AtomicKind {
    Read,
    Write,
    Update,
    Capture,
}

impl AtomicKind {
    /// The name of the clause.
    pub const fn text(self) -> &'static str {
        match self {
            AtomicKind::Read => "read",
            AtomicKind::Write => "write",
            AtomicKind::Update => "update",
            AtomicKind::Capture => "capture",
        }
    }
}
