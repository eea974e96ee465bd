//! Checks of the OpenMP directives in the source, which refuse what the specification forbids.
//!
//! Each module checks one subject, of one directive after the other. What OpenMP forbids in the execution of a program alone, in a function
//! that a region calls for example, is not checked.

mod constructs;
mod cx;
mod loop_nests;
mod nesting;
mod orphans;
mod places;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use self::constructs::Constructs;
use self::cx::Cx;
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

type Findings = Vec<Diagnostic<TokenRange>>;

/// The findings about the OpenMP directives of one external declaration, in the order of their places.
pub fn check(view: View<'_>) -> Vec<Diagnostic<TokenRange>> {
    if view.program.order.iter().all(|id| view.directive(*id).kind.omp().is_none()) {
        return Vec::new();
    }
    let cx = Cx { view, constructs: Constructs::of(view) };
    let mut report = Findings::new();
    for directive in view.program.order.iter().copied() {
        if view.directive(directive).kind.omp().is_some() {
            let mut add = |finding| report.push(finding);
            let clauses = legality::permitted_clauses(view, directive, &LEGALITY, &mut add);
            places::check(&cx, directive, &mut report);
            loop_nests::check(&cx, directive, &clauses, &mut report);
            if !cx.constructs.is_of_variant(view.directive(directive).at) {
                nesting::check(&cx, directive, &mut report);
                nesting::check_teams_alone(&cx, directive, &mut report);
                orphans::check(&cx, directive, &mut report);
            }
        }
    }
    nesting::check_calls(&cx, &mut report);
    report.sort_by_key(|finding| (finding.primary.at, finding.code.id));
    report
}
