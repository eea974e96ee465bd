//! The constituent constructs of directives, with their nesting (OpenMP 5.2 17), and their loops.

use clacc_syntax::arena::Arena;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint;
use clacc_syntax::directive::{Association, OmpClause, OmpDirective};

use super::environment_facts::{OmpConstruct, OmpConstructId};
use crate::omp::form::{Argument, Directive, Omp, Operand};
use crate::program::View;
use crate::program::loops::{Control, Instead, InsteadKind};
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// A directive of a form, with its associated statements.
#[derive(Clone, Copy, Debug)]
pub struct PlacedDirective<'a> {
    /// The directive of the source at its place: itself, or the one that the form was derived from.
    pub at: DirectiveId,
    /// The directive.
    pub form: &'a Directive,
    /// The associated statements; empty if there are none.
    pub run: Run,
}

impl<'a> PlacedDirective<'a> {
    /// The directives of a form at a directive of the source with these statements, outer ones first. Directives that do not contain the
    /// statements are standalone.
    pub fn all_of(at: DirectiveId, form: &'a Omp, run: Run) -> impl Iterator<Item = PlacedDirective<'a>> {
        form.directives().into_iter().map(move |directive| {
            let is_around = directive.body.as_deref().is_some_and(Omp::has_statement);
            PlacedDirective { at, form: directive, run: if is_around { run } else { Run::default() } }
        })
    }

    /// The statements, or the directive itself if it is standalone.
    fn place(&self, view: View<'_>) -> Run {
        if self.run.is_empty() { view.run(view.directive(self.at).at) } else { self.run }
    }

    /// The first node of its statements, or of the directive itself.
    pub(super) fn start(&self, view: View<'_>) -> At {
        self.place(view).start
    }
}

/// The constructs of directives.
pub(super) struct Constituents {
    pub(super) constructs: Arena<OmpConstruct>,
    /// The range of the constructs of each directive.
    pub(super) of_directive: Vec<(OmpConstructId, OmpConstructId)>,
    /// The innermost construct around each directive.
    pub(super) around: Vec<Option<OmpConstructId>>,
}

/// Returns whether a construct has a data environment, or clauses that name variables of one.
fn has_data_environment(kind: OmpDirective) -> bool {
    use OmpDirective as D;
    matches!(
        kind,
        D::Parallel
            | D::Teams
            | D::For
            | D::Simd
            | D::Loop
            | D::Distribute
            | D::Sections
            | D::Single
            | D::Scope
            | D::Task
            | D::Taskloop
            | D::Taskgroup
            | D::Target
            | D::TargetData
    )
}

/// Whether only the variables that clauses name have attributes on a construct.
pub(super) fn lists_named_only(kind: OmpDirective) -> bool {
    matches!(kind, OmpDirective::Taskgroup | OmpDirective::TargetData)
}

/// Whether the construct has associated loops.
fn is_loop_construct(kind: OmpDirective) -> bool {
    kind.info().association == Association::Loop
}

/// Finds the constructs of directives in source order, outer ones before inner ones.
pub(super) fn constituents(view: View<'_>, directives: &[PlacedDirective<'_>]) -> Constituents {
    let mut found = Constituents { constructs: Arena::new(), of_directive: Vec::new(), around: Vec::new() };
    let mut open: Vec<(Run, OmpConstructId)> = Vec::new();
    for (number, placed) in checkpoint::every(checkpoint::STRIDE, (0_u32..).zip(directives)) {
        let place = placed.place(view);
        while open.pop_if(|(run, _)| !holds(*run, place)).is_some() {}
        let around = open.last().map(|(_, innermost)| *innermost);
        let range = found.add(view, number, placed, around);
        found.around.push(around);
        found.of_directive.push(range);
        let last = (range.0 != range.1).then(|| range.1.into_raw().into_u32() - 1);
        open.extend(last.map(|last| (placed.run, OmpConstructId::from_raw(last.into()))));
    }
    found
}

fn holds(outer: Run, inner: Run) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl Constituents {
    fn add(
        &mut self,
        view: View<'_>,
        number: u32,
        placed: &PlacedDirective<'_>,
        mut parent: Option<OmpConstructId>,
    ) -> (OmpConstructId, OmpConstructId) {
        let first = self.next();
        if placed.run.is_empty() {
            return (first, first);
        }
        let written = placed.form.kind;
        let constituents = &written.info().constituents;
        let loops = if constituents.iter().any(|kind| is_loop_construct(*kind)) {
            associated_loops(view, placed)
        } else {
            Vec::new()
        };
        for kind in constituents.iter().copied().filter(|kind| has_data_environment(*kind)) {
            let loops = if is_loop_construct(kind) { loops.as_slice().into() } else { Box::default() };
            let construct = OmpConstruct {
                directive: placed.at,
                number,
                kind,
                written,
                parent,
                run: placed.run,
                loops,
                variables: Vec::new(),
            };
            parent = Some(self.constructs.alloc(construct));
        }
        (first, self.next())
    }

    fn next(&self) -> OmpConstructId {
        OmpConstructId::from_raw((self.constructs.len() as u32).into())
    }
}

/// The loops that a directive is associated with (OpenMP 5.2 4.4). The loops of a loop transformation are included, because their variables
/// control the generated loops.
fn associated_loops(view: View<'_>, placed: &PlacedDirective<'_>) -> Vec<At> {
    let (mut run, mut depth) = (placed.run, depth(view, placed.form));
    let mut loops = Vec::new();
    loop {
        let nest = view.nest(run, depth, true);
        depth = depth.saturating_sub(nest.loops.len() as u32);
        loops.extend(nest.loops);
        match nest.instead.and_then(|instead| transformed(view, instead)) {
            Some((inner, loops)) if depth > 0 => (run, depth) = (inner, depth.max(loops)),
            _ => return loops,
        }
    }
}

/// The statements of a loop transformation, and the number of loops that it transforms.
fn transformed(view: View<'_>, instead: Instead) -> Option<(Run, u32)> {
    let InsteadKind::Directive(directive) = instead.kind else { return None };
    let node = view.directive(directive);
    let kind = node.kind.omp().filter(|kind| matches!(kind, OmpDirective::Tile | OmpDirective::Unroll))?;
    let sizes = |clause: &_| {
        let clause = view.clause_node(*clause);
        (clause.kind.omp() == Some(OmpClause::Sizes)).then(|| clause.values().count() as u32)
    };
    let sizes = node.clauses.iter().find_map(sizes).filter(|_| kind == OmpDirective::Tile);
    Some((node.region?.run, sizes.unwrap_or(1)))
}

/// The number of associated loops that the clauses require.
fn depth(view: View<'_>, directive: &Directive) -> u32 {
    let counts = directive.clauses.iter().filter_map(|clause| match &clause.argument {
        Argument::Value(OmpClause::Collapse | OmpClause::Ordered, Operand::Value(value)) => {
            view.number(*value)
        }
        _ => None,
    });
    counts.filter_map(|count| u32::try_from(count).ok()).fold(1, u32::max)
}

/// The iteration variables of loops.
pub(super) fn iteration_variables(view: View<'_>, loops: &[At]) -> Box<[EntityId]> {
    let variable = |at: &At| match view.control(*at) {
        Control::Variable { entity, .. } => Some(entity),
        Control::Member(_) | Control::None => None,
    };
    loops.iter().filter_map(variable).collect()
}
