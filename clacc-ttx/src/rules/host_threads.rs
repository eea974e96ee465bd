//! The loops that the threads of the host share, and what each thread has of its own there (dialect `host`).
//!
//! One gang executes a compute construct, which OpenACC permits, and its threads share the outermost gang or worker loops.
//! In OpenACC each gang has its own private variables, which the gangs' iterations may change.
//! So each thread gets a copy with the value from before the loop. If the construct may use behind the loop what the
//! iterations have left in such a variable, or if there is no such copy, one thread executes the loop.

use clacc_sema::acc::facts::{Construct, ConstructId, DataAttributes, LoopFacts, Sharing};
use clacc_sema::program::access::{JumpKind, WriteKind};
use clacc_sema::program::entity::{Class, StorageDuration};
use clacc_sema::program::passage::Passage;
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::{AccClause, OmpDirective};
use rustc_hash::FxHashSet;

use super::Context;
use super::build::places;
use super::histograms::collects;
use super::privates::{is_behind_pointer, is_other_local, parts_behind_pointers};
use super::temporaries::is_temporary;

/// The variables of a gang of which each thread has its own in a loop.
#[derive(Default)]
pub(super) struct OwnValues {
    /// Those with the value from before the loop.
    pub(super) first: Vec<EntityId>,
    /// Those without a value before the loop.
    pub(super) private: Vec<EntityId>,
}

impl OwnValues {
    fn contains(&self, entity: EntityId) -> bool {
        self.first.contains(&entity) || self.private.contains(&entity)
    }
}

/// The directive that corresponds to the levels of a loop.
pub(super) fn by_levels(cx: &Context<'_>, facts: &LoopFacts) -> Option<OmpDirective> {
    match (
        is_threaded(cx),
        facts.vector.is_some() && !is_private_part(cx) && !loses_lanes(cx) && !collects(cx),
    ) {
        (true, true) => Some(OmpDirective::ParallelForSimd),
        (true, false) => Some(OmpDirective::ParallelFor),
        (false, true) => Some(OmpDirective::Simd),
        (false, false) => None,
    }
}

/// Whether the loop reduces what compilers may lose in vector lanes, although no clause of it says so.
fn loses_lanes(cx: &Context<'_>) -> bool {
    reduced_by_gangs(cx).iter().any(|attribute| {
        let shape = cx.view.shape(&attribute.place);
        !cx.entity(attribute.place.root).class.is_scalar()
            || cx.is_pointer(attribute.place.root)
            || shape.is_some_and(|shape| shape.is_bool || shape.is_narrow)
    })
}

/// The variables that all gangs reduce and that a loop shared by threads changes without saying so: a loop inside
/// or around it does, or the compute construct.
pub(super) fn reduced_by_gangs<'a>(cx: &Context<'a>) -> Vec<&'a DataAttributes> {
    let Some(compute) = cx.compute().filter(|_| is_threaded(cx)) else { return Vec::new() };
    let reduced = compute.whole_attributes().filter(|attribute| attribute.reduction().is_some());
    let reduced = reduced.filter(|attribute| {
        let own = cx.construct().attribute_of(attribute.place.root);
        let sharing = own.and_then(DataAttributes::sharing_kind);
        sharing.is_none_or(|sharing| sharing == Sharing::Shared) && may_change(cx, attribute.place.root)
    });
    reduced.collect()
}

/// Whether a loop may change a variable that is declared before it.
fn may_change(cx: &Context<'_>, entity: EntityId) -> bool {
    if cx.entity(entity).class.is_scalar() && !cx.is_pointer(entity) {
        return cx.facts.uses.changes_in(cx.region(), entity);
    }
    cx.view.mentions(cx.region()).any(|mention| mention.place.root == entity)
}

/// Whether the threads of the host share the iterations of a loop.
pub(super) fn is_threaded(cx: &Context<'_>) -> bool {
    own_values(cx).is_some()
}

/// What each thread has of its own in a loop; none if the threads do not share the loop.
pub(super) fn own_values(cx: &Context<'_>) -> Option<OwnValues> {
    let facts = cx.construct().loop_facts.as_ref()?;
    let is_shared = facts.gang.is_some() || facts.worker.is_some() && cx.compute().is_some();
    if facts.sequential.is_some() || !is_shared || is_private_part(cx) || is_inside_threaded(cx) {
        return None;
    }
    if facts.gang.is_none() { Some(OwnValues::default()) } else { Gang::of(cx).own_values() }
}

/// Whether the loop needs a local variable around it that takes the place of a private one.
fn is_private_part(cx: &Context<'_>) -> bool {
    let mut private = cx.clauses().filter(|clause| clause.kind == AccClause::Private);
    private.any(|clause| {
        parts_behind_pointers(cx, clause).next().is_some()
            || places(clause.items()).any(|(_, place)| is_other_local(cx, place))
    })
}

/// Whether the threads share a loop around this one.
fn is_inside_threaded(cx: &Context<'_>) -> bool {
    loops_around(cx).any(|id| is_threaded(&Context { id, ..*cx }))
}

fn loops_around<'a>(cx: &Context<'a>) -> impl Iterator<Item = ConstructId> + use<'a> {
    around(cx).take_while(|(_, construct)| !construct.is_compute()).map(|(id, _)| id)
}

/// The constructs around this one, up to its compute construct, from the inside to the outside.
fn around<'a>(cx: &Context<'a>) -> impl Iterator<Item = (ConstructId, &'a Construct)> + use<'a> {
    let constructs = &cx.facts.constructs;
    let (first, compute) = (cx.construct().parent, cx.construct().compute);
    let around =
        std::iter::successors(first, move |id| constructs[*id].parent.filter(|_| Some(*id) != compute));
    around.map(|id| (id, &constructs[id]))
}

/// The loops of a compute construct that the threads share, each with what they have of their own there.
pub(super) fn threaded_loops<'a>(cx: &Context<'a>) -> Vec<(Context<'a>, OwnValues)> {
    let inside = cx.facts.constructs.iter().filter(|(_, construct)| construct.compute == Some(cx.id));
    let contexts = inside.map(|(id, _)| Context { id, ..*cx });
    contexts.filter_map(|inner| Some((inner, own_values(&inner)?))).collect()
}

/// Whether each thread, or each iteration, has its own of a variable in a loop that the threads share.
pub(super) fn is_own(cx: &Context<'_>, own: &OwnValues, entity: EntityId) -> bool {
    own.contains(entity)
        || matches!(sharing_at(cx.construct(), entity), Some(Sharing::Private | Sharing::Firstprivate))
}

fn sharing_at(construct: &Construct, entity: EntityId) -> Option<Sharing> {
    construct.attribute_of(entity).and_then(DataAttributes::sharing_kind)
}

/// A gang loop, in what one gang executes.
struct Gang<'c, 'a> {
    cx: &'c Context<'a>,
    /// The loop.
    own: Run,
    /// What the gang executes.
    all: Run,
}

impl<'c, 'a> Gang<'c, 'a> {
    fn of(cx: &'c Context<'a>) -> Self {
        let all = cx.compute().map_or(cx.view.program.outline.all(), Construct::run);
        Gang { cx, own: cx.region(), all }
    }

    fn own_values(&self) -> Option<OwnValues> {
        let changed = self.changed();
        if changed.is_empty() {
            return Some(OwnValues::default());
        }
        if self.leaves_order() || self.may_lead_to(&changed) {
            return None;
        }
        let mut own = OwnValues::default();
        for entity in changed {
            if !self.may_be_listed(entity) || self.is_used_behind(entity) {
                return None;
            }
            if self.has_value(entity) { &mut own.first } else { &mut own.private }.push(entity);
        }
        Some(own)
    }

    /// The gang's variables that the loop may change, in source order.
    fn changed(&self) -> Vec<EntityId> {
        let mut seen = FxHashSet::default();
        let mut changed = Vec::new();
        let writes = self.cx.view.writes(self.own).filter_map(|write| Some((write.at, write.target?)));
        let scalars: FxHashSet<EntityId> = writes
            .filter(|(at, entity)| !self.is_own_inside(*entity, *at))
            .map(|(_, entity)| entity)
            .collect();
        for mention in self.cx.view.mentions(self.own) {
            let entity = mention.place.root;
            let is_changed = scalars.contains(&entity)
                || !self.cx.entity(entity).class.is_scalar()
                || self.is_array_behind(entity);
            if seen.insert(entity) && is_changed && self.is_of_gang(entity) {
                changed.push(entity);
            }
        }
        changed
    }

    /// Whether a loop inside has a variable of its own where it is named.
    fn is_own_inside(&self, entity: EntityId, at: At) -> bool {
        let is_own = |construct: &Construct| {
            let given = construct.attribute_of(entity).and_then(|attribute| attribute.sharing.as_ref());
            given.is_some_and(|given| given.kind == Sharing::Private && !is_temporary(given))
        };
        let inside = self.cx.facts.constructs.iter().map(|(_, construct)| construct);
        inside
            .filter(|construct| self.own.contains(construct.run().start) && construct.run().contains(at))
            .any(is_own)
    }

    /// Whether a gang has its own of a variable, and no clause of the loop says more about it.
    fn is_of_gang(&self, entity: EntityId) -> bool {
        let object = self.cx.entity(entity);
        if !object.is_object() || sharing_at(self.cx.construct(), entity).is_some_and(is_decided) {
            return false;
        }
        let is_local = object.duration == StorageDuration::Automatic;
        if is_local && self.cx.view.is_declared_in(entity, self.own) {
            return false;
        }
        if self.cx.compute().is_none() {
            return is_local;
        }
        let mut around = around(self.cx);
        is_local && self.cx.view.is_declared_in(entity, self.all)
            || around.any(|(_, construct)| {
                let sharing = sharing_at(construct, entity);
                matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate))
            })
    }

    /// Whether an array takes the place of what a pointer of the gang points to.
    fn is_array_behind(&self, entity: EntityId) -> bool {
        let is_part = |attribute: &DataAttributes| {
            let reason = attribute.sharing.as_ref().map(|given| &given.reason);
            let part = reason.and_then(|reason| reason.part());
            part.is_some_and(|part| is_behind_pointer(self.cx, &part.place))
        };
        self.cx.entity(entity).class == Class::Pointer
            && around(self.cx).any(|(_, construct)| construct.attribute_of(entity).is_some_and(is_part))
    }

    fn may_be_listed(&self, entity: EntityId) -> bool {
        let place = Place::whole(entity);
        !self.cx.is_thread_local(&place) && !self.cx.is_atomic(&place) && !self.is_array_behind(entity)
    }

    /// Whether control may reach what is behind the loop in another order than that of the text.
    fn leaves_order(&self) -> bool {
        let leaves = |kind| matches!(kind, JumpKind::Goto(_) | JumpKind::Indirect);
        self.cx.view.jumps(self.all).any(|jump| leaves(jump.kind))
    }

    /// Whether the loop may reach one of the gang's variables through another, which got the address before.
    fn may_lead_to(&self, changed: &[EntityId]) -> bool {
        let outside = |at: At| !self.own.contains(at);
        let is_reachable = |entity: &EntityId| {
            !self.cx.entity(*entity).class.is_scalar()
                || self.cx.view.writes(self.all).any(|write| {
                    write.kind == WriteKind::AddressTaken
                        && outside(write.at)
                        && self.cx.view.root_of(write.operand) == Some(*entity)
                })
        };
        if !changed.iter().any(is_reachable) {
            return false;
        }
        let writes = self.cx.view.writes(self.all).filter(|write| outside(write.at));
        let leading: FxHashSet<EntityId> = writes
            .filter_map(|write| write.target.or_else(|| self.cx.view.root_of(write.operand)))
            .filter(|entity| {
                matches!(self.cx.entity(*entity).class, Class::Pointer | Class::Struct | Class::Union)
            })
            .collect();
        let declared = |entity: EntityId| {
            self.cx.entity(entity).class == Class::Pointer
                && self.cx.view.is_declared_in(entity, self.all)
                && !self.cx.view.is_declared_in(entity, self.own)
        };
        self.cx.view.mentions(self.own).any(|mention| {
            let entity = mention.place.root;
            (leading.contains(&entity) || declared(entity)) && !(changed.len() == 1 && changed[0] == entity)
        })
    }

    /// Whether a variable may have a value before the loop.
    fn has_value(&self, entity: EntityId) -> bool {
        let is_private = around(self.cx)
            .find_map(|(_, construct)| sharing_at(construct, entity))
            .is_some_and(|sharing| sharing == Sharing::Private);
        let before = Run::new(self.all.start, self.own.start);
        !is_private || self.cx.view.mentions(before).any(|mention| mention.place.root == entity)
    }

    /// Whether the gang may use behind the loop what the iterations have left in a variable.
    fn is_used_behind(&self, entity: EntityId) -> bool {
        let around = self.cx.view.program.outline.ancestors(self.own.start);
        let around = around.take_while(|at| *at >= self.all.start);
        let mut loops = around.filter(|at| matches!(self.cx.view.passage(*at), Some(Passage::Loop { .. })));
        self.is_read_first(entity, Run::new(self.own.end, self.all.end))
            || loops.any(|at| at < self.own.start && self.is_read_first(entity, Run::new(at, self.own.start)))
    }

    /// Whether a part of the program may read a variable before it assigns it.
    fn is_read_first(&self, entity: EntityId, run: Run) -> bool {
        let view = self.cx.view;
        let mut from = run.start;
        loop {
            let rest = Run::new(from, run.end);
            let mut mentions = view.mentions(rest).filter(|mention| mention.place.root == entity);
            let Some(next) = mentions.next() else { return false };
            if let Some(end) = self.end_of_own(entity, next.at) {
                from = end;
                continue;
            }
            let replacing = view.writes(rest).find(|write| write.operand == next.at && write.replaces);
            let Some(write) = replacing.filter(|write| write.target == Some(entity)) else { return true };
            let names = view.mentions(view.run(write.at)).filter(|mention| mention.place.root == entity);
            if names.count() > 1 {
                return true;
            }
            let within = self.certain_within(write.at, run);
            let outside = At::new(run.start.index().saturating_sub(1));
            match within {
                _ if view.is_conditional(write.at, within.unwrap_or(outside)) => return true,
                None => return false,
                Some(within) => from = view.run(within).end,
            }
        }
    }

    /// The statement inside which an assignment is certainly executed first: a loop, or a part under a condition.
    /// None if it is certainly executed in the whole run.
    fn certain_within(&self, write: At, run: Run) -> Option<At> {
        let view = self.cx.view;
        let around = view.program.outline.ancestors(write).take_while(|at| *at >= run.start);
        let mut inner = write;
        for at in around {
            match view.passage(at) {
                Some(Passage::Loop { first })
                    if !first.is_some_and(|first| view.run(first).contains(write)) =>
                {
                    return Some(at);
                }
                Some(Passage::Choice { .. } | Passage::Other) => return Some(inner),
                _ => inner = at,
            }
        }
        None
    }

    /// The end of the construct around a mention, behind the loop, that has a variable of its own.
    fn end_of_own(&self, entity: EntityId, at: At) -> Option<At> {
        let constructs = self.cx.facts.constructs.iter().map(|(_, construct)| construct);
        let same = constructs.filter(|construct| construct.compute == self.cx.construct().compute);
        same.filter(|construct| !construct.is_compute() && construct.run().contains(at))
            .filter(|construct| !construct.run().contains(self.own.start))
            .find(|construct| sharing_at(construct, entity) == Some(Sharing::Private))
            .map(|construct| construct.run().end)
    }
}

fn is_decided(sharing: Sharing) -> bool {
    !matches!(sharing, Sharing::Shared)
}
