//! Finds gang loops of one construct that use elements which another of them changes.
//!
//! Gangs do not wait for each other between two loops of a `parallel` construct (OpenACC 3.4 2.9.2), so an element that one gang writes in
//! the first loop may not be written when another gang reads it in the second one. Only certain cases are reported: one loop iterates over
//! a dimension with its control variable, and the other one accesses a neighbour, or the whole dimension, in each of its iterations.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashSet;

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::element_races::is_shared_by_gangs;
use super::element_relations::{Access, Lookup, Reads, SharedLoop};
use super::facts::ConstructId;
use super::findings::Findings;
use super::loop_elements::LoopElements;

/// The maximum number of later loops that are compared with a loop.
const FOLLOWING: usize = 4;

/// Warns about each array that one gang loop of a construct changes and another one reads.
pub(super) fn check(cx: &Cx<'_>, elements: &LoopElements, draft: &Draft, report: &mut Findings) {
    if elements.changes.is_empty() {
        return;
    }
    let lookup = Lookup { cx, loops: elements, draft };
    let loops = draft.loops_by_compute();
    let is_parallel = |id: &ConstructId| draft.construct(*id).kind == AccDirective::Parallel;
    for compute in draft.ids().filter(is_parallel) {
        let Some(loops) = loops.get(&compute) else { continue };
        let is_outer = |id: &ConstructId| is_outer_gang_loop(draft, *id, compute);
        let gang_loops: Vec<ConstructId> = loops.iter().copied().filter(is_outer).collect();
        if gang_loops.len() > 1 {
            let shared: Vec<_> =
                gang_loops.iter().map(|id| SharedLoop::new(&lookup, (*id, compute), Reads::All)).collect();
            check_loops(&lookup, &shared, report);
        }
    }
}

/// Returns whether a loop is partitioned among several gangs and no loop around it is.
fn is_outer_gang_loop(draft: &Draft, id: ConstructId, compute: ConstructId) -> bool {
    let is_gang_loop = |id: ConstructId| {
        let facts = draft.construct(id).loop_facts.as_deref();
        facts.is_some_and(|facts| facts.sequential.is_none() && is_shared_by_gangs(draft, facts, compute))
    };
    is_gang_loop(id) && !draft.enclosing_loops(id).any(is_gang_loop)
}

/// Compares each loop with later ones, and reports an array once for the construct.
fn check_loops(lookup: &Lookup<'_, '_>, loops: &[SharedLoop], report: &mut Findings) {
    let mut seen = FxHashSet::default();
    let pairs = loops.iter().enumerate().flat_map(|(index, first)| {
        loops[index + 1..].iter().take(FOLLOWING).map(move |second| (first, second))
    });
    for (first, second) in pairs {
        for (before, after) in
            first.accesses.iter().flat_map(|one| second.accesses.iter().map(move |two| (one, two)))
        {
            let is_race = before.is_write != after.is_write && before.root == after.root;
            if is_race
                && !seen.contains(&before.root)
                && lookup.meet((first, before), (second, after))
                && are_both_executed(lookup.cx, first, second)
            {
                seen.insert(before.root);
                report_array(lookup, (second, after), before, report);
            }
        }
    }
}

/// Returns whether both of two loops are executed whenever their common enclosing statement is.
fn are_both_executed(cx: &Cx<'_>, first: &SharedLoop, second: &SharedLoop) -> bool {
    let outline = &cx.program.outline;
    let common =
        outline.ancestors(second.run.start).find(|around| outline.run(*around).contains(first.run.start));
    let around = common.and_then(|common| outline.parent(common)).unwrap_or_default();
    [first, second].iter().all(|each| !cx.is_conditional(each.run.start, around))
}

fn report_array(
    lookup: &Lookup<'_, '_>,
    (second, after): (&SharedLoop, &Access),
    before: &Access,
    report: &mut Findings,
) {
    let cx = lookup.cx;
    let name = cx.name_text(after.root);
    let message =
        format!("gangs do not wait for each other before this loop, and elements of `{name}` need it");
    let words = |access: &Access| if access.is_write { "changed here" } else { "used here" };
    let finding = Diagnostic::new(&codes::ACC0126, cx.directive_name_span(second.directive), message)
        .label(lookup.span(before), words(before))
        .label(lookup.span(after), words(after))
        .note("a compute construct of its own for each loop makes the second one wait for the first");
    report.push(second.directive, finding);
}
