//! `routine` directives, the levels at calls of their functions, and the reductions of their loops (OpenACC 3.4
//! 2.15.1, 2.9.11).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::{Draft, OpenConstructs, clause_of};
use super::cx::{Cx, RoutineLevel};
use super::facts::ConstructId;
use super::findings::Findings;
use crate::program::access::Call;
use crate::program::directive::Scope;
use crate::program::entity::{EntityKind, StorageDuration};
use crate::program::item::ItemRoot;
use crate::program::place::Place;

pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids() {
        match draft.construct(id).kind {
            AccDirective::Routine => check_target(cx, draft, id, report),
            AccDirective::Loop => check_reduction(cx, draft, id, report),
            _ => {}
        }
    }
    check_calls(cx, draft, report);
}

/// Checks that a directive applies to functions: those that it names, or the one that the next declaration declares.
fn check_target(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) {
    let construct = draft.construct(id);
    let directive = cx.directive(construct.directive);
    if directive.argument.is_none() {
        let is_loose = match cx.scope_of(construct.directive) {
            Scope::File => cx.surroundings.function_behind.is_none(),
            _ => cx.surroundings.without_function.binary_search(&construct.directive).is_ok(),
        };
        if is_loose && !directive.has_errors {
            let message = "`routine` without a name must stand in front of the declaration of one function";
            let at = cx.directive_name_span(construct.directive);
            let finding = Diagnostic::new(&codes::ACC0130, at, message)
                .note("`routine(f)` is about the function `f`, wherever it is declared before");
            report.push(construct.directive, finding);
        }
        return;
    }
    for item in &construct.seldom.listed {
        let ItemRoot::Entity(entity, _) = item.written.root else {
            let message = "`routine` names functions, and this is no name";
            report.push(construct.directive, Diagnostic::new(&codes::ACC0130, cx.span(item.at), message));
            continue;
        };
        match cx.entity(entity).kind {
            EntityKind::Function => continue,
            EntityKind::Undeclared => {
                let message = format!("`{}` is not declared", cx.name_text(entity));
                report.push(construct.directive, Diagnostic::new(&codes::ACC0065, cx.span(item.at), message));
                continue;
            }
            _ => {}
        }
        let message = format!("`routine` names functions, and `{}` is none", cx.name_text(entity));
        let mut finding = Diagnostic::new(&codes::ACC0130, cx.span(item.at), message);
        if let Some(declared) = cx.declared_at(entity) {
            finding = finding.label(declared, "declared here");
        }
        report.push(construct.directive, finding);
    }
}

/// Reports invalid reductions on a loop without a compute construct around it: those of gangs, because nothing combines the values of
/// gangs, and those of variables that the gangs share.
fn check_reduction(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) {
    let construct = draft.construct(id);
    let Some(facts) = construct.loop_facts.as_deref().filter(|_| construct.compute.is_none()) else { return };
    for clause in construct.clauses.iter().filter_map(|clause| cx.clauses.get(*clause)) {
        let items = clause.items().iter().filter(|_| clause.kind == AccClause::Reduction);
        let places = items.filter_map(|item| Some((item.at, item.place.as_ref()?)));
        let is_shared = |place: &Place| cx.entity(place.root).duration != StorageDuration::Automatic;
        for (at, place) in places.filter(|(_, place)| is_shared(place)) {
            let name = cx.place_text(&place.without_ranges());
            let message = format!("the gangs share `{name}`, and each of them would reduce it by itself");
            let finding = Diagnostic::new(&codes::ACC0135, cx.span(at), message)
                .note("reduce a local variable, and add it to the shared one by an `atomic` directive");
            report.push(construct.directive, finding);
        }
    }
    let clause = clause_of(cx, draft, id, AccClause::Reduction);
    let Some(clause) = clause.filter(|_| facts.gang.is_some()) else { return };
    let message = "a gang loop outside a compute construct takes no reduction";
    let finding = Diagnostic::new(&codes::ACC0132, cx.clause_span(clause), message)
        .note("the gangs have no construct in common here that could combine their results")
        .note("a `worker` or `vector` loop inside each gang may have a reduction");
    report.push(construct.directive, finding);
}

/// Checks the level at each call of a function with an explicit `routine` directive.
pub(super) fn check_calls(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    if cx.surroundings.callee_levels.is_empty() {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut calls: Vec<&Call> = cx.calls(cx.program.outline.all()).collect();
    calls.sort_by_key(|call| call.at);
    for call in calls {
        let Some(level) = call.callee.and_then(|callee| cx.level_of(callee)) else { continue };
        let open = nest.at(draft, call.at);
        let loops = open.iter().rev().copied();
        let mut loops = loops.take_while(|id| draft.construct(*id).kind == AccDirective::Loop);
        if let Some(around) = loops.find(|id| lowest(cx, draft, *id).is_some_and(|lowest| lowest <= level)) {
            report_in_loop(cx, draft, call, level, around, report);
        } else if !open.iter().any(|id| draft.construct(*id).is_compute()) {
            check_caller(cx, call, level, report);
        }
    }
}

/// The lowest level of a loop, implicit or by a clause. A clause counts even if `auto` removes its level, as it does for inner loops.
fn lowest(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> Option<RoutineLevel> {
    let facts = draft.construct(id).loop_facts.as_deref()?;
    let levels = [
        (RoutineLevel::Vector, facts.vector.is_some(), AccClause::Vector),
        (RoutineLevel::Worker, facts.worker.is_some(), AccClause::Worker),
        (RoutineLevel::Gang, facts.gang.is_some(), AccClause::Gang),
    ];
    let is_partitioned = facts.sequential.is_none();
    let has = |given: bool, kind| given && is_partitioned || clause_of(cx, draft, id, kind).is_some();
    levels.into_iter().find(|(_, given, kind)| has(*given, *kind)).map(|(level, ..)| level)
}

fn report_in_loop(
    cx: &Cx<'_>,
    draft: &Draft,
    call: &Call,
    level: RoutineLevel,
    around: ConstructId,
    report: &mut Findings,
) {
    let directive = draft.construct(around).directive;
    let lowest = lowest(cx, draft, around).unwrap_or(level).text();
    let name = call.callee.map_or("", |callee| cx.name_text(callee));
    let level = level.text();
    let message = format!("`{name}`, a `{level}` routine, may not be called inside a `{lowest}` loop");
    let finding = Diagnostic::new(&codes::ACC0131, cx.start(call.at), message)
        .label(cx.directive_name_span(directive), format!("the enclosing `{lowest}` loop"))
        .note(
            "each iteration is executed at a lower level, which has nothing to divide the called loops among",
        );
    report.push(directive, finding);
}

/// Checks a call outside compute constructs: in a function with a lower level, and on the host.
fn check_caller(cx: &Cx<'_>, call: &Call, level: RoutineLevel, report: &mut Findings) {
    let name = call.callee.map_or("", |callee| cx.name_text(callee));
    match cx.surroundings.routine {
        Some(own) if level > own => {
            let (own, level) = (own.text(), level.text());
            let message = format!("`{name}`, a `{level}` routine, may not be called in a `{own}` routine");
            report.add(Diagnostic::new(&codes::ACC0131, cx.start(call.at), message));
        }
        None if level == RoutineLevel::Gang => {
            let message = format!("`{name}`, a `gang` routine, is called outside every compute construct");
            let finding = Diagnostic::new(&codes::ACC0133, cx.start(call.at), message)
                .note("its loops are divided among gangs, and on the host there are none");
            report.add(finding);
        }
        _ => {}
    }
}
