//! Loops whose levels are merged: threads share the outermost partitioned loop of a compute construct, vector lanes the innermost one, and
//! each thread executes the loops between them sequentially.
//!
//! OpenACC's levels determine which loops may be partitioned, and not into how many parts (2.9.2 to 2.9.4). If workers share a loop inside
//! a gang loop, its threads begin and end once for each iteration of the gang loop. A compiler may as well let the workers of all gangs
//! share the gang loop: its iterations are independent, and each is executed by one thread, which then is its whole gang. So it needs
//! private copies of the variables of the gang. A loop for which that does not hold keeps its levels.
//!
//! The merging of levels depends on the policy, so findings come from the analysis with the levels of the program.

use clacc_syntax::directive::AccClause;
use rustc_hash::{FxHashMap, FxHashSet};

use super::proven_loops;
use super::thread_values::give_to_threads;
use super::tuner::Tuner;
use crate::acc::clauses::Clause;
use crate::acc::constructs::{Draft, OpenConstructs, clause_of};
use crate::acc::cx::RoutineLevel;
use crate::acc::facts::{AccFacts, ConstructId, Given, How, Level, LoopFacts, Merged, Reason, Rule, Sharing};
use crate::acc::gang_values::is_of_gang;
use crate::acc::implied_reductions::{OnlyCombined, is_number};
use crate::acc::kernel_scalars::naming_lists;
use crate::acc::loops::gang_dimension;
use crate::directives::reduction::ReductionOp;
use crate::program::access::{Write, WriteKind};
use crate::program::entity::Class;
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId, Place, Step};
use crate::program::run::Run;

/// The loops that are not merged although the clauses permit it.
#[derive(Default)]
pub(super) struct KeptLevels {
    /// The outermost loops of nests that keep the levels of the program.
    levels: FxHashSet<ConstructId>,
    /// The loops that are not vectorised.
    lanes: FxHashSet<ConstructId>,
}

impl KeptLevels {
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty() && self.lanes.is_empty()
    }

    pub(super) fn extend(&mut self, more: KeptLevels) {
        self.levels.extend(more.levels);
        self.lanes.extend(more.lanes);
    }
}

/// Whether a declaration has loops that may be merged.
pub(super) fn may_merge(facts: &AccFacts) -> bool {
    let is_shared = |facts: &LoopFacts| {
        facts.sequential.is_none() && facts.is_partitioned() || proven_loops::is_undecided(facts)
    };
    facts.constructs.iter().any(|(_, construct)| {
        construct.compute.is_some() && construct.loop_facts.as_deref().is_some_and(is_shared)
    })
}

/// Merges the levels of all loops except those in `kept`. The levels of the program must be settled.
pub(super) fn merge(cx: &Tuner<'_>, kept: &KeptLevels, draft: &mut Draft) {
    let loops = draft.loops_by_compute();
    for compute in draft.ids() {
        let Some(loops) = loops.get(&compute) else { continue };
        let shared: Vec<_> = loops.iter().copied().filter(|id| is_shared(draft, *id)).collect();
        if shared.iter().any(|id| has_dimension(cx, draft, *id)) {
            continue;
        }
        let nests = SharedNests::of(draft, &shared);
        let may_merge = |id: &ConstructId| {
            !kept.levels.contains(id)
                && !is_of_one(cx, draft, *id)
                && !has_parts_behind_pointers(cx, draft, *id)
        };
        for nest in nests.0.iter().filter(|nest| may_merge(&nest[0].id)).collect::<Vec<_>>() {
            merge_nest(cx, draft, nest, kept);
            draft.facts.constructs[compute].has_worker_loop = true;
        }
    }
}

/// The partitioned loops of a compute construct in nests, each of which begins with its outermost loop.
struct SharedNests(Vec<Vec<LoopInNest>>);

#[derive(Clone, Copy)]
struct LoopInNest {
    id: ConstructId,
    /// True if no other partitioned loop is inside.
    is_innermost: bool,
}

impl SharedNests {
    fn of(draft: &Draft, shared: &[ConstructId]) -> SharedNests {
        let mut with_others: FxHashSet<ConstructId> = FxHashSet::default();
        let mut nests: Vec<Vec<LoopInNest>> = Vec::new();
        for id in shared.iter().copied() {
            let mut around = draft.enclosing_loops(id).filter(|outer| is_shared(draft, *outer)).peekable();
            if around.peek().is_none() {
                nests.push(Vec::new());
            }
            with_others.extend(around);
            // Constructs are in source order, so the loop belongs to the last nest.
            if let Some(nest) = nests.last_mut() {
                nest.push(LoopInNest { id, is_innermost: true });
            }
        }
        for each in nests.iter_mut().flatten() {
            each.is_innermost = !with_others.contains(&each.id);
        }
        SharedNests(nests)
    }
}

/// Returns whether the iterations of a loop are partitioned among gangs, workers or vector lanes.
fn is_shared(draft: &Draft, id: ConstructId) -> bool {
    let facts = draft.construct(id).loop_facts.as_deref();
    facts.is_some_and(|facts| facts.sequential.is_none() && facts.is_partitioned())
}

/// Returns whether a loop uses one of several gang dimensions.
fn has_dimension(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> bool {
    let is_gang =
        |id: ConstructId| draft.construct(id).loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some());
    let written =
        clause_of(cx, draft, id, AccClause::Gang).is_some_and(|clause| gang_dimension(cx, clause) > 1);
    written || is_gang(id) && draft.enclosing_loops(id).any(is_gang)
}

/// Returns whether the program gives each level of a loop the size 1, so that nothing is executed in parallel.
fn is_of_one(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> bool {
    let construct = draft.construct(id);
    let (Some(facts), Some(compute)) = (&construct.loop_facts, construct.compute) else { return false };
    let is_one = |kind| has_size_one(cx, draft, compute, kind);
    let levels = [
        (&facts.gang, AccClause::NumGangs),
        (&facts.worker, AccClause::NumWorkers),
        (&facts.vector, AccClause::VectorLength),
    ];
    levels.into_iter().all(|(level, size)| level.is_none() || is_one(size))
}

/// Whether a clause of a compute construct gives a level the size 1.
pub(super) fn has_size_one(cx: &Tuner<'_>, draft: &Draft, compute: ConstructId, kind: AccClause) -> bool {
    let clause = clause_of(cx, draft, compute, kind).and_then(|clause| cx.clauses.get(clause));
    clause.is_some_and(|clause| {
        let values = clause.values();
        !values.is_empty() && values.iter().all(|size| cx.constant(*size) == Some(1))
    })
}

/// Returns whether a loop or its compute construct has `private` or `firstprivate` elements of a pointee. Their copy is an array of the
/// thread that executes the loop, or of the gang, and no clause of OpenMP creates such an array for each thread.
fn has_parts_behind_pointers(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> bool {
    let is_own = |clause: &Clause| {
        matches!(clause.kind, AccClause::Private | AccClause::Firstprivate)
            && clause.items().iter().filter_map(|item| item.place.as_ref()).any(Place::leads_through_pointer)
    };
    let of =
        |id: ConstructId| draft.construct(id).clauses.iter().filter_map(|clause| cx.clauses.get(*clause));
    of(id).chain(draft.construct(id).compute.into_iter().flat_map(of)).any(is_own)
}

/// Returns whether a loop reduces an array. If the loop selects the elements, compilers assume that lanes are independent.
fn reduces_array(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> bool {
    let mut clauses = draft.construct(id).clauses.iter().filter_map(|clause| cx.clauses.get(*clause));
    let is_array = |place: &Place| !place.is_whole() || !cx.entity(place.root).class.is_scalar();
    clauses.any(|clause| {
        clause.kind == AccClause::Reduction
            && clause.items().iter().filter_map(|item| item.place.as_ref()).any(is_array)
    })
}

/// Merges the levels of a loop and of the partitioned loops inside.
fn merge_nest(cx: &Tuner<'_>, draft: &mut Draft, nest: &[LoopInNest], kept: &KeptLevels) {
    let decide = |(position, each): (usize, &LoopInNest)| {
        let is_innermost = each.is_innermost && !kept.lanes.contains(&each.id);
        let lanes = lanes_of(cx, draft, each.id, is_innermost);
        let merged = match lanes {
            _ if position == 0 => Merged::Threads,
            Some(_) => Merged::Lanes,
            None => Merged::InThread,
        };
        (each.id, merged, lanes)
    };
    let decided: Vec<_> = nest.iter().enumerate().map(decide).collect();
    for (id, merged, vector) in decided {
        if let Some(facts) = &mut draft.facts.constructs[id].loop_facts {
            let implicit = || Some(Level { how: How::Implicit, clause: None });
            let is_outer = merged == Merged::Threads;
            facts.gang = facts.gang.take().filter(|_| is_outer);
            facts.worker = facts.worker.take().or_else(implicit).filter(|_| is_outer);
            facts.vector = vector;
            facts.sequential = (merged == Merged::InThread).then_some(Rule::MergedInThread);
            facts.merged = Some(merged);
        }
    }
}

/// The level `vector` of a loop, if vector lanes share it: it contains no other partitioned loop, and the program requires lanes, or
/// nothing in the loop prevents vectorisation.
fn lanes_of(cx: &Tuner<'_>, draft: &Draft, id: ConstructId, is_innermost: bool) -> Option<Level> {
    let facts = draft.construct(id).loop_facts.as_deref().filter(|_| is_innermost)?;
    if calls_levels(cx, draft.run(id)) || is_of_one(cx, draft, id) || has_parts_behind_pointers(cx, draft, id)
    {
        return None;
    }
    let implicit = || Level { how: How::Implicit, clause: None };
    let is_plain = || {
        !has_loops_inside(cx, facts)
            && !has_directives(cx, draft.run(id))
            && !reduces_array(cx, draft, id)
            && (facts.loops.len() > 1 || !has_many_branches(cx, draft.run(id)))
    };
    facts.vector.clone().or_else(|| is_plain().then(implicit))
}

/// Returns whether a run calls functions with partitioned loops.
pub(super) fn calls_levels(cx: &Tuner<'_>, run: Run) -> bool {
    let level = |callee| cx.level_of(callee).is_some_and(|level| level > RoutineLevel::Seq);
    cx.calls(run).any(|call| call.callee.is_some_and(level))
}

/// Returns whether conditional statements are nested, as in a chain of `else if`. Vector lanes execute all branches for all iterations:
/// clang 19 takes four times as long for a chain of nine.
pub(super) fn has_many_branches(cx: &Tuner<'_>, run: Run) -> bool {
    let is_choice = |at: &At| matches!(cx.passage(*at), Some(Passage::Choice { .. }));
    run.nodes().filter(is_choice).any(|outer| cx.run(outer).nodes().skip(1).any(|inner| is_choice(&inner)))
}

/// Returns whether the associated loops of a construct contain other loops.
fn has_loops_inside(cx: &Tuner<'_>, facts: &LoopFacts) -> bool {
    let Some(last) = facts.loops.last() else { return true };
    cx.loops_in(cx.run(*last)).len() > 1
}

/// Returns whether a run contains directives, such as `atomic`.
pub(super) fn has_directives(cx: &Tuner<'_>, run: Run) -> bool {
    let order = &cx.program.order;
    let first = order.partition_point(|id| cx.directive(*id).at < run.start);
    order.get(first).is_some_and(|id| run.contains(cx.directive(*id).at))
}

/// Gives merged loops the reductions that they take over from the gangs. Returns the loops in which threads would need to share a variable
/// of their gang, so that their levels must not be merged.
pub(super) fn complete(cx: &Tuner<'_>, draft: &mut Draft) -> KeptLevels {
    give_to_threads(cx, draft);
    let mut kept = KeptLevels::default();
    let mut taken: FxHashMap<(ConstructId, EntityId), ReductionOp> = FxHashMap::default();
    // The innermost construct around the latest change of each variable, and the meaning of the change there.
    let mut latest: Vec<Option<(ConstructId, MergedChange)>> = vec![None; cx.program.entities.len()];
    let escaped = escaped(cx, draft);
    let mut combined = OnlyCombined::new(cx);
    let mut nest = OpenConstructs::new(draft);
    for write in cx.all_writes() {
        let open = nest.at(draft, write.at);
        let Some(outer) = open.iter().position(|id| is_threads(draft, *id)) else { continue };
        let root = cx.root_of(write.operand).or_else(|| Some(cx.place_of(write.operand)?.root));
        let Some(root) = root else { continue };
        let innermost = open[open.len() - 1];
        let latest = &mut latest[root.index() as usize];
        let change = match *latest {
            Some((within, change)) if within == innermost => change,
            _ => MergedChange::of(cx, draft, &open[outer..], root),
        };
        *latest = Some((innermost, change));
        let MergedChange { possessor, lanes } = change;
        let is_kept = !matches!(possessor, Possessor::Thread | Possessor::All { is_reduced: false });
        if lanes.is_none() && !is_kept {
            continue;
        }
        let Some(place) = cx.place_of(write.operand) else { continue };
        if place.leads_through_pointer() {
            continue;
        }
        let is_one_object = place.steps.iter().all(|step| matches!(step, Step::Field(_)));
        kept.lanes.extend(lanes.filter(|_| is_one_object));
        match possessor {
            _ if !is_kept => {}
            Possessor::Reduction(operator) if write.kind == WriteKind::Assigned => {
                let on = open[outer];
                if is_number(cx, root) && combined.operator(cx, draft, on, root) == Some(operator) {
                    taken.insert((on, root), operator);
                } else {
                    kept.levels.insert(on);
                }
            }
            _ => _ = kept.levels.insert(open[outer]),
        }
    }
    for id in draft.ids().filter(|id| is_threads(draft, *id)) {
        let compute = draft.construct(id).compute;
        if compute.is_some_and(|compute| escaped.contains(&compute)) {
            kept.levels.insert(id);
        }
    }
    lift_private(cx, draft);
    let mut taken: Vec<_> = taken.into_iter().collect();
    taken.sort_unstable_by_key(|((on, variable), _)| (on.into_raw(), *variable));
    for ((on, variable), operator) in taken {
        let given = Given::new(Sharing::Reduction(operator), Reason::implicit(Rule::GangReduction));
        draft.attribute_mut(on, &Place::whole(variable)).sharing = Some(given);
    }
    kept
}

fn is_threads(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).loop_facts.as_deref().is_some_and(|facts| facts.merged == Some(Merged::Threads))
}

/// Returns whether vector lanes share a loop although the program does not require it.
fn has_implicit_lanes(draft: &Draft, id: ConstructId) -> bool {
    let facts = draft.construct(id).loop_facts.as_deref();
    let vector = facts.filter(|facts| facts.merged.is_some()).and_then(|facts| facts.vector.as_ref());
    vector.is_some_and(|vector| vector.how == How::Implicit)
}

/// Returns whether a variable is private to the iterations of a loop, or a reduction variable of the loop.
fn is_of_lane(cx: &Tuner<'_>, draft: &Draft, id: ConstructId, variable: EntityId) -> bool {
    let place = Place::whole(variable);
    let facts = draft.construct(id).loop_facts.as_deref();
    cx.is_declared_in(variable, draft.run(id))
        || matches!(draft.sharing(id, &place), Some(Sharing::Private | Sharing::Reduction(_)))
        || facts.is_some_and(|facts| facts.control.iter().any(|control| control.entity == variable))
}

/// The meaning of a change of a variable in a merged loop.
#[derive(Clone, Copy)]
struct MergedChange {
    possessor: Possessor,
    /// The loop that is vectorised implicitly and whose lanes would share the variable.
    lanes: Option<ConstructId>,
}

impl MergedChange {
    /// The meaning of a change of a variable inside these constructs, the first of which is the merged loop.
    fn of(cx: &Tuner<'_>, draft: &Draft, open: &[ConstructId], variable: EntityId) -> MergedChange {
        let lanes = open.iter().copied().find(|id| has_implicit_lanes(draft, *id));
        let lanes = lanes.filter(|id| !is_of_lane(cx, draft, *id, variable));
        MergedChange { possessor: Possessor::of(cx, draft, open, variable), lanes }
    }
}

/// The owner of a variable that a merged loop changes.
#[derive(Clone, Copy)]
enum Possessor {
    /// The variable is private to each thread, or a reduction variable of the threads.
    Thread,
    /// The variable is private to each gang.
    Gang,
    /// The compute construct reduces the variable.
    Reduction(ReductionOp),
    /// All gangs share the variable.
    All {
        /// True if a loop inside the merged one reduces the variable.
        is_reduced: bool,
    },
}

impl Possessor {
    /// The owner of a variable at a node inside these constructs, the first of which is the merged loop.
    fn of(cx: &Tuner<'_>, draft: &Draft, open: &[ConstructId], variable: EntityId) -> Possessor {
        let place = Place::whole(variable);
        let mut is_reduced = false;
        for id in open.iter().rev().copied() {
            if cx.is_declared_in(variable, draft.run(id)) {
                return Possessor::Thread;
            }
            match draft.sharing(id, &place) {
                Some(Sharing::Private | Sharing::Firstprivate) => return Possessor::Thread,
                Some(Sharing::Reduction(_)) if is_threads(draft, id) => return Possessor::Thread,
                Some(Sharing::Reduction(_)) => is_reduced = true,
                _ => {}
            }
        }
        let compute = open.first().and_then(|outer| draft.construct(*outer).compute);
        let Some(compute) = compute else { return Possessor::Gang };
        if is_of_gang(cx, draft, open[0], variable) || is_reduced_around(draft, compute, open[0], &place) {
            return Possessor::Gang;
        }
        match draft.sharing(compute, &place) {
            Some(Sharing::Reduction(operator)) => Possessor::Reduction(operator),
            _ if has_one_gang(draft, compute) && cx.entity(variable).class.is_scalar() => Possessor::Gang,
            _ => Possessor::All { is_reduced },
        }
    }
}

/// Whether a construct between a merged loop and its compute construct reduces a variable.
fn is_reduced_around(draft: &Draft, compute: ConstructId, outer: ConstructId, place: &Place) -> bool {
    let mut between = draft.enclosing(outer).take_while(|id| *id != compute);
    between.any(|id| matches!(draft.sharing(id, place), Some(Sharing::Reduction(_))))
}

fn has_one_gang(draft: &Draft, compute: ConstructId) -> bool {
    let gangs = draft.construct(compute).sizes.num_gangs.as_ref();
    gangs.and_then(|gangs| gangs.constant) == Some(1)
}

/// The compute constructs in which the address of a variable of a gang is used, so that loops may change it through pointers.
fn escaped(cx: &Tuner<'_>, draft: &Draft) -> FxHashSet<ConstructId> {
    let mut found = FxHashSet::default();
    // The construct in which each variable was last tested, and whether it is a variable of the gang there.
    let mut latest: Vec<Option<(ConstructId, bool)>> = vec![None; cx.program.entities.len()];
    let loops = draft.loops_by_compute();
    for compute in draft.ids() {
        let Some(loops) = loops.get(&compute) else { continue };
        let run = draft.run(compute);
        let merged: Vec<_> = loops.iter().copied().filter(|id| is_threads(draft, *id)).collect();
        if merged.is_empty() {
            continue;
        }
        let is_of_thread = |variable: EntityId| {
            let own = |id: &ConstructId| {
                cx.is_declared_in(variable, draft.run(*id))
                    || draft.sharing(*id, &Place::whole(variable)) == Some(Sharing::Private)
            };
            merged.iter().any(own)
        };
        let is_of_gang = |variable| {
            merged.iter().any(|id| is_of_gang(cx, draft, *id, variable)) && !is_of_thread(variable)
        };
        let is_taken = |write: &Write| {
            write.kind == WriteKind::AddressTaken && cx.root_of(write.operand).is_some_and(is_of_gang)
        };
        let is_array = |variable: EntityId| {
            matches!(cx.entity(variable).class, Class::Array | Class::Struct | Class::Union)
        };
        let mut arrays = cx.names_in(run).iter().filter(|named| is_array(named.entity));
        let mut is_known = |variable: EntityId| {
            let latest = &mut latest[variable.index() as usize];
            let known = latest.filter(|(within, _)| *within == compute).map(|(_, known)| known);
            let known = known.unwrap_or_else(|| is_of_gang(variable));
            *latest = Some((compute, known));
            known
        };
        if cx.writes(run).any(is_taken)
            || arrays.any(|named| is_known(named.entity) && is_pointed_to(cx, named.at))
        {
            found.insert(compute);
        }
    }
    found
}

/// Returns whether a mention of an array is converted to a pointer to its elements, instead of denoting one of them.
fn is_pointed_to(cx: &Tuner<'_>, mention: At) -> bool {
    let root = cx.root_of(mention);
    let mut whole = mention;
    while let Some(around) = cx.program.outline.parent(whole)
        && cx.root_of(around) == root
    {
        whole = around;
    }
    cx.class_at(whole) == Class::Array
}

/// Makes the control variables and temporary scalars of inner loops private to the threads of the merged loop, if nothing else uses them,
/// so that the inner loops need no private copies.
fn lift_private(cx: &Tuner<'_>, draft: &mut Draft) {
    let lists = naming_lists(cx, &[AccClause::Private]);
    let mut lifted: Vec<(ConstructId, Vec<Lifted>, EntityId)> = Vec::new();
    for outer in draft.ids().filter(|id| is_threads(draft, *id)) {
        let mut inner: FxHashMap<EntityId, Vec<Lifted>> = FxHashMap::default();
        for id in draft.inside(outer).filter(|id| draft.enclosing_loops(*id).any(|around| around == outer)) {
            own_controls(draft, id).into_iter().for_each(|variable| {
                inner.entry(variable).or_default().push(Lifted { from: id, is_control: true });
            });
            own_temporaries(draft, id).for_each(|variable| {
                inner.entry(variable).or_default().push(Lifted { from: id, is_control: false });
            });
        }
        inner.retain(|variable, _| may_be_own(draft, outer, *variable));
        if inner.is_empty() {
            continue;
        }
        for named in cx.names_in(draft.run(outer)) {
            if let Some(loops) = inner.get(&named.entity)
                && !loops.iter().any(|each| draft.run(each.from).contains(named.at))
                && !lists.contain(named.at)
            {
                inner.remove(&named.entity);
            }
        }
        let mut inner: Vec<_> = inner.into_iter().collect();
        inner.sort_unstable_by_key(|(variable, _)| *variable);
        lifted.extend(inner.into_iter().map(|(variable, loops)| (outer, loops, variable)));
    }
    for (outer, loops, variable) in lifted {
        let place = Place::whole(variable);
        let is_control = loops.iter().any(|each| each.is_control);
        for each in loops.iter().filter(|each| each.is_control) {
            draft.attribute_mut(each.from, &place).sharing = None;
        }
        let reason = if is_control {
            Reason { how: How::Predetermined, ..Reason::implicit(Rule::LoopControlPrivate) }
        } else {
            Reason::implicit(Rule::LoopTemporary)
        };
        let sharing = &mut draft.attribute_mut(outer, &place).sharing;
        if sharing.as_ref().is_none_or(|given| given.kind != Sharing::Private) {
            *sharing = Some(Given::new(Sharing::Private, reason));
        }
    }
}

/// A loop inside a merged one to which a variable is private.
struct Lifted {
    from: ConstructId,
    /// True if the variable controls the loop. Otherwise each iteration assigns it first.
    is_control: bool,
}

/// Returns whether a variable that only inner loops use may be private to a merged loop.
fn may_be_own(draft: &Draft, outer: ConstructId, variable: EntityId) -> bool {
    let given =
        draft.attribute(outer, &Place::whole(variable)).and_then(|attribute| attribute.sharing.as_ref());
    given.is_none_or(|given| given.kind == Sharing::Private || given.reason.rule == Rule::DefaultShared)
}

/// The scalars that each iteration of an inner loop assigns before it reads them.
fn own_temporaries(draft: &Draft, id: ConstructId) -> impl Iterator<Item = EntityId> {
    let list = draft.attributes.get(id).map_or(&[][..], |attributes| &attributes.list);
    let temporaries = list.iter().filter(|attribute| {
        let sharing = attribute.sharing.as_ref();
        sharing.is_some_and(|given| given.reason.rule == Rule::LoopTemporary) && attribute.place.is_whole()
    });
    temporaries.map(|attribute| attribute.place.root)
}

/// The control variables that a loop inside a merged one assigns, and that no clause names.
fn own_controls(draft: &Draft, id: ConstructId) -> Vec<EntityId> {
    let Some(facts) = draft.construct(id).loop_facts.as_deref().filter(|facts| facts.merged.is_some()) else {
        return Vec::new();
    };
    let is_own = |variable: &EntityId| {
        let given =
            draft.attribute(id, &Place::whole(*variable)).and_then(|attribute| attribute.sharing.as_ref());
        let is_implied = |given: &Given<Sharing>| {
            matches!(given.reason.rule, Rule::LoopControlPrivate | Rule::KernelsTemporary)
                && !given.reason.is_explicit()
        };
        given.is_some_and(is_implied)
    };
    let controls = facts.control.iter().filter(|control| !control.declared);
    controls.map(|control| control.entity).filter(is_own).collect()
}
