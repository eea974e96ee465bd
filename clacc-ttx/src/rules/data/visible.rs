//! The parts of variables that a data construct around a compute construct maps.
//!
//! A data clause that is visible at a compute construct (OpenACC 3.4 2.6.2) determines where the variable is on the device. OpenMP's
//! implicit rules do not use that clause: for an array they look up the whole array, and for a pointer they look up the first element of
//! its pointee (OpenMP 5.2 5.8.1). If only another section is mapped, or several are, they find nothing or the wrong section. Therefore the
//! construct maps the section again, which finds present data and copies nothing.

use std::borrow::Cow;
use std::sync::Arc;

use clacc_sema::acc::facts::{ConstructId, DataAttributes, DataMapping, Listed, Rule};
use clacc_sema::omp::form::{Argument, Item, MapFlags, MapKind};
use clacc_sema::program::View;
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::directive::{AccClause, AccDirective};

use super::maps::pointed;
use super::optional_data;
use crate::codes;
use crate::dialect::{Fault, OptionalWord};
use crate::rules::core::build::section;
use crate::rules::core::pointer_table::PointerTable;
use crate::rules::core::section_bounds::{are_fixed_since, changes, contains_steps};
use crate::rules::core::{Build, Context};
use crate::rules::members::structs::begins_at_zero;

/// Adds the sections and members of visible data clauses that OpenMP's implicit rules would not find.
pub(crate) fn sections(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.avoids(Fault::ImplicitSections) || cx.dialect.shares_memory() {
        return;
    }
    for attribute in &*cx.construct().attributes {
        let Some(visible) = VisiblePart::of(cx, attribute) else { continue };
        let reason = attribute.mapping.as_ref().map(|mapping| &mapping.reason);
        if visible.is_optional_member() {
            if let Some(argument) = visible.optional_argument(cx, build) {
                build.push_implied(argument, reason);
            }
            continue;
        }
        if visible.is_one_of_several(cx) {
            refuse_several(cx, build, &visible.place);
            continue;
        }
        if !visible.needs_map(cx) {
            continue;
        }
        match visible.argument(cx) {
            Some(argument) => build.push_implied(argument, reason),
            None => refuse(cx, build, &visible.place),
        }
    }
}

/// A list item of a data clause on an enclosing data construct.
struct VisiblePart<'a> {
    item: Listed<'a>,
    /// The place that the item names; only the table if it names rows of a pointer table.
    place: Cow<'a, Place>,
    on: ConstructId,
    mapping: DataMapping,
}

impl<'a> VisiblePart<'a> {
    fn of(cx: &Context<'a>, attribute: &'a DataAttributes) -> Option<VisiblePart<'a>> {
        let reason = &attribute.mapping.as_ref()?.reason;
        let on = reason.from.filter(|_| reason.rule == Rule::VisibleDataClause)?;
        let around = &cx.facts.constructs[on];
        if around.kind != AccDirective::Data || attribute.mapping_kind() != Some(DataMapping::Nomap) {
            return None;
        }
        let mapping = around.attribute_at(&attribute.place)?.mapping_kind()?;
        let item = reason.item_in(&cx.facts.clauses)?;
        let place = in_one_block(cx.view, item.place);
        (mapping != DataMapping::Deviceptr).then_some(VisiblePart { item, place, on, mapping })
    }

    /// Returns whether the item is a member or is reached through one.
    fn has_member(&self) -> bool {
        self.place.steps.iter().any(|step| matches!(step, Step::Field(_)))
    }

    /// Returns whether the item is a member in `no_create`, which may be absent.
    fn is_optional_member(&self) -> bool {
        self.mapping == DataMapping::NoCreate && self.has_member()
    }

    /// Returns the `map` clause that finds an optional member if it is present; none if the implicit rules find it, or if the part is not
    /// known.
    fn optional_argument(&self, cx: &Context<'_>, build: &Build<'_>) -> Option<Argument> {
        let is_known = optional_data::has_no_word(cx)
            && self.is_fixed(cx, &self.place.steps)
            && !(cx.is_pointer(self.place.root) && self.changes(cx, self.place.root));
        is_known
            .then(|| optional_data::argument(cx, build, &self.place, section(&self.place, self.item.at)))?
    }

    /// Returns whether the implicit rules may not find the item: a member, a section of an array, or a section of a pointee that does not
    /// begin with the first element. Data of `no_create` may be absent, and must not be mapped then.
    fn needs_map(&self, cx: &Context<'_>) -> bool {
        let place = &*self.place;
        let is_pointer = cx.is_pointer(place.root);
        let is_optional = self.mapping == DataMapping::NoCreate;
        if is_optional && cx.dialect.has(OptionalWord::NoAlloc) || is_pointer && self.changes(cx, place.root)
        {
            return false;
        }
        self.has_member() || place.is_part() && !(is_pointer && begins_at_zero(cx, place))
    }

    /// Returns whether enclosing data constructs also map another part of the variable, so that naming this part would not find all present
    /// data.
    fn is_one_of_several(&self, cx: &Context<'_>) -> bool {
        let place = &*self.place;
        let variable = place.without_ranges();
        let is_apart = |on: ConstructId, other: &Place| {
            let other = &*in_one_block(cx.view, other);
            other.is_part() && other.without_ranges() == variable && !self.is_found_with(cx, on, other)
        };
        place.is_part()
            && cx.facts.data_around(cx.id).any(|on| {
                let mut items = cx.facts.items_of(on, place.root);
                items.any(|(clause, _, other)| clause.kind != AccClause::Deviceptr && is_apart(on, other))
            })
    }

    /// Returns whether this part and a part that a data construct maps certainly begin with the same element, or one of them contains the
    /// other.
    fn is_found_with(&self, cx: &Context<'_>, on: ConstructId, other: &Place) -> bool {
        let place = &*self.place;
        let are_fixed =
            |place: &[Step], other: &[Step]| self.is_fixed(cx, place) && self.is_fixed_in(cx, on, other);
        let (starts, other_starts) = (starts(&place.steps), starts(&other.steps));
        contains_steps(cx, &starts, &other_starts) && are_fixed(&starts, &other_starts)
            || (contains_steps(cx, &place.steps, &other.steps)
                || contains_steps(cx, &other.steps, &place.steps))
                && are_fixed(&place.steps, &other.steps)
    }

    /// Returns whether the region of the enclosing data construct changes a variable.
    fn changes(&self, cx: &Context<'_>, variable: EntityId) -> bool {
        changes(cx, self.on, variable)
    }

    /// Returns the `map` clause that finds the item; none if the start of the section is unknown, because its bounds may have changed since
    /// the data construct began.
    fn argument(&self, cx: &Context<'_>) -> Option<Argument> {
        let (place, no_elements) = (&*self.place, Value::constant(0));
        if let [Step::Deref(_), Step::Range { start, .. }] = *place.steps {
            let first = self.at_start(cx, &[place.steps[0]], start, no_elements)?;
            return Some(Argument::Map { kind: MapKind::Alloc, flags: MapFlags::NONE, items: vec![first] });
        }
        if self.is_fixed(cx, &place.steps) {
            let is_written = place == self.item.place;
            let written = if is_written {
                section(place, self.item.at)
            } else {
                Item::Place { place: place.clone(), written: None }
            };
            let item = if self.mapping == DataMapping::Present { pointed(cx, written) } else { written };
            return Some(self.found(cx, item));
        }
        let [steps @ .., Step::Range { start, .. }] = &*place.steps else { return None };
        let is_conditional = cx.clauses_of(self.on).any(|clause| clause.kind == AccClause::If);
        let first = self.at_start(cx, steps, *start, Value::constant(1)).filter(|_| !is_conditional)?;
        Some(self.found(cx, first))
    }

    /// Returns an item with `length` elements from the section's start; none if the start is unknown.
    fn at_start(&self, cx: &Context<'_>, steps: &[Step], start: Bound, length: Value) -> Option<Item> {
        let range = Step::Range { start, extent: Extent::Length(length), stride: None };
        let steps: Arc<[Step]> = steps.iter().copied().chain([range]).collect();
        self.is_fixed(cx, &steps).then(|| {
            let place = Place { root: self.place.root, steps };
            Item::Place { place, written: None }
        })
    }

    /// Returns whether the bounds have not changed since the item's data construct began.
    fn is_fixed(&self, cx: &Context<'_>, steps: &[Step]) -> bool {
        self.is_fixed_in(cx, self.on, steps)
    }

    /// Returns whether the bounds have not changed since a given enclosing data construct began.
    fn is_fixed_in(&self, cx: &Context<'_>, on: ConstructId, steps: &[Step]) -> bool {
        are_fixed_since(cx, on, self.place.root, steps)
    }

    /// Returns the clause for an item. If the `if` clause of the data construct kept the data on the host, it is copied as by the implicit
    /// rule.
    fn found(&self, cx: &Context<'_>, item: Item) -> Argument {
        let is_const = cx.goes_one_way(self.place.root);
        let kind = if is_const { MapKind::To } else { MapKind::Tofrom };
        Argument::Map { kind, flags: cx.dialect.spelled(MapFlags::HOLD), items: vec![item] }
    }
}

/// Returns a place, or only the table if its elements are reached through a pointer table.
fn in_one_block<'p>(view: View<'_>, place: &'p Place) -> Cow<'p, Place> {
    PointerTable::of(view, place).map_or(Cow::Borrowed(place), |table| Cow::Owned(table.pointers))
}

/// Returns the steps to the first element of the last range.
fn starts(steps: &[Step]) -> Vec<Step> {
    let mut steps = steps.to_vec();
    if let Some(Step::Range { extent, .. }) = steps.last_mut() {
        *extent = Extent::Length(Value::constant(1));
    } else if let Some(Step::Index(index)) = steps.last().copied() {
        let extent = Extent::Length(Value::constant(1));
        steps.pop();
        steps.push(Step::Range { start: Bound::At(index), extent, stride: None });
    }
    steps
}

fn refuse(cx: &Context<'_>, build: &mut Build<'_>, place: &Place) {
    let name = cx.view.place_text(place);
    build.unsupported_directive(
        "a part of a variable is on the device, and its bounds may have changed since",
        &codes::MAP0026,
        format!("it is not known here which part of `{name}` the data construct around has mapped"),
    );
}

fn refuse_several(cx: &Context<'_>, build: &mut Build<'_>, place: &Place) {
    let name = cx.view.place_text(place);
    build.unsupported_directive(
        "several parts of a variable are on the device, and OpenMP finds one of them",
        &codes::MAP0026,
        format!("data constructs around map different parts of `{name}`, and OpenMP would find one of them"),
    );
}
