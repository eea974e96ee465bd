//! Checks that a loop directive has as many loops as its clauses require (OpenMP 5.2 4.4).

use std::sync::Arc;

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::omp::form::{Argument, Directive, Omp, Operand};
use clacc_sema::program::View;
use clacc_sema::program::loops::InsteadKind;
use clacc_sema::program::run::Run;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{Association, OmpClause};

use super::{Standing, is_transformation};
use crate::node::OmpNode;
use crate::rules::Context;

/// Returns the fault of a directive's loops, as far as there is no directive between them.
pub(super) fn fault(view: View<'_>, standing: &Standing<'_>) -> Option<String> {
    let directive = standing.directive;
    if directive.kind.info().association != Association::Loop {
        return None;
    }
    let wants_loop =
        || format!("`omp {}` needs a loop, and its form holds something else", directive.kind.text());
    match Inside::of(directive) {
        Inside::Statement => {}
        Inside::MadeLoop => return None,
        Inside::Other => return Some(wants_loop()),
    }
    let mut nest = LoopSearch { view, directive };
    nest.fault(standing.statement?, depth(view, directive), &|_| Between::Unknown)
}

/// Returns the fault of the loops of a construct's directive, in view of the forms of the directives between the loops.
pub(super) fn fault_among(
    cx: &Context<'_>,
    node: &OmpNode,
    nodes: &ArenaMap<ConstructId, Arc<OmpNode>>,
) -> Option<String> {
    let mut directives = node.form.as_ref()?.directives();
    directives.retain(|directive| {
        directive.kind.info().association == Association::Loop && Inside::of(directive) == Inside::Statement
    });
    let directive = directives.last()?;
    let between = |id: DirectiveId| match cx.facts.of_directive.get(id) {
        Some(halves) => {
            let mut forms = halves.iter().filter_map(|id| nodes.get(id)?.form.as_ref());
            let is_gone = forms.all(|form| matches!(form, Omp::Statement) || transforms_loops(form));
            if is_gone { Between::Nothing } else { Between::Directive }
        }
        None => Between::Unknown,
    };
    let mut nest = LoopSearch { view: cx.view, directive };
    nest.fault(cx.construct().region?.run, depth(cx.view, directive), &between)
}

/// The kind of code directly inside a directive.
#[derive(PartialEq, Eq)]
enum Inside {
    Statement,
    /// A loop that the form adds, or a directive that transforms loops.
    MadeLoop,
    Other,
}

impl Inside {
    fn of(directive: &Directive) -> Inside {
        match directive.body.as_deref().map(only) {
            Some(Omp::Statement) => Inside::Statement,
            Some(Omp::ZeroBytes(_) | Omp::Rows(_)) => Inside::MadeLoop,
            Some(form) if transforms_loops(form) => Inside::MadeLoop,
            _ => Inside::Other,
        }
    }
}

fn only(form: &Omp) -> &Omp {
    match form {
        Omp::Seq(parts) if parts.len() == 1 => only(&parts[0]),
        form => form,
    }
}

fn transforms_loops(form: &Omp) -> bool {
    matches!(form, Omp::Directive(directive) if is_transformation(directive.kind))
}

/// The form of a source directive between two loops.
enum Between {
    Nothing,
    Directive,
    Unknown,
}

struct LoopSearch<'a> {
    view: View<'a>,
    directive: &'a Directive,
}

impl LoopSearch<'_> {
    fn fault(
        &mut self,
        statement: Run,
        depth: u32,
        between: &dyn Fn(DirectiveId) -> Between,
    ) -> Option<String> {
        let kind = self.directive.kind.text();
        // Few compilers accept other statements between the loops, as OpenMP permits since version 5.0.
        let nest = self.view.nest(statement, depth, false);
        if nest.loops.iter().any(|at| self.view.check_countable(*at).is_err()) {
            return Some(format!("`omp {kind}` needs loops whose iterations can be counted"));
        }
        let rest = depth.saturating_sub(nest.loops.len() as u32);
        let too_few = || {
            Some(format!("`omp {kind}` needs nested loops, one directly inside the other: {depth} in number"))
        };
        if rest == 0 {
            return None;
        }
        match nest.instead.map(|instead| instead.kind) {
            Some(InsteadKind::Directive(id)) => match between(id) {
                Between::Nothing => self.fault(self.view.directive(id).region?.run, rest, between),
                Between::Directive => too_few(),
                Between::Unknown => None,
            },
            Some(InsteadKind::Unreadable | InsteadKind::Foreign) => None,
            Some(InsteadKind::Statement) | None => too_few(),
        }
    }
}

/// The number of loops that a directive is associated with.
fn depth(view: View<'_>, directive: &Directive) -> u32 {
    let of_clause = directive.clauses.iter().filter_map(|clause| match &clause.argument {
        Argument::Value(OmpClause::Collapse | OmpClause::Ordered, Operand::Value(value)) => {
            view.number(*value)
        }
        Argument::Values(OmpClause::Sizes, sizes) => Some(sizes.len() as i128),
        _ => None,
    });
    of_clause.max().map_or(1, |most| u32::try_from(most).unwrap_or(u32::MAX)).max(1)
}
