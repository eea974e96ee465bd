//! Clauses that repeat OpenMP's implicit rules, and that an edition with `leaves_implicit` does not print.
//!
//! A scalar that neither a clause names nor a `defaultmap` affects is `firstprivate` on `target` (OpenMP 5.2 5.8.1), but the threads of a
//! team, and the teams of a construct, then share that one copy. Pointers are found by their pointees, whatever `defaultmap` specifies for
//! scalars.

use clacc_sema::acc::facts::{ConstructId, DataAttributes, Reason, Rule, Sharing};
use clacc_sema::program::entity::{Class, Dimension, StorageDuration};
use clacc_sema::program::place::{EntityId, Place};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rules::copies::reductions::is_default_firstprivate;
use crate::rules::copies::temporaries;
use crate::rules::core::Context;
use crate::rules::loops::loop_levels::{directive_of, has_parallel};

/// Returns whether `defaultmap(tofrom: scalar)` affects a variable. The design prints it for pointers too.
pub(super) fn is_led_by_defaultmap(cx: &Context<'_>, variable: EntityId) -> bool {
    let class = cx.entity(variable).class;
    is_default_firstprivate(class) && !(cx.edition.leaves_implicit && class == Class::Pointer)
}

/// The variables for which OpenMP's implicit copy on a compute construct has the same effect as `firstprivate`.
pub(super) struct LeftImplicit {
    /// The variables that the construct changes outside loops in which they are private to threads.
    changed: Option<FxHashSet<EntityId>>,
}

impl LeftImplicit {
    /// Returns the variables of a construct without `defaultmap`, if the edition leaves their `firstprivate` out.
    pub(crate) fn of(cx: &Context<'_>, has_defaultmap: bool) -> LeftImplicit {
        let may_be_left = cx.edition.leaves_implicit && !has_defaultmap;
        LeftImplicit { changed: may_be_left.then(|| changed_for_all(cx)) }
    }

    /// Returns whether `firstprivate` of a variable can be left out. A device variable is not copied without a clause.
    pub(crate) fn has(&self, cx: &Context<'_>, variable: EntityId) -> bool {
        let object = cx.entity(variable);
        let is_value = matches!(object.class, Class::Integer | Class::Real);
        self.changed.as_ref().is_some_and(|changed| {
            is_value
                && (object.duration == StorageDuration::Automatic || is_host_variable(cx, variable))
                && !cx.is_atomic(&Place::whole(variable))
                && !changed.contains(&variable)
        })
    }
}

/// Returns whether a variable at file scope is certainly no device variable. It is one only if a `declare target` directive of the same unit
/// names it, or, for gcc, if the initial value of such a variable has its address (OpenMP 5.1 2.14.7); a function on the device that names it
/// makes it none. Dialects for compilers keep the clause.
fn is_host_variable(cx: &Context<'_>, variable: EntityId) -> bool {
    let object = cx.entity(variable);
    let is_of_file = object.duration == StorageDuration::Static && object.scope.is_none();
    cx.dialect.is_short() && is_of_file && !cx.facts.has_device_variables
}

/// Returns whether OpenMP's implicit map of a variable has the same effect as the copy that a compute construct implies: that of an array, or
/// of a struct without pointers, which no clause of the function names and no directive puts on the device (OpenMP 5.1 2.21.7). A constant is
/// not copied back, so that it has a clause.
pub(super) fn is_mapped_anyway(cx: &Context<'_>, variable: EntityId, reason: &Reason) -> bool {
    let place = Place::whole(variable);
    let may_be = cx.dialect.is_short()
        && reason.rule == Rule::AggregateCopy
        && cx.kernel_parts().is_empty()
        && cx.construct().attribute_of(variable).and_then(DataAttributes::sharing_kind)
            == Some(Sharing::Shared)
        && !cx.facts.has_device_variables
        && !cx.facts.named_as_data.contains(&variable)
        && !cx.entity(variable).is_const;
    may_be && (has_fixed_size(cx, &place) || has_no_pointers(cx, &place))
}

fn has_fixed_size(cx: &Context<'_>, place: &Place) -> bool {
    cx.view.shape(place).is_some_and(|shape| {
        let is_fixed = |dim: &Dimension| matches!(dim, Dimension::Fixed(_));
        let is_number = matches!(shape.element, Class::Integer | Class::Real | Class::Complex);
        !shape.dims.is_empty() && shape.dims.iter().all(is_fixed) && is_number && !shape.is_atomic
    })
}

fn has_no_pointers(cx: &Context<'_>, place: &Place) -> bool {
    let is_number = |class| matches!(class, Class::Integer | Class::Real | Class::Complex);
    cx.entity(place.root).class == Class::Struct
        && cx.view.components(place).is_some_and(|members| {
            members.is_complete && members.scalars.iter().all(|member| is_number(member.class))
        })
}

/// Returns the variables that a compute construct changes where they are not private to threads.
fn changed_for_all(cx: &Context<'_>) -> FxHashSet<EntityId> {
    let inside = std::iter::successors(Some(cx.id), |id| next(cx, *id));
    let inside = inside.take_while(|id| cx.facts.constructs[*id].compute == Some(cx.id));
    let shared: Vec<ConstructId> = inside.filter(|id| has_threads(cx, *id)).collect();
    let mut own: FxHashMap<EntityId, Vec<ConstructId>> = FxHashMap::default();
    for id in shared {
        let loop_ = Context { id, ..*cx };
        for attribute in loop_.construct().whole_attributes().filter(|each| is_printed_private(cx, each)) {
            own.entry(attribute.place.root).or_default().push(id);
        }
    }
    let is_own = |variable: EntityId, at| {
        let loops = own.get(&variable).map_or(&[][..], Vec::as_slice);
        loops.iter().any(|id| cx.facts.constructs[*id].run().contains(at))
    };
    let writes = cx.view.writes(cx.region()).filter_map(|write| Some((write.target?, write.at)));
    writes.filter(|(variable, at)| !is_own(*variable, *at)).map(|(variable, _)| variable).collect()
}

/// Returns the next construct in source order.
fn next(cx: &Context<'_>, id: ConstructId) -> Option<ConstructId> {
    let next = id.into_raw().into_u32() + 1;
    ((next as usize) < cx.facts.constructs.len()).then(|| ConstructId::from_raw(next.into()))
}

/// Returns whether a construct is a loop whose directive creates threads.
fn has_threads(cx: &Context<'_>, id: ConstructId) -> bool {
    cx.facts.constructs[id].loop_facts.is_some() && has_parallel(directive_of(&Context { id, ..*cx }))
}

/// Returns whether the directive of a loop has a `private` clause for a variable.
fn is_printed_private(cx: &Context<'_>, attribute: &DataAttributes) -> bool {
    attribute.sharing.as_ref().is_some_and(|given| {
        given.kind == Sharing::Private && (!temporaries::is_temporary(given) || !cx.dialect.follows_design())
    })
}
