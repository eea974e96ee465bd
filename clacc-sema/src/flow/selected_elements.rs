//! Elements of local arrays that code selects by data.
//!
//! A compiler that takes `simd` as a promise that no two accesses of a loop overlap may let all vector lanes use the same memory for an
//! array that is declared in the loop body. Where only constants and inner loops select elements, the array needs no memory.

use crate::program::View;
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Place, Step, Value, Via};
use crate::program::run::Run;

/// Returns true if a run of nodes declares an array and selects its elements by data: by a subscript that is neither a constant
/// nor the counter of a loop in the run, except for the `associated` loops. An array that becomes a pointer counts too.
pub fn selects_own(view: View<'_>, run: Run, associated: &[At]) -> bool {
    let is_own = |entity: EntityId| {
        matches!(view.entity(entity).class, Class::Array | Class::Struct | Class::Union)
            && view.is_declared_in(entity, run)
    };
    let mut own = view.names_in(run).iter().filter(|named| is_own(named.entity)).peekable();
    if own.peek().is_none() {
        return false;
    }
    let inside = view.loops_in(run).iter().filter(|at| !associated.contains(at));
    let counted: Vec<EntityId> = inside.filter_map(|at| Some(view.counting(*at)?.control)).collect();
    own.any(|named| match element_around(view, named.at) {
        Some(place) => is_selected(view, &place, &counted),
        None => true,
    })
}

/// The element or member around the name of a variable.
pub fn element_around(view: View<'_>, name: At) -> Option<Place> {
    let places = std::iter::once(name).chain(view.program.outline.ancestors(name));
    places.map_while(|around| view.place_of(around)).last()
}

fn is_selected(view: View<'_>, place: &Place, counted: &[EntityId]) -> bool {
    let is_counted = |entity: EntityId| counted.contains(&entity);
    let is_free = |value: Value| match value {
        Value::Node(at) => view.number(value).is_none() && !view.value_is(at, &is_counted),
        Value::Constant(_) => false,
    };
    // The pointee of a pointer is not memory of the array.
    let own = place.steps.iter().take_while(|step| !matches!(step, Step::Deref(Via::Pointer)));
    let mut indices = own.filter_map(|step| match step {
        Step::Index(index) => Some(*index),
        _ => None,
    });
    let is_pointer = view.class_of(place) == Class::Array;
    is_pointer || indices.any(is_free)
}
