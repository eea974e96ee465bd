//! How the loops of a `kernels` construct are executed (OpenACC 3.4 2.5.3).
//!
//! The implementation divides the code of a `kernels` construct. Here, gangs share the iterations if the whole
//! construct is one loop that its `independent` clause lets them share. Otherwise one gang executes the code in
//! its order, and the workers of that gang share the iterations of such loops. So every statement finds what the
//! statements before it have done.
//!
//! A loop without `independent` is as with `auto` (2.9.7), which is decided as sequential.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashSet;

use super::codes;
use super::constructs::{Draft, OpenConstructs, clause_of};
use super::cx::Cx;
use super::facts::{ConstructId, Given, Half, How, Level, LoopFacts, Reason, Rule, Sharing};
use super::findings::Findings;
use crate::program::access::{Mention, Write, WriteKind};
use crate::program::entity::{Class, StorageDuration};
use crate::program::loops::Control;
use crate::program::place::{At, EntityId, Place, Step};
use crate::program::run::Run;

/// Whether a loop is as with `auto`, because it lies in a `kernels` construct and has no `independent`.
pub(super) fn as_auto(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> bool {
    kernels_around(draft, id).is_some() && clause_of(cx, draft, id, AccClause::Independent).is_none()
}

/// The `kernels` construct around a loop.
fn kernels_around(draft: &Draft, id: ConstructId) -> Option<ConstructId> {
    draft.construct(id).compute.filter(|compute| draft.construct(*compute).kind == AccDirective::Kernels)
}

/// Decides for each `kernels` construct which loops are shared, and by whom.
pub(super) fn divide(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    if !draft.ids().any(|id| draft.construct(id).kind == AccDirective::Kernels) {
        return;
    }
    let counters = Counters::find(cx, draft);
    counters.make_private(draft);
    for SharedChange { on, write } in shared_changes(cx, draft) {
        report_shared(cx, draft, on, &write, report);
        if let Some(facts) = &mut draft.facts.constructs[on].loop_facts {
            *facts = LoopFacts {
                sequential: Some(Rule::KernelsSharedSequential),
                gang: None,
                worker: None,
                vector: None,
                ..facts.clone()
            };
        }
    }
    settle_shareable(cx, draft);
}

/// Gives the loops that may be shared their levels.
fn settle_shareable(cx: &Cx<'_>, draft: &mut Draft) {
    let shareable: Vec<_> = draft.ids().filter(|id| is_shareable(draft, *id)).collect();
    let mut around_levels = FxHashSet::default();
    for id in shareable.iter().filter(|id| has_levels(draft, **id)) {
        around_levels.extend(draft.enclosing_loops(*id));
    }
    for id in shareable {
        let Some(compute) = kernels_around(draft, id) else { continue };
        if is_whole(cx, draft, compute, id) {
            draft.facts.constructs[compute].sizes.is_gang_loop = true;
        }
        settle_levels(draft, compute, id, around_levels.contains(&id));
    }
}

fn has_levels(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).loop_facts.as_ref().is_some_and(LoopFacts::is_partitioned)
}

/// Whether the iterations of a loop in a `kernels` construct may be shared.
fn is_shareable(draft: &Draft, id: ConstructId) -> bool {
    let facts = draft.construct(id).loop_facts.as_ref();
    facts.is_some_and(|facts| facts.sequential.is_none()) && kernels_around(draft, id).is_some()
}

/// Gives a loop its levels. In a construct of several gangs they are those of the clauses, and those that the
/// outermost loop lacks. In a construct of one gang, the workers share the outermost of the loops.
fn settle_levels(draft: &mut Draft, compute: ConstructId, id: ConstructId, has_levels_inside: bool) {
    let is_outermost = !draft.enclosing_loops(id).any(|outer| is_shareable(draft, outer));
    let has_gangs = draft.construct(compute).sizes.is_gang_loop;
    let Some(facts) = &mut draft.facts.constructs[id].loop_facts else { return };
    let implicit = Some(Level { how: How::Implicit, clause: None });
    if has_gangs {
        if is_outermost && !has_levels_inside && !facts.is_partitioned() {
            (facts.gang, facts.worker) = (implicit.clone(), implicit);
        }
        return;
    }
    facts.gang = None;
    facts.worker = if is_outermost { facts.worker.take().or(implicit) } else { None };
}

/// Whether a `kernels` construct consists of one loop construct and nothing else.
fn is_whole(cx: &Cx<'_>, draft: &Draft, compute: ConstructId, id: ConstructId) -> bool {
    if draft.construct(id).parent != Some(compute) {
        return false;
    }
    if draft.construct(id).half == Half::Inner {
        return true;
    }
    let outline = &cx.program.outline;
    let Some(statement) = outline.parent(cx.directive(draft.construct(id).directive).at) else {
        return false;
    };
    let only_child = |at: &At| {
        let mut children = outline.children(*at);
        children.next().filter(|_| *at != statement && children.next().is_none())
    };
    let region = draft.run(compute);
    let is_alone = outline.end(region.start) == region.end;
    is_alone && std::iter::successors(Some(region.start), only_child).any(|at| at == statement)
}

/// The first change of a variable that the iterations of an `independent` loop share.
struct SharedChange {
    on: ConstructId,
    write: Write,
}

/// For each `independent` loop in a `kernels` construct, the first change of a variable that its iterations
/// share, in the order of the loops.
fn shared_changes(cx: &Cx<'_>, draft: &Draft) -> Vec<SharedChange> {
    let mut nest = OpenConstructs::new(draft);
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for write in cx.writes(cx.program.outline.all()) {
        let open = nest.at(draft, write.at);
        if open.is_empty() {
            continue;
        }
        let Some(place) = cx.place_of(write.operand).filter(|place| is_one_object(cx, place)) else {
            continue;
        };
        let loops = sharing_loops(cx, draft, open, &place).into_iter().filter(|on| seen.insert(*on));
        found.extend(loops.map(|on| SharedChange { on, write: *write }));
    }
    found.sort_by_key(|change| change.on.into_raw());
    found
}

/// The variables from outside that do nothing but count in `for` statements, each of which begins by assigning
/// it. No value of theirs is used after such a statement, so a `kernels` construct and each iteration of a loop
/// in it may have one of its own.
struct Counters {
    variables: FxHashSet<EntityId>,
    /// The constructs in which each of them is changed.
    changed: FxHashSet<(ConstructId, EntityId)>,
}

impl Counters {
    fn find(cx: &Cx<'_>, draft: &Draft) -> Counters {
        let all = cx.program.outline.all();
        let mut counters = Counters::changed_in_kernels(cx, draft);
        for write in cx.writes(all).filter(|write| write.kind == WriteKind::AddressTaken) {
            write.target.map(|target| counters.variables.remove(&target));
        }
        let private = private_lists(cx);
        let is_listed = |at: At| {
            let before = private.partition_point(|run| run.start <= at);
            before.checked_sub(1).is_some_and(|last| private[last].contains(at))
        };
        for mention in cx.mentions(all).filter(|mention| !is_listed(mention.at)) {
            let variable = mention.place.root;
            if counters.variables.contains(&variable) && !is_counted(cx, &mention) {
                counters.variables.remove(&variable);
            }
        }
        counters
    }

    /// The local variables that are changed in `kernels` constructs and declared outside of them.
    fn changed_in_kernels(cx: &Cx<'_>, draft: &Draft) -> Counters {
        let mut found = Counters { variables: FxHashSet::default(), changed: FxHashSet::default() };
        let mut nest = OpenConstructs::new(draft);
        for write in cx.writes(cx.program.outline.all()) {
            let Some(variable) = write.target else { continue };
            let entity = cx.entity(variable);
            let counts = matches!(entity.class, Class::Integer | Class::Pointer);
            let is_local = counts && entity.duration == StorageDuration::Automatic;
            for id in nest.at(draft, write.at).iter().rev().copied().filter(|_| is_local) {
                let construct = draft.construct(id);
                if cx.is_declared_in(variable, construct.run()) {
                    break;
                }
                let is_kernels = construct.compute.map(|compute| draft.construct(compute).kind);
                if is_kernels == Some(AccDirective::Kernels) {
                    found.variables.insert(variable);
                    found.changed.insert((id, variable));
                }
            }
        }
        found
    }

    /// Makes them private to the `kernels` constructs and to the loops that may be shared.
    fn make_private(&self, draft: &mut Draft) {
        let is_counter = |(_, variable): &&(ConstructId, EntityId)| self.variables.contains(variable);
        let mut counters: Vec<_> = self.changed.iter().filter(is_counter).copied().collect();
        counters.sort_by_key(|(id, variable)| (id.into_raw(), *variable));
        for (id, variable) in counters {
            let is_control = controls(draft, id, &Place::whole(variable));
            if !is_control && (draft.construct(id).is_compute() || is_shareable(draft, id)) {
                let reason =
                    Reason { how: How::Predetermined, ..Reason::implicit(Rule::KernelsCounterPrivate) };
                let attribute = draft.attribute_mut(id, &Place::whole(variable));
                attribute.sharing.get_or_insert(Given::new(Sharing::Private, reason));
            }
        }
    }
}

/// The lists of the `private` clauses, in source order. What they name is not used.
fn private_lists(cx: &Cx<'_>) -> Vec<Run> {
    let lists = cx.clauses.iter().filter(|(_, clause)| clause.kind == AccClause::Private);
    let mut runs: Vec<_> = lists.map(|(id, _)| cx.run(cx.clause_node(id).at)).collect();
    runs.sort_by_key(|run| run.start);
    runs
}

/// Whether a variable is named inside one loop that it controls and that begins by assigning it. If it controls
/// two loops around, the outer one goes on with what the inner one leaves.
fn is_counted(cx: &Cx<'_>, mention: &Mention) -> bool {
    let variable = mention.place.root;
    let controls = |at: &At| matches!(cx.control(*at), Control::Variable { entity, declared: false } if entity == variable);
    let mut around = cx.program.outline.ancestors(mention.at).filter(controls);
    let (Some(only), None) = (around.next(), around.next()) else { return false };
    let first = cx.program.outline.children(only).next().map(|init| cx.run(init));
    let names = |run: Run| cx.mentions(run).filter(|other| other.place.root == variable).count();
    first.map(names) == Some(1)
}

/// Whether a place is the same object in each iteration: a variable or a member of one. Which elements of
/// arrays the iterations change, `independent` says.
fn is_one_object(cx: &Cx<'_>, place: &Place) -> bool {
    cx.entity(place.root).is_object()
        && !(place.is_whole() && cx.entity(place.root).class == Class::Array)
        && place.steps.iter().all(|step| matches!(step, Step::Field(_)))
}

/// The shareable loops around a change whose iterations share the changed variable.
fn sharing_loops(cx: &Cx<'_>, draft: &Draft, open: &[ConstructId], place: &Place) -> Vec<ConstructId> {
    let variable = Place::whole(place.root);
    let is_static = cx.entity(place.root).duration != StorageDuration::Automatic;
    let mut found = Vec::new();
    for id in open.iter().rev().copied() {
        let construct = draft.construct(id);
        let is_own = !is_static && cx.is_declared_in(place.root, construct.run());
        if construct.is_compute() || construct.kind == AccDirective::Atomic || is_own {
            break;
        }
        match draft.sharing(id, &variable) {
            Some(Sharing::Private | Sharing::Firstprivate) => break,
            // The loop's own copies are combined, which changes the variable of the loops around it.
            Some(Sharing::Reduction(_)) => {}
            _ if controls(draft, id, place) => break,
            _ if is_shareable(draft, id) => found.push(id),
            _ => {}
        }
    }
    found
}

/// Whether a variable controls a loop. Such a variable is private, or each of the threads that execute a `seq`
/// loop gets its own (OpenACC 3.4 2.6.1).
fn controls(draft: &Draft, id: ConstructId, place: &Place) -> bool {
    let facts = draft.construct(id).loop_facts.as_ref();
    place.is_whole()
        && facts.is_some_and(|facts| facts.control.iter().any(|control| control.entity == place.root))
}

fn report_shared(cx: &Cx<'_>, draft: &Draft, id: ConstructId, write: &Write, report: &mut Findings) {
    let Some(place) = cx.place_of(write.operand) else { return };
    let directive = draft.construct(id).directive;
    let name = cx.place_text(&place);
    let message = format!("the iterations of this `independent` loop share `{name}` and change it");
    let finding = Diagnostic::new(&codes::ACC0140, cx.directive_name_span(directive), message)
        .label(cx.span(write.operand), "changed here")
        .note(format!("`private({name})` or `reduction` on the loop says what is meant; without it the loop runs sequentially"));
    report.push(directive, finding);
}

/// The scalars of which the device never has another value than the host: those with automatic storage duration
/// whose address nothing takes, that no clause names, and that no compute construct changes. A copy of the value
/// is as good as the copy that a `kernels` construct makes of them, and queues need no order for it.
pub(super) fn host_scalars(cx: &Cx<'_>, draft: &Draft) -> FxHashSet<EntityId> {
    if !draft.ids().any(|id| draft.construct(id).kind == AccDirective::Kernels) {
        return FxHashSet::default();
    }
    let is_scalar = |entity: &EntityId| {
        let entity = cx.entity(*entity);
        let is_number = matches!(entity.class, Class::Integer | Class::Real | Class::Complex);
        entity.is_object() && is_number && entity.duration == StorageDuration::Automatic
    };
    let count = cx.program.entities.len() as u32;
    let mut scalars: FxHashSet<EntityId> = (0..count).map(EntityId::new).filter(is_scalar).collect();
    let mut nest = OpenConstructs::new(draft);
    for write in cx.writes(cx.program.outline.all()) {
        let Some(target) = write.target else { continue };
        let open = nest.at(draft, write.at);
        if write.kind == WriteKind::AddressTaken || changes_mapped(draft, open, target) {
            scalars.remove(&target);
        }
    }
    let maps = |kind| !matches!(kind, AccClause::Private | AccClause::Firstprivate);
    let items =
        cx.clauses.iter().filter(|(_, clause)| maps(clause.kind)).flat_map(|(_, clause)| clause.items());
    for place in items.filter_map(|item| item.place.as_ref()) {
        scalars.remove(&place.root);
    }
    scalars
}

/// Whether a change inside these constructs is one of a compute construct, and not of a private copy.
fn changes_mapped(draft: &Draft, open: &[ConstructId], target: EntityId) -> bool {
    let variable = Place::whole(target);
    let is_own = |sharing| matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate));
    let mut inside = open.iter().rev().take_while(|id| draft.construct(**id).compute.is_some()).peekable();
    inside.peek().is_some() && !inside.any(|id| is_own(draft.sharing(*id, &variable)))
}
