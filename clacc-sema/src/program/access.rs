//! The uses of variables in a declaration, its calls and its jumps.

use super::place::{At, EntityId, Place};

/// A name of a variable, or an undeclared name, in an operand that is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedVariable {
    /// The name.
    pub at: At,
    /// The variable.
    pub entity: EntityId,
}

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
    /// The variable is assigned here.
    Assigned,
    /// The variable's address is taken here, so that it may be changed elsewhere.
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

/// A statement from which or to which execution jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jump {
    /// The statement. If it names several labels, there is a jump for each.
    pub at: At,
    /// The kind of jump, and its other end.
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
    /// It jumps to one of the labels whose addresses the program takes.
    Indirect,
    /// A label to which this `switch` jumps.
    Selected(Option<At>),
}

impl JumpKind {
    /// The statement at the other end of the jump: the label, the statement that is left or continued, or
    /// the one that jumps here. None if there is none, or if it is not known.
    pub fn other_end(self) -> Option<At> {
        match self {
            JumpKind::Return | JumpKind::Indirect => None,
            JumpKind::Goto(other)
            | JumpKind::Leave(other)
            | JumpKind::Cycle(other)
            | JumpKind::Selected(other) => other,
        }
    }
}
