//! Checks that directives stand in the constructs that they need: `section` in `sections`, `ordered` in a loop with `ordered`, `cancel` in
//! the construct that it cancels (OpenMP 5.2 5.6, 10.2, 11.3, 11.6, 11.7, 15.10, 16.1, 16.2).
//!
//! A directive that a construct in another function may enclose is not reported.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;
use clacc_syntax::directive::OmpDirective::{self, *};

use super::super::codes;
use super::constructs::constituents;
use super::cx::{Cx, Findings};

/// Checks the construct that a directive needs around it.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let Some(begun) = constituents(cx.view, directive).first() else { return };
    let missing = match begun {
        Section => section(cx, directive),
        Distribute => distribute(cx, directive),
        Teams => teams(cx, directive),
        Loop => loop_region(cx, directive),
        Scan => scan(cx, directive),
        Ordered => ordered(cx, directive),
        Cancel | CancellationPoint => cancelled(cx, directive),
        _ => None,
    };
    if let Some(missing) = missing {
        let view = cx.view;
        let message = format!("`{}` {missing}", view.directive_text(directive));
        let mut finding = Diagnostic::new(&codes::OMP0061, view.directive_name_span(directive), message);
        if let Some(outer) = cx.constructs.parent(directive) {
            finding = finding.label(view.directive_name_span(outer), "the innermost construct around it");
        }
        report.push(finding);
    }
}

/// The requirement that a directive does not meet, as the end of a sentence; none if it meets all.
type Missing = Option<&'static str>;

/// The innermost region around a directive.
fn innermost(cx: &Cx<'_>, directive: DirectiveId) -> Option<OmpDirective> {
    cx.regions_around(directive).next().map(|(_, region)| region)
}

fn section(cx: &Cx<'_>, directive: DirectiveId) -> Missing {
    let is_inside = innermost(cx, directive) == Some(Sections);
    (!is_inside).then_some("must stand directly inside `sections`")
}

fn distribute(cx: &Cx<'_>, directive: DirectiveId) -> Missing {
    let region = innermost(cx, directive)?;
    (region != Teams).then_some("must stand directly inside `teams`")
}

fn teams(cx: &Cx<'_>, directive: DirectiveId) -> Missing {
    let region = innermost(cx, directive)?;
    (region != Target).then_some("must stand directly inside `target`, or in no construct at all")
}

fn loop_region(cx: &Cx<'_>, directive: DirectiveId) -> Missing {
    let region = innermost(cx, directive);
    match (cx.word_of(directive, OmpClause::Bind), region) {
        (None, None) => Some("needs the clause `bind`, because no construct is around it"),
        (Some("teams"), Some(region)) => {
            (region != Teams).then_some("with `bind(teams)` must stand directly inside `teams`")
        }
        _ => None,
    }
}

fn scan(cx: &Cx<'_>, directive: DirectiveId) -> Missing {
    let is_scanned = cx.constructs.parent(directive).is_some_and(|outer| {
        cx.clauses(outer, OmpClause::Reduction).any(|clause| cx.has_modifier(clause, "inscan"))
    });
    (!is_scanned).then_some("must stand directly inside a loop with `reduction(inscan, ...)`")
}

/// Returns what is missing around `ordered`. A loop with `ordered` may lie in another function, unless a region is around that may not be
/// inside such a loop, or that separates both.
fn ordered(cx: &Cx<'_>, directive: DirectiveId) -> Missing {
    if cx.has(directive, OmpClause::Simd) && !cx.has(directive, OmpClause::Threads) {
        innermost(cx, directive)?;
        let is_inside = cx.regions_around(directive).any(|(_, region)| region == Simd);
        return (!is_inside).then_some("with `simd` must stand inside a `simd` region");
    }
    let ends = |region| !matches!(region, Taskgroup | TargetData | Simd | Tile | Unroll | Assume);
    let (outer, region) = cx.regions_around(directive).find(|(_, region)| ends(*region))?;
    if region != For || !cx.has(outer, OmpClause::Ordered) {
        let is_reported = matches!(region, Critical | Ordered | Loop | Task | Taskloop);
        return (!is_reported).then_some("must stand inside a loop with the clause `ordered`");
    }
    let has_parameter = cx.clauses(outer, OmpClause::Ordered).any(|clause| cx.has_argument(clause));
    let is_alone = cx.has(directive, OmpClause::Depend) || cx.has(directive, OmpClause::Doacross);
    match (is_alone, has_parameter) {
        (true, false) => Some("with `depend` or `doacross` needs a loop with the clause `ordered(n)`"),
        (false, true) => Some("with a statement may not stand inside a loop with the clause `ordered(n)`"),
        _ => None,
    }
}

fn cancelled(cx: &Cx<'_>, directive: DirectiveId) -> Missing {
    let parent = cx.regions_around(directive).next();
    let is_in = |regions: &[OmpDirective]| parent.is_some_and(|(_, region)| regions.contains(&region));
    let needed = |regions, text| (!is_in(regions)).then_some(text);
    if cx.has(directive, OmpClause::CancelParallel) {
        return needed(&[Parallel], "must stand directly inside `parallel`, which it names");
    }
    if cx.has(directive, OmpClause::CancelSections) {
        return needed(&[Sections, Section], "must stand directly inside `sections`, which it names");
    }
    if cx.has(directive, OmpClause::CancelTaskgroup) {
        return needed(
            &[Task, Taskloop],
            "must stand directly inside `task` or `taskloop`, whose group it names",
        );
    }
    if !cx.has(directive, OmpClause::CancelFor) {
        return None;
    }
    let is_open = |(outer, _)| !cx.has(outer, OmpClause::Ordered) && !cx.has(outer, OmpClause::Nowait);
    needed(&[For], "must stand directly inside `for`, which it names").or_else(|| {
        (!parent.is_some_and(is_open))
            .then_some("may not stand inside `for` with the clause `ordered` or `nowait`")
    })
}
