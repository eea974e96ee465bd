//! `private` and `firstprivate` of parts of arrays (OpenACC 3.4 2.5.13, 2.5.14).
//!
//! OpenMP privatises whole variables only. A copy of an array contains a copy of its part.

use clacc_sema::model::SymbolId;
use clacc_sema::types::Type;
use clacc_syntax::ast::{Clause, ClauseId, Expr, ExprId};
use clacc_syntax::directive::OmpClause;

use super::NodeBuilder;
use crate::omp::{Fidelity, OmpItem, Origin};
use crate::policy::Context;

/// The variable of which a list item names a part, if it does not name it whole.
fn part_of(cx: &Context<'_>, item: ExprId) -> Option<SymbolId> {
    let mut at = item;
    while let Expr::Section { base, .. } | Expr::Index { base, .. } = &cx.tree()[at] {
        at = *base;
    }
    cx.model.symbol_of(at).filter(|_| at != item)
}

/// Whether a list item is a part of what a pointer points to.
fn is_behind_pointer(cx: &Context<'_>, item: ExprId) -> bool {
    part_of(cx, item).is_some_and(|part| !matches!(cx.symbol(part).ty.plain(), Type::Array { .. }))
}

/// The OpenMP list item for one that is not behind a pointer.
pub(super) fn whole(cx: &Context<'_>, item: ExprId) -> OmpItem {
    part_of(cx, item).map_or(OmpItem::Expr(item), OmpItem::Symbol)
}

/// Maps a `private` or `firstprivate` clause of a compute construct.
pub(super) fn clause(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    id: ClauseId,
    clause: &Clause,
    kind: OmpClause,
) {
    if !node.is_plain(id, clause) || !check(cx, node, id, clause) {
        return;
    }
    let items = clause.exprs().map(|item| whole(cx, item)).collect();
    node.push(kind, Vec::new(), items, Origin::Clause(id));
    let has_part = clause.exprs().any(|item| part_of(cx, item).is_some());
    let reason = if has_part {
        "a copy of an array contains a copy of its part"
    } else {
        "the OpenMP clause means the same"
    };
    node.verdict(id, Fidelity::Exact, reason);
}

/// Reports a clause that lists what no OpenMP clause privatises.
pub(super) fn check(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) -> bool {
    let possible = !clause.exprs().any(|item| is_behind_pointer(cx, item));
    if !possible {
        node.unsupported_part(id, clause, "elements behind a pointer");
    }
    possible
}
