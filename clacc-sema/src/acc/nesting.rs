//! Where directives may stand: file scope, bodies of statements, and other constructs.
//!
//! "Executable Directive Placement" of the mapping specification; OpenACC 3.4 2.5, 2.6, 2.9, 2.12.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;

use super::codes;
use super::constructs::{Draft, is_compute};
use super::facts::{ConstructId, Half};
use super::report::Report;
use super::view::View;
use crate::directives::placement;

/// Checks the place of every directive.
pub(super) fn check(view: &View<'_>, draft: &Draft, report: &mut Report) {
    for directive in &draft.directives {
        let Some((construct, _)) = draft.halves(*directive) else { continue };
        if !check_scope(view, *directive, report) {
            continue;
        }
        if check_nesting(view, draft, construct, report) {
            check_substatement(view, *directive, report);
        }
    }
}

fn check_scope(view: &View<'_>, directive: DirectiveId, report: &mut Report) -> bool {
    let kind = view.tree()[directive].kind;
    let Some(place) = placement::misplaced(view.program, directive) else { return true };
    let message = format!("`{}` may not stand {place}", kind.text(&view.tree().names));
    report.push(directive, Diagnostic::new(&codes::ACC0050, view.directive_span(directive), message));
    false
}

/// Reports at most one error a directive; the constructs inside are checked all the same.
fn check_nesting(view: &View<'_>, draft: &Draft, construct: ConstructId, report: &mut Report) -> bool {
    let fact = draft.construct(construct);
    let offender = draft.enclosing(construct).find(|outer| !may_nest(draft, *outer, fact.kind));
    if let Some(outer) = offender {
        report_nesting(view, draft, construct, outer, report);
        return false;
    }
    if fact.kind == AccDirective::Loop && fact.compute.is_none() {
        return check_orphan(view, draft, construct, report);
    }
    true
}

/// Whether a construct of this kind may lie anywhere inside `outer`.
fn may_nest(draft: &Draft, outer: ConstructId, kind: AccDirective) -> bool {
    let outer = draft.construct(outer);
    match outer.kind {
        AccDirective::Atomic => false,
        _ if is_compute(outer.kind) || outer.kind == AccDirective::Loop => matches!(
            kind,
            AccDirective::Loop | AccDirective::Atomic | AccDirective::Cache | AccDirective::Routine
        ),
        _ => true,
    }
}

fn written_name<'a>(view: &View<'a>, draft: &Draft, construct: ConstructId) -> &'a str {
    view.tree()[draft.construct(construct).directive].kind.text(&view.tree().names)
}

fn report_nesting(
    view: &View<'_>,
    draft: &Draft,
    construct: ConstructId,
    outer: ConstructId,
    report: &mut Report,
) {
    let directive = draft.construct(construct).directive;
    let (inner_name, outer_name) = (written_name(view, draft, construct), written_name(view, draft, outer));
    let message = format!("`{inner_name}` may not stand inside `{outer_name}`");
    let outer_span = view.directive_span(draft.construct(outer).directive);
    let finding = Diagnostic::new(&codes::ACC0052, view.directive_span(directive), message)
        .label(outer_span, "the enclosing construct");
    report.push(directive, finding);
}

/// A loop without a compute construct around it: below a `data` construct it is misplaced; elsewhere it needs a
/// function that a `routine` directive makes a device function.
fn check_orphan(view: &View<'_>, draft: &Draft, construct: ConstructId, report: &mut Report) -> bool {
    let fact = draft.construct(construct);
    let outer_loop =
        draft.enclosing(construct).any(|outer| draft.construct(outer).kind == AccDirective::Loop);
    if outer_loop || view.surroundings.routine.is_some() || fact.half != Half::Whole {
        return true;
    }
    let data = draft.enclosing(construct).next();
    if let Some(outer) = data {
        report_nesting(view, draft, construct, outer, report);
        return false;
    }
    let finding = Diagnostic::new(
        &codes::ACC0053,
        view.directive_span(fact.directive),
        "`loop` stands outside every compute construct",
    )
    .note("put it into a `parallel` construct, or write `parallel loop`")
    .note("in a function that device code calls, a `routine` directive must precede the function");
    report.push(fact.directive, finding);
    false
}

/// A directive that stands alone may not be what another statement or directive needs as its body. A label in between
/// makes it permitted.
fn check_substatement(view: &View<'_>, directive: DirectiveId, report: &mut Report) {
    let Some(owner) = placement::owner(view.program, directive) else { return };
    let message =
        format!("`{}` may not be the body of {owner}", view.tree()[directive].kind.text(&view.tree().names));
    let finding = Diagnostic::new(&codes::ACC0051, view.directive_span(directive), message)
        .note("put the directive into braces");
    report.push(directive, finding);
}
