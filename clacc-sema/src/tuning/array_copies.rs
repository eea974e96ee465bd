//! Arrays of which each iteration of a loop has its own, as directives may say it.

use super::tuner::Tuner;
use crate::acc::constructs::Draft;
use crate::acc::facts::{ConstructId, Sharing};
use crate::dependence::Independent;
use crate::program::entity::Dimension;
use crate::program::place::{EntityId, Place};

/// How many elements an array has at most of which each thread gets a copy without being asked. Copies lie on the stacks of
/// threads.
const MOST_ELEMENTS: u64 = 2048;

/// Whether threads may get copies of the arrays that a proof wants them to have.
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

/// Those of which the iterations of a construct's loops share one. `private` on a construct around them gives a gang its own,
/// which may be enough.
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
