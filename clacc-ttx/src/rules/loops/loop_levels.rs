//! The levels of a loop: the corresponding part of `distribute parallel for simd`, and the mapping of their arguments (OpenACC 3.4 2.9.2 to
//! 2.9.4).
//!
//! OpenMP's teams have one dimension. If gangs have several dimensions, all gangs are teams. The outermost gang loop is distributed among
//! the teams, and each team executes inner gang loops as a whole.

use clacc_sema::acc::clauses::{Argument, Clause, StaticChunk};
use clacc_sema::acc::facts::{LoopFacts, Merged, Rule};
use clacc_sema::omp::form::{self, Fresh, Operand};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, Place, Value};
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::associated_loops::{
    collapsed_inside, is_collapsed_away, leaves_last, moves_inside, partitioned, takes_all, tile,
};
use super::histograms::collects;
use super::lane_hazards::loses_with_simd;
use super::lone_lanes::{has_lanes_alone, needs_thread, starts_threads};
use super::loop_headers::is_miscounted;
use super::team_copies;
use crate::codes;
use crate::dialect::{Fault, OptionalWord};
use crate::rules::core::host_threads::needs_local;
use crate::rules::core::{Build, Context, Mapped};
use crate::verdict::Fidelity;

/// The number of threads that a device executes together, a warp.
pub(crate) const WARP: i128 = 32;

const NO_SIMD: &str =
    "compilers of the dialect get the loop wrong with simd, and no result depends on vector lanes";

const OF_TEAM: &str =
    "the gang loop around it is distributed among all gangs, and each executes this one alone";

const OF_TILE: &str = "the loops of a tile are sequential, as in the design";

const OF_LANES: &str = "threads share the loop around it, and vector lanes this one";

const OF_LAST: &str = "vector lanes share the last of the loops";

const OF_DEVICE: &str = "threads share all loops of the nest, as devices of the dialect need it";

const OF_INNER: &str = "vector lanes share the loops inside, whose iterations are independent";

const TUNING: &str = "tuning for another machine; no result depends on how many there are";

/// Returns the directive of a loop; none if the dialect's compilers would miscount its iterations. It has no `simd` if they would lose a
/// reduction with it.
pub(crate) fn directive_of(cx: &Context<'_>) -> Option<OmpDirective> {
    let facts =
        cx.construct().loop_facts.as_deref().filter(|_| !is_collapsed_away(cx) && !is_miscounted(cx))?;
    let directive = by_levels(cx, facts)?;
    let without_simd = match directive {
        OmpDirective::Simd if partitioned(cx).iter().any(|at| moves_inside(cx, *at)) => return None,
        OmpDirective::Simd => None,
        OmpDirective::ParallelForSimd => Some(OmpDirective::ParallelFor),
        OmpDirective::DistributeSimd => Some(OmpDirective::Distribute),
        OmpDirective::DistributeParallelForSimd => Some(OmpDirective::DistributeParallelFor),
        other => return Some(other),
    };
    if loses_with_simd(cx) || leaves_last(cx) || takes_all(cx) { without_simd } else { Some(directive) }
}

/// The directive that corresponds to the levels of a loop.
fn by_levels(cx: &Context<'_>, facts: &LoopFacts) -> Option<OmpDirective> {
    if facts.sequential.is_some() {
        return None;
    }
    if cx.dialect.is_for_host() && !cx.is_in_host_gangs() {
        return of_host(cx, facts);
    }
    let gang = facts.gang.is_some() && !is_inside_gang(cx) || is_kernel_part(facts, cx);
    let (worker, vector) = match (facts.worker.is_some(), facts.vector.is_some()) {
        (worker, vector) if prints_tile(cx) => (worker && vector, false),
        both => both,
    };
    match (gang, worker, vector) {
        (false, false, false) => None,
        (false, false, true) if own_thread(cx).is_some() => Some(OmpDirective::ParallelForSimd),
        (false, false, true) => Some(OmpDirective::Simd),
        (false, true, false) => Some(OmpDirective::ParallelFor),
        (false, true, true) => Some(OmpDirective::ParallelForSimd),
        (true, false, false) => Some(OmpDirective::Distribute),
        (true, false, true) if own_thread(cx).is_some() => Some(OmpDirective::DistributeParallelForSimd),
        (true, false, true) => Some(OmpDirective::DistributeSimd),
        (true, true, false) => Some(OmpDirective::DistributeParallelFor),
        (true, true, true) => Some(OmpDirective::DistributeParallelForSimd),
    }
}

/// Whether a loop is a part of a `kernels` construct that all its teams share.
fn is_kernel_part(facts: &LoopFacts, cx: &Context<'_>) -> bool {
    facts.loops.first().is_some_and(|at| cx.is_kernel_part(*at))
}

/// Whether vector lanes share a loop.
fn has_lanes(cx: &Context<'_>) -> bool {
    cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.vector.is_some())
}

/// Returns the directive of a loop in a program that runs on the host alone.
fn of_host(cx: &Context<'_>, facts: &LoopFacts) -> Option<OmpDirective> {
    let has_lanes = facts.vector.is_some() && !needs_local(cx.view, cx.facts, cx.id);
    let has_simd = has_lanes && !loses_reductions(cx) && !collects(cx);
    if facts.gang.is_some() && may_have_gangs(cx) {
        return Some(match (cx.threaded().is_some(), has_simd) {
            (true, true) => OmpDirective::DistributeParallelForSimd,
            (true, false) => OmpDirective::DistributeParallelFor,
            (false, true) => OmpDirective::DistributeSimd,
            (false, false) => OmpDirective::Distribute,
        });
    }
    match (cx.threaded().is_some(), has_simd) {
        (true, true) => Some(OmpDirective::ParallelForSimd),
        (true, false) => Some(OmpDirective::ParallelFor),
        (false, true) => Some(OmpDirective::Simd),
        (false, false) => None,
    }
}

/// Returns whether callers of the function may have gangs on the host among which a gang loop is distributed.
fn may_have_gangs(cx: &Context<'_>) -> bool {
    cx.dialect.has_host_gangs() && cx.compute().is_none() && !is_inside_gang(cx)
}

/// Returns whether the loop reduces, without a clause of its own, a variable of the gangs' reduction that compilers may lose in vector
/// lanes.
fn loses_reductions(cx: &Context<'_>) -> bool {
    cx.threaded().is_some_and(|shared| {
        shared.reduced.iter().any(|entity| {
            let shape = cx.view.shape(&Place::whole(*entity));
            !matches!(cx.entity(*entity).class, Class::Integer | Class::Real | Class::Complex)
                || shape.is_some_and(|shape| shape.is_bool || shape.is_narrow)
        })
    })
}

/// Whether vector lanes share a loop because its levels are merged.
fn is_of_lanes(cx: &Context<'_>) -> bool {
    cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.merged == Some(Merged::Lanes))
}

/// Returns whether an enclosing loop in the same compute construct is partitioned among gangs, of another dimension.
fn is_inside_gang(cx: &Context<'_>) -> bool {
    let gang = |facts: &LoopFacts| facts.gang.is_some();
    cx.loops_around().any(|id| cx.facts.constructs[id].loop_facts.as_deref().is_some_and(gang))
}

/// Returns whether a loop with `tile` has a directive that is associated with its tiles.
fn distributes_tiles(cx: &Context<'_>) -> bool {
    cx.construct().loop_facts.as_deref().is_some_and(|facts| {
        let has_gang = facts.gang.is_some() && !is_inside_gang(cx);
        facts.sequential.is_none() && (has_gang || facts.worker.is_some() && facts.vector.is_some())
    })
}

/// Returns whether `tile` becomes a `tile` directive. OpenMP does not permit it directly inside `target teams`. In the design, sequential
/// loops get one too, but their headers and jumps may not conform to OpenMP's canonical loops.
pub(super) fn prints_tile(cx: &Context<'_>) -> bool {
    let is_sequential = cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.sequential.is_some());
    let is_permitted = || distributes_tiles(cx) || !is_sequential && is_inside_directive(cx);
    cx.dialect.has(OptionalWord::Tile)
        && tile(cx).is_some()
        && (!cx.avoids(Fault::TileInTeams) || is_permitted())
}

/// Returns whether an enclosing loop in the same compute construct has a directive.
fn is_inside_directive(cx: &Context<'_>) -> bool {
    cx.loops_around().any(|id| directive_of(&Context { id, ..*cx }).is_some())
}

pub(crate) fn has_simd(directive: Option<OmpDirective>) -> bool {
    matches!(
        directive,
        Some(
            OmpDirective::Simd
                | OmpDirective::ParallelForSimd
                | OmpDirective::DistributeSimd
                | OmpDirective::DistributeParallelForSimd
        )
    )
}

pub(crate) fn has_parallel(directive: Option<OmpDirective>) -> bool {
    matches!(
        directive,
        Some(
            OmpDirective::ParallelFor
                | OmpDirective::ParallelForSimd
                | OmpDirective::DistributeParallelFor
                | OmpDirective::DistributeParallelForSimd
        )
    )
}

pub(crate) fn has_distribute(directive: Option<OmpDirective>) -> bool {
    matches!(
        directive,
        Some(
            OmpDirective::Distribute
                | OmpDirective::DistributeSimd
                | OmpDirective::DistributeParallelFor
                | OmpDirective::DistributeParallelForSimd
        )
    )
}

/// Returns the reason for executing a loop by one added thread, if vector lanes share the loop and threads do not; none if it needs no
/// thread.
fn own_thread(cx: &Context<'_>) -> Option<&'static str> {
    let facts = cx.construct().loop_facts.as_deref()?;
    let is_of_lanes =
        has_lanes_alone(cx) && !cx.loops_around().any(|id| starts_threads(&Context { id, ..*cx }));
    if is_of_lanes && needs_thread(cx, facts) {
        Some("OpenMP permits no simd directly inside target teams, so one thread runs it")
    } else {
        (is_of_lanes && !loses_with_simd(cx) && team_copies::are_lost(cx)).then_some(team_copies::WHY)
    }
}

/// `gang`, `worker` and `vector` on a loop that a directive partitions.
pub(crate) fn level(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let directive = directive_of(cx);
    match clause.kind {
        AccClause::Gang => gang(cx, build, clause),
        AccClause::Vector if prints_tile(cx) => Mapped::dropped(OF_TILE),
        AccClause::Worker if !has_parallel(directive) && is_of_lanes(cx) => Mapped::dropped(OF_LANES),
        AccClause::Worker if !has_parallel(directive) => Mapped::dropped(OF_TILE),
        AccClause::Vector if leaves_last(cx) && !loses_with_simd(cx) => Mapped::exact(OF_LAST),
        AccClause::Vector if takes_all(cx) => Mapped::dropped(OF_DEVICE),
        AccClause::Vector if !has_simd(directive) && !has_lanes(cx) => Mapped::dropped(OF_INNER),
        AccClause::Vector if !has_simd(directive) => Mapped::dropped(NO_SIMD),
        _ => match size_on(cx, clause) {
            Size::Printed(_) if cx.edition.drops_sizes => Mapped::dropped(TUNING),
            Size::Unwritten | Size::Printed(_) => Mapped::exact("the name of the OpenMP directive says it"),
            Size::Left => {
                Mapped::dropped("the directive says the level, and no result depends on how many there are")
            }
        },
    }
}

fn gang(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let is_of_team = |facts: &LoopFacts| facts.gang.is_none() && !is_kernel_part(facts, cx);
    if cx.construct().loop_facts.as_deref().is_some_and(is_of_team) {
        return Mapped::dropped("one gang executes the construct, and its workers share the loop");
    }
    if !has_distribute(directive_of(cx)) {
        return Mapped::dropped(OF_TEAM);
    }
    let Argument::Gang { num, chunk, .. } = clause.argument else {
        return Mapped::exact("the name of the OpenMP directive says it");
    };
    if let Some(chunk) = chunk {
        let chunk = match chunk {
            StaticChunk::Any => None,
            StaticChunk::Size(size) => Some(Operand::Value(Value::Node(size))),
        };
        build.push(form::Argument::DistSchedule { chunk }, clause.id);
    }
    match num {
        Some(_) => Mapped::dropped("distribute says it, and no result depends on the number of gangs"),
        None if chunk.is_some() => Mapped::exact("dist_schedule gives the gangs the same chunks"),
        None => Mapped::exact("the name of the OpenMP directive says it"),
    }
}

/// Sets the verdict that explains how the levels of a loop were merged, or why they were not.
pub(super) fn say_merged(cx: &Context<'_>, build: &mut Build<'_>) {
    let Some(facts) = cx.construct().loop_facts.as_deref().filter(|_| cx.edition.merges_levels) else {
        return;
    };
    let reason = match facts.merged {
        Some(Merged::Threads) if !collapsed_inside(cx).is_empty() => {
            "threads share it with loops inside, as one loop"
        }
        Some(Merged::Threads) => "threads share the loop, and each executes whole iterations",
        Some(Merged::Lanes) => OF_LANES,
        Some(Merged::InThread) => return,
        None if cx.compute().is_none() => "the loop of a function has the levels of the program",
        None => "the levels stay, because each thread would need what belongs to a gang, or all sizes are 1",
    };
    build.directive_verdict(Fidelity::Exact, reason);
}

/// Reports a loop whose iterations OpenACC lets the gangs of another dimension repeat. In the translation one gang executes each iteration.
pub(super) fn executed_once(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.is_repeated_by_dimension) {
        let message = "the gangs of another dimension repeat the iterations of this loop in OpenACC, and here each is \
                       executed once";
        build.report_directive(&codes::MAP0060, message);
        let reason = "each iteration is executed once, and not by the gangs of every dimension";
        build.directive_verdict(Fidelity::Approximated, reason);
    }
}

/// `gang`, `worker` and `vector` on a loop that one thread executes.
pub(super) fn sequential_level(cx: &Context<'_>, _build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let decided = cx.construct().loop_facts.as_deref().and_then(|facts| facts.sequential);
    match (clause.kind, decided) {
        (_, Some(rule @ (Rule::SerialConstruct | Rule::KernelsSharedSequential | Rule::MergedInThread))) => {
            Mapped::dropped(rule.text())
        }
        (_, Some(Rule::NoLevelSequential)) => {
            Mapped::dropped("one gang executes the construct, and a loop around this one is shared")
        }
        (_, Some(_)) => Mapped::dropped("the loop is decided as sequential, as auto permits"),
        (AccClause::Gang, None) => Mapped::dropped(OF_TEAM),
        _ if prints_tile(cx) => Mapped::dropped(OF_TILE),
        _ => Mapped::dropped(NO_SIMD),
    }
}

/// The mapping of the size on a level.
enum Size {
    Unwritten,
    /// The size is printed on the loop's directive, which takes a constant.
    Printed(At),
    /// The size is left out.
    Left,
}

/// Returns the size that the clause of a level gives. Only loops in `kernels` print it.
fn size_on(cx: &Context<'_>, clause: &Clause) -> Size {
    let Argument::Value(size) = clause.argument else { return Size::Unwritten };
    let in_kernels = cx.compute().is_some_and(|compute| compute.kind == AccDirective::Kernels);
    if in_kernels && cx.constant(size).is_some() { Size::Printed(size) } else { Size::Left }
}

/// Returns the constant size that a level's clause gives.
fn printed_size<'a>(cx: &Context<'a>, kind: AccClause) -> Option<(&'a Clause, Operand)> {
    let clause = cx.clause(kind)?;
    match size_on(cx, clause) {
        Size::Printed(size) => Some((clause, Operand::Value(Value::Node(size)))),
        Size::Unwritten | Size::Left => None,
    }
}

/// Adds `num_threads` and `simdlen`, which come before all other clauses.
pub(crate) fn sizes(cx: &Context<'_>, build: &mut Build<'_>) {
    let directive = directive_of(cx);
    if let Some(why) = own_thread(cx).filter(|_| has_simd(directive)) {
        let one = Operand::Value(Value::constant(1));
        build.push_needed(form::Argument::Value(OmpClause::NumThreads, one), why);
    }
    let (Some(facts), Some(compute)) = (&cx.construct().loop_facts, cx.compute()) else { return };
    if cx.edition.drops_sizes && facts.merged.is_some() {
        return;
    }
    let workers = compute.sizes.num_workers.as_ref().filter(|_| !cx.edition.thread_limit).map(|size| {
        let count = match size.constant {
            Some(_) => Operand::Value(Value::Node(size.value)),
            None => Operand::Fresh(Fresh::NumWorkers),
        };
        (count, size.clause)
    });
    let own = printed_size(cx, AccClause::Worker).map(|(clause, size)| (size, clause.id));
    let is_printed = |count: &Operand| {
        facts.worker.is_some() && has_parallel(directive) && !reduces_in_part_of_a_warp(cx, count)
    };
    if let Some((count, from)) = own.or(workers).filter(|(count, _)| is_printed(count)) {
        build.push(form::Argument::Value(OmpClause::NumThreads, count), from);
    }
    let length = compute.sizes.vector_length.as_ref().filter(|size| size.constant.is_some());
    let length = length.map(|size| (Operand::Value(Value::Node(size.value)), size.clause));
    let own = printed_size(cx, AccClause::Vector).map(|(clause, size)| (size, clause.id));
    if let Some((length, from)) = own.or(length).filter(|_| has_simd(directive)) {
        build.push(form::Argument::Value(OmpClause::Simdlen, length), from);
    }
}

/// Returns true if clang's threads on a device would wait for each other for ever, because a loop reduces and the number of its threads is not
/// known to fill warps ([`Fault::FewThreadsReduction`]). OpenACC lets an implementation choose another number of workers (3.4 2.5.12).
fn reduces_in_part_of_a_warp(cx: &Context<'_>, count: &Operand) -> bool {
    let number = match count {
        Operand::Value(Value::Node(at)) => cx.constant(*at),
        _ => None,
    };
    cx.avoids(Fault::FewThreadsReduction)
        && !number.is_some_and(|number| number == 1 || number % WARP == 0)
        && cx.construct().whole_attributes().any(|attribute| attribute.reduction().is_some())
}
