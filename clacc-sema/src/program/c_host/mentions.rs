//! The places where a C program names variables, in operands that are evaluated.

use clacc_syntax::ast::{Expr, Node, UnaryOp};

use super::CHost;
use super::nodes::entity_of;
use crate::program::access::{Mention, NamedVariable};
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Place, Step, Via};
use crate::program::run::Run;

/// Iterates over the mentions in a run of nodes, in source order.
pub(super) struct Mentions<'a> {
    host: CHost<'a>,
    run: Run,
    rest: std::slice::Iter<'a, NamedVariable>,
}

impl<'a> Mentions<'a> {
    pub(super) fn of(host: CHost<'a>, run: Run) -> Mentions<'a> {
        Mentions { host, run, rest: run.of(&host.program.named, |named| named.at).iter() }
    }
}

impl CHost<'_> {
    /// Whether an array is used in a run of nodes only as a pointer to its first element (C17 6.3.2.1p3): not
    /// by `&`, and not for its type.
    pub(super) fn is_used_as_pointer(self, array: EntityId, run: Run) -> bool {
        let names = run.nodes().filter(|at| {
            let expr = self.nodes.expr(*at).filter(|expr| matches!(self.tree()[*expr], Expr::Name(_)));
            expr.is_some_and(|expr| self.model.symbol_of(expr).map(entity_of) == Some(array))
        });
        names.into_iter().all(|at| self.is_operand_of_pointer(at))
    }

    /// Whether the operator around an operand takes a pointer as well as an array.
    fn is_operand_of_pointer(self, operand: At) -> bool {
        let around = self.program.outline.parent(operand).map(|parent| (parent, self.nodes.node(parent)));
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

    /// The members that operators in a run select from a variable, beginning at its name. The base is the first child of each operator.
    fn members(self, name: At, run: Run) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut inner = name;
        while let Some(around) = self.program.outline.parent(inner)
            && around.next() == inner
            && around >= run.start
            && let Node::Expr(expr) = self.nodes.node(around)
            && let Expr::Member { field, arrow, .. } = &self.tree()[expr]
        {
            steps.extend(arrow.then_some(Step::Deref(Via::Pointer)));
            steps.push(Step::Field(*field));
            inner = around;
        }
        steps
    }
}

impl Iterator for Mentions<'_> {
    type Item = Mention;

    fn next(&mut self) -> Option<Mention> {
        let host = self.host;
        let named = self.rest.find(|named| host.is_object(named.entity))?;
        let class = host.program.entities[named.entity.index() as usize].class;
        let has_members = !matches!(class, Class::Integer | Class::Real | Class::Complex);
        let steps = if has_members { host.members(named.at, self.run) } else { Vec::new() };
        Some(Mention { at: named.at, place: Place::behind(named.entity, &steps) })
    }
}
