//! Copies that `distribute` and `simd` make of a variable in team code outside `parallel`.
//!
//! If threads of a `parallel` region share the variable, or the program takes its address, clang for NVIDIA devices puts it into memory
//! that all threads of the team share. It then confuses such a copy with the variable itself: `private` overwrites the variable, and a
//! reduction counts twice. A copy that a `parallel` region makes is correct, and so is another local variable.

use clacc_sema::acc::facts::{Construct, ConstructId, DataAttributes, Sharing};
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::{At, EntityId};
use clacc_sema::program::run::{Run, Runs};
use clacc_sema::tuning::{InnerLoop, SharedBy};
use clacc_syntax::directive::AccDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::lane_hazards::loses_with_simd;
use super::lone_lanes::{has_lanes_alone, starts_threads};
use crate::dialect::Fault;
use crate::rules::core::Context;

/// The reason for executing a loop that vector lanes share by one added thread.
pub(crate) const WHY: &str = "clang for NVIDIA devices confuses a copy that simd makes in code of a team with its variable, so one thread runs it";

/// Returns whether clang would confuse the copies for vector lanes in a region with their variables, so that each lane-only loop of the
/// region needs a thread. All of them do, because the thread of one loop shares variables that other loops copy.
pub(super) fn are_lost(cx: &Context<'_>) -> bool {
    if !cx.avoids(Fault::TeamCopies) {
        return false;
    }
    let region = cx.construct().compute;
    *cx.lane_hazards.regions.borrow_mut().entry(region).or_insert_with(|| has_lost(cx))
}

/// Returns whether a private variable of a loop that only gangs share needs a local variable, because the program uses the team's variable
/// outside the loop for more than counting other loops.
pub(crate) fn replaces(cx: &Context<'_>, variable: EntityId) -> bool {
    let (own, region) = (cx.construct().run(), region(cx));
    if !cx.avoids(Fault::TeamCopies) || own == region || !is_of_team(cx, variable) {
        return false;
    }
    let counts = |at: &At| cx.view.counting(*at).is_some_and(|counting| counting.control == variable);
    let is_counted = |at: At| {
        let around = cx.view.program.outline.ancestors(at).take_while(|around| region.contains(*around));
        around.into_iter().any(|around| counts(&around))
    };
    let names = cx.view.names_in(region).iter().filter(|named| named.entity == variable);
    names.map(|named| named.at).any(|at| !own.contains(at) && !is_counted(at))
}

fn has_lost(cx: &Context<'_>) -> bool {
    let threads = Threads::of(cx);
    let is_simd = |cx: &Context<'_>| {
        !threads.runs.contain(cx.construct().run().start) && has_lanes_alone(cx) && !loses_with_simd(cx)
    };
    let lanes = loops(cx).filter(is_simd);
    let mut copied: FxHashSet<EntityId> = lanes.flat_map(|lane| copies(&lane)).collect();
    let bare =
        bare_loops(cx).filter(|inner| inner.shared_by == SharedBy::Lanes && !threads.runs.contain(inner.at));
    let of_bare = bare
        .flat_map(|inner| inner.private.iter().chain(inner.reductions.iter().map(|(variable, _)| variable)));
    copied.extend(of_bare.filter(|variable| is_of_team(cx, **variable)));
    let mut names = cx.view.names_in(region(cx)).iter().filter(|named| copied.contains(&named.entity));
    names.any(|named| cx.view.is_in_address(named.at) || threads.share(named.entity, named.at))
}

/// Returns the variables of the team that a loop copies.
fn copies<'a>(cx: &Context<'a>) -> impl Iterator<Item = EntityId> + use<'a> {
    let cx = *cx;
    let is_copied = |each: &&DataAttributes| {
        matches!(each.sharing_kind(), Some(Sharing::Private | Sharing::Reduction(_)))
    };
    let copied = cx.construct().whole_attributes().filter(is_copied);
    copied.map(|each| each.place.root).filter(move |variable| is_of_team(&cx, *variable))
}

/// Returns whether the variable is private to each team.
fn is_of_team(cx: &Context<'_>, variable: EntityId) -> bool {
    let given = cx.compute().and_then(|compute| compute.attribute_of(variable));
    let is_mapped = given.and_then(DataAttributes::sharing_kind) == Some(Sharing::Shared);
    cx.entity(variable).duration == StorageDuration::Automatic && !is_mapped
}

/// The nodes of the compute construct, or of the function.
fn region(cx: &Context<'_>) -> Run {
    cx.compute().map_or_else(|| cx.view.program.outline.all(), Construct::run)
}

/// The constructs of a region.
fn constructs<'a>(cx: &Context<'a>) -> impl Iterator<Item = Context<'a>> + use<'a> {
    let (cx, run, compute) = (*cx, region(cx), cx.construct().compute);
    let all = cx.facts.constructs.iter().map(move |(id, _): (ConstructId, _)| Context { id, ..cx });
    all.filter(move |each| each.construct().compute == compute && run.contains(each.construct().run().start))
}

fn loops<'a>(cx: &Context<'a>) -> impl Iterator<Item = Context<'a>> + use<'a> {
    constructs(cx).filter(|each| each.construct().loop_facts.is_some())
}

/// Returns the loops of a region that are shared without a directive in the source.
fn bare_loops<'a>(cx: &Context<'a>) -> impl Iterator<Item = &'a InnerLoop> + use<'a> {
    let region = region(cx);
    cx.tuned.inner_loops.iter().filter(move |inner| region.contains(inner.at))
}

/// The parts of a region that threads execute.
struct Threads<'a> {
    runs: Runs,
    /// The constructs that make copies for the threads, by their first nodes.
    constructs: FxHashMap<At, &'a Construct>,
}

impl<'a> Threads<'a> {
    fn of(cx: &Context<'a>) -> Threads<'a> {
        let is_of_threads = |each: &Context<'_>| {
            let atomic = each.construct().kind == AccDirective::Atomic && each.avoids(Fault::AtomicInTeams);
            atomic || each.construct().loop_facts.is_some() && starts_threads(each)
        };
        let stated: Vec<&Construct> =
            constructs(cx).filter(is_of_threads).map(|each| each.construct()).collect();
        let bare = bare_loops(cx).filter(|inner| matches!(inner.shared_by, SharedBy::Threads { .. }));
        let runs = stated.iter().map(|construct| construct.run());
        Threads {
            runs: Runs::outermost(runs.chain(bare.map(|inner| cx.view.run(inner.at)))),
            constructs: stated.iter().map(|construct| (construct.run().start, *construct)).collect(),
        }
    }

    /// Returns whether threads share the variable at a node.
    fn share(&self, variable: EntityId, at: At) -> bool {
        self.runs.around(at).is_some_and(|run| {
            let construct = self.constructs.get(&run.start);
            let given = construct.and_then(|construct| construct.attribute_of(variable));
            let sharing = given.and_then(DataAttributes::sharing_kind);
            !matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate))
        })
    }
}
