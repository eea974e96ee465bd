//! Loops of which a program says that their iterations are independent, and some iteration certainly needs what
//! another one does.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::Cx;
use super::element_races::{is_own, is_shared_loop};
use super::facts::{ConstructId, Sharing};
use super::findings::Findings;
use crate::dependence::{Assumptions, Dependence, Judge, Outcome};
use crate::program::place::Place;

/// Warns about them, unless something else has been said of the loop.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let is_asked = |id: &ConstructId| {
        let construct = draft.construct(*id);
        let facts = construct.loop_facts.as_ref();
        let is_independent = || clause_of(cx, draft, *id, AccClause::Independent).is_some();
        facts.is_some_and(|facts| facts.sequential.is_none())
            && construct.compute.is_some()
            && (is_independent() || is_shared_loop(draft, *id))
            && !construct.broken
            && !report.is_warned(construct.directive)
    };
    let asked: Vec<_> = draft.ids().filter(is_asked).collect();
    if asked.is_empty() {
        return;
    }
    let judge = Judge::new(cx.view);
    for id in asked {
        let loops = draft.construct(id).loop_facts.as_ref().map_or(&[][..], |facts| &facts.loops);
        let dependence = loops.iter().find_map(|at| match judge.judge(*at, &Assumptions::default()) {
            Outcome::Dependent(dependence) => Some(dependence),
            _ => None,
        });
        if let Some(dependence) = dependence.filter(|found| is_shared(cx, draft, id, found)) {
            report_loop(cx, draft, id, &dependence, report);
        }
    }
}

/// Whether the iterations share what the dependence is about, and no clause or construct orders it.
fn is_shared(cx: &Cx<'_>, draft: &Draft, id: ConstructId, found: &Dependence) -> bool {
    let whole = Place::whole(found.variable);
    let is_atomic = |id: ConstructId| {
        draft.construct(id).kind == AccDirective::Atomic
            && (draft.run(id).contains(found.change) || draft.run(id).contains(found.other))
    };
    let around = std::iter::once(id).chain(draft.enclosing(id));
    let until = draft.construct(id).compute;
    let mut owners = around.take_while(|each| draft.construct(*each).parent != until || *each == id);
    let is_listed = |each: ConstructId| {
        matches!(
            draft.sharing(each, &whole),
            Some(Sharing::Private | Sharing::Reduction(_) | Sharing::Firstprivate)
        ) || is_own(cx, draft, each, found.variable)
    };
    let is_inside = |inner: &ConstructId| draft.enclosing(*inner).any(|outer| outer == id);
    !owners.any(is_listed)
        && !until.is_some_and(is_listed)
        && !draft.ids().filter(is_inside).any(|inner| is_atomic(inner) || is_listed(inner))
}

fn report_loop(cx: &Cx<'_>, draft: &Draft, id: ConstructId, found: &Dependence, report: &mut Findings) {
    let directive = draft.construct(id).directive;
    let name = cx.name_text(found.variable);
    let message = format!(
        "the iterations of this loop are not independent: one uses what another one makes of `{name}`"
    );
    let finding = Diagnostic::new(&codes::ACC0141, cx.directive_name_span(directive), message)
        .label(cx.span(found.change), "changed here")
        .label(cx.span(found.other), "used here in another iteration")
        .note("`seq` on the loop executes the iterations in their order");
    report.push(directive, finding);
}
