//! Calls in compute constructs (OpenACC 3.4 2.15.1).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::codes;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::ConstructId;
use super::findings::Findings;
use crate::program::access::Call;
use crate::program::entity::EntityKind;
use crate::program::place::EntityId;

/// Warns about calls in compute constructs of functions that the device does not have, once for each callee: functions that only another
/// file can define, and functions called through pointers of the host.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let mut nest = OpenConstructs::new(draft);
    let mut reported = FxHashSet::default();
    for call in &cx.program.calls {
        let innermost = nest.at(draft, call.at).last();
        let Some(compute) = innermost.and_then(|id| draft.construct(*id).compute) else { continue };
        let pointer = pointer_of_host(cx, draft, compute, call);
        let Some(callee) = pointer.or_else(|| of_another_file(cx, call)) else { continue };
        if reported.insert(callee) {
            let name = cx.name_text(callee);
            let finding = match pointer {
                Some(_) => through_pointer(cx, call, name),
                None => undefined(cx, call, name),
            };
            let directive = draft.construct(compute).directive;
            let finding = finding.label(cx.directive_name_span(directive), "runs on the device");
            report.push(directive, finding);
        }
    }
}

/// The function that a call names, if only another file can define it. Without a `routine` directive compilers do not expect a version of
/// it for the device, so that the program does not link. A function that the unit defines gets such a version implicitly.
fn of_another_file(cx: &Cx<'_>, call: &Call) -> Option<EntityId> {
    call.callee.filter(|callee| cx.surroundings.defined_elsewhere.binary_search(callee).is_ok())
}

fn undefined(cx: &Cx<'_>, call: &Call, name: &str) -> Diagnostic<TokenRange> {
    let message = format!("`{name}` is called on the device, and this unit has it for the host alone");
    let note = format!("a `routine` directive for `{name}`, here and where it is defined, makes both");
    Diagnostic::new(&codes::ACC0124, cx.start(call.at), message).note(note)
}

/// The variable through which a call is made, if its value is certainly an address of the host: nothing assigns it another one on the
/// device.
fn pointer_of_host(cx: &Cx<'_>, draft: &Draft, compute: ConstructId, call: &Call) -> Option<EntityId> {
    let variable = cx.root_of(call.at.next())?;
    let run = draft.run(compute);
    let is_of_device = || {
        cx.is_declared_in(variable, run)
            || cx.surroundings.declared.binary_search(&variable).is_ok()
            || cx.writes(run).any(|write| cx.root_of(write.operand) == Some(variable))
    };
    (cx.entity(variable).kind == EntityKind::Object && !is_of_device()).then_some(variable)
}

fn through_pointer(cx: &Cx<'_>, call: &Call, name: &str) -> Diagnostic<TokenRange> {
    let message = format!("the function to which `{name}` points is called on the device");
    Diagnostic::new(&codes::ACC0170, cx.start(call.at), message)
        .note("the host has put the address of its own function there, and a device with its own code has another one")
        .note("name the function in the call, or choose among functions in the construct")
}
