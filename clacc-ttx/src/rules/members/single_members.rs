//! The only member of a struct that a construct maps and names, reached through a pointer variable: `p->v[0:n]`.
//!
//! gcc 12 uses the address of the first member that a compute construct maps as the value of the pointer. Mapping the whole struct too
//! would help, but a part of it may be on the device already, and then the program ends: OpenMP does not extend mapped data. So an added
//! variable points to the member, the construct maps the member through it, and in the region the pointer is computed from that variable.

use clacc_sema::omp::form::{Declare, InitialValue, Item, Local, Omp, Origin, TypeLike};
use clacc_sema::program::place::{EntityId, Place, Step, Via};
use clacc_syntax::directive::AccDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::whole_members::{Member, mapped};
use crate::rules::core::build::first_elements;
use crate::rules::core::{Build, Context};

/// Maps such members through added variables. Returns the pointers to structs of which nothing else has to be mapped.
pub(crate) fn lead(cx: &Context<'_>, build: &mut Build<'_>) -> FxHashSet<EntityId> {
    let single = single(cx, build);
    let has_own_pointers = cx.construct().kind != AccDirective::Data;
    for place in single.iter().filter(|_| has_own_pointers) {
        if build.mentioned().names(place.root) {
            lead_to(cx, build, place);
        }
    }
    single.into_iter().map(|place| place.root).collect()
}

/// Returns the items that are the only part of a pointer variable's pointee that a construct maps and names, and that are no pointees of
/// members.
fn single(cx: &Context<'_>, build: &Build<'_>) -> Vec<Place> {
    // The parts of a divided construct can have only clauses, no added code.
    if !cx.kernel_parts().is_empty() {
        return Vec::new();
    }
    let mut first: FxHashMap<EntityId, (usize, bool)> = FxHashMap::default();
    for (position, place) in mapped(build).enumerate() {
        first.entry(place.root).and_modify(|(_, is_only)| *is_only = false).or_insert((position, true));
    }
    let is_only = |position, place: &Place| first.get(&place.root) == Some(&(position, true));
    let mut found = Vec::new();
    for (position, place) in mapped(build).enumerate() {
        let Some(member) = Member::of(cx, place).filter(|_| is_only(position, place)) else { continue };
        let is_alone = !member.is_pointer
            && member.is_behind_variable()
            && cx.is_pointer(place.root)
            && build.mentioned().is_alone(&member.variable);
        if is_alone {
            found.push(place.clone());
        }
    }
    found
}

fn lead_to(cx: &Context<'_>, build: &mut Build<'_>, place: &Place) {
    let member = place.without_ranges();
    let ranges = &place.steps[member.steps.len()..];
    let (init, steps) = match ranges {
        [] => (InitialValue::AddressOfPlace(member.clone()), vec![first_elements(1)]),
        ranges => (InitialValue::FirstOf(member.clone()), ranges.to_vec()),
    };
    let steps: Box<[Step]> = std::iter::once(Step::Deref(Via::Pointer)).chain(steps).collect();
    let origin = Origin::Directive(cx.construct().directive);
    let pointer = build.lead_to(init, &origin);
    build.replace_mapped(|other| {
        (other == place).then(|| vec![Item::Through { pointer, steps: steps.clone() }])
    });
    build.push_inside(Omp::declare(Declare {
        local: Local::Hiding(place.root),
        ty: TypeLike::Entity(place.root),
        init: Some(InitialValue::Around { member, pointer }),
        origin,
    }));
}
