//! The loops that host threads share, and the variables that are private to each thread there (dialect `host`).
//!
//! One gang executes a compute construct, which OpenACC permits, and its threads share the outermost gang or worker loops. Where dialects
//! have teams for gangs, and results may depend on the number of gangs ([`crate::rules::on_host::host_gangs`]), teams share them. In
//! OpenACC each gang has its own private variables, which the gang's iterations may change. So each thread gets a copy with the value from
//! before the loop. If the construct may read after the loop a value that the iterations left in such a variable, or if such a copy is
//! impossible, one thread executes the loop.

mod declaration_index;
mod first_reads;

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{AccFacts, Construct, ConstructId, DataAttributes, Rule, Sharing};
use clacc_sema::acc::gang_values::is_own_of_gang;
use clacc_sema::program::View;
use clacc_sema::program::access::JumpKind;
use clacc_sema::program::entity::{Class, StorageDuration};
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::AccClause;
use rustc_hash::{FxHashMap, FxHashSet};

use self::declaration_index::{DeclarationIndex, sharing_at};
use self::first_reads::{FirstReads, PlacedGangLoop};
use super::collected_atomics::CollectedAtomics;

/// The loops of a declaration that threads share.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HostThreads {
    loops: FxHashMap<ConstructId, ThreadedLoop>,
    /// The gang loops that one thread executes, although no loop around them is shared.
    unshared: FxHashMap<ConstructId, OneThread>,
    /// The mentions of each variable, in source order.
    mentions: FxHashMap<EntityId, Vec<At>>,
    /// The shared loops of a compute construct that reduce or privatise a variable, in source order.
    owners: FxHashMap<(ConstructId, EntityId), Vec<Run>>,
    /// The compute constructs whose gangs are teams. Threads share no loops in them.
    of_gangs: FxHashSet<ConstructId>,
    /// The shared loops of each compute construct.
    of_compute: FxHashMap<ConstructId, Vec<Run>>,
    /// The atomic updates in shared loops.
    atomics: CollectedAtomics,
}

/// The reason why one thread executes a gang loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OneThread {
    /// The value that the iterations leave in a gang-private variable may be read after the loop.
    UsedBehind(EntityId),
    /// No clause can privatise a variable for each thread.
    WithoutClause(EntityId),
    /// The loop may access gang-private variables through pointers, or jumps hide the order of execution.
    Unknown,
}

/// A loop that threads share, with the gang-private variables that need a clause there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ThreadedLoop {
    /// The variables that are firstprivate to each thread.
    pub(crate) first: Vec<EntityId>,
    /// The variables that are private to each thread, without a value from before the loop.
    pub(crate) private: Vec<EntityId>,
    /// The variables that the compute construct reduces and the loop changes without a `reduction` clause of its own.
    pub(crate) reduced: Vec<EntityId>,
}

impl HostThreads {
    /// Finds the shared loops of a declaration. `has_gangs` returns whether the gangs of a compute construct are teams.
    pub(crate) fn of(
        view: View<'_>,
        facts: &AccFacts,
        has_gangs: &dyn Fn(ConstructId) -> bool,
    ) -> HostThreads {
        let index = DeclarationIndex::of(view, facts);
        let reads = FirstReads::of(&index);
        let of_gangs = facts.constructs.iter().map(|(id, _)| id).filter(|id| has_gangs(*id)).collect();
        let mut found = HostThreads { of_gangs, ..HostThreads::default() };
        for (id, construct) in facts.constructs.iter() {
            match found.shared_loop(&reads, id) {
                None => {}
                Some(Ok(shared)) => {
                    found.add_owner(id, construct, &shared);
                    found.loops.insert(id, shared);
                }
                Some(Err(reason)) => _ = found.unshared.insert(id, reason),
            }
        }
        found.mentions = index.mentions;
        found.atomics = CollectedAtomics::of(view, facts, found.loops.keys());
        found
    }

    /// Returns the variables that need a clause on a loop that threads share; none if they do not share it.
    pub(crate) fn shared(&self, id: ConstructId) -> Option<&ThreadedLoop> {
        self.loops.get(&id)
    }

    /// Whether the gangs of a compute construct are teams.
    pub(crate) fn has_gangs(&self, compute: ConstructId) -> bool {
        self.of_gangs.contains(&compute)
    }

    /// The atomic updates in shared loops.
    pub(crate) fn atomics(&self) -> &CollectedAtomics {
        &self.atomics
    }

    /// Returns the reason why one thread executes a gang loop; none if threads share it or the question does not arise.
    pub(crate) fn unshared(&self, id: ConstructId) -> Option<OneThread> {
        self.unshared.get(&id).copied()
    }

    /// Returns whether a compute construct names a variable outside the shared loops that privatise or reduce it.
    pub(crate) fn names_outside(&self, compute: ConstructId, region: Run, entity: EntityId) -> bool {
        let mentions = self.mentions.get(&entity).map_or(&[][..], Vec::as_slice);
        self.is_any_outside(compute, entity, region.of(mentions, |at| *at))
    }

    /// Returns whether any of these places is outside the shared loops that privatise or reduce a variable.
    pub(crate) fn is_any_outside(&self, compute: ConstructId, entity: EntityId, places: &[At]) -> bool {
        let owners = self.owners.get(&(compute, entity)).map_or(&[][..], Vec::as_slice);
        places.iter().any(|at| !lies_in(owners, *at))
    }

    /// Whether a shared loop of a compute construct names a variable.
    pub(crate) fn names_inside(&self, compute: ConstructId, entity: EntityId) -> bool {
        let mentions = self.mentions.get(&entity).map_or(&[][..], Vec::as_slice);
        let shared = self.of_compute.get(&compute).map_or(&[][..], Vec::as_slice);
        let (Some(first), Some(last)) = (shared.first(), shared.last()) else { return false };
        let near = Run::new(first.start, last.end).of(mentions, |at| *at);
        near.iter().any(|at| lies_in(shared, *at))
    }

    /// Finds out whether threads share a loop. None if the loop is not a candidate.
    fn shared_loop(
        &self,
        reads: &FirstReads<'_, '_>,
        id: ConstructId,
    ) -> Option<Result<ThreadedLoop, OneThread>> {
        let index = reads.index;
        let construct = &index.facts.constructs[id];
        let levels = construct.loop_facts.as_deref().filter(|facts| facts.sequential.is_none())?;
        let is_of_teams = construct.compute.is_some_and(|compute| self.has_gangs(compute));
        let is_shared =
            !is_of_teams && (levels.gang.is_some() || levels.worker.is_some() && construct.compute.is_some());
        let is_inside = || index.around(id).any(|(outer, _)| self.loops.contains_key(&outer));
        if !is_shared || needs_local(index.view, index.facts, id) || is_inside() {
            return None;
        }
        let own = if levels.gang.is_some() {
            Gang::of(reads, id).own_values()
        } else {
            Ok(ThreadedLoop::default())
        };
        Some(own.map(|own| ThreadedLoop { reduced: index.reduced_by_gangs(id, construct), ..own }))
    }

    fn add_owner(&mut self, id: ConstructId, construct: &Construct, shared: &ThreadedLoop) {
        let run = construct.run();
        let Some(compute) = construct.compute.filter(|compute| *compute != id) else { return };
        self.of_compute.entry(compute).or_default().push(run);
        let is_own = |attribute: &&DataAttributes| {
            attribute.sharing_kind().is_some_and(|sharing| sharing != Sharing::Shared)
        };
        let stated = construct.whole_attributes().filter(is_own).map(|attribute| attribute.place.root);
        let implied = shared.first.iter().chain(&shared.private).chain(&shared.reduced).copied();
        for entity in stated.chain(implied) {
            self.owners.entry((compute, entity)).or_default().push(run);
        }
    }
}

/// Returns whether a node is in one of several disjoint, ordered runs.
fn lies_in(runs: &[Run], at: At) -> bool {
    let behind = runs.partition_point(|run| run.start <= at);
    behind.checked_sub(1).is_some_and(|last| runs[last].contains(at))
}

/// Returns whether a loop needs a local variable around it that replaces a private one: no clause of OpenMP takes elements of a pointee, or
/// a `_Thread_local` variable.
pub(crate) fn needs_local(view: View<'_>, facts: &AccFacts, id: ConstructId) -> bool {
    let clauses = facts.constructs[id].clauses.iter().filter_map(|clause| facts.clauses.get(*clause));
    let private = clauses.filter(|clause| clause.kind == AccClause::Private);
    let mut places = private.flat_map(Clause::items).filter_map(|item| item.place.as_ref());
    places.any(|place| {
        is_behind_pointer(view, place) || view.entity(place.root).duration == StorageDuration::Thread
    })
}

fn is_behind_pointer(view: View<'_>, place: &Place) -> bool {
    place.is_part_of_pointee() && view.entity(place.root).class == Class::Pointer
}

/// A gang loop within the code that one gang executes.
struct Gang<'i, 'a> {
    index: &'i DeclarationIndex<'a>,
    reads: &'i FirstReads<'i, 'a>,
    id: ConstructId,
    construct: &'a Construct,
    /// The loop.
    own: Run,
    /// The code that the gang executes.
    all: Run,
}

impl<'i, 'a> Gang<'i, 'a> {
    fn of(reads: &'i FirstReads<'i, 'a>, id: ConstructId) -> Self {
        let index = reads.index;
        let construct = &index.facts.constructs[id];
        let compute = construct.compute.map(|compute| index.facts.constructs[compute].run());
        let all = compute.unwrap_or_else(|| index.view.program.outline.all());
        Gang { index, reads, id, construct, own: construct.run(), all }
    }

    fn own_values(&self) -> Result<ThreadedLoop, OneThread> {
        let changed = self.changed();
        let mut own = ThreadedLoop::default();
        if !changed.is_empty() && self.leaves_order() || self.may_lead_to_own() {
            return Err(OneThread::Unknown);
        }
        for entity in changed {
            if !self.may_be_listed(entity) {
                return Err(OneThread::WithoutClause(entity));
            }
            let parent = self.construct.parent;
            let gang_loop = PlacedGangLoop { own: self.own, all: self.all, parent };
            if self.reads.is_used_behind(gang_loop, entity) {
                return Err(OneThread::UsedBehind(entity));
            }
            if self.has_value(entity) { &mut own.first } else { &mut own.private }.push(entity);
        }
        Ok(own)
    }

    /// Returns the gang-private variables that the loop may change, in source order.
    fn changed(&self) -> Vec<EntityId> {
        let view = self.index.view;
        let writes = view.writes(self.own).filter_map(|write| Some((write.at, write.target?)));
        let is_outer = |(at, entity): &(At, EntityId)| !self.is_own_inside(*entity, *at);
        let scalars: FxHashSet<EntityId> = writes.filter(is_outer).map(|(_, entity)| entity).collect();
        let mut seen = FxHashSet::default();
        let mut changed = Vec::new();
        for mention in view.mentions(self.own) {
            let entity = mention.place.root;
            let is_changed = || {
                scalars.contains(&entity)
                    || !view.entity(entity).class.is_scalar()
                    || self.is_array_behind(entity)
            };
            if seen.insert(entity) && is_changed() && self.is_of_gang(entity) {
                changed.push(entity);
            }
        }
        changed
    }

    /// Returns whether a loop inside privatises a variable where it is named.
    fn is_own_inside(&self, entity: EntityId, at: At) -> bool {
        let is_own = |construct: &Construct| {
            let given = construct.attribute_of(entity).and_then(|attribute| attribute.sharing.as_ref());
            given.is_some_and(|given| {
                given.kind == Sharing::Private && given.reason.rule != Rule::LoopTemporary
            })
        };
        let mut inside = self.index.constructs_at(at).take_while(|inner| inner.run().start > self.own.start);
        inside.any(is_own)
    }

    /// Returns whether a variable is private to the gang, and no clause of the loop gives it another attribute.
    fn is_of_gang(&self, entity: EntityId) -> bool {
        let view = self.index.view;
        let object = view.entity(entity);
        let is_decided = sharing_at(self.construct, entity).is_some_and(|given| given != Sharing::Shared);
        let is_local = object.duration == StorageDuration::Automatic;
        if !object.is_object() || is_decided || is_local && view.is_declared_in(entity, self.own) {
            return false;
        }
        if self.construct.compute.is_none() {
            return is_local;
        }
        let around = self.index.around(self.id);
        is_own_of_gang(view, entity, around.map(|(_, each)| (each.run(), sharing_at(each, entity))))
    }

    /// Returns whether a private array replaces the pointee of a gang-private pointer.
    fn is_array_behind(&self, entity: EntityId) -> bool {
        let is_part = |attribute: &DataAttributes| {
            let clauses = &self.index.facts.clauses;
            let part = attribute.sharing.as_ref().and_then(|given| given.reason.part_in(clauses));
            part.is_some_and(|part| is_behind_pointer(self.index.view, part.place))
        };
        self.index.view.entity(entity).class == Class::Pointer
            && self
                .index
                .around(self.id)
                .any(|(_, construct)| construct.attribute_of(entity).is_some_and(is_part))
    }

    fn may_be_listed(&self, entity: EntityId) -> bool {
        let view = self.index.view;
        let is_atomic = view.shape(&Place::whole(entity)).is_some_and(|shape| shape.is_atomic);
        view.entity(entity).duration != StorageDuration::Thread && !is_atomic && !self.is_array_behind(entity)
    }

    /// Returns whether control may reach the code after the loop in another order than source order.
    fn leaves_order(&self) -> bool {
        let leaves = |kind| matches!(kind, JumpKind::Goto(_) | JumpKind::Indirect);
        self.index.view.jumps(self.all).any(|jump| leaves(jump.kind))
    }

    /// Returns whether the loop may access a gang-private variable through another one, which got the address before.
    fn may_lead_to_own(&self) -> bool {
        let leading = self.leading();
        let is_other = |entity: EntityId| leading.iter().any(|through| *through != entity);
        let is_reached = |entity: EntityId, places: &[At]| {
            is_other(entity) && self.is_any_outside(places) && self.is_of_gang(entity)
        };
        !leading.is_empty()
            && (self.index.addressed.iter().any(|(entity, places)| is_reached(*entity, places))
                || self
                    .index
                    .aggregates
                    .iter()
                    .any(|entity| is_reached(*entity, &self.index.mentions[entity])))
    }

    /// Returns the pointers, and the structs with pointers, that the loop names and that the gang has set outside the loop.
    fn leading(&self) -> FxHashSet<EntityId> {
        let view = self.index.view;
        let is_declared_pointer = |entity: EntityId| {
            view.entity(entity).class == Class::Pointer
                && view.is_declared_in(entity, self.all)
                && !view.is_declared_in(entity, self.own)
        };
        let is_set = |entity: EntityId| {
            self.index.leading.get(&entity).is_some_and(|places| self.is_any_outside(places))
        };
        let mut asked = FxHashSet::default();
        let named = view.mentions(self.own).map(|mention| mention.place.root);
        let named = named.filter(|entity| asked.insert(*entity));
        named.filter(|entity| is_declared_pointer(*entity) || is_set(*entity)).collect()
    }

    /// Returns whether any of these places is outside the loop, in the code that the gang executes.
    fn is_any_outside(&self, places: &[At]) -> bool {
        let inside = self.all.of(places, |at| *at);
        // The places are in source order, so all of them are in the loop if the first and the last one are.
        let ends = inside.first().into_iter().chain(inside.last());
        ends.into_iter().any(|at| !self.own.contains(*at))
    }

    /// Whether a variable may have a value before the loop.
    fn has_value(&self, entity: EntityId) -> bool {
        let mut around = self.index.around(self.id);
        let sharing = around.find_map(|(_, construct)| sharing_at(construct, entity));
        let before = Run::new(self.all.start, self.own.start);
        sharing != Some(Sharing::Private) || !self.index.mentions(entity, before).is_empty()
    }
}
