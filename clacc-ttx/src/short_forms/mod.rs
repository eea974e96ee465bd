//! The forms of a directive as people write them: one combined directive where it has the same effect, and no clause that is implied.
//!
//! Rules map each construct of a combined OpenACC directive by itself: `parallel loop` becomes `target teams` and `distribute parallel for`.
//! A dialect with short text prints the combined directive whose constituents are those of both (OpenMP 5.2 17). The constituents of two
//! directives of the source are never joined, because an edit of one would change the text of the other.

mod clauses;

use clacc_sema::acc::facts::{AccFacts, ConstructId};
use clacc_sema::omp::form::{Argument, Clause, Directive, Omp, Operand};
use clacc_sema::program::View;
use clacc_sema::program::place::{EntityId, Value};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::dialect::{Dialect, Fault};

/// Returns the short forms of the constructs of a directive, given as (construct, form), the outer one first.
pub(crate) fn of_directive(
    view: View<'_>,
    facts: &AccFacts,
    dialect: &Dialect,
    forms: &[(ConstructId, &Omp)],
) -> Box<[Omp]> {
    let mut shortened: Vec<Omp> = forms.iter().map(|(_, form)| shortened(view, dialect, form)).collect();
    if let [outer, inner] = &shortened[..]
        && let Some(joined) = joined(outer, inner)
    {
        shortened = vec![joined];
    }
    let is_single = shortened.len() == 1;
    // The directive of both constructs is about the loop of the inner one, which is the last one.
    for (form, (id, _)) in shortened.iter_mut().rev().zip(forms.iter().rev()) {
        let Some(directive) = directive_of_statement(form) else { continue };
        let controls = controls(view, facts, *id, directive);
        clauses::remove_controls(directive, &controls);
        if is_single {
            clauses::arrange(directive);
        }
    }
    shortened.into()
}

/// Returns a form without clauses that have no effect.
fn shortened(view: View<'_>, dialect: &Dialect, form: &Omp) -> Omp {
    let mut form = form.clone();
    if let Some(directive) = directive_of_statement(&mut form) {
        if dialect.implies_maps_of_reductions() {
            clauses::remove_maps_of_reductions(view, directive);
        }
        clauses::remove_shared(directive);
        if !dialect.avoids(Fault::MembersWithoutTeams) {
            clauses::remove_team_of_one(directive);
        }
    }
    form
}

/// Returns one form for two, of which the second one replaces the associated statement of the first one. None if no combined directive has
/// the same effect.
fn joined(outer: &Omp, inner: &Omp) -> Option<Omp> {
    let Omp::Directive(inner) = inner else { return None };
    let mut form = outer.clone();
    let outer = directive_of_statement(&mut form)?;
    let kind = combined(outer.kind, inner.kind)?;
    let clauses = clauses::joined(kind, outer, inner)?;
    *outer = Directive { kind, clauses, body: inner.body.clone(), origin: outer.origin.clone() };
    Some(form)
}

/// Returns the combined directive with the constituents of two directives.
fn combined(outer: OmpDirective, inner: OmpDirective) -> Option<OmpDirective> {
    let constituents = [&outer.info().constituents[..], &inner.info().constituents].concat();
    OmpDirective::ALL.iter().copied().find(|kind| kind.info().constituents == constituents)
}

/// Returns the directive of a form whose associated statement is the statement of the source.
fn directive_of_statement(form: &mut Omp) -> Option<&mut Directive> {
    match form {
        Omp::Directive(directive) => {
            let is_outermost = directive.body.as_deref() == Some(&Omp::Statement);
            if is_outermost {
                Some(directive)
            } else {
                directive_of_statement(directive.body.as_deref_mut()?)
            }
        }
        Omp::Block(parts) | Omp::Seq(parts) => parts.iter_mut().find_map(directive_of_statement),
        _ => None,
    }
}

/// The variables that control the loops of a directive on the loop of a construct.
fn controls(view: View<'_>, facts: &AccFacts, id: ConstructId, directive: &Directive) -> Vec<EntityId> {
    let construct = &facts.constructs[id];
    let is_of_loop = directive.kind.info().constituents.iter().any(|kind| shares_loop(*kind));
    if construct.loop_facts.is_none() || !is_of_loop {
        return Vec::new();
    }
    let depth = directive.clauses.iter().find_map(|clause| collapsed(view, clause)).unwrap_or(1);
    let loops = view.loops_in(construct.run()).iter().take(depth);
    loops.filter_map(|at| Some(view.counting(*at)?.control)).collect()
}

/// Returns whether iterations of a loop are shared by the directive.
fn shares_loop(kind: OmpDirective) -> bool {
    matches!(kind, OmpDirective::Distribute | OmpDirective::For | OmpDirective::Simd)
}

/// The number of loops of a `collapse` clause.
fn collapsed(view: View<'_>, clause: &Clause) -> Option<usize> {
    let Argument::Value(OmpClause::Collapse, Operand::Value(value)) = &clause.argument else { return None };
    let count = match value {
        Value::Constant(count) => count.get(),
        Value::Node(at) => view.constant(*at)?,
    };
    usize::try_from(count).ok()
}
