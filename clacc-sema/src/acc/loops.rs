//! `loop` constructs: their loops, their control variables, and jumps that may not leave them (OpenACC 3.4
//! 2.9).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;

use super::clauses::Argument;
use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::Cx;
use super::facts::{
    ConstructId, ControlVariable, DataAttributes, Given, Half, How, Level, LoopFacts, Merged, Reason, Rule,
    Sharing,
};
use super::findings::Findings;
use super::kernels;
use super::references::visible_mapping;
use crate::program::access::JumpKind;
use crate::program::entity::Class;
use crate::program::loops::{Control, InsteadKind, Nest};
use crate::program::place::{At, EntityId, Place};

/// Finds the loops of every `loop` construct, and the levels that its clauses give.
pub(super) fn find(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    for id in draft.ids() {
        if draft.construct(id).kind != AccDirective::Loop {
            continue;
        }
        let facts = facts_of(cx, draft, id, report);
        draft.facts.constructs[id].loop_facts = Some(facts.into());
    }
}

fn facts_of(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) -> LoopFacts {
    let construct = draft.construct(id);
    let seq = clause_of(cx, draft, id, AccClause::Seq);
    let auto = clause_of(cx, draft, id, AccClause::Auto);
    let sequential = match (seq, auto) {
        (Some(_), _) => Some(Rule::Clause),
        (None, Some(_)) => Some(Rule::AutoSequential),
        (None, None) => kernels::as_auto(cx, draft, id).then_some(Rule::KernelsAutoSequential),
    };
    let level = |kind| written_level(cx, draft, id, kind).filter(|_| sequential.is_none());
    let (depth, asking) = depth_of(cx, draft, id, report);
    let is_forced = |clause| matches!(cx.clauses[clause].argument, Argument::Collapse { force: true, .. });
    let loosely = asking.is_some_and(is_forced);
    let nest = construct.region.map(|region| cx.nest(region.run, depth, loosely)).unwrap_or_default();
    check_nest(cx, construct.directive, &nest, depth, asking, report);
    LoopFacts {
        sequential,
        gang: level(AccClause::Gang),
        worker: level(AccClause::Worker),
        vector: level(AccClause::Vector),
        depth,
        control: controls(cx, construct.directive, &nest, report).into(),
        loops: nest.loops.into(),
        inside_partitioned: false,
        is_repeated: false,
        is_repeated_by_dimension: false,
        meets_own_elements: false,
        merged: None,
    }
}

/// The level that a clause gives a loop.
pub(crate) fn written_level(cx: &Cx<'_>, draft: &Draft, id: ConstructId, kind: AccClause) -> Option<Level> {
    let clause = clause_of(cx, draft, id, kind)?;
    Some(Level { how: How::Explicit, clause: Some(clause) })
}

/// The number of loops that the directive is associated with, and the clause that gives it.
fn depth_of(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) -> (u32, Option<ClauseId>) {
    /// A number of loops that no program can have, because nesting is limited.
    const MOST: i128 = 1000;
    let directive = draft.construct(id).directive;
    if let Some(tile) = clause_of(cx, draft, id, AccClause::Tile) {
        let sizes = if let Argument::Tile(sizes) = &cx.clauses[tile].argument { sizes.len() } else { 0 };
        return (sizes.clamp(1, MOST as usize) as u32, Some(tile));
    }
    let Some(collapse) = clause_of(cx, draft, id, AccClause::Collapse) else { return (1, None) };
    let Some(argument) = cx.clauses[collapse].value() else { return (1, Some(collapse)) };
    let depth = cx.constant(argument);
    if depth.is_none() {
        report_not_constant(cx, directive, argument, report);
    }
    let depth = depth.and_then(|depth| u32::try_from(depth.clamp(1, MOST)).ok());
    (depth.unwrap_or(1), Some(collapse))
}

fn report_not_constant(cx: &Cx<'_>, directive: DirectiveId, argument: At, report: &mut Findings) {
    if matches!(cx.class_at(argument), Class::Integer | Class::Unknown) {
        let finding = Diagnostic::new(
            &codes::ACC0062,
            cx.span(argument),
            "the argument of `collapse` must be an integer constant",
        );
        report.push(directive, finding);
    }
}

fn check_nest(
    cx: &Cx<'_>,
    directive: DirectiveId,
    nest: &Nest,
    depth: u32,
    asking: Option<ClauseId>,
    report: &mut Findings,
) {
    let Some(instead) = nest.instead else { return };
    if instead.kind == InsteadKind::Unreadable {
        return;
    }
    let (found, kind) = (nest.loops.len(), cx.words().loop_statement);
    let message = if found == 0 {
        format!("a {kind} must follow this directive")
    } else {
        format!("{depth} nested {kind}s are needed here, and only {found} can be associated")
    };
    let mut finding = Diagnostic::new(&codes::ACC0100, cx.start(instead.at), message)
        .label(cx.directive_name_span(directive), "the directive");
    if let Some(clause) = asking.filter(|_| depth > 1) {
        finding = finding.label(cx.clause_span(clause), format!("asks for {depth} loops"));
    }
    if found > 0 {
        finding = finding.note("each loop must be the only statement in the one around it");
    }
    if is_openmp(cx, instead.kind) {
        finding = finding.note(OPENMP_BETWEEN);
    }
    report.push(directive, finding);
}

const OPENMP_BETWEEN: &str = "if the program is compiled without OpenMP, `--ignore-openmp` reads it so";

/// Returns whether there is an OpenMP directive where a loop is required.
fn is_openmp(cx: &Cx<'_>, kind: InsteadKind) -> bool {
    matches!(kind, InsteadKind::Directive(directive) if cx.view.directive(directive).kind.acc().is_none())
}

fn controls(
    cx: &Cx<'_>,
    directive: DirectiveId,
    nest: &Nest,
    report: &mut Findings,
) -> Box<[ControlVariable]> {
    let mut found = Vec::new();
    for at in &nest.loops {
        match cx.control(*at) {
            Control::Variable { entity, declared } => found.push(ControlVariable { entity, declared }),
            Control::Member(member) => {
                let record = cx.words().record;
                let message = format!("the control variable of the loop is a member of {record}");
                let finding = Diagnostic::new(&codes::ACC0102, cx.span(member), message);
                report.push(directive, finding);
            }
            Control::None => {}
        }
    }
    found.into()
}

/// Sets the attributes of loop control variables ("Loop Control Variables"), and reports conflicts with
/// clauses.
pub(super) fn attribute_controls(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    for id in draft.ids() {
        let Some(facts) = draft.construct(id).loop_facts.clone() else { continue };
        let is_seq = facts.sequential == Some(Rule::Clause);
        for control in facts.control.iter().filter(|control| !control.declared) {
            let variable = Place::whole(control.entity);
            if is_reduced(cx, draft, id, &variable, report) {
                draft.attribute_mut(id, &variable).sharing = None;
            }
            if !is_seq {
                check_conflict(cx, draft, id, &variable, report);
            }
            attribute_control(cx, draft, id, &variable, is_seq);
        }
    }
}

fn attribute_control(cx: &Cx<'_>, draft: &mut Draft, id: ConstructId, variable: &Place, is_seq: bool) {
    let (how, rule, sharing) = match is_seq {
        false => (How::Predetermined, Rule::LoopControlPrivate, Sharing::Private),
        true if threads_share(cx, draft, id, variable) => {
            (How::Predetermined, Rule::SeqLoopControlPrivate, Sharing::Private)
        }
        true => (How::Implicit, Rule::SeqLoopControlShared, Sharing::Shared),
    };
    let reason = Reason { how, ..Reason::implicit(rule) };
    draft.attribute_mut(id, variable).sharing.get_or_insert(Given::new(sharing, reason));
}

/// Returns whether several threads that execute a sequential loop would share an outer variable: the workers or vector lanes of an
/// enclosing loop, or the gangs, if a clause maps the variable.
fn threads_share(cx: &Cx<'_>, draft: &Draft, id: ConstructId, variable: &Place) -> bool {
    for outer in draft.enclosing(id) {
        if cx.is_declared_in(variable.root, draft.run(outer)) {
            return false;
        }
        let construct = draft.construct(outer);
        let sharing = draft.sharing(outer, variable);
        if matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate)) {
            return false;
        }
        if construct.loop_facts.as_deref().is_some_and(|facts| is_shared(draft, outer, facts)) {
            return true;
        }
        if construct.is_compute() {
            return construct.kind == AccDirective::Parallel
                && !has_one_gang(cx, draft, outer)
                && (draft.attribute(outer, variable).is_some_and(|attribute| attribute.mapping.is_some())
                    || visible_mapping(cx, draft, outer, variable).is_some());
        }
    }
    false
}

/// Returns whether the iterations of an enclosing loop are executed by several threads that share outer variables. In `kernels`, gangs
/// share scalars too.
fn is_shared(draft: &Draft, id: ConstructId, facts: &LoopFacts) -> bool {
    // In a merged loop, everything that the loop's body assigns is private to the threads; otherwise the loop is not merged.
    if facts.merged == Some(Merged::Threads) {
        return false;
    }
    let compute = draft.construct(id).compute;
    let is_kernels = compute.is_some_and(|compute| draft.construct(compute).kind == AccDirective::Kernels);
    facts.is_shared_in_gang() || is_kernels && facts.sequential.is_none() && facts.gang.is_some()
}

fn has_one_gang(cx: &Cx<'_>, draft: &Draft, compute: ConstructId) -> bool {
    let Some(clause) = clause_of(cx, draft, compute, AccClause::NumGangs) else { return false };
    cx.clauses[clause].values().iter().all(|count| cx.constant(*count) == Some(1))
}

/// Returns whether the directive reduces the control variable of its loop. Reports an error if it does.
fn is_reduced(cx: &Cx<'_>, draft: &Draft, id: ConstructId, variable: &Place, report: &mut Findings) -> bool {
    let reduction = draft.attribute(id, variable).and_then(DataAttributes::reduction);
    let Some(item) = reduction.and_then(|(_, reason)| reason.item_in(&cx.clauses)) else { return false };
    let message = format!("`{}` controls the loop and cannot be reduced", cx.place_text(variable));
    let mut finding = Diagnostic::new(&codes::ACC0098, cx.span(item.at), message);
    if let Some(at) = control_span(cx, draft, id, variable.root) {
        finding = finding.label(at, "the loop that it controls");
    }
    report.push(draft.construct(id).directive, finding);
    true
}

fn control_span(cx: &Cx<'_>, draft: &Draft, id: ConstructId, variable: EntityId) -> Option<TokenRange> {
    let facts = draft.construct(id).loop_facts.as_deref()?;
    let controls =
        |at: &&At| matches!(cx.control(**at), Control::Variable { entity, .. } if entity == variable);
    cx.control_span(*facts.loops.iter().find(controls)?)
}

/// Reports a data clause or `firstprivate` on a combined directive for the loop control variable, which is
/// predetermined private.
fn check_conflict(cx: &Cx<'_>, draft: &Draft, id: ConstructId, variable: &Place, report: &mut Findings) {
    let construct = draft.construct(id);
    let Some(outer) = construct.parent.filter(|_| construct.half == Half::Inner) else { return };
    let Some(attribute) = draft.attribute(outer, variable) else { return };
    let mapping = attribute.mapping.as_ref().map(|given| (given.kind.text(), &given.reason));
    let sharing = attribute.sharing.as_ref().map(|given| (given.kind.text(), &given.reason));
    let Some((text, reason)) = mapping.or(sharing) else { return };
    let Some(item) = reason.item_in(&cx.clauses) else { return };
    let message = format!(
        "`{}` controls the loop, so it is private and cannot be a {text} variable",
        cx.place_text(variable)
    );
    let mut finding = Diagnostic::new(&codes::ACC0092, cx.span(item.at), message);
    if let Some(at) = control_span(cx, draft, id, variable.root) {
        finding = finding.label(at, "the loop that it controls");
    }
    report.push(construct.directive, finding);
}

/// Checks the rules that apply only to loops with independent iterations. The levels must be known.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids() {
        let Some(facts) = &draft.construct(id).loop_facts else { continue };
        if !facts.sequential.is_some_and(keeps_order) {
            check_breaks(cx, draft, id, report);
        }
        if facts.is_partitioned() && facts.sequential.is_none() {
            check_forms(cx, draft, id, report);
        }
    }
}

/// Returns whether a rule makes a loop sequential although its iterations may depend on each other.
fn keeps_order(rule: Rule) -> bool {
    matches!(rule, Rule::Clause | Rule::AutoSequential | Rule::KernelsAutoSequential | Rule::SerialConstruct)
}

fn check_breaks(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) {
    let construct = draft.construct(id);
    let Some(facts) = &construct.loop_facts else { return };
    for jump in cx.jumps(construct.run()) {
        let JumpKind::Leave(Some(left)) = jump.kind else { continue };
        if facts.loops.contains(&left) {
            let message = "`break` leaves a loop whose iterations are independent";
            let finding = Diagnostic::new(&codes::ACC0101, cx.start(jump.at), message)
                .label(cx.directive_name_span(construct.directive), "this directive makes them independent")
                .note("`seq` on the directive keeps the loop as it is written");
            report.push(construct.directive, finding);
        }
    }
}

fn check_forms(cx: &Cx<'_>, draft: &Draft, id: ConstructId, report: &mut Findings) {
    let construct = draft.construct(id);
    let Some(facts) = &construct.loop_facts else { return };
    for at in &*facts.loops {
        if matches!(cx.control(*at), Control::Member(_)) {
            continue;
        }
        if let Err(fault) = cx.check_countable(*at) {
            let message = "the number of iterations of this loop cannot be computed before it starts";
            let mut finding = Diagnostic::new(&codes::ACC0103, fault.at, message)
                .label(cx.directive_name_span(construct.directive), "this directive partitions the loop");
            fault.text.clone_into(&mut finding.primary.text);
            report.push(construct.directive, finding);
        }
    }
    check_control_types(cx, construct.directive, facts, report);
}

fn check_control_types(cx: &Cx<'_>, directive: DirectiveId, facts: &LoopFacts, report: &mut Findings) {
    for (at, control) in facts.loops.iter().zip(&*facts.control) {
        let entity = cx.entity(control.entity);
        if matches!(entity.class, Class::Integer | Class::Pointer | Class::Unknown) {
            continue;
        }
        let message = format!(
            "`{}` controls a partitioned loop, so it must be an integer or a pointer, and it is {}",
            cx.name_text(control.entity),
            cx.describe(control.entity)
        );
        report.push(directive, Diagnostic::new(&codes::ACC0103, cx.loop_head_span(*at), message));
    }
}

/// The value `n` of `gang(dim: n)`; 1 without it.
pub(crate) fn gang_dimension(cx: &Cx<'_>, clause: ClauseId) -> i128 {
    let dimension = match cx.clauses[clause].argument {
        Argument::Gang { dim: Some(dim), .. } => cx.constant(dim),
        _ => None,
    };
    dimension.unwrap_or(1).clamp(1, 3)
}
