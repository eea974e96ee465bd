//! Sections in data clauses that end before the elements that the device uses, or far after them.

use clacc_syntax::ast::ClauseId;
use clacc_syntax::checkpoint::{self, HalfDone};
use rustc_hash::{FxHashMap, FxHashSet};

use super::data_findings::{Beyond, Report};
use super::data_objects::{ObjectId, Objects};
use super::happenings::{EventKind, Happenings};
use super::overlap::subscripts;
use super::reach::{ElementRange, Reaches, is_negative, is_negative_from};
use crate::acc::clauses::{Clause, ListItem};
use crate::acc::facts::{AccFacts, Construct, ConstructId, DataMapping};
use crate::dependence::polynomial::Polynomial;
use crate::program::View;
use crate::program::access::JumpKind;
use crate::program::item::Bounds;
use crate::program::place::{At, EntityId, Place};
use crate::program::run::Run;

/// Checks the sections of a function.
pub(super) struct Sections<'a> {
    pub(super) view: View<'a>,
    pub(super) facts: &'a AccFacts,
    pub(super) objects: &'a Objects,
    pub(super) events: &'a Happenings<'a>,
    pub(super) items: &'a ItemsWithLengths,
}

/// The list items with a length, by their clause and the variable that they name a part of, as indices in the clause.
pub(super) type ItemsWithLengths = FxHashMap<(ClauseId, EntityId), Vec<usize>>;

/// The elements of a section in one dimension.
struct Section {
    start: Polynomial,
    end: Polynomial,
}

/// The elements that the accesses through a list item use; none if those of one access are not known.
type Used = FxHashMap<At, Option<ElementRange>>;

const EVENTS_BETWEEN_CHECKPOINTS: usize = 1 << 6;

impl<'a> Sections<'a> {
    /// Checks the accesses of each compute construct.
    pub(super) fn check(&self, report: &mut Report<'a>) {
        let mut used = HalfDone::<Used>::default();
        let mut items = Vec::new();
        for (id, construct) in self.facts.constructs.iter() {
            checkpoint::pass();
            if construct.is_compute() && construct.half != crate::acc::facts::Half::Inner {
                self.compute(id, construct, (&mut *used, &mut items), report);
            }
        }
        let mut known = FxHashSet::default();
        for (object, owner, item) in items {
            checkpoint::pass();
            if known.insert(item.at) && self.is_for_device_alone(object, owner) {
                self.check_size(object, item, used.get(&item.at).cloned().flatten(), report);
            }
        }
    }

    fn compute(
        &self,
        id: ConstructId,
        construct: &'a Construct,
        (used, items): (&mut Used, &mut Vec<(ObjectId, ConstructId, &'a ListItem)>),
        report: &mut Report<'a>,
    ) {
        let run = construct.run();
        let leaves = |kind| !matches!(kind, JumpKind::Selected(_));
        let mut governing = FxHashMap::default();
        let mut governing = |object| *governing.entry(object).or_insert_with(|| self.governing(id, object));
        let is_whole = !self.view.jumps(run).any(|jump| leaves(jump.kind));
        for event in checkpoint::every(EVENTS_BETWEEN_CHECKPOINTS, self.events.within(run).iter()) {
            let (EventKind::Read(object, element) | EventKind::Written(object, element)) = event.kind else {
                let around = event.object().and_then(&mut governing);
                if let Some((_, item)) = around {
                    used.insert(item.at, None);
                }
                continue;
            };
            let Some((owner, item)) = governing(object) else { continue };
            let subscripts = subscripts(&self.events.elements, element);
            items.push((object, owner, item));
            self.note_use(item, &subscripts, used);
            let operand = self.events.elements.get(element).operand;
            if is_whole && !self.view.is_conditional(operand, run.start) {
                self.check_access(object, item, (operand, &subscripts), report);
            }
        }
    }

    /// The list item that maps an object for a compute construct: on the construct, or on the nearest enclosing data construct.
    fn governing(&self, id: ConstructId, object: ObjectId) -> Option<(ConstructId, &'a ListItem)> {
        if self.objects.list[object].is_lost {
            return None;
        }
        checkpoint::pass();
        let own = std::iter::once(id).chain(self.facts.data_around(id));
        own.into_iter().find_map(|id| self.item_of(id, object))
    }

    fn item_of(&self, id: ConstructId, object: ObjectId) -> Option<(ConstructId, &'a ListItem)> {
        let place = &self.objects.list[object].place;
        let given = self.facts.constructs[id].attribute_at(place)?.mapping.as_ref()?;
        let is_mapping =
            !matches!(given.kind, DataMapping::Present | DataMapping::Deviceptr | DataMapping::NoCreate);
        if !given.reason.is_explicit() || !is_mapping {
            return None;
        }
        let clause = self.facts.clauses.get(given.reason.clause?)?;
        let numbers = self.items.get(&(clause.id, place.root))?;
        let names = |named: &Place| named.without_ranges() == *place;
        let is_named = |item: &&ListItem| item.place.as_ref().is_some_and(names);
        let mut named = numbers.iter().map(|number| &clause.items()[*number]).filter(is_named);
        named.next().filter(|_| named.next().is_none()).map(|item| (id, item))
    }

    /// The elements of a section in one dimension, counted from the slowest one; none if they are not known.
    fn section(&self, item: &ListItem, dimension: usize) -> Option<Section> {
        let reaches = Reaches::new(self.view, self.facts);
        let Bounds::Range { start, length } = item.written.selections.get(dimension)?.bounds else {
            return None;
        };
        let start = match start {
            Some(start) => reaches.fixed_value(start)?,
            None => Polynomial::constant(0),
        };
        let end = start.plus(&reaches.fixed_value(length?)?)?;
        Some(Section { start, end })
    }

    fn check_access(
        &self,
        object: ObjectId,
        item: &ListItem,
        (operand, subscripts): (At, &[Option<At>]),
        report: &mut Report<'a>,
    ) {
        let reaches = Reaches::new(self.view, self.facts);
        for (dimension, subscript) in subscripts.iter().enumerate() {
            let Some(section) = self.section(item, dimension) else { continue };
            let Some(range) = subscript.and_then(|at| reaches.range(at)) else { continue };
            let is_positive = |value: Option<Polynomial>| Some(!is_negative_from(&value?, 1)?);
            let one = Polynomial::constant(1);
            let behind = is_positive(range.last.minus(&section.end));
            let before = section.start.minus(&range.first).and_then(|before| before.minus(&one));
            if behind == Some(true) {
                return report.beyond_section(object, item.at, operand, Beyond::End);
            }
            if is_positive(before) == Some(true) {
                return report.beyond_section(object, item.at, operand, Beyond::Start);
            }
        }
    }

    fn note_use(&self, item: &ListItem, subscripts: &[Option<At>], used: &mut Used) {
        let reaches = Reaches::new(self.view, self.facts);
        let first = subscripts.first().copied().flatten();
        let range = first.and_then(|at| reaches.range(at)).filter(|_| subscripts.len() == 1);
        let entry = used.entry(item.at).or_insert_with(|| range.clone());
        *entry = entry.take().zip(range).and_then(|(one, other)| union(one, other));
    }

    /// Returns whether only compute constructs use an object in the region of a construct.
    fn is_for_device_alone(&self, object: ObjectId, owner: ConstructId) -> bool {
        let run = self.facts.constructs[owner].run();
        let computes: Vec<Run> = super::super::inside(self.view, self.facts, owner)
            .chain(std::iter::once((owner, &self.facts.constructs[owner])))
            .filter(|(_, construct)| construct.is_compute())
            .map(|(_, construct)| construct.run())
            .collect();
        let is_on_host = |at: At| !computes.iter().any(|compute| compute.contains(at));
        let is_named = |construct: &Construct| {
            let clauses = construct.clauses.iter().filter_map(|clause| self.facts.clauses.get(*clause));
            let mut items = clauses.flat_map(Clause::items);
            let is_named = |place: &Place| place.without_ranges() == self.objects.list[object].place;
            items.any(|item| item.place.as_ref().is_some_and(is_named))
        };
        let mut directives = super::super::inside(self.view, self.facts, owner);
        let is_updated = directives.any(|(_, construct)| !construct.is_compute() && is_named(construct));
        let mut events = self.events.within(run).iter();
        !is_updated
            && !events.any(|event| match event.kind {
                EventKind::Called(call) => {
                    !call.callee.is_some_and(|callee| self.view.is_library_function(callee))
                }
                _ => event.object() == Some(object) && is_on_host(event.when.0),
            })
    }

    fn check_size(
        &self,
        object: ObjectId,
        item: &ListItem,
        used: Option<ElementRange>,
        report: &mut Report<'a>,
    ) {
        let used = used.filter(|range| !range.is_one());
        let (Some(range), Some(section)) = (used, self.section(item, 0)) else { return };
        let is_far = |section: Section| {
            let one = Polynomial::constant(1);
            let length = section.end.minus(&section.start)?;
            let needed = range.last.plus(&one)?.minus(&section.start)?;
            Some(is_many_times(&length, &needed))
        };
        if item.written.selections.len() == 1 && is_far(section).unwrap_or(false) {
            report.needless_section(object, item.at);
        }
    }
}

/// The list items of all clauses that have a length.
pub(super) fn items_with_lengths(facts: &AccFacts) -> HalfDone<ItemsWithLengths> {
    let mut found = HalfDone::<ItemsWithLengths>::default();
    for (id, clause) in facts.clauses.iter() {
        for (number, item) in clause.items().iter().enumerate().filter(|(_, item)| has_length(item)) {
            if let Some(place) = &item.place {
                found.entry((id, place.root)).or_default().push(number);
            }
        }
    }
    found
}

fn has_length(item: &ListItem) -> bool {
    item.written.selections.iter().any(|each| matches!(each.bounds, Bounds::Range { length: Some(_), .. }))
}

/// The smallest range that contains two ranges, if it can be computed.
fn union(one: ElementRange, other: ElementRange) -> Option<ElementRange> {
    let first_is_later = is_negative(&other.first.minus(&one.first)?)?;
    let last_is_later = is_negative(&one.last.minus(&other.last)?)?;
    let first = if first_is_later { other.first } else { one.first };
    let last = if last_is_later { other.last } else { one.last };
    Some(ElementRange { first, last })
}

/// Returns whether a length is a multiple of another one, by a constant of at least 2 or by a variable.
fn is_many_times(length: &Polynomial, needed: &Polynomial) -> bool {
    if let (Some(length), Some(needed)) = (length.as_constant(), needed.as_constant()) {
        return needed > 0 && length >= 2 * needed;
    }
    let by_symbol = |symbol| {
        let (quotient, rest) = length.divided_by(symbol);
        rest.terms().is_empty() && quotient == *needed && needed.as_constant().is_none_or(|needed| needed > 0)
    };
    length.symbols().any(by_symbol)
}
