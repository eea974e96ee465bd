//! OpenMP: its one model ([`form`]), the lowering of directives in the source into it ([`lower`]), the data environments of
//! constructs ([`data_environment`]), and the checks of the directives in the source: their clauses, their places and the loops
//! that they need.

pub mod codes;
pub mod data_environment;
pub mod declared_variants;
pub mod form;
pub mod lower;
pub mod selectors;
pub mod variants;

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Association, OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use crate::directives::legality;
use crate::directives::placement;
use crate::program::View;
use crate::program::directive::ArgumentValue;
use crate::program::loops::{Instead, InsteadKind};
use crate::program::run::Run;

const LEGALITY: legality::Codes = legality::Codes {
    not_permitted: &codes::OMP0054,
    repeated: &codes::OMP0055,
    exclusive: &codes::OMP0056,
    missing: &codes::OMP0057,
    without_level: None,
    after_device_type: &codes::OMP0054,
};

/// The findings about the OpenMP directives of one external declaration, in the order of their places.
pub fn check(view: View<'_>) -> Vec<Diagnostic<TokenRange>> {
    let mut checker = DirectiveChecker { view, findings: Vec::new() };
    for directive in &view.program.order {
        if let Some(kind) = view.directive(*directive).kind.omp() {
            checker.check(*directive, kind);
        }
    }
    checker.findings.sort_by_key(|finding| (finding.primary.at, finding.code.id));
    checker.findings
}

struct DirectiveChecker<'a> {
    view: View<'a>,
    findings: Vec<Diagnostic<TokenRange>>,
}

impl DirectiveChecker<'_> {
    fn check(&mut self, directive: DirectiveId, kind: OmpDirective) {
        let findings = &mut self.findings;
        let clauses = legality::permitted_clauses(self.view, directive, &LEGALITY, &mut |finding| {
            findings.push(finding);
        });
        self.check_place(directive, kind);
        if kind.info().association == Association::Loop
            && let Some(region) = self.view.directive(directive).region
        {
            self.check_loops(directive, &clauses, region.run);
        }
    }

    fn check_place(&mut self, directive: DirectiveId, kind: OmpDirective) {
        let at = self.view.directive_name_span(directive);
        if let Some(place) = placement::misplaced(self.view, directive) {
            let message = format!("`{}` may not stand {place}", kind.text());
            self.findings.push(Diagnostic::new(&codes::OMP0050, at, message));
        } else if let Some(owner) = placement::owner(self.view, directive) {
            let message = format!("`{}` may not be the body of {owner}", kind.text());
            let finding = Diagnostic::new(&codes::OMP0051, at, message).note("put the directive into braces");
            self.findings.push(finding);
        }
    }

    /// The number of loops that the clauses require, and the clause that requires the most.
    fn depth(&mut self, clauses: &[ClauseId]) -> (u32, Option<ClauseId>) {
        let mut most = (1, None);
        for clause in clauses {
            let depth = match self.view.clause_node(*clause).kind.omp() {
                Some(OmpClause::Collapse | OmpClause::Ordered) => self.count(*clause),
                Some(OmpClause::Sizes) => Some(self.view.clause_node(*clause).values().count() as u32),
                _ => None,
            };
            if let Some(depth) = depth.filter(|depth| *depth > most.0) {
                most = (depth, Some(*clause));
            }
        }
        most
    }

    fn count(&mut self, clause: ClauseId) -> Option<u32> {
        let clause = self.view.clause_node(clause);
        let argument = clause.values().next()?;
        if clause.items().first()?.value == ArgumentValue::Error(argument) {
            return None;
        }
        let value = self.view.constant(argument).filter(|value| *value > 0);
        if value.is_none() {
            let spelling = self.view.text(clause.spelling);
            let message = format!("the argument of `{spelling}` must be a positive constant");
            self.findings.push(Diagnostic::new(&codes::OMP0062, self.view.span(argument), message));
        }
        value.and_then(|value| u32::try_from(value).ok())
    }

    fn check_loops(&mut self, directive: DirectiveId, clauses: &[ClauseId], region: Run) {
        let (depth, asking) = self.depth(clauses);
        // Since OpenMP 5.0, other statements are allowed between the loops (OpenMP 5.2 4.4.1).
        let nest = self.view.nest(region, depth, true);
        let Some(instead) = nest.instead.filter(|instead| !self.yields_loops(*instead)) else { return };
        let a_loop = self.view.words().loop_statement;
        let message = if nest.loops.is_empty() {
            format!("a {a_loop} must follow this directive")
        } else {
            let found = nest.loops.len();
            format!("{depth} nested {a_loop}s are needed here, and only {found} can be associated")
        };
        let mut finding = Diagnostic::new(&codes::OMP0100, self.view.start(instead.at), message)
            .label(self.view.directive_name_span(directive), "the directive");
        if let Some(clause) = asking {
            finding = finding.label(self.view.clause_span(clause), format!("asks for {depth} loops"));
        }
        self.findings.push(finding);
    }

    /// Whether a statement may generate loops: a loop transformation, or a statement that could not be
    /// parsed.
    fn yields_loops(&self, instead: Instead) -> bool {
        match instead.kind {
            InsteadKind::Unreadable | InsteadKind::Foreign => true,
            InsteadKind::Directive(directive) => self.view.directive(directive).kind.omp().is_some(),
            InsteadKind::Statement => false,
        }
    }
}
