//! What a declaration does with its variables, and how control moves in it.

use super::place::{At, EntityId, Place};

/// A place where the program names a variable, or a member of one, whose value or address matters. Operands that are not
/// evaluated name nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The name of the variable.
    pub at: At,
    /// The variable, or the member of it that is meant: members are the only steps.
    pub place: Place,
}

/// A change of a variable, or something that lets others change it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// The assignment, or what else changes the variable.
    pub at: At,
    /// What is changed, without parentheses.
    pub operand: At,
    /// The variable, if it is changed as a whole.
    pub target: Option<EntityId>,
    /// How it is changed.
    pub kind: WriteKind,
    /// Whether the new value replaces the old one without looking at it, as far as this assignment tells.
    pub replaces: bool,
}

/// How a variable is changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WriteKind {
    /// It gets a new value here.
    Assigned,
    /// Its address is taken here, so that it may get a new value elsewhere.
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

/// A statement that goes on somewhere else than behind itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jump {
    /// The statement.
    pub at: At,
    /// Where it goes.
    pub kind: JumpKind,
}

/// Where a jump goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JumpKind {
    /// Out of the function.
    Return,
    /// To a label; none if it is not known which.
    Goto(Option<At>),
    /// Behind the statement that it leaves.
    Leave(Option<At>),
    /// To the next iteration of a loop.
    Cycle(Option<At>),
}
