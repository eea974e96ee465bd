//! Scalars that a `kernels` construct copies implicitly, but that reach the device in another way.

use clacc_sema::acc::facts::{DataAttributes, Reason, Rule, Sharing};
use clacc_sema::flow::changes::directly_changed;
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::AccDirective;

use crate::rules::core::Context;

/// Leaves pointers that a `kernels` construct copies and does not change to OpenMP's implicit rule, which finds their pointees. A copy of
/// the pointer would hold the host's address. The copy that a reduction of a part of the pointee implies is one of that part.
pub(crate) fn leave_pointers(cx: &Context<'_>, copied: &mut Vec<(EntityId, &Reason)>) {
    if cx.construct().kind != AccDirective::Kernels
        || !copied.iter().any(|(entity, _)| cx.is_pointer(*entity))
    {
        return;
    }
    let changed = directly_changed(cx.view, cx.region());
    copied.retain(|(entity, reason)| {
        let is_left = cx.is_pointer(*entity) && !changed.contains(entity);
        !is_left || reason.part_in(&cx.facts.clauses).is_some()
    });
}

/// Returns the variable that a `kernels` construct copies implicitly, with the reason, if `firstprivate` is enough for it.
pub(crate) fn value<'a>(cx: &Context<'_>, attribute: &'a DataAttributes) -> Option<(EntityId, &'a Reason)> {
    let mapping = attribute.mapping.as_ref()?;
    let is_value = mapping.reason.rule == Rule::KernelsScalarCopy
        && attribute.sharing_kind() == Some(Sharing::Shared)
        && cx.facts.host_scalars.contains(&attribute.place.root);
    is_value.then_some((attribute.place.root, &mapping.reason))
}

/// Returns whether `firstprivate` replaces the implicit copy of a variable on a `kernels` construct.
pub(crate) fn is_value(cx: &Context<'_>, variable: EntityId) -> bool {
    cx.construct().attribute_of(variable).is_some_and(|attribute| value(cx, attribute).is_some())
}
