//! `loop` constructs: their loops, control variables, and what may not leave them (OpenACC 3.4 2.9).

use clacc_syntax::ast::{ArgumentValue, ClauseId, DirectiveId, ExprId, Node, Stmt};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;

use super::codes;
use super::constructs::{Draft, clause_of};
use super::facts::{
    ConstructId, ControlVariable, Half, How, Level, LoopFacts, Mapping, Reason, Rule, Sharing, Variable,
};
use super::report::Report;
use super::typing::{self, Class};
use super::view::View;
use crate::program::loops::{Control, InsteadKind, Nest};
use crate::program::place::At;

/// Finds the loops of every `loop` construct and what their clauses say about levels.
pub(super) fn find(view: &View<'_>, draft: &mut Draft, report: &mut Report) {
    for id in draft.ids() {
        if draft.construct(id).kind != AccDirective::Loop {
            continue;
        }
        let facts = facts_of(view, draft, id, report);
        draft.facts.constructs[id].loop_facts = Some(facts);
    }
}

fn facts_of(view: &View<'_>, draft: &Draft, id: ConstructId, report: &mut Report) -> LoopFacts {
    let construct = draft.construct(id);
    let seq = clause_of(view, draft, id, AccClause::Seq);
    let auto = clause_of(view, draft, id, AccClause::Auto);
    let level = |kind| {
        let clause = clause_of(view, draft, id, kind).filter(|_| seq.is_none() && auto.is_none())?;
        Some(Level { how: How::Explicit, clause: Some(clause) })
    };
    let (depth, asking) = depth_of(view, draft, id, report);
    let loosely = asking
        .is_some_and(|clause| view.tree()[clause].modifier_words().any(|word| view.text(word) == "force"));
    let region = view.program.directive(construct.directive).region;
    let nest = region.map(|region| view.program.nest(region.run, depth, loosely)).unwrap_or_default();
    check_nest(view, construct.directive, &nest, depth, asking, report);
    LoopFacts {
        sequential: match (seq, auto) {
            (Some(_), _) => Some(Rule::Clause),
            (None, Some(_)) => Some(Rule::AutoSequential),
            (None, None) => None,
        },
        gang: level(AccClause::Gang),
        worker: level(AccClause::Worker),
        vector: level(AccClause::Vector),
        depth,
        control: controls(view, construct.directive, &nest, report),
        loops: nest.loops.iter().filter_map(|at| view.program.c_stmt(*at)).collect(),
        inside_partitioned: false,
    }
}

/// How many loops the directive is about, and the clause that says so.
fn depth_of(view: &View<'_>, draft: &Draft, id: ConstructId, report: &mut Report) -> (u32, Option<ClauseId>) {
    /// More associated loops than this no nesting limit lets a program have.
    const MOST: i128 = 1000;
    let directive = draft.construct(id).directive;
    if let Some(tile) = clause_of(view, draft, id, AccClause::Tile) {
        let sizes = view.tree()[tile].arguments.as_ref().map_or(0, |arguments| arguments.items.len());
        return (sizes.clamp(1, MOST as usize) as u32, Some(tile));
    }
    let Some(collapse) = clause_of(view, draft, id, AccClause::Collapse) else { return (1, None) };
    let Some(argument) = view.tree()[collapse].exprs().next() else { return (1, Some(collapse)) };
    let depth = view.constant(argument);
    if depth.is_none() {
        report_not_constant(view, directive, argument, report);
    }
    let depth = depth.and_then(|depth| u32::try_from(depth.clamp(1, MOST)).ok());
    (depth.unwrap_or(1), Some(collapse))
}

fn report_not_constant(view: &View<'_>, directive: DirectiveId, argument: ExprId, report: &mut Report) {
    let is_integer = view.type_of(argument).is_none_or(|ty| typing::classify(ty) == Class::Integer);
    if is_integer {
        let finding = Diagnostic::new(
            &codes::ACC0062,
            view.expr_span(argument),
            "the argument of `collapse` must be an integer constant",
        );
        report.push(directive, finding);
    }
}

fn check_nest(
    view: &View<'_>,
    directive: DirectiveId,
    nest: &Nest,
    depth: u32,
    asking: Option<ClauseId>,
    report: &mut Report,
) {
    let Some(instead) = nest.instead else { return };
    if instead.kind == InsteadKind::Unreadable {
        return;
    }
    let found = nest.loops.len();
    let message = if found == 0 {
        "a `for` loop must follow this directive".to_owned()
    } else {
        format!("{depth} nested `for` loops are needed here, and only {found} can be associated")
    };
    let mut finding = Diagnostic::new(&codes::ACC0100, view.program.start(instead.at), message)
        .label(view.directive_span(directive), "the directive");
    if let Some(clause) = asking.filter(|_| depth > 1) {
        finding = finding.label(view.clause_span(clause), format!("asks for {depth} loops"));
    }
    if found > 0 {
        finding = finding.note("each loop must be the only statement in the one around it");
    }
    report.push(directive, finding);
}

fn controls(
    view: &View<'_>,
    directive: DirectiveId,
    nest: &Nest,
    report: &mut Report,
) -> Box<[ControlVariable]> {
    let mut found = Vec::new();
    for stmt in &nest.loops {
        match view.program.control(*stmt) {
            Control::Variable { entity, declared } => {
                found.push(ControlVariable { symbol: view.program.c_symbol(entity), declared });
            }
            Control::Member(member) => {
                let message = "the control variable of the loop is a member of a struct";
                let finding = Diagnostic::new(&codes::ACC0102, view.program.span(member), message);
                report.push(directive, finding);
            }
            Control::None => {}
        }
    }
    found.into()
}

/// The attributes of loop control variables ("Loop Control Variables"), and what conflicts with them.
pub(super) fn attribute_controls(view: &View<'_>, draft: &mut Draft, report: &mut Report) {
    for id in draft.ids() {
        let Some(facts) = draft.construct(id).loop_facts.clone() else { continue };
        let is_seq = facts.sequential == Some(Rule::Clause);
        for control in facts.control.iter().filter(|control| !control.declared) {
            let variable = Variable { symbol: control.symbol, path: Box::default() };
            check_reduced(view, draft, id, &variable, report);
            if !is_seq {
                check_conflict(view, draft, id, &variable, report);
            }
            attribute_control(draft, id, &variable, is_seq);
        }
    }
}

fn attribute_control(draft: &mut Draft, id: ConstructId, variable: &Variable, is_seq: bool) {
    let (how, rule, sharing) = if is_seq {
        (How::Implicit, Rule::SeqLoopControlShared, Sharing::Shared)
    } else {
        (How::Predetermined, Rule::LoopControlPrivate, Sharing::Private)
    };
    let reason = Reason { how, clause: None, item: None, from: None, rule };
    let attribute = draft.attribute_mut(id, variable);
    attribute.sharing.get_or_insert((sharing, reason));
}

fn check_reduced(view: &View<'_>, draft: &Draft, id: ConstructId, variable: &Variable, report: &mut Report) {
    let Some((Sharing::Reduction(_), reason)) =
        draft.attribute(id, variable).and_then(|each| each.sharing.clone())
    else {
        return;
    };
    let Some(item) = reason.item else { return };
    let directive = draft.construct(id).directive;
    let message = format!("`{}` controls the loop and cannot be reduced", view.variable_text(variable));
    let mut finding = Diagnostic::new(&codes::ACC0098, view.expr_span(item), message);
    if let Some(at) = control_span(view, draft, id, variable) {
        finding = finding.label(at, "the loop that it controls");
    }
    report.push(directive, finding);
}

fn control_span(view: &View<'_>, draft: &Draft, id: ConstructId, variable: &Variable) -> Option<TokenRange> {
    let facts = draft.construct(id).loop_facts.as_ref()?;
    let wanted = view.program.entity_of(variable.symbol);
    let controls =
        |at: &At| matches!(view.program.control(*at), Control::Variable { entity, .. } if entity == wanted);
    let mut loops = facts.loops.iter().filter_map(|stmt| view.program.at_stmt(*stmt));
    view.program.control_span(loops.find(controls)?)
}

/// On a combined directive a data clause or `firstprivate` for the predetermined private control variable is an error.
fn check_conflict(view: &View<'_>, draft: &Draft, id: ConstructId, variable: &Variable, report: &mut Report) {
    let construct = draft.construct(id);
    let Some(outer) = construct.parent.filter(|_| construct.half == Half::Inner) else { return };
    let Some(attribute) = draft.attribute(outer, variable) else { return };
    let mapping = attribute.mapping.as_ref().map(|(mapping, reason)| (Mapping::text(*mapping), reason));
    let sharing = attribute.sharing.as_ref().map(|(sharing, reason)| (sharing.text(), reason));
    let Some((text, reason)) = mapping.or(sharing) else { return };
    let Some(item) = reason.item else { return };
    let message = format!(
        "`{}` controls the loop, so it is private and cannot be a {text} variable",
        view.variable_text(variable)
    );
    let mut finding = Diagnostic::new(&codes::ACC0092, view.expr_span(item), message);
    if let Some(at) = control_span(view, draft, id, variable) {
        finding = finding.label(at, "the loop that it controls");
    }
    report.push(construct.directive, finding);
}

/// Checks what only loops with independent iterations must not do. Needs the levels.
pub(super) fn check(view: &View<'_>, draft: &Draft, report: &mut Report) {
    for id in draft.ids() {
        let Some(facts) = &draft.construct(id).loop_facts else { continue };
        if !matches!(facts.sequential, Some(Rule::Clause | Rule::AutoSequential)) {
            check_breaks(view, draft, id, report);
        }
        if facts.is_partitioned() {
            check_forms(view, draft, id, report);
        }
    }
}

fn check_breaks(view: &View<'_>, draft: &Draft, id: ConstructId, report: &mut Report) {
    let construct = draft.construct(id);
    let Some(facts) = &construct.loop_facts else { return };
    for at in draft.region(id) {
        let Node::Stmt(stmt) = view.outline.node(at) else { continue };
        if view.tree()[stmt] != Stmt::Break {
            continue;
        }
        let left = view.outline.ancestors(at).find_map(|outer| match view.outline.node(outer) {
            Node::Stmt(outer) if is_breakable(&view.tree()[outer]) => Some(outer),
            _ => None,
        });
        if left.is_some_and(|left| facts.loops.contains(&left)) {
            let message = "`break` leaves a loop whose iterations are independent";
            let finding = Diagnostic::new(&codes::ACC0101, view.stmt_start(stmt), message)
                .label(view.directive_span(construct.directive), "this directive makes them independent")
                .note("`seq` on the directive keeps the loop as it is written");
            report.push(construct.directive, finding);
        }
    }
}

fn is_breakable(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } | Stmt::Switch { .. })
}

fn check_forms(view: &View<'_>, draft: &Draft, id: ConstructId, report: &mut Report) {
    let construct = draft.construct(id);
    let Some(facts) = &construct.loop_facts else { return };
    for at in facts.loops.iter().filter_map(|stmt| view.program.at_stmt(*stmt)) {
        if matches!(view.program.control(at), Control::Member(_)) {
            continue;
        }
        if let Err(fault) = view.program.check_countable(at) {
            let message = "the number of iterations of this loop cannot be computed before it starts";
            let mut finding = Diagnostic::new(&codes::ACC0103, fault.at, message)
                .label(view.directive_span(construct.directive), "this directive partitions the loop");
            fault.text.clone_into(&mut finding.primary.text);
            report.push(construct.directive, finding);
        }
    }
    check_control_types(view, draft, id, report);
}

fn check_control_types(view: &View<'_>, draft: &Draft, id: ConstructId, report: &mut Report) {
    let construct = draft.construct(id);
    let Some(facts) = &construct.loop_facts else { return };
    for (stmt, control) in facts.loops.iter().zip(&facts.control) {
        let class = typing::classify(&view.symbol(control.symbol).ty);
        if matches!(class, Class::Integer | Class::Pointer | Class::Unknown) {
            continue;
        }
        let Some(at) = view.program.at_stmt(*stmt) else { continue };
        let message = format!(
            "`{}` controls a partitioned loop, so it must be an integer or a pointer, and it is {}",
            view.name(control.symbol),
            view.describe(&view.symbol(control.symbol).ty)
        );
        let finding = Diagnostic::new(&codes::ACC0103, view.program.loop_head_span(at), message);
        report.push(construct.directive, finding);
    }
}

/// The value of `gang(dim: n)`; 1 where it is not written.
pub(super) fn gang_dimension(view: &View<'_>, clause: ClauseId) -> i128 {
    let items = view.tree()[clause].arguments.iter().flat_map(|arguments| &arguments.items);
    let dimension = items.into_iter().find_map(|item| match item.value {
        ArgumentValue::Expr(expr) if item.key.is_some_and(|key| view.text(key) == "dim") => {
            view.constant(expr)
        }
        _ => None,
    });
    dimension.unwrap_or(1).clamp(1, 3)
}
