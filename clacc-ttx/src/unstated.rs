//! The changes that a policy makes to the result of the default rules without stating how much of the meaning remains.
//!
//! A verdict is a statement if it differs from that of the default rules. A part of the node that differs from theirs without a statement
//! is *approximated*, never silently *exact*: only the policy knows what the part means.

use std::borrow::Cow;

use clacc_sema::omp::form::{Argument, Event, Omp, Origin};
use clacc_syntax::ast::ClauseId;

use crate::node::OmpNode;
use crate::rules::Context;
use crate::verdict::{Fidelity, Subject, Verdict};

/// Returns the node with a verdict on the directive and on each clause. `policy` is the name and version of the policy that made the node.
pub(crate) fn completed(policy: &str, cx: &Context<'_>, mut node: OmpNode, by_default: &OmpNode) -> OmpNode {
    if node == *by_default {
        return node;
    }
    if says_it_is_kept(&node, by_default) {
        node = OmpNode { verdicts: node.verdicts, diagnostics: node.diagnostics, ..OmpNode::default() };
    }
    let construct = cx.construct();
    let clauses =
        construct.clauses.iter().chain(&construct.seldom.other_clauses).map(|id| Subject::Clause(*id));
    if !node.is_mapped() {
        return kept(node, clauses, format!("policy {policy} has no form for it").into());
    }
    let reason: Cow<'static, str> = format!("as policy {policy} has it").into();
    let verdicts = std::iter::once(Subject::Directive).chain(clauses).flat_map(|subject| {
        let by_default_said = said_of(by_default, subject);
        // Only preprocessing makes a directive inactive, so verdicts with this fidelity are no statement of the policy.
        let said = Some(said_of(&node, subject))
            .filter(|said| said.iter().all(|verdict| verdict.fidelity != Fidelity::Inactive))
            .unwrap_or_else(|| by_default_said.clone());
        let is_stated = !said.is_empty() && said != by_default_said;
        if is_stated || (!said.is_empty() && !is_changed(&node, by_default, subject)) {
            return said.into_iter().cloned().collect();
        }
        vec![Verdict::new(subject, Fidelity::Approximated, reason.clone())]
    });
    let verdicts = verdicts.collect();
    let changed = node.inner.iter_mut().filter(|inner| !by_default.inner.contains(inner));
    for inner in changed.filter(|inner| inner.stated.is_none()) {
        inner.stated = Some((Fidelity::Approximated, reason.clone()));
    }
    OmpNode { verdicts, ..node }
}

/// Whether a policy says that the directive keeps its text, although it leaves a form in the node.
fn says_it_is_kept(node: &OmpNode, by_default: &OmpNode) -> bool {
    let mut said = node.verdicts.iter().filter(|verdict| !by_default.verdicts.contains(verdict));
    said.any(|verdict| verdict.fidelity == Fidelity::Unsupported)
}

/// Completes a node without a form: its directive keeps its text, whatever verdict the policy gives. Clauses without a verdict get the
/// reason of the directive.
fn kept(mut node: OmpNode, clauses: impl Iterator<Item = Subject>, unstated: Cow<'static, str>) -> OmpNode {
    let said = said_of(&node, Subject::Directive);
    if said.is_empty() || said.iter().any(|verdict| verdict.fidelity != Fidelity::Unsupported) {
        node.state(Fidelity::Unsupported, unstated.clone());
    }
    let reason =
        said_of(&node, Subject::Directive).first().map_or(unstated, |verdict| verdict.reason.clone());
    let silent = clauses.filter(|clause| said_of(&node, *clause).is_empty());
    let of_clauses = silent.map(|clause| Verdict::new(clause, Fidelity::Unsupported, reason.clone()));
    node.verdicts = node.verdicts.iter().cloned().chain(of_clauses).collect();
    node
}

/// The verdicts on a directive or a clause, with those on the clause's modifiers.
fn said_of(node: &OmpNode, subject: Subject) -> Vec<&Verdict> {
    node.verdicts.iter().filter(|verdict| verdict.subject.clause() == subject.clause()).collect()
}

/// Returns whether two nodes differ in what a clause became or, for the directive, in everything else.
fn is_changed(node: &OmpNode, by_default: &OmpNode, subject: Subject) -> bool {
    match subject.clause() {
        Some(clause) => made_of(node, clause) != made_of(by_default, clause),
        None => !without_clauses(node).prints_as(&without_clauses(by_default)),
    }
}

/// Returns the clauses of a form that come from a clause of the source, each with the index of its directive.
fn made_of(node: &OmpNode, clause: ClauseId) -> Vec<(usize, &Argument)> {
    let (mut found, mut directives) = (Vec::new(), 0);
    let mut visit = |event| {
        if let Event::Enter(Omp::Directive(directive)) = event {
            let own = directive.clauses.iter().filter(|each| each.origin == Origin::Clause(clause));
            found.extend(own.map(|each| (directives, &each.argument)));
            directives += 1;
        }
    };
    node.form.iter().for_each(|form| form.walk(&mut visit));
    found
}

/// Returns the node without the clauses that come from clauses of the source.
fn without_clauses(node: &OmpNode) -> OmpNode {
    let mut node = node.clone();
    if let Some(form) = &mut node.form {
        form.each_directive_mut(&mut |directive| {
            directive.clauses.retain(|clause| !matches!(clause.origin, Origin::Clause(_)));
        });
    }
    node
}
