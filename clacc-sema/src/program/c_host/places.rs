//! The part of the program's data that a C expression names.

use clacc_syntax::Name;
use clacc_syntax::ast::{Expr, ExprId, UnaryOp};

use super::CHost;
use super::nodes::{entity_of, symbol_of};
use crate::c::model::SymbolKind;
use crate::c::types::QualType;
use crate::program::place::{At, Bound, EntityId, Extent, Place, Step, Value, Via};

impl CHost<'_> {
    /// The place that an expression names: a variable, and members, elements and ranges of it.
    pub(crate) fn place_of(self, at: At) -> Option<Place> {
        let (root, chain) = self.chain_of(self.nodes.expr(at)?);
        if !matches!(self.tree()[root], Expr::Name(_)) {
            return None;
        }
        let symbol = self.model.symbol_of(root)?;
        let mut ty = Some(self.model.symbols[symbol].ty.clone());
        let mut steps = Vec::new();
        for link in chain.into_iter().rev() {
            self.push_steps(link, &mut ty, &mut steps);
        }
        Some(Place::behind(entity_of(symbol), &steps))
    }

    /// The expression at the base of a chain of members, elements, ranges, dereferences and parentheses,
    /// and the links of the chain, outermost first.
    pub(super) fn chain_of(self, expr: ExprId) -> (ExprId, Vec<ExprId>) {
        let mut chain = Vec::new();
        let mut at = expr;
        loop {
            let inner = match &self.tree()[at] {
                Expr::Paren(inner) => *inner,
                Expr::Index { base, index } => self.model.subscripted(*base, *index).0,
                Expr::Member { base, .. } | Expr::Section { base, .. } => *base,
                Expr::Unary { op: UnaryOp::Deref, operand } => *operand,
                _ => return (at, chain),
            };
            chain.push(at);
            at = inner;
        }
    }

    /// Adds the steps of one link of the chain, and follows the type.
    fn push_steps(self, link: ExprId, ty: &mut Option<QualType>, steps: &mut Vec<Step>) {
        let selected = match &self.tree()[link] {
            Expr::Member { field, arrow, .. } => return self.push_member(*field, *arrow, ty, steps),
            // `*p` is the first element of the target of `p`.
            Expr::Unary { .. } => Step::Index(Value::constant(0)),
            Expr::Index { base, index } => Step::Index(self.value(self.model.subscripted(*base, *index).1)),
            Expr::Section { range, .. } => Step::Range {
                start: range.lower.map_or(Bound::Default, |lower| Bound::At(self.value(lower))),
                extent: range.length.map_or(Extent::All, |length| Extent::Length(self.value(length))),
                stride: range.stride.map(|stride| self.value(stride)),
            },
            _ => return,
        };
        let is_pointer = ty.as_ref().is_some_and(QualType::is_pointer);
        steps.extend(is_pointer.then_some(Step::Deref(Via::Pointer)));
        steps.push(selected);
        *ty = ty.as_ref().and_then(QualType::target).cloned();
    }

    /// Adds the step to a member. `p->x` and `(*p).x` give the same place.
    fn push_member(self, field: Name, arrow: bool, ty: &mut Option<QualType>, steps: &mut Vec<Step>) {
        if arrow {
            steps.push(Step::Deref(Via::Pointer));
            *ty = ty.as_ref().and_then(QualType::target).cloned();
        } else if let [.., Step::Deref(_), Step::Index(Value::Constant(_))] = steps[..] {
            steps.pop();
        }
        steps.push(Step::Field(field));
        *ty = ty.take().and_then(|ty| self.member(&ty, field));
    }

    fn value(self, expr: ExprId) -> Value {
        Value::Node(self.nodes.of_expr(expr).unwrap_or_default())
    }

    /// The place as C writes it, without elements and ranges: `s->a`.
    pub(crate) fn place_text(self, place: &Place) -> String {
        let mut text = self.model.text(self.model.symbols[symbol_of(place.root)].name).to_owned();
        let mut is_pointed = false;
        for step in place.steps.iter() {
            if let Step::Field(field) = step {
                text.push_str(if is_pointed { "->" } else { "." });
                text.push_str(self.model.text(*field));
            }
            is_pointed = matches!(step, Step::Deref(_));
        }
        text
    }

    /// Whether an expression is integer arithmetic on constants and on variables for which `is_known`
    /// holds.
    pub(crate) fn value_is(self, at: At, is_known: &dyn Fn(EntityId) -> bool) -> bool {
        let Some(root) = self.nodes.expr(at) else { return false };
        if self.model.integer_constant(root).is_some() {
            return true;
        }
        let mut exprs = self.outline.run(at).nodes().filter_map(|at| self.nodes.expr(at));
        exprs.all(|expr| match &self.tree()[expr] {
            Expr::Name(_) => self.is_known_name(expr, is_known),
            Expr::Number(_) | Expr::Paren(_) | Expr::Binary { .. } | Expr::Cast { .. } => true,
            Expr::Unary { op, .. } => matches!(op, UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot),
            _ => false,
        })
    }

    fn is_known_name(self, name: ExprId, is_known: &dyn Fn(EntityId) -> bool) -> bool {
        let Some(id) = self.model.symbol_of(name) else { return false };
        let symbol = &self.model.symbols[id];
        match &symbol.kind {
            SymbolKind::Enumerator(_) => true,
            kind => kind.is_object() && symbol.ty.is_integer() && is_known(entity_of(id)),
        }
    }
}
