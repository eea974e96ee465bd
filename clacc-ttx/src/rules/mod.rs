//! The default rules, one function per construct: the tables of the Clacc compiler's design.
//!
//! A policy that overrides a rule can still call the default and change the node that it returns.

mod builder;
mod compute;
mod conditions;
mod context;
mod control;
mod data;
mod loops;
mod privates;
mod queues;
mod reductions;
mod unfinished;

pub use builder::NodeBuilder;
pub use compute::parallel;
pub use context::Context;
pub use control::device_control;
pub use data::{data, enter_data, exit_data, update};
pub use loops::loop_;
pub use queues::wait;

use clacc_syntax::diagnostics::Diagnostic;

use crate::codes;
use crate::omp::{Fidelity, OmpNode, Verdict};

/// The node of a construct that the policy has no form for.
pub fn unmapped(cx: &Context<'_>) -> OmpNode {
    let message = format!("`acc {}` has no OpenMP form under this mapping", cx.construct().kind.text());
    let finding = Diagnostic::new(&codes::MAP0001, cx.directive_range(), message);
    rejected(cx, "the mapping has no form for this directive", vec![finding])
}

/// The node of a construct for which an error was reported, or words that were ignored.
pub fn broken(cx: &Context<'_>) -> OmpNode {
    rejected(cx, "an error was reported for this directive", Vec::new())
}

fn rejected(
    cx: &Context<'_>,
    reason: &'static str,
    diagnostics: Vec<Diagnostic<clacc_syntax::token::TokenRange>>,
) -> OmpNode {
    let verdict = |clause| Verdict { clause, modifier: None, fidelity: Fidelity::Unsupported, reason };
    let clauses = cx.construct().clauses.iter().map(|id| verdict(Some(*id)));
    OmpNode {
        verdicts: std::iter::once(verdict(None)).chain(clauses).collect(),
        diagnostics,
        ..OmpNode::default()
    }
}
