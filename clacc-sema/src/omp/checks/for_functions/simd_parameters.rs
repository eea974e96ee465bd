//! Checks the parameters that the clauses of `declare simd` name (OpenMP 5.2 5.4.6, 5.10, 5.11, 7.7).

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use rustc_hash::FxHashMap;

use super::super::super::codes;
use super::super::cx::Findings;
use super::super::items::{self, Listed};
use crate::program::View;
use crate::program::declared::{LoneFunction, Parameter};
use crate::program::directive::ClauseNode;
use crate::program::entity::Class;
use crate::program::place::{At, Place};

/// Checks the clauses of a `declare simd` for a function.
pub(super) fn check(view: View<'_>, directive: DirectiveId, function: &LoneFunction, report: &mut Findings) {
    let Some(parameters) = &function.parameters else { return };
    let parameters: FxHashMap<Name, &Parameter> = parameters.iter().map(|each| (each.name, each)).collect();
    let lists = lists(view, directive);
    let uniform: Vec<Name> = lists
        .iter()
        .filter(|(_, kind)| *kind == OmpClause::Uniform)
        .flat_map(|(clause, _)| items::of_clause(view, *clause))
        .map(|listed| view.name(listed.entity))
        .collect();
    for (clause, kind) in lists {
        for listed in items::of_clause(view, clause) {
            let name = view.name(listed.entity);
            let message = match parameters.get(&name) {
                None => Some(no_parameter(view, name, function)),
                Some(parameter) => wrong_type(view, parameter, kind),
            };
            report.extend(message.map(|text| Diagnostic::new(&codes::OMP0147, view.span(listed.at), text)));
        }
        if kind == OmpClause::Linear {
            check_step(view, clause, &parameters, &uniform, report);
        }
    }
}

/// The clauses of a `declare simd` that list parameters.
fn lists(view: View<'_>, directive: DirectiveId) -> Vec<(ClauseId, OmpClause)> {
    use OmpClause as C;
    let node = view.directive(directive);
    let kind = |clause: &ClauseId| view.clause_node(*clause).kind.omp();
    let listing =
        |clause: &ClauseId| kind(clause).filter(|kind| matches!(kind, C::Uniform | C::Linear | C::Aligned));
    node.clauses.iter().filter_map(|clause| Some((*clause, listing(clause)?))).collect()
}

fn no_parameter(view: View<'_>, name: Name, function: &LoneFunction) -> String {
    format!("`{}` is no parameter of `{}`", view.text(name), view.text(function.name))
}

/// The message about a parameter whose type a clause does not take.
fn wrong_type(view: View<'_>, parameter: &Parameter, kind: OmpClause) -> Option<String> {
    let name = view.text(parameter.name);
    let (is_right, wanted) = match kind {
        _ if parameter.class == Class::Unknown => return None,
        OmpClause::Linear if parameter.is_atomic => {
            return Some(format!("`linear` takes no `_Atomic` parameters, and `{name}` is one"));
        }
        OmpClause::Linear => {
            (matches!(parameter.class, Class::Integer | Class::Pointer), "integers and pointers")
        }
        OmpClause::Aligned => {
            (matches!(parameter.class, Class::Pointer | Class::Array), "pointers and arrays")
        }
        _ => return None,
    };
    let text = &parameter.text;
    (!is_right).then(|| format!("`{}` is for {wanted}, and `{name}` is {text}", kind.text()))
}

/// Checks the step of a `linear` clause: a constant, or a parameter that is the same in all lanes.
fn check_step(
    view: View<'_>,
    clause: ClauseId,
    parameters: &FxHashMap<Name, &Parameter>,
    uniform: &[Name],
    report: &mut Findings,
) {
    let Some(step) = step(view, view.clause_node(clause)) else { return };
    let named = view.place_of(step).filter(Place::is_whole).map(|place| view.name(place.root));
    let message = match named.and_then(|name| Some((name, parameters.get(&name)?))) {
        Some((name, parameter)) if !uniform.contains(&name) => {
            format!("the step `{}` must be in a `uniform` clause", view.text(parameter.name))
        }
        Some((name, parameter)) if !matches!(parameter.class, Class::Integer | Class::Unknown) => {
            format!("the step `{}` must be an integer, and is {}", view.text(name), parameter.text)
        }
        Some(_) => return,
        None if !is_variable(view, step) => return,
        None => "the step must be an integer constant or a parameter in a `uniform` clause".to_owned(),
    };
    report.push(Diagnostic::new(&codes::OMP0147, view.span(step), message));
}

/// The expression that gives the step of a `linear` clause.
fn step(view: View<'_>, clause: &ClauseNode) -> Option<At> {
    let modifiers = clause.arguments.iter().flat_map(|arguments| &arguments.post_modifiers);
    let mut steps = modifiers.filter(|modifier| matches!(view.text(modifier.word), "" | "step"));
    steps.next().and_then(|modifier| modifier.arguments.first().copied())
}

/// Returns true if an expression is no integer constant. Sizes of parameters are constants whose values are not known here.
fn is_variable(view: View<'_>, at: At) -> bool {
    let run = view.run(at);
    let has_parts = !view.names_in(run).is_empty() || view.calls(run).next().is_some();
    view.constant(at).is_none() && (has_parts || view.class_at(at) == Class::Real)
}

/// Checks what the function behind a `declare simd` does not decide: constants, and parameters in several clauses.
pub(super) fn check_constants(view: View<'_>, directive: DirectiveId, report: &mut Findings) {
    let node = view.directive(directive);
    if node.kind.omp() != Some(OmpDirective::DeclareSimd) || node.has_errors {
        return;
    }
    for clause in node.clauses.iter().map(|clause| view.clause_node(*clause)) {
        let value = match clause.kind.omp() {
            Some(OmpClause::Simdlen) => clause.values().next(),
            Some(OmpClause::Aligned) => step(view, clause),
            _ => None,
        };
        let is_wrong =
            |value: &At| is_variable(view, *value) || view.constant(*value).is_some_and(|number| number <= 0);
        if let Some(value) = value.filter(is_wrong) {
            let what = view.text(clause.spelling);
            let message = format!("the number in `{what}` must be a positive constant");
            report.push(Diagnostic::new(&codes::OMP0062, view.span(value), message));
        }
    }
    check_repeated(view, directive, report);
}

/// Reports parameters in several `linear` clauses, or in several `aligned` clauses, or in `linear` and `uniform`.
fn check_repeated(view: View<'_>, directive: DirectiveId, report: &mut Findings) {
    let mut known: FxHashMap<(Name, bool), (Listed, OmpClause)> = FxHashMap::default();
    for (clause, kind) in lists(view, directive) {
        for listed in items::of_clause(view, clause) {
            let name = view.name(listed.entity);
            let key = (name, kind == OmpClause::Aligned);
            let Some((first, other)) = known.get(&key) else {
                known.insert(key, (listed, kind));
                continue;
            };
            if (*other, kind) == (OmpClause::Uniform, OmpClause::Uniform) {
                continue;
            }
            let (name, kind) = (view.text(name), kind.text());
            let message = match other.text() {
                other if other == kind => format!("`{name}` is in `{kind}` twice"),
                other => format!("`{name}` is in `{kind}` and in `{other}`, which exclude each other"),
            };
            let finding = Diagnostic::new(&codes::OMP0148, view.span(listed.at), message);
            report.push(finding.label(view.span(first.at), "listed here first"));
        }
    }
}
