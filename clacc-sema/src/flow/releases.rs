//! Releases of the data of a data region before the region ends, and the data that an `exit data` releases.

use clacc_syntax::directive::{AccClause, AccDirective};

use super::inside;
use crate::acc::block_of;
use crate::acc::clauses::Clause;
use crate::acc::facts::{AccFacts, ConstructId};
use crate::program::View;
use crate::program::place::{Place, Step};
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

/// The data construct around an `exit data` that holds a variable which the `exit data` names: the nearest
/// one with a data clause for the variable, for a struct that contains it, or for a member of it. For
/// OpenACC its structured reference count keeps the data there until it ends (OpenACC 3.4 2.6.7).
pub fn holder<'a>(
    facts: &'a AccFacts,
    exit: ConstructId,
    place: &Place,
) -> Option<(ConstructId, &'a Clause)> {
    let items =
        facts.data_around(exit).flat_map(|id| facts.items_of(id, place.root).map(move |item| (id, item)));
    let mut named = items
        .filter(|(_, (clause, _, named))| clause.kind != AccClause::Deviceptr && is_same_data(named, place));
    named.next().map(|(id, (clause, _, _))| (id, clause))
}

/// Returns whether an `enter data` without `if` and `async` has increased the count of a variable once more than other directives have
/// decreased it, so that an `exit data` only undoes that. It must be executed as often as the `exit data`: in the same block, or in the
/// block of the data construct `holder` that contains it.
pub fn is_counted_again(
    view: View<'_>,
    facts: &AccFacts,
    exit: ConstructId,
    holder: ConstructId,
    place: &Place,
) -> bool {
    let block = |id: ConstructId| block_of(view, facts.constructs[id].directive);
    let region = facts.constructs[holder].run();
    let statement = view.program.outline.parent(view.directive(facts.constructs[exit].directive).at);
    let is_own = statement.is_some_and(|statement| view.is_own_statement(statement, region));
    let is_certain = |id: ConstructId| {
        let has_condition =
            clauses_of(facts, id).any(|clause| matches!(clause.kind, AccClause::If | AccClause::Async));
        let is_with_it = block(id) == block(exit) || is_own && block(id) == block(holder);
        is_with_it && !has_condition
    };
    let variable = place.without_ranges();
    let around = if is_own { block(holder) } else { block(exit) };
    if let Some(count) = facts.data_events.count(&variable, block(exit), around, exit.into_raw()) {
        return count > 0;
    }
    let mut count = 0_usize;
    let named = facts.data_events.of_entity(place.root).iter().map(|id| ConstructId::from_raw(*id));
    for id in named.take_while(|id| id.into_raw() < exit.into_raw()) {
        if !facts.items_of(id, place.root).any(|(_, _, named)| is_same_data(named, place)) {
            continue;
        }
        match facts.constructs[id].kind {
            AccDirective::EnterData if is_certain(id) => count += 1,
            AccDirective::ExitData => count = count.saturating_sub(1),
            _ => {}
        }
    }
    count > 0
}

fn clauses_of(facts: &AccFacts, id: ConstructId) -> impl Iterator<Item = &Clause> {
    facts.constructs[id].clauses.iter().filter_map(|clause| facts.clauses.get(*clause))
}

/// Returns whether a place is a variable, a struct that contains it, or a member of it.
fn is_same_data(named: &Place, place: &Place) -> bool {
    named.root == place.root && (is_in(named, place) || is_in(place, named))
}

/// Returns whether a place is about a variable, or about a member of it. The pointee of a pointer in a struct is no part of the struct.
fn is_in(variable: &Place, place: &Place) -> bool {
    let (variable, member) = (variable.without_ranges(), place.without_ranges());
    let Some(fields) = member.steps.strip_prefix(&*variable.steps) else { return false };
    let is_behind = || place.steps[variable.steps.len()..].iter().any(Step::is_dereference);
    fields.is_empty() || fields.iter().all(|step| matches!(step, Step::Field(_))) && !is_behind()
}
