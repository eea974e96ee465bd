//! Whether the data of a data region may be released before the region ends.

use clacc_syntax::directive::AccDirective;

use super::inside;
use crate::acc::facts::{AccFacts, ConstructId};
use crate::program::View;
use crate::program::run::Run;

/// Whether code in the region of a `data` construct may lower the reference count of data that the
/// construct mapped. An `exit data` may, and so may a call of a function outside the language's library.
/// Calls in compute constructs do not count.
pub fn may_release_data(view: View<'_>, facts: &AccFacts, data: ConstructId) -> bool {
    let Some(region) = view.directive(facts.constructs[data].directive).region else { return false };
    let mut computes: Vec<Run> = Vec::new();
    for (id, construct) in inside(view, facts, data) {
        if construct.kind == AccDirective::ExitData {
            return true;
        }
        if construct.compute == Some(id) {
            computes.push(view.run(view.directive(construct.directive).at));
        }
    }
    view.calls(region.run).any(|call| {
        let before = computes.partition_point(|compute| compute.start < call.at);
        let in_compute = computes[..before].last().is_some_and(|compute| compute.contains(call.at));
        !in_compute && !call.callee.is_some_and(|callee| view.is_library_function(callee))
    })
}
