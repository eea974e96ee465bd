//! Stacks on which lists grow before they are boxed: one allocation per list, none per element.

use crate::Name;
use crate::ast::*;

use super::expr::{Operator, Prefix};

/// The stacks. Each method that pushes remembers the height it found and takes everything above it.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) exprs: Vec<ExprId>,
    pub(super) stmts: Vec<StmtId>,
    pub(super) decls: Vec<DeclId>,
    pub(super) entities: Vec<EntityId>,
    pub(super) names: Vec<Name>,
    pub(super) items: Vec<InitItem>,
    pub(super) designators: Vec<Designator>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) args: Vec<BuiltinArg>,
    pub(super) enumerators: Vec<Enumerator>,
    pub(super) operands: Vec<AsmOperand>,
    pub(super) operators: Vec<Operator>,
    pub(super) prefixes: Vec<Prefix>,
    pub(super) pointers: Vec<(Quals, Box<[Attribute]>)>,
}

/// What lies on `stack` above `height`, as a list.
pub(super) fn take_above<T>(stack: &mut Vec<T>, height: usize) -> Box<[T]> {
    stack.drain(height..).collect()
}
