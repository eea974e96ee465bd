//! Lets a caller replace directives by texts of its own.

use crate::ast::{DeclId, DirectiveId, StmtId};

/// The text that replaces a directive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DirectiveText {
    /// The lines before the associated statement, each with the number of levels that it is indented deeper
    /// than the directive.
    pub before: Vec<(usize, String)>,
    /// The number of levels that the associated statement is indented deeper. With none, the statement is
    /// left out. For a directive without a statement, the associated statements are those behind it in its
    /// block, up to the `return` at the end.
    pub body: Option<usize>,
    /// The lines behind the associated statement, with their levels.
    pub after: Vec<(usize, String)>,
}

/// Decides how directives are printed. `tree` is the index of the tree among those of the unit.
pub trait PrintHooks {
    /// Returns the text that replaces a directive. With none, the directive is printed as it is.
    fn directive(&self, tree: usize, directive: DirectiveId) -> Option<&DirectiveText> {
        let _ = (tree, directive);
        None
    }

    /// Returns a line to print before a statement that is neither labelled nor a directive.
    fn before_statement(&self, tree: usize, statement: StmtId) -> Option<&str> {
        let _ = (tree, statement);
        None
    }

    /// Returns the lines to print behind an external declaration.
    fn after_declaration(&self, tree: usize, root: DeclId) -> Vec<String> {
        let _ = (tree, root);
        Vec::new()
    }
}

/// Prints every directive as it is.
pub(super) struct NoHooks;

impl PrintHooks for NoHooks {}
