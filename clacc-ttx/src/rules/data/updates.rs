//! `update` -> `target update`.

use clacc_sema::acc::clauses::{Clause, ListItem};
use clacc_sema::acc::codes as acc_codes;
use clacc_sema::omp::form::{Argument, Item};
use clacc_sema::program::place::{At, Place};
use clacc_syntax::directive::{AccClause, OmpDirective};

use super::pointer_updates::Updated;
use super::{motion, pointer_updates};
use crate::codes;
use crate::dialect::OptionalWord;
use crate::rules::core::build::places;
use crate::rules::core::member_targets::MemberTarget;
use crate::rules::core::pointer_table::{Action, PointerTable};
use crate::rules::core::table::ClauseRule::{By, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped, conditions, device_statics};
use crate::rules::members::apart::is_held_before;
use crate::rules::members::{member_updates, rows, several};
use crate::rules::queues::async_queues;

/// `update` -> `target update`, or several in order.
pub(crate) const UPDATE: ConstructRule = ConstructRule {
    directive: |_, build| moves_data(build).then_some(OmpDirective::TargetUpdate),
    clauses: &[
        (AccClause::SelfClause, By(motion)),
        (AccClause::Device, By(motion)),
        (AccClause::If, By(conditions::of_data)),
        (AccClause::IfPresent, Exact("the motion clauses carry no present modifier")),
    ],
    last: async_queues::OF_TASKS,
    complete: &[rows::arrange, several::updates, member_updates::arrange],
    ..ConstructRule::EMPTY
};

fn moves_data(build: &Build<'_>) -> bool {
    build.clauses().iter().any(|clause| matches!(clause.argument, Argument::Motion { .. }))
}

/// A part that an update has no form for.
pub(super) const WITHOUT_LENGTH: &str = "a part of an array of variable length, without the part's length,";

fn motion(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(refused) = device_statics::refused(cx, clause, |_| true).or_else(|| parts_of_rows(cx, clause))
    {
        return refused;
    }
    if let Some((_, pointer)) = places(clause.items()).find(|(_, place)| is_unknown(cx, place)) {
        return pointer_updates::refused(cx, clause, pointer);
    }
    let may_be_absent = cx.clause(AccClause::IfPresent).is_some();
    let present = !may_be_absent && cx.dialect.has(OptionalWord::PresentMotion);
    let to_device = clause.kind == AccClause::Device;
    let blocks = places(clause.items()).filter(|(_, place)| PointerTable::of_update(cx, place).is_none());
    let items: Option<Vec<Item>> = blocks.map(|(at, place)| item(cx, at, place)).collect();
    let Some(items) = items else { return Mapped::unsupported_part(cx, clause, WITHOUT_LENGTH) };
    let is_held = |item: &Item| item.place().is_some_and(|place| is_held_before(cx, &place.without_ranges()));
    let is_led = |item: &Item| present && !is_held(item) && MemberTarget::of(cx, clause, item).is_some();
    let (led, items): (Vec<Item>, Vec<Item>) = items.into_iter().partition(is_led);
    let is_reported = led.is_empty() || member_updates::are_possible(cx);
    if is_reported {
        led.iter()
            .filter_map(|item| MemberTarget::of(cx, clause, item))
            .for_each(|target| build.push_target(target));
    } else {
        build.push(Argument::Motion { to_device, present: false, items: led }, clause.id);
    }
    if !items.is_empty() {
        build.push(Argument::Motion { to_device, present, items }, clause.id);
    }
    rows::unstructured(cx, build, clause, Action::Update { to_device, present });
    let mapped = verdict(cx, clause, present && is_reported || may_be_absent);
    match places(clause.items()).find(|(_, place)| !matches!(Updated::of(cx, place), Updated::Named)) {
        Some((_, pointer)) => pointer_updates::taken(cx, clause, pointer, mapped),
        None => mapped,
    }
}

fn is_unknown(cx: &Context<'_>, place: &Place) -> bool {
    matches!(Updated::of(cx, place), Updated::Unknown)
}

/// The item of a motion clause for an item of the update.
fn item(cx: &Context<'_>, at: At, place: &Place) -> Option<Item> {
    let Updated::Section(section) = Updated::of(cx, place) else { return motion::item(cx, at, place) };
    let item = motion::item(cx, at, &section)?;
    Some(Item::Place { place: item.place()?.clone(), written: None })
}

fn verdict(cx: &Context<'_>, clause: &Clause, is_reported: bool) -> Mapped {
    if is_reported {
        return Mapped::exact("the OpenMP clause means the same");
    }
    let message = format!("`{}` of absent data is not reported in this dialect", cx.spelling(clause));
    let reason = "without a present modifier an update of absent data does nothing, where OpenACC reports it";
    Mapped::approximated(reason).reported(&codes::MAP0007, message)
}

/// Returns the verdict on parts of rows of an array that have no form; none if all have one.
fn parts_of_rows(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    let is_apart = |item: &&ListItem| item.limits.gap.is_some_and(|gap| !gap.behind_pointer);
    let may_be_apart = |item: &ListItem| {
        let needs_rows = |place| PointerTable::is_needed(cx.view, place);
        !cx.dialect.follows_design() && item.place.as_ref().is_some_and(needs_rows)
    };
    let mut without_form = clause.items().iter().filter(|item| {
        match item.place.as_ref().and_then(|place| PointerTable::of_update(cx, place)) {
            Some(table) => table.has_arrays && cx.view.has_side_effects(item.at),
            None => is_apart(item) || may_be_apart(item),
        }
    });
    without_form.next().map(|_| {
        let message = format!(
            "`{}` names parts of rows, which are not one block of memory and have no OpenMP form",
            cx.spelling(clause)
        );
        let code = if cx.dialect.follows_design() { &acc_codes::ACC0080 } else { &codes::MAP0063 };
        Mapped::refused("the elements are not one block of memory", code, message)
    })
}
