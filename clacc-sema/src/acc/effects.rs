//! Whether evaluating an expression can be observed.

use clacc_syntax::ast::{Expr, ExprId, Node, UnaryOp};

use super::view::View;
use crate::types::QualType;

/// Whether evaluating an expression may do more than yield a value: call something, write something, or read what is
/// volatile. Operands of `sizeof` are not evaluated.
pub(super) fn has_side_effects(view: &View<'_>, root: ExprId) -> bool {
    let mut found = false;
    view.tree().preorder(Node::Expr(root), &mut |node| {
        if let Node::Expr(expr) = node {
            found |= is_effect(view, expr);
            return !matches!(view.tree()[expr], Expr::SizeofExpr { .. } | Expr::SizeofType { .. });
        }
        true
    });
    found
}

fn is_effect(view: &View<'_>, expr: ExprId) -> bool {
    match &view.tree()[expr] {
        Expr::Call { .. } | Expr::BuiltinCall { .. } | Expr::Assign { .. } | Expr::Postfix { .. } => true,
        Expr::Unary { op, .. } => matches!(op, UnaryOp::PreIncrement | UnaryOp::PreDecrement),
        Expr::Statement(_) => true,
        _ => view.type_of(expr).is_some_and(QualType::is_volatile),
    }
}
