//! `serial` -> `target teams` with one team of one thread.
//!
//! The construct has one gang of one worker with one vector lane (OpenACC 3.4 2.5.2), so its loops have no
//! directive. Clauses and attributes are those of `parallel`.

use clacc_sema::acc::RoutineLevel;
use clacc_sema::omp::form::{Argument, Operand};
use clacc_sema::program::place::Value;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::kernel_starts;
use super::parallel::{self, WITHOUT_CLAUSE};
use crate::dialect::Fault;
use crate::rules::copies::privates;
use crate::rules::copies::reductions::reduction;
use crate::rules::core::table::ClauseRule::By;
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, conditions};
use crate::rules::data::maps::OF_STRUCTURED;
use crate::rules::loops::lone_thread::calls_shared_loops;
use crate::rules::members::{nested_members, structs};
use crate::rules::queues::async_queues;

/// `serial` -> `target teams num_teams(1) thread_limit(1)`.
pub(crate) const SERIAL: ConstructRule = ConstructRule {
    directive: |_, _| Some(OmpDirective::TargetTeams),
    clauses: &[
        (AccClause::Deviceptr, By(parallel::deviceptr)),
        (AccClause::If, By(conditions::of_compute)),
        (AccClause::SelfClause, By(conditions::of_compute)),
        (AccClause::Private, By(privates::private)),
        (AccClause::Firstprivate, By(privates::firstprivate)),
        (AccClause::Reduction, By(reduction)),
    ],
    common: OF_STRUCTURED,
    first: &[one_thread],
    implicit: WITHOUT_CLAUSE,
    last: async_queues::OF_TASKS,
    complete: &[structs::check_held, nested_members::lead, structs::arrange, kernel_starts::begin],
};

/// The reason for one team.
pub(crate) const ONE_GANG: &str = "one gang executes the construct";

/// The reason for one team where a function for gangs is called.
const FOR_GANGS: &str = "one gang executes the construct, and a function that it calls needs a team";

/// The reason for one thread of a team.
pub(crate) const ONE_WORKER: &str = "the gang has one worker";

/// Adds the sizes of one team of one thread.
pub(crate) fn one_thread(cx: &Context<'_>, build: &mut Build<'_>) {
    for (kind, why) in sizes_of_one(cx, ONE_GANG) {
        let one = Operand::Value(Value::constant(1));
        build.push_needed(Argument::Value(kind, one), why);
    }
}

/// Returns the clauses that say 1 where one thread executes statements of a construct, with their reasons.
pub(super) fn sizes_of_one(
    cx: &Context<'_>,
    one_gang: &'static str,
) -> impl Iterator<Item = (OmpClause, &'static str)> {
    let has_limit = !calls_shared_loops(cx) || !cx.avoids(Fault::LimitedTeams);
    // A function for gangs has `distribute`, which has to be inside of `teams`.
    let needs_teams = cx.construct().called_level == Some(RoutineLevel::Gang);
    let teams = (OmpClause::NumTeams, if needs_teams { FOR_GANGS } else { one_gang });
    let limit = (OmpClause::ThreadLimit, ONE_WORKER);
    std::iter::once(teams).chain(has_limit.then_some(limit))
}
