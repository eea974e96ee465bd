//! The default rules, one table per construct: the tables of the Clacc compiler's design.
//!
//! A policy that overrides a rule can still call the default and change the node that it returns.

mod apart;
mod associated_loops;
mod assumed_apart;
mod atomic;
mod attach;
mod bound;
mod build;
mod collected_atomics;
mod combiners;
mod compute;
mod conditions;
mod constant_pointers;
mod context;
mod control;
mod covered;
mod data;
mod data_modifiers;
mod declare;
mod deferred_data;
mod design;
mod device_members;
mod device_statics;
mod device_types;
mod element_members;
mod flexible_members;
mod found_anyway;
mod gang_dimensions;
mod gang_sizes;
mod held;
mod histograms;
mod host_clauses;
mod host_compute;
mod host_data;
mod host_gangs;
mod host_loops;
mod host_memory;
mod host_threads;
mod host_values;
mod implied_reductions;
pub(crate) mod inner_loops;
mod interchanged_loops;
mod kernel_parts;
mod kernels;
mod lane_hazards;
mod left_implicit;
mod lone_lanes;
mod loop_headers;
mod loop_levels;
mod loop_nests;
mod loops;
mod maps;
mod member_directives;
mod member_targets;
mod member_updates;
mod members;
mod mentioned_members;
mod modifier_code;
mod motion;
mod nested_members;
mod optional_data;
mod pointer_loops;
mod pointer_table;
mod pointer_updates;
mod privates;
mod queues;
mod reductions;
mod region_end;
mod routine;
mod rows;
mod schedules;
mod section_bounds;
mod serial;
mod several;
mod single_members;
mod small_loops;
mod structs;
mod table;
mod team_copies;
mod temporaries;
mod updates;
mod variable_pointers;
mod visible;

pub use build::Build;
pub use context::Context;
pub use host_gangs::host_threads;
pub use host_memory::tables as host_tables;
pub use host_threads::HostThreads;
pub use lane_hazards::LaneHazards;
pub use table::{ClauseRule, ConstructRule, ImplicitRule, Mapped, apply};

use clacc_sema::acc;
use clacc_sema::program::directive::Scope;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::slim::Slim;
use clacc_syntax::token::TokenRange;

use crate::codes;
use crate::node::OmpNode;
use crate::verdict::{Fidelity, Subject, Verdict};

/// Applies the rule of a construct: this one, or that of a program that runs on the host alone.
fn choose(cx: &Context<'_>, rule: &ConstructRule) -> OmpNode {
    let of_host = cx.dialect.is_for_host().then(|| host_memory::table(cx)).flatten();
    apply(of_host.unwrap_or(rule), cx)
}

/// `update` -> `target update`.
pub fn update(cx: &Context<'_>) -> OmpNode {
    choose(cx, &updates::UPDATE)
}

/// `enter data` -> `target enter data`.
pub fn enter_data(cx: &Context<'_>) -> OmpNode {
    choose(cx, &data::ENTER_DATA)
}

/// `exit data` -> `target exit data`.
pub fn exit_data(cx: &Context<'_>) -> OmpNode {
    let has_finalize = cx.clause(AccClause::Finalize).is_some();
    choose(cx, if has_finalize { &data::EXIT_DATA_FINALIZE } else { &data::EXIT_DATA })
}

/// `data`, and `declare` in a function -> `target data`.
pub fn data(cx: &Context<'_>) -> OmpNode {
    choose(
        cx,
        if cx.construct().written == AccDirective::Declare { &declare::IN_FUNCTION } else { &data::DATA },
    )
}

/// `parallel` -> `target teams`.
pub fn parallel(cx: &Context<'_>) -> OmpNode {
    choose(cx, &compute::PARALLEL)
}

/// `loop` -> `distribute`, `parallel for`, `simd` and their combinations; no directive for a sequential loop.
pub fn loop_(cx: &Context<'_>) -> OmpNode {
    if cx.dialect.is_for_host() && cx.construct().loop_facts.is_some() {
        return apply(host_loops::rule_of(cx), cx);
    }
    loops::loop_(cx)
}

/// `host_data` -> `target data`.
pub fn host_data(cx: &Context<'_>) -> OmpNode {
    choose(cx, &host_data::HOST_DATA)
}

/// `atomic` -> `atomic`.
pub fn atomic(cx: &Context<'_>) -> OmpNode {
    if histograms::is_collected(cx) {
        return apply(&atomic::COLLECTED, cx);
    }
    choose(cx, &atomic::ATOMIC)
}

/// `cache` -> nothing.
pub fn cache(cx: &Context<'_>) -> OmpNode {
    choose(cx, &host_data::CACHE)
}

/// `serial` -> `target teams` with one team of one thread.
pub fn serial(cx: &Context<'_>) -> OmpNode {
    choose(cx, &serial::SERIAL)
}

/// `kernels` -> `target teams`, with one team unless gangs share the one loop that it consists of.
pub fn kernels(cx: &Context<'_>) -> OmpNode {
    choose(cx, &kernels::KERNELS)
}

/// `wait` -> `taskwait`, or calls of the runtime library.
pub fn wait(cx: &Context<'_>) -> OmpNode {
    choose(cx, &queues::WAIT)
}

/// `init`, `shutdown` and `set` -> calls of the runtime library.
pub fn device_control(cx: &Context<'_>) -> OmpNode {
    choose(cx, &control::DEVICE_CONTROL)
}

/// `declare` at file scope -> `declare target`. In a function with statements behind it, it is a `data` construct.
pub fn declare(cx: &Context<'_>) -> OmpNode {
    if cx.view.scope_of(cx.construct().directive) != Scope::File {
        return unmapped(cx);
    }
    choose(cx, &declare::AT_FILE_SCOPE)
}

/// `routine` -> `declare target`.
pub fn routine(cx: &Context<'_>) -> OmpNode {
    choose(cx, &routine::ROUTINE)
}

/// The tables that the default rules of a construct choose from; none for a construct that no rule maps.
pub fn tables(kind: AccDirective) -> &'static [&'static ConstructRule] {
    match kind {
        AccDirective::Update => &[&updates::UPDATE],
        AccDirective::EnterData => &[&data::ENTER_DATA],
        AccDirective::ExitData => &[&data::EXIT_DATA, &data::EXIT_DATA_FINALIZE],
        AccDirective::Data => &[&data::DATA],
        AccDirective::Parallel => &[&compute::PARALLEL],
        AccDirective::Serial => &[&serial::SERIAL],
        AccDirective::Kernels => &[&kernels::KERNELS],
        AccDirective::Loop => &[&loops::PARTITIONED, &loops::SEQUENTIAL, &loops::COLLAPSED],
        AccDirective::HostData => &[&host_data::HOST_DATA],
        AccDirective::Atomic => &[&atomic::ATOMIC],
        AccDirective::Cache => &[&host_data::CACHE],
        AccDirective::Wait => &[&queues::WAIT],
        AccDirective::Declare => &[&declare::AT_FILE_SCOPE, &declare::IN_FUNCTION],
        AccDirective::Routine => &[&routine::ROUTINE],
        AccDirective::Init | AccDirective::Shutdown | AccDirective::Set => &[&control::DEVICE_CONTROL],
        _ => &[],
    }
}

/// The node of a construct for which the policy has no form.
pub fn unmapped(cx: &Context<'_>) -> OmpNode {
    let message = format!("`acc {}` has no OpenMP form under this mapping", cx.construct().written.text());
    let finding = Diagnostic::new(&codes::MAP0001, cx.directive_range(), message);
    rejected(cx, "the mapping has no form for this directive", vec![finding])
}

/// The node of a construct with an error, or with words that were ignored.
pub fn broken(cx: &Context<'_>) -> OmpNode {
    // What the design reports beside the errors of the list items.
    let is_reported = cx.dialect.follows_design() && cx.construct().is_left_empty;
    let finding = || {
        let message = format!("no clause of `acc {}` is left that names data", cx.construct().written.text());
        Diagnostic::new(&acc::codes::ACC0057, cx.directive_range(), message)
    };
    let findings = is_reported.then(finding).into_iter().collect();
    rejected(cx, "an error was reported for this directive", findings)
}

/// Whether what runs the function may execute a directive in it: devices execute loops and atomic statements.
pub(crate) fn may_run(cx: &Context<'_>) -> bool {
    use AccDirective as D;
    let kind = cx.construct().kind;
    cx.facts.routine.is_none() || matches!(kind, D::Loop | D::Atomic | D::Cache | D::Routine | D::Declare)
}

/// The node of a directive in a function for devices that devices do not execute.
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

/// The node of a construct on which the policy failed.
pub(crate) fn faulty(cx: &Context<'_>, code: &'static Code, fault: &str) -> OmpNode {
    failed(cx, code, cx.construct().written.text(), fault)
}

/// The nodes of both halves of a directive on which the policy panicked. It is one finding, of the outer half.
pub(crate) fn panicked(outer: &Context<'_>, inner: &Context<'_>, fault: &str) -> [OmpNode; 2] {
    let name = [outer, inner].map(|cx| cx.construct().written.text()).join(" ");
    let [of_outer, of_inner] = [outer, inner].map(|cx| failed(cx, &codes::MAP0037, &name, fault));
    [of_outer, OmpNode { diagnostics: Slim::default(), ..of_inner }]
}

/// The node of a construct of a directive on which the policy failed.
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
        diagnostics: diagnostics.into(),
        ..OmpNode::default()
    }
}
