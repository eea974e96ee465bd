//! Variables of gangs that become private to threads.
//!
//! With merged levels, one thread executes whole iterations of a gang loop, and is its whole gang there. If nothing else in the compute
//! construct uses such a variable, and it has no value before the loop, it can be private to each thread. The mapping of iterations to
//! gangs is unspecified, so no iteration can use what another one has left in the variable. With `gang(static)` the mapping is specified,
//! and the gang keeps its variables.

use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashMap;

use super::tuner::Tuner;
use crate::acc::clauses::Argument;
use crate::acc::constructs::{Draft, clause_of};
use crate::acc::facts::{ConstructId, Given, Merged, Reason, Rule, Sharing};
use crate::acc::gang_values::is_of_gang;
use crate::acc::kernel_scalars::naming_lists;
use crate::program::access::NamedVariable;
use crate::program::entity::{Class, Dimension, StorageDuration};
use crate::program::place::{At, EntityId, Place};
use crate::program::run::{Run, Runs};

/// The maximum number of elements of an array that is private to each thread.
const MOST_ELEMENTS: i128 = 1 << 14;

/// Makes variables of the gang that only a merged loop uses private to its threads.
pub(super) fn give_to_threads(cx: &Tuner<'_>, draft: &mut Draft) {
    let lists = naming_lists(cx, &[AccClause::Private]);
    // The loops of one compute construct are consecutive, so its names are gathered once.
    let mut extents: Option<(ConstructId, NamedExtents)> = None;
    for on in draft.ids() {
        let facts = draft.construct(on).loop_facts.as_deref();
        if facts.is_some_and(|facts| facts.merged == Some(Merged::Threads))
            && let Some(compute) = draft.construct(on).compute
            && has_free_iterations(cx, draft, compute, on)
        {
            if extents.as_ref().is_none_or(|(of, _)| *of != compute) {
                extents = Some((compute, named_extents(cx, draft.run(compute), &lists)));
            }
            let Some((_, extents)) = &extents else { continue };
            for variable in named_only_in(cx, draft.run(on), extents, &lists) {
                if may_be_of_thread(cx, draft, on, variable) {
                    let given = Given::new(Sharing::Private, Reason::implicit(Rule::OwnOfThread));
                    draft.attribute_mut(on, &Place::whole(variable)).sharing = Some(given);
                }
            }
        }
    }
}

/// Returns true if the mapping of the iterations of a loop to gangs is unspecified.
fn has_free_iterations(cx: &Tuner<'_>, draft: &Draft, compute: ConstructId, on: ConstructId) -> bool {
    let gang = clause_of(cx, draft, on, AccClause::Gang).and_then(|clause| cx.clauses.get(clause));
    let is_static = gang.is_some_and(|gang| matches!(gang.argument, Argument::Gang { chunk: Some(_), .. }));
    let gangs = draft.construct(compute).sizes.num_gangs.as_ref();
    let is_one = gangs.and_then(|gangs| gangs.constant) == Some(1);
    draft.construct(compute).kind == AccDirective::Parallel && !is_static && !is_one
}

/// The first and the last use of each variable in a compute construct, except in lists of `private`.
type NamedExtents = FxHashMap<EntityId, (At, At)>;

fn named_extents(cx: &Tuner<'_>, compute: Run, lists: &Runs) -> NamedExtents {
    let mut extents = NamedExtents::default();
    for named in cx.names_in(compute).iter().filter(|named| !lists.contain(named.at)) {
        extents.entry(named.entity).or_insert((named.at, named.at)).1 = named.at;
    }
    extents
}

/// The variables that a loop uses, and that nothing else in its compute construct uses except lists of `private`.
fn named_only_in(cx: &Tuner<'_>, own: Run, extents: &NamedExtents, lists: &Runs) -> Vec<EntityId> {
    let named = cx.names_in(own).iter().filter(|named| !lists.contain(named.at));
    // A variable is added at its first use, so that it is added once.
    let is_own = |named: &&NamedVariable| {
        let extent = extents.get(&named.entity);
        extent.is_some_and(|(first, last)| named.at == *first && own.contains(*last))
    };
    named.filter(is_own).map(|named| named.entity).collect()
}

/// Returns true if a variable may be private to each thread and has no value before the loop.
fn may_be_of_thread(cx: &Tuner<'_>, draft: &Draft, on: ConstructId, variable: EntityId) -> bool {
    let place = Place::whole(variable);
    let object = cx.entity(variable);
    let given = draft.attribute(on, &place).and_then(|attribute| attribute.sharing.as_ref());
    let has_value = || {
        let compute = draft.construct(on).compute;
        let around = draft.enclosing(on).take_while(|id| draft.construct(*id).compute == compute);
        let is_copied = |id: ConstructId| draft.sharing(id, &place) == Some(Sharing::Firstprivate);
        cx.has_initial_value(variable) || around.into_iter().any(is_copied)
    };
    object.is_object()
        && object.duration == StorageDuration::Automatic
        && given.is_none_or(|given| given.reason.rule == Rule::DefaultShared)
        && !cx.is_declared_in(variable, draft.run(on))
        && is_of_gang(cx, draft, on, variable)
        && has_plain_copy(cx, variable)
        && !has_value()
}

/// Returns true if every compiler copies a variable for `private`, and the copy is small.
fn has_plain_copy(cx: &Tuner<'_>, variable: EntityId) -> bool {
    let is_known = matches!(
        cx.entity(variable).class,
        Class::Integer | Class::Real | Class::Complex | Class::Array | Class::Struct
    );
    let elements = cx.shape(&Place::whole(variable)).filter(|shape| !shape.is_atomic).and_then(|shape| {
        shape.dims.iter().try_fold(1_i128, |all, dimension| match dimension {
            Dimension::Fixed(length) => all.checked_mul(i128::from(*length)),
            _ => None,
        })
    });
    is_known && !cx.is_volatile(variable) && elements.is_some_and(|elements| elements <= MOST_ELEMENTS)
}
