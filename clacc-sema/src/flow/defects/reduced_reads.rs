//! Reads of a reduction variable in the loop that reduces it: each gets the partial result of a thread.

use clacc_syntax::checkpoint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::data_findings::Report;
use crate::acc::facts::{AccFacts, Construct, LoopFacts};
use crate::program::View;
use crate::program::access::{Write, WriteKind};
use crate::program::place::{At, EntityId};
use crate::program::run::{Run, Runs};

/// Checks the loops with reductions whose iterations are executed in parallel.
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
        let reduced: Vec<_> = reduced.collect();
        let mut uses =
            ReducedVariables::of(view, construct.run(), reduced.iter().map(|(variable, _)| *variable));
        for (variable, item) in reduced {
            let used = uses.0.remove(&variable).unwrap_or_default();
            if let Some(read) = used.first_read(view, variable)
                && is_innermost(facts, construct, read)
            {
                report.reduced_is_read(variable, read, item);
            }
        }
    }
}

/// Returns whether a node in a loop is in no partitioned loop inside it. Otherwise the finding belongs to the inner loop.
fn is_innermost(facts: &AccFacts, construct: &Construct, at: At) -> bool {
    let run = construct.run();
    let mut inside = facts.constructs.iter().map(|(_, inner)| inner).filter(|inner| inner.run().contains(at));
    !inside.any(|inner| {
        let is_shared = inner.loop_facts.as_deref().is_some_and(LoopFacts::is_partitioned);
        is_shared && run.start < inner.run().start && run.contains(inner.run().start)
    })
}

/// The uses of some variables in one run.
struct ReducedVariables<'a>(FxHashMap<EntityId, ReducedUses<'a>>);

/// The uses of one variable, in source order.
#[derive(Default)]
struct ReducedUses<'a> {
    writes: Vec<&'a Write>,
    /// The names of the variable, including those in clauses.
    names: Vec<At>,
    /// The names of the variable in clauses.
    words: FxHashSet<At>,
}

impl<'a> ReducedVariables<'a> {
    /// Finds the uses of all variables in one walk.
    fn of(view: View<'a>, run: Run, variables: impl Iterator<Item = EntityId>) -> ReducedVariables<'a> {
        let mut found: FxHashMap<EntityId, ReducedUses<'a>> =
            variables.map(|variable| (variable, ReducedUses::default())).collect();
        if found.is_empty() {
            return ReducedVariables(found);
        }
        for write in view.writes(run) {
            if let Some(uses) = write.target.and_then(|target| found.get_mut(&target)) {
                uses.writes.push(write);
            }
        }
        for mention in view.mentions(run) {
            if let Some(uses) = found.get_mut(&mention.place.root) {
                uses.names.push(mention.at);
            }
        }
        let directives = run.of(&view.program.order, |id| view.directive(*id).at);
        let clauses = directives.iter().flat_map(|id| &view.directive(*id).clauses);
        for word in clauses.flat_map(|clause| view.mentions(view.run(view.clause_node(*clause).at))) {
            if let Some(uses) = found.get_mut(&word.place.root) {
                uses.words.insert(word.at);
            }
        }
        ReducedVariables(found)
    }
}

impl ReducedUses<'_> {
    /// The first use of the variable outside of accumulations, if all assignments to it are accumulations.
    fn first_read(&self, view: View<'_>, variable: EntityId) -> Option<At> {
        let mut combined: Vec<Run> = Vec::new();
        for write in &self.writes {
            if write.kind == WriteKind::AddressTaken {
                return None;
            }
            let accumulation = view.own_accumulation(write, variable)?;
            combined.push(view.run(accumulation.at));
        }
        // An accumulation may contain another one.
        let combined = Runs::outermost(combined);
        let is_read = |at: &&At| !self.words.contains(*at) && !combined.contain(**at);
        if combined.is_empty() { None } else { self.names.iter().find(is_read).copied() }
    }
}
