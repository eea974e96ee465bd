//! The nodes of directives.

use clacc_syntax::ast::DirectiveId;

use crate::program::View;
use crate::program::run::{Run, Runs};

/// The nodes of some directives, without their associated statements.
pub(super) fn pragma_runs(view: View<'_>, directives: impl Iterator<Item = DirectiveId>) -> Runs {
    Runs::outermost(directives.map(|directive| {
        let node = view.directive(directive);
        let whole = view.run(node.at);
        let end = node.region.map_or(whole.end, |region| region.run.start);
        Run::new(whole.start, end.min(whole.end))
    }))
}
