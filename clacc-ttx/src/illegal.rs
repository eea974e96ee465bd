//! Checks the directives that a policy makes against the tables of OpenMP.

use clacc_sema::omp::form::{Argument, Clause, Directive, Event, Omp};
use clacc_syntax::ast::{ClauseKind, DirectiveKind};
use clacc_syntax::directive::{Association, Multiplicity, are_exclusive, clause_allowed, multiplicity};

use crate::node::OmpNode;

/// What is wrong with the directives of a node; none if OpenMP has all of them.
pub(crate) fn fault(node: &OmpNode) -> Option<String> {
    let mut found = directives(node).find_map(fault_of);
    for form in forms(node) {
        form.walk(&mut |event| {
            if let Event::Enter(Omp::Directive(directive)) = event
                && found.is_none()
            {
                found = fault_of(directive);
            }
        });
    }
    found
}

/// Every form of a node.
fn forms(node: &OmpNode) -> impl Iterator<Item = &Omp> {
    let divided = node.divided.iter().map(|divided| &divided.form);
    node.form.iter().chain(node.unit_forms.iter().map(|form| &form.omp)).chain(divided)
}

/// The directives of a node that stand at a loop or at statements inside, in no form.
fn directives(node: &OmpNode) -> impl Iterator<Item = &Directive> {
    let parts = node.divided.iter().flat_map(|divided| divided.parts.iter().map(|part| &part.directive));
    let inner = node.inner.iter().map(|inner| &inner.directive);
    parts.chain(inner).chain(node.interchanged.iter().filter_map(|each| each.directive.as_ref()))
}

fn fault_of(directive: &Directive) -> Option<String> {
    let kind = DirectiveKind::Omp(directive.kind);
    let name = directive.kind.text();
    let wants_statement = matches!(kind.association(), Association::Statement | Association::Loop);
    if directive.body.is_some() != wants_statement {
        let number = if wants_statement { "a" } else { "no" };
        return Some(format!("`omp {name}` is associated with {number} statement"));
    }
    directive.clauses.iter().enumerate().find_map(|(index, clause)| {
        let word = clause.kind().text();
        let of = ClauseKind::Omp(clause.kind());
        if !clause_allowed(kind, of) {
            return Some(format!("`omp {name}` takes no clause `{word}`"));
        }
        let before = &directive.clauses[..index];
        if before.iter().any(|other| repeats(kind, other, clause)) {
            return Some(format!("`omp {name}` takes the clause `{word}` once"));
        }
        let excluded = before.iter().find(|other| are_exclusive(kind, ClauseKind::Omp(other.kind()), of))?;
        Some(format!("`omp {name}` takes `{}` or `{word}`, not both", excluded.kind().text()))
    })
}

/// Whether a clause says again what may be said once.
fn repeats(directive: DirectiveKind, one: &Clause, other: &Clause) -> bool {
    one.kind() == other.kind()
        && match multiplicity(directive, ClauseKind::Omp(one.kind())) {
            Some(Multiplicity::Once) => true,
            Some(Multiplicity::OncePerModifier) => modifier(&one.argument) == modifier(&other.argument),
            Some(Multiplicity::Many) | None => false,
        }
}

/// What lets a clause stand beside another one of its kind.
fn modifier(argument: &Argument) -> Option<Argument> {
    match argument {
        Argument::Defaultmap { .. } => Some(argument.clone()),
        _ => None,
    }
}
