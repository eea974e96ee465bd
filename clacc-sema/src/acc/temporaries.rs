//! Scalars that are temporary in each iteration of a loop: it assigns them before it reads them, and nothing else reads the assigned
//! values.
//!
//! A scalar without a clause is private to a gang (OpenACC 3.4 2.6.2), so the workers and vector lanes that execute the iterations of a
//! loop share it. If each iteration assigns it first, the program either has a data race, or gives the same results if the scalar is
//! private to each iteration. So it is made private to the loop.

use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::{FxHashMap, FxHashSet};

use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, DataMapping, Given, Merged, Reason, Rule, Sharing};
use super::kernel_scalars::naming_lists;
use super::{atomic, kernels};
use crate::program::access::{JumpKind, NamedVariable, WriteKind};
use crate::program::assigned_parts::{AssignedPart, PartFinder};
use crate::program::assigned_reads::AssignedReads;
use crate::program::entity::StorageDuration;
use crate::program::place::{At, EntityId, Place};

/// Makes these scalars private to the loops of workers and vector lanes that assign them.
pub(super) fn make_private(cx: &Cx<'_>, draft: &mut Draft) {
    let created = Created::find(cx, draft);
    let mut found = Candidates::find(cx, draft, &created);
    found.add_uses(cx, draft, &created);
    found.leave_out_shared(cx, draft);
    let mut private: Vec<_> =
        found.0.iter_mut().flat_map(|(home, uses)| uses.private(cx, draft, *home)).collect();
    private.sort_unstable_by_key(|(on, variable)| (on.into_raw(), *variable));
    for (on, variable) in private {
        let reason = Reason::implicit(Rule::LoopTemporary);
        draft.attribute_mut(on, &Place::whole(variable)).sharing = Some(Given::new(Sharing::Private, reason));
    }
}

/// An instance of a variable: that of an execution of the function, the private one of a construct, or the one that a construct creates on
/// the device.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Home {
    /// The construct that contains the declaration, or that makes the variable private or creates it; none for the variable of the function.
    pub(super) owner: Option<ConstructId>,
    pub(super) variable: EntityId,
}

impl Home {
    /// The instance of a variable at a node inside these constructs. None if the variable of a compute construct is mapped or shared, and
    /// may be used elsewhere.
    fn at(
        cx: &Cx<'_>,
        draft: &Draft,
        created: &Created,
        open: &[ConstructId],
        variable: EntityId,
    ) -> Option<Home> {
        let place = Place::whole(variable);
        for id in open.iter().rev().copied() {
            let sharing = draft.sharing(id, &place);
            let is_own = matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate));
            if is_own || cx.is_declared_in(variable, draft.run(id)) {
                return Some(Home { owner: Some(id), variable });
            }
            if draft.construct(id).is_compute() {
                return created.home(draft, open, variable);
            }
        }
        Some(Home { owner: None, variable })
    }
}

/// The variables that exist on the device only where a `create` clause of the function makes them: local scalars that no other clause maps,
/// and whose address is not taken. Nothing copies their values to the device or from it.
struct Created(FxHashSet<EntityId>);

impl Created {
    fn find(cx: &Cx<'_>, draft: &Draft) -> Created {
        let mut found = Created(FxHashSet::default());
        let mut mapped = FxHashSet::default();
        for construct in draft.ids().map(|id| draft.construct(id)) {
            let has_region = construct.is_compute() || construct.kind == AccDirective::Data;
            let is_certain = !construct.clauses.iter().any(|each| cx.kind_of(*each) == Some(AccClause::If));
            for clause in construct.clauses.iter().filter_map(|each| cx.clauses.get(*each)) {
                let places = clause.items().iter().filter_map(|item| item.place.as_ref());
                match clause.kind {
                    AccClause::Private | AccClause::Firstprivate | AccClause::Reduction => {}
                    AccClause::Create if clause.modifiers.is_empty() && has_region && is_certain => {
                        found.0.extend(places.filter(|place| place.is_whole()).map(|place| place.root));
                    }
                    _ => mapped.extend(places.map(|place| place.root)),
                }
            }
        }
        if !found.is_empty() {
            mapped.extend(cx.addressed());
        }
        let is_automatic = |variable| cx.entity(variable).duration == StorageDuration::Automatic;
        found.0.retain(|variable| !mapped.contains(variable) && is_automatic(*variable));
        found
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The instance of a variable inside these constructs, if one of them creates it.
    fn home(&self, draft: &Draft, open: &[ConstructId], variable: EntityId) -> Option<Home> {
        let place = Place::whole(variable);
        let owner = open.iter().find(|id| self.0.contains(&variable) && creates(draft, **id, &place))?;
        Some(Home { owner: Some(*owner), variable })
    }
}

/// Returns whether a structured construct has a `create` clause for a variable.
fn creates(draft: &Draft, id: ConstructId, variable: &Place) -> bool {
    let kind = draft.construct(id).kind;
    let mapping = draft.attribute(id, variable).and_then(|attribute| attribute.mapping.as_ref());
    matches!(kind, AccDirective::Data | AccDirective::Parallel | AccDirective::Serial)
        && mapping.is_some_and(|given| given.kind == DataMapping::Create && given.reason.is_explicit())
}

/// The latest instance of each variable that was looked up, with the innermost construct there. Programs repeat a few names, mostly with
/// the same construct around them.
struct Homes<'c> {
    created: &'c Created,
    latest: Vec<Option<LatestHome>>,
}

#[derive(Clone, Copy)]
struct LatestHome {
    innermost: Option<ConstructId>,
    home: Option<Home>,
}

impl<'c> Homes<'c> {
    fn new(cx: &Cx<'_>, created: &'c Created) -> Homes<'c> {
        Homes { created, latest: vec![None; cx.program.entities.len()] }
    }

    fn at(&mut self, cx: &Cx<'_>, draft: &Draft, open: &[ConstructId], variable: EntityId) -> Option<Home> {
        let innermost = open.last().copied();
        let latest = &mut self.latest[variable.index() as usize];
        match latest {
            Some(latest) if latest.innermost == innermost => latest.home,
            _ => {
                let home = Home::at(cx, draft, self.created, open, variable);
                *latest = Some(LatestHome { innermost, home });
                home
            }
        }
    }
}

/// The variables that threads share and assign.
struct Candidates(FxHashMap<Home, HomeUses>);

/// The uses of such a variable.
#[derive(Default)]
struct HomeUses {
    /// The loops around each place of an assignment whose iterations share the variable, from the inside to the outside.
    sharing_loops: Vec<Vec<ConstructId>>,
    /// The innermost construct around each of these places.
    seen: FxHashSet<ConstructId>,
    /// The parts of the program that follow an assignment.
    parts: Vec<AssignedPart>,
    reads: Vec<At>,
    /// True if other threads or pointers may access the variable.
    is_shared: bool,
}

impl Candidates {
    fn find(cx: &Cx<'_>, draft: &Draft, created: &Created) -> Candidates {
        let mut found = Candidates(FxHashMap::default());
        if !draft.ids().any(|id| draft.has_threads(id)) && created.is_empty() {
            return found;
        }
        let mut nest = OpenConstructs::new(draft);
        // The innermost construct around the latest assignment of each variable. Further assignments there are redundant.
        let mut latest = vec![None; cx.program.entities.len()];
        for write in cx.all_writes().filter(|write| write.kind == WriteKind::Assigned) {
            let open = nest.at(draft, write.at);
            if let Some(variable) = write.target
                && let Some(innermost) = open.last()
                && latest[variable.index() as usize].replace(*innermost) != Some(*innermost)
                && may_be_private(cx, variable)
                && let Some(home) = Home::at(cx, draft, created, open, variable)
                && is_local(cx, draft, home)
                && let loops = sharing_loops(cx, draft, open, home)
                && !loops.is_empty()
            {
                let uses = found.0.entry(home).or_default();
                if uses.seen.insert(*innermost) {
                    uses.sharing_loops.push(loops);
                }
            }
        }
        found
    }

    /// Adds the assignments and reads of the variables.
    fn add_uses(&mut self, cx: &Cx<'_>, draft: &Draft, created: &Created) {
        if self.0.is_empty() {
            return;
        }
        let mut variables = vec![false; cx.program.entities.len()];
        self.0.keys().for_each(|home| variables[home.variable.index() as usize] = true);
        let mut homes = Homes::new(cx, created);
        let replaced = self.add_writes(cx, draft, &variables, &mut homes);
        let private = naming_lists(cx, &[AccClause::Private, AccClause::Create]);
        let mut nest = OpenConstructs::new(draft);
        for NamedVariable { at, entity: variable } in cx.names_in(cx.program.outline.all()).iter().copied() {
            if !variables[variable.index() as usize] || private.contain(at) {
                continue;
            }
            let open = nest.at(draft, at);
            let Some(home) = homes.at(cx, draft, open, variable) else { continue };
            let Some(uses) = self.0.get_mut(&home) else { continue };
            uses.is_shared |= open.last().is_some_and(|id| is_atomic_access(cx, draft, *id, at))
                && !is_in_thread(draft, open);
            if !replaced[at.index() as usize] {
                uses.reads.push(at);
            }
        }
    }

    /// Removes variables that others may access, and variables in code with jumps that the source order does not reflect.
    fn leave_out_shared(&mut self, cx: &Cx<'_>, draft: &Draft) {
        let leaves_order = |kind| matches!(kind, JumpKind::Goto(_) | JumpKind::Indirect);
        let mut jumps: FxHashMap<Option<ConstructId>, bool> = FxHashMap::default();
        self.0.retain(|home, uses| {
            let run = home.owner.map_or(cx.program.outline.all(), |owner| draft.run(owner));
            let in_order = || !cx.jumps(run).any(|jump| leaves_order(jump.kind));
            !uses.is_shared && *jumps.entry(home.owner).or_insert_with(in_order)
        });
    }

    /// Adds the assignments. Returns for each node whether it is an operand whose old value is replaced.
    fn add_writes(
        &mut self,
        cx: &Cx<'_>,
        draft: &Draft,
        variables: &[bool],
        homes: &mut Homes<'_>,
    ) -> Vec<bool> {
        let mut replaced = vec![false; cx.program.outline.len() as usize];
        let mut finder = PartFinder::new();
        let mut nest = OpenConstructs::new(draft);
        for write in cx.all_writes() {
            let Some(variable) = write.target.filter(|target| variables[target.index() as usize]) else {
                continue;
            };
            let Some(home) = homes.at(cx, draft, nest.at(draft, write.at), variable) else { continue };
            let Some(uses) = self.0.get_mut(&home) else { continue };
            uses.is_shared |= write.kind == WriteKind::AddressTaken;
            if write.replaces {
                replaced[write.operand.index() as usize] = true;
                finder.add(**cx, home, write, &mut uses.parts);
            }
        }
        replaced
    }
}

impl HomeUses {
    /// The loops to which the variable becomes private.
    fn private(&mut self, cx: &Cx<'_>, draft: &Draft, home: Home) -> Vec<(ConstructId, EntityId)> {
        let mut reads = AssignedReads::new(&mut self.reads, &mut self.parts, first_of(cx, draft, home));
        let mut private = FxHashSet::default();
        for loops in &self.sharing_loops {
            let is_temporary =
                |on: &&ConstructId| private.contains(*on) || reads.are_apart_from(cx.view, draft.run(**on));
            if let Some(on) = loops.iter().find(is_temporary) {
                private.insert(*on);
            }
        }
        private.into_iter().map(|on| (on, home.variable)).collect()
    }
}

/// The first node of the code that each instance of a variable covers.
fn first_of(cx: &Cx<'_>, draft: &Draft, home: Home) -> At {
    let Some(owner) = home.owner else { return At::default() };
    let scope = cx.entity(home.variable).scope.filter(|scope| draft.run(owner).contains(*scope));
    let facts = draft.construct(owner).loop_facts.as_deref();
    let iteration = facts.and_then(|facts| facts.loops.last()).map(|last| last.next());
    scope.or(iteration).unwrap_or(draft.run(owner).start)
}

/// The loops around an assignment whose iterations are executed by threads that share the variable, from the inside to the outside. An
/// enclosing loop that reduces the variable uses the remaining value. Gangs share a variable that a construct creates.
fn sharing_loops(cx: &Cx<'_>, draft: &Draft, open: &[ConstructId], home: Home) -> Vec<ConstructId> {
    let (variable, place) = (home.variable, Place::whole(home.variable));
    let is_of_gangs = home.owner.is_some_and(|owner| creates(draft, owner, &place));
    let mut found = Vec::new();
    for id in open.iter().rev().copied() {
        let sharing = draft.attribute(id, &place).and_then(|attribute| attribute.sharing.as_ref());
        match sharing.map(|given| given.kind) {
            Some(Sharing::Private | Sharing::Firstprivate) => break,
            Some(Sharing::Reduction(_)) => found.clear(),
            _ if draft.construct(id).is_compute() || cx.is_declared_in(variable, draft.run(id)) => break,
            _ => {}
        }
        let is_default = sharing.is_some_and(|given| given.reason.rule == Rule::DefaultShared);
        let is_shared = draft.has_threads(id) || is_of_gangs && draft.has_gangs(id);
        if is_default && is_shared && !kernels::controls(draft, id, &place) {
            found.push(id);
        }
    }
    found
}

/// Returns whether the value of a variable depends only on its assignments: it is a scalar that is not volatile, atomic or thread-local.
pub(super) fn may_be_private(cx: &Cx<'_>, variable: EntityId) -> bool {
    let entity = cx.entity(variable);
    entity.is_object()
        && entity.class.is_scalar()
        && entity.duration != StorageDuration::Thread
        && !cx.is_volatile(variable)
        && !cx.shape(&Place::whole(variable)).is_some_and(|shape| shape.is_atomic)
}

/// Returns whether nothing outside of the owner accesses an instance of a variable. In a function that is called on the device, this holds
/// for its local variables.
pub(super) fn is_local(cx: &Cx<'_>, draft: &Draft, home: Home) -> bool {
    let is_private = |owner| {
        let sharing = draft.sharing(owner, &Place::whole(home.variable));
        matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate))
    };
    let has_no_compute = || draft.ids().all(|id| !draft.construct(id).is_compute());
    match home.owner {
        Some(owner) if is_private(owner) => true,
        owner => {
            let is_automatic = cx.entity(home.variable).duration == StorageDuration::Automatic;
            is_automatic && (owner.is_some() || has_no_compute())
        }
    }
}

/// Returns whether one thread executes whole iterations of an enclosing loop, so that the variables of a gang belong to the thread.
fn is_in_thread(draft: &Draft, open: &[ConstructId]) -> bool {
    open.iter().any(|id| {
        let facts = draft.construct(*id).loop_facts.as_deref();
        facts.is_some_and(|facts| facts.merged == Some(Merged::Threads))
    })
}

/// Whether an `atomic` construct accesses an operand atomically, because other threads use it at the same time.
fn is_atomic_access(cx: &Cx<'_>, draft: &Draft, id: ConstructId, operand: At) -> bool {
    draft.construct(id).kind == AccDirective::Atomic && atomic::is_access(cx, draft, id, operand)
}
