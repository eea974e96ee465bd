//! Text that could not be parsed. Text that is added next to it could become part of the error: the parser skips to a token that can begin
//! a statement, and the new text may contain one.
//!
//! Errors in the line of a directive end with that line, so they do not count here.

use std::ops::Range;

use clacc_sema::db::preprocessed::{prefix, rest};
use clacc_syntax::ast::Node as TreeNode;
use clacc_syntax::diagnostics::Severity;
use clacc_syntax::directive;
use clacc_syntax::parse::{ParseDiagnostic, codes};
use clacc_syntax::token::TokenKind;

use super::edit_error::{EditError, no_place};
use super::statement_places::siblings_about;
use crate::analysis::Analysis;
use crate::syntax::{Directive, Node, Role};

impl Analysis {
    /// Refuses a place beside or instead of a statement if one of these could not be parsed: the statement, its neighbours, its parent if
    /// that is no block, a block around it that has no end. Takes time linear in the number of errors of the declaration.
    pub(super) fn check_read(&self, statement: Node<'_>) -> Result<(), EditError> {
        let is_unread = if statement.parent().is_some() {
            self.is_beside_error(statement)
        } else {
            self.is_behind_broken_declaration(statement)
        };
        let why = "a part of what stands there could not be read";
        if is_unread == Some(false) { Ok(()) } else { Err(no_place(self, statement, why)) }
    }

    /// Refuses a directive with errors: text after superfluous tokens, or after an unclosed parenthesis that belongs to no clause, would be
    /// ignored with them, and a name that runs into its first clause is only guessed.
    pub(super) fn check_line_read(&self, directive: Directive<'_>) -> Result<(), EditError> {
        let has_extra = match directive.node().tree_node() {
            Some(TreeNode::Directive(id)) => !directive.node().declaration().tree()[id].extra.is_empty(),
            _ => false,
        };
        let line = span(directive.node()).unwrap_or_default();
        let is_here = |finding: &ParseDiagnostic| line.contains(&finding.primary.at.start);
        let mut unread =
            findings_of(directive.node()).filter(|finding| is_error(finding) || is_ignored(finding));
        if directive.has_errors() || has_extra || unread.any(is_here) {
            return Err(no_place(self, directive.node(), "a part of the directive could not be read"));
        }
        Ok(())
    }

    /// Returns whether there is an error beside a statement in a declaration. None if the session does not have the declaration.
    fn is_beside_error(&self, statement: Node<'_>) -> Option<bool> {
        if errors_of(statement).next().is_none() {
            return Some(false);
        }
        let placed = self.placed_with_line_end(statement)?;
        let first = placed.tokens.start - span(statement)?.start;
        let kinds = placed.places.tokens.kinds.get(first as usize..)?;
        let around = neighbourhood(statement)?;
        let here = |error: &ParseDiagnostic| {
            let at = error.primary.at.start;
            at <= around.end && around.start <= at.max(error.primary.at.end)
        };
        let mut errors = errors_of(statement);
        Some(errors.any(|error| is_unclosed(error) || here(error) && !is_in_directive(error, &around, kinds)))
    }

    /// Returns whether a declaration at file scope, or the preceding one, could not be parsed to its end. A function counts without its
    /// body, which ends with its brace. None if the session does not have the declaration.
    fn is_behind_broken_declaration(&self, declaration: Node<'_>) -> Option<bool> {
        let (unit, decl) = self.current(declaration.declaration())?;
        if decl.in_headers(&self.db) {
            return Some(prefix(&self.db, unit).parsed.has_errors());
        }
        let at = self.in_front_of(unit, decl).len();
        let rest = rest(&self.db, unit);
        let is_broken = |at: usize| {
            let external = rest.externals().get(at)?;
            let tokens = external.tokens.start as usize..external.tokens.end as usize;
            let kinds = rest.preprocessed.tokens.kinds.get(tokens)?;
            let mut errors = external.parsed.diagnostics.iter().filter(|error| is_error(error));
            Some(errors.any(|error| !is_in_directive(error, &(0..u32::MAX), kinds)))
        };
        // The neighbour precedes the directives that apply to the declaration.
        let about = self.with_what_is_about_it(declaration, |about| about.len());
        let is_broken_before = at
            .checked_sub(about + 1)
            .map_or_else(|| Some(prefix(&self.db, unit).parsed.has_errors()), is_broken)?;
        Some(is_broken_before || is_broken(at)? || errors_of(declaration).any(is_unclosed))
    }
}

/// Returns the findings of the parser in the declaration of a node.
fn findings_of(node: Node<'_>) -> impl Iterator<Item = &ParseDiagnostic> {
    node.declaration().parts().model.parsed.diagnostics.iter()
}

/// Returns the errors of the parser in the declaration of a node.
fn errors_of(node: Node<'_>) -> impl Iterator<Item = &ParseDiagnostic> {
    findings_of(node).filter(|finding| is_error(finding))
}

/// Returns whether a finding reports that tokens of a directive are ignored.
fn is_ignored(finding: &ParseDiagnostic) -> bool {
    [directive::codes::ACC0003.id, directive::codes::OMP0003.id].contains(&finding.code.id)
}

/// Returns the token range of a node, relative to its declaration.
fn span(node: Node<'_>) -> Option<Range<u32>> {
    let range = node.declaration().tree().spans.of(node.tree_node()?)?;
    Some(range.start..range.end)
}

/// Returns the tokens from the preceding sibling of a statement to the following one. A missing end is reported at the next token.
fn neighbourhood(statement: Node<'_>) -> Option<Range<u32>> {
    let parent = statement.parent()?;
    if !matches!(statement.role(), Role::Item | Role::Member) {
        let (own, around) = (span(statement)?, span(parent)?);
        return Some(own.start.min(around.start)..own.end.max(around.end));
    }
    let (whole, own) = (span(parent)?, span(statement)?);
    // The neighbour precedes the directives that apply to the statement.
    let first = siblings_about(statement).last().copied().unwrap_or(statement);
    let start = first.previous_sibling().map_or(Some(whole.start), |before| Some(span(before)?.start))?;
    let end = statement.next_sibling().map_or(Some(whole.end), |behind| Some(span(behind)?.end))?;
    Some(start..end.max(own.end))
}

/// Returns whether an error is in the line of a directive.
fn is_in_directive(error: &ParseDiagnostic, around: &Range<u32>, kinds: &[TokenKind]) -> bool {
    let at = error.primary.at.start;
    let before = kinds.get(around.start.min(at) as usize..at as usize).unwrap_or_default();
    let ends =
        |kind: &TokenKind| matches!(kind, TokenKind::PragmaAcc | TokenKind::PragmaOmp | TokenKind::PragmaEnd);
    before.iter().rfind(|kind| ends(kind)).is_some_and(|kind| *kind != TokenKind::PragmaEnd)
}

/// Returns whether an error is a block without an end, which contains everything after it.
fn is_unclosed(error: &ParseDiagnostic) -> bool {
    error.code.id == codes::C0010.id
}

fn is_error(finding: &ParseDiagnostic) -> bool {
    finding.severity == Severity::Error
}
