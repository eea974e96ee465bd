//! `declare` at file scope -> `declare target`, in a function -> `target data` (OpenACC 3.4 2.13).
//!
//! The device has a `declare target` variable as long as the program runs, with the value of its initializer, and data clauses and `update`
//! find it. clang does not find such variables with internal linkage. If the dialect avoids that, a function that runs before `main` maps
//! the variable, which is the implicit data region of the program as OpenACC describes it. A variable that routines use stays in the device
//! code if nothing has to be copied ([`crate::rules::core::device_statics`]).

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{
    self, Anchor, Argument, Directive, Fresh, Item, MapFlags, MapKind, Omp, Origin, UnitForm,
};
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::Place;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::maps::data_clause;
use super::{data_directives, region_end};
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::table::ClauseRule::{By, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped, device_statics};
use crate::rules::members::structs;
use crate::verdict::Fidelity;

/// `declare` at file scope.
pub(crate) const AT_FILE_SCOPE: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::Create, By(on_device)),
        (AccClause::Copyin, By(on_device)),
        (AccClause::DeviceResident, By(on_device)),
        (AccClause::Link, By(link)),
    ],
    complete: &[declared],
    ..ConstructRule::EMPTY
};

/// `declare` in a function: an implicit data region (OpenACC 3.4 2.13), here the rest of the block.
pub(crate) const IN_FUNCTION: ConstructRule = ConstructRule {
    directive: data_directives::DATA.directive,
    clauses: &[
        (AccClause::Present, By(data_clause)),
        (AccClause::Copy, By(data_clause)),
        (AccClause::Copyin, By(data_clause)),
        (AccClause::Copyout, By(data_clause)),
        (AccClause::Create, By(data_clause)),
        (AccClause::DeviceResident, By(data_clause)),
        (AccClause::Deviceptr, Exact("compute constructs inside say is_device_ptr")),
    ],
    first: &[check_lifetimes],
    complete: &[structs::check_held, structs::arrange, region_end::decide],
    ..ConstructRule::EMPTY
};

/// Refuses variables that live longer than the function runs: their values on the device would be lost
/// between calls.
fn check_lifetimes(cx: &Context<'_>, build: &mut Build<'_>) {
    let items = cx.clauses().filter(|clause| clause.kind != AccClause::Present);
    let mut places = items.flat_map(Clause::items).filter_map(|item| item.place.as_ref());
    let lives_longer = |place: &&Place| {
        let root = cx.entity(place.root);
        root.duration == StorageDuration::Static && !place.is_in_pointee()
    };
    if let Some(place) = places.find(lives_longer) {
        let name = cx.view.place_text(&place.without_ranges());
        let message = format!("`{name}` lives longer than the region of this `declare`");
        let reason = "the device would have the variable for one call of the function only";
        build.unsupported_directive(reason, &codes::MAP0054, message);
    }
}

fn declared(_cx: &Context<'_>, build: &mut Build<'_>) {
    build.directive_verdict(Fidelity::Exact, "the device has the variables as long as the program runs");
}

/// `create`, `copyin` and `device_resident`: the variable is on the device from the start.
fn on_device(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(refused) = part_refused(cx, clause) {
        return refused;
    }
    let (mapped, targets): (Vec<_>, Vec<_>) =
        places(clause.items()).partition(|(_, place)| is_mapped_otherwise(cx, place));
    let item = |(at, place): &(_, &Place)| Item::written((*place).clone(), *at);
    if !targets.is_empty() {
        declare_target(build, clause, OmpClause::Enter, targets.iter().map(item).collect());
    }
    if let Some((_, first)) = mapped.first() {
        let has_constant = || mapped.iter().any(|(_, place)| cx.entity(place.root).is_const);
        let is_copied = clause.kind == AccClause::Copyin || has_constant();
        let kind = if is_copied { MapKind::To } else { MapKind::Alloc };
        let items = mapped.iter().map(item).collect();
        let argument = Argument::Map { kind, flags: MapFlags::NONE, items };
        let clauses = vec![form::Clause::new(argument, Origin::Clause(clause.id))];
        let enter = Directive::standalone(OmpDirective::TargetEnterData, clauses, Origin::Clause(clause.id));
        let omp = Omp::AtStart { name: Fresh::AtStart(first.root), body: vec![Omp::Directive(enter)] };
        build.push_unit_form(UnitForm { anchor: Anchor::Before, omp });
    }
    if let Some((_, place)) = mapped.iter().find(|(_, place)| is_used_in_routine(cx, place)) {
        let name = cx.view.place_text(place);
        let message = format!("`{name}` is static, and devices do not have it in `routine` functions");
        let reason = "a function that runs before main gives the device the variable; no routine that uses it links there";
        return Mapped::approximated(reason).reported(&codes::MAP0057, message);
    }
    if places(clause.items()).any(|(_, place)| cx.is_pointer(place.root)) {
        return Mapped::approximated(
            "the device has the pointer, and a directive that maps what it points to sets it there if the compiler attaches it",
        );
    }
    if !mapped.is_empty() {
        return Mapped::exact("a function that runs before main gives the device the variable");
    }
    Mapped::exact("declare target gives the device the variable, with the value of its initializer")
}

/// `link`: the variable is on the device while a data clause maps it.
fn link(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(refused) = part_refused(cx, clause) {
        return refused;
    }
    let linked = places(clause.items()).filter(|(_, place)| !is_mapped_otherwise(cx, place));
    let items: Vec<Item> = linked.map(|(at, place)| Item::written(place.clone(), at)).collect();
    if items.is_empty() {
        return Mapped::exact("data clauses map the static variable, which no function for devices names");
    }
    declare_target(build, clause, OmpClause::Link, items);
    Mapped::exact("the OpenMP clause means the same")
}

fn declare_target(build: &mut Build<'_>, clause: &Clause, kind: OmpClause, items: Vec<Item>) {
    let clauses = vec![form::Clause::new(Argument::List(kind, items), Origin::Clause(clause.id))];
    let directive = Directive::standalone(OmpDirective::DeclareTarget, clauses, Origin::Clause(clause.id));
    build.push_unit_form(UnitForm { anchor: Anchor::Before, omp: Omp::Directive(directive) });
}

/// Returns whether a function maps the variable before `main`: the dialect's compilers do not find `declare target` variables with internal
/// linkage, and the variable is not a static one of the device code.
fn is_mapped_otherwise(cx: &Context<'_>, place: &Place) -> bool {
    let is_internal = cx.facts.internal.binary_search(&place.root).is_ok();
    cx.avoids(Fault::StaticDeclared) && is_internal && device_statics::of(cx, place).is_none()
}

fn is_used_in_routine(cx: &Context<'_>, place: &Place) -> bool {
    cx.facts.internal_in_routines.binary_search(&place.root).is_ok()
}

/// Refuses parts of variables: only whole ones can be declared (OpenACC 3.4 2.13).
fn part_refused(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    let (_, part) = places(clause.items()).find(|(_, place)| !place.is_whole())?;
    let name = cx.view.place_text(&part.without_ranges());
    let message = format!("`declare` at file scope takes whole variables, and this is a part of `{name}`");
    Some(Mapped::refused("only a whole variable can be declared", &codes::MAP0052, message))
}
