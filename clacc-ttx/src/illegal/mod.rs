//! Checks what a policy makes of a construct against the rules of OpenMP: what a compiler would refuse, or take for
//! something else, is a fault of the policy.
//!
//! [`fault`] checks the node of one construct by itself. [`faults_among`] checks the nodes of all constructs of a declaration
//! with each other, where all of them are known.

mod argument_forms;
mod clause_counts;
mod dialect_words;
mod enclosing_regions;
mod nested_loops;

mod repeated_items;
mod visible_names;

use std::sync::Arc;

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::omp::form::{Directive, Event, Omp};
use clacc_sema::program::atomic::AtomicKind;
use clacc_sema::program::place::At;
use clacc_sema::program::run::Run;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::diagnostics::Code;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::codes;
use crate::node::OmpNode;
use crate::rules::Context;

/// A fault of a node's directives.
pub(crate) struct Illegality {
    /// The code of the OpenMP rule that the directives violate.
    pub(crate) code: &'static Code,
    /// The description of the fault, for messages.
    pub(crate) text: String,
}

/// A directive of a node with its place, for the checks.
#[derive(Clone, Copy)]
struct Standing<'n> {
    directive: &'n Directive,
    /// The node at which the directive is placed; none at file scope.
    at: Option<At>,
    /// The statement that replaces the hole of the directive.
    statement: Option<Run>,
}

/// Returns the fault of a node's directives; none if OpenMP permits all of them.
pub(crate) fn fault(cx: &Context<'_>, node: &OmpNode) -> Option<Illegality> {
    let of_directive = |standing: &Standing<'_>| {
        let directive = standing.directive;
        let found = |code, text: Option<String>| text.map(|text| Illegality { code, text });
        found(&codes::OMP9001, clause_counts::fault(directive))
            .or_else(|| found(&codes::OMP9001, atomic_statement(cx, standing)))
            .or_else(|| found(&codes::OMP9003, dialect_words::fault(cx.dialect, directive)))
            .or_else(|| found(&codes::OMP9004, argument_forms::fault(cx.view, directive)))
            .or_else(|| found(&codes::OMP9006, repeated_items::fault(directive)))
            .or_else(|| found(&codes::OMP9007, visible_names::fault(cx.view, standing)))
            .or_else(|| found(&codes::OMP9005, nested_loops::fault(cx.view, standing)))
    };
    directives(cx, node).iter().find_map(of_directive).or_else(|| enclosing_regions::fault(cx, node))
}

/// Returns the fault of the statement of `atomic` (OpenMP 5.2 15.8.4).
fn atomic_statement(cx: &Context<'_>, standing: &Standing<'_>) -> Option<String> {
    let directive = standing.directive;
    if directive.kind != OmpDirective::Atomic || directive.body.as_deref() != Some(&Omp::Statement) {
        return None;
    }
    let kinds = [
        (OmpClause::Compare, AtomicKind::Compare),
        (OmpClause::Capture, AtomicKind::Capture),
        (OmpClause::Read, AtomicKind::Read),
        (OmpClause::Write, AtomicKind::Write),
    ];
    let has = |kind: &OmpClause| directive.clauses.iter().any(|clause| clause.kind() == *kind);
    let mut kind = kinds.iter().find(|(clause, _)| has(clause)).map_or(AtomicKind::Update, |(_, kind)| *kind);
    if kind == AtomicKind::Compare && has(&OmpClause::Capture) {
        kind = AtomicKind::CompareCapture;
    }
    let statement = cx.view.atomic_statement(standing.statement?, kind);
    statement
        .is_err()
        .then(|| "`omp atomic` is associated with a statement that its clauses do not permit".to_owned())
}

/// Returns the constructs of a declaration, each with its fault, whose nodes do not fit the nodes around them or, for loop directives, the
/// nodes inside.
pub(crate) fn faults_among<'a>(
    cx: impl Fn(ConstructId) -> Context<'a>,
    nodes: &ArenaMap<ConstructId, Arc<OmpNode>>,
) -> Vec<(ConstructId, Illegality)> {
    let mut found = enclosing_regions::faults_among(&cx, nodes);
    found.extend(nodes.iter().filter_map(|(id, node)| {
        let text = nested_loops::fault_among(&cx(id), node, nodes)?;
        Some((id, Illegality { code: &codes::OMP9005, text }))
    }));
    found
}

/// Returns whether a directive transforms loops, so that the result can be associated with an outer loop directive.
fn is_transformation(kind: OmpDirective) -> bool {
    matches!(kind, OmpDirective::Tile | OmpDirective::Unroll)
}

/// Returns every directive of a node, in its forms and outside them.
fn directives<'n>(cx: &Context<'_>, node: &'n OmpNode) -> Vec<Standing<'n>> {
    let own = Some(cx.view.directive(cx.construct().directive).at);
    let statement = cx.construct().region.map(|region| region.run);
    let mut found = Vec::new();
    let mut gather = |form: &'n Omp, at, statement| {
        form.walk(&mut |event| {
            if let Event::Enter(Omp::Directive(directive)) = event {
                found.push(Standing { directive, at, statement });
            }
        });
    };
    node.form.iter().for_each(|form| gather(form, own, statement));
    node.divided.iter().for_each(|divided| gather(&divided.form, own, statement));
    node.unit_forms.iter().for_each(|form| gather(&form.omp, None, None));
    let at = |directive, at: At| Standing { directive, at: Some(at), statement: Some(cx.view.run(at)) };
    let parts = node.divided.iter().flat_map(|divided| divided.parts.iter());
    found.extend(parts.map(|part| {
        let statement = Some(Run::new(part.first, cx.view.program.outline.end(part.last)));
        Standing { directive: &part.directive, at: Some(part.first), statement }
    }));
    found.extend(node.inner.iter().map(|inner| at(&inner.directive, inner.at)));
    found.extend(
        node.interchanged
            .iter()
            .filter_map(|loops| loops.directive.as_ref().map(|directive| at(directive, loops.outer))),
    );
    found
}
