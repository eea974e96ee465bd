//! `host_data` -> `target data` with device addresses (OpenACC 3.4 2.8, OpenMP 5.2 5.4.8 and 5.4.10), and `cache`, which OpenMP does not
//! have (OpenACC 3.4 2.10).

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{ConstructId, DataAttributes, DataMapping, Sharing};
use clacc_sema::omp::form::{
    self, Assign, Declare, Directive, Fresh, InitialValue, Item, Local, Omp, Operand, Origin, TypeLike,
};
use clacc_sema::program::access::WriteKind;
use clacc_sema::program::entity::{Class, StorageDuration};
use clacc_sema::program::place::{At, EntityId, Place, Step, Value};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::device_members::Uses;
use super::{constant_pointers, device_members};
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::table::ClauseRule::{By, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped, conditions, device_statics};
use crate::rules::members::apart::was_given;
use crate::rules::members::structs::surely_held_of;
use crate::verdict::Fidelity;

/// `host_data` -> `target data`. With `if_present`, each variable has a directive with its own condition. If compilers of the dialect
/// accept such directives only around an assignment, the assigned pointer then hides the variable in the region.
pub(crate) const HOST_DATA: ConstructRule = ConstructRule {
    directive: |_, build| (!build.clauses().is_empty()).then_some(OmpDirective::TargetData),
    clauses: &[
        (AccClause::UseDevice, By(use_device)),
        (AccClause::If, By(condition)),
        (AccClause::IfPresent, Exact("a condition for each variable says whether its data is present")),
    ],
    complete: &[device_members::hide, one_by_one, without_directive],
    ..ConstructRule::EMPTY
};

/// `cache` -> nothing. It is an optimization hint, and no result depends on it.
pub(crate) const CACHE: ConstructRule = ConstructRule { complete: &[hint], ..ConstructRule::EMPTY };

fn hint(_cx: &Context<'_>, build: &mut Build<'_>) {
    build.directive_verdict(Fidelity::Dropped, "a hint for the compiler, on which no result depends");
}

/// The kind of list item of `use_device`.
#[derive(Clone, Copy)]
enum Addressed {
    /// A pointer, whose pointee has a device address.
    Pointer,
    /// An array, scalar or struct, which has a device address itself.
    Object,
}

fn use_device(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(refused) = device_statics::refused(cx, clause, |variable| !variable.is_linked) {
        return refused;
    }
    let (mut named, mut uses): (Vec<EntityId>, Option<Uses>) = (Vec::new(), None);
    for (at, place) in places(clause.items()) {
        if let Some(member) = device_members::member(cx, place) {
            let uses = uses.get_or_insert_with(|| Uses::of(cx));
            if let Some(refused) = refused_member(cx, uses, at, &member) {
                return refused;
            }
            device_members::push(build, clause.id, member);
            continue;
        }
        let Some(kind) = addressed(cx, place) else {
            return Mapped::unsupported_part(cx, clause, "this member, or elements behind several pointers,");
        };
        if let Some(fault) = fault(cx, place.root, kind) {
            let message = format!("`{}` {fault}", cx.view.text(cx.view.name(place.root)));
            return Mapped::refused("a variable has no form here", &codes::MAP0049, message);
        }
        if !named.contains(&place.root) && !is_named_before(cx, clause, place.root) {
            named.push(place.root);
            push(cx, build, clause.id, place.root, kind);
        }
    }
    addresses(cx, clause)
}

/// The verdict on the addresses. OpenACC reports data that is absent (OpenACC 3.4 2.8.1).
fn addresses(cx: &Context<'_>, clause: &Clause) -> Mapped {
    let exact = Mapped::exact("the variables have the addresses of their data on the device");
    if cx.dialect.shares_memory() || cx.clause(AccClause::IfPresent).is_some() {
        return exact;
    }
    let is_known = |variable| surely_held_of(cx, variable).next().is_some() || was_given(cx, variable);
    let Some((_, place)) = places(clause.items()).find(|(_, place)| !is_known(place.root)) else {
        return exact;
    };
    let name = cx.view.place_text(&place.without_ranges());
    let message =
        format!("`use_device({name})` of absent data is not reported, and its address may be null then");
    let reason =
        "OpenMP does not report absent data here, where OpenACC does; the address is null or the host's";
    exact.at_most_approximated(reason).reported(&codes::MAP0007, message)
}

fn refused_member(cx: &Context<'_>, uses: &Uses, at: At, member: &Place) -> Option<Mapped> {
    let inside = || {
        is_data_inside(cx, member.root)
            .then_some("is a member of a struct that a directive inside uses as data of the host")
    };
    let fault = uses.fault(cx, at, member).or_else(inside)?;
    let message = format!("`{}` {fault}", cx.view.place_text(member));
    Some(Mapped::refused("a member has no form here", &codes::MAP0049, message))
}

/// Whether an earlier clause of the directive names a variable.
fn is_named_before(cx: &Context<'_>, clause: &Clause, entity: EntityId) -> bool {
    let names = |other: &Clause| places(other.items()).any(|(_, place)| place.root == entity);
    cx.clauses().take_while(|other| other.id != clause.id).any(names)
}

/// Returns the kind of an item; none for a part of a struct, and for elements reached through several pointers. A part of an array or
/// pointee stands for the whole, because the variable's address does not depend on the part.
fn addressed(cx: &Context<'_>, place: &Place) -> Option<Addressed> {
    let is_range = |step: &Step| matches!(step, Step::Range { .. } | Step::Index(_));
    match (cx.entity(place.root).class, &*place.steps) {
        (Class::Pointer, []) => Some(Addressed::Pointer),
        (Class::Pointer, [Step::Deref(_), ranges @ ..]) => {
            ranges.iter().all(is_range).then_some(Addressed::Pointer)
        }
        (Class::Array, ranges) => ranges.iter().all(is_range).then_some(Addressed::Object),
        (_, []) => Some(Addressed::Object),
        _ => None,
    }
}

/// Returns the reason why a variable cannot have a device address in the region.
fn fault(cx: &Context<'_>, entity: EntityId, kind: Addressed) -> Option<&'static str> {
    let is_pointer = matches!(kind, Addressed::Pointer);
    let is_assigned = || {
        let mut writes = cx.view.writes(cx.region());
        writes.any(|write| write.kind == WriteKind::Assigned && write.target == Some(entity))
    };
    match () {
        () if is_pointer && is_assigned() => {
            Some("is assigned in the region, where only a copy of it has the address on the device")
        }
        () if is_data_inside(cx, entity) => Some(
            "has its address on the device in this region, but a directive inside uses it as data of the host",
        ),
        () if is_pointer || !(is_lowered(cx) || needs_copy(cx, entity)) => None,
        () if cx.entity(entity).class != Class::Array => Some(
            "would need a pointer in its place, because of what clang 19 makes of this, but it is no array",
        ),
        () if !cx.view.is_used_as_pointer(entity, cx.region()) => {
            Some("would need a pointer in its place, which `sizeof` and `&` would see")
        }
        () => None,
    }
}

/// Returns whether the variables get their addresses before the region, because the dialect's compilers do not accept a condition on the
/// region.
fn is_lowered(cx: &Context<'_>) -> bool {
    let has_condition = cx.clause(AccClause::If).or(cx.clause(AccClause::IfPresent)).is_some();
    has_condition && cx.avoids(Fault::ConditionalDeviceAddresses)
}

/// Whether the dialect's compilers need a local copy of a variable.
fn needs_copy(cx: &Context<'_>, entity: EntityId) -> bool {
    let is_static = || cx.entity(entity).duration == StorageDuration::Static;
    cx.avoids(Fault::StaticDeviceAddresses) && is_static()
        || cx.avoids(Fault::ConstantPointers) && constant_pointers::is_constant(cx, entity)
}

/// Returns whether a directive inside the region uses a variable as host data.
fn is_data_inside(cx: &Context<'_>, entity: EntityId) -> bool {
    // Constructs inside a construct follow it in the arena.
    let behind = cx.facts.constructs.iter().skip(cx.id.into_raw().into_u32() as usize + 1);
    let mut inside = behind.take_while(|(id, _)| is_inside(cx, *id));
    inside.any(|(id, construct)| {
        let is_listed = |clause: &Clause| {
            clause.kind != AccClause::Deviceptr
                && places(clause.items()).any(|(_, place)| place.root == entity)
        };
        let is_own = |attribute: &DataAttributes| {
            attribute.sharing_kind() == Some(Sharing::Private)
                || attribute.mapping_kind() == Some(DataMapping::Deviceptr)
        };
        let attribute = construct.is_compute().then(|| construct.attribute_of(entity)).flatten();
        let moves_data = !construct.is_compute() && construct.kind != AccDirective::Loop;
        attribute.is_some_and(|attribute| !is_own(attribute))
            || moves_data && cx.clauses_of(id).any(is_listed)
    })
}

fn is_inside(cx: &Context<'_>, id: ConstructId) -> bool {
    let mut around = std::iter::successors(Some(id), |id| cx.facts.constructs[*id].parent);
    around.any(|outer| outer == cx.id)
}

/// Adds the clause for a variable. A pointer or array that compilers do not accept there is replaced by a local pointer inside the region.
fn push(cx: &Context<'_>, build: &mut Build<'_>, clause: ClauseId, entity: EntityId, kind: Addressed) {
    let list = |kind, item| form::Argument::List(kind, vec![item]);
    if is_lowered(cx) {
        return push_before(cx, build, clause, entity);
    }
    if needs_copy(cx, entity) {
        let copy = Fresh::DevicePointer(entity);
        build.push_before(pointer(entity, Local::Fresh(copy), InitialValue::ValueOf(entity), clause));
        build.push_inside(pointer(entity, Local::Hiding(entity), InitialValue::Fresh(copy), clause));
        return build.push(list(OmpClause::UseDevicePtr, Item::Fresh(copy)), clause);
    }
    let word = match kind {
        Addressed::Pointer => OmpClause::UseDevicePtr,
        Addressed::Object => OmpClause::UseDeviceAddr,
    };
    build.push(list(word, Item::entity(entity)), clause);
}

/// Gets the device address of a variable before the region, under the condition. Inside the region, a local pointer hides the variable.
fn push_before(cx: &Context<'_>, build: &mut Build<'_>, clause: ClauseId, entity: EntityId) {
    let (device, host) = (Fresh::DevicePointer(entity), Fresh::HostPointer(entity));
    for local in [device, host] {
        build.push_before(pointer(entity, Local::Fresh(local), InitialValue::ValueOf(entity), clause));
    }
    let origin = Origin::Clause(clause);
    let list = form::Argument::List(OmpClause::UseDevicePtr, vec![Item::Fresh(host)]);
    let mut clauses = vec![form::Clause::new(list, origin.clone())];
    clauses.extend(condition_for(cx, entity));
    build.push_before(Omp::Directive(Directive {
        kind: OmpDirective::TargetData,
        clauses,
        body: Some(Box::new(Omp::Assign(Assign { to: device, from: host, origin: origin.clone() }))),
        origin,
    }));
    build.push_inside(pointer(entity, Local::Hiding(entity), InitialValue::Fresh(device), clause));
}

/// Declares a pointer to the data of a variable or of its pointee.
fn pointer(entity: EntityId, local: Local, init: InitialValue, clause: ClauseId) -> Omp {
    let ty = TypeLike::Decayed(entity);
    Omp::declare(Declare { local, ty, init: Some(init), origin: Origin::Clause(clause) })
}

/// Returns the condition under which a variable has a device address.
fn condition_for(cx: &Context<'_>, entity: EntityId) -> Option<form::Clause> {
    let stated = cx.clause(AccClause::If);
    let and = stated.and_then(Clause::value);
    let (condition, asked_by) = match cx.clause(AccClause::IfPresent) {
        Some(clause) => (Operand::Present { entity, and }, clause),
        None => (Operand::Value(Value::Node(and?)), stated?),
    };
    Some(form::Clause::new(form::Argument::If { of: None, condition }, Origin::Clause(asked_by.id)))
}

/// `if`: with a false condition the host's addresses remain. With `if_present`, it is a part of each variable's condition.
fn condition(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let if_present = cx.clause(AccClause::IfPresent).is_some();
    if !if_present && !is_lowered(cx) {
        return conditions::of_data(cx, build, clause);
    }
    let listed = cx.clauses().map(|clause| clause.items().len()).sum::<usize>();
    let is_repeated = if_present || listed > 1;
    if is_repeated && clause.value().is_some_and(|value| cx.view.has_side_effects(value)) {
        return Mapped::unsupported_part(cx, clause, "side effects, which would be repeated,");
    }
    Mapped::exact("it is a part of the condition for each variable")
}

/// Joins the clauses for variables of one OpenACC clause, or gives each variable its own directive with the condition that its data is
/// present.
fn one_by_one(cx: &Context<'_>, build: &mut Build<'_>) {
    let clauses = build.take_clauses();
    if cx.clause(AccClause::IfPresent).is_none() {
        return clauses.into_iter().for_each(|clause| build.join(clause));
    }
    let count = clauses.len();
    for (position, clause) in clauses.into_iter().enumerate() {
        let entity = clause.items().iter().find_map(addressed_by);
        let condition = entity.and_then(|entity| condition_for(cx, entity));
        let clauses = std::iter::once(clause).chain(condition);
        if position + 1 < count {
            let origin = Origin::Directive(cx.construct().directive);
            build.push_around(Directive::standalone(OmpDirective::TargetData, clauses.collect(), origin));
        } else {
            clauses.for_each(|clause| build.join(clause));
        }
    }
}

fn without_directive(cx: &Context<'_>, build: &mut Build<'_>) {
    if is_lowered(cx) {
        let reason = "pointers with the device's addresses hide the variables in the region";
        build.directive_verdict(Fidelity::Exact, reason);
    }
}

/// Returns the variable whose data an item of `use_device_ptr` or `use_device_addr` refers to.
fn addressed_by(item: &Item) -> Option<EntityId> {
    match item {
        Item::Place { place, .. } => Some(place.root),
        Item::Fresh(Fresh::DevicePointer(entity)) => Some(*entity),
        _ => None,
    }
}
