//! Reads of a reduction's variable in the loop that reduces it: each finds what one of the threads has so far.

use clacc_syntax::checkpoint;
use clacc_syntax::sorting::Sorting;
use rustc_hash::FxHashSet;

use super::data_findings::Report;
use crate::acc::facts::{AccFacts, Construct, LoopFacts};
use crate::program::View;
use crate::program::access::WriteKind;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// Checks the loops with reductions whose iterations are executed at the same time.
pub(super) fn check(view: View<'_>, facts: &AccFacts, report: &mut Report<'_>) {
    for (_, construct) in facts.constructs.iter() {
        checkpoint::pass();
        let is_shared = |construct: &Construct| {
            let facts = construct.loop_facts.as_deref();
            facts.is_some_and(|facts| facts.is_partitioned() && facts.sequential.is_none())
        };
        if !is_shared(construct) {
            continue;
        }
        let reduced = construct.whole_attributes().filter_map(|attribute| {
            let (_, reason) = attribute.reduction()?;
            let item = reason.item_in(&facts.clauses).filter(|_| reason.is_explicit())?;
            Some((attribute.place.root, item.at))
        });
        for (variable, item) in reduced {
            if let Some(read) = first_read(view, construct.run(), variable)
                && is_innermost(facts, construct, read)
            {
                report.reduced_is_read(variable, read, item);
            }
        }
    }
}

/// Whether no other loop that threads share lies between a loop and a node in it. What is wrong there is a matter of that
/// one.
fn is_innermost(facts: &AccFacts, construct: &Construct, at: At) -> bool {
    let run = construct.run();
    let mut inside = facts.constructs.iter().map(|(_, inner)| inner).filter(|inner| inner.run().contains(at));
    !inside.any(|inner| {
        let is_shared = inner.loop_facts.as_deref().is_some_and(LoopFacts::is_partitioned);
        is_shared && run.start < inner.run().start && run.contains(inner.run().start)
    })
}

/// The first name of a variable that is no part of an accumulation, if all assignments are accumulations.
fn first_read(view: View<'_>, run: Run, variable: EntityId) -> Option<At> {
    let mut combined: Vec<Run> = Vec::new();
    for write in view.writes(run).filter(|write| write.target == Some(variable)) {
        if write.kind == WriteKind::AddressTaken {
            return None;
        }
        let accumulation = view.own_accumulation(write, variable)?;
        combined.push(view.run(accumulation.at));
    }
    // One may contain others.
    combined.order_by_key(|run| run.start);
    let mut end = At::default();
    combined.retain(|run| {
        let is_outer = run.end > end;
        end = end.max(run.end);
        is_outer
    });
    let is_combined = |at: At| {
        let behind = combined.partition_point(|run| run.start <= at);
        behind.checked_sub(1).is_some_and(|last| combined[last].contains(at))
    };
    let words: FxHashSet<At> = clause_names(view, run, variable);
    let names = view.mentions(run).filter(|mention| mention.place.root == variable).map(|mention| mention.at);
    let is_read = |at: &At| !words.contains(at) && !is_combined(*at);
    if combined.is_empty() { None } else { names.into_iter().find(is_read) }
}

/// The names of a variable in the clauses of a run.
fn clause_names(view: View<'_>, run: Run, variable: EntityId) -> FxHashSet<At> {
    let directives = run.of(&view.program.order, |id| view.directive(*id).at);
    let clauses = directives.iter().flat_map(|id| &view.directive(*id).clauses);
    let names = clauses.flat_map(|clause| view.mentions(view.run(view.clause_node(*clause).at)));
    names.filter(|mention| mention.place.root == variable).map(|mention| mention.at).collect()
}
