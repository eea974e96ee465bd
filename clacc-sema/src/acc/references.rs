//! Which outside variables each construct refers to: the walk of the associated statements.
//!
//! One pass over the outline. A reference counts for every construct around it, from the inside out, until the
//! construct in which the variable is declared, or one that makes it private: what lies further out never sees it.
//! Operands that are not evaluated (`sizeof` of what is no variable length array, the control of `_Generic`) refer to
//! nothing.

use clacc_syntax::ast::{Expr, ExprId, Node, SizeofOp};
use clacc_syntax::directive::{AccClause, AccDirective};
use la_arena::ArenaMap;
use rustc_hash::FxHashSet;

use super::constructs::{Draft, Nest, is_compute};
use super::explicit;
use super::facts::{ConstructId, Half, Mapping, Sharing, Variable};
use super::typing::{Class, classify};
use super::view::View;
use crate::c::types::QualType;

/// A variable that a construct refers to, and where it does so first.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) variable: Variable,
    pub(super) at: ExprId,
}

/// The references of each `loop` and compute construct, in the order in which the walk meets them.
#[derive(Default)]
pub(super) struct References {
    of: ArenaMap<ConstructId, Vec<Reference>>,
    seen: FxHashSet<(ConstructId, Variable)>,
}

impl References {
    pub(super) fn of(&self, construct: ConstructId) -> &[Reference] {
        self.of.get(construct).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, construct: ConstructId, variable: Variable, at: ExprId) {
        if self.seen.insert((construct, variable.clone())) {
            self.of.entry(construct).or_default().push(Reference { variable, at });
        }
    }
}

/// Walks the declaration once.
pub(super) fn find(view: &View<'_>, draft: &Draft) -> References {
    let mentioned = FxHashSet::default();
    let mut walk = Walk { view, draft, nest: Nest::new(draft), mentioned, found: References::default() };
    walk.run();
    walk.found
}

struct Walk<'v, 'a> {
    view: &'v View<'a>,
    draft: &'v Draft,
    nest: Nest,
    /// What was referred to with the same constructs around: the innermost one stands for all of them. A second
    /// mention says nothing new.
    mentioned: FxHashSet<(Option<ConstructId>, Option<ConstructId>, Variable)>,
    found: References,
}

impl Walk<'_, '_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.view.outline.len() {
            self.nest.at(self.draft, at);
            at = self.visit(at);
        }
    }

    /// Visits one node and says which comes next.
    fn visit(&mut self, at: u32) -> u32 {
        match self.view.outline.node(at) {
            Node::Clause(clause) => self.visit_clause(at, clause),
            Node::Expr(expr) if !self.nest.open().is_empty() => self.visit_expr(at, expr, None),
            _ => at + 1,
        }
    }

    /// A list of a `private` clause refers to nothing but the bounds of parts behind pointers. What the loop half of a combined directive lists counts for the
    /// compute half, which lies around it.
    fn visit_clause(&mut self, at: u32, clause: clacc_syntax::ast::ClauseId) -> u32 {
        let end = self.view.outline.end(at);
        if self.view.tree()[clause].acc() == Some(AccClause::Private) {
            self.visit_private_bounds(at, clause);
            return end;
        }
        let Some(outer) = self.outer_half_of(at, clause) else { return at + 1 };
        let mut inner = at + 1;
        while inner < end {
            inner = match self.view.outline.node(inner) {
                Node::Expr(expr) => self.visit_expr(inner, expr, Some(outer)),
                _ => inner + 1,
            };
        }
        end
    }

    /// A private copy of what a pointer points to is made inside the compute construct, where its bounds are needed.
    fn visit_private_bounds(&mut self, at: u32, clause: clacc_syntax::ast::ClauseId) {
        let tree = self.view.tree();
        let mut skipped = FxHashSet::default();
        let mut has_part = false;
        for item in tree[clause].exprs() {
            let mut base = item;
            while let Expr::Section { base: inner, .. } | Expr::Index { base: inner, .. } = &tree[base] {
                base = *inner;
            }
            let is_pointer = self.view.type_of(base).is_some_and(|ty| classify(ty) == Class::Pointer);
            let is_bounded = base != item && is_pointer;
            has_part |= is_bounded;
            skipped.insert(if is_bounded { base } else { item });
        }
        if !has_part {
            return;
        }
        let innermost = self.compute_of(at);
        let (mut inner, end) = (at + 1, self.view.outline.end(at));
        while inner < end {
            inner = match self.view.outline.node(inner) {
                Node::Expr(expr) if skipped.contains(&expr) => self.view.outline.end(inner),
                Node::Expr(expr) => self.visit_expr(inner, expr, innermost),
                _ => inner + 1,
            };
        }
    }

    /// The compute construct that the directive of a clause is or begins, which the walk is not in yet.
    fn compute_of(&self, clause: u32) -> Option<ConstructId> {
        let Node::Directive(directive) = self.view.outline.node(self.view.outline.parent(clause)?) else {
            return None;
        };
        let (outer, _) = self.draft.halves(directive)?;
        is_compute(self.draft.construct(outer).kind).then_some(outer)
    }

    fn outer_half_of(&self, at: u32, clause: clacc_syntax::ast::ClauseId) -> Option<ConstructId> {
        let Node::Directive(directive) = self.view.outline.node(self.view.outline.parent(at)?) else {
            return None;
        };
        let (outer, inner) = self.draft.halves(directive)?;
        let inner = self.draft.construct(inner?);
        (inner.half == Half::Inner && inner.clauses.contains(&clause)).then_some(outer)
    }

    /// `innermost` is a construct inside the open ones that the reference counts for first.
    fn visit_expr(&mut self, at: u32, expr: ExprId, innermost: Option<ConstructId>) -> u32 {
        let end = self.view.outline.end(at);
        match &self.view.tree()[expr] {
            Expr::Name(_) => {
                self.refer(expr, Box::default(), innermost);
                end
            }
            Expr::Member { .. } => self.visit_member(at, expr, innermost),
            Expr::SizeofExpr { op, operand } if !self.is_evaluated(*op, *operand) => end,
            Expr::Generic { control, .. } => self.skip_control(at, *control),
            _ => at + 1,
        }
    }

    fn is_evaluated(&self, op: SizeofOp, operand: ExprId) -> bool {
        op == SizeofOp::Sizeof && self.view.type_of(operand).is_some_and(QualType::is_variable_length)
    }

    /// The index behind the controlling expression of `_Generic`, which is the first child.
    fn skip_control(&self, at: u32, control: ExprId) -> u32 {
        match self.view.outline.node(at + 1) {
            Node::Expr(first) if first == control => self.view.outline.end(at + 1),
            _ => at + 1,
        }
    }

    /// A member of a variable is a variable of its own where a data clause names it.
    fn visit_member(&mut self, at: u32, expr: ExprId, innermost: Option<ConstructId>) -> u32 {
        let mut path = Vec::new();
        let mut base = expr;
        while let Expr::Member { base: inner, field, arrow } = &self.view.tree()[base] {
            path.push((*field, *arrow));
            base = *inner;
        }
        path.reverse();
        if !matches!(self.view.tree()[base], Expr::Name(_)) || self.view.model.symbol_of(base).is_none() {
            return at + 1;
        }
        self.refer(base, path.into(), innermost);
        self.view.outline.end(at)
    }

    /// Counts a reference to the variable that `name` names; `path` is the member of it that is used.
    fn refer(
        &mut self,
        name: ExprId,
        path: Box<[(clacc_syntax::Name, bool)]>,
        innermost: Option<ConstructId>,
    ) {
        let Some(symbol) = self.view.model.symbol_of(name) else { return };
        if !self.view.symbol(symbol).kind.is_object() {
            return;
        }
        let full = Variable { symbol, path };
        if !self.mentioned.insert((innermost, self.nest.open().last().copied(), full.clone())) {
            return;
        }
        let whole = Variable { symbol, path: Box::default() };
        let (view, draft) = (self.view, self.draft);
        for id in innermost.into_iter().chain(self.nest.open().iter().rev().copied()) {
            let is_inside_half = Some(id) == innermost;
            if !is_inside_half && view.is_declared_in(symbol, &draft.region(id)) {
                return;
            }
            let kind = draft.construct(id).kind;
            if kind == AccDirective::Loop || is_compute(kind) {
                self.found.add(id, mapped_part(view, draft, id, &full), name);
            }
            if is_private(draft, id, &whole) {
                return;
            }
        }
    }
}

/// The longest prefix of a member path that a visible data clause names; the whole variable if none does, or if the
/// construct itself says something about it.
fn mapped_part(view: &View<'_>, draft: &Draft, id: ConstructId, full: &Variable) -> Variable {
    let whole = Variable { symbol: full.symbol, path: Box::default() };
    if full.path.is_empty() || draft.attribute(id, &whole).is_some() {
        return whole;
    }
    let compute = draft.construct(id).compute.unwrap_or(id);
    for length in (1..=full.path.len()).rev() {
        let part = Variable { symbol: full.symbol, path: full.path[..length].into() };
        if has_mapping(draft, compute, &part) || visible_mapping(view, draft, compute, &part).is_some() {
            return part;
        }
    }
    whole
}

/// Whether a construct gives each gang, worker or lane its own copy, so that inside it the name means the copy.
pub(super) fn is_private(draft: &Draft, id: ConstructId, variable: &Variable) -> bool {
    draft
        .attribute(id, variable)
        .and_then(|attribute| attribute.sharing.as_ref())
        .is_some_and(|(sharing, _)| *sharing == Sharing::Private)
}

fn has_mapping(draft: &Draft, id: ConstructId, variable: &Variable) -> bool {
    draft.attribute(id, variable).is_some_and(|attribute| attribute.mapping.is_some())
}

/// The nearest data clause for a variable on a `data` construct around a construct, or on a `declare` in whose scope
/// it lies: the clause is visible at the construct (OpenACC 3.4 2.6.2).
pub(super) fn visible_mapping(
    view: &View<'_>,
    draft: &Draft,
    id: ConstructId,
    variable: &Variable,
) -> Option<(ConstructId, Mapping, explicit::Place)> {
    let around = draft.enclosing(id).chain(declares_around(view, draft, id));
    around.into_iter().find_map(|outer| {
        let (mapping, reason) = draft.attribute(outer, variable)?.mapping.as_ref()?;
        Some((outer, *mapping, explicit::Place { clause: reason.clause, item: reason.item }))
    })
}

/// The `declare` directives in the blocks around a construct, before it.
fn declares_around<'d>(
    view: &'d View<'_>,
    draft: &'d Draft,
    id: ConstructId,
) -> impl Iterator<Item = ConstructId> + 'd {
    let at = view.outline.directive(draft.construct(id).directive);
    draft.declares.iter().copied().filter(move |declare| {
        let place = view.outline.directive(draft.construct(*declare).directive);
        let block = place.and_then(|place| view.outline.ancestors(place).nth(1));
        match (at, place, block) {
            (Some(at), Some(place), Some(block)) => place < at && at < view.outline.end(block),
            _ => false,
        }
    })
}
