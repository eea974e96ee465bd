//! Calls in compute constructs (OpenACC 3.4 2.15.1).

use clacc_syntax::diagnostics::Diagnostic;
use rustc_hash::FxHashSet;

use super::codes;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::findings::Findings;

/// Warns of functions that compute constructs call and that only another file can define, each once. Without
/// a `routine` directive no compiler looks for a version of them for the device, so that the program does
/// not link. A function that the unit defines has such a version by rule.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let elsewhere = &cx.surroundings.defined_elsewhere;
    if elsewhere.is_empty() {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut reported = FxHashSet::default();
    for call in &cx.program.calls {
        let innermost = nest.at(draft, call.at).last();
        let compute = innermost.and_then(|id| draft.construct(*id).compute);
        let callee = call.callee.filter(|callee| elsewhere.binary_search(callee).is_ok());
        let (Some(compute), Some(callee)) = (compute, callee) else { continue };
        if reported.insert(callee) {
            let directive = draft.construct(compute).directive;
            let name = cx.name_text(callee);
            let message =
                format!("`{name}` is called on the device, and this unit has it for the host alone");
            let finding = Diagnostic::new(&codes::ACC0124, cx.start(call.at), message)
                .label(cx.directive_name_span(directive), "runs on the device")
                .note(format!(
                    "a `routine` directive for `{name}`, here and where it is defined, makes both"
                ));
            report.push(directive, finding);
        }
    }
}
