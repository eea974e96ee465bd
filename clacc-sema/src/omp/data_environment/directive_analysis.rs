//! Determines the attributes of all variables in the constructs of a declaration.
//!
//! The attributes that clauses give are entered first. Then one pass over the names of the declaration finds which constructs refer to
//! which variables, and determines their attributes. The findings are made last.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::TokenRange;

use super::conflicts;
use super::constituents::PlacedDirective;
use super::determination::Determination;
use super::environment_facts::OmpFacts;
use super::unit_variables::UnitVariables;
use crate::omp::form::{Directive, Omp, Origin};
use crate::omp::lower::SourceForms;
use crate::program::View;
use crate::program::run::Run;

/// The facts about the data environments of a declaration, and the errors in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OmpAnalysis {
    /// The facts.
    pub facts: OmpFacts,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic<TokenRange>>,
}

/// Determines the attributes for the OpenMP directives of the source. The index of a directive in the facts is its index in
/// `Program::order`. It costs a pass over the names of the declaration.
pub fn analyze_source(view: View<'_>, forms: &SourceForms, unit: &UnitVariables) -> OmpAnalysis {
    let none = Directive::standalone(
        OmpDirective::Nothing,
        Vec::new(),
        Origin::Mapping("no directive of OpenMP stands here"),
    );
    let placed = view.program.order.iter().map(|id| {
        let form = match forms.of.get(*id) {
            Some(Omp::Directive(directive)) => directive,
            _ => &none,
        };
        PlacedDirective { at: *id, form, run: region(view, *id, form) }
    });
    analyze(view, &placed.collect::<Vec<_>>(), unit)
}

fn region(view: View<'_>, id: DirectiveId, form: &Directive) -> Run {
    let region = view.directive(id).region.filter(|_| form.body.is_some());
    region.map(|region| region.run).unwrap_or_default()
}

/// Determines the attributes for directives of forms in source order, outer ones before inner ones. Variables that a form declares have no
/// entity and are left to the reader of the form.
pub fn analyze(view: View<'_>, directives: &[PlacedDirective<'_>], unit: &UnitVariables) -> OmpAnalysis {
    let Some(mut determination) = Determination::new(view, directives, unit) else {
        return OmpAnalysis::default();
    };
    determination.enter_clauses();
    determination.refer();
    determination.complete();
    let diagnostics = conflicts::findings(&determination);
    let mut facts = determination.facts;
    facts.constructs.shrink_to_fit();
    OmpAnalysis { facts, diagnostics }
}
