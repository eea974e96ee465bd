//! Arrays that are private to the iterations of a loop, as directives can express it.

use super::tuner::Tuner;
use crate::acc::constructs::Draft;
use crate::acc::facts::{ConstructId, Sharing};
use crate::dependence::Independent;
use crate::program::entity::Dimension;
use crate::program::place::{EntityId, Place};

/// The maximum number of elements of an array that each thread gets a copy of without a clause. Copies are on the stacks of threads.
const MOST_ELEMENTS: u64 = 2048;

/// Returns whether the arrays that a proof requires to be private are small enough for that.
pub(super) fn are_small(cx: &Tuner<'_>, proven: &Independent) -> bool {
    proven.arrays.iter().all(|array| is_small(cx, *array))
}

fn is_small(cx: &Tuner<'_>, array: EntityId) -> bool {
    let shape = cx.shape(&Place::whole(array));
    let count = shape.and_then(|shape| {
        shape.dims.iter().try_fold(1_u64, |count, dimension| match dimension {
            Dimension::Fixed(length) => count.checked_mul(*length),
            Dimension::Variable | Dimension::Unknown => None,
        })
    });
    count.is_some_and(|count| count <= MOST_ELEMENTS)
}

/// The arrays in a proof of which the iterations of a construct's loops share one. `private` on an enclosing construct gives each gang a
/// copy, which may be enough.
pub(super) fn shared<'p>(
    cx: &'p Tuner<'_>,
    draft: &'p Draft,
    id: ConstructId,
    proven: &'p Independent,
) -> impl Iterator<Item = EntityId> + 'p {
    let has_own = move |array: EntityId| {
        let has_clause = |each: ConstructId| {
            let mut attributes = draft.construct(each).attributes.iter();
            attributes.any(|each| each.place.root == array && each.sharing_kind() == Some(Sharing::Private))
        };
        has_clause(id) || draft.enclosing(id).any(has_clause) || cx.is_declared_in(array, draft.run(id))
    };
    proven.arrays.iter().copied().filter(move |array| !has_own(*array))
}
