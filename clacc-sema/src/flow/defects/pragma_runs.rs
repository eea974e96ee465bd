//! The nodes in which a function says something to devices.

use clacc_syntax::ast::DirectiveId;

use crate::program::View;
use crate::program::run::{Run, Runs};

/// The nodes of some directives, without the statements that these are associated with.
pub(super) fn pragma_runs(view: View<'_>, directives: impl Iterator<Item = DirectiveId>) -> Runs {
    Runs::outermost(directives.map(|directive| {
        let node = view.directive(directive);
        let whole = view.run(node.at);
        let end = node.region.map_or(whole.end, |region| region.run.start);
        Run::new(whole.start, end.min(whole.end))
    }))
}
