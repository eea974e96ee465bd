//! Changes of nodes by policies.

use std::borrow::Cow;

use clacc_sema::omp::form;
use clacc_ttx::node;
use clacc_ttx::verdict::Fidelity;

use super::{FormContext, NewClause, OmpClauseNode, OmpDirectiveNode, OmpNode};
use crate::Dialect;
use crate::syntax::{Clause, ExternalDeclaration};
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// A directive of a node that can be changed. [`OmpNode::each_directive`] has an example.
///
/// ```
/// use clacc::directives::{OmpClause, OmpDirective};
/// use clacc::omp::{DirectiveEdit, NewClause};
///
/// /// No more than 128 threads in a team, and no `simdlen`.
/// fn limit(directive: &mut DirectiveEdit<'_>) {
///     if directive.kind() == OmpDirective::TargetTeams {
///         directive.replace(NewClause::value(OmpClause::ThreadLimit, 128));
///     }
///     directive.remove(OmpClause::Simdlen);
///     assert!(!directive.has(OmpClause::Simdlen) && directive.view().clause(OmpClause::Simdlen).is_none());
/// }
/// ```
#[derive(Debug)]
pub struct DirectiveEdit<'e> {
    declaration: &'e ExternalDeclaration,
    dialect: &'e Dialect,
    directive: &'e mut form::Directive,
    is_misfit: &'e mut bool,
}

impl OmpNode {
    /// Changes the directives of the form, outer ones before inner ones, and those of the parts of a divided construct. A change counts as
    /// *approximated* unless the policy [states](OmpNode::state) how much of the meaning remains.
    ///
    /// Nodes are values: a change takes effect only if the policy returns the node.
    ///
    /// ```
    /// use clacc::acc::Construct;
    /// use clacc::directives::{OmpClause, OmpDirective};
    /// use clacc::omp::{NewClause, OmpNode};
    /// use clacc::policy::{MappingPolicy, Rules};
    ///
    /// /// Nothing runs on more than one team.
    /// struct OneTeam;
    ///
    /// impl MappingPolicy for OneTeam {
    ///     fn name(&self) -> &str { "one-team" }
    ///     fn version(&self) -> &str { "1" }
    ///     fn map(&self, _: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
    ///         let mut node = rules.default();
    ///         node.each_directive(|directive| {
    ///             if directive.kind() == OmpDirective::TargetTeams {
    ///                 directive.replace(NewClause::value(OmpClause::NumTeams, 1));
    ///             }
    ///         });
    ///         node
    ///     }
    /// }
    /// ```
    pub fn each_directive(&mut self, mut change: impl FnMut(&mut DirectiveEdit<'_>)) {
        let OmpNode { declaration, dialect, node, is_misfit, .. } = self;
        let mut edit = |directive: &mut form::Directive| {
            change(&mut DirectiveEdit { declaration, dialect, directive, is_misfit });
        };
        node.form.iter_mut().for_each(|form| form.each_directive_mut(&mut edit));
        node.unit_forms.iter_mut().for_each(|form| form.omp.each_directive_mut(&mut edit));
        if let Some(divided) = node.divided.as_deref_mut() {
            divided.form.each_directive_mut(&mut edit);
            divided.parts.iter_mut().for_each(|part| edit(&mut part.directive));
        }
    }

    /// Changes the directives of the node for loops that have no directive in the source.
    pub fn each_loop_directive(&mut self, mut change: impl FnMut(&mut DirectiveEdit<'_>)) {
        let OmpNode { declaration, dialect, node, is_misfit, .. } = self;
        let inner = node.inner.iter_mut().map(|inner| &mut inner.directive);
        let moved = node.interchanged.iter_mut().filter_map(|loops| loops.directive.as_mut());
        for directive in inner.chain(moved) {
            change(&mut DirectiveEdit { declaration, dialect, directive, is_misfit });
        }
    }

    /// Removes what the default rules add for loops without a directive in the source: their directives, loop interchanges, and the
    /// division of the construct into parts.
    pub fn remove_loop_directives(&mut self) {
        self.node.inner = Vec::default();
        self.node.interchanged = Vec::default();
        self.node.divided = None;
    }

    /// States how much of the meaning of the directive itself the node preserves, with the reason in one sentence.
    ///
    /// With [`Fidelity::Unsupported`], for the directive or for a clause, the directive keeps its text. A statement of
    /// [`Fidelity::Inactive`] has no effect, because preprocessing alone decides that.
    pub fn state(&mut self, fidelity: Fidelity, why: impl Into<Cow<'static, str>>) {
        self.node.state(fidelity, why);
    }

    /// States how much of the meaning of a clause the node preserves, with the reason in one sentence. A clause of another declaration
    /// makes the node unusable.
    pub fn state_clause(
        &mut self,
        clause: Clause<'_>,
        fidelity: Fidelity,
        why: impl Into<Cow<'static, str>>,
    ) {
        if *clause.node().declaration() == self.declaration {
            self.node.state_clause(clause.id(), fidelity, why);
        } else {
            self.is_misfit = true;
        }
    }

    /// Returns whether parts of another declaration were put into the node.
    pub(crate) fn is_misfit(&self) -> bool {
        self.is_misfit
    }

    pub(crate) fn into_inner(self) -> node::OmpNode {
        self.node
    }
}

impl DirectiveEdit<'_> {
    /// Returns the directive in its current state.
    #[must_use]
    pub fn view(&self) -> OmpDirectiveNode<'_> {
        OmpDirectiveNode { context: self.context(), directive: self.directive }
    }

    fn context(&self) -> FormContext<'_> {
        FormContext { declaration: self.declaration, dialect: self.dialect }
    }

    /// Returns the kind of the directive.
    #[must_use]
    pub fn kind(&self) -> OmpDirective {
        self.directive.kind
    }

    /// Changes the kind of the directive. The clauses and the associated code stay the same.
    pub fn set_kind(&mut self, kind: OmpDirective) {
        self.directive.kind = kind;
    }

    /// Returns whether the directive has a clause of this kind.
    #[must_use]
    pub fn has(&self, kind: OmpClause) -> bool {
        self.directive.clauses.iter().any(|clause| clause.kind() == kind)
    }

    /// Adds a clause after the others. A clause with parts of another declaration makes the node unusable.
    pub fn push(&mut self, clause: NewClause<'_>) {
        match clause.for_form(self.declaration) {
            Some(clause) => self.directive.clauses.push(clause),
            None => *self.is_misfit = true,
        }
    }

    /// Replaces the clauses of the same kind: the new clause takes the place of the first of them, or comes last if there is none.
    pub fn replace(&mut self, clause: NewClause<'_>) {
        let kind = clause.kind();
        let first = self.directive.clauses.iter().position(|clause| clause.kind() == kind);
        self.remove(kind);
        match clause.for_form(self.declaration) {
            Some(clause) => {
                let position = first.unwrap_or(self.directive.clauses.len());
                self.directive.clauses.insert(position, clause);
            }
            None => *self.is_misfit = true,
        }
    }

    /// Removes all clauses of a kind. Returns whether there was one.
    pub fn remove(&mut self, kind: OmpClause) -> bool {
        let before = self.directive.clauses.len();
        self.directive.clauses.retain(|clause| clause.kind() != kind);
        self.directive.clauses.len() < before
    }

    /// Keeps the clauses for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(OmpClauseNode<'_>) -> bool) {
        let (context, directive) =
            (FormContext { declaration: self.declaration, dialect: self.dialect }, self.directive.kind);
        self.directive.clauses.retain(|clause| keep(OmpClauseNode { context, directive, clause }));
    }
}
