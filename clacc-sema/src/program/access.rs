//! The uses of variables in a declaration, its calls and its jumps.

use super::place::{At, EntityId, Place};

/// A place where the program names a variable or a member of one, in an operand that is evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The name of the variable.
    pub at: At,
    /// The variable or member. Members are the only steps.
    pub place: Place,
}

/// An assignment to a variable, or an expression that lets the variable be changed elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// The assignment or other expression.
    pub at: At,
    /// The operand that is changed, without parentheses.
    pub operand: At,
    /// The variable, if it is changed as a whole.
    pub target: Option<EntityId>,
    /// How it is changed.
    pub kind: WriteKind,
    /// Whether the assignment replaces the old value without using it. The right operand is not considered.
    pub replaces: bool,
}

/// How a variable is changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WriteKind {
    /// It gets a new value here.
    Assigned,
    /// Its address is taken here, so that it may be changed elsewhere.
    AddressTaken,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The call.
    pub at: At,
    /// The function, if the call names it.
    pub callee: Option<EntityId>,
    /// The arguments.
    pub arguments: Box<[At]>,
}

/// A statement after which execution does not continue with the next statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jump {
    /// The statement.
    pub at: At,
    /// The kind of jump, and its target.
    pub kind: JumpKind,
}

/// The kinds of jumps, with the target where it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JumpKind {
    /// It leaves the function.
    Return,
    /// It jumps to a label; none if the label is not known.
    Goto(Option<At>),
    /// It leaves this statement.
    Leave(Option<At>),
    /// It continues with the next iteration of this loop.
    Cycle(Option<At>),
}
