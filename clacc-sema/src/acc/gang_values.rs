//! Variables that are private to gangs: those declared in code that a gang executes, and those that `private` and `firstprivate` copy for
//! each gang (OpenACC 3.4 2.5.13, 2.5.14).

use super::constructs::Draft;
use super::cx::Cx;
use super::facts::{ConstructId, Sharing};
use crate::program::View;
use crate::program::entity::StorageDuration;
use crate::program::place::{EntityId, Place};
use crate::program::run::Run;

/// Returns whether a variable outside of a loop is private to each gang. `around` are the constructs around the loop up to its compute
/// construct, each with its region and the variable's attribute on it.
pub fn is_own_of_gang(
    view: View<'_>,
    variable: EntityId,
    around: impl IntoIterator<Item = (Run, Option<Sharing>)>,
) -> bool {
    let is_local = view.entity(variable).duration == StorageDuration::Automatic;
    around.into_iter().any(|(run, sharing)| {
        is_local && view.is_declared_in(variable, run)
            || matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate))
    })
}

/// Returns whether a variable is private to a gang that executes a loop of a compute construct.
pub(crate) fn is_of_gang(cx: &Cx<'_>, draft: &Draft, on: ConstructId, variable: EntityId) -> bool {
    let place = Place::whole(variable);
    let compute = draft.construct(on).compute;
    let around = draft.enclosing(on).take_while(|id| draft.construct(*id).compute == compute);
    is_own_of_gang(cx.view, variable, around.map(|id| (draft.run(id), draft.sharing(id, &place))))
}
