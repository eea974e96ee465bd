//! Reduction operators, which are the same in OpenACC (OpenACC 3.4 2.5.15) and OpenMP (OpenMP 5.2 5.5.5).

use crate::program::accumulation::CombinedBy;
use crate::program::entity::Class;

/// The operator of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its operator")]
pub enum ReductionOp {
    Add,
    Mul,
    Max,
    Min,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
}

impl ReductionOp {
    /// All operators, in the order of the specification.
    pub const ALL: &[ReductionOp] = &[
        ReductionOp::Add,
        ReductionOp::Mul,
        ReductionOp::Max,
        ReductionOp::Min,
        ReductionOp::BitAnd,
        ReductionOp::BitOr,
        ReductionOp::BitXor,
        ReductionOp::And,
        ReductionOp::Or,
    ];

    /// The spelling in C.
    pub const fn text(self) -> &'static str {
        match self {
            ReductionOp::Add => "+",
            ReductionOp::Mul => "*",
            ReductionOp::Max => "max",
            ReductionOp::Min => "min",
            ReductionOp::BitAnd => "&",
            ReductionOp::BitOr => "|",
            ReductionOp::BitXor => "^",
            ReductionOp::And => "&&",
            ReductionOp::Or => "||",
        }
    }

    /// The operator with this spelling.
    pub fn spelled(word: &str) -> Option<ReductionOp> {
        ReductionOp::ALL.iter().find(|operator| operator.text() == word).copied()
    }
}

/// Returns whether an operator can combine values of a class. An unknown class is accepted; OpenMP combines no pointers.
pub fn combines(operator: ReductionOp, class: Class) -> bool {
    match operator {
        _ if class == Class::Unknown => true,
        ReductionOp::Max | ReductionOp::Min => {
            matches!(class, Class::Integer | Class::Real | Class::Pointer)
        }
        ReductionOp::Add | ReductionOp::Mul | ReductionOp::And | ReductionOp::Or => {
            matches!(class, Class::Integer | Class::Real | Class::Complex)
        }
        ReductionOp::BitAnd | ReductionOp::BitOr | ReductionOp::BitXor => class == Class::Integer,
    }
}

impl From<CombinedBy> for ReductionOp {
    fn from(combined_by: CombinedBy) -> ReductionOp {
        match combined_by {
            CombinedBy::Sum => ReductionOp::Add,
            CombinedBy::Product => ReductionOp::Mul,
            CombinedBy::Greatest => ReductionOp::Max,
            CombinedBy::Least => ReductionOp::Min,
            CombinedBy::BitAnd => ReductionOp::BitAnd,
            CombinedBy::BitOr => ReductionOp::BitOr,
            CombinedBy::BitXor => ReductionOp::BitXor,
            CombinedBy::And => ReductionOp::And,
            CombinedBy::Or => ReductionOp::Or,
        }
    }
}
