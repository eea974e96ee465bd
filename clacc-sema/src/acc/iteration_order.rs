//! Finds parallel loops whose iterations use elements that other iterations change.
//!
//! `a[i] = a[i - 1] + 1` needs the previous iteration. Only accesses in all iterations are examined, and only loops with a step of one:
//! with other steps, or under conditions, the elements may be different ones.

use clacc_syntax::diagnostics::Diagnostic;
use rustc_hash::FxHashSet;

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::element_races::is_shared_loop;
use super::element_relations::{Access, Lookup, Reads, SharedLoop};
use super::findings::Findings;
use super::loop_elements::LoopElements;

/// Warns about each of these loops, once for each array.
pub(super) fn check(cx: &Cx<'_>, loops: &LoopElements, draft: &Draft, report: &mut Findings) {
    let lookup = Lookup { cx, loops, draft };
    for id in draft.ids().filter(|id| is_shared_loop(draft, *id)) {
        let run = draft.run(id);
        if let Some(compute) = draft.construct(id).compute
            && !loops.changes(run).is_empty()
            && cx.jumps(run).next().is_none()
        {
            let shared = SharedLoop::new(&lookup, (id, compute), Reads::OfChanged);
            if shared.may_cross(&lookup) {
                check_loop(&lookup, &shared, report);
            }
        }
    }
}

fn check_loop(lookup: &Lookup<'_, '_>, shared: &SharedLoop, report: &mut Findings) {
    let mut seen = FxHashSet::default();
    for write in shared.accesses.iter().filter(|access| access.is_write) {
        for read in shared.accesses.iter().filter(|access| !access.is_write) {
            if write.root == read.root
                && !seen.contains(&write.root)
                && lookup.meet((shared, write), (shared, read))
                && are_certain(lookup, shared, write, read)
            {
                seen.insert(write.root);
                report_array(lookup, shared, (write, read), report);
            }
        }
    }
}

/// Returns whether all iterations use both of two elements, and their subscripts differ. Equal subscripts never need another iteration.
fn are_certain(lookup: &Lookup<'_, '_>, shared: &SharedLoop, write: &Access, read: &Access) -> bool {
    let is_conditional = |access: &Access| {
        let element = lookup.loops.get(access.position);
        let at = if access.is_write { element.operand } else { element.name };
        lookup.cx.is_conditional(at, shared.run.start)
    };
    !is_conditional(write)
        && !is_conditional(read)
        && !lookup.loops.is_same(lookup.cx, write.position, read.position)
}

fn report_array(
    lookup: &Lookup<'_, '_>,
    shared: &SharedLoop,
    (write, read): (&Access, &Access),
    report: &mut Findings,
) {
    let cx = lookup.cx;
    let name = cx.name_text(write.root);
    let message = format!("iterations of this loop use elements of `{name}` that other iterations change");
    let finding = Diagnostic::new(&codes::ACC0129, cx.directive_name_span(shared.directive), message)
        .label(lookup.span(write), "changed here")
        .label(lookup.span(read), "used here")
        .note("they are executed at the same time; `seq` on the loop keeps their order");
    report.push(shared.directive, finding);
}
