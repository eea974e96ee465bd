//! The relation between the elements that partitioned loops access: whether different iterations certainly use the same one.

use std::ops::Range;

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use super::constructs::Draft;
use super::cx::Cx;
use super::element_races::is_own;
use super::facts::ConstructId;
use super::loop_elements::LoopElements;
use crate::program::element::{CountingLoop, Element, Sum};
use crate::program::loops::Control;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// The maximum number of elements of a loop that are compared with those of another one.
const COMPARED: usize = 32;
/// The distances of elements that count as neighbours. Elements further away may belong to other parts of an array.
const NEIGHBOURS: Range<i64> = 0..9;

/// An element that a loop accesses.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub(super) position: usize,
    pub(super) root: EntityId,
    pub(super) is_write: bool,
}

/// The reads of a loop that are gathered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// The reads of every array.
    All,
    /// The reads of the arrays that the loop changes.
    OfChanged,
}

/// A partitioned loop, with the elements that it accesses.
pub(super) struct SharedLoop {
    pub(super) run: Run,
    pub(super) directive: DirectiveId,
    /// The control variables of the partitioned loops.
    shared: Vec<EntityId>,
    pub(super) accesses: Vec<Access>,
}

impl SharedLoop {
    pub(super) fn new(
        lookup: &Lookup<'_, '_>,
        (id, compute): (ConstructId, ConstructId),
        reads: Reads,
    ) -> SharedLoop {
        let construct = lookup.draft.construct(id);
        let control = |at: &At| match lookup.cx.control(*at) {
            Control::Variable { entity, .. } => Some(entity),
            _ => None,
        };
        let loops = construct.loop_facts.as_deref().map_or(&[][..], |facts| &facts.loops);
        SharedLoop {
            run: construct.run(),
            directive: construct.directive,
            shared: loops.iter().filter_map(control).collect(),
            accesses: lookup.accesses((id, compute), reads),
        }
    }

    fn is_shared(&self, variable: EntityId) -> bool {
        self.shared.contains(&variable)
    }

    /// Returns whether an iteration can use an element of another one at all: the control variable of a partitioned loop is the subscript
    /// of one access, and another access has a different subscript in its place. All accesses to an array are compared with the first one
    /// only.
    pub(super) fn may_cross(&self, lookup: &Lookup<'_, '_>) -> bool {
        self.accesses.iter().any(|access| {
            let first = self.accesses.iter().find(|first| first.root == access.root);
            first.is_some_and(|first| self.differ(lookup, first.position, access.position))
        })
    }

    fn differ(&self, lookup: &Lookup<'_, '_>, first: usize, other: usize) -> bool {
        let elements = &lookup.loops.elements;
        let (first, other) = (elements.parts(first), elements.parts(other));
        let sum = |part| lookup.loops.sum(lookup.cx, part);
        let is_shared = |sum: Option<Sum>| sum.and_then(Sum::alone).is_some_and(|each| self.is_shared(each));
        let same_length = first.len() == other.len();
        let mut dimensions = first.zip(other).map(|(first, other)| (sum(first), sum(other)));
        !same_length
            || dimensions.any(|(first, other)| first != other && (is_shared(first) || is_shared(other)))
    }
}

/// The relation between the subscripts of two accesses in one dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// Different iterations of the loop that counts this variable use the same element, as far as this dimension is concerned.
    Crosses(EntityId),
    /// As `Crosses`, but the trip count of the inner loop that reaches the element depends on the iteration, as in triangular loops.
    CrossesBelow(EntityId),
    /// Equal iterations of the loop that counts the variable use the same element.
    Agrees(Option<EntityId>),
    /// The relation is not known.
    Unknown,
}

/// An access of a loop, and the position of a part of it.
type AccessedDimension<'l> = (&'l SharedLoop, usize, usize);

/// The tables for comparing elements.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'l, 'a> {
    pub(super) cx: &'l Cx<'a>,
    pub(super) loops: &'l LoopElements,
    pub(super) draft: &'l Draft,
}

impl<'l> Lookup<'l, '_> {
    /// The first elements that a loop accesses in arrays that all gangs share: written ones before read ones.
    fn accesses(&self, (id, compute): (ConstructId, ConstructId), reads: Reads) -> Vec<Access> {
        let (loops, run) = (self.loops, self.draft.run(id));
        // True for each array that the gangs share and that is not reassigned in the loop.
        let mut known: FxHashMap<EntityId, bool> = FxHashMap::default();
        let mut is_shared = |element: &Element| {
            let owns = |id| is_own(self.cx, self.draft, id, element.root);
            let is_moved = || self.draft.facts.uses.changes_in(run, element.root);
            let is_shared = || !owns(id) && !owns(compute) && !is_moved();
            element.has_subscript && *known.entry(element.root).or_insert_with(is_shared)
        };
        let access = |position, is_write| Access { position, root: loops.get(position).root, is_write };
        let written = loops.assigned(run).filter(|change| is_shared(loops.get(change.position)));
        let mut found: Vec<Access> =
            written.take(COMPARED).map(|change| access(change.position, true)).collect();
        let written = found.len();
        if written < COMPARED && (written > 0 || reads == Reads::All) {
            let is_changed = |found: &[Access], root| found[..written].iter().any(|each| each.root == root);
            for position in loops.read(run) {
                let element = loops.get(position);
                if is_shared(element) && (reads == Reads::All || is_changed(&found, element.root)) {
                    found.push(access(position, false));
                    if found.len() == COMPARED {
                        break;
                    }
                }
            }
        }
        found
    }

    /// The tokens of an access: the whole element if it is written, and the name of the variable if it is read.
    pub(super) fn span(&self, access: &Access) -> TokenRange {
        let element = self.loops.get(access.position);
        self.cx.span(if access.is_write { element.operand } else { element.name })
    }

    /// Returns whether different iterations certainly use the same element: the subscripts of a dimension cross, and no other dimension
    /// restricts that to equal iterations. In a triangular loop the other dimensions must not depend on the iteration at all: `a[i][j] =
    /// a[j][i]` with `j < i` goes from one half to the other.
    pub(super) fn meet(&self, one: (&'l SharedLoop, &Access), other: (&'l SharedLoop, &Access)) -> bool {
        let parts = |access: &Access| self.loops.elements.parts(access.position);
        let (first, second) = (parts(one.1), parts(other.1));
        let relation =
            |(left, right)| self.relate((one.0, one.1.position, left), (other.0, other.1.position, right));
        let relations = || first.clone().zip(second.clone()).map(relation);
        let agrees = |variable| relations().any(|other| other == Relation::Agrees(Some(variable)));
        let are_free = |crossing: usize| {
            let others = first.clone().zip(second.clone()).enumerate().filter(|(at, _)| *at != crossing);
            others.into_iter().all(|(_, (left, right))| {
                self.is_free((one.0, one.1.position, left))
                    && self.is_free((other.0, other.1.position, right))
            })
        };
        let crosses = |(at, relation)| match relation {
            Relation::Crosses(variable) => !agrees(variable),
            Relation::CrossesBelow(variable) => !agrees(variable) && are_free(at),
            Relation::Agrees(_) | Relation::Unknown => false,
        };
        first.len() == second.len()
            && relations().all(|relation| relation != Relation::Unknown)
            && relations().enumerate().any(crosses)
    }

    fn relate(&self, one: AccessedDimension<'_>, other: AccessedDimension<'_>) -> Relation {
        match self.crossing(one, other).or_else(|| self.crossing(other, one)) {
            Some(relation) => relation,
            None if self.starts_alike(one, other) => Relation::Agrees(None),
            None if self.loops.is_same_part(self.cx, one.2, other.2)
                && self.is_steady(one)
                && self.is_steady(other) =>
            {
                Relation::Agrees(None)
            }
            None => Relation::Unknown,
        }
    }

    /// The value of a subscript.
    fn sum(&self, (_, _, part): AccessedDimension<'_>) -> Option<Sum> {
        self.loops.sum(self.cx, part)
    }

    /// The loop around an access whose control variable is this variable.
    fn loop_of(
        &self,
        (shared, access, _): AccessedDimension<'_>,
        variable: EntityId,
    ) -> Option<&'l CountingLoop> {
        self.loops.elements.loop_of(access, shared.run, variable)
    }

    /// The relation of a subscript to the control variable of a partitioned loop in `one`; none if the subscript of `one` is not such a
    /// variable.
    fn crossing(&self, one: AccessedDimension<'_>, other: AccessedDimension<'_>) -> Option<Relation> {
        let variable = self.sum(one)?.alone().filter(|variable| one.0.is_shared(*variable))?;
        let counted = self.loop_of(one, variable).filter(|counted| counted.first.is_some())?;
        let (Some(sum), Some(start), true) = (self.sum(other), counted.start, counted.has_unit_step) else {
            return Some(Relation::Unknown);
        };
        let Some(counter) = sum.variable else {
            let is_near =
                start.variable.is_none() && NEIGHBOURS.contains(&sum.distance.saturating_sub(start.distance));
            return Some(if is_near { Relation::Crosses(variable) } else { Relation::Unknown });
        };
        let Some(inner) = self.loop_of(other, counter).filter(|inner| inner.start == Some(start)) else {
            return Some(Relation::Unknown);
        };
        // Two control variables of one partitioned nest reach the same elements in different iterations.
        let is_swapped = std::ptr::eq(one.0, other.0) && counter != variable;
        Some(match (other.0.is_shared(counter), sum.distance) {
            (true, 0) if !is_swapped => Relation::Agrees(Some(variable)),
            (_, 0) if !self.has_steady_bounds(other.0, inner) => Relation::CrossesBelow(variable),
            (_, 0) => Relation::Crosses(variable),
            (true, distance) if NEIGHBOURS.contains(&distance.saturating_abs()) => {
                Relation::Crosses(variable)
            }
            _ => Relation::Unknown,
        })
    }

    /// Returns whether an inner loop has the same bounds in all iterations of the partitioned loop around it: its header contains no
    /// variable that changes between iterations.
    fn has_steady_bounds(&self, shared: &SharedLoop, inner: &CountingLoop) -> bool {
        let body = self.cx.program.outline.children(inner.at).last();
        let head = Run::new(inner.at, body.unwrap_or(inner.at));
        let mut named = self.cx.mentions(head).map(|mention| mention.place.root);
        named.all(|variable| variable == inner.control || self.is_kept(shared, variable))
    }

    /// Returns whether a variable keeps its value in a partitioned loop.
    fn is_kept(&self, shared: &SharedLoop, variable: EntityId) -> bool {
        let changes = self.draft.facts.uses.changes_in(shared.run, variable);
        !changes && !self.cx.is_declared_in(variable, shared.run)
    }

    /// Returns whether a part selects the same elements in all iterations: it contains only variables that the loop does not change, and
    /// control variables of inner loops with invariant bounds.
    fn is_free(&self, dimension: AccessedDimension<'_>) -> bool {
        let (shared, _, part) = dimension;
        let is_counted = |variable| {
            let inner = self.loop_of(dimension, variable);
            !shared.is_shared(variable) && inner.is_some_and(|inner| self.has_steady_bounds(shared, inner))
        };
        self.loops.part_is(self.cx, part, &|variable| self.is_kept(shared, variable) || is_counted(variable))
    }

    /// Returns whether a subscript has the same values in all iterations: it contains only variables that the loop does not change, and
    /// control variables of inner loops.
    fn is_steady(&self, dimension: AccessedDimension<'_>) -> bool {
        let (shared, _, part) = dimension;
        let is_counted = |variable| {
            let inner = self.loop_of(dimension, variable);
            !shared.is_shared(variable) && inner.is_some_and(|inner| inner.start.is_some())
        };
        self.loops.part_is(self.cx, part, &|variable| self.is_kept(shared, variable) || is_counted(variable))
    }

    /// Returns whether the subscripts are control variables of loops with the same first value.
    fn starts_alike(&self, one: AccessedDimension<'_>, other: AccessedDimension<'_>) -> bool {
        let start = |dimension| self.loop_of(dimension, self.sum(dimension)?.alone()?)?.start;
        start(one).is_some_and(|first| start(other) == Some(first))
    }
}
