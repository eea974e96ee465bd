//! The optimiser of loops, for policies that choose which levels share them.
//!
//! [`tune`] goes through the stages of the analysis of OpenACC once more, with other levels: those of nests of loops are
//! merged (`merged_levels`), and loops that are proven to be independent are shared too (`proven_loops` with a directive,
//! `kernel_loops` and `inner_loops` without one). What else it finds about loops is no fact of OpenACC and stands beside the
//! facts ([`TunedLoops`]). A policy that keeps the levels of the program needs nothing of this room, and `acc` knows nothing
//! of it: its stages take the levels of loops as they find them.

mod array_copies;
mod choices;
mod inner_loops;
mod interchanged_loops;
mod kernel_loops;
mod kernel_parts;
mod loop_remarks;
mod merged_levels;
mod merged_nests;
mod proven_loops;
mod thread_values;
mod tuned_loops;
mod tuner;

use std::sync::Arc;

use clacc_syntax::checkpoint::{self, HalfDone};

pub use self::choices::{LoopInterchange, LoopProofs, TuningChoices};
pub use self::loop_remarks::loop_remarks;
use self::merged_levels::KeptLevels;
pub use self::tuned_loops::{
    InnerLoop, InterchangedLoops, KernelPart, MergedNest, PartLoop, ProvenLoop, SharedBy, TunedLoops,
};
pub use self::tuner::EffectsOf;
use self::tuner::Tuner;
use crate::acc::constructs::Draft;
use crate::acc::cx::{Cx, UnitFacts};
use crate::acc::facts::ConstructId;
use crate::acc::findings::Findings;
use crate::acc::loop_elements::LoopElements;
use crate::acc::{AccAnalysis, lanes, levels, stages};
use crate::program::View;

/// The facts that a policy maps, and the optimiser's results about loops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tuned {
    /// The facts and the findings. The findings are those of the analysis with the levels of the program.
    pub analysis: Arc<AccAnalysis>,
    /// The results about loops.
    pub loops: TunedLoops,
}

impl Tuned {
    /// The facts with the levels of the program.
    pub fn unchanged(own: &Arc<AccAnalysis>) -> Tuned {
        Tuned { analysis: Arc::clone(own), loops: TunedLoops::default() }
    }
}

/// Determines the facts about a declaration with merged levels (see [`Merged`](crate::acc::facts::Merged)), where `own` is the result with
/// the levels of the program, and `effects_of` returns the effects of functions.
pub fn tune(
    view: View<'_>,
    surroundings: &UnitFacts,
    choices: TuningChoices,
    effects_of: EffectsOf<'_>,
    own: &Arc<AccAnalysis>,
) -> Tuned {
    let may_change =
        merged_levels::may_merge(&own.facts) || kernel_loops::may_share(view, choices.proofs, &own.facts);
    let Some(elements) = own.named.as_ref().filter(|_| may_change) else { return Tuned::unchanged(own) };
    let cx = Cx::with_clauses(view, surroundings.clone(), own.facts.clauses.clone());
    let cx = Tuner { cx, choices, effects_of };
    // The findings are in `own` already. Findings that only this analysis has are reasons against merging.
    let mut report = Findings::default();
    let mut loops = HalfDone::new(stages::find_again(&cx, &own.facts));
    let proven = proven_loops::find(&cx, &mut loops);
    levels::settle(&cx, &mut loops, &mut report);
    loops.facts.elements.clone_from(&own.facts.elements);
    let mut draft = HalfDone::new(merged(&cx, &mut loops, &mut report));
    let loop_elements = LoopElements::find(&cx, &mut draft, Some(elements));
    stages::check_calls(&cx, &draft, &mut report);
    if own.facts.constructs.iter().any(|(_, one)| !one.broken && report.is_broken(one.directive)) {
        return Tuned::unchanged(own);
    }
    stages::find_repeated(&cx, &mut draft);
    let of_kernels = kernel_loops::find(&cx, &loop_elements, &mut draft);
    let inner_loops = inner_loops::find(&cx, &loop_elements, of_kernels, &mut draft);
    let kernel_parts = kernel_parts::find(&cx, &draft, &inner_loops);
    let interchanged_loops = interchanged_loops::find(&cx, &loop_elements, &draft);
    let nests = merged_nests::find(&cx, &draft);
    lanes::find(&cx, &loop_elements, &mut draft);
    checkpoint::leave(loops.finish(), own.facts.constructs.len());
    let is_broken = |_: &Cx<'_>, id: ConstructId, _| own.facts.constructs[id].is_broken_itself();
    let mut facts = HalfDone::new(stages::finish(cx.cx, draft.finish(), is_broken));
    facts.share_with(&own.facts);
    let analysis = AccAnalysis { facts: facts.finish(), diagnostics: own.diagnostics.clone(), named: None };
    let loops = TunedLoops { inner_loops, interchanged_loops, kernel_parts, proven, nests };
    Tuned { analysis: analysis.into(), loops }
}

/// Merges the levels of all loops that need not keep them, and determines the attributes of variables.
fn merged(cx: &Tuner<'_>, loops: &mut Draft, report: &mut Findings) -> Draft {
    let mut kept = KeptLevels::default();
    loop {
        let mut draft = HalfDone::new(loops.copied());
        merged_levels::merge(cx, &kept, &mut draft);
        stages::settle_attributes(cx, &mut draft, report);
        let not_merged = merged_levels::complete(cx, &mut draft);
        if not_merged.is_empty() {
            return draft.finish();
        }
        checkpoint::leave(draft.finish(), loops.facts.constructs.len());
        kept.extend(not_merged);
    }
}
