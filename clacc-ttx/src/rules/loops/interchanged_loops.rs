//! Loops that are interchanged so that memory accesses are contiguous.
//!
//! If the host is the device, one thread executes both loops, and `simd` applies to the loop that becomes the inner one. On a device, the
//! threads should share the loop over contiguous elements, so nothing is interchanged.

use clacc_sema::program::place::EntityId;

use super::inner_loops::{private_of_lanes, report_assumed, simd};
use crate::codes;
use crate::dialect::Fault;
use crate::node::Interchanged;
use crate::rules::core::{Build, Context};

const ASSUMED: &str = "loops inside change places if pointers of data clauses lead to different memory";

/// Interchanges the loops inside a construct for which that is proven to preserve the results.
pub(crate) fn proven(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.dialect.is_for_host() {
        return;
    }
    let mut assumed: Vec<[EntityId; 2]> = Vec::new();
    for loops in cx.tuned.interchanged_loops.iter().filter(|loops| loops.within == cx.id) {
        let has_lanes = !loops.meets_own_elements || !cx.avoids(Fault::SimdOrder);
        let directive = has_lanes.then(|| simd(private_of_lanes(&loops.private).into_iter().collect()));
        let (outer, inner, before, strided) = (loops.outer, loops.inner, loops.before, loops.strided);
        build.interchange(Interchanged { outer, inner, before, strided, directive });
        assumed.extend(loops.assumed.iter().copied());
    }
    report_assumed(cx, build, &assumed, (ASSUMED, &codes::MAP0085));
}
