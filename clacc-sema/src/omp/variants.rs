//! Metadirectives that can be resolved at compile time (OpenMP 5.2 7.4).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::form::{Directive, Omp};
use super::lower::SourceForms;
use super::selectors::{ContextSelector, Match, selector_of};
use crate::program::View;
use crate::program::directive::{ArgumentValue, ClauseNode};
use crate::program::place::At;
use crate::program::run::Run;

/// The directive that replaces a metadirective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChosenVariant {
    /// No directive.
    Nothing,
    /// The directive of one of its clauses.
    Directive(DirectiveId),
}

/// The forms of a declaration with metadirectives replaced by the directives that they are for the host; none if there are no
/// metadirectives. Metadirectives that can only be resolved at run time stay as they are.
pub fn resolved(view: View<'_>, forms: &SourceForms) -> Option<SourceForms> {
    let metadirectives = || {
        let order = view.program.order.iter().copied();
        order.filter(|id| view.directive(*id).kind.omp() == Some(OmpDirective::Metadirective))
    };
    metadirectives().next()?;
    let mut resolved = forms.clone();
    // Outer metadirectives are resolved before inner ones, because they are their context.
    for id in metadirectives() {
        let constructs = constructs_around(view, &resolved, view.directive(id).at);
        if let Some(variant) = variant(view, id, constructs.as_deref())
            && let Some(form) = form_of(view, forms, id, variant)
        {
            resolved.of.insert(id, form);
        }
    }
    Some(resolved)
}

/// The constructs around a node up to a `target` construct, outermost first (OpenMP 5.2 7.1); none if one of them is not known. Expressions
/// in a clause are not inside its construct.
pub(super) fn constructs_around(view: View<'_>, forms: &SourceForms, at: At) -> Option<Vec<OmpDirective>> {
    let mut around = Vec::new();
    for outer in view.program.outline.ancestors(at) {
        let is_inside = |id: &DirectiveId| {
            let directive = view.directive(*id);
            let region = directive.region.as_ref().map(|region| region.run);
            let is_about_all = || directive.kind.omp() != Some(OmpDirective::Dispatch);
            region.is_some_and(|run| {
                run.start <= at && at < run.end && (is_about_all() || !is_in_argument(view, run, at))
            })
        };
        let Some(directive) = view.directive_at(outer).filter(is_inside) else { continue };
        let kinds = match forms.of.get(directive)? {
            Omp::Directive(form) if form.kind == OmpDirective::Metadirective => return None,
            Omp::Directive(form) => form.kind.info().constituents.clone(),
            _ => Vec::new(),
        };
        around.extend(kinds.iter().rev());
        if kinds.contains(&OmpDirective::Target) {
            break;
        }
    }
    around.reverse();
    Some(around)
}

/// Returns whether a node is inside an argument of a call. `dispatch` applies to the call alone (OpenMP 5.2 7.6).
fn is_in_argument(view: View<'_>, run: Run, at: At) -> bool {
    view.calls(run).any(|call| call.at < at && at < view.run(call.at).end)
}

/// The variant with the highest score, the first one of several; none if that is not known.
fn variant(view: View<'_>, id: DirectiveId, constructs: Option<&[OmpDirective]>) -> Option<ChosenVariant> {
    let mut best: Option<(u64, ChosenVariant)> = None;
    let mut otherwise = ChosenVariant::Nothing;
    for clause in view.directive(id).clauses.iter().map(|clause| view.clause_node(*clause)) {
        match clause.kind.omp()? {
            OmpClause::When => {
                let Some(ArgumentValue::Other(_, words)) = clause.items().first().map(|item| &item.value)
                else {
                    return None;
                };
                match ContextSelector::read(view, words)?.matches(constructs) {
                    Match::Never => {}
                    Match::Unknown => return None,
                    Match::Always(score) if best.is_some_and(|(highest, _)| highest >= score) => {}
                    Match::Always(score) => best = Some((score, directive_in(clause))),
                }
            }
            OmpClause::Otherwise | OmpClause::Default => otherwise = directive_in(clause),
            _ => return None,
        }
    }
    Some(best.map_or(otherwise, |(_, variant)| variant))
}

/// Returns whether the selector of a `declare variant` never matches on the host, so that its variant is never called (OpenMP 5.2 7.5).
pub fn is_never_called(view: View<'_>, id: DirectiveId) -> bool {
    selector_of(view, id).is_some_and(|words| {
        let selector = ContextSelector::read(view, &words);
        selector.is_some_and(|selector| selector.matches(None) == Match::Never)
    })
}

fn directive_in(clause: &ClauseNode) -> ChosenVariant {
    let directive = clause.items().iter().find_map(|item| match item.value {
        ArgumentValue::Directive(directive) => Some(directive),
        _ => None,
    });
    directive.map_or(ChosenVariant::Nothing, ChosenVariant::Directive)
}

/// The form of a metadirective that is replaced by one of its variants. A standalone directive precedes the statement.
fn form_of(view: View<'_>, forms: &SourceForms, id: DirectiveId, variant: ChosenVariant) -> Option<Omp> {
    let statement = view.directive(id).region.map(|_| Omp::Statement);
    let ChosenVariant::Directive(chosen) = variant else { return Some(statement.unwrap_or(Omp::NOTHING)) };
    let Omp::Directive(form) = forms.of.get(chosen)? else { return None };
    if view.directive(chosen).has_errors {
        return None;
    }
    match form.kind {
        OmpDirective::Metadirective => None,
        OmpDirective::Nothing => Some(statement.unwrap_or(Omp::NOTHING)),
        kind if kind.info().association.takes_statement() => {
            Some(Omp::Directive(Directive { body: Some(Box::new(statement?)), ..form.clone() }))
        }
        _ => {
            let alone = Omp::Directive(form.clone());
            Some(statement.map_or(alone.clone(), |statement| Omp::Block(vec![alone, statement])))
        }
    }
}
