//! An index for constructs with many clauses, attributes or list items.

use std::sync::Arc;

use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::AccClause;

use super::attribute_positions::{AttributePositions, SettledPositions};
use super::clauses::Clause;
use crate::program::place::{EntityId, Place};

/// The first clause of each kind, the attributes by place, and the list items by variable. Each list is sorted by its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstructIndex {
    first_clauses: Box<[(AccClause, ClauseId)]>,
    attributes: SettledPositions,
    /// The items of each variable in source order: the clause, and the position in its list.
    items: Box<[(EntityId, ClauseId, u32)]>,
}

/// The number of clauses, attributes and items up to which a linear search is faster than making an index.
const FEW: usize = 12;

impl ConstructIndex {
    /// The index of a construct with these clauses, and with `count` attributes at these positions. None if it has few of each.
    pub(super) fn new<'a>(
        clauses: impl Iterator<Item = &'a Clause> + Clone,
        (count, attributes): (usize, AttributePositions),
    ) -> Option<Arc<ConstructIndex>> {
        let items = || clauses.clone().flat_map(Clause::items);
        if count <= FEW && clauses.clone().nth(FEW).is_none() && items().nth(FEW).is_none() {
            return None;
        }
        let (mut first_clauses, mut items) = (Vec::new(), Vec::new());
        for clause in clauses {
            first_clauses.push((clause.kind, clause.id));
            for (item, position) in clause.items().iter().zip(0..) {
                items.extend(item.place.as_ref().map(|place| (place.root, clause.id, position)));
            }
        }
        // Both sorts are stable, so the first clause of a kind stays first, and items stay in source order.
        first_clauses.sort_by_key(|(kind, _)| *kind);
        first_clauses.dedup_by_key(|(kind, _)| *kind);
        items.sort_by_key(|(variable, ..)| *variable);
        let (first_clauses, items) = (first_clauses.into(), items.into());
        Some(Arc::new(ConstructIndex { first_clauses, attributes: attributes.settled(), items }))
    }

    /// The position of the attribute of a variable or of a member of one.
    pub(super) fn attribute(&self, place: &Place) -> Option<usize> {
        self.attributes.get(place)
    }

    /// The first clause of a kind.
    pub(super) fn first_clause(&self, kind: AccClause) -> Option<ClauseId> {
        let position = self.first_clauses.binary_search_by_key(&kind, |(kind, _)| *kind).ok()?;
        Some(self.first_clauses[position].1)
    }

    /// The list items that name a variable or a part of it: the clause of each, and the position in its list.
    pub(super) fn items_of(&self, variable: EntityId) -> impl Iterator<Item = (ClauseId, u32)> {
        let first = self.items.partition_point(|(other, ..)| *other < variable);
        let items = self.items[first..].iter().take_while(move |(other, ..)| *other == variable);
        items.map(|(_, clause, position)| (*clause, *position))
    }
}
