//! Where a function says something to devices: the nodes of its directives without what these are associated with.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::sorting::Sorting;

use crate::program::View;
use crate::program::place::At;
use crate::program::run::Run;

/// The nodes of some directives, in source order.
pub(super) struct PragmaRuns(Vec<Run>);

impl PragmaRuns {
    pub(super) fn of(view: View<'_>, directives: impl Iterator<Item = DirectiveId>) -> PragmaRuns {
        let words = directives.map(|directive| {
            let node = view.directive(directive);
            let whole = view.run(node.at);
            let end = node.region.map_or(whole.end, |region| region.run.start);
            Run::new(whole.start, end.min(whole.end))
        });
        let mut words: Vec<Run> = words.collect();
        words.order_by_key(|run| run.start);
        PragmaRuns(words)
    }

    /// Whether a node is among them.
    pub(super) fn contains(&self, at: At) -> bool {
        let before = self.0.partition_point(|run| run.start <= at);
        before.checked_sub(1).is_some_and(|last| self.0[last].contains(at))
    }
}
