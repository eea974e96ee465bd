//! Statements that are executed atomically (OpenACC 3.4 2.12, OpenMP 5.2 15.8.4).

use super::place::At;

/// The kinds of atomic statements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its clause")]
pub enum AtomicKind {
    Read,
    Write,
    Update,
    Capture,
    Compare,
    /// `compare` and `capture` together.
    CompareCapture,
}

/// A statement that is executed atomically.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AtomicStatement {
    /// The operand that is accessed atomically, without parentheses; none if the statement has an error.
    pub variable: Option<At>,
    /// Properties that OpenMP or its compilers may reject.
    pub limits: Vec<AtomicLimit>,
    /// True if the variable is compared by `<` or `>`.
    pub by_order: bool,
    /// The expressions of the statement.
    pub parts: AtomicParts,
}

/// The expressions of an atomic statement, each list in source order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AtomicParts {
    /// The names of the variable.
    pub variables: Vec<At>,
    /// The largest expressions that do not name the variable. They are evaluated once, and not atomically.
    pub values: Vec<At>,
    /// The lvalues to which values of the variable are assigned.
    pub captured: Vec<At>,
}

/// A property of an atomic statement that OpenACC permits and OpenMP or its compilers may reject.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicLimit {
    /// Several operators combine the variable with values, as in `x = x + a + b`.
    SeveralOperators,
    /// Parentheses are around the assignment.
    Parenthesized,
    /// The variable is volatile and is named as an operand, as in `x = x + a` and `x = a - x`.
    VolatileOperand,
    /// Parentheses are around a comparison, as in `if ((x < a)) { x = a; }`.
    ParenthesizedComparison,
    /// The variable of a comparison by `<` or `>` is volatile.
    VolatileComparison,
    /// The assignment under a comparison is not in braces.
    Unbraced,
    /// The variable is a complex number.
    Complex,
    /// The type of the variable is atomic.
    AtomicType,
    /// The variable has more than 8 bytes.
    Wide,
}

impl AtomicKind {
    /// The names of the clauses.
    pub const fn text(self) -> &'static str {
        match self {
            AtomicKind::Read => "read",
            AtomicKind::Write => "write",
            AtomicKind::Update => "update",
            AtomicKind::Capture => "capture",
            AtomicKind::Compare => "compare",
            AtomicKind::CompareCapture => "compare capture",
        }
    }
}
