//! The default rules, one table per construct: the tables of the Clacc compiler's design.
//!
//! A policy that overrides a rule can still call the default and change the node that it returns. A rule is a row of a table: a
//! clause and the function that maps it, such as `(AccClause::Async, By(deferred_data::async_clause))`. That function returns one
//! [`Mapped`], the verdict of the clause. A clause without a row is unsupported; `tests/tables.rs` holds a reason for each legal
//! clause without one. Where editions of the design differ, the function of the row asks a field of `DesignEdition`; where
//! compilers differ, it asks `cx.dialect`. So a policy that follows another edition overrides no rule.
//!
//! # Rooms
//! `tests/rooms.rs` of the workspace reads this table and checks every `use` against it. This module lies above the rooms: it chooses
//! the table of a construct, and says which rules every construct has (`OF_ALL`).
//!
//! | room | may use | what it holds |
//! |---|---|---|
//! | core | | tables and their driver (`table`), the input of a rule (`context`), the node under construction (`build`); places, bounds and conditions in OpenMP |
//! | copies | core | `private`, `firstprivate`, `reduction`; scalars of which each iteration has a copy |
//! | queues | copies, core | `async`, `wait`; directives that control devices |
//! | members | copies, core, queues | structs and their members, rows behind tables of pointers, attachment of pointers |
//! | data | copies, core, members, queues | data clauses, and directives about data |
//! | loops | copies, core | levels of loops, loops associated with one directive, directives for inner loops, `atomic`; constructs that one thread executes |
//! | compute | copies, core, data, loops, members, queues | `parallel`, `serial`, `kernels` on devices; `routine` |
//! | on_host | compute, copies, core, loops, queues | all constructs of programs that run on the threads of the host alone |

mod compute;
mod copies;
mod core;
mod data;
pub(crate) mod loops;
mod members;
mod on_host;
mod queues;

pub(crate) use self::compute::kernel_parts::ONE_GANG_OF_PART;
pub(crate) use self::compute::serial::{ONE_GANG, ONE_WORKER};
pub use self::core::{
    Build, ClauseRule, ConstructRule, Context, HostThreads, ImplicitRule, LaneHazards, Mapped,
};
pub use self::on_host::{host_gangs::host_threads, host_memory::tables as host_tables};

use clacc_sema::acc;
use clacc_sema::program::directive::Scope;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;

use self::core::table::OfAll;
use self::data::data_directives::{DATA, ENTER_DATA, EXIT_DATA, EXIT_DATA_FINALIZE};
use self::data::declare;
use self::loops::loop_directives::{COLLAPSED, PARTITIONED, SEQUENTIAL};
use self::queues::control::DEVICE_CONTROL;
use crate::codes;
use crate::node::OmpNode;
use crate::verdict::{Fidelity, Subject, Verdict};

/// Rules that the driver adds to the rule of every construct.
const OF_ALL: OfAll = OfAll {
    refused: data::design::refused,
    complete: &[loops::inner_loops::proven, loops::interchanged_loops::proven, compute::kernel_parts::divide],
};

/// Maps a construct by its rule.
pub fn apply(rule: &ConstructRule, cx: &Context<'_>) -> OmpNode {
    core::table::apply(rule, &OF_ALL, cx)
}

/// Applies a construct's rule, or the one for programs that run on the host alone.
fn choose(cx: &Context<'_>, rule: &ConstructRule) -> OmpNode {
    let of_host = cx.dialect.is_for_host().then(|| on_host::host_memory::table(cx)).flatten();
    apply(of_host.unwrap_or(rule), cx)
}

/// `update` -> `target update`.
pub fn update(cx: &Context<'_>) -> OmpNode {
    choose(cx, &data::updates::UPDATE)
}

/// `enter data` -> `target enter data`.
pub fn enter_data(cx: &Context<'_>) -> OmpNode {
    choose(cx, &ENTER_DATA)
}

/// `exit data` -> `target exit data`.
pub fn exit_data(cx: &Context<'_>) -> OmpNode {
    let has_finalize = cx.clause(AccClause::Finalize).is_some();
    choose(cx, if has_finalize { &EXIT_DATA_FINALIZE } else { &EXIT_DATA })
}

/// `data`, and `declare` in a function -> `target data`.
pub fn data(cx: &Context<'_>) -> OmpNode {
    choose(cx, if cx.construct().written == AccDirective::Declare { &declare::IN_FUNCTION } else { &DATA })
}

/// `parallel` -> `target teams`.
pub fn parallel(cx: &Context<'_>) -> OmpNode {
    choose(cx, &compute::parallel::PARALLEL)
}

/// `loop` -> `distribute`, `parallel for`, `simd` and their combinations; no directive for a sequential loop.
pub fn loop_(cx: &Context<'_>) -> OmpNode {
    if cx.construct().loop_facts.is_none() {
        return unmapped(cx);
    }
    let is_host = cx.dialect.is_for_host();
    let rule_of = if is_host { on_host::host_loops::rule_of } else { loops::loop_directives::rule_of };
    apply(rule_of(cx), cx)
}

/// `host_data` -> `target data`.
pub fn host_data(cx: &Context<'_>) -> OmpNode {
    choose(cx, &data::host_data::HOST_DATA)
}

/// `atomic` -> `atomic`.
pub fn atomic(cx: &Context<'_>) -> OmpNode {
    if loops::histograms::is_collected(cx) {
        return apply(&loops::atomic::COLLECTED, cx);
    }
    choose(cx, &loops::atomic::ATOMIC)
}

/// `cache` -> nothing.
pub fn cache(cx: &Context<'_>) -> OmpNode {
    choose(cx, &data::host_data::CACHE)
}

/// `serial` -> `target teams` with one team of one thread.
pub fn serial(cx: &Context<'_>) -> OmpNode {
    choose(cx, &compute::serial::SERIAL)
}

/// `kernels` -> `target teams`, with one team unless gangs share the one loop that it consists of.
pub fn kernels(cx: &Context<'_>) -> OmpNode {
    choose(cx, &compute::kernels::KERNELS)
}

/// `wait` -> `taskwait`, or calls of the runtime library.
pub fn wait(cx: &Context<'_>) -> OmpNode {
    choose(cx, &queues::async_queues::WAIT)
}

/// `init`, `shutdown` and `set` -> calls of the runtime library.
pub fn device_control(cx: &Context<'_>) -> OmpNode {
    choose(cx, &DEVICE_CONTROL)
}

/// `declare` at file scope -> `declare target`. In a function, a `declare` with statements after it is a `data` construct.
pub fn declare(cx: &Context<'_>) -> OmpNode {
    if cx.view.scope_of(cx.construct().directive) != Scope::File {
        return unmapped(cx);
    }
    choose(cx, &declare::AT_FILE_SCOPE)
}

/// `routine` -> `declare target`.
pub fn routine(cx: &Context<'_>) -> OmpNode {
    choose(cx, &compute::routine::ROUTINE)
}

/// The tables from which the default rules of a construct choose; none for a construct that no rule maps.
pub fn tables(kind: AccDirective) -> &'static [&'static ConstructRule] {
    match kind {
        AccDirective::Update => &[&data::updates::UPDATE],
        AccDirective::EnterData => &[&ENTER_DATA],
        AccDirective::ExitData => &[&EXIT_DATA, &EXIT_DATA_FINALIZE],
        AccDirective::Data => &[&DATA],
        AccDirective::Parallel => &[&compute::parallel::PARALLEL],
        AccDirective::Serial => &[&compute::serial::SERIAL],
        AccDirective::Kernels => &[&compute::kernels::KERNELS],
        AccDirective::Loop => &[&PARTITIONED, &SEQUENTIAL, &COLLAPSED],
        AccDirective::HostData => &[&data::host_data::HOST_DATA],
        AccDirective::Atomic => &[&loops::atomic::ATOMIC],
        AccDirective::Cache => &[&data::host_data::CACHE],
        AccDirective::Wait => &[&queues::async_queues::WAIT],
        AccDirective::Declare => &[&declare::AT_FILE_SCOPE, &declare::IN_FUNCTION],
        AccDirective::Routine => &[&compute::routine::ROUTINE],
        AccDirective::Init | AccDirective::Shutdown | AccDirective::Set => &[&DEVICE_CONTROL],
        _ => &[],
    }
}

/// Returns the node of a construct for which the policy has no form.
pub fn unmapped(cx: &Context<'_>) -> OmpNode {
    let message = format!("`acc {}` has no OpenMP form under this mapping", cx.construct().written.text());
    let finding = Diagnostic::new(&codes::MAP0001, cx.directive_range(), message);
    rejected(cx, "the mapping has no form for this directive", vec![finding])
}

/// Returns the node of a construct with an error, or with text that was ignored.
pub fn broken(cx: &Context<'_>) -> OmpNode {
    // The design reports an additional error beside those of the list items.
    let is_reported = cx.dialect.follows_design() && cx.construct().is_left_empty;
    let finding = || {
        let message = format!("no clause of `acc {}` is left that names data", cx.construct().written.text());
        Diagnostic::new(&acc::codes::ACC0057, cx.directive_range(), message)
    };
    let findings = is_reported.then(finding).into_iter().collect();
    rejected(cx, "an error was reported for this directive", findings)
}

/// Returns whether a directive can be executed where the function runs: devices execute loops and atomic statements.
pub(crate) fn may_run(cx: &Context<'_>) -> bool {
    use AccDirective as D;
    let kind = cx.construct().kind;
    cx.facts.routine.is_none() || matches!(kind, D::Loop | D::Atomic | D::Cache | D::Routine | D::Declare)
}

/// Returns the node of a directive in a device function that devices do not execute.
pub(crate) fn on_device(cx: &Context<'_>) -> OmpNode {
    let message = format!(
        "`acc {}` stands in a function that a `routine` directive makes one of devices",
        cx.construct().written.text()
    );
    // The design refuses such a function.
    let code = if cx.dialect.follows_design() { &acc::codes::ACC0052 } else { &codes::MAP0051 };
    let finding = Diagnostic::new(code, cx.directive_range(), message);
    rejected(cx, "no OpenMP device executes such a directive", vec![finding])
}

/// Returns the node of a construct on which the policy failed.
pub(crate) fn faulty(cx: &Context<'_>, code: &'static Code, fault: &str) -> OmpNode {
    failed(cx, code, cx.construct().written.text(), fault)
}

/// Returns the nodes of both halves of a directive on which the policy panicked. Only the outer half gets the finding.
pub(crate) fn panicked(outer: &Context<'_>, inner: &Context<'_>, fault: &str) -> [OmpNode; 2] {
    let name = [outer, inner].map(|cx| cx.construct().written.text()).join(" ");
    let [of_outer, of_inner] = [outer, inner].map(|cx| failed(cx, &codes::MAP0037, &name, fault));
    [of_outer, OmpNode { diagnostics: Vec::default(), ..of_inner }]
}

/// Returns the node of a construct on whose directive the policy failed.
fn failed(cx: &Context<'_>, code: &'static Code, name: &str, fault: &str) -> OmpNode {
    let message = format!("the mapping policy failed on `acc {name}`: {fault}");
    let finding = Diagnostic::new(code, cx.directive_range(), message);
    rejected(cx, "the mapping policy failed", vec![finding])
}

fn rejected(cx: &Context<'_>, reason: &'static str, diagnostics: Vec<Diagnostic<TokenRange>>) -> OmpNode {
    let code = diagnostics.first().map(|finding| finding.code);
    let verdict = |subject| Verdict { code, ..Verdict::new(subject, Fidelity::Unsupported, reason) };
    let construct = cx.construct();
    let clauses = construct.clauses.iter().chain(&construct.seldom.other_clauses);
    let clauses = clauses.map(|id| verdict(Subject::Clause(*id)));
    OmpNode {
        verdicts: std::iter::once(verdict(Subject::Directive)).chain(clauses).collect(),
        diagnostics,
        ..OmpNode::default()
    }
}
