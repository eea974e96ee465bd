//! The nesting of the OpenMP constructs of a declaration.

use std::iter;

use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{Association, OmpDirective};

use crate::program::View;
use crate::program::place::At;
use crate::program::run::{Run, Runs};

/// The constructs around each OpenMP directive of a declaration, without regard to calls.
pub(super) struct Constructs {
    /// The directives with associated statements, in source order, with the first node of the statements.
    regions: Vec<(DirectiveId, At)>,
    parents: ArenaMap<DirectiveId, DirectiveId>,
    /// The metadirectives with their clauses and associated statements.
    variants: Runs,
}

impl Constructs {
    pub(super) fn of(view: View<'_>) -> Constructs {
        let variants = Runs::outermost(variants(view));
        let mut found = Constructs { regions: Vec::new(), parents: ArenaMap::default(), variants };
        let mut open: Vec<(DirectiveId, Run)> = Vec::new();
        for id in view.program.order.iter().copied() {
            let node = view.directive(id);
            if node.kind.omp().is_none() {
                continue;
            }
            while open.last().is_some_and(|(_, run)| node.at >= run.end) {
                open.pop();
            }
            if let Some((outer, _)) = open.iter().rev().find(|(_, run)| run.contains(node.at)) {
                found.parents.insert(id, *outer);
            }
            if let Some(region) = node.region {
                found.regions.push((id, region.run.start));
                open.push((id, region.run));
            }
        }
        found
    }

    /// Returns true if a directive is one of the variants of a metadirective, or inside the code that the chosen variant is associated
    /// with. The constructs around it are not known then.
    pub(super) fn is_of_variant(&self, directive: At) -> bool {
        self.variants.contain(directive)
    }

    /// The innermost construct around a directive.
    pub(super) fn parent(&self, directive: DirectiveId) -> Option<DirectiveId> {
        self.parents.get(directive).copied()
    }

    /// The constructs around a directive, innermost first.
    pub(super) fn enclosing(&self, directive: DirectiveId) -> impl Iterator<Item = DirectiveId> + '_ {
        iter::successors(self.parent(directive), |outer| self.parent(*outer))
    }

    /// The innermost construct whose associated statements contain a node. It is the last construct that begins before the node, or one
    /// around that.
    pub(super) fn around(&self, view: View<'_>, at: At) -> Option<DirectiveId> {
        let before = self.regions.partition_point(|(_, start)| *start <= at);
        let (last, _) = *self.regions[..before].last()?;
        let contains =
            |id: &DirectiveId| view.directive(*id).region.is_some_and(|region| region.run.contains(at));
        iter::successors(Some(last), |inner| self.parent(*inner)).find(contains)
    }
}

/// The metadirectives of a declaration, each with its clauses and with the code that the chosen directive is associated with.
fn variants(view: View<'_>) -> Vec<Run> {
    let mut begun = Vec::new();
    let mut found = Vec::new();
    for id in view.program.order.iter().copied() {
        let node = view.directive(id);
        match node.kind.omp() {
            Some(OmpDirective::Metadirective) => {
                let own = view.run(node.at);
                let end = node.region.map_or(own.end, |region| region.run.end.max(own.end));
                found.push(Run::new(node.at, end));
            }
            Some(OmpDirective::BeginMetadirective) => begun.push(node.at),
            Some(OmpDirective::EndMetadirective) => {
                found.extend(begun.pop().map(|start| Run::new(start, node.at)));
            }
            _ => {}
        }
    }
    found
}

/// The constituents of a directive, outermost first.
pub(super) fn constituents(view: View<'_>, directive: DirectiveId) -> &'static [OmpDirective] {
    view.directive(directive).kind.omp().map_or(&[], |kind| &kind.info().constituents)
}

/// Returns true if directives with this association are executable.
pub(super) fn is_executable(association: Association) -> bool {
    use Association as A;
    !matches!(association, A::Declarative | A::Declaration | A::Begin | A::End | A::Variant)
}

/// Returns true if a directive generates a region, which the rules about nesting apply to. `nothing`, assumptions and loop transformations
/// generate none.
pub(super) fn has_region(view: View<'_>, directive: DirectiveId) -> bool {
    use OmpDirective::{Assume, Error, Nothing, Tile, Unroll};
    let Some(kind) = view.directive(directive).kind.omp() else { return false };
    is_executable(kind.info().association) && !matches!(kind, Nothing | Error | Assume | Tile | Unroll)
}
