//! What compute constructs consist of: the loop that is all of one, and the functions that it calls.

use clacc_syntax::directive::AccDirective;

use super::constructs::Draft;
use super::cx::Cx;
use super::facts::{ConstructId, Half};
use crate::program::access::Call;
use crate::program::place::At;

/// Finds the loop that is all of each compute construct, and the highest level of the functions that it calls.
pub(super) fn find(cx: &Cx<'_>, draft: &mut Draft) {
    let of_call = |call: &Call| call.callee.and_then(|callee| cx.level_of(callee));
    let ids: Vec<_> = draft.ids().collect();
    for id in ids {
        let construct = draft.construct(id);
        if construct.is_compute() {
            let level = cx.calls(draft.run(id)).filter_map(of_call).max();
            draft.facts.constructs[id].called_level = level;
        } else if construct.loop_facts.is_some()
            && let Some(outer) = construct.parent.filter(|outer| draft.construct(*outer).is_compute())
            && is_whole(cx, draft, outer, id)
        {
            draft.facts.constructs[outer].whole_loop = Some(id);
        }
    }
}

/// Returns whether a compute construct consists of a single loop construct. `cache` directives beside the loop generate no code.
pub(super) fn is_whole(cx: &Cx<'_>, draft: &Draft, compute: ConstructId, id: ConstructId) -> bool {
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
    let is_hint = |at: At| {
        let directive = outline.children(at).next().and_then(|first| cx.directive_at(first));
        directive.is_some_and(|directive| cx.directive(directive).kind.acc() == Some(AccDirective::Cache))
    };
    let only_child = |at: &At| {
        let mut children = outline.children(*at).filter(|child| !is_hint(*child));
        children.next().filter(|_| *at != statement && children.next().is_none())
    };
    let region = draft.run(compute);
    let behind = |at: &At| is_hint(*at).then(|| outline.end(*at));
    let first = std::iter::successors(Some(region.start), behind).last().unwrap_or(region.start);
    let is_alone = first < region.end && outline.end(first) == region.end;
    is_alone && std::iter::successors(Some(first), only_child).any(|at| at == statement)
}
