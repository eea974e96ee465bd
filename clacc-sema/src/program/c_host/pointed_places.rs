//! The pointees of pointers that are passed to functions.

use clacc_syntax::ast::{BinaryOp, Decl, Declarator, Expr, ExprId, Node, Params, UnaryOp};

use super::CHost;
use super::nodes::entity_of;
use crate::c::types::{QualType, Type};
use crate::program::host::places::Places;
use crate::program::place::{At, EntityId, Step, Value, Via};
use crate::program::pointed::{Moved, PointedPlace};

impl CHost<'_> {
    pub(super) fn pointed(self, expr: ExprId) -> Option<PointedPlace> {
        let tree = self.tree();
        match &tree[expr] {
            Expr::Paren(inner) => self.pointed(*inner),
            Expr::Unary { op: UnaryOp::AddressOf, operand } => self.named_place(*operand),
            Expr::Binary { op: BinaryOp::Add, lhs, rhs } => {
                let (pointer, by) = if self.is_address(*lhs) { (*lhs, *rhs) } else { (*rhs, *lhs) };
                self.moved(pointer, by, false)
            }
            Expr::Binary { op: BinaryOp::Sub, lhs, rhs } => self.moved(*lhs, *rhs, true),
            _ => {
                let ty = self.expr_type(expr).filter(|_| self.is_address(expr))?;
                let mut found = self.named_place(expr)?;
                let deref = ty.is_pointer().then_some(Step::Deref(Via::Pointer));
                found.place = found.place.then(deref.into_iter().chain([Step::Index(Value::constant(0))]));
                Some(found)
            }
        }
    }

    fn moved(self, pointer: ExprId, by: ExprId, is_back: bool) -> Option<PointedPlace> {
        self.expr_type(by).filter(|ty| ty.is_integer())?;
        let mut found = self.pointed(pointer)?;
        found.moved.push(Moved { by: self.nodes.of_expr(by)?, is_back });
        Some(found)
    }

    fn is_address(self, expr: ExprId) -> bool {
        self.expr_type(expr).is_some_and(|ty| ty.is_pointer() || ty.is_array())
    }

    /// The place of an expression that begins with a name.
    fn named_place(self, expr: ExprId) -> Option<PointedPlace> {
        let (root, _) = self.chain_of(expr);
        let name = self.nodes.of_expr(root)?;
        let place = self.place_of(self.nodes.of_expr(expr)?)?;
        Some(PointedPlace { name, place, moved: Vec::new() })
    }

    /// The parameters of the function that is defined here, in order; none if the definition has no prototype, or leaves out
    /// a name.
    pub(super) fn parameters(self) -> Option<Vec<EntityId>> {
        let tree = self.tree();
        let function = tree.roots.iter().find_map(|root| match &tree[*root] {
            Decl::Function(function) => Some(function),
            _ => None,
        })?;
        let declarator = tree.function_declarator(tree[function.entity].declarator)?;
        let Declarator::Function { params, .. } = &tree[declarator] else { return None };
        let Params::Prototype { params, .. } = params else { return None };
        if !function.old_style_params.is_empty() {
            return None;
        }
        let parameter = |param: &_| match &tree[*param] {
            Decl::Declaration { entities, .. } => match &entities[..] {
                [entity] => self.model.declared.get(*entity).copied().map(entity_of),
                _ => None,
            },
            _ => None,
        };
        params.iter().map(parameter).collect()
    }

    /// Returns whether a call passes an argument to a parameter of the same type, or of a type with all its values. The pointee of a
    /// pointer may become `const`.
    pub(super) fn keeps_argument(self, call: At, position: usize) -> bool {
        let Node::Expr(call) = self.nodes.node(call) else { return false };
        let Expr::Call { callee, args } = &self.tree()[call] else { return false };
        let Some(callee) = self.model.symbol_of(*callee).map(|callee| &self.model.symbols[callee]) else {
            return false;
        };
        let Type::Function { params: Some(params), variadic: false, .. } = callee.ty.plain() else {
            return false;
        };
        if params.len() != args.len() {
            return false;
        }
        let (Some(to), Some(argument)) = (params.get(position), args.get(position)) else { return false };
        let Some(from) = self.expr_type(*argument) else { return false };
        if to.is_integer() {
            return to.unqualified() == from.unqualified() || self.holds(to, from);
        }
        are_alike(to, &from.decayed())
    }
}

fn are_alike(to: &QualType, from: &QualType) -> bool {
    match (to.plain(), from.plain()) {
        (Type::Pointer(to), Type::Pointer(from)) => {
            let is_plain = |ty: &QualType| !ty.is_volatile() && !ty.is_atomic();
            to.ty == from.ty && !to.is_void() && is_plain(to) && is_plain(from)
        }
        (to, from) => to == from,
    }
}
