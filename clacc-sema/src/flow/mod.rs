//! The effects of executing a part of a program: the variables that it changes, the queues that it uses,
//! the data that it releases, the defects in its use of data.

pub mod changes;
pub mod defects;
pub mod queues;
pub mod releases;
pub mod selected_elements;
pub mod work;

use crate::acc::facts::{AccFacts, Construct, ConstructId};
use crate::program::View;

/// The constructs in the region of a construct, outer before inner, in source order.
fn inside<'a>(
    view: View<'a>,
    facts: &'a AccFacts,
    around: ConstructId,
) -> impl Iterator<Item = (ConstructId, &'a Construct)> {
    let region = view.directive(facts.constructs[around].directive).region.unwrap_or_default();
    // The arena's iterator would first step over all constructs before this one.
    let behind = around.into_raw().into_u32() + 1..facts.constructs.len() as u32;
    let behind = behind.map(|raw| ConstructId::from_raw(clacc_syntax::arena::RawIdx::from_u32(raw)));
    let behind = behind.map(|id| (id, &facts.constructs[id]));
    let at = move |construct: &Construct| view.directive(construct.directive).at;
    // The inner half of a combined directive is not in its region.
    behind
        .skip_while(move |(_, construct)| at(construct) < region.run.start)
        .take_while(move |(_, construct)| at(construct) < region.run.end)
}
