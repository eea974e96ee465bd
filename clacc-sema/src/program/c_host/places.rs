//! The part of the program's data that a C expression names.

use clacc_syntax::Name;
use clacc_syntax::ast::{Expr, ExprId, UnaryOp};

use super::CHost;
use super::mentions::Mentions;
use super::nodes::{entity_of, symbol_of};
use super::types::classify;
use crate::c::model::SymbolKind;
use crate::c::types::QualType;
use crate::program::access::Mention;
use crate::program::element::Gathering;
use crate::program::entity::Class;
use crate::program::host::places::Places;
use crate::program::item::ItemParts;
use crate::program::place::{At, Bound, EntityId, Extent, Place, Step, Value, Via};
use crate::program::pointed::PointedPlace;
use crate::program::run::Run;

impl CHost<'_> {
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
}

impl Places for CHost<'_> {
    fn place_of(&self, at: At) -> Option<Place> {
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

    fn root_name(&self, at: At) -> Option<At> {
        let (root, _) = self.chain_of(self.nodes.expr(at)?);
        matches!(self.tree()[root], Expr::Name(_)).then(|| self.nodes.of_expr(root)).flatten()
    }

    fn root_of(&self, at: At) -> Option<EntityId> {
        let root = self.nodes.expr(self.root_name(at)?)?;
        self.model.uses.get(root).copied().map(entity_of)
    }

    fn is_computed(&self, at: At) -> bool {
        let Some(mut expr) = self.nodes.expr(at) else { return false };
        while let Expr::Paren(inner) = self.tree()[expr] {
            expr = inner;
        }
        match &self.tree()[expr] {
            Expr::Unary { op, .. } => !matches!(op, UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag),
            Expr::Number(_)
            | Expr::Char(_)
            | Expr::Postfix { .. }
            | Expr::Binary { .. }
            | Expr::Assign { .. }
            | Expr::Conditional { .. }
            | Expr::Comma { .. }
            | Expr::Call { .. } => true,
            _ => false,
        }
    }

    fn list_item(&self, at: At) -> ItemParts {
        CHost::list_item(*self, at)
    }

    fn absent_member(&self, base: At) -> Option<(Name, String)> {
        CHost::absent_member(*self, base)
    }

    fn pointed_place(&self, at: At) -> Option<PointedPlace> {
        self.pointed(self.nodes.expr(at)?)
    }

    fn mentions(&self, run: Run) -> Box<dyn Iterator<Item = Mention> + '_> {
        Box::new(Mentions::of(*self, run))
    }

    fn undeclared(&self, run: Run) -> Vec<(At, EntityId)> {
        let undeclared = |at: At| {
            let expr = self.nodes.expr(at).filter(|expr| matches!(self.tree()[*expr], Expr::Name(_)))?;
            let symbol = self.model.symbol_of(expr)?;
            let is_undeclared = self.model.symbols[symbol].kind == SymbolKind::Undeclared;
            is_undeclared.then_some((at, entity_of(symbol)))
        };
        run.nodes().filter_map(undeclared).collect()
    }

    fn unseen(&self, run: Run) -> Option<At> {
        CHost::unseen(*self, run)
    }

    fn gather_parts(&self, name: At, gathering: &mut Gathering) {
        CHost::gather_parts(*self, name, gathering);
    }

    fn is_in_address(&self, name: At) -> bool {
        let around = self.program.outline.ancestors(name);
        around.map_while(|at| self.nodes.expr(at)).any(|expr| {
            matches!(self.tree()[expr], Expr::Unary { op: UnaryOp::AddressOf, .. })
                || self.expr_type(expr).is_some_and(|ty| classify(ty) == Class::Array)
        })
    }

    fn is_used_as_pointer(&self, array: EntityId, run: Run) -> bool {
        CHost::is_used_as_pointer(*self, array, run)
    }

    fn place_text(&self, place: &Place) -> String {
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

    fn anonymous_path(&self, place: &Place) -> Box<[u32]> {
        let last = place.steps.iter().rposition(|step| matches!(step, Step::Field(_)));
        let found = last.and_then(|last| {
            let Step::Field(name) = place.steps[last] else { return None };
            let holder = Place::behind(place.root, &place.steps[..last]);
            self.model.field(&self.type_of_place(&holder)?, name)
        });
        found.map(|field| field.anonymous).unwrap_or_default()
    }
}
