//! Checks of the OpenMP directives in the source, which refuse what the specification forbids.
//!
//! Each module checks one subject, of one directive after the other. What OpenMP forbids in the execution of a program alone, in a function
//! that a region calls for example, is not checked.

mod allocated;
mod atomics;
mod branches;
mod canonical_loops;
mod clauses;
mod constructs;
mod context_selectors;
mod cx;
mod declared_mappers;
mod declared_reductions;
mod declared_targets;
mod errors;
pub mod for_functions;
mod hints;
mod items;
mod loop_nests;
mod nesting;
mod orphans;
mod places;
mod scans;
mod sections;
pub mod threadprivate;
mod undeclared;
pub mod unit;

use std::cell::OnceCell;

use clacc_syntax::ast::DirectiveId;

use self::clauses::DeclaredReductions;
use self::constructs::Constructs;
pub use self::cx::UnitQuestions;
use self::cx::{Cx, Finding, Findings};
use super::codes;
use crate::directives::legality;
use crate::program::View;

const LEGALITY: legality::Codes = legality::Codes {
    not_permitted: &codes::OMP0054,
    repeated: &codes::OMP0055,
    exclusive: &codes::OMP0056,
    missing: &codes::OMP0057,
    without_level: None,
    after_device_type: &codes::OMP0054,
};

/// Returns the findings about which clauses a directive takes, how often, and which exclude each other. They depend on no name.
pub fn clause_findings(view: View<'_>, directive: DirectiveId) -> Vec<Finding> {
    let mut found = Vec::new();
    legality::permitted_clauses(view, directive, &LEGALITY, &mut |finding| found.push(finding));
    found
}

/// The findings about the OpenMP directives of one external declaration, in the order of their places.
pub fn check(view: View<'_>, unit: UnitQuestions<'_>) -> Vec<Finding> {
    if view.program.order.iter().all(|id| view.directive(*id).kind.omp().is_none()) {
        return Vec::new();
    }
    let cx = Cx { view, constructs: Constructs::of(view), unit, before_no_function: OnceCell::new() };
    let reductions = DeclaredReductions::of(view, unit.declares_reduction);
    let mut report = Findings::new();
    for directive in view.program.order.iter().copied() {
        if view.directive(directive).kind.omp().is_some() {
            check_directive(&cx, directive, reductions, &mut report);
        }
    }
    branches::check(&cx, &mut report);
    scans::check(&cx, &mut report);
    nesting::check_calls(&cx, &mut report);
    threadprivate::check(&cx, &mut report);
    declared_reductions::check_repeated(&cx, &mut report);
    report.sort_by_key(|finding| (finding.primary.at, finding.code.id));
    report
}

fn check_directive(
    cx: &Cx<'_>,
    directive: DirectiveId,
    reductions: DeclaredReductions<'_>,
    report: &mut Findings,
) {
    let view = cx.view;
    let mut add = |finding| report.push(finding);
    let clauses = legality::permitted_clauses(view, directive, &LEGALITY, &mut add);
    places::check(cx, directive, report);
    loop_nests::check(cx, directive, &clauses, report);
    canonical_loops::check(cx, directive, &clauses, report);
    atomics::check(cx, directive, &clauses, report);
    hints::check(cx, directive, &clauses, report);
    errors::check(cx, directive, report);
    sections::check(cx, directive, report);
    if !cx.constructs.is_of_variant(view.directive(directive).at) {
        nesting::check(cx, directive, report);
        nesting::check_teams_alone(cx, directive, report);
        orphans::check(cx, directive, report);
    }
    clauses::check(cx, directive, &clauses, reductions, report);
    undeclared::check(view, directive, cx.unit, report);
    declared_reductions::check(cx, directive, report);
    declared_mappers::check(cx, directive, report);
    declared_mappers::check_uses(cx, &clauses, report);
    declared_targets::check(cx, directive, report);
    for_functions::check(cx, directive, report);
    context_selectors::check(cx, directive, report);
    allocated::check(cx, directive, report);
}
