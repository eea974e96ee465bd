//! The parts of variables that a data construct around a compute construct maps.
//!
//! A data clause that is visible at a compute construct (OpenACC 3.4 2.6.2) says where the variable is on
//! the device. OpenMP's implicit rules do not know that clause: for an array they look for the whole
//! array, and for a pointer they look for the first element behind it (OpenMP 5.2 5.8.1). If only another
//! section is mapped, or several are, they find nothing or the wrong section. Therefore the construct names
//! the section again. Data that is present is only found by that, and not copied.

use clacc_sema::acc::facts::{ConstructId, DataAttributes, DataMapping, Listed, Rule};
use clacc_sema::flow::changes::directly_changed;
use clacc_sema::omp::form::{Argument, Item, MapFlags, MapKind};
use clacc_sema::program::entity::Entity;
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::directive::{AccClause, AccDirective};

use super::build::section;
use super::maps::{goes_one_way, pointed};
use super::reductions::is_known;
use super::{Build, Context};
use crate::codes;

/// Adds the sections and members that a visible data clause names, as far as OpenMP's implicit rules would
/// not find them.
pub(super) fn sections(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.dialect.implicit_sections {
        return;
    }
    for attribute in &cx.construct().attributes {
        let Some(visible) = VisiblePart::of(cx, attribute) else { continue };
        if !visible.needs_map(cx) {
            continue;
        }
        let reason = attribute.mapping.as_ref().map(|mapping| &mapping.reason);
        match visible.argument(cx) {
            Some(argument) => build.push_implied(argument, reason),
            None => refuse(cx, build, visible.place()),
        }
    }
}

/// A list item of a data clause on a data construct around the construct.
struct VisiblePart<'a> {
    item: &'a Listed,
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
        let mapping = around.attributes.iter().find(|each| each.place == attribute.place)?.mapping_kind()?;
        let item = reason.item.as_ref()?;
        (mapping != DataMapping::Deviceptr).then_some(VisiblePart { item, on, mapping })
    }

    fn place(&self) -> &'a Place {
        &self.item.place
    }

    /// Whether the implicit rules may not find it: a member, a section of an array, or a section behind a
    /// pointer that does not begin with the first element. What `no_create` names may be absent, and must
    /// not be mapped then.
    fn needs_map(&self, cx: &Context<'_>) -> bool {
        let place = self.place();
        let is_pointer = cx.is_pointer(place.root);
        let has_member = place.steps.iter().any(|step| matches!(step, Step::Field(_)));
        let is_optional = self.mapping == DataMapping::NoCreate;
        if is_optional && (has_member || cx.dialect.no_alloc.is_some())
            || is_pointer && self.changes(cx, place.root)
        {
            return false;
        }
        has_member || place.is_part() && !(is_pointer && begins_at_zero(cx, place))
    }

    /// Whether the region of the data construct changes a variable.
    fn changes(&self, cx: &Context<'_>, variable: EntityId) -> bool {
        directly_changed(cx.view, cx.facts.constructs[self.on].run()).contains(&variable)
    }

    /// The `map` clause that finds it; none if it is not known where the section begins, because its bounds
    /// may have changed since the data construct began.
    fn argument(&self, cx: &Context<'_>) -> Option<Argument> {
        let (place, no_elements) = (self.place(), Value::Constant(0));
        if let [Step::Deref(_), Step::Range { start, .. }] = *place.steps {
            let first = self.at_start(cx, &[place.steps[0]], start, no_elements)?;
            return Some(Argument::Map { kind: MapKind::Alloc, flags: MapFlags::NONE, items: vec![first] });
        }
        if self.is_fixed(cx, &place.steps) {
            let written = section(place, self.item.at);
            let item = if self.mapping == DataMapping::Present { pointed(cx, written) } else { written };
            return Some(self.found(cx, item));
        }
        let [steps @ .., Step::Range { start, .. }] = &*place.steps else { return None };
        let is_conditional = cx.clauses_of(self.on).any(|clause| clause.kind == AccClause::If);
        let first = self.at_start(cx, steps, *start, Value::Constant(1)).filter(|_| !is_conditional)?;
        Some(self.found(cx, first))
    }

    /// The item with so many elements from its start; none if it is not known where it starts.
    fn at_start(&self, cx: &Context<'_>, steps: &[Step], start: Bound, length: Value) -> Option<Item> {
        let range = Step::Range { start, extent: Extent::Length(length), stride: None };
        let steps: Box<[Step]> = steps.iter().copied().chain([range]).collect();
        self.is_fixed(cx, &steps).then(|| {
            let place = Place { root: self.place().root, steps };
            Item::Place { place, written: None }
        })
    }

    /// Whether the bounds are the same as when the data construct began.
    fn is_fixed(&self, cx: &Context<'_>, steps: &[Step]) -> bool {
        let ranges = steps.iter().filter(|step| !matches!(step, Step::Field(_)));
        let ranges = Place { root: self.place().root, steps: ranges.copied().collect() };
        is_known(cx, &ranges, &|variable| !self.changes(cx, variable) && !self.hides(cx, variable))
    }

    /// Whether another variable of the same name hides a variable at the construct, but not at the data
    /// construct.
    fn hides(&self, cx: &Context<'_>, variable: EntityId) -> bool {
        let region = cx.facts.constructs[self.on].run();
        let at = cx.view.directive(cx.construct().directive).at;
        let entities = &cx.view.program.entities;
        let hidden = &entities[variable.index() as usize];
        let hides = |scope| region.contains(scope) && cx.view.run(scope).contains(at);
        let is_other = |other: &&Entity| !std::ptr::eq(*other, hidden) && other.name == hidden.name;
        entities.iter().filter(is_other).any(|other| other.scope.is_some_and(hides))
    }

    /// The clause for an item. If the `if` clause of the data construct kept the data on the host, it is
    /// copied as by the implicit rule.
    fn found(&self, cx: &Context<'_>, item: Item) -> Argument {
        let is_const = goes_one_way(cx, self.place().root);
        let kind = if is_const { MapKind::To } else { MapKind::Tofrom };
        Argument::Map { kind, flags: cx.dialect.spelled(MapFlags::HOLD), items: vec![item] }
    }
}

/// Whether the first range of a part begins with the first element.
pub(super) fn begins_at_zero(cx: &Context<'_>, place: &Place) -> bool {
    let first = place.steps.iter().find_map(|step| match step {
        Step::Range { start: Bound::At(start), .. } => Some(cx.view.number(*start)),
        Step::Range { start: Bound::Default, .. } => Some(Some(0)),
        Step::Index(index) => Some(cx.view.number(*index)),
        Step::Field(_) | Step::Deref(_) => None,
    });
    first.is_none_or(|start| start == Some(0))
}

fn refuse(cx: &Context<'_>, build: &mut Build<'_>, place: &Place) {
    let name = cx.view.place_text(place);
    build.unsupported_directive(
        "a part of a variable is on the device, and its bounds may have changed since",
        &codes::MAP0026,
        format!("it is not known here which part of `{name}` the data construct around has mapped"),
    );
}
