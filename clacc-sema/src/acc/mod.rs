//! The meaning of OpenACC constructs.
//!
//! [`facts`] is the result: for every construct of a function its attributes, its levels and its
//! reductions, each with the reason and the section that gives it. Nothing here knows OpenMP.
//!
//! [`analyze`] runs the stages in this order, and each uses the results of the earlier ones: constructs and
//! legal clauses, nesting, explicit attributes, clauses that are left, loops, arguments, levels, control variables,
//! references, implicit attributes, reductions, temporaries, implied reductions, races, the order of gangs and of iterations, lost results, calls,
//! routines, declared variables, contents of compute constructs, loops that gangs repeat,
//! dimensions of gangs, elements that vector lanes meet again.

mod arguments;
pub mod atomic;
mod attribute_positions;
pub mod attribute_rows;
mod attribute_rules;
mod branches;
mod calls;
mod chosen_levels;
pub mod clauses;
pub mod codes;
mod construct_index;
pub(crate) mod constructs;
mod contents;
pub(crate) mod cx;
pub mod data_events;
mod declare;
mod dimensions;
mod disproved_loops;
mod element_races;
mod element_relations;
mod explicit;
pub mod facts;
pub(crate) mod findings;
mod gang_order;
pub mod gang_values;
mod implicit;
mod implicit_levels;
pub(crate) mod implied_reductions;
mod items;
mod iteration_order;
mod kernel_reductions;
pub(crate) mod kernel_scalars;
pub(crate) mod kernels;
pub(crate) mod lanes;
pub(crate) mod levels;
pub(crate) mod loop_elements;
pub(crate) mod loops;
mod lost_results;
mod lower;
pub mod minus_reductions;
mod named_parts;
mod nesting;
mod races;
mod redirected;
mod reduction_types;
mod reductions;
mod redundant;
mod references;
mod required;
mod routine;
pub(crate) mod stages;
mod subarrays;
mod temporaries;

use std::sync::Arc;

use clacc_syntax::checkpoint::HalfDone;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

pub use self::chosen_levels::{ImplicitLevels, ImplicitVector, ImplicitWorker};
use self::constructs::Draft;
use self::cx::Cx;
pub use self::cx::{BoundFunction, DeviceStatic, RoutineLevel, UnitFacts};
use self::facts::AccFacts;
use self::findings::Findings;
use self::loop_elements::{LoopElements, NamedElements};
pub use self::stages::{block_of, clause_findings};
use crate::program::View;
use crate::program::uses::VariableUses;

/// The result of analyzing one external declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccAnalysis {
    /// The facts.
    pub facts: AccFacts,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic<TokenRange>>,
    /// The elements that loops access, gathered with the levels of the program, for an analysis with other levels.
    pub(crate) named: Option<Arc<NamedElements>>,
}

/// Determines the facts about the OpenACC directives of one external declaration, and reports errors.
pub fn analyze(view: View<'_>, surroundings: UnitFacts) -> AccAnalysis {
    if view.program.directives.iter().all(|(_, directive)| directive.kind.acc().is_none()) {
        return without_directives(view, surroundings);
    }
    let cx = Cx::new(view, surroundings);
    let mut report = Findings::default();
    let mut draft = HalfDone::new(stages::find_loops(&cx, &mut report));
    draft.facts.uses = VariableUses::of(view.program).into();
    draft.facts.first_mentions = references::first_mentions(&cx, &draft).into();
    levels::settle(&cx, &mut draft, &mut report);
    stages::settle_attributes(&cx, &mut draft, &mut report);
    let loop_elements = LoopElements::find(&cx, &mut draft, None);
    stages::check_order(&cx, &loop_elements, &draft, &mut report);
    stages::check_calls(&cx, &draft, &mut report);
    stages::find_repeated(&cx, &mut draft);
    lanes::find(&cx, &loop_elements, &mut draft);
    let facts = stages::finish(cx, draft.finish(), |cx, _, directive| {
        report.is_broken(directive) || stages::is_misread(cx, directive)
    });
    AccAnalysis { facts, diagnostics: report.finish(), named: Some(loop_elements.named) }
}

/// The result of analyzing a declaration without directives, which has calls that must be checked.
fn without_directives(view: View<'_>, surroundings: UnitFacts) -> AccAnalysis {
    if surroundings.callee_levels.is_empty() {
        return AccAnalysis::default();
    }
    let mut report = Findings::default();
    routine::check_calls(&Cx::new(view, surroundings), &Draft::default(), &mut report);
    AccAnalysis { diagnostics: report.finish(), ..AccAnalysis::default() }
}
