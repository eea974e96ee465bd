//! The clauses of a directive of the source, by the constituents to which they apply (OpenMP 5.2 17.2).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::clause_readings::{self, ClauseReading, ReadItem};
use super::combined_effects::{ClauseEffect, CombinedDirective, NamedByClauses};
use crate::omp::form::{Argument, Clause, Item};
use crate::omp::lower::lower_clause;
use crate::program::View;
use crate::program::place::EntityId;

/// Returns the constituents of a directive, outermost first, each with the clauses that apply to it. A clause may apply to several; a clause
/// that none of them takes is left out. It is empty for a directive that is none of OpenMP.
pub fn constituent_clauses(view: View<'_>, directive: DirectiveId) -> Vec<(OmpDirective, Vec<ClauseId>)> {
    let node = view.directive(directive);
    let Some(kind) = node.kind.omp() else { return Vec::new() };
    let constituents = &kind.info().constituents;
    let lowered = node.clauses.iter().filter_map(|id| Some((*id, lower_clause(view, kind, *id)?)));
    let (ids, clauses): (Vec<ClauseId>, Vec<Clause>) = lowered.unzip();
    let readings: Vec<_> = clauses.iter().map(|clause| clause_readings::read(view, clause)).collect();
    let combined = CombinedDirective { constituents, named: &NamedByClauses::of(&readings) };
    let mut parts: Vec<_> = constituents.iter().map(|each| (*each, Vec::new())).collect();
    for ((id, clause), reading) in ids.iter().zip(&clauses).zip(&readings) {
        let takers = match allocated(clause) {
            Some(variables) => combined.making_private(&readings, &variables),
            None => combined.takers(reading),
        };
        takers.into_iter().for_each(|index| parts[index].1.push(*id));
    }
    parts
}

/// The variables that an `allocate` clause names; none for another clause.
fn allocated(clause: &Clause) -> Option<Vec<EntityId>> {
    let Argument::List(OmpClause::Allocate, items) = clause.argument.unmodified() else { return None };
    let variable = |item: &Item| match item {
        Item::Place { place, .. } => Some(place.root),
        _ => None,
    };
    Some(items.iter().filter_map(variable).collect())
}

impl CombinedDirective<'_> {
    /// The constituents to which a clause applies, outermost first.
    fn takers(self, reading: &ClauseReading) -> Vec<usize> {
        if reading.items.is_empty() || reading.attribute.is_none() {
            return self.takers_by_kind(reading);
        }
        let places = reading.items.iter().flat_map(|item| self.places_of(reading, item));
        sorted(places.collect())
    }

    /// The constituents on which the clause itself gives an item an attribute.
    fn places_of(self, reading: &ClauseReading, item: &ReadItem) -> impl Iterator<Item = usize> + use<> {
        let effects = self.effects(reading, item, false).into_iter();
        effects.filter(ClauseEffect::is_of_clause).map(|effect| effect.constituent)
    }

    /// The constituents to which a clause applies that gives no variable an attribute.
    fn takers_by_kind(self, reading: &ClauseReading) -> Vec<usize> {
        match reading.kind {
            OmpClause::If if reading.of.is_some() => vec![self.evaluating(reading)],
            OmpClause::Nowait => self.permitting(reading.kind).take(1).collect(),
            kind => self.permitting(kind).collect(),
        }
    }

    /// The constituents that permit `allocate` and on which a clause makes one of these variables private.
    fn making_private(self, readings: &[ClauseReading], variables: &[EntityId]) -> Vec<usize> {
        let listed =
            readings.iter().flat_map(|reading| reading.items.iter().map(move |item| (reading, item)));
        let of_variables = listed.filter(|(_, item)| variables.contains(&item.entity));
        let places = of_variables.flat_map(|(reading, item)| self.places_of(reading, item));
        let permits = |at: &usize| self.permitting(OmpClause::Allocate).any(|each| each == *at);
        sorted(places.filter(permits).collect())
    }
}

fn sorted(mut constituents: Vec<usize>) -> Vec<usize> {
    constituents.sort_unstable();
    constituents.dedup();
    constituents
}
