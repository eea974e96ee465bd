//! OpenMP directives in the source: which clauses are legal, where the directives stand, which loops they need.

pub mod codes;
pub mod form;

use clacc_syntax::ast::{ClauseId, DirectiveId, Expr, ExprId, Node, Stmt, StmtId, Tree};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Association, OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use crate::c::model::FunctionModel;
use crate::directives::legality;
use crate::directives::placement;
use crate::program::loops;
use crate::program::outline::Outline;

const LEGALITY: legality::Codes = legality::Codes {
    not_permitted: &codes::OMP0054,
    repeated: &codes::OMP0055,
    exclusive: &codes::OMP0056,
    missing: &codes::OMP0057,
    after_device_type: &codes::OMP0054,
};

/// Findings about the OpenMP directives of one external declaration, in the order of their places.
pub fn check(model: &FunctionModel) -> Vec<Diagnostic<TokenRange>> {
    let tree = &model.parsed.tree;
    if tree.directives.iter().all(|(_, directive)| directive.omp().is_none()) {
        return Vec::new();
    }
    let mut checker = Checker { tree, model, outline: Outline::new(tree), findings: Vec::new() };
    for at in 0..checker.outline.len() {
        if let Node::Directive(directive) = checker.outline.node(at)
            && let Some(kind) = tree[directive].omp()
        {
            checker.check(directive, kind);
        }
    }
    checker.findings.sort_by_key(|finding| (finding.primary.at, finding.code.id));
    checker.findings
}

struct Checker<'a> {
    tree: &'a Tree,
    model: &'a FunctionModel,
    outline: Outline,
    findings: Vec<Diagnostic<TokenRange>>,
}

impl Checker<'_> {
    fn check(&mut self, directive: DirectiveId, kind: OmpDirective) {
        let findings = &mut self.findings;
        let clauses = legality::permitted_clauses(self.tree, directive, &LEGALITY, &mut |finding| {
            findings.push(finding);
        });
        self.check_place(directive, kind);
        if kind.info().association == Association::Loop
            && let Some(body) = self.tree[directive].body
        {
            self.check_loops(directive, &clauses, body);
        }
    }

    fn check_place(&mut self, directive: DirectiveId, kind: OmpDirective) {
        let at = legality::name_span(self.tree, directive);
        let scope = placement::scope(self.tree, &self.outline, directive);
        if !scope.is_permitted(kind.info().places) {
            let message = format!("`{}` may not stand {}", kind.text(), scope.text());
            self.findings.push(Diagnostic::new(&codes::OMP0050, at, message));
        } else if let Some(owner) = placement::owner(self.tree, &self.outline, directive) {
            let message = format!("`{}` may not be the body of {owner}", kind.text());
            let finding = Diagnostic::new(&codes::OMP0051, at, message).note("put the directive into braces");
            self.findings.push(finding);
        }
    }

    /// The number of loops that clauses ask for, and the clause that asks for most.
    fn depth(&mut self, clauses: &[ClauseId]) -> (u32, Option<ClauseId>) {
        let mut most = (1, None);
        for clause in clauses {
            let depth = match self.tree[*clause].kind {
                clacc_syntax::ast::ClauseKind::Omp(OmpClause::Collapse | OmpClause::Ordered) => {
                    self.count(*clause)
                }
                clacc_syntax::ast::ClauseKind::Omp(OmpClause::Sizes) => {
                    Some(self.tree[*clause].exprs().count() as u32)
                }
                _ => None,
            };
            if let Some(depth) = depth.filter(|depth| *depth > most.0) {
                most = (depth, Some(*clause));
            }
        }
        most
    }

    fn count(&mut self, clause: ClauseId) -> Option<u32> {
        let argument: ExprId = self.tree[clause].exprs().next()?;
        if matches!(self.tree[argument], Expr::Error) {
            return None;
        }
        let value = self.model.integer_constant(argument).filter(|value| *value > 0);
        if value.is_none() {
            let at = self.tree.spans.exprs.get(argument).copied().unwrap_or_default();
            let message =
                format!("the argument of `{}` must be a positive constant", self.tree[clause].spelling);
            self.findings.push(Diagnostic::new(&codes::OMP0062, at, message));
        }
        value.and_then(|value| u32::try_from(value).ok())
    }

    fn check_loops(&mut self, directive: DirectiveId, clauses: &[ClauseId], body: StmtId) {
        let (depth, asking) = self.depth(clauses);
        // Since OpenMP 5.0 other statements may stand between the loops (5.2 4.4.1).
        let nest = loops::nest(self.tree, body, depth, true);
        let Some(instead) = nest.instead.filter(|stmt| !self.yields_loops(*stmt)) else { return };
        let message = if nest.loops.is_empty() {
            "a `for` loop must follow this directive".to_owned()
        } else {
            format!(
                "{depth} nested `for` loops are needed here, and only {} can be associated",
                nest.loops.len()
            )
        };
        let span = self.tree.spans.stmts.get(instead).copied().unwrap_or_default();
        let start = TokenRange::new(span.start, span.end.min(span.start + 1));
        let mut finding = Diagnostic::new(&codes::OMP0100, start, message)
            .label(legality::name_span(self.tree, directive), "the directive");
        if let Some(clause) = asking {
            let at = self.tree.spans.clauses.get(clause).copied().unwrap_or_default();
            finding = finding.label(at, format!("asks for {depth} loops"));
        }
        self.findings.push(finding);
    }

    /// Whether a statement stands for loops: a transformation of loops, or what the parser could not read.
    fn yields_loops(&self, stmt: StmtId) -> bool {
        match self.tree[stmt] {
            Stmt::Error | Stmt::Pragma { .. } => true,
            Stmt::Directive(directive) => self.tree[directive].omp().is_some(),
            _ => false,
        }
    }
}
