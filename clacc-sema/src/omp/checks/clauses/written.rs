//! A clause in the source, and what the checks of clauses ask of it.

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use crate::program::View;
use crate::program::directive::{ArgumentItem, Arguments, Modifier};

/// A clause that its directive takes.
#[derive(Clone, Copy)]
pub(super) struct WrittenClause<'a> {
    pub(super) view: View<'a>,
    pub(super) directive: DirectiveId,
    /// The kind of the directive.
    pub(super) on: OmpDirective,
    pub(super) id: ClauseId,
    pub(super) kind: OmpClause,
    /// None without parentheses.
    pub(super) arguments: Option<&'a Arguments>,
}

impl<'a> WrittenClause<'a> {
    pub(super) fn of(view: View<'a>, id: ClauseId) -> Option<WrittenClause<'a>> {
        let node = view.clause_node(id);
        let (on, kind) = (view.directive(node.directive).kind.omp()?, node.kind.omp()?);
        Some(WrittenClause {
            view,
            directive: node.directive,
            on,
            id,
            kind,
            arguments: node.arguments.as_ref(),
        })
    }

    pub(super) fn span(self) -> TokenRange {
        self.view.clause_span(self.id)
    }

    pub(super) fn text(self) -> &'a str {
        self.kind.text()
    }

    /// A finding about the whole clause.
    pub(super) fn finding(self, code: &'static Code, message: impl Into<String>) -> Diagnostic<TokenRange> {
        Diagnostic::new(code, self.span(), message)
    }

    pub(super) fn items(self) -> &'a [ArgumentItem] {
        self.arguments.map_or(&[], |arguments| &arguments.items)
    }

    /// The modifiers before the items.
    pub(super) fn modifiers(self) -> &'a [Modifier] {
        self.arguments.map_or(&[], |arguments| &arguments.modifiers)
    }

    /// The words of the modifiers before the items.
    pub(super) fn words(self) -> impl Iterator<Item = &'a str> {
        self.modifiers().iter().map(move |modifier| self.view.text(modifier.word))
    }

    pub(super) fn says(self, word: &str) -> bool {
        self.words().any(|each| each == word)
    }

    /// The modifiers behind the items.
    pub(super) fn post_modifiers(self) -> &'a [Modifier] {
        self.arguments.map_or(&[], |arguments| &arguments.post_modifiers)
    }

    pub(super) fn is_reduction(self) -> bool {
        matches!(self.kind, OmpClause::Reduction | OmpClause::InReduction | OmpClause::TaskReduction)
    }

    /// Returns true for a dependence between iterations, whose items are iteration vectors and no variables.
    pub(super) fn names_iterations(self) -> bool {
        matches!(self.kind, OmpClause::Depend | OmpClause::Doacross)
            && self.words().any(|word| matches!(word, "sink" | "source"))
    }

    /// Returns true if one of these directives is a constituent of the clause's directive.
    pub(super) fn is_on(self, constituents: &[OmpDirective]) -> bool {
        self.on.info().constituents.iter().any(|each| constituents.contains(each))
    }
}
