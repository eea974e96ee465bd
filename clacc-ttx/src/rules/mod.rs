//! The default rules, one table per construct: the tables of the Clacc compiler's design.
//!
//! A policy that overrides a rule can still call the default and change the node that it returns.

mod apart;
mod build;
mod compute;
mod conditions;
mod context;
mod control;
mod data;
mod design;
mod held;
mod host_values;
mod kernels;
mod loop_headers;
mod loops;
mod maps;
mod privates;
mod queues;
mod reductions;
mod serial;
mod several;
mod structs;
mod table;
mod updates;
mod visible;

pub use build::Build;
pub use context::Context;
pub use loops::loop_;
pub use table::{ClauseRule, ConstructRule, ImplicitRule, Mapped, apply};

use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;

use crate::codes;
use crate::node::OmpNode;
use crate::verdict::{Fidelity, Subject, Verdict};

/// `update` -> `target update`.
pub fn update(cx: &Context<'_>) -> OmpNode {
    apply(&updates::UPDATE, cx)
}

/// `enter data` -> `target enter data`.
pub fn enter_data(cx: &Context<'_>) -> OmpNode {
    apply(&data::ENTER_DATA, cx)
}

/// `exit data` -> `target exit data`.
pub fn exit_data(cx: &Context<'_>) -> OmpNode {
    let has_finalize = cx.clause(AccClause::Finalize).is_some();
    apply(if has_finalize { &data::EXIT_DATA_FINALIZE } else { &data::EXIT_DATA }, cx)
}

/// `data` -> `target data`.
pub fn data(cx: &Context<'_>) -> OmpNode {
    apply(&data::DATA, cx)
}

/// `parallel` -> `target teams`.
pub fn parallel(cx: &Context<'_>) -> OmpNode {
    apply(&compute::PARALLEL, cx)
}

/// `serial` -> `target teams` with one team of one thread.
pub fn serial(cx: &Context<'_>) -> OmpNode {
    apply(&serial::SERIAL, cx)
}

/// `kernels` -> `target teams`, with one team unless gangs share the one loop that it consists of.
pub fn kernels(cx: &Context<'_>) -> OmpNode {
    apply(&kernels::KERNELS, cx)
}

/// `wait` -> `taskwait`, or calls of the runtime library.
pub fn wait(cx: &Context<'_>) -> OmpNode {
    apply(&queues::WAIT, cx)
}

/// `init`, `shutdown` and `set` -> calls of the runtime library.
pub fn device_control(cx: &Context<'_>) -> OmpNode {
    apply(&control::DEVICE_CONTROL, cx)
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
        AccDirective::Loop => &[&loops::PARTITIONED, &loops::SEQUENTIAL],
        AccDirective::Wait => &[&queues::WAIT],
        AccDirective::Init | AccDirective::Shutdown | AccDirective::Set => &[&control::DEVICE_CONTROL],
        _ => &[],
    }
}

/// The node of a construct for which the policy has no form.
pub fn unmapped(cx: &Context<'_>) -> OmpNode {
    let message = format!("`acc {}` has no OpenMP form under this mapping", cx.construct().kind.text());
    let finding = Diagnostic::new(&codes::MAP0001, cx.directive_range(), message);
    rejected(cx, "the mapping has no form for this directive", vec![finding])
}

/// The node of a construct with an error, or with words that were ignored.
pub fn broken(cx: &Context<'_>) -> OmpNode {
    rejected(cx, "an error was reported for this directive", Vec::new())
}

/// The node of a construct on which the policy failed.
pub(crate) fn faulty(cx: &Context<'_>, code: &'static Code, fault: &str) -> OmpNode {
    let kind = cx.construct().kind.text();
    let message = format!("the mapping policy failed on `acc {kind}`: {fault}");
    let finding = Diagnostic::new(code, cx.directive_range(), message);
    rejected(cx, "the mapping policy failed", vec![finding])
}

fn rejected(cx: &Context<'_>, reason: &'static str, diagnostics: Vec<Diagnostic<TokenRange>>) -> OmpNode {
    let verdict = |subject| Verdict { subject, fidelity: Fidelity::Unsupported, reason };
    let clauses = cx.construct().clauses.iter().map(|id| verdict(Subject::Clause(*id)));
    OmpNode {
        verdicts: std::iter::once(verdict(Subject::Directive)).chain(clauses).collect(),
        diagnostics,
        ..OmpNode::default()
    }
}
