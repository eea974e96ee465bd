//! `private` and `firstprivate` of parts of arrays (OpenACC 3.4 2.5.13, 2.5.14).
//!
//! OpenMP privatises whole variables only. A copy of an array contains a copy of its part; for a part of what a pointer
//! points to, an array takes its place: declared inside where it is private, copied before where it is firstprivate.

use clacc_sema::acc::facts::{Attribute, Sharing};
use clacc_sema::c::model::SymbolId;
use clacc_sema::c::types::Type;
use clacc_syntax::Name;
use clacc_syntax::ast::{Clause, ClauseId, ExprId};
use clacc_syntax::directive::{AccClause, OmpClause};

use super::reductions::is_known;
use super::{Context, NodeBuilder};
use crate::omp::{Fidelity, NewCode, OmpItem, Origin};

/// The variable of which a list item names a part, if it does not name it whole.
fn part_of(cx: &Context<'_>, item: ExprId) -> Option<SymbolId> {
    let whole = cx.without_ranges(item);
    cx.model.symbol_of(whole).filter(|_| whole != item)
}

/// Whether a list item is a part of what a pointer points to.
pub(super) fn is_behind_pointer(cx: &Context<'_>, item: ExprId) -> bool {
    part_of(cx, item).is_some_and(|part| !matches!(cx.symbol(part).ty.plain(), Type::Array { .. }))
}

/// The OpenMP list item for one that is not behind a pointer.
pub(super) fn whole(cx: &Context<'_>, item: ExprId) -> OmpItem {
    part_of(cx, item).map_or(OmpItem::Expr(item), OmpItem::Symbol)
}

/// Maps a `private` or `firstprivate` clause of a compute construct. A part behind a pointer is an array of each team.
pub(super) fn clause(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    id: ClauseId,
    clause: &Clause,
    kind: OmpClause,
) {
    // What is copied before a construct that runs later must outlive the block that the copy stands in.
    let may_be_local = kind == OmpClause::Private || cx.clause(AccClause::Async).is_none();
    if !node.is_plain(id, clause) || !check(cx, node, id, clause, may_be_local) {
        return;
    }
    let (behind, listed): (Vec<_>, Vec<_>) = clause.exprs().partition(|item| is_behind_pointer(cx, *item));
    let is_whole = behind.is_empty() && listed.iter().all(|item| part_of(cx, *item).is_none());
    let mut items: Vec<OmpItem> = listed.into_iter().map(|item| whole(cx, item)).collect();
    for part in &behind {
        if kind == OmpClause::Firstprivate {
            items.extend(copied(cx, node, *part, id).map(OmpItem::New));
        } else if let Some(code) = local_array(cx, *part, id) {
            node.push_inner_code(code);
        }
    }
    if !items.is_empty() {
        node.push(kind, Vec::new(), items, Origin::Clause(id));
    }
    let reason = match () {
        () if is_whole => "the OpenMP clause means the same",
        () if behind.is_empty() => "a copy of an array contains a copy of its part",
        () => "an array of each team takes the place of what the pointer points to",
    };
    node.verdict(id, Fidelity::Exact, reason);
}

/// Copies a firstprivate part behind a pointer before the construct, so that the copy can be firstprivate, and lets the
/// pointer point to it inside. A map of the part would give the values of the device where the part is present.
fn copied(cx: &Context<'_>, node: &mut NodeBuilder<'_>, part: ExprId, clause: ClauseId) -> Option<Name> {
    let symbol = part_of(cx, part)?;
    let text = format!("__clacc_firstprivate_{}__", cx.text(cx.symbol(symbol).name));
    let copy = cx.tree().names.intern(&text);
    node.push_code(NewCode::PartCopy { copy, symbol, part, clause });
    node.push_inner_code(NewCode::Redirected { symbol, copy, clause });
    Some(copy)
}

/// The local array that is a private part behind a pointer.
pub(super) fn local_array(cx: &Context<'_>, part: ExprId, clause: ClauseId) -> Option<NewCode> {
    let symbol = part_of(cx, part).filter(|_| is_behind_pointer(cx, part))?;
    Some(NewCode::LocalArray { symbol, part, clause })
}

/// Reports a clause that lists parts behind pointers where no local array can take their place, or where its length
/// is not known.
pub(super) fn check(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    id: ClauseId,
    clause: &Clause,
    may_be_local: bool,
) -> bool {
    let mut behind = clause.exprs().filter(|item| is_behind_pointer(cx, *item));
    let possible = behind.all(|item| may_be_local && has_known_length(cx, item));
    if !possible {
        node.unsupported_part(id, clause, "elements behind a pointer");
    }
    possible
}

/// Whether a local array can be declared for a part: with arithmetic of integer variables for bounds, that the compute construct
/// neither privatises nor hides.
fn has_known_length(cx: &Context<'_>, item: ExprId) -> bool {
    let Some(symbol) = part_of(cx, item) else { return false };
    let ty = &cx.symbol(symbol).ty;
    let has_fixed_rows = ty.target().is_some_and(|element| !element.is_variable_length());
    let has_value = |other: SymbolId| {
        let attribute = cx.compute().and_then(|compute| compute.attribute_of(other));
        other != symbol && !matches!(attribute, Some(Attribute { sharing: Some((Sharing::Private, _)), .. }))
    };
    has_fixed_rows && is_known(cx, item, &has_value)
}
