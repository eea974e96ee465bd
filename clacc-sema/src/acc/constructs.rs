//! The constructs of a function, and how they nest.

use std::sync::Arc;

use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::{ClauseId, ClauseKind, DirectiveId};
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::{FxHashMap, FxHashSet};

use super::attribute_positions::AttributePositions;
use super::clauses::{Argument, Clause, ListItem, WaitArgument};
use super::cx::Cx;
use super::facts::{
    AccFacts, Construct, ConstructId, DataAttributes, Half, Halves, LoopFacts, SeldomWritten, Sizes,
    is_compute,
};
use super::lower;
use crate::directives::device_parts::{self, Divided, PartTypes};
use crate::program::place::At;
use crate::program::run::Run;

/// The constructs while facts are being collected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) facts: AccFacts,
    /// The directives in source order.
    pub(super) directives: Vec<DirectiveId>,
    /// The list items of the wrong type for their clauses, in source order.
    pub(super) rejected: Vec<Run>,
    /// The attributes of each construct that were found so far.
    pub(crate) attributes: ArenaMap<ConstructId, Attributes>,
}

/// The attributes of one construct, and the index of each variable in the list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) list: Vec<DataAttributes>,
    pub(super) positions: AttributePositions,
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

impl Draft {
    /// The constructs of a declaration that was analyzed.
    pub(crate) fn of(facts: AccFacts) -> Draft {
        Draft { facts, ..Draft::default() }
    }

    /// A copy, made with cancellation points, which a clone does not have.
    pub(crate) fn copied(&mut self) -> Draft {
        let constructs = std::mem::take(&mut self.facts.constructs);
        let facts = self.facts.clone();
        self.facts.constructs = constructs;
        let (directives, rejected) = (self.directives.clone(), self.rejected.clone());
        let mut copy = HalfDone::new(Draft { facts, directives, rejected, attributes: ArenaMap::default() });
        for construct in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, self.facts.constructs.values()) {
            copy.facts.constructs.alloc(construct.clone());
        }
        for (id, attributes) in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, self.attributes.iter()) {
            copy.attributes.insert(id, attributes.clone());
        }
        copy.finish()
    }

    /// The nodes that a construct is associated with.
    pub(crate) fn run(&self, construct: ConstructId) -> Run {
        self.construct(construct).run()
    }

    pub(crate) fn construct(&self, id: ConstructId) -> &Construct {
        &self.facts.constructs[id]
    }

    /// The constructs, outer before inner, in source order, with a cancellation point at each.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ConstructId> + use<> {
        let count = self.facts.constructs.len() as u32;
        (0..count).map(|raw| {
            checkpoint::pass();
            ConstructId::from_raw(clacc_syntax::arena::RawIdx::from_u32(raw))
        })
    }

    /// The constructs around a construct, nearest first.
    pub(crate) fn enclosing(&self, id: ConstructId) -> impl Iterator<Item = ConstructId> + '_ {
        std::iter::successors(self.construct(id).parent, |outer| self.construct(*outer).parent)
    }

    /// The constructs inside a construct, in source order.
    pub(crate) fn inside(&self, outer: ConstructId) -> impl Iterator<Item = ConstructId> + '_ {
        let (first, count) = (outer.into_raw().into_u32() + 1, self.facts.constructs.len() as u32);
        let behind =
            (first..count).map(|raw| ConstructId::from_raw(clacc_syntax::arena::RawIdx::from_u32(raw)));
        behind.take_while(move |id| self.enclosing(*id).any(|around| around == outer))
    }

    /// The `loop` constructs of each compute construct, in source order.
    pub(crate) fn loops_by_compute(&self) -> FxHashMap<ConstructId, Vec<ConstructId>> {
        let mut loops: FxHashMap<ConstructId, Vec<ConstructId>> = FxHashMap::default();
        for id in self.ids().filter(|id| self.construct(*id).kind == AccDirective::Loop) {
            if let Some(compute) = self.construct(id).compute {
                loops.entry(compute).or_default().push(id);
            }
        }
        loops
    }

    /// The loops around a construct that lie in the same compute construct, nearest first.
    pub(crate) fn enclosing_loops(&self, id: ConstructId) -> impl Iterator<Item = ConstructId> + '_ {
        let compute = self.construct(id).compute;
        self.enclosing(id).filter(move |outer| {
            self.construct(*outer).kind == AccDirective::Loop && self.construct(*outer).compute == compute
        })
    }

    /// Returns whether the iterations of a loop are partitioned among the workers or vector lanes of a gang.
    pub(super) fn has_threads(&self, id: ConstructId) -> bool {
        self.construct(id).loop_facts.as_deref().is_some_and(LoopFacts::is_shared_in_gang)
    }

    /// Returns whether the iterations of a loop are partitioned among gangs.
    pub(super) fn has_gangs(&self, id: ConstructId) -> bool {
        let facts = self.construct(id).loop_facts.as_deref();
        facts.is_some_and(|facts| facts.sequential.is_none() && facts.gang.is_some())
    }

    /// The loops that directives are associated with.
    pub(crate) fn associated_loops(&self) -> FxHashSet<At> {
        self.associated_loops_if(|_| true)
    }

    /// The loops that directives are associated with and whose iterations are partitioned among gangs, workers or vector lanes.
    pub(crate) fn shared_loops(&self) -> FxHashSet<At> {
        self.associated_loops_if(|facts| facts.sequential.is_none())
    }

    fn associated_loops_if(&self, is_wanted: impl Fn(&LoopFacts) -> bool) -> FxHashSet<At> {
        let facts = self.ids().filter_map(|id| self.construct(id).loop_facts.as_deref());
        facts.filter(|facts| is_wanted(facts)).flat_map(|facts| facts.loops.iter().copied()).collect()
    }

    /// The constructs of a directive.
    pub(crate) fn halves(&self, directive: DirectiveId) -> Option<Halves> {
        self.facts.of_directive.get(directive).copied()
    }
}

/// The constructs around each node, for a walk in the order of the nodes.
pub(crate) struct OpenConstructs {
    /// The constructs that the walk has not entered yet, the next one last.
    coming: Vec<(Run, ConstructId)>,
    /// The constructs whose region contains the current node, outermost first.
    open: Vec<ConstructId>,
    /// The end of the region of the innermost open construct.
    end: At,
}

impl OpenConstructs {
    pub(crate) fn new(draft: &Draft) -> Self {
        let with_region = draft.ids().map(|id| (draft.run(id), id)).filter(|(run, _)| !run.is_empty());
        let mut coming: Vec<_> = with_region.collect();
        coming.sort_by_key(|(run, _)| run.start);
        coming.reverse();
        OpenConstructs { coming, open: Vec::new(), end: At::default() }
    }

    /// Moves to a node that is not before the previous one. Returns the constructs around it, outermost
    /// first.
    #[inline]
    pub(crate) fn at(&mut self, draft: &Draft, node: At) -> &[ConstructId] {
        if node >= self.end || self.coming.last().is_some_and(|(run, _)| run.start <= node) {
            self.move_to(draft, node);
        }
        &self.open
    }

    fn move_to(&mut self, draft: &Draft, node: At) {
        self.leave(draft, node);
        while let Some((run, id)) = self.coming.pop_if(|(run, _)| run.start <= node) {
            self.open.push(id);
            self.end = run.end;
            self.leave(draft, node);
        }
    }

    /// Removes the constructs that end before a node.
    fn leave(&mut self, draft: &Draft, node: At) {
        while node >= self.end && self.open.pop().is_some() {
            self.end = self.open.last().map(|top| draft.run(*top).end).unwrap_or_default();
        }
    }

    /// The constructs around the current node, outermost first.
    pub(super) fn open(&self) -> &[ConstructId] {
        &self.open
    }
}

/// The half of a combined construct that a clause belongs to ("Combined Directives"). Both halves take
/// `private` and `reduction`, which belong to the loop; any other clause belongs to the half that takes it.
/// `device_type` belongs to the outer half.
fn half_of(clause: AccClause, outer: AccDirective) -> Half {
    match clause {
        AccClause::Private | AccClause::Reduction => Half::Inner,
        _ if outer.rule(clause).is_some() => Half::Outer,
        _ => Half::Inner,
    }
}

/// Finds the constructs of a declaration. `permitted` returns the clauses of a directive that the tables
/// allow.
pub(super) fn find(cx: &Cx<'_>, mut permitted: impl FnMut(DirectiveId) -> Vec<ClauseId>) -> Draft {
    let mut draft = HalfDone::<Draft>::default();
    let mut open: Vec<ConstructId> = Vec::new();
    for (id, kind) in directives(cx) {
        let at = cx.directive(id).at;
        while open.last().is_some_and(|top| !draft.run(*top).contains(at)) {
            open.pop();
        }
        let clauses = permitted(id);
        let applies = applying(cx, id, &clauses);
        let split = Split { directive: id, parts: kind.constituents(), clauses: &clauses, applies: &applies };
        open.extend(add(cx, &mut draft, open.last().copied(), &split));
        draft.directives.push(id);
    }
    draft.finish()
}

/// The OpenACC directives of a declaration in source order, with a cancellation point at each.
pub(super) fn directives(cx: &Cx<'_>) -> impl Iterator<Item = (DirectiveId, AccDirective)> {
    cx.program.order.iter().filter_map(|id| {
        checkpoint::pass();
        Some((*id, cx.directive(*id).kind.acc()?))
    })
}

/// A directive with its constituents and its clauses.
struct Split<'a> {
    directive: DirectiveId,
    parts: &'static [AccDirective],
    clauses: &'a [ClauseId],
    /// True if each clause applies to the chosen device type.
    applies: &'a [bool],
}

impl Split<'_> {
    fn half(&self, position: usize) -> Half {
        match (self.parts.len(), position) {
            (1, _) => Half::Whole,
            (_, 0) => Half::Outer,
            _ => Half::Inner,
        }
    }

    /// The clauses that belong to a half: those that apply to the chosen device type, and the others.
    fn clauses_of(&self, cx: &Cx<'_>, half: Half) -> (Box<[ClauseId]>, Vec<ClauseId>) {
        let belongs = |clause: &ClauseId| match cx.clause_node(*clause).kind {
            ClauseKind::Acc(acc) => half == Half::Whole || half_of(acc, self.parts[0]) == half,
            _ => half != Half::Inner,
        };
        let clauses = self.clauses.iter().zip(self.applies).filter(|(clause, _)| belongs(clause));
        let (own, others): (Vec<_>, Vec<_>) = clauses.partition(|(_, applies)| **applies);
        let ids = |clauses: Vec<(&ClauseId, &bool)>| -> Vec<ClauseId> {
            clauses.into_iter().map(|(clause, _)| *clause).collect()
        };
        (ids(own).into(), ids(others))
    }
}

fn add(cx: &Cx<'_>, draft: &mut Draft, parent: Option<ConstructId>, split: &Split<'_>) -> Vec<ConstructId> {
    let mut added: Vec<ConstructId> = Vec::new();
    for (position, kind) in split.parts.iter().enumerate() {
        let parent = added.last().copied().or(parent);
        let construct = construct(cx, draft, parent, split, split.half(position), *kind);
        let id = draft.facts.constructs.alloc(construct);
        if is_compute(*kind) {
            draft.facts.constructs[id].compute = Some(id);
        }
        added.push(id);
    }
    if let Some(outer) = added.first() {
        let halves = Halves { outer: *outer, inner: added.get(1).copied() };
        draft.facts.of_directive.insert(split.directive, halves);
    }
    added
}

/// The kind of a constituent. A `declare` in a function has an implicit data region (OpenACC 3.4 2.13), so there it is a `data` construct
/// around the statements after it.
fn effective(cx: &Cx<'_>, directive: DirectiveId, kind: AccDirective) -> AccDirective {
    let has_region = cx.directive(directive).region.is_some();
    if kind == AccDirective::Declare && has_region { AccDirective::Data } else { kind }
}

fn construct(
    cx: &Cx<'_>,
    draft: &Draft,
    parent: Option<ConstructId>,
    split: &Split<'_>,
    half: Half,
    kind: AccDirective,
) -> Construct {
    let (clauses, other_clauses) = split.clauses_of(cx, half);
    let (wait, listed) = argument(cx, split.directive, kind);
    let seldom = SeldomWritten { other_clauses, wait, listed };
    Construct {
        directive: split.directive,
        kind: effective(cx, split.directive, kind),
        written: kind,
        half,
        region: cx.directive(split.directive).region,
        parent,
        compute: parent.and_then(|parent| draft.construct(parent).compute),
        clauses,
        seldom,
        attributes: Arc::default(),
        sizes: Sizes::default(),
        has_worker_loop: false,
        has_repeated_loop: false,
        whole_loop: None,
        called_level: None,
        needs_no_gangs: false,
        is_gang_loop: false,
        loop_facts: None,
        broken: false,
        broken_with_others: false,
        is_left_empty: false,
        index: None,
    }
}

/// The argument in parentheses directly after the name of a directive.
fn argument(cx: &Cx<'_>, id: DirectiveId, kind: AccDirective) -> (Option<WaitArgument>, Vec<ListItem>) {
    let directive = cx.directive(id);
    match (kind, &directive.argument) {
        (AccDirective::Wait, Some(arguments)) => (Some(lower::wait(cx.view, arguments)), Vec::new()),
        (AccDirective::Wait, None) => (Some(WaitArgument::default()), Vec::new()),
        (AccDirective::Cache | AccDirective::Routine, Some(arguments)) => {
            (None, lower::items(cx.view, arguments.values()).into_vec())
        }
        _ => (None, Vec::new()),
    }
}

/// Returns for each clause of a directive whether it applies to the chosen device type.
fn applying(cx: &Cx<'_>, directive: DirectiveId, clauses: &[ClauseId]) -> Vec<bool> {
    let divides =
        cx.directive(directive).kind.acc().is_some_and(|kind| !kind.info().after_device_type.is_empty());
    if !divides || clauses.iter().all(|clause| cx.kind_of(*clause) != Some(AccClause::DeviceType)) {
        return vec![true; clauses.len()];
    }
    let entry = |clause: &ClauseId| match cx.clauses.get(*clause) {
        Some(Clause { argument: Argument::DeviceTypes(words), .. }) => Divided::Types(match &words[..] {
            [] => PartTypes::Others,
            words => PartTypes::Named(words.iter().map(|word| cx.text(*word)).collect()),
        }),
        Some(clause) if clause.kind == AccClause::DeviceType => Divided::Types(PartTypes::Named(Vec::new())),
        clause => Divided::Clause(clause.map_or(AccClause::DeviceType, |clause| clause.kind)),
    };
    let entries: Vec<_> = clauses.iter().map(entry).collect();
    device_parts::applying(&entries, cx.surroundings.device_type.as_deref())
}

/// The last clause of this kind.
pub(crate) fn clause_of(cx: &Cx<'_>, draft: &Draft, id: ConstructId, kind: AccClause) -> Option<ClauseId> {
    let construct = draft.construct(id);
    construct.clauses.iter().rfind(|clause| cx.kind_of(**clause) == Some(kind)).copied()
}
