//! Constant pointers that are initialized with the address of an object of static storage duration: `double *const p = a`.
//!
//! clang knows the value of such a pointer, and uses the address instead of the pointer in the code of a region. On a device, that is the
//! address of another variable, or of none. A local variable that is not constant hides the pointer around the construct.

use clacc_sema::acc::facts::Construct;
use clacc_sema::omp::form::{Declare, Fresh, InitialValue, Local, Omp, Origin, TypeLike};
use clacc_sema::program::access::Call;
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::{At, EntityId};

use crate::dialect::Fault;
use crate::rules::core::{Build, Context};

const WHY: &str = "clang would use the address of the variable on the device, and not what is mapped";

/// Hides the pointers that a compute construct names.
pub(crate) fn hide(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.avoids(Fault::ConstantPointers) {
        return;
    }
    let mut hidden: Vec<EntityId> = Vec::new();
    for named in cx.view.names_in(cx.region()) {
        let entity = named.entity;
        if !hidden.contains(&entity) && is_constant(cx, entity) {
            hidden.push(entity);
            let copy = Fresh::HostPointer(entity);
            let declare = |local, ty, init| {
                Omp::declare(Declare { local, ty, init: Some(init), origin: Origin::Mapping(WHY) })
            };
            let (of_value, of_entity) = (TypeLike::ValueOf(entity), TypeLike::Entity(entity));
            build.push_directly_before(declare(Local::Fresh(copy), of_value, InitialValue::ValueOf(entity)));
            build.push_directly_before(declare(Local::Hiding(entity), of_entity, InitialValue::Fresh(copy)));
        }
    }
}

/// Returns whether clang may know the value of a pointer. If another declaration initializes it, clang may know more than clacc.
pub(crate) fn is_constant(cx: &Context<'_>, entity: EntityId) -> bool {
    let variable = cx.entity(entity);
    let inside = cx.compute().map_or_else(|| cx.region(), Construct::run);
    cx.is_pointer(entity)
        && variable.is_object()
        && variable.is_const
        && !cx.view.is_volatile(entity)
        && !cx.view.is_parameter(entity)
        && !cx.view.is_declared_in(entity, inside)
        && match cx.view.initial_value(entity) {
            Some(value) => may_be_constant(cx, value),
            None => variable.duration == StorageDuration::Static || cx.view.has_initial_value(entity),
        }
}

/// Returns whether an initial value may be an address constant for clang: no variable in it can change, and it calls only functions that
/// the compiler knows.
fn may_be_constant(cx: &Context<'_>, value: At) -> bool {
    let run = cx.view.run(value);
    let is_builtin = |call: &Call| {
        let name = call.callee.map(|callee| cx.view.text(cx.view.name(callee)));
        name.is_some_and(|name| name.starts_with("__builtin_"))
    };
    let is_fixed = |entity: EntityId| {
        let variable = cx.entity(entity);
        variable.is_const || variable.duration == StorageDuration::Static
    };
    cx.view.calls(run).all(is_builtin) && cx.view.names_in(run).iter().all(|named| is_fixed(named.entity))
}
