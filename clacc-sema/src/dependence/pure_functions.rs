//! Functions that do nothing but compute a value of their arguments, so that calls of them in different iterations have
//! nothing to do with each other.

use crate::program::View;
use crate::program::access::{Write, WriteKind};
use crate::program::element::Gathering;
use crate::program::entity::{Class, EntityKind, StorageDuration};
use crate::program::place::{At, EntityId, Step};

/// The functions that a function calls beside those of the mathematical library, sorted; none if its body may do
/// anything else that a caller could notice. It changes nothing but its own variables, reads nothing but them, its
/// parameters and constants, and follows no pointer.
pub(crate) fn calls_of_pure_body(view: View<'_>) -> Option<Vec<EntityId>> {
    let all = view.program.outline.all();
    let is_pure = view.program.order.is_empty()
        && view.unseen(all).is_none()
        && view.program.named.iter().all(|named| may_be_named(view, named.entity))
        && view.writes(all).all(|write| changes_own(view, write))
        && names_plain_parts(view);
    if !is_pure {
        return None;
    }
    let mut called = Vec::new();
    for call in view.calls(all) {
        let callee = call.callee.filter(|callee| view.entity(*callee).kind == EntityKind::Function)?;
        if !view.is_mathematical(callee) {
            called.push(callee);
        }
    }
    called.sort_unstable();
    called.dedup();
    Some(called)
}

/// Whether each execution of the function has its own of a variable, or the variable is a constant.
fn may_be_named(view: View<'_>, variable: EntityId) -> bool {
    let entity = view.entity(variable);
    let is_value = match entity.class {
        Class::Integer | Class::Real | Class::Complex | Class::Struct | Class::Union => true,
        Class::Array => !view.is_parameter(variable),
        _ => false,
    };
    let is_constant = entity.is_const && entity.duration == StorageDuration::Static;
    is_value
        && entity.kind == EntityKind::Object
        && !view.is_volatile(variable)
        && (is_own(view, variable) || is_constant)
}

fn is_own(view: View<'_>, variable: EntityId) -> bool {
    let entity = view.entity(variable);
    let is_inside = entity.scope.is_some() || view.is_parameter(variable);
    entity.kind == EntityKind::Object && entity.duration == StorageDuration::Automatic && is_inside
}

fn changes_own(view: View<'_>, write: &Write) -> bool {
    let root = write.target.or_else(|| view.root_of(write.operand));
    write.kind == WriteKind::Assigned
        && root.is_some_and(|root| is_own(view, root))
        && (write.target.is_some() || is_part_of_variable(view, write.operand))
}

/// Whether an expression names a part of the variable itself, and nothing that a pointer leads to.
fn is_part_of_variable(view: View<'_>, operand: At) -> bool {
    let is_pointer = |step: &Step| matches!(step, Step::Deref(_));
    view.place_of(operand).is_some_and(|place| !place.steps.iter().any(is_pointer))
}

/// Whether all names are those of values in variables, and not pointers to them.
fn names_plain_parts(view: View<'_>) -> bool {
    let mut gathering = Gathering::default();
    view.gather_elements(view.program.outline.all(), &|_| true, &mut gathering);
    let elements = gathering.finish();
    (0..elements.len()).map(|position| elements.get(position)).all(|element| {
        let is_value = matches!(
            view.class_at(element.operand),
            Class::Integer | Class::Real | Class::Complex | Class::Struct | Class::Union
        );
        is_value && view.is_plain_memory(element.operand) && is_part_of_variable(view, element.operand)
    })
}
