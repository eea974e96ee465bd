//! Lets a caller replace directives by other texts.

use crate::ast::{DeclId, DirectiveId, StmtId};

/// The text that replaces a directive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DirectiveText {
    /// The lines before the associated statement, each with its indentation level relative to the directive.
    pub before: Vec<(usize, String)>,
    /// The number of levels by which the associated statement is indented. With none, the statement is left out. For a directive without a
    /// statement, the associated statements are the statements after it in its block, without a final `return`.
    pub body: Option<usize>,
    /// The lines after the associated statement, with their levels.
    pub after: Vec<(usize, String)>,
}

/// The interface by which a caller decides how directives are printed. `tree` is the index of the tree among those of the unit.
pub trait PrintHooks {
    /// Returns the text that replaces a directive, or none to print the directive itself.
    fn directive(&self, tree: usize, directive: DirectiveId) -> Option<&DirectiveText> {
        let _ = (tree, directive);
        None
    }

    /// Returns a line to print before a statement that is neither labelled nor a directive.
    fn before_statement(&self, tree: usize, statement: StmtId) -> Option<&str> {
        let _ = (tree, statement);
        None
    }

    /// Returns the lines to print after an external declaration.
    fn after_declaration(&self, tree: usize, root: DeclId) -> Vec<String> {
        let _ = (tree, root);
        Vec::new()
    }
}

/// Hooks that replace nothing.
pub(super) struct NoHooks;

impl PrintHooks for NoHooks {}
