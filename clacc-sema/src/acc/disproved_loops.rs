//! Loops that the program declares to be independent although one iteration certainly depends on another one.

use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::Cx;
use super::element_races::{is_own, is_shared_loop};
use super::facts::{ConstructId, Sharing};
use super::findings::Findings;
use crate::dependence::Dependence;
use crate::program::place::{EntityId, Place};

/// Warns about these loops, unless there is another finding about the loop.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let is_asked = |id: &ConstructId| {
        let construct = draft.construct(*id);
        let facts = construct.loop_facts.as_deref();
        let is_independent = || clause_of(cx, draft, *id, AccClause::Independent).is_some();
        facts.is_some_and(|facts| facts.sequential.is_none())
            && construct.compute.is_some()
            && (is_independent() || is_shared_loop(draft, *id))
            && !construct.broken
            && !report.is_warned(construct.directive)
    };
    let asked: Vec<_> = draft.ids().filter(is_asked).collect();
    for id in asked {
        checkpoint::pass();
        let loops = draft.construct(id).loop_facts.as_deref().map_or(&[][..], |facts| &facts.loops);
        let known = draft.facts.elements.as_deref();
        let is_wanted = |variable| is_shared(cx, draft, id, variable);
        let dependence = loops.iter().find_map(|at| cx.judge().disprove(*at, &is_wanted, known));
        if let Some(dependence) = dependence.filter(|found| !is_atomic(draft, id, found)) {
            report_loop(cx, draft, id, &dependence, report);
        }
    }
}

/// Returns whether one of the dependent accesses is in an `atomic` construct in the loop.
fn is_atomic(draft: &Draft, id: ConstructId, found: &Dependence) -> bool {
    let holds = |inner: ConstructId| {
        draft.run(inner).contains(found.change) || draft.run(inner).contains(found.other)
    };
    draft.inside(id).any(|inner| draft.construct(inner).kind == AccDirective::Atomic && holds(inner))
}

/// Whether the iterations of a loop share a variable.
fn is_shared(cx: &Cx<'_>, draft: &Draft, id: ConstructId, variable: EntityId) -> bool {
    let whole = Place::whole(variable);
    let is_listed = |each: ConstructId| {
        let sharing = draft.sharing(each, &whole);
        let is_own_copy =
            matches!(sharing, Some(Sharing::Private | Sharing::Reduction(_) | Sharing::Firstprivate));
        is_own_copy || is_own(cx, draft, each, variable)
    };
    let compute = draft.construct(id).compute;
    let around = std::iter::once(id).chain(draft.enclosing(id).take_while(|outer| Some(*outer) != compute));
    !around.chain(compute).any(is_listed) && !draft.inside(id).any(is_listed)
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
