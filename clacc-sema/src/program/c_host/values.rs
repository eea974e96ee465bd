//! The values of C expressions.

use std::hash::{Hash, Hasher};

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Node, Stmt, UnaryOp};
use rustc_hash::FxHasher;

use super::CHost;
use super::nodes::entity_of;
use crate::c::model::SymbolKind;
use crate::c::types::QualType;
use crate::program::accumulation::Accumulation;
use crate::program::arithmetic::{Arithmetic, Condition};
use crate::program::element::Sum;
use crate::program::host::values::Values;
use crate::program::place::{At, EntityId};

impl Values for CHost<'_> {
    fn constant(&self, at: At) -> Option<i128> {
        self.model.integer_constant(self.nodes.expr(at)?)
    }

    fn quoted(&self, at: At) -> Option<String> {
        let Expr::Str(parts) = &self.tree()[self.nodes.expr(at)?] else { return None };
        let between = |part: &str| -> Option<String> {
            let (_, behind) = part.split_once('"')?;
            behind.strip_suffix('"').map(str::to_owned)
        };
        parts.iter().map(|part| between(&self.names()[*part])).collect()
    }

    fn is_too_large(&self, at: At) -> bool {
        self.program.outline.run(at).nodes().filter_map(|at| self.nodes.expr(at)).any(|expr| {
            matches!(self.tree()[expr], Expr::Number(_))
                && self.model.types.get(expr).is_none_or(QualType::is_error)
        })
    }

    fn has_side_effects(&self, at: At) -> bool {
        self.nodes.expr(at).is_some_and(|expr| self.model.has_side_effects(expr))
    }

    fn same_value(&self, first: At, second: At) -> bool {
        match (self.constant(first), self.constant(second)) {
            (Some(first), Some(second)) => first == second,
            _ => self.same_words(first, second),
        }
    }

    fn is_same_word(&self, first: At, second: At) -> bool {
        let (Some(first), Some(second)) = (self.nodes.expr(first), self.nodes.expr(second)) else {
            return false;
        };
        match (&self.tree()[first], &self.tree()[second]) {
            (Expr::Name(one), Expr::Name(other)) => {
                one == other && self.model.uses.get(first).copied() == self.model.uses.get(second).copied()
            }
            (Expr::Number(one), Expr::Number(other)) => one == other,
            _ => false,
        }
    }

    fn words_key(&self, at: At) -> u64 {
        let mut hasher = FxHasher::default();
        for at in self.program.outline.run(at).nodes() {
            match self.nodes.expr(at).map(|expr| &self.tree()[expr]) {
                Some(Expr::Name(word) | Expr::Number(word) | Expr::Char(word)) => word.hash(&mut hasher),
                Some(Expr::Member { field, .. }) => field.hash(&mut hasher),
                other => other.map(std::mem::discriminant).hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    fn value_is(&self, at: At, is_known: &dyn Fn(EntityId) -> bool) -> bool {
        let Some(root) = self.nodes.expr(at) else { return false };
        if self.model.integer_constant(root).is_some() {
            return true;
        }
        let mut exprs = self.program.outline.run(at).nodes().filter_map(|at| self.nodes.expr(at));
        exprs.all(|expr| match &self.tree()[expr] {
            Expr::Name(_) => self.is_known_name(expr, is_known),
            Expr::Number(_) | Expr::Paren(_) | Expr::Binary { .. } | Expr::Cast { .. } => true,
            Expr::Unary { op, .. } => matches!(op, UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot),
            _ => false,
        })
    }

    fn sum(&self, at: At) -> Option<Sum> {
        self.sum_of(self.nodes.expr(at)?)
    }

    fn arithmetic(&self, at: At) -> Arithmetic {
        let Some(expr) = self.nodes.expr(at) else { return Arithmetic::Other };
        if let Some(number) = self.model.integer_constant(expr) {
            return Arithmetic::Constant(number);
        }
        self.operator(expr).unwrap_or(Arithmetic::Other)
    }

    fn condition(&self, at: At) -> Condition {
        self.nodes.expr(at).and_then(|expr| self.compared_integers(expr)).unwrap_or(Condition::Other)
    }

    fn accumulation(&self, at: At) -> Option<Accumulation> {
        CHost::accumulation(*self, at)
    }

    fn is_null(&self, value: At) -> bool {
        let Some(mut expr) = self.nodes.expr(value) else { return false };
        while let Expr::Paren(inner) | Expr::Cast { operand: inner, .. } = self.tree()[expr] {
            expr = inner;
        }
        self.model.integer_constant(expr) == Some(0)
    }

    fn is_allocation(&self, at: At) -> bool {
        CHost::is_allocation(*self, at)
    }

    fn is_tested_or_returned(&self, value: At) -> bool {
        let Some(around) = self.program.outline.parent(value) else { return false };
        match self.nodes.node(around) {
            Node::Stmt(stmt) => match &self.tree()[stmt] {
                Stmt::If { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } => true,
                Stmt::Return(_) | Stmt::Expr(_) => true,
                Stmt::For { condition, .. } => condition.and_then(|at| self.nodes.of_expr(at)) == Some(value),
                _ => false,
            },
            Node::Expr(expr) => match &self.tree()[expr] {
                Expr::Paren(_) | Expr::Cast { .. } => self.is_tested_or_returned(around),
                Expr::Unary { op, .. } => *op == UnaryOp::Not,
                Expr::Binary { op, .. } => matches!(
                    op,
                    BinaryOp::Lt
                        | BinaryOp::Gt
                        | BinaryOp::Le
                        | BinaryOp::Ge
                        | BinaryOp::Eq
                        | BinaryOp::Ne
                        | BinaryOp::And
                        | BinaryOp::Or
                ),
                _ => false,
            },
            _ => false,
        }
    }
}

impl CHost<'_> {
    fn is_known_name(self, name: ExprId, is_known: &dyn Fn(EntityId) -> bool) -> bool {
        let Some(id) = self.model.symbol_of(name) else { return false };
        let symbol = &self.model.symbols[id];
        match &symbol.kind {
            SymbolKind::Enumerator(_) => true,
            kind => kind.is_object() && symbol.ty.is_integer() && is_known(entity_of(id)),
        }
    }
}
