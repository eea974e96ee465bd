//! The outer variables that each construct refers to.
//!
//! They are found in one pass over the mentions of the declaration. A reference applies to each construct around it, from the innermost one
//! outwards, up to the construct that declares the variable or makes it private. Constructs further out do not refer to the variable.

use clacc_syntax::arena::{ArenaMap, Idx};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::ListItem;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, FirstMention, Given, Half, How, Reason, Rule, Sharing};
use crate::program::access::Mention;
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Place, Step};
use crate::program::run::Run;

/// A variable that a construct refers to, with its first mention.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) variable: Place,
    pub(super) at: At,
    /// True if the construct refers to the variable only in `seq` loops that it controls. It needs no clause then, because its attribute is
    /// predetermined (OpenACC 3.4 2.6.1).
    pub(super) is_seq_control: bool,
    /// True if the construct refers to the variable only in such loops, with a private copy for each thread.
    pub(super) is_hidden: bool,
}

/// The references of each `loop` and compute construct, in source order.
#[derive(Default)]
pub(super) struct References {
    of: ArenaMap<ConstructId, Vec<Reference>>,
    /// The index of each variable among the references of a construct.
    seen: FxHashMap<(ConstructId, EntityId), usize>,
    /// The index of each part of a variable among the references of a construct.
    seen_parts: FxHashMap<(ConstructId, Place), usize>,
}

impl References {
    pub(super) fn of(&self, construct: ConstructId) -> &[Reference] {
        self.of.get(construct).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, construct: ConstructId, reference: Reference) {
        let list = self.of.entry(construct).or_default();
        let variable = &reference.variable;
        let position = *if variable.is_whole() {
            self.seen.entry((construct, variable.root)).or_insert(list.len())
        } else {
            self.seen_parts.entry((construct, variable.clone())).or_insert(list.len())
        };
        if let Some(earlier) = list.get_mut(position) {
            earlier.is_hidden &= reference.is_hidden;
        }
        match list.get_mut(position) {
            Some(earlier) if earlier.is_seq_control && !reference.is_seq_control => *earlier = reference,
            Some(_) => {}
            None => list.push(reference),
        }
    }
}

/// Finds the mentions that may add references. They depend only on the nesting of constructs.
pub(super) fn first_mentions(cx: &Cx<'_>, draft: &Draft) -> Box<[FirstMention]> {
    let mut walk = MentionWalk {
        cx,
        draft,
        inner_clauses: inner_clauses(draft),
        nest: OpenConstructs::new(draft),
        mentioned: HalfDone::default(),
        latest: vec![None; cx.program.entities.len()],
        found: HalfDone::default(),
    };
    walk.run();
    let MentionWalk { inner_clauses, nest, mentioned, found, .. } = walk;
    let parts = found.len();
    checkpoint::leave((inner_clauses, nest, mentioned.finish()), parts);
    found.finish().into()
}

/// Finds the references of these mentions.
pub(super) fn find(cx: &Cx<'_>, draft: &Draft, mentions: &[FirstMention]) -> References {
    let mut found: HalfDone<References> = HalfDone::default();
    found.seen.reserve(2 * mentions.len());
    let mentions = checkpoint::every(MENTIONS_BETWEEN_CHECKPOINTS, mentions.iter());
    mentions.for_each(|first| found.refer(cx, draft, first));
    found.finish()
}

/// The clauses of the loop halves of combined directives.
fn inner_clauses(draft: &Draft) -> FxHashSet<ClauseId> {
    let inner = draft.ids().map(|id| draft.construct(id)).filter(|construct| construct.half == Half::Inner);
    inner.flat_map(|construct| construct.clauses.iter().copied()).collect()
}

const MENTIONS_BETWEEN_CHECKPOINTS: usize = 1 << 11;

/// A place with the constructs of its mention: the construct not entered yet, and the innermost one around it.
type MentionedPlace = (Option<ConstructId>, Option<ConstructId>, Place);

struct MentionWalk<'v, 'a> {
    cx: &'v Cx<'a>,
    draft: &'v Draft,
    inner_clauses: FxHashSet<ClauseId>,
    nest: OpenConstructs,
    /// The places that were mentioned before with the same innermost construct around them. Further mentions are redundant.
    mentioned: HalfDone<FxHashSet<MentionedPlace>>,
    /// The innermost construct around the latest mention of each whole variable.
    latest: Vec<Option<ConstructId>>,
    found: HalfDone<Vec<FirstMention>>,
}

impl MentionWalk<'_, '_> {
    /// Visits the clauses of OpenACC directives, and the nodes between them.
    fn run(&mut self) {
        let mut at = At::default();
        for directive in &self.draft.directives {
            checkpoint::pass();
            for clause in &self.cx.directive(*directive).clauses {
                let run = self.cx.run(self.cx.clause_node(*clause).at);
                self.visit(Run::new(at, run.start), None);
                self.visit_clause(*clause, run);
                at = run.end;
            }
        }
        self.visit(Run::new(at, self.cx.program.outline.all().end), None);
    }

    /// Records the mentions in a run. They belong first to `innermost`, a construct that the walk has not entered.
    fn visit(&mut self, run: Run, innermost: Option<ConstructId>) {
        let is_rejected = |mention: &Mention| {
            let rejected = &self.draft.rejected;
            let next = rejected.partition_point(|item| item.end <= mention.at);
            rejected.get(next).is_some_and(|item| item.contains(mention.at))
        };
        let mentions = self.cx.mentions(run).filter(|mention| !is_rejected(mention));
        for mention in checkpoint::every(MENTIONS_BETWEEN_CHECKPOINTS, mentions) {
            self.note(mention, innermost);
        }
    }

    /// Records the mentions in a clause. The list of `private` refers only to the bounds of parts of pointees. The lists of the loop half
    /// of a combined directive also belong to the compute half, which is around it.
    fn visit_clause(&mut self, clause: ClauseId, run: Run) {
        if self.cx.kind_of(clause) == Some(AccClause::Private) {
            for item in self.cx.clauses[clause].items() {
                self.visit_private_bounds(clause, item);
            }
        } else {
            self.visit(run, self.outer_half_of(clause));
        }
    }

    /// Records the bounds of a private copy of a pointee. The copy is made inside the compute construct, so the bounds are needed there.
    fn visit_private_bounds(&mut self, clause: ClauseId, item: &ListItem) {
        let (base, item) = (item.written.base, self.cx.run(item.at));
        if base != item.start && self.cx.class_at(base) == Class::Pointer {
            let bounds = Run::new(self.cx.run(base).end, item.end);
            self.visit(bounds, self.compute_of(clause));
        }
    }

    /// The compute construct of a clause's directive, which the walk has not entered yet.
    fn compute_of(&self, clause: ClauseId) -> Option<ConstructId> {
        let outer = self.draft.halves(self.cx.clause_node(clause).directive)?.outer;
        self.draft.construct(outer).is_compute().then_some(outer)
    }

    fn outer_half_of(&self, clause: ClauseId) -> Option<ConstructId> {
        let halves = self.draft.halves(self.cx.clause_node(clause).directive)?;
        self.inner_clauses.contains(&clause).then_some(halves.outer)
    }

    fn note(&mut self, mention: Mention, innermost: Option<ConstructId>) {
        let Mention { at, place } = mention;
        // The language declares `__func__` in each function, for devices too, and no clause can name it.
        if self.cx.is_predefined(place.root) {
            return;
        }
        self.nest.at(self.draft, at);
        let around = self.nest.open().last().copied();
        if innermost.is_none() && place.is_whole() {
            let latest = std::mem::replace(&mut self.latest[place.root.index() as usize], around);
            if around.is_none() || latest == around {
                return;
            }
        }
        if around.or(innermost).is_none() || !self.mentioned.insert((innermost, around, place.clone())) {
            return;
        }
        self.found.push(FirstMention { mention: Mention { at, place }, innermost, around });
    }
}

impl References {
    /// Adds the references of the constructs around a mention, from the inside to the outside.
    fn refer(&mut self, cx: &Cx<'_>, draft: &Draft, first: &FirstMention) {
        let FirstMention { mention: Mention { at, place }, innermost, around } = first;
        let whole = Place::whole(place.root);
        let (mut is_seq_control, mut is_hidden) = (false, false);
        let outer = around.iter().flat_map(|around| std::iter::once(*around).chain(draft.enclosing(*around)));
        for id in innermost.iter().copied().chain(outer) {
            let is_inside_half = Some(id) == *innermost;
            if !is_inside_half && cx.is_declared_in(place.root, draft.run(id)) {
                return;
            }
            let construct = draft.construct(id);
            if construct.kind == AccDirective::Loop || construct.is_compute() {
                let variable = mapped_part(cx, draft, id, place);
                self.add(id, Reference { variable, at: *at, is_seq_control, is_hidden });
            }
            let sharing = draft.attribute(id, &whole).and_then(|attribute| attribute.sharing.as_ref());
            let controls = sharing.is_some_and(controls_seq);
            let is_private = sharing.is_some_and(|given| given.kind == Sharing::Private);
            if is_private && !controls {
                return;
            }
            is_seq_control |= controls;
            is_hidden |= controls && is_private;
        }
    }
}

/// Returns whether a variable has its attribute on a construct because it controls a `seq` loop. In the design of the Clacc compiler, such
/// a variable is visible to the constructs around that loop.
fn controls_seq(sharing: &Given<Sharing>) -> bool {
    matches!(sharing.reason.rule, Rule::SeqLoopControlPrivate | Rule::SeqLoopControlShared)
}

/// The longest member path that a visible data clause names. It is the whole variable if no clause names a member, or if the construct has
/// an attribute for the variable.
fn mapped_part(cx: &Cx<'_>, draft: &Draft, id: ConstructId, full: &Place) -> Place {
    let whole = Place::whole(full.root);
    if full.is_whole() || draft.attribute(id, &whole).is_some() {
        return whole;
    }
    let compute = draft.construct(id).compute.unwrap_or(id);
    let is_field = |length: &usize| matches!(full.steps[*length - 1], Step::Field(_));
    let parts = (1..=full.steps.len()).rev().filter(is_field);
    let mut parts = parts.map(|length| Place::behind(full.root, &full.steps[..length]));
    let is_mapped = |part: &Place| {
        has_mapping(draft, compute, part) || visible_mapping(cx, draft, compute, part).is_some()
    };
    parts.find(is_mapped).unwrap_or(whole)
}

fn has_mapping(draft: &Draft, id: ConstructId, variable: &Place) -> bool {
    draft.attribute(id, variable).is_some_and(|attribute| attribute.mapping.is_some())
}

/// A data clause of another construct that is visible at a construct.
pub(super) struct Visible {
    /// The construct; none for a `declare` directive at file scope.
    on: Option<ConstructId>,
    clause: Option<ClauseId>,
    item: Option<Idx<ListItem>>,
}

impl Visible {
    /// The reason why a variable is not mapped again.
    pub(super) fn reason(self) -> Reason {
        Reason {
            how: How::Implicit,
            clause: self.clause,
            item: self.item,
            from: self.on,
            rule: if self.on.is_some() { Rule::VisibleDataClause } else { Rule::DeclaredVariable },
        }
    }
}

/// The nearest data clause for a variable on an enclosing `data` construct. Such a clause is visible at the construct (OpenACC 3.4 2.6.2),
/// and so is one on a `declare` at file scope.
pub(super) fn visible_mapping(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    variable: &Place,
) -> Option<Visible> {
    let mut around = draft.enclosing(id);
    let visible = around.find_map(|on| {
        let reason = &draft.attribute(on, variable)?.mapping.as_ref()?.reason;
        Some(Visible { on: Some(on), clause: reason.clause, item: reason.item })
    });
    let is_declared = || cx.surroundings.declared.binary_search(&variable.root).is_ok();
    visible.or_else(|| is_declared().then_some(Visible { on: None, clause: None, item: None }))
}
