//! Side effects of evaluating expressions (C17 5.1.2.3).

use clacc_syntax::ast::{Expr, ExprId, Node, UnaryOp};

use crate::c::model::DeclModel;

impl DeclModel {
    /// Whether evaluating an expression may have side effects: it may write something, read a `volatile`
    /// object, or call a function that is not known to be pure.
    pub fn has_side_effects(&self, root: ExprId) -> bool {
        let mut found = false;
        self.parsed.tree.preorder(Node::Expr(root), &mut |node| {
            let Node::Expr(expr) = node else { return !found };
            found |= self.is_effect(expr);
            !found && self.evaluates_operands(expr)
        });
        found
    }

    /// The operand of an assignment, an increment or a decrement.
    pub fn written_by(&self, expr: ExprId) -> Option<ExprId> {
        match self.parsed.tree[expr] {
            Expr::Assign { lhs, .. } => Some(lhs),
            Expr::Postfix { operand, .. }
            | Expr::Unary { op: UnaryOp::PreIncrement | UnaryOp::PreDecrement, operand } => Some(operand),
            _ => None,
        }
    }

    fn is_effect(&self, expr: ExprId) -> bool {
        match &self.parsed.tree[expr] {
            _ if self.written_by(expr).is_some() => true,
            Expr::Statement(_) => true,
            Expr::BuiltinCall { .. } => !self.constants.contains_key(&expr),
            Expr::Call { callee, .. } => !self.is_pure_callee(*callee) && !self.constants.contains_key(&expr),
            Expr::Name(_)
            | Expr::Index { .. }
            | Expr::Member { .. }
            | Expr::Unary { op: UnaryOp::Deref, .. } => {
                self.types.get(expr).is_some_and(crate::c::types::QualType::is_volatile)
            }
            _ => false,
        }
    }

    fn is_pure_callee(&self, callee: ExprId) -> bool {
        self.symbol_of(callee).is_some_and(|symbol| self.pure.contains(&symbol))
    }

    /// Whether an expression evaluates its operands. `sizeof` does so only for variable length arrays (C17
    /// 6.5.3.4p2), and `&` does not read its operand.
    fn evaluates_operands(&self, expr: ExprId) -> bool {
        match &self.parsed.tree[expr] {
            Expr::SizeofExpr { operand, .. } => self.type_of(*operand).is_variable_length(),
            Expr::SizeofType { ty, .. } => {
                self.type_names.get(*ty).is_some_and(crate::c::types::QualType::is_variable_length)
            }
            Expr::Unary { op: UnaryOp::AddressOf, operand } => {
                !matches!(self.parsed.tree[*operand], Expr::Name(_))
            }
            _ => true,
        }
    }
}
