//! Checks which regions may be nested inside which (OpenMP 5.2 17.1, 10.3, 10.4, 11.7, 16.1).
//!
//! A region is closely nested inside another one if no parallel region lies between them. A `teams` or `target` construct begins with an
//! implicit parallel region.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;
use clacc_syntax::directive::OmpDirective::{self, *};

use super::super::close_nesting::is_excluded;
use super::super::codes;
use super::constructs::{constituents, has_region};
use super::cx::{Cx, Findings};

/// Constructs whose regions begin with a parallel region.
const BEGIN_PARALLEL: [OmpDirective; 3] = [Parallel, Teams, Target];

/// Checks the constructs around a directive. One finding for each directive is enough.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    if !has_region(cx.view, directive) {
        return;
    }
    let broken = closely_nested(cx, directive)
        .or_else(|| inside_lanes(cx, directive))
        .or_else(|| inside_concurrent(cx, directive))
        .or_else(|| inside_teams(cx, directive))
        .or_else(|| inside_same_critical(cx, directive));
    if let Some((outer, note)) = broken {
        let view = cx.view;
        let (inner, around) = (view.directive_text(directive), view.directive_text(outer));
        let message = format!("`{inner}` may not be nested inside `{around}`");
        let finding = Diagnostic::new(&codes::OMP0060, view.directive_name_span(directive), message)
            .label(view.directive_name_span(outer), "the enclosing construct");
        report.push(finding.note(note));
    }
}

/// The construct that forbids a directive, with the rule in words.
type Broken = Option<(DirectiveId, &'static str)>;

/// The region in which a directive begins.
fn begun(cx: &Cx<'_>, directive: DirectiveId) -> Option<OmpDirective> {
    constituents(cx.view, directive).first().copied()
}

fn closely_nested(cx: &Cx<'_>, directive: DirectiveId) -> Broken {
    let begun = begun(cx, directive)?;
    let is_lanes_only = begun == Ordered && cx.has(directive, OmpClause::Simd);
    let binds_to_parallel = begun == Loop && cx.word_of(directive, OmpClause::Bind) == Some("parallel");
    let inner = if binds_to_parallel { For } else { begun };
    let mut closely = cx.regions_around(directive).take_while(|(_, region)| !BEGIN_PARALLEL.contains(region));
    let (outer, _) = closely.find(|(_, region)| !is_lanes_only && is_excluded(inner, *region))?;
    Some((outer, "no parallel region lies between them (OpenMP 5.2 17.1)"))
}

fn inside_lanes(cx: &Cx<'_>, directive: DirectiveId) -> Broken {
    let is_allowed = match begun(cx, directive)? {
        Loop => matches!(cx.word_of(directive, OmpClause::Bind), None | Some("thread")),
        Simd | Atomic | Scan => constituents(cx.view, directive).len() == 1,
        Ordered => cx.has(directive, OmpClause::Simd),
        _ => false,
    };
    let (outer, _) = cx.regions_around(directive).find(|(_, region)| *region == Simd && !is_allowed)?;
    Some((
        outer,
        "a `simd` region may contain `ordered simd`, `simd`, `loop`, `atomic` and `scan` alone (OpenMP 5.2 10.4)",
    ))
}

fn inside_concurrent(cx: &Cx<'_>, directive: DirectiveId) -> Broken {
    let begun = begun(cx, directive)?;
    if matches!(begun, Loop | Parallel | Simd | Scan) {
        return None;
    }
    // Compilers take these inside `loop`, and programs use them, although OpenMP 5.2 11.7 does not list them.
    let is_usual = |region| region == Loop && matches!(begun, Atomic | Flush);
    let mut regions = cx.regions_around(directive).take_while(|(_, region)| *region != Parallel);
    let (outer, _) =
        regions.find(|(outer, region)| cx.is_concurrent(*outer, *region) && !is_usual(*region))?;
    Some((
        outer,
        "a region whose iterations are concurrent may contain `loop`, `parallel` and `simd` alone (OpenMP 5.2 10.3)",
    ))
}

fn inside_teams(cx: &Cx<'_>, directive: DirectiveId) -> Broken {
    let (outer, region) = cx.regions_around(directive).next()?;
    let is_allowed = matches!(begun(cx, directive)?, Distribute | Parallel | Loop | Atomic);
    (region == Teams && !is_allowed).then_some((
        outer,
        "a `teams` region may directly contain `distribute`, `parallel` and `loop` alone (OpenMP 5.2 10.2)",
    ))
}

fn inside_same_critical(cx: &Cx<'_>, directive: DirectiveId) -> Broken {
    if begun(cx, directive)? != Critical {
        return None;
    }
    let name = cx.argument_word(directive);
    let is_same =
        |outer: &DirectiveId| begun(cx, *outer) == Some(Critical) && cx.argument_word(*outer) == name;
    let outer = cx.constructs.enclosing(directive).find(is_same)?;
    Some((outer, "a thread waits forever for a `critical` region of the same name that it executes itself"))
}

/// Checks that a `target` construct with a `teams` construct directly inside contains nothing else (OpenMP 5.2 10.2).
pub(super) fn check_teams_alone(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    let is_teams = begun(cx, directive) == Some(Teams);
    let target = cx.constructs.parent(directive).filter(|outer| constituents(view, *outer) == [Target]);
    let (true, Some(target)) = (is_teams, target) else { return };
    let Some(region) = view.directive(target).region else { return };
    let Some(other) = cx.other_statement(region.run, directive) else { return };
    let message = "a `target` construct with a `teams` construct directly inside may contain nothing else";
    let finding = Diagnostic::new(&codes::OMP0065, view.start(other), message)
        .label(view.directive_name_span(target), "the `target` construct")
        .label(view.directive_name_span(directive), "the `teams` construct");
    report.push(finding);
}

/// Checks that no routine of OpenMP is called in a region whose iterations are concurrent (OpenMP 5.2 10.3, 11.7).
pub(super) fn check_calls(cx: &Cx<'_>, report: &mut Findings) {
    let view = cx.view;
    for call in &view.program.calls {
        let name = call.callee.map(|callee| view.text(view.name(callee))).unwrap_or_default();
        if !name.starts_with("omp_") {
            continue;
        }
        let Some(innermost) = cx.constructs.around(view, call.at) else { continue };
        let mut regions = cx.regions_from(Some(innermost));
        let Some((outer, _)) = regions.find(|(outer, region)| cx.is_concurrent(*outer, *region)) else {
            continue;
        };
        let around = view.directive_text(outer);
        let message =
            format!("`{name}` may not be called inside `{around}`, whose iterations are concurrent");
        let finding = Diagnostic::new(&codes::OMP0064, view.start(call.at), message)
            .label(view.directive_name_span(outer), "the construct");
        report.push(finding);
    }
}
