//! Small arrays that shared loops only update atomically. Whether they are collected is decided elsewhere.

use clacc_sema::acc::atomic::kind_by;
use clacc_sema::acc::facts::{AccFacts, Construct, ConstructId, DataAttributes, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::program::View;
use clacc_sema::program::accumulation::CombinedBy;
use clacc_sema::program::atomic::AtomicKind;
use clacc_sema::program::entity::{Class, Dimension, StorageDuration};
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of elements of an array that each thread gets a private copy of. The copy is on the thread's stack, and after the
/// loop all its elements are combined once for each thread.
const MOST_ELEMENTS: u64 = 2048;

/// The atomic updates that each thread could collect in private arrays, for the loops of a declaration that threads share.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CollectedAtomics {
    /// The arrays that could be private to each thread in a loop, with the operators that combine them.
    pub(crate) arrays: FxHashMap<ConstructId, Vec<(EntityId, ReductionOp)>>,
    /// The atomic updates of the arrays in `arrays`.
    pub(crate) updates: FxHashSet<ConstructId>,
}

impl CollectedAtomics {
    /// Finds the arrays and updates in the loops that threads share.
    pub(crate) fn of<'l>(
        view: View<'_>,
        facts: &AccFacts,
        loops: impl Iterator<Item = &'l ConstructId>,
    ) -> Self {
        let mut found = CollectedAtomics::default();
        for id in loops {
            let shared = LoopWithAtomics { view, facts, id: *id };
            let updates = shared.updates();
            let arrays = if updates.is_empty() { Vec::new() } else { shared.collected(&updates) };
            if arrays.is_empty() {
                continue;
            }
            let is_collected = |update: &Update| arrays.iter().any(|(array, _)| *array == update.array);
            found.updates.extend(updates.iter().filter(|(_, each)| is_collected(each)).map(|(id, _)| *id));
            found.arrays.insert(*id, arrays);
        }
        found
    }
}

/// An atomic update of an element of an array.
struct Update {
    at: At,
    array: EntityId,
    operator: ReductionOp,
    /// The number of times that the update names the array.
    names: usize,
}

/// A loop that threads share, whose atomics are analysed.
#[derive(Clone, Copy)]
struct LoopWithAtomics<'a> {
    view: View<'a>,
    facts: &'a AccFacts,
    id: ConstructId,
}

impl<'a> LoopWithAtomics<'a> {
    fn construct(&self) -> &'a Construct {
        &self.facts.constructs[self.id]
    }

    fn region(&self) -> Run {
        self.construct().run()
    }

    /// Returns the atomic updates of arrays in the loop; none if the loop has other atomics that may access the same arrays.
    fn updates(&self) -> Vec<(ConstructId, Update)> {
        let mut updates = Vec::new();
        for (id, atomic) in self.inside().filter(|(_, each)| each.kind == AccDirective::Atomic) {
            match self.update(atomic) {
                Some(update) => updates.push((id, update)),
                None if self.may_lead_anywhere(atomic) => return Vec::new(),
                None => {}
            }
        }
        updates
    }

    fn update(&self, construct: &Construct) -> Option<Update> {
        let (view, run) = (self.view, construct.run());
        let is_other = |kind: AccClause| self.facts.first_clause(construct, kind).is_some();
        let others = [AccClause::Read, AccClause::Write, AccClause::Capture, AccClause::Compare];
        if others.into_iter().any(is_other) {
            return None;
        }
        let variable = view.atomic_statement(run, AtomicKind::Update).ok()?.variable?;
        let write = view.writes(run).find(|write| write.operand == variable)?;
        let array = view.root_of(variable)?;
        let accumulation = view.accumulation(write.at)?;
        let names = view.mentions(run).filter(|mention| mention.place.root == array).count();
        let is_element = write.target.is_none() && view.entity(array).class == Class::Array;
        // `&&` and `||` would normalise even elements that no iteration updates to 0 or 1.
        let is_logical = matches!(accumulation.combined_by, CombinedBy::And | CombinedBy::Or);
        let is_whole = names == accumulation.names && names <= 2;
        (is_element && is_whole && !is_logical).then(|| Update {
            at: run.start,
            array,
            operator: accumulation.combined_by.into(),
            names,
        })
    }

    /// Returns whether an atomic statement accesses a pointee, which may be in any array.
    fn may_lead_anywhere(&self, atomic: &Construct) -> bool {
        let mut clauses = atomic.clauses.iter().filter_map(|clause| self.facts.clauses.get(*clause));
        let kind = clauses.find_map(|clause| kind_by(clause.kind)).unwrap_or(AtomicKind::Update);
        let statement = self.view.atomic_statement(atomic.run(), kind).ok();
        let root = statement.and_then(|statement| self.view.root_of(statement.variable?));
        root.is_none_or(|root| {
            !matches!(self.view.entity(root).class, Class::Integer | Class::Real | Class::Array)
        })
    }

    /// Returns the arrays that can be private to each thread, with the operators that combine them.
    fn collected(&self, updates: &[(ConstructId, Update)]) -> Vec<(EntityId, ReductionOp)> {
        let with_lanes = self.runs_with_lanes();
        let mut names: FxHashMap<EntityId, (ReductionOp, usize)> = FxHashMap::default();
        let mut order = Vec::new();
        for (_, update) in updates {
            let (operator, count) = names.entry(update.array).or_insert_with(|| {
                order.push(update.array);
                (update.operator, 0)
            });
            // Updates with another operator are not counted, so the counts differ and the array is left out. So are updates by vector
            // lanes, which would update one element at the same time.
            let has_lanes = with_lanes.iter().any(|run| run.contains(update.at));
            *count += if *operator == update.operator && !has_lanes { update.names } else { 0 };
        }
        let mut mentions: FxHashMap<EntityId, usize> = FxHashMap::default();
        for mention in self.view.mentions(self.region()) {
            *mentions.entry(mention.place.root).or_default() += 1;
        }
        let is_only_updated =
            |array: &EntityId| mentions.get(array) == names.get(array).map(|(_, count)| count);
        let owned = self.owned_inside();
        let is_shared = |array: &EntityId| !owned.contains(array) && self.is_shared(*array);
        order.retain(|array| self.is_small(*array) && is_only_updated(array) && is_shared(array));
        let may_reach = || self.view.calls(self.region()).any(|call| self.may_reach(call.callee));
        if order.is_empty() || self.is_short() || may_reach() {
            return Vec::new();
        }
        order.into_iter().map(|array| (array, names[&array].0)).collect()
    }

    /// The constructs in the loop.
    fn inside(&self) -> impl Iterator<Item = (ConstructId, &'a Construct)> + use<'a> {
        let (view, facts, run) = (self.view, self.facts, self.region());
        let behind = self.id.into_raw().into_u32() + 1..facts.constructs.len() as u32;
        let behind = behind.map(|raw| ConstructId::from_raw(clacc_syntax::arena::RawIdx::from_u32(raw)));
        let behind = behind.map(move |id| (id, &facts.constructs[id]));
        behind.take_while(move |(_, construct)| view.directive(construct.directive).at < run.end)
    }

    /// The loops inside this one that vector lanes share.
    fn runs_with_lanes(&self) -> Vec<Run> {
        let is_of_lanes = |construct: &Construct| {
            let facts = construct.loop_facts.as_deref();
            facts.is_some_and(|facts| facts.sequential.is_none() && facts.vector.is_some())
        };
        let inside = self.inside().filter(|(_, construct)| is_of_lanes(construct));
        inside.map(|(_, construct)| construct.run()).collect()
    }

    /// Returns whether an array has few elements, of a plain arithmetic type.
    fn is_small(&self, array: EntityId) -> bool {
        let entity = self.view.entity(array);
        let is_plain = entity.is_object()
            && entity.class == Class::Array
            && entity.duration != StorageDuration::Thread
            && !self.view.is_volatile(array);
        let Some(shape) = self.view.shape(&Place::whole(array)).filter(|_| is_plain) else { return false };
        let count = shape.dims.iter().try_fold(1_u64, |count, dimension| match dimension {
            Dimension::Fixed(length) => count.checked_mul(*length),
            Dimension::Variable | Dimension::Unknown => None,
        });
        matches!(shape.element, Class::Integer | Class::Real)
            && !(shape.is_bool || shape.is_narrow || shape.is_wide || shape.is_atomic)
            && count.is_some_and(|count| (1..=MOST_ELEMENTS).contains(&count))
    }

    /// Returns the variables that are private in constructs inside the loop.
    fn owned_inside(&self) -> FxHashSet<EntityId> {
        let attributes = self.inside().flat_map(|(_, construct)| construct.whole_attributes());
        attributes.filter(|attribute| is_own(attribute)).map(|attribute| attribute.place.root).collect()
    }

    /// Returns whether all threads share an array, according to the clauses on the loop and around it.
    fn is_shared(&self, array: EntityId) -> bool {
        let constructs = &self.facts.constructs;
        let around = std::iter::successors(Some(self.id), |id| constructs[*id].parent);
        let mut around = around.map(|id| &constructs[id]).take_while(|each| each.compute.is_some());
        let compute = self.construct().compute.map(|id| &constructs[id]);
        compute.is_some_and(|compute| !self.view.is_declared_in(array, compute.run()))
            && !around.any(|construct| construct.attribute_of(array).is_some_and(is_own))
    }

    /// Returns whether a call may read or change an array that is not passed to it.
    fn may_reach(&self, callee: Option<EntityId>) -> bool {
        callee.is_none_or(|callee| !self.view.is_mathematical(callee))
    }

    /// Whether the loop certainly has few iterations.
    fn is_short(&self) -> bool {
        let loops = self.construct().loop_facts.as_deref().map_or(&[][..], |facts| &facts.loops);
        let counts = loops.iter().map(|at| self.count(*at));
        counts.product::<Option<i128>>().is_some_and(|count| count < i128::from(MOST_ELEMENTS))
    }

    /// Returns the trip count of a loop with constant bounds and step 1.
    fn count(&self, at: At) -> Option<i128> {
        let Control::Variable { .. } = self.view.control(at) else { return None };
        let counting = self.view.counting(at)?;
        let (first, bound) = (self.view.constant(counting.first)?, self.view.constant(counting.bound)?);
        (counting.step == Some(1)).then(|| bound.saturating_sub(first).max(0))
    }
}

fn is_own(attribute: &DataAttributes) -> bool {
    attribute.sharing_kind().is_some_and(|kind| kind != Sharing::Shared)
}
