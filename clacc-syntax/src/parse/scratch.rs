//! Stacks on which lists grow before they are boxed, so that each list takes one allocation.

use smallvec::SmallVec;

use crate::Name;
use crate::ast::*;

/// The stacks. Each method that pushes notes the height at its start and takes all elements above it.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) exprs: Vec<ExprId>,
    pub(super) stmts: Vec<StmtId>,
    pub(super) decls: Vec<DeclId>,
    pub(super) entities: Vec<DeclaredId>,
    pub(super) names: Vec<Name>,
    pub(super) items: Vec<InitItem>,
    pub(super) designators: Vec<Designator>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) args: Vec<BuiltinArg>,
    pub(super) enumerators: Vec<Enumerator>,
    pub(super) operands: Vec<AsmOperand>,
    pub(super) operators: Vec<PendingOperator>,
    pub(super) prefixes: Vec<PendingPrefix>,
    pub(super) pointers: Vec<(Quals, Vec<Attribute>)>,
}

/// An operator whose right operand is still being parsed.
pub(super) struct PendingOperator {
    pub(super) kind: OperatorKind,
    pub(super) precedence: u8,
    pub(super) lhs: ExprId,
}

/// The kind of a pending operator.
pub(super) enum OperatorKind {
    Binary(BinaryOp),
    Assign(Option<BinaryOp>),
    Conditional(Option<ExprId>),
    Comma,
}

/// A prefix operator whose operand is still being parsed.
pub(super) struct PendingPrefix {
    pub(super) kind: PrefixKind,
    pub(super) start: u32,
}

/// The kind of a prefix operator.
pub(super) enum PrefixKind {
    Unary(UnaryOp),
    Sizeof(SizeofOp),
    Cast(TypeNameId),
}

/// The length from which on a list takes over the memory of the stack instead of being copied: copying a million elements takes
/// milliseconds.
const LONG: usize = 1 << 12;

/// Takes the elements of `stack` above `height` as a list that usually has one element.
pub(super) fn take_few<T>(stack: &mut Vec<T>, height: usize) -> SmallVec<[T; 1]> {
    stack.drain(height..).collect()
}

/// Takes the elements of `stack` above `height` as a list.
pub(super) fn take_above<T, L: From<Box<[T]>>>(stack: &mut Vec<T>, height: usize) -> L {
    if stack.len() < height + LONG {
        return stack.drain(height..).collect::<Box<[T]>>().into();
    }
    let mut list = std::mem::take(stack);
    stack.extend(list.drain(..height));
    list.into_boxed_slice().into()
}
