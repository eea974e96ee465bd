//! What the `enter data` and `exit data` directives of a function count, by the variables that they name.

use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::Clause;
use super::cx::Cx;
use super::facts::{AccFacts, Construct, ConstructId};
use crate::program::View;
use crate::program::place::{At, EntityId, Place, Step};

/// The `enter data` and `exit data` directives of a function. A function may have many for one variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataEvents {
    /// Those that name a variable or a part of it, in source order.
    of_entities: FxHashMap<EntityId, Vec<ConstructId>>,
    /// Those that name a variable or a member.
    of_places: FxHashMap<Place, Counts>,
    /// The structs around the members that they name.
    structs: FxHashSet<Place>,
}

/// The directives that name one variable or member.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counts {
    /// The `exit data` directives.
    exits: Vec<ConstructId>,
    /// For each block, its `enter data` directives without conditions, and how often the variable has been
    /// counted in the block once more than it was released, after each.
    enters: FxHashMap<Option<At>, Vec<(ConstructId, usize)>>,
}

impl DataEvents {
    pub(super) fn new(cx: &Cx<'_>, facts: &AccFacts) -> DataEvents {
        let mut events = DataEvents::default();
        for (id, construct) in facts.constructs.iter() {
            let is_enter = construct.kind == AccDirective::EnterData;
            if !is_enter && construct.kind != AccDirective::ExitData {
                continue;
            }
            let clauses = || construct.clauses.iter().filter_map(|clause| cx.clauses.get(*clause));
            let is_certain = !clauses().any(|clause| matches!(clause.kind, AccClause::If | AccClause::Async));
            for place in clauses().flat_map(Clause::items).filter_map(|item| item.place.as_ref()) {
                let variable = place.without_ranges();
                let all = events.of_entities.entry(place.root).or_default();
                if all.last() != Some(&id) {
                    all.push(id);
                }
                events.structs.extend(structs_around(&variable));
                let counts = events.of_places.entry(variable).or_default();
                if !is_enter {
                    counts.exit(id);
                } else if is_certain {
                    counts.enter(block_of(cx.view, construct), id);
                }
            }
        }
        events
    }

    /// The directives that name a variable or a part of it, in source order.
    pub fn of_entity(&self, variable: EntityId) -> &[ConstructId] {
        self.of_entities.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// How often `enter data` directives without conditions in one of two blocks have counted a variable or
    /// member once more than `exit data` directives before `exit` have released it; none if directives name a
    /// struct around it, or members of it.
    pub fn count(
        &self,
        variable: &Place,
        block: Option<At>,
        around: Option<At>,
        exit: ConstructId,
    ) -> Option<usize> {
        if self.structs.contains(variable)
            || structs_around(variable).any(|outer| self.of_places.contains_key(&outer))
        {
            return None;
        }
        let Some(counts) = self.of_places.get(variable) else { return Some(0) };
        let enters_in = |block| counts.enters.get(&block).map_or(&[][..], Vec::as_slice);
        let (own, outer) = (enters_in(block), if block == around { &[] } else { enters_in(around) });
        let before = |enters: &[(ConstructId, usize)]| enters.partition_point(|(id, _)| is_before(*id, exit));
        let (own, outer) = (&own[..before(own)], &outer[..before(outer)]);
        match (own.last(), outer.last()) {
            (None, None) => Some(0),
            (Some((last, count)), None) | (None, Some((last, count))) => {
                Some(count.saturating_sub(counts.exits_between(*last, exit)))
            }
            (Some(_), Some(_)) => None,
        }
    }
}

impl Counts {
    fn enter(&mut self, block: Option<At>, id: ConstructId) {
        let enters = self.enters.get(&block).map_or(&[][..], Vec::as_slice);
        let count = match enters.last() {
            Some((last, _)) if *last == id => return,
            Some((last, count)) => count.saturating_sub(self.exits_between(*last, id)),
            None => 0,
        };
        self.enters.entry(block).or_default().push((id, count + 1));
    }

    fn exit(&mut self, id: ConstructId) {
        if self.exits.last() != Some(&id) {
            self.exits.push(id);
        }
    }

    /// How many `exit data` directives stand between two directives.
    fn exits_between(&self, first: ConstructId, last: ConstructId) -> usize {
        let before = |id| self.exits.partition_point(|exit| is_before(*exit, id));
        before(last) - before(first)
    }
}

/// The structs in which a member lies, without those behind which it lies.
fn structs_around(variable: &Place) -> impl Iterator<Item = Place> {
    let fields = variable.steps.iter().rev().take_while(|step| matches!(step, Step::Field(_))).count();
    let lengths = variable.steps.len() - fields..variable.steps.len();
    lengths.map(|length| Place { root: variable.root, steps: variable.steps[..length].into() })
}

/// The statement in which a directive stands.
pub fn block_of(view: View<'_>, construct: &Construct) -> Option<At> {
    let outline = &view.program.outline;
    outline.parent(outline.parent(view.directive(construct.directive).at)?)
}

/// Whether a construct stands before another one in the source.
pub fn is_before(first: ConstructId, second: ConstructId) -> bool {
    first.into_raw().into_u32() < second.into_raw().into_u32()
}
