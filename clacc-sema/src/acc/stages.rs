//! The stages of the analysis. [`analyze`](super::analyze) runs them with the levels of the program, and [`tuning`](crate::tuning) again
//! with other levels.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::clauses::Clause;
use super::constructs::{Attributes, Draft};
use super::cx::{Cx, UnitFacts};
use super::data_events::{DataEvent, DataEvents};
use super::facts::{AccFacts, ConstructId, ConstructIndex};
use super::findings::Findings;
use super::loop_elements::LoopElements;
use super::{
    arguments, atomic, branches, calls, codes, constructs, contents, declare, dimensions, disproved_loops,
    element_races, explicit, gang_order, implicit, implied_reductions, iteration_order, kernel_scalars,
    loops, lost_results, nesting, races, redirected, reductions, redundant, references, required, routine,
    temporaries,
};
use crate::directives::legality;
use crate::program::View;
use crate::program::place::{At, EntityId};

const LEGALITY: legality::Codes = legality::Codes {
    not_permitted: &codes::ACC0054,
    repeated: &codes::ACC0055,
    exclusive: &codes::ACC0056,
    missing: &codes::ACC0057,
    without_level: Some(&codes::ACC0123),
    after_device_type: &codes::ACC0059,
};

/// The constructs in the state before their levels were settled. Finding them again is cheaper than keeping them for every function.
pub(crate) fn find_again(cx: &Cx<'_>, own: &AccFacts) -> Draft {
    let mut draft = find_loops(cx, &mut Findings::default());
    draft.facts.uses = own.uses.clone();
    draft.facts.first_mentions = own.first_mentions.clone();
    draft
}

/// Returns the findings about which clauses a directive takes, how often, and which exclude each other. They depend on no name.
pub fn clause_findings(view: View<'_>, directive: DirectiveId) -> Vec<Diagnostic<TokenRange>> {
    let mut found = Vec::new();
    legality::permitted_clauses(view, directive, &LEGALITY, &mut |finding| found.push(finding));
    found
}

/// Finds the constructs, their clauses and their loops, and runs the checks that do not depend on levels.
pub(super) fn find_loops(cx: &Cx<'_>, report: &mut Findings) -> Draft {
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

/// Determines the attributes of variables, once the levels of the loops are settled.
pub(crate) fn settle_attributes(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
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

/// Checks loops whose iterations are executed in parallel. These checks report no errors.
pub(super) fn check_order(cx: &Cx<'_>, loop_elements: &LoopElements, draft: &Draft, report: &mut Findings) {
    races::check(cx, draft, report);
    element_races::check(cx, loop_elements, draft, report);
    gang_order::check(cx, loop_elements, draft, report);
    iteration_order::check(cx, loop_elements, draft, report);
    lost_results::check(cx, draft, report);
    disproved_loops::check(cx, draft, report);
}

/// Checks calls and declarations.
pub(crate) fn check_calls(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    calls::check(cx, draft, report);
    routine::check(cx, draft, report);
    redirected::check(cx, draft, report);
    declare::check(cx, draft, report);
}

/// Marks the loops that are repeated by gangs.
pub(crate) fn find_repeated(cx: &Cx<'_>, draft: &mut Draft) {
    contents::find(cx, draft);
    redundant::find(cx, draft);
    dimensions::find_repeated(cx, draft);
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

/// The node, usually a block, around the statement of a directive.
pub fn block_of(view: View<'_>, directive: DirectiveId) -> Option<At> {
    let outline = &view.program.outline;
    outline.parent(outline.parent(view.directive(directive).at)?)
}

/// Returns the `enter data` and `exit data` directives, and the calls of routines that release data.
fn data_events_of(cx: &Cx<'_>, facts: &AccFacts) -> DataEvents {
    let mut events = DataEvents::default();
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
    if !events.is_empty() {
        let view = cx.view;
        for call in view.calls(view.program.outline.all()) {
            if let Some(callee) = call.callee {
                events.add_call(call.at, view.text(view.name(callee)));
            }
        }
    }
    events
}

/// The variables that clauses name, but for clauses that only privatise or reduce them.
fn named_as_data(cx: &Cx<'_>) -> FxHashSet<EntityId> {
    let is_about_data =
        |kind| !matches!(kind, AccClause::Private | AccClause::Firstprivate | AccClause::Reduction);
    let clauses = checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, cx.clauses.iter());
    let clauses = clauses.filter(|(_, clause)| is_about_data(clause.kind));
    let places = clauses.flat_map(|(_, clause)| clause.items()).filter_map(|item| item.place.as_ref());
    places.map(|place| place.root).collect()
}

/// Completes the facts: moves the attributes into the constructs, and marks each construct as broken that cannot be translated because of
/// an error: the constructs of a directive with an error, all constructs in the same compute construct, and the constructs inside a broken
/// one, because their attributes depend on the clauses around them.
pub(crate) fn finish(
    cx: Cx<'_>,
    draft: Draft,
    is_broken: impl Fn(&Cx<'_>, ConstructId, DirectiveId) -> bool,
) -> AccFacts {
    let mut draft = HalfDone::new(draft);
    let ids: Vec<_> = draft.ids().collect();
    let host_scalars = kernel_scalars::host_scalars(&cx, &draft);
    let named_as_data = named_as_data(&cx);
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
        has_device_variables,
        of_device_code,
        mapped_pointers,
        threadprivate,
        selecting_callees,
        device_type,
        function_behind,
        is_defined_behind,
        bound_functions,
        ..
    } = cx.surroundings;
    let clauses = cx.clauses.finish();
    let found = AccFacts { clauses, data_events, host_scalars, named_as_data, ..draft.finish().facts };
    AccFacts {
        routine,
        internal: internal.into(),
        internal_in_routines: internal_in_routines.into(),
        has_device_variables,
        of_device_code: of_device_code.into(),
        mapped_pointers: mapped_pointers.into(),
        threadprivate,
        selecting_callees: selecting_callees.into(),
        function_behind,
        is_defined_behind,
        bound_functions: bound_functions.into(),
        device_type,
        ..found
    }
}

/// Returns true if the parser reported an error in a directive, or in the declaration that it applies to.
pub(super) fn is_misread(cx: &Cx<'_>, directive: DirectiveId) -> bool {
    let node = cx.directive(directive);
    let is_about_next = || node.kind.acc() == Some(AccDirective::Routine) && node.argument.is_none();
    node.has_errors || cx.surroundings.is_before_errors && is_about_next()
}
