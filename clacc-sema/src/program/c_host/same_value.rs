//! Comparison of C expressions by their structure, to prove that they have the same value.

use clacc_syntax::ast::{Expr, ExprId, Node};

use super::CHost;
use crate::program::place::At;

impl CHost<'_> {
    pub(super) fn same_words(self, first: At, second: At) -> bool {
        let (left, right) = (self.program.outline.run(first), self.program.outline.run(second));
        let length = |at: At, end: At| end.index() - at.index();
        length(left.start, left.end) == length(right.start, right.end)
            && left.nodes().zip(right.nodes()).all(|(left, right)| {
                length(left, self.program.outline.end(left)) == length(right, self.program.outline.end(right))
                    && self.same_node(left, right)
            })
    }

    /// Whether two nodes are the same, without regard to their children.
    fn same_node(self, left: At, right: At) -> bool {
        match (self.nodes.node(left), self.nodes.node(right)) {
            (Node::Expr(left), Node::Expr(right)) => self.same_operator(left, right),
            (Node::TypeName(left), Node::TypeName(right)) => {
                self.model.type_names.get(left) == self.model.type_names.get(right)
            }
            _ => false,
        }
    }

    fn same_operator(self, left: ExprId, right: ExprId) -> bool {
        match (&self.tree()[left], &self.tree()[right]) {
            (Expr::Name(a), Expr::Name(b)) => {
                a == b && self.model.symbol_of(left) == self.model.symbol_of(right)
            }
            (Expr::Paren(_), Expr::Paren(_))
            | (Expr::Comma { .. }, Expr::Comma { .. })
            | (Expr::Cast { .. }, Expr::Cast { .. })
            | (Expr::Call { .. }, Expr::Call { .. })
            | (Expr::Index { .. }, Expr::Index { .. }) => true,
            (Expr::Conditional { then: a, .. }, Expr::Conditional { then: b, .. }) => {
                a.is_some() == b.is_some()
            }
            (Expr::Unary { op: a, .. }, Expr::Unary { op: b, .. }) => a == b,
            (Expr::Postfix { increment: a, .. }, Expr::Postfix { increment: b, .. }) => a == b,
            (Expr::Binary { op: a, .. }, Expr::Binary { op: b, .. }) => a == b,
            (Expr::Assign { op: a, .. }, Expr::Assign { op: b, .. }) => a == b,
            (Expr::Member { field: f, arrow: a, .. }, Expr::Member { field: g, arrow: b, .. }) => {
                f == g && a == b
            }
            (Expr::SizeofExpr { op: a, .. }, Expr::SizeofExpr { op: b, .. })
            | (Expr::SizeofType { op: a, .. }, Expr::SizeofType { op: b, .. }) => a == b,
            (a @ (Expr::Number(_) | Expr::Char(_) | Expr::Str(_) | Expr::Error | Expr::Star), b) => a == b,
            _ => false,
        }
    }
}
