//! `if` and `self`: whether a construct concerns the device.

use clacc_syntax::ast::{Clause, ClauseId};
use clacc_syntax::directive::{AccClause, OmpClause};

use super::{Context, NodeBuilder};
use crate::omp::{Fidelity, OmpItem, Origin};

/// `if` of a directive that moves data.
pub(super) fn of_data(node: &mut NodeBuilder<'_>, id: ClauseId) {
    node.push_items_of(id, OmpClause::If, Vec::new());
    node.verdict(id, Fidelity::Exact, "the OpenMP clause means the same");
}

/// `if` or `self` of a compute construct, which runs on the host where the first does not hold or the second does.
pub(super) fn of_compute(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) {
    let is_self = clause.acc() == Some(AccClause::SelfClause);
    if is_self && cx.clause(AccClause::If).is_some() {
        return node.unsupported_part(id, clause, "`if` beside it");
    }
    let item = match clause.exprs().next() {
        Some(condition) if is_self => OmpItem::Not(condition),
        Some(condition) => OmpItem::Expr(condition),
        None => OmpItem::Number(0),
    };
    node.push(OmpClause::If, vec!["target"], vec![item], Origin::Clause(id));
    node.verdict(id, Fidelity::Exact, "the condition says whether the region runs on the device");
}
