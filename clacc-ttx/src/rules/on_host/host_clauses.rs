//! Clauses in programs that run on the host alone: only side effects of their evaluation remain.

use clacc_sema::acc::clauses::{Clause, DataModifier};
use clacc_sema::omp::form::{Omp, Origin};
use clacc_sema::program::place::At;

use crate::rules::core::build::places;
use crate::rules::core::table::ClauseRule::{self, By, Dropped};
use crate::rules::core::{Build, Context, Mapped, data_modifiers};
use clacc_syntax::directive::AccClause;

pub(super) const NO_DATA: &str = "host memory is device memory";

const NO_DEVICE: &str = "the host itself executes it";

pub(super) const AT_ONCE: &str = "the host executes everything at once, in the order of the program";

/// A clause that names data.
pub(super) const ON_DATA: ClauseRule = By(moves_nothing);

/// A clause that determines where, or by how many gangs, workers or lanes, a construct is executed.
pub(super) const ON_DEVICE: ClauseRule = By(chooses_nothing);

/// A clause about queues.
pub(super) const ON_QUEUES: ClauseRule = By(waits_for_nothing);

/// Data clauses, and clauses that determine when and where the data is moved.
pub(super) const DATA_CLAUSES: &[(AccClause, ClauseRule)] = &[
    (AccClause::Present, ON_DATA),
    (AccClause::Copy, ON_DATA),
    (AccClause::Copyin, ON_DATA),
    (AccClause::Copyout, ON_DATA),
    (AccClause::Create, ON_DATA),
    (AccClause::NoCreate, ON_DATA),
    (AccClause::Deviceptr, ON_DATA),
    (AccClause::Attach, ON_DATA),
    (AccClause::Default, Dropped(NO_DATA)),
    (AccClause::If, ON_DEVICE),
    (AccClause::Async, ON_QUEUES),
    (AccClause::Wait, ON_QUEUES),
];

fn moves_nothing(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let bounds = places(clause.items()).flat_map(|(_, place)| place.expressions());
    let mapped = evaluated(cx, build, clause, bounds.collect(), NO_DATA);
    if clause.modifiers.contains(&DataModifier::Capture) {
        // The clause is left out, so the effect of the modifier is lost.
        return data_modifiers::captured(clause, Mapped::exact(NO_DATA));
    }
    mapped
}

fn chooses_nothing(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    evaluated(cx, build, clause, clause.values(), NO_DEVICE)
}

fn waits_for_nothing(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    evaluated(cx, build, clause, clause.values(), AT_ONCE)
}

/// Leaves out a clause, and evaluates its arguments once if they have side effects.
fn evaluated(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    values: Vec<At>,
    reason: &'static str,
) -> Mapped {
    for value in values.into_iter().filter(|value| cx.view.has_side_effects(*value)) {
        build.push_before(Omp::Evaluate { value, origin: Origin::Clause(clause.id) });
    }
    Mapped::dropped(reason)
}
