//! Checks the places of directives: file scope, bodies of statements, and other constructs.
//!
//! This follows "Executable Directive Placement" of the mapping specification, and OpenACC 3.4 2.5, 2.6, 2.9, 2.12.

use clacc_syntax::ast::{DirectiveId, DirectiveKind};
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::facts::{ConstructId, Half};
use super::findings::Findings;

use crate::directives::placement;
use crate::program::directive::BodyOwner;
use crate::program::place::At;
use crate::program::run::Region;

/// Checks the place of every directive.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let unknown = BehindUnknown::find(cx);
    for directive in &draft.directives {
        checkpoint::pass();
        let Some(construct) = draft.halves(*directive).map(|halves| halves.outer) else { continue };
        if !check_scope(cx, *directive, report) {
            continue;
        }
        if check_nesting(cx, draft, construct, &unknown, report) {
            check_substatement(cx, *directive, report);
        }
    }
}

fn check_scope(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) -> bool {
    let Some(place) = placement::misplaced(cx.view, directive) else { return true };
    let message = format!("`{}` may not stand {place}", cx.directive_text(directive));
    report.push(directive, Diagnostic::new(&codes::ACC0050, cx.directive_name_span(directive), message));
    false
}

/// Reports at most one error for each directive. The constructs inside are still checked.
fn check_nesting(
    cx: &Cx<'_>,
    draft: &Draft,
    construct: ConstructId,
    unknown: &BehindUnknown,
    report: &mut Findings,
) -> bool {
    let fact = draft.construct(construct);
    let offender = draft.enclosing(construct).find(|outer| !may_nest(draft, *outer, fact.kind));
    if let Some(outer) = offender {
        report_nesting(cx, draft, construct, outer, report);
        return false;
    }
    if fact.kind == AccDirective::Loop && fact.compute.is_none() {
        if unknown.contains(cx.directive(fact.directive).at) {
            report.mark_broken(fact.directive);
            return false;
        }
        return check_orphan(cx, draft, construct, report);
    }
    true
}

/// Whether a construct of this kind may be inside `outer`, at any depth.
fn may_nest(draft: &Draft, outer: ConstructId, kind: AccDirective) -> bool {
    let outer = draft.construct(outer);
    match outer.kind {
        AccDirective::Atomic => false,
        _ if outer.is_compute() || outer.kind == AccDirective::Loop => matches!(
            kind,
            AccDirective::Loop | AccDirective::Atomic | AccDirective::Cache | AccDirective::Routine
        ),
        _ => true,
    }
}

fn written_name<'a>(cx: &Cx<'a>, draft: &Draft, construct: ConstructId) -> &'a str {
    cx.directive_text(draft.construct(construct).directive)
}

fn report_nesting(
    cx: &Cx<'_>,
    draft: &Draft,
    construct: ConstructId,
    outer: ConstructId,
    report: &mut Findings,
) {
    let directive = draft.construct(construct).directive;
    let (inner_name, outer_name) = (written_name(cx, draft, construct), written_name(cx, draft, outer));
    let message = format!("`{inner_name}` may not stand inside `{outer_name}`");
    let outer_span = cx.directive_name_span(draft.construct(outer).directive);
    let finding = Diagnostic::new(&codes::ACC0052, cx.directive_name_span(directive), message)
        .label(outer_span, "the enclosing construct");
    report.push(directive, finding);
}

/// Checks a loop without a compute construct around it. Inside a `data` construct it is an error; elsewhere
/// the function must have a `routine` directive.
fn check_orphan(cx: &Cx<'_>, draft: &Draft, construct: ConstructId, report: &mut Findings) -> bool {
    let fact = draft.construct(construct);
    let outer_loop =
        draft.enclosing(construct).any(|outer| draft.construct(outer).kind == AccDirective::Loop);
    if outer_loop || cx.surroundings.routine.is_some() || fact.half != Half::Whole {
        return true;
    }
    let data = draft.enclosing(construct).next();
    if let Some(outer) = data {
        report_nesting(cx, draft, construct, outer, report);
        return false;
    }
    let finding = Diagnostic::new(
        &codes::ACC0053,
        cx.directive_name_span(fact.directive),
        "`loop` stands outside every compute construct",
    )
    .note("put it into a `parallel` construct, or write `parallel loop`")
    .note("in a function that device code calls, a `routine` directive must precede the function");
    report.push(fact.directive, finding);
    false
}

/// Reports a standalone directive as the body of a statement or of another directive. After a label it is allowed.
fn check_substatement(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let Some(owner) = placement::owner(cx.view, directive) else { return };
    if is_hint_before_statement(cx, directive) {
        let message = format!("`cache` stands where the statement of {owner} is expected");
        let finding = Diagnostic::new(&codes::ACC0120, cx.directive_name_span(directive), message)
            .note("the next statement is taken; `cache` belongs at the top of a loop's body");
        return report.push(directive, finding);
    }
    let message = format!("`{}` may not be the body of {owner}", cx.directive_text(directive));
    let finding = Diagnostic::new(&codes::ACC0051, cx.directive_name_span(directive), message)
        .note("put the directive into braces");
    report.push(directive, finding);
    // The translation of the outer directive may add braces, and a second translation of the result would report nothing.
    if let Some(BodyOwner::Directive(outer)) = cx.view.owner_of(directive) {
        report.mark_broken(outer);
    }
}

/// Returns whether a directive is a `cache` between another directive and the statement associated with that.
fn is_hint_before_statement(cx: &Cx<'_>, directive: DirectiveId) -> bool {
    let node = cx.directive(directive);
    let Some(BodyOwner::Directive(outer)) = cx.view.owner_of(directive) else { return false };
    let goes_on = |region: Region| region.run.end > cx.program.outline.end(node.at);
    node.kind.acc() == Some(AccDirective::Cache) && cx.directive(outer).region.is_some_and(goes_on)
}

/// The statements after unknown directives. Each may be a compute construct whose name is misspelt, so that a `loop` inside may have a
/// compute construct.
struct BehindUnknown {
    /// The first nodes of the statements, in source order.
    starts: Vec<At>,
    /// The maximum end of each statement and those before it.
    ends: Vec<At>,
}

impl BehindUnknown {
    fn find(cx: &Cx<'_>) -> Self {
        let outline = &cx.program.outline;
        let mut behind = BehindUnknown { starts: Vec::new(), ends: Vec::new() };
        for directive in &cx.program.order {
            let directive = cx.directive(*directive);
            if !matches!(directive.kind, DirectiveKind::UnknownAcc(_)) {
                continue;
            }
            let statement = outline.parent(directive.at).unwrap_or(directive.at);
            let start = outline.end(statement);
            if outline.parent(statement).is_some_and(|block| start < outline.end(block)) {
                let end = behind.ends.last().copied().unwrap_or_default().max(outline.end(start));
                behind.starts.push(start);
                behind.ends.push(end);
            }
        }
        behind
    }

    fn contains(&self, at: At) -> bool {
        let count = self.starts.partition_point(|start| *start <= at);
        count.checked_sub(1).is_some_and(|last| at < self.ends[last])
    }
}
