//! Data directives.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::flow::queues::unfinished;
use clacc_sema::omp::form::{self, Argument, MapFlags, MapKind, Origin};
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::maps::{OF_STRUCTURED, pointed};
use super::{deferred_data, held, modifier_code, motion};
use crate::codes;
use crate::rules::core::build::{places, section};
use crate::rules::core::member_targets::MemberTarget;
use crate::rules::core::pointer_table::{Action, PointerTable};
use crate::rules::core::table::ClauseRule::{By, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{
    Build, Context, Mapped, conditions, data_modifiers, device_statics, member_targets,
};
use crate::rules::members::{apart, attach, member_directives, rows, several, structs};
use crate::rules::queues::async_queues;
use crate::verdict::Fidelity;

const SAME: &str = "the OpenMP clause means the same";

/// `enter data` -> `target enter data`. OpenMP has the same dynamic reference count, so no `hold` modifier is needed.
pub(crate) const ENTER_DATA: ConstructRule = ConstructRule {
    directive: |_, build| maps_data(build).then_some(OmpDirective::TargetEnterData),
    clauses: &[
        (AccClause::Copyin, By(unstructured)),
        (AccClause::Create, By(unstructured)),
        (AccClause::Attach, By(attach::unstructured)),
        (AccClause::If, By(conditions::of_data)),
    ],
    last: async_queues::OF_TASKS,
    complete: &[structs::arrange, attach::begins, rows::arrange, member_directives::begin, several::begins],
    ..ConstructRule::EMPTY
};

/// `exit data` -> `target exit data`.
pub(crate) const EXIT_DATA: ConstructRule = ConstructRule {
    directive: |_, build| maps_data(build).then_some(OmpDirective::TargetExitData),
    clauses: &[
        (AccClause::Copyout, By(unstructured)),
        (AccClause::Delete, By(unstructured)),
        (AccClause::Detach, By(attach::unstructured)),
        (AccClause::If, By(conditions::of_data)),
    ],
    last: async_queues::OF_TASKS,
    complete: &[attach::ends, rows::arrange, member_directives::end, several::ends],
    ..ConstructRule::EMPTY
};

/// Maps a data clause of a directive without a region.
fn unstructured(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(there) = device_statics::all_there(cx, clause) {
        return there;
    }
    let kind = match clause.kind {
        AccClause::Copyin => MapKind::To,
        AccClause::Create => MapKind::Alloc,
        AccClause::Copyout => MapKind::From,
        _ => MapKind::Release,
    };
    if let Err(refused) = modifier_code::zeroed_behind(cx, build, clause) {
        return refused;
    }
    let is_exit = cx.construct().kind == AccDirective::ExitData;
    let (action, tables) =
        if is_exit { (Action::Exit(kind), MapKind::Release) } else { (Action::Enter(kind), MapKind::To) };
    push_ended(cx, build, clause, kind, tables);
    rows::unstructured(cx, build, clause, action);
    let mapped = data_modifiers::captured(clause, Mapped::exact(same(cx, clause)));
    held::refused(cx, clause).unwrap_or_else(|| apart::checked(cx, clause, mapped))
}

fn same(cx: &Context<'_>, clause: &Clause) -> &'static str {
    if places(clause.items()).any(|(_, place)| PointerTable::of(cx.view, place).is_some()) {
        return "a directive for the table of pointers, and one for each row behind it";
    }
    if places(clause.items()).any(|(_, place)| member_targets::is_led_to(cx, clause.kind, place)) {
        return "the memory is mapped by itself, and the member attached if it is on the device";
    }
    SAME
}

/// Adds the `map` clauses for the items of a clause that begins or ends mappings: items in one block of memory, and pointer tables.
/// Pointees of members are mapped separately.
fn push_ended(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause, kind: MapKind, tables: MapKind) {
    let (mut items, mut of_tables) = (Vec::new(), Vec::new());
    let flags = data_modifiers::flags(clause, kind);
    let mut is_apart = false;
    let elsewhere = places(clause.items()).filter(|(_, place)| !device_statics::is_there(cx, place));
    for (at, place) in elsewhere {
        let table = PointerTable::of(cx.view, place).map(|table| table.item());
        let (item, (kind, flags), group) = match table {
            Some(table) => (table, (tables, MapFlags::NONE), &mut of_tables),
            None if clause.kind == AccClause::Delete => {
                (pointed(cx, section(place, at)), (kind, flags), &mut items)
            }
            None => (section(place, at), (kind, flags), &mut items),
        };
        match MemberTarget::of(cx, clause, &item) {
            Some(target) => {
                is_apart = true;
                build.push_target(target.mapped(kind, flags));
            }
            None => group.push(item),
        }
    }
    let has_tables = !of_tables.is_empty();
    if has_tables {
        build.push(Argument::Map { kind: tables, flags: MapFlags::NONE, items: of_tables }, clause.id);
    }
    if !items.is_empty() || !(has_tables || is_apart) {
        build.push(Argument::Map { kind, flags, items }, clause.id);
    }
}

/// `exit data finalize`: the map type `delete` sets the reference count to zero. It copies nothing, so an
/// update before it copies the data. Like `copyout`, the update affects only data that is present.
pub(crate) const EXIT_DATA_FINALIZE: ConstructRule = ConstructRule {
    directive: |_, build| maps_data(build).then_some(OmpDirective::TargetExitData),
    clauses: &[
        (AccClause::Copyout, By(finalized)),
        (AccClause::Delete, By(finalized)),
        (AccClause::Detach, By(attach::unstructured)),
        (AccClause::Finalize, By(finalize)),
        (AccClause::If, By(conditions::of_data)),
    ],
    last: async_queues::OF_TASKS,
    complete: &[attach::ends, update_before, rows::arrange, member_directives::end, several::ends],
    ..ConstructRule::EMPTY
};

fn finalized(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(there) = device_statics::all_there(cx, clause) {
        return there;
    }
    push_ended(cx, build, clause, MapKind::Delete, MapKind::Delete);
    if let Some(refused) = held::refused(cx, clause) {
        return refused;
    }
    if held::copied_out(cx, clause).next().is_some() {
        rows::unstructured(cx, build, clause, Action::Update { to_device: false, present: false });
    }
    rows::unstructured(cx, build, clause, Action::Exit(MapKind::Delete));
    let mut copied = held::copied_out(cx, clause).peekable();
    if copied.peek().is_none() {
        let reason = "the map type delete sets the reference count to zero, and nothing is copied";
        return apart::checked(cx, clause, Mapped::exact(reason));
    }
    let reason =
        "deleted, behind an update that copies the data even if a region in a calling function holds it";
    let message = "`copyout` with `finalize` copies the data out even if a region elsewhere holds it";
    apart::checked(cx, clause, Mapped::approximated(reason).reported(&codes::MAP0028, message))
}

fn finalize(cx: &Context<'_>, _build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let copies = cx.clauses().any(|clause| held::copied_out(cx, clause).next().is_some());
    if copies && repeats_effects(cx) {
        return Mapped::unsupported(cx, clause);
    }
    Mapped::exact("the map type delete sets the reference count to zero")
}

/// Returns whether the added update would repeat side effects: of a condition, of a queue argument, or of a copied list item.
fn repeats_effects(cx: &Context<'_>) -> bool {
    let repeated = |clause: &Clause| match clause.kind {
        AccClause::If | AccClause::Async | AccClause::Wait => clause.values(),
        AccClause::Copyout => places(clause.items()).map(|(at, _)| at).collect(),
        _ => Vec::new(),
    };
    cx.clauses().flat_map(repeated).any(|value| cx.view.has_side_effects(value))
}

/// Adds an update for the list items of the `copyout` clauses, with the conditions and queues of the
/// directive, before the directive.
fn update_before(cx: &Context<'_>, build: &mut Build<'_>) {
    let motion = |clause: &Clause| {
        let copied = held::copied_out(cx, clause);
        let copied = copied.filter(|(_, place)| PointerTable::of(cx.view, place).is_none());
        let items = copied.filter_map(|(at, place)| motion::item(cx, at, place)).collect();
        let argument = Argument::Motion { to_device: false, present: false, items };
        form::Clause::new(argument, Origin::Clause(clause.id))
    };
    let mut clauses: Vec<_> = cx.clauses().map(motion).filter(|clause| !clause.items().is_empty()).collect();
    if clauses.is_empty() {
        return;
    }
    clauses.extend(build.clauses().iter().filter(|clause| clause.kind() != OmpClause::Map).cloned());
    for update in several::updates_of(cx, &clauses) {
        build.push_before(update);
    }
}

/// `data` -> `target data`. If no `map` clause is left there is no directive, because `target data` needs
/// one.
pub(crate) const DATA: ConstructRule = ConstructRule {
    directive: |_, build| maps_data(build).then_some(OmpDirective::TargetData),
    clauses: &[
        (AccClause::If, By(conditions::of_data)),
        (AccClause::Wait, By(async_queues::wait_before)),
        (AccClause::Async, By(deferred_data::async_clause)),
        (AccClause::Deviceptr, Exact("compute constructs inside say is_device_ptr")),
    ],
    common: OF_STRUCTURED,
    implicit: &[wait_at_end],
    complete: &[structs::check_held, structs::arrange, deferred_data::divide],
    ..ConstructRule::EMPTY
};

fn maps_data(build: &Build<'_>) -> bool {
    build.clauses().iter().any(|clause| clause.kind() == OmpClause::Map)
}

/// Adds the wait at the end of the region, unless the queue of the construct ends it. clacc's own device says where a wait for a queue that
/// the region used is missing, so that the region waits only for the queue of the construct, in whose place the thread copies the data.
pub(super) fn wait_at_end(cx: &Context<'_>, build: &mut Build<'_>) {
    match () {
        () if deferred_data::is_deferred(cx) => {}
        () if cx.dialect.is_for_own_device() => {
            async_queues::wait_for_own(cx).into_iter().for_each(|wait| build.push_inside_behind(wait));
        }
        () => wait_for_used_queues(cx, build),
    }
}

/// Adds a wait at the end of the region for the queues that it used.
fn wait_for_used_queues(cx: &Context<'_>, build: &mut Build<'_>) {
    let Some(queues) = maps_data(build).then(|| unfinished(cx.view, cx.facts, cx.id)).flatten() else {
        return;
    };
    build.push_inside_behind(async_queues::wait_in_region(&queues));
    let reason = "the region waits at its end for the queues that it used, whose work needs its data";
    build.directive_verdict(Fidelity::Exact, reason);
}
