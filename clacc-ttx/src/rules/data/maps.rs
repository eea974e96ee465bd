//! Data clauses -> `map`, and the limits of a dialect.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::DataMapping;
use clacc_sema::omp::form::{Argument, Item, MapFlags, MapKind};
use clacc_sema::program::entity::{Class, StorageDuration};
use clacc_sema::program::place::{Place, Step, Via};
use clacc_syntax::directive::{AccClause, AccDirective};

use super::pointer_updates::is_itself;
use super::{found_anyway, modifier_code, optional_data};
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::{first_elements, places, section};
use crate::rules::core::member_targets::is_led_to;
use crate::rules::core::pointer_table::PointerTable;
use crate::rules::core::table::ClauseRule::{self, By, Exact};
use crate::rules::core::{Build, Context, Mapped, data_modifiers, device_statics};
use crate::rules::members::apart::is_held_before;
use crate::rules::members::{attach, element_members, rows};

const SAME: &str = "the OpenMP clause means the same";

/// `default`: the implicit attributes of the variables already take it into account.
const FOLLOWED: ClauseRule = Exact("the attributes that no clause states follow it");

/// The rows of the data clauses that structured constructs have in common (OpenACC 3.4 2.7).
pub(crate) const OF_STRUCTURED: &[(AccClause, ClauseRule)] = &[
    (AccClause::Present, By(data_clause)),
    (AccClause::Copy, By(data_clause)),
    (AccClause::Copyin, By(data_clause)),
    (AccClause::Copyout, By(data_clause)),
    (AccClause::Create, By(data_clause)),
    (AccClause::NoCreate, By(data_clause)),
    (AccClause::Attach, By(attach::structured)),
    (AccClause::Default, FOLLOWED),
];

/// The map type for a data attribute of a structured construct, and the modifiers in the design.
pub(crate) fn structured(mapping: DataMapping) -> (MapKind, MapFlags) {
    let (kind, flags) = match mapping {
        DataMapping::Copy => (MapKind::Tofrom, MapFlags::NONE),
        DataMapping::Copyin => (MapKind::To, MapFlags::NONE),
        DataMapping::Copyout => (MapKind::From, MapFlags::NONE),
        DataMapping::Present => (MapKind::Alloc, MapFlags::PRESENT),
        DataMapping::NoCreate => (MapKind::Alloc, MapFlags::NO_ALLOC),
        DataMapping::Create | DataMapping::Delete | DataMapping::Deviceptr | DataMapping::Nomap => {
            (MapKind::Alloc, MapFlags::NONE)
        }
    };
    (kind, flags.with(MapFlags::HOLD))
}

/// The `map` clause for a data attribute in the dialect.
pub(crate) fn map(cx: &Context<'_>, mapping: DataMapping, items: Vec<Item>) -> Argument {
    let (kind, flags) = structured(mapping);
    Argument::Map { kind, flags: cx.dialect.spelled(flags), items }
}

/// Maps a data clause of a structured construct.
pub(crate) fn data_clause(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(there) = device_statics::all_there(cx, clause) {
        return there;
    }
    let mapping = stated_by(clause.kind);
    let attribute = (mapping, structured(mapping).0);
    if let Err(refused) = element_members::around_region(cx, build, clause, attribute) {
        return refused;
    }
    if clause.kind == AccClause::NoCreate && optional_data::has_no_word(cx) {
        return optional_data::found(cx, build, clause);
    }
    let parts = directions(cx, build, clause);
    let has_elements = element_members::named(clause).next().is_some();
    if parts.iter().all(|(_, items)| items.is_empty()) && !has_elements {
        return Mapped::dropped("the other data clause of the variable says both directions");
    }
    let merged = parts[2].0;
    let merged = (!parts[2].1.is_empty()).then_some(merged);
    if let Err(refused) =
        modifier_code::structured(cx, build, clause, merged).and_then(|()| with_rows(cx, build, clause))
    {
        return refused;
    }
    let all: usize = parts.iter().map(|(_, items)| items.len()).sum();
    let mut left = 0;
    for (mapping, mut items) in parts {
        items.retain(|item| !item.place().is_some_and(|place| found_anyway::is_found(cx, clause, place)));
        left += items.len();
        let (unchecked, items): (Vec<Item>, Vec<Item>) = items
            .into_iter()
            .partition(|item| item.place().is_some_and(|place| is_unchecked(cx, mapping, place)));
        for (items, without) in [(items, MapFlags::NONE), (unchecked, MapFlags::PRESENT)] {
            if items.is_empty() {
                continue;
            }
            let mut argument = map(cx, mapping, items);
            if let Argument::Map { kind, flags, .. } = &mut argument {
                *flags = flags.with(data_modifiers::flags(clause, *kind)).without(without);
            }
            build.push(argument, clause.id);
        }
    }
    if left == 0 && all > 0 {
        return Mapped::exact(found_anyway::FOUND);
    }
    let mapped = element_members::checked(cx, clause, fidelity(cx, build, clause));
    data_modifiers::captured(clause, mapped)
}

/// Returns whether `present` of a pointee of a member or static pointer is not checked, because compilers would check the member or the
/// pointer too, which need not be on the device.
fn is_unchecked(cx: &Context<'_>, mapping: DataMapping, place: &Place) -> bool {
    let is_present = || cx.dialect.spelled(MapFlags::PRESENT) == MapFlags::PRESENT;
    let is_behind_member =
        || is_led_to(cx, AccClause::Present, place) && !is_held_before(cx, &place.without_ranges());
    mapping == DataMapping::Present && is_present() && (is_behind_static(cx, place) || is_behind_member())
}

/// Returns whether a place is in the pointee of a pointer of static storage duration that compilers would require to be present.
fn is_behind_static(cx: &Context<'_>, place: &Place) -> bool {
    let is_static = cx.entity(place.root).duration == StorageDuration::Static;
    let is_behind = || match place.steps.first() {
        Some(step) => matches!(step, Step::Deref(_)),
        None => cx.avoids(Fault::FirstprivatePointers) && !is_itself(cx, place),
    };
    cx.avoids(Fault::PresentStaticPointers) && is_static && cx.is_pointer(place.root) && is_behind()
}

/// Adds the rows of the pointer tables that a clause names. `present` and `no_create` find rows by their tables.
fn with_rows(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Result<(), Mapped> {
    if matches!(clause.kind, AccClause::Present | AccClause::NoCreate) {
        return Ok(());
    }
    for (at, place) in places(clause.items()) {
        if let Some((mapping, table)) = build.mapping_by(at).zip(PointerTable::of(cx.view, place)) {
            rows::structured(cx, build, clause, mapping, &table)?;
        }
    }
    Ok(())
}

/// The attribute that a data clause of a structured construct gives.
fn stated_by(kind: AccClause) -> DataMapping {
    DataMapping::given_by(kind).unwrap_or(DataMapping::Create)
}

/// Returns the items of a data clause in groups. The first group has the attribute of the clause; the second is copied only to the device,
/// because its items cannot change or are pointer tables; the third has an attribute that the clause gives together with a later clause of
/// the directive. Items that an earlier clause maps are in no group.
fn directions(cx: &Context<'_>, build: &Build<'_>, clause: &Clause) -> [(DataMapping, Vec<Item>); 3] {
    let stated = stated_by(clause.kind);
    let (mut own, mut one_way, mut merged) = (Vec::new(), Vec::new(), Vec::new());
    let mut merged_mapping = DataMapping::Copy;
    for item in clause.items() {
        let (at, Some(place)) = (item.at, &item.place) else { continue };
        let of_member = (cx.dialect.is_for_own_device() && item.is_of_element()).then_some(stated);
        let Some(mapping) = build.mapping_by(at).or(of_member) else { continue };
        let is_found = matches!(mapping, DataMapping::Present | DataMapping::NoCreate);
        match (PointerTable::of(cx.view, place), section(place, at)) {
            (Some(table), _) if is_found => own.push(table.item()),
            (Some(table), _) => one_way.push(table.item()),
            (None, written) if mapping != stated => {
                merged_mapping = mapping;
                merged.push(written);
            }
            (None, written) if stated == DataMapping::Copy && is_one_way(cx, place) => one_way.push(written),
            (None, written) if stated == DataMapping::Present => own.push(pointed(cx, written)),
            (None, written) => own.push(written),
        }
    }
    [(stated, own), (DataMapping::Copyin, one_way), (merged_mapping, merged)]
}

/// Returns the item that `present` or `delete` refers to. For a pointer this is its pointee, because programs map pointees and seldom the
/// pointers themselves. It is the pointer itself in the design, and if the function maps the pointer and the construct does not use its
/// pointee.
pub(crate) fn pointed(cx: &Context<'_>, item: Item) -> Item {
    let is_pointer = |place: &Place| !place.is_part() && cx.view.class_of(place) == Class::Pointer;
    let leads_on = |place: &Place| is_pointer(place) && !is_itself(cx, place);
    if !cx.avoids(Fault::FirstprivatePointers) || !item.place().is_some_and(leads_on) {
        return item;
    }
    item.then([Step::Deref(Via::Pointer), first_elements(0)])
}

/// Returns whether a list item needs to be copied only to the device. Pointees may change in other ways.
fn is_one_way(cx: &Context<'_>, place: &Place) -> bool {
    (place.is_whole() || !cx.is_pointer(place.root)) && cx.goes_one_way(place.root)
}

/// How much of the meaning of a data clause the dialect preserves.
fn fidelity(cx: &Context<'_>, build: &Build<'_>, clause: &Clause) -> Mapped {
    if cx.dialect.shares_memory() {
        return Mapped::exact("the device shares the memory of the host, where all data is present");
    }
    let (_, flags) = structured(stated_by(clause.kind));
    let lost = flags.without(cx.dialect.spelled(flags));
    if lost.contains(MapFlags::PRESENT) {
        let message = format!("`{}` of absent data is not reported in this dialect", cx.spelling(clause));
        let reason =
            "absent data is allocated, where OpenACC reports it; present data is used in place either way";
        return Mapped::approximated(reason).reported(&codes::MAP0007, message);
    }
    let is_unchecked = |place: &Place| is_unchecked(cx, stated_by(clause.kind), place);
    if element_members::others(clause).any(|(_, place)| is_unchecked(place)) {
        let clause = cx.spelling(clause);
        let message = format!("absent data in `{clause}` is not reported behind members and static pointers");
        let reason = "compilers would demand that the member or pointer is present too, which OpenACC does not; absent data is allocated";
        return Mapped::approximated(reason).reported(&codes::MAP0007, message);
    }
    let has_rows = || places(clause.items()).any(|(_, place)| PointerTable::of(cx.view, place).is_some());
    if clause.kind == AccClause::Present && has_rows() {
        let message =
            format!("absent rows in `{}` are not reported, only an absent table is", cx.spelling(clause));
        let reason = "the table of the rows must be present; the rows are found by it, and absent ones are not reported";
        return Mapped::approximated(reason).reported(&codes::MAP0007, message);
    }
    if lost.contains(MapFlags::NO_ALLOC) {
        let message = "`no_create` allocates absent data in this dialect";
        let reason = "absent data is allocated, where OpenACC leaves it absent";
        return Mapped::approximated(reason).reported(&codes::MAP0015, message);
    }
    if !lost.contains(MapFlags::HOLD) {
        return Mapped::exact(SAME);
    }
    if cx.construct().kind != AccDirective::Data || !build.may_release_data() {
        return Mapped::exact("nothing in the region can release the data, so one reference count is enough");
    }
    let message =
        format!("`{}` does not hold the data for the whole region in this dialect", cx.spelling(clause));
    let reason = "OpenMP has one reference count, so an exit data inside the region can remove the data";
    Mapped::approximated(reason).reported(&codes::MAP0006, message)
}
