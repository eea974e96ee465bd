//! Functions that `bind` clauses replace by others on devices (OpenACC 3.4 2.15.1).

use clacc_syntax::diagnostics::Diagnostic;

use super::codes;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::findings::Findings;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// Warns about uses of the address of such a function in device code: `bind` affects calls by name alone.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let redirected = &cx.surroundings.redirected;
    if redirected.is_empty() {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let outline = &cx.program.outline;
    for at in outline.all().nodes().filter(|at| outline.end(*at) == at.next()) {
        let named = cx.place_of(at).map(|place| place.root);
        let function = named.filter(|function| redirected.binary_search(function).is_ok());
        let Some(function) = function.filter(|function| !is_called(cx, *function, at)) else { continue };
        let compute = nest.at(draft, at).iter().find(|id| draft.construct(**id).is_compute()).copied();
        if compute.is_none() && cx.surroundings.routine.is_none() {
            continue;
        }
        let name = cx.name_text(function);
        let message = format!("the address of `{name}` is that of the function for the host");
        let finding = Diagnostic::new(&codes::ACC0113, cx.span(at), message)
            .note("`bind` of its `routine` directive is about calls that name it");
        match compute {
            Some(compute) => report.push(draft.construct(compute).directive, finding),
            None => report.add(finding),
        }
    }
}

/// Returns whether the function is called by name at this node.
fn is_called(cx: &Cx<'_>, function: EntityId, at: At) -> bool {
    cx.program.calls.iter().any(|call| {
        let end = call.arguments.first().copied().unwrap_or_else(|| cx.program.outline.end(call.at));
        call.callee == Some(function) && Run::new(call.at, end).contains(at)
    })
}
