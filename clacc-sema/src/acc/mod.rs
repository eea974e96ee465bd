//! The meaning of OpenACC constructs.
//!
//! [`facts`] is the result: for every construct of a function its attributes, its levels and its
//! reductions, each with the reason and the section that gives it. Nothing here knows OpenMP.
//!
//! [`analyze`] runs the stages in this order, and each uses the results of the earlier ones: constructs and
//! legal clauses, nesting, explicit attributes, clauses that are left, loops, arguments, levels, control variables,
//! references, implicit attributes, reductions, temporaries, implied reductions, races, the order of gangs and of iterations, lost results, calls,
//! routines, declared variables, loops that gangs repeat,
//! dimensions of gangs, elements that vector lanes meet again.

mod arguments;
mod array_copies;
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
mod constructs;
mod cx;
pub mod data_events;
mod declare;
mod dimensions;
mod disproved_loops;
mod element_races;
mod element_relations;
mod explicit;
pub mod facts;
mod findings;
mod gang_order;
pub mod gang_values;
mod implicit;
mod implicit_levels;
mod implied_reductions;
mod inner_loops;
mod interchanged_loops;
mod items;
mod iteration_order;
mod kernel_loops;
mod kernel_parts;
mod kernel_scalars;
mod kernels;
mod lanes;
mod levels;
mod loop_elements;
mod loop_remarks;
mod loops;
mod lost_results;
mod lower;
mod merged_levels;
mod merged_nests;
pub mod minus_reductions;
mod named_parts;
mod nesting;
mod proven_loops;
mod races;
mod redirected;
mod reduction_types;
mod reductions;
mod redundant;
mod references;
mod required;
mod routine;
mod subarrays;
mod temporaries;

use std::sync::Arc;

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::rare::Rare;
use clacc_syntax::token::TokenRange;

pub use self::chosen_levels::{ImplicitLevels, ImplicitVector, ImplicitWorker, LoopInterchange, LoopProofs};
use self::clauses::Clause;
use self::constructs::{Attributes, Draft};
use self::cx::Cx;
pub use self::cx::{BoundFunction, DeviceStatic, EffectsOf, RoutineLevel, UnitFacts};
use self::data_events::{DataEvent, DataEvents};
use self::facts::{AccFacts, ConstructId, ConstructIndex};
use self::findings::Findings;
use self::loop_elements::{LoopElements, NamedElements};
pub use self::loop_remarks::loop_remarks;
use self::merged_levels::KeptLevels;
use crate::directives::legality;
use crate::program::View;
use crate::program::place::At;
use crate::program::uses::VariableUses;

/// The result of analyzing one external declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccAnalysis {
    /// The facts.
    pub facts: AccFacts,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic<TokenRange>>,
    /// What the loops with the levels of the program name, if they may have other levels.
    named: Option<Arc<NamedElements>>,
}

const LEGALITY: legality::Codes = legality::Codes {
    not_permitted: &codes::ACC0054,
    repeated: &codes::ACC0055,
    exclusive: &codes::ACC0056,
    missing: &codes::ACC0057,
    without_level: Some(&codes::ACC0123),
    after_device_type: &codes::ACC0059,
};

/// Determines the meaning of the OpenACC directives of one external declaration, and reports errors.
pub fn analyze(view: View<'_>, surroundings: UnitFacts) -> AccAnalysis {
    if view.program.directives.iter().all(|(_, directive)| directive.kind.acc().is_none()) {
        return without_directives(view, surroundings);
    }
    let cx = Cx::new(view, surroundings);
    let mut report = Findings::default();
    let mut draft = HalfDone::new(find_loops(&cx, &mut report));
    draft.facts.uses = VariableUses::of(view.program).into();
    draft.facts.first_mentions = references::first_mentions(&cx, &draft).into();
    levels::settle(&cx, &mut draft, &mut report);
    settle_attributes(&cx, &mut draft, &mut report);
    let loop_elements = LoopElements::find(&cx, &mut draft, None);
    check_order(&cx, &loop_elements, &draft, &mut report);
    check_calls(&cx, &draft, &mut report);
    redundant::find(&cx, &mut draft);
    dimensions::find_repeated(&cx, &mut draft);
    lanes::find(&cx, &loop_elements, &mut draft);
    let may_share = kernel_loops::may_share(&cx, &draft);
    let facts = finish(cx, draft.finish(), |cx, _, directive| {
        report.is_broken(directive) || is_misread(cx, directive)
    });
    let may_have_other_levels = may_share || merged_levels::may_merge(&facts);
    let named = may_have_other_levels.then_some(loop_elements.named);
    AccAnalysis { facts, diagnostics: report.finish(), named }
}

/// Determines the same with merged levels (see [`facts::Merged`]), where `own` is the result with the levels of the
/// program, and `effects_of` tells what calls of functions do. The findings are those
/// of `own`.
pub fn merge_levels(
    view: View<'_>,
    surroundings: &UnitFacts,
    effects_of: EffectsOf<'_>,
    own: &Arc<AccAnalysis>,
) -> Arc<AccAnalysis> {
    let Some(elements) = own.named.as_ref() else { return own.clone() };
    let cx = Cx::with_clauses(view, surroundings.clone(), own.facts.clauses.clone()).with_effects(effects_of);
    // What was found is said by `own`. What is found here alone speaks against merging.
    let mut report = Findings::default();
    let mut loops = HalfDone::new(find_again(&cx, own));
    proven_loops::find(&cx, &mut loops);
    levels::settle(&cx, &mut loops, &mut report);
    loops.facts.elements.clone_from(&own.facts.elements);
    let mut kept = KeptLevels::default();
    let (mut draft, loop_elements) = loop {
        let mut draft = HalfDone::new(loops.copied());
        merged_levels::merge(&cx, &kept, &mut draft);
        settle_attributes(&cx, &mut draft, &mut report);
        let not_merged = merged_levels::complete(&cx, &mut draft);
        if not_merged.is_empty() {
            let loop_elements = LoopElements::find(&cx, &mut draft, Some(elements));
            break (draft, loop_elements);
        }
        checkpoint::leave(draft.finish(), loops.facts.constructs.len());
        kept.extend(not_merged);
    };
    check_calls(&cx, &draft, &mut report);
    if own.facts.constructs.iter().any(|(_, one)| !one.broken && report.is_broken(one.directive)) {
        return own.clone();
    }
    redundant::find(&cx, &mut draft);
    dimensions::find_repeated(&cx, &mut draft);
    let of_kernels = kernel_loops::find(&cx, &loop_elements, &mut draft);
    inner_loops::find(&cx, &loop_elements, of_kernels, &mut draft);
    kernel_parts::find(&cx, &mut draft);
    interchanged_loops::find(&cx, &loop_elements, &mut draft);
    merged_nests::find(&cx, &mut draft);
    lanes::find(&cx, &loop_elements, &mut draft);
    checkpoint::leave(loops.finish(), own.facts.constructs.len());
    let facts = finish(cx, draft.finish(), |_, id, _| own.facts.constructs[id].is_broken_itself());
    let mut facts = HalfDone::new(facts);
    facts.share_with(&own.facts);
    AccAnalysis { facts: facts.finish(), diagnostics: own.diagnostics.clone(), named: None }.into()
}

/// The constructs as they were before their levels were settled. To find them again takes less than to keep them for every function.
fn find_again(cx: &Cx<'_>, own: &AccAnalysis) -> Draft {
    let mut draft = find_loops(cx, &mut Findings::default());
    draft.facts.uses = own.facts.uses.clone();
    draft.facts.first_mentions = own.facts.first_mentions.clone();
    draft
}

/// Finds the constructs, their clauses and their loops, and checks what does not depend on levels.
fn find_loops(cx: &Cx<'_>, report: &mut Findings) -> Draft {
    let permitted = |directive| {
        legality::permitted_clauses(cx.view, directive, &LEGALITY, &mut |finding| {
            report.push(directive, finding);
        })
    };
    let mut draft = HalfDone::new(constructs::find(cx, permitted));
    nesting::check(cx, &draft, report);
    branches::check(cx, &draft, report);
    explicit::find(cx, &mut draft, report);
    explicit::check_updates(cx, &draft, report);
    required::find(cx, &mut draft, report);
    loops::find(cx, &mut draft, report);
    arguments::settle(cx, &mut draft, report);
    atomic::check(cx, &draft, report);
    draft.finish()
}

/// Gives the variables their attributes, once the levels of the loops are settled.
fn settle_attributes(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    loops::attribute_controls(cx, draft, report);
    loops::check(cx, draft, report);
    dimensions::check(cx, draft, report);
    let references = HalfDone::new(references::find(cx, draft, &draft.facts.first_mentions));
    implicit::settle(cx, draft, &references, report);
    checkpoint::leave(references.finish(), draft.facts.first_mentions.len());
    reductions::settle(cx, draft, report);
    temporaries::make_private(cx, draft);
    implied_reductions::find(cx, draft, report);
}

/// Checks what loops do whose iterations are executed at the same time. This finds no errors.
fn check_order(cx: &Cx<'_>, loop_elements: &LoopElements, draft: &Draft, report: &mut Findings) {
    races::check(cx, draft, report);
    element_races::check(cx, loop_elements, draft, report);
    gang_order::check(cx, loop_elements, draft, report);
    iteration_order::check(cx, loop_elements, draft, report);
    lost_results::check(cx, draft, report);
    disproved_loops::check(cx, draft, report);
}

/// Checks what is called and declared.
fn check_calls(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    calls::check(cx, draft, report);
    routine::check(cx, draft, report);
    redirected::check(cx, draft, report);
    declare::check(cx, draft, report);
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

/// The result of analyzing a declaration without directives. Its calls may be wrong all the same.
fn without_directives(view: View<'_>, surroundings: UnitFacts) -> AccAnalysis {
    if surroundings.callee_levels.is_empty() {
        return AccAnalysis::default();
    }
    let mut report = Findings::default();
    routine::check_calls(&Cx::new(view, surroundings), &Draft::default(), &mut report);
    AccAnalysis { diagnostics: report.finish(), ..AccAnalysis::default() }
}

/// The statement in which a directive stands.
pub fn block_of(view: View<'_>, directive: DirectiveId) -> Option<At> {
    let outline = &view.program.outline;
    outline.parent(outline.parent(view.directive(directive).at)?)
}

/// The counts of the `enter data` and `exit data` directives, and the calls that release data beside them.
fn data_events_of(cx: &Cx<'_>, facts: &AccFacts) -> Rare<DataEvents> {
    let mut events = Rare::<DataEvents>::default();
    for (id, construct) in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, facts.constructs.iter()) {
        let is_enter = construct.kind == AccDirective::EnterData;
        if !is_enter && construct.kind != AccDirective::ExitData {
            continue;
        }
        let clauses = || construct.clauses.iter().filter_map(|clause| cx.clauses.get(*clause));
        let is_certain = !clauses().any(|clause| matches!(clause.kind, AccClause::If | AccClause::Async));
        let block = block_of(cx.view, construct.directive);
        let event = DataEvent { id: id.into_raw(), is_enter, block, is_certain };
        for place in clauses().flat_map(Clause::items).filter_map(|item| item.place.as_ref()) {
            events.add(&event, place);
        }
    }
    if let Some(events) = events.changed() {
        let view = cx.view;
        for call in view.calls(view.program.outline.all()) {
            if let Some(callee) = call.callee {
                events.add_call(call.at, view.text(view.name(callee)));
            }
        }
    }
    events
}

/// Completes the facts: moves the attributes into the constructs, and marks each construct as broken that
/// cannot be translated because of an error. These are the constructs of a directive with an error, all
/// constructs in the same compute construct, and the constructs inside a broken one, because their
/// attributes depend on the clauses around them.
fn finish(
    cx: Cx<'_>,
    draft: Draft,
    is_broken: impl Fn(&Cx<'_>, ConstructId, DirectiveId) -> bool,
) -> AccFacts {
    let mut draft = HalfDone::new(draft);
    let ids: Vec<_> = draft.ids().collect();
    let host_scalars = kernel_scalars::host_scalars(&cx, &draft).into();
    for id in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, ids.iter()) {
        let Attributes { list, positions } = draft.attributes.remove(*id).unwrap_or_default();
        let construct = &mut draft.facts.constructs[*id];
        let clauses = construct.clauses.iter().filter_map(|clause| cx.clauses.get(*clause));
        construct.index = ConstructIndex::new(clauses, (list.len(), positions));
        construct.attributes = list.into();
        construct.broken = is_broken(&cx, *id, construct.directive);
    }
    for id in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, ids.iter()) {
        let construct = &draft.facts.constructs[*id];
        if let (true, Some(compute)) = (construct.broken, construct.compute) {
            draft.facts.constructs[compute].break_with_others();
        }
    }
    for id in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, ids.iter()) {
        let construct = &draft.facts.constructs[*id];
        let decisive = construct.parent.into_iter().chain(construct.compute);
        if decisive.into_iter().any(|outer| draft.facts.constructs[outer].broken) {
            draft.facts.constructs[*id].break_with_others();
        }
    }
    draft.facts.constructs.shrink_to_fit();
    let data_events = data_events_of(&cx, &draft.facts);
    let UnitFacts {
        routine,
        internal,
        internal_in_routines,
        of_device_code,
        mapped_pointers,
        selecting_callees,
        device_type,
        function_behind,
        bound_functions,
        ..
    } = cx.surroundings;
    let found = AccFacts { data_events, host_scalars, clauses: cx.clauses.finish(), ..draft.finish().facts };
    AccFacts {
        routine,
        internal: internal.into(),
        internal_in_routines: internal_in_routines.into(),
        of_device_code: of_device_code.into(),
        mapped_pointers: mapped_pointers.into(),
        selecting_callees: selecting_callees.into(),
        function_behind,
        bound_functions: bound_functions.into(),
        device_type,
        ..found
    }
}

/// Whether the parser reported an error of a directive, or of the declaration that it is about.
fn is_misread(cx: &Cx<'_>, directive: DirectiveId) -> bool {
    let node = cx.directive(directive);
    let is_about_next = || node.kind.acc() == Some(AccDirective::Routine) && node.argument.is_none();
    node.has_errors || cx.surroundings.is_before_errors && is_about_next()
}
