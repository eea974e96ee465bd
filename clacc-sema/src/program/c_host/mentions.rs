//! The places where a C program names variables, in operands that are evaluated.

use clacc_syntax::ast::{Expr, ExprId, Node, SizeofOp, UnaryOp};

use super::CHost;
use super::nodes::entity_of;
use crate::c::types::QualType;
use crate::program::access::Mention;
use crate::program::place::{At, EntityId, Place, Step, Via};
use crate::program::run::Run;

/// Iterates over the mentions in a run of nodes, in source order.
pub(crate) struct Mentions<'a> {
    host: CHost<'a>,
    rest: Run,
}

impl<'a> CHost<'a> {
    pub(crate) fn mentions(self, run: Run) -> Mentions<'a> {
        Mentions { host: self, rest: run }
    }

    /// Whether an operand is evaluated: `sizeof` does so only for an array of variable length (C17
    /// 6.5.3.4p2).
    fn is_evaluated(self, op: SizeofOp, operand: ExprId) -> bool {
        op == SizeofOp::Sizeof && self.expr_type(operand).is_some_and(QualType::is_variable_length)
    }

    /// Whether an array is used in a run of nodes only as a pointer to its first element (C17 6.3.2.1p3): not
    /// by `&`, and not for its type.
    pub(crate) fn is_used_as_pointer(self, array: EntityId, run: Run) -> bool {
        let names = run.nodes().filter(|at| {
            let expr = self.nodes.expr(*at).filter(|expr| matches!(self.tree()[*expr], Expr::Name(_)));
            expr.is_some_and(|expr| self.model.symbol_of(expr).map(entity_of) == Some(array))
        });
        names.into_iter().all(|at| self.is_operand_of_pointer(at))
    }

    /// Whether the operator around an operand takes a pointer as well as an array.
    fn is_operand_of_pointer(self, operand: At) -> bool {
        let around = self.outline.parent(operand).map(|parent| (parent, self.nodes.node(parent)));
        match around {
            Some((_, Node::Stmt(_) | Node::Init(_))) => true,
            Some((parent, Node::Expr(expr))) => match &self.tree()[expr] {
                Expr::Paren(_) => self.is_operand_of_pointer(parent),
                Expr::Unary { op: UnaryOp::AddressOf, .. }
                | Expr::SizeofExpr { .. }
                | Expr::Generic { .. } => false,
                _ => true,
            },
            _ => false,
        }
    }

    /// The mention of the variable or member that a chain of member accesses names. Its node is the name at
    /// the base.
    fn named_member(self, expr: ExprId) -> Option<Mention> {
        let mut steps = Vec::new();
        let mut base = expr;
        while let Expr::Member { base: inner, field, arrow } = &self.tree()[base] {
            steps.push(Step::Field(*field));
            steps.extend(arrow.then_some(Step::Deref(Via::Pointer)));
            base = *inner;
        }
        steps.reverse();
        let at = self.nodes.of_expr(base)?;
        if matches!(self.tree()[base], Expr::Name(_)) { self.named(base, at, steps.into()) } else { None }
    }

    /// The mention of the entity that a name refers to, with the members that follow the name.
    fn named(self, name: ExprId, at: At, steps: Box<[Step]>) -> Option<Mention> {
        let root = entity_of(*self.model.uses.get(name)?);
        Some(Mention { at, place: Place { root, steps } })
    }
}

impl Mentions<'_> {
    /// The mention at a node, and the node at which the walk continues.
    fn visit(&self, at: At) -> (Option<Mention>, At) {
        let (outline, into) = (self.host.outline, at.next());
        let Node::Expr(expr) = self.host.nodes.node(at) else { return (None, into) };
        match &self.host.tree()[expr] {
            Expr::Name(_) => (self.host.named(expr, at, Box::default()), into),
            Expr::Member { .. } => match self.host.named_member(expr) {
                Some(mention) => (Some(mention), outline.end(at)),
                None => (None, into),
            },
            Expr::SizeofExpr { op, operand } if !self.host.is_evaluated(*op, *operand) => {
                (None, outline.end(at))
            }
            // The first child of `_Generic` is its controlling expression, of which only the type is used.
            Expr::Generic { .. } => (None, outline.end(into)),
            _ => (None, into),
        }
    }
}

impl Iterator for Mentions<'_> {
    type Item = Mention;

    fn next(&mut self) -> Option<Mention> {
        while !self.rest.is_empty() {
            let (mention, next) = self.visit(self.rest.start);
            self.rest.start = next;
            let is_object = |mention: &Mention| self.host.is_object(mention.place.root);
            if let Some(mention) = mention.filter(is_object) {
                return Some(mention);
            }
        }
        None
    }
}
