//! The declaration that is checked, and the questions that several checks ask of it.

use std::cell::OnceCell;
use std::iter;

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::constructs::{Constructs, constituents};
use crate::omp::data_environment::UnitVariables;
use crate::program::View;
use crate::program::directive::ArgumentValue;
use crate::program::place::At;
use crate::program::run::Run;

pub(super) type Finding = Diagnostic<TokenRange>;

pub(super) type Findings = Vec<Finding>;

/// The facts about the unit that the checks of a declaration need.
#[derive(Clone, Copy)]
pub struct UnitQuestions<'a> {
    /// The variables of the declaration that directives at file scope make threadprivate or put on the device.
    pub variables: &'a UnitVariables,
    /// Returns true for the name of a reduction that a `declare reduction` at file scope declares.
    pub declares_reduction: &'a dyn Fn(Name) -> bool,
    /// Returns true if the preprocessor may have skipped declarations, because the program asks for `_OPENMP`.
    pub hides_declarations: &'a dyn Fn() -> bool,
}

/// The declaration that is checked.
pub(super) struct Cx<'a> {
    pub(super) view: View<'a>,
    pub(super) constructs: Constructs,
    pub(super) unit: UnitQuestions<'a>,
    /// The directives of blocks that apply to a declaration of a function and are followed by something else.
    pub(super) before_no_function: OnceCell<Box<[DirectiveId]>>,
}

/// The first clause of a kind among these.
pub(super) fn clause_of(view: View<'_>, clauses: &[ClauseId], kind: OmpClause) -> Option<ClauseId> {
    clauses.iter().copied().find(|clause| view.clause_node(*clause).kind.omp() == Some(kind))
}

impl<'a> Cx<'a> {
    /// The regions around a directive, innermost first, with their directives. A combined directive has several.
    pub(super) fn regions_around(
        &self,
        directive: DirectiveId,
    ) -> impl Iterator<Item = (DirectiveId, OmpDirective)> + '_ {
        self.regions_from(self.constructs.parent(directive))
    }

    /// The regions of a construct and of those around it, innermost first.
    pub(super) fn regions_from(
        &self,
        innermost: Option<DirectiveId>,
    ) -> impl Iterator<Item = (DirectiveId, OmpDirective)> + '_ {
        let constructs = iter::successors(innermost, |inner| self.constructs.parent(*inner));
        constructs
            .flat_map(|outer| constituents(self.view, outer).iter().rev().map(move |region| (outer, *region)))
    }

    /// Returns true if the iterations of a region are concurrent: the region of `loop`, or of a loop construct with `order(concurrent)`.
    pub(super) fn is_concurrent(&self, directive: DirectiveId, region: OmpDirective) -> bool {
        use OmpDirective::{Distribute, For, Loop, Simd};
        let is_ordered_so = || self.word_of(directive, OmpClause::Order) == Some("concurrent");
        region == Loop || matches!(region, For | Simd | Distribute) && is_ordered_so()
    }

    /// The clauses of one kind on a directive.
    pub(super) fn clauses(
        &self,
        directive: DirectiveId,
        kind: OmpClause,
    ) -> impl Iterator<Item = ClauseId> + 'a {
        let view = self.view;
        let clauses = view.directive(directive).clauses.iter().copied();
        clauses.filter(move |clause| view.clause_node(*clause).kind.omp() == Some(kind))
    }

    /// Returns true if a directive has a clause of this kind.
    pub(super) fn has(&self, directive: DirectiveId, kind: OmpClause) -> bool {
        self.clauses(directive, kind).next().is_some()
    }

    /// Returns true if a clause has an argument.
    pub(super) fn has_argument(&self, clause: ClauseId) -> bool {
        !self.view.clause_node(clause).items().is_empty()
    }

    /// Returns true if a clause has this modifier.
    pub(super) fn has_modifier(&self, clause: ClauseId, modifier: &str) -> bool {
        self.view.clause_node(clause).modifier_words().any(|word| self.view.text(word) == modifier)
    }

    /// The keyword that is the argument of a directive's first clause of this kind.
    pub(super) fn word_of(&self, directive: DirectiveId, kind: OmpClause) -> Option<&'a str> {
        let clause = self.clauses(directive, kind).next()?;
        let item = self.view.clause_node(clause).items().first()?;
        match item.value {
            ArgumentValue::Word(word) => Some(self.view.text(word)),
            _ => None,
        }
    }

    /// The name in the parentheses behind the directive's own name.
    pub(super) fn argument_word(&self, directive: DirectiveId) -> Option<&'a str> {
        let arguments = self.view.directive(directive).argument.as_ref()?;
        match arguments.items.first()?.value {
            ArgumentValue::Word(word) => Some(self.view.text(word)),
            _ => None,
        }
    }

    /// The first statement in a run of statements that neither contains a directive nor belongs to it.
    pub(super) fn other_statement(&self, run: Run, directive: DirectiveId) -> Option<At> {
        let outline = &self.view.program.outline;
        let node = self.view.directive(directive);
        let end = node.region.map_or(outline.end(node.at), |region| region.run.end);
        let own = Run::new(node.at, end.max(outline.end(node.at)));
        let mut at = run.start;
        // The statement of a construct may be a block around the directive, or several.
        while at < run.end {
            if own.contains(at) {
                at = own.end;
            } else if outline.run(at).contains(own.start) {
                at = At::new(at.index() + 1);
            } else {
                return Some(at);
            }
        }
        None
    }
}
