//! Finds scalars that a compute construct accumulates into copies of its own, and that the program uses behind it.
//!
//! A scalar that no clause names is `firstprivate` on `parallel` and `serial` (OpenACC 3.4 2.6.2), so what is added
//! to it there is lost at the end of the construct.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;

use super::codes;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::element_places::{loops_around, reads_itself};
use super::facts::{ConstructId, Sharing};
use super::findings::Findings;
use crate::program::access::{Write, WriteKind};
use crate::program::place::{EntityId, Place};
use crate::program::run::Run;
use rustc_hash::FxHashSet;

/// Warns about each of these scalars, once for a construct.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    if !draft.ids().any(|id| is_copying(draft, id)) {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut seen = FxHashSet::default();
    for write in cx.writes(cx.program.outline.all()) {
        let open = nest.at(draft, write.at);
        let (Some(target), WriteKind::Assigned, false) = (write.target, write.kind, open.is_empty()) else {
            continue;
        };
        if let Some(id) = losing_construct(cx, draft, open, target)
            && !seen.contains(&(id, target))
            && loops_around(cx, write.at, draft.run(id)).all(|(_, control)| control != target)
            && reads_itself(cx, write, &Place::whole(target))
        {
            seen.insert((id, target));
            report_scalar(cx, draft, id, write, target, report);
        }
    }
}

/// Whether scalars that no clause names are copies in a construct.
fn is_copying(draft: &Draft, id: ConstructId) -> bool {
    matches!(draft.construct(id).kind, AccDirective::Parallel | AccDirective::Serial)
}

/// The compute construct around an assignment that has a copy of the variable by rule.
fn losing_construct(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &[ConstructId],
    target: EntityId,
) -> Option<ConstructId> {
    let variable = Place::whole(target);
    for id in open.iter().rev().copied() {
        let attribute = draft.attribute(id, &variable);
        let sharing = attribute.and_then(|attribute| attribute.sharing.as_ref());
        if draft.construct(id).is_compute() {
            let is_copy = sharing
                .is_some_and(|given| given.kind == Sharing::Firstprivate && !given.reason.is_explicit());
            return (is_copy && is_copying(draft, id)).then_some(id);
        }
        let is_own = cx.is_declared_in(target, draft.run(id));
        if is_own || sharing.is_some_and(|given| given.kind != Sharing::Shared) {
            return None;
        }
    }
    None
}

/// Reports the variable if the first thing that the program does with it behind the construct is to read it.
fn report_scalar(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    write: &Write,
    target: EntityId,
    report: &mut Findings,
) {
    let behind = Run::new(draft.run(id).end, cx.program.outline.all().end);
    let Some(next) = cx.mentions(behind).find(|mention| mention.place.root == target) else { return };
    let replaces = |write: &Write| write.replaces && write.target == Some(target);
    let is_replaced = |write: &Write| replaces(write) && cx.run(write.operand).contains(next.at);
    if cx.writes(behind).take_while(|write| write.at <= next.at).any(is_replaced) {
        return;
    }
    let directive = draft.construct(id).directive;
    let name = cx.name_text(target);
    let message = format!("what this construct adds to its copy of `{name}` is lost at its end");
    let finding = Diagnostic::new(&codes::ACC0127, cx.directive_name_span(directive), message)
        .label(cx.span(write.operand), "changed here")
        .label(cx.span(next.at), "used here")
        .note(format!(
            "`reduction` brings the result back, and so does `copy({name})` where one thread adds"
        ));
    report.push(directive, finding);
}
