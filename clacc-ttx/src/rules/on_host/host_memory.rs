//! The tables of dialect `host`: the program runs on the host alone, and host memory is device memory.
//!
//! Such a device needs no copies of data, so clauses and directives that move or keep data are left out (OpenACC 3.4 2.6: on a device that
//! shares the memory of the local thread, no data is allocated or copied). Asynchronous work is done immediately, in program order.
//! Expressions in clauses are still evaluated if they have side effects.

use clacc_sema::omp::form::{Omp, Origin};
use clacc_syntax::directive::{AccClause, AccDirective};

use super::host_clauses::{AT_ONCE, DATA_CLAUSES, NO_DATA, ON_DATA, ON_DEVICE, ON_QUEUES};
use super::{host_compute, host_gangs, host_loops};
use crate::rules::core::table::ClauseRule::{self, Dropped};
use crate::rules::core::table::{ConstructRule, ImplicitRule};
use crate::rules::core::{Build, Context};
use crate::rules::loops::atomic;
use crate::rules::queues::control;
use crate::verdict::Fidelity;

const DATA: ConstructRule =
    ConstructRule { common: DATA_CLAUSES, complete: WITHOUT_DATA, ..ConstructRule::EMPTY };

const ENTER_DATA: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::Copyin, ON_DATA),
        (AccClause::Create, ON_DATA),
        (AccClause::Attach, ON_DATA),
        (AccClause::If, ON_DEVICE),
        (AccClause::Async, ON_QUEUES),
        (AccClause::Wait, ON_QUEUES),
    ],
    complete: WITHOUT_DATA,
    ..ConstructRule::EMPTY
};

const EXIT_DATA: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::Copyout, ON_DATA),
        (AccClause::Delete, ON_DATA),
        (AccClause::Detach, ON_DATA),
        (AccClause::Finalize, Dropped(NO_DATA)),
        (AccClause::If, ON_DEVICE),
        (AccClause::Async, ON_QUEUES),
        (AccClause::Wait, ON_QUEUES),
    ],
    complete: WITHOUT_DATA,
    ..ConstructRule::EMPTY
};

const UPDATE: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::SelfClause, ON_DATA),
        (AccClause::Device, ON_DATA),
        (AccClause::IfPresent, Dropped(NO_DATA)),
        (AccClause::If, ON_DEVICE),
        (AccClause::Async, ON_QUEUES),
        (AccClause::Wait, ON_QUEUES),
    ],
    complete: WITHOUT_DATA,
    ..ConstructRule::EMPTY
};

const HOST_DATA: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::UseDevice, ON_DATA),
        (AccClause::IfPresent, Dropped(NO_DATA)),
        (AccClause::If, ON_DEVICE),
    ],
    complete: WITHOUT_DATA,
    ..ConstructRule::EMPTY
};

const DECLARE_AT_FILE_SCOPE: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::Create, Dropped(NO_DATA)),
        (AccClause::Copyin, Dropped(NO_DATA)),
        (AccClause::DeviceResident, Dropped(NO_DATA)),
        (AccClause::Link, Dropped(NO_DATA)),
    ],
    complete: WITHOUT_DATA,
    ..ConstructRule::EMPTY
};

const DECLARE_IN_FUNCTION: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::Present, Dropped(NO_DATA)),
        (AccClause::Copy, Dropped(NO_DATA)),
        (AccClause::Copyin, Dropped(NO_DATA)),
        (AccClause::Copyout, Dropped(NO_DATA)),
        (AccClause::Create, Dropped(NO_DATA)),
        (AccClause::DeviceResident, Dropped(NO_DATA)),
        (AccClause::Deviceptr, Dropped(NO_DATA)),
    ],
    complete: WITHOUT_DATA,
    ..ConstructRule::EMPTY
};

const CACHE: ConstructRule = ConstructRule { complete: WITHOUT_DATA, ..ConstructRule::EMPTY };

const VERSION: ClauseRule = Dropped("the host calls the function itself");

const ROUTINE: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::Gang, VERSION),
        (AccClause::Worker, VERSION),
        (AccClause::Vector, VERSION),
        (AccClause::Seq, VERSION),
        (AccClause::Nohost, VERSION),
        (AccClause::DeviceType, VERSION),
        (AccClause::Bind, VERSION),
    ],
    complete: &[|_, build| {
        build.directive_verdict(Fidelity::Dropped, "the host calls the function itself");
    }],
    ..ConstructRule::EMPTY
};

const WAIT: ConstructRule = ConstructRule {
    clauses: &[(AccClause::Async, ON_QUEUES), (AccClause::If, ON_DEVICE)],
    implicit: &[waits],
    ..ConstructRule::EMPTY
};

const WITHOUT_DATA: &[ImplicitRule] = &[|_, build| build.directive_verdict(Fidelity::Dropped, NO_DATA)];

/// The tables from which the rules of a construct are chosen in programs that run on the host alone; none for a construct that no rule
/// maps.
pub fn tables(kind: AccDirective) -> &'static [&'static ConstructRule] {
    match kind {
        AccDirective::Update => &[&UPDATE],
        AccDirective::EnterData => &[&ENTER_DATA],
        AccDirective::ExitData => &[&EXIT_DATA],
        AccDirective::Data => &[&DATA],
        AccDirective::Parallel => &[&host_compute::PARALLEL, &host_gangs::PARALLEL],
        AccDirective::Serial => &[&host_compute::SERIAL],
        AccDirective::Kernels => &[&host_compute::KERNELS],
        AccDirective::Loop => &[&host_loops::SHARED, &host_loops::OF_ONE_THREAD],
        AccDirective::HostData => &[&HOST_DATA],
        AccDirective::Atomic => &[&atomic::ATOMIC, &atomic::COLLECTED],
        AccDirective::Cache => &[&CACHE],
        AccDirective::Wait => &[&WAIT],
        AccDirective::Declare => &[&DECLARE_AT_FILE_SCOPE, &DECLARE_IN_FUNCTION],
        AccDirective::Routine => &[&ROUTINE],
        AccDirective::Init | AccDirective::Shutdown | AccDirective::Set => &[&control::DEVICE_CONTROL],
        _ => &[],
    }
}

/// Returns the table for a construct other than a loop.
pub(crate) fn table(cx: &Context<'_>) -> Option<&'static ConstructRule> {
    let construct = cx.construct();
    match (construct.kind, construct.written) {
        (AccDirective::Data, AccDirective::Declare) => Some(&DECLARE_IN_FUNCTION),
        (AccDirective::Parallel, _) if cx.is_in_host_gangs() => Some(&host_gangs::PARALLEL),
        (kind, _) => tables(kind).first().copied(),
    }
}

fn waits(cx: &Context<'_>, build: &mut Build<'_>) {
    let argument = cx.construct().seldom.wait.clone().unwrap_or_default();
    let values = argument.device.into_iter().chain(argument.queues.iter().copied());
    for value in values.filter(|value| cx.view.has_side_effects(*value)) {
        build.push_before(Omp::Evaluate { value, origin: Origin::Directive(cx.construct().directive) });
    }
    build.directive_verdict(Fidelity::Dropped, AT_ONCE);
}
