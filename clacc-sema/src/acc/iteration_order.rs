//! Finds loops whose iterations are executed at the same time and use elements that other iterations change.
//!
//! `a[i] = a[i - 1] + 1` needs the iteration before. Only what all iterations do is examined, and only loops that count
//! in steps of one: with other steps, or under conditions, the elements may be different ones.

use clacc_syntax::diagnostics::Diagnostic;
use rustc_hash::FxHashSet;

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::element_places::is_same;
use super::element_races::is_shared_loop;
use super::findings::Findings;
use super::gang_order::{Access, Reads, SharedLoop, meet};

/// Warns about each of these loops, once for an array.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids().filter(|id| is_shared_loop(draft, *id)) {
        if let Some(compute) = draft.construct(id).compute
            && cx.jumps(draft.run(id)).next().is_none()
        {
            check_loop(cx, &SharedLoop::new(cx, draft, id, compute, Reads::OfChanged), report);
        }
    }
}

fn check_loop(cx: &Cx<'_>, shared: &SharedLoop, report: &mut Findings) {
    let mut seen = FxHashSet::default();
    let is_certain = |access: &&Access| !cx.is_conditional(access.at, shared.run.start);
    let accesses: Vec<&Access> = shared.accesses.iter().filter(is_certain).collect();
    for write in accesses.iter().filter(|access| access.is_write) {
        for read in accesses.iter().filter(|access| !access.is_write) {
            let root = write.place.root;
            // Places that are written alike never ask for another iteration.
            let is_other = root == read.place.root && !is_same(cx, &write.place, &read.place);
            if is_other && !seen.contains(&root) && meet(cx, (shared, write), (shared, read)) {
                seen.insert(root);
                report_array(cx, shared, (write, read), report);
            }
        }
    }
}

fn report_array(cx: &Cx<'_>, shared: &SharedLoop, (write, read): (&Access, &Access), report: &mut Findings) {
    let name = cx.name_text(write.place.root);
    let message = format!("iterations of this loop use elements of `{name}` that other iterations change");
    let finding = Diagnostic::new(&codes::ACC0129, cx.directive_name_span(shared.directive), message)
        .label(cx.span(write.at), "changed here")
        .label(cx.span(read.at), "used here")
        .note("they are executed at the same time; `seq` on the loop keeps their order");
    report.push(shared.directive, finding);
}
