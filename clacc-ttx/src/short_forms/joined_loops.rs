//! Loop directives that are all of their compute construct: `parallel` with `loop` directly behind it. One combined directive means the same.

use clacc_sema::acc::facts::{AccFacts, ConstructId};
use clacc_sema::omp::form::Omp;
use clacc_sema::program::View;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::AccDirective;

/// A compute construct and the loop directive that it consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JoinedLoop {
    /// The directive of the compute construct.
    pub(crate) outer: DirectiveId,
    /// The directive of the loop.
    pub(crate) inner: DirectiveId,
}

/// All such loops of a declaration for which there is a combined directive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct JoinedLoops {
    /// The pair of each of the two directives.
    pairs: ArenaMap<DirectiveId, JoinedLoop>,
    /// The form that replaces the two, by the outer one.
    forms: ArenaMap<DirectiveId, Box<[Omp]>>,
}

impl JoinedLoops {
    /// Finds the pairs. `short` makes the short forms of two constructs as if they were those of one directive of the source.
    pub(crate) fn of(
        view: View<'_>,
        facts: &AccFacts,
        short: impl Fn(&[ConstructId]) -> Option<Box<[Omp]>>,
    ) -> JoinedLoops {
        let mut found = JoinedLoops::default();
        for (inner, halves) in facts.of_directive.iter().filter(|(_, halves)| halves.inner.is_none()) {
            let loop_construct = &facts.constructs[halves.outer];
            let Some(parent) = loop_construct.parent else { continue };
            let outer = facts.constructs[parent].directive;
            let is_pair = loop_construct.kind == AccDirective::Loop
                && facts.constructs[parent].is_compute()
                && facts.of_directive.get(outer).is_some_and(|outer| outer.inner.is_none())
                && is_all_of(view, inner, outer);
            if !is_pair {
                continue;
            }
            let Some(forms) = short(&[parent, halves.outer]).filter(|forms| forms.len() == 1) else {
                continue;
            };
            found.pairs.insert(outer, JoinedLoop { outer, inner });
            found.pairs.insert(inner, JoinedLoop { outer, inner });
            found.forms.insert(outer, forms);
        }
        found
    }

    /// The pair that a directive is one of.
    pub(crate) fn pair_of(&self, directive: DirectiveId) -> Option<JoinedLoop> {
        self.pairs.get(directive).copied()
    }

    /// The forms of a directive of a pair: that of both for the outer one, and none for the inner one.
    pub(crate) fn forms_of(&self, directive: DirectiveId) -> Option<&[Omp]> {
        let pair = self.pair_of(directive)?;
        if pair.outer == directive { self.forms.get(directive).map(|forms| &**forms) } else { Some(&[]) }
    }
}

/// Returns whether a directive with its statement is the associated statement of another one.
fn is_all_of(view: View<'_>, inner: DirectiveId, outer: DirectiveId) -> bool {
    let (inner, outer) = (view.directive(inner), view.directive(outer));
    match (&inner.region, &outer.region) {
        (Some(of_inner), Some(of_outer)) => {
            view.program.outline.parent(inner.at) == Some(of_outer.run.start)
                && of_outer.run.end == of_inner.run.end
        }
        _ => false,
    }
}
