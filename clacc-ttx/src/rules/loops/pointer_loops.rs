//! Loops over pointers whose bounds are addresses in arrays: `for (p = &a[0]; p < &a[n]; ++p)`.
//!
//! gcc treats such addresses as constants and does not replace the array by the one that threads share, or fails with an internal error. A
//! local pointer hides the array around the loop.

use clacc_sema::omp::form::{Declare, Fresh, InitialValue, Local, Omp, Origin, TypeLike};
use clacc_sema::program::entity::Class;
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::EntityId;

use super::associated_loops;
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::{Build, Context};

const WHY: &str = "gcc takes the address of an array in the bounds of a loop for a constant";

/// Hides the arrays that the bounds of the loops of a directive name.
pub(crate) fn hide_arrays(cx: &Context<'_>, build: &mut Build<'_>) {
    for entity in arrays(cx) {
        if needs_array(cx, entity) {
            let name = cx.view.text(cx.view.name(entity));
            let message = format!(
                "gcc makes wrong code of a loop over pointers with bounds in the array `{name}`, which a pointer cannot replace \
                 here; let the bounds be in what a pointer points to"
            );
            let reason = "compilers of the dialect get the bounds of the loop wrong";
            build.unsupported_directive(reason, &codes::MAP0089, message);
            continue;
        }
        let copy = Fresh::HostPointer(entity);
        let declare = |local, init| {
            let (ty, origin) = (TypeLike::Decayed(entity), Origin::Mapping(WHY));
            Omp::declare(Declare { local, ty, init: Some(init), origin })
        };
        build.push_before(declare(Local::Fresh(copy), InitialValue::ValueOf(entity)));
        build.push_before(declare(Local::Hiding(entity), InitialValue::Fresh(copy)));
    }
}

/// The arrays in the bounds of the loops that a directive partitions, each once.
fn arrays(cx: &Context<'_>) -> Vec<EntityId> {
    let mut found: Vec<EntityId> = Vec::new();
    if !cx.avoids(Fault::ArrayBounds) {
        return found;
    }
    for at in associated_loops::partitioned(cx) {
        if !matches!(cx.view.control(*at), Control::Variable { entity, .. } if cx.is_pointer(entity)) {
            continue;
        }
        for named in cx.view.names_in(cx.view.loop_header(*at)) {
            if cx.entity(named.entity).class == Class::Array && !found.contains(&named.entity) {
                found.push(named.entity);
            }
        }
    }
    found
}

/// Returns whether the loop or a clause of its directive needs the array itself, not a pointer.
fn needs_array(cx: &Context<'_>, entity: EntityId) -> bool {
    let is_listed = cx.clauses().any(|clause| places(clause.items()).any(|(_, place)| place.root == entity));
    is_listed || !cx.view.is_used_as_pointer(entity, cx.region())
}
