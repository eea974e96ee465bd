//! Integer arithmetic in expressions, and loops that count with it.

use super::place::{At, EntityId, Value};

/// The outermost operator of an integer expression, if its result is that of unbounded integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// A constant.
    Constant(i128),
    /// The value of a variable.
    Variable(EntityId),
    /// The value of this operand, which a conversion does not change.
    Same(At),
    /// The value of an operand, multiplied by a constant.
    Scaled {
        /// The operand.
        operand: At,
        /// The constant.
        by: i128,
        /// Whether the result wraps around.
        wraps: Wraps,
    },
    /// The values of two operands, combined.
    Combined {
        /// How they are combined.
        by: Combination,
        /// The operands.
        operands: [At; 2],
        /// Whether the result wraps around.
        wraps: Wraps,
    },
    /// Anything else.
    Other,
}

/// How two integers are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its result")]
pub enum Combination {
    Sum,
    Difference,
    Product,
}

/// Whether the result of an operator wraps around instead of being out of range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wraps {
    /// The result never wraps around: overflow is undefined (C17 6.5p5).
    Never,
    /// The result wraps around at the size of the address space, as addresses do.
    LikeAddresses,
    /// The result wraps around at a smaller number.
    Sooner,
}

/// A loop that counts its iterations by one variable, according to its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counting {
    /// The variable.
    pub control: EntityId,
    /// Whether the loop declares it.
    pub is_declared: bool,
    /// The first value.
    pub first: At,
    /// How the variable is compared with the bound.
    pub comparison: Comparison,
    /// The bound.
    pub bound: At,
    /// The number that each iteration adds to the variable; none if it is not constant.
    pub step: Option<i128>,
    /// Whether the variable is unsigned.
    pub is_unsigned: bool,
    /// Whether the comparison converts a side to an unsigned type.
    pub compares_unsigned: bool,
}

/// How the variable of a loop is compared with its bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its comparison")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Unequal,
}

/// The distance between the bounds of a loop. Without a lower bound it is the distance from zero, or nearly zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopSpan {
    /// The smaller value.
    pub from: Option<Value>,
    /// The larger value.
    pub to: Value,
}

/// A condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Both conditions hold.
    Both([At; 2]),
    /// A comparison of two integers by value: no conversion makes a negative one large.
    Compared {
        /// The left side.
        left: At,
        /// The comparison; none for equality.
        comparison: Option<Comparison>,
        /// The right side.
        right: At,
    },
    /// Anything else.
    Other,
}
