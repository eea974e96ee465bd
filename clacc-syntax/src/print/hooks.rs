//! How somebody else's text takes the place of directives.

use crate::ast::{DeclId, DirectiveId};

/// Text in the place of a directive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DirectiveText {
    /// Lines before the associated statement, each with the number of levels that it stands deeper than the directive.
    pub before: Vec<(usize, String)>,
    /// How many levels deeper the associated statement stands; the statement is left out where there is no number.
    pub body: Option<usize>,
    /// Lines behind the associated statement, with their levels.
    pub after: Vec<(usize, String)>,
}

/// Decides how directives are printed. `tree` is the index of the tree among those of the unit.
pub trait PrintHooks {
    /// Text in the place of a directive; none prints the directive as it is.
    fn directive(&self, tree: usize, directive: DirectiveId) -> Option<&DirectiveText> {
        let _ = (tree, directive);
        None
    }

    /// Lines behind an external declaration.
    fn after_declaration(&self, tree: usize, root: DeclId) -> Vec<String> {
        let _ = (tree, root);
        Vec::new()
    }
}

/// Prints every directive as it is.
pub(super) struct NoHooks;

impl PrintHooks for NoHooks {}
