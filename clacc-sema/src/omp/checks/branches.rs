//! Checks the jumps across the borders of constructs, and out of the loops that they are associated with (OpenMP 5.2 4.1, 4.4.1).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::Association;
use rustc_hash::FxHashMap;

use super::super::codes;
use super::cx::{Cx, Findings};
use super::loop_nests;
use crate::directives::branches;
use crate::program::View;
use crate::program::access::JumpKind;
use crate::program::place::At;

/// Checks all jumps of the declaration.
pub(super) fn check(cx: &Cx<'_>, report: &mut Findings) {
    let view = cx.view;
    if view.program.jumps.is_empty() {
        return;
    }
    let with_code: Vec<DirectiveId> =
        view.program.order.iter().copied().filter(|id| is_bordered(view, *id)).collect();
    let regions = with_code.iter().filter_map(|id| Some((*id, view.directive(*id).region?.run)));
    for crossing in branches::crossings(view, &regions.collect::<Vec<_>>()) {
        let name = view.directive_text(crossing.named);
        let message = format!("{} a `{name}` construct", crossing.what);
        let finding = Diagnostic::new(&codes::OMP0080, view.start(crossing.at), message);
        report.push(finding.label(view.directive_name_span(crossing.named), "the construct"));
    }
    check_breaks(view, &with_code, report);
}

/// Returns true if a directive is a construct with a structured block or loops. Which variant of a metadirective is used may not be known,
/// so their borders are not checked.
fn is_bordered(view: View<'_>, directive: DirectiveId) -> bool {
    let association = view.directive(directive).kind.association();
    let has_code = matches!(association, Association::Statement | Association::Loop);
    view.directive(directive).kind.omp().is_some() && has_code && !view.is_variant(directive)
}

/// Reports each `break` that leaves a loop that a construct is associated with.
fn check_breaks(view: View<'_>, constructs: &[DirectiveId], report: &mut Findings) {
    let left = |kind| if let JumpKind::Leave(left) = kind { left } else { None };
    if !view.program.jumps.iter().any(|jump| left(jump.kind).is_some()) {
        return;
    }
    let mut associated: FxHashMap<At, DirectiveId> = FxHashMap::default();
    for directive in constructs {
        for at in loop_nests::associated_loops(view, *directive) {
            associated.entry(at).or_insert(*directive);
        }
    }
    for jump in &view.program.jumps {
        let Some(directive) = left(jump.kind).and_then(|left| associated.get(&left)) else { continue };
        let name = view.directive_text(*directive);
        let message = format!("`break` leaves a loop that `{name}` is associated with");
        let finding = Diagnostic::new(&codes::OMP0081, view.start(jump.at), message);
        report.push(finding.label(view.directive_name_span(*directive), "the directive"));
    }
}
