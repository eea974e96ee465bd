//! The forms of a directive as people write them: one combined directive where it has the same effect, and no clause that is implied.
//!
//! Rules map each construct of a combined OpenACC directive by itself: `parallel loop` becomes `target teams` and `distribute parallel for`.
//! A dialect with short text prints the combined directive whose constituents are those of both (OpenMP 5.2 17). So it does for a compute
//! construct and the directive of a loop that is all of the construct ([`JoinedLoops`]).

mod clauses;
mod joined_loops;
mod rows;

use clacc_sema::acc::block_of;
use clacc_sema::acc::facts::{AccFacts, ConstructId};
use clacc_sema::omp::form::{Argument, Clause, Directive, Omp, Operand};
use clacc_sema::program::View;
use clacc_sema::program::passage::Passage;
use clacc_sema::program::place::{At, EntityId, Value};
use clacc_syntax::directive::{OmpClause, OmpDirective};

pub(crate) use joined_loops::JoinedLoops;

use crate::dialect::{Dialect, Fault};
use crate::node::{DividedForm, InnerForm};

/// Returns the short forms of the constructs of a directive, given as (construct, form), the outer one first.
pub(crate) fn of_directive(
    view: View<'_>,
    facts: &AccFacts,
    dialect: &Dialect,
    forms: &[(ConstructId, &Omp)],
) -> Box<[Omp]> {
    let mut shortened: Vec<Omp> =
        forms.iter().map(|(id, form)| opened(view, facts, *id, shortened(view, dialect, form))).collect();
    if let [outer, inner] = &shortened[..]
        && let Some(joined) = joined(outer, inner)
    {
        shortened = vec![joined];
    }
    let is_single = shortened.len() == 1;
    // The directive of both constructs is about the loop of the inner one, which is the last one.
    for (form, (id, _)) in shortened.iter_mut().rev().zip(forms.iter().rev()) {
        let Some(directive) = directive_of_statement(form) else {
            other_directive(form).into_iter().for_each(clauses::arrange);
            continue;
        };
        let controls = controls(view, facts, *id, directive);
        clauses::remove_controls(directive, &controls);
        if is_single {
            clauses::arrange(directive);
        }
    }
    shortened.into()
}

/// The parts of a divided construct as they are printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShortParts {
    /// The directive of each part.
    pub(crate) directives: Box<[Directive]>,
    /// The loops whose directives are a part of these.
    pub(crate) joined: Box<[At]>,
}

/// Returns the short forms of the parts of a construct, given the directives that are added to loops inside it.
pub(crate) fn of_parts(
    view: View<'_>,
    dialect: &Dialect,
    divided: &DividedForm,
    inner: &[&InnerForm],
) -> ShortParts {
    let mut loops = Vec::new();
    let region = match &divided.form {
        Omp::Directive(region) => &region.clauses[..],
        _ => &[],
    };
    let directives = divided.parts.iter().map(|part| {
        let mut form = shortened(view, dialect, &Omp::Directive(part.directive.clone()));
        let of_loop = inner.iter().find(|inner| (part.first, part.last) == (inner.at, inner.at));
        let joined = of_loop.and_then(|inner| joined(&form, &Omp::Directive(inner.directive.clone())));
        if let Some(joined) = joined {
            loops.push(part.first);
            form = joined;
        }
        match form {
            Omp::Directive(mut directive) => {
                let control = view.counting(part.first).map(|counting| counting.control);
                clauses::remove_controls(&mut directive, control.as_slice());
                clauses::remove_maps_of_region(view, &mut directive, region);
                clauses::arrange(&mut directive);
                directive
            }
            _ => part.directive.clone(),
        }
    });
    ShortParts { directives: directives.collect(), joined: loops.into() }
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
    rows::join_loops(view, &mut form);
    form
}

/// Returns a form without the braces around it where its parts can follow each other in the block of the program: those of a directive without a
/// statement, or directives before one that has it. A form that declares something keeps its scope.
fn opened(view: View<'_>, facts: &AccFacts, id: ConstructId, form: Omp) -> Omp {
    let Omp::Block(parts) = form else { return form };
    let construct = &facts.constructs[id];
    let is_in_block = || {
        let block = block_of(view, construct.directive);
        block.is_some_and(|block| view.passage(block) == Some(Passage::Sequence))
    };
    let follow = |part: &Omp| match part {
        Omp::Directive(_) => true,
        part => construct.region.is_none() && !declares(part),
    };
    let may_open = parts.iter().all(follow) && is_in_block();
    if may_open { Omp::Seq(parts) } else { Omp::Block(parts) }
}

/// Returns whether a part declares a name in the block that it is in.
fn declares(part: &Omp) -> bool {
    match part {
        Omp::Seq(parts) => parts.iter().any(declares),
        Omp::Declare(_)
        | Omp::DeclareReduction(_)
        | Omp::DeclareFunction(_)
        | Omp::HiddenStruct(_)
        | Omp::AtStart { .. } => true,
        _ => false,
    }
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

/// Returns the directive of a form that is associated with no statement, or with a block in which there is code around the statement of the
/// source. None if it is executed for each row of a table.
fn other_directive(form: &mut Omp) -> Option<&mut Directive> {
    match form {
        Omp::Directive(directive) if matches!(directive.body.as_deref(), None | Some(Omp::Block(_))) => {
            Some(directive)
        }
        Omp::Block(parts) | Omp::Seq(parts) => parts.iter_mut().find_map(other_directive),
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
