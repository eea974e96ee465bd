//! Whether two C expressions have the same value because they are written alike.

use std::hash::{Hash, Hasher};

use clacc_syntax::ast::{Expr, ExprId, Node};
use rustc_hash::FxHasher;

use super::CHost;
use crate::program::place::At;

impl CHost<'_> {
    /// Whether two expressions are the same constant, or the same text about the same variables.
    pub(crate) fn same_value(self, first: At, second: At) -> bool {
        match (self.constant(first), self.constant(second)) {
            (Some(first), Some(second)) => first == second,
            _ => self.same_words(first, second),
        }
    }

    /// A number that is the same for all expressions in the same words. It takes in nothing that they could have
    /// differently.
    pub(crate) fn words_key(self, at: At) -> u64 {
        let mut hasher = FxHasher::default();
        for at in self.outline.run(at).nodes() {
            match self.nodes.expr(at).map(|expr| &self.tree()[expr]) {
                Some(Expr::Name(word) | Expr::Number(word) | Expr::Char(word)) => word.hash(&mut hasher),
                Some(Expr::Member { field, .. }) => field.hash(&mut hasher),
                other => other.map(std::mem::discriminant).hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    /// Whether two expressions are the same name or the same number, in the same words.
    pub(crate) fn is_same_word(self, first: At, second: At) -> bool {
        let (Some(first), Some(second)) = (self.nodes.expr(first), self.nodes.expr(second)) else {
            return false;
        };
        match (&self.tree()[first], &self.tree()[second]) {
            (Expr::Name(one), Expr::Name(other)) => {
                one == other && self.model.uses.get(first) == self.model.uses.get(second)
            }
            (Expr::Number(one), Expr::Number(other)) => one == other,
            _ => false,
        }
    }

    fn same_words(self, first: At, second: At) -> bool {
        let (left, right) = (self.outline.run(first), self.outline.run(second));
        let length = |at: At, end: At| end.index() - at.index();
        length(left.start, left.end) == length(right.start, right.end)
            && left.nodes().zip(right.nodes()).all(|(left, right)| {
                length(left, self.outline.end(left)) == length(right, self.outline.end(right))
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
