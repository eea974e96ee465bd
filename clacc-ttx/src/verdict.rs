//! What became of a directive, a clause or a modifier.

use clacc_sema::acc::clauses::DataModifier;
use clacc_syntax::ast::ClauseId;

/// What became of a directive, a clause or a modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// What the verdict is about.
    pub subject: Subject,
    /// How much of the meaning arrives.
    pub fidelity: Fidelity,
    /// Why, as one sentence.
    pub reason: &'static str,
}

/// What a verdict is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The directive itself.
    Directive,
    /// A clause.
    Clause(ClauseId),
    /// A modifier of a clause.
    Modifier(ClauseId, DataModifier),
}

impl Subject {
    /// The clause that the verdict is about, or whose modifier it is about.
    pub fn clause(self) -> Option<ClauseId> {
        match self {
            Subject::Directive => None,
            Subject::Clause(clause) | Subject::Modifier(clause, _) => Some(clause),
        }
    }

    /// The modifier, if the verdict is about one.
    pub fn modifier(self) -> Option<DataModifier> {
        match self {
            Subject::Modifier(_, modifier) => Some(modifier),
            _ => None,
        }
    }
}

/// How much of the meaning of a directive or clause arrives in OpenMP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Fidelity {
    /// All of it.
    Exact,
    /// The clause is left out, and provably nothing is lost.
    Dropped,
    /// The result is right on the targets of the dialect, but the guarantee is not the same; the reason says what differs.
    Approximated,
    /// There is no form; the directive stays as it is.
    Unsupported,
}

impl Fidelity {
    /// The word for it, as reports print it.
    pub const fn text(self) -> &'static str {
        match self {
            Fidelity::Exact => "exact",
            Fidelity::Dropped => "dropped",
            Fidelity::Approximated => "approximated",
            Fidelity::Unsupported => "unsupported",
        }
    }
}

impl std::fmt::Display for Fidelity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.text())
    }
}
