//! `exit data` of data that an enclosing data construct holds.
//!
//! OpenACC has two reference counts. Only when both are zero is data copied out and deleted, so an
//! `exit data` for data that a region holds only decrements the dynamic count (OpenACC 3.4 2.6.7,
//! 2.7.8). OpenMP has one count. Dialects with a `hold` modifier have both; with shared memory, nothing is counted.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::flow::releases::{holder, is_counted_again};
use clacc_sema::program::place::{At, Place};
use clacc_syntax::directive::AccClause;

use crate::codes;
use crate::dialect::OptionalWord;
use crate::rules::core::build::places;
use crate::rules::core::{Context, Mapped};

/// Returns the verdict on a clause of `exit data` that would release data which an enclosing region holds; none if no region holds it, or
/// if the OpenMP form releases no more than OpenACC does.
pub(crate) fn refused(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    let is_exit = matches!(clause.kind, AccClause::Copyout | AccClause::Delete);
    let lost = |place: &&Place| is_exit && holding(cx, place) == Holding::Lost;
    let place = places(clause.items()).map(|(_, place)| place).find(lost)?;
    let name = cx.view.place_text(place);
    Some(Mapped::refused(
        "a region around the directive holds the data, and OpenMP would release it",
        &codes::MAP0027,
        format!("a data region around this `exit data` holds `{name}`, and OpenMP has one reference count"),
    ))
}

/// Returns the list items of a clause whose data `exit data finalize` copies out: those that no region holds.
pub(super) fn copied_out<'a>(
    cx: &Context<'a>,
    clause: &'a Clause,
) -> impl Iterator<Item = (At, &'a Place)> + use<'a> {
    let cx = *cx;
    let is_copied = clause.kind == AccClause::Copyout;
    places(clause.items()).filter(move |(_, place)| is_copied && holding(&cx, place) != Holding::Kept)
}

/// The effect of an `exit data` in the OpenMP form on its data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holding {
    /// No enclosing data construct holds the data, or reference counting is as in OpenACC, or nothing is counted.
    None,
    /// An enclosing data construct holds the data, in OpenMP too.
    Kept,
    /// An enclosing data construct holds the data, but in OpenMP the data would be released.
    Lost,
}

fn holding(cx: &Context<'_>, place: &Place) -> Holding {
    if cx.dialect.shares_memory() {
        return Holding::None;
    }
    let Some((data, clause)) = holder(cx.facts, cx.id, place) else { return Holding::None };
    let is_finalized = cx.clause(AccClause::Finalize).is_some();
    let is_mapped = clause.kind != AccClause::NoCreate || cx.dialect.has(OptionalWord::NoAlloc);
    let is_conditional = cx.clauses_of(data).any(|clause| clause.kind == AccClause::If);
    if cx.dialect.has(OptionalWord::Hold) && is_mapped {
        return if is_finalized && is_conditional { Holding::Lost } else { Holding::Kept };
    }
    let is_counted = is_mapped && !is_finalized && is_counted_again(cx.view, cx.facts, cx.id, data, place);
    if is_counted { Holding::None } else { Holding::Lost }
}
