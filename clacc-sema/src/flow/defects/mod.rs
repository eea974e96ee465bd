//! Defects in what a function does with data that the host and the device have copies of.
//!
//! The walk follows the function in the order of execution, with what is certain of each object: whether it is present,
//! which side has a change that the other one lacks, and which queues still work on it. Whatever calls, other names or
//! conditions may do ends what is certain, so that a finding is about a path that the program can take. A device that
//! shares the memory of the host hides these defects.
//!
//! Loops are walked through twice, so that a finding is about a path with one or two iterations and needs no fixed point.
//! Elements are compared by the first and last values of their subscripts (`reach`, on the polynomials of `dependence`).
//!
//! Memory that nothing puts on the device shows in the whole unit alone, and without an order of execution (`unplaced`, put
//! together by `db::unplaced_memory`): each declaration says which memory its compute constructs use without a clause, and
//! functions that name a pointer at file scope or get one say where its value goes (`revealed`, put together by
//! `db::own_pointers`). Members and structs are judged in units that are whole programs, and by the names of members: one clause
//! anywhere that names a member of this name, one call that manages memory of devices, or one address that is stored on the
//! device ends the search.

mod certainties;
mod data_findings;
mod data_objects;
mod device_effects;
mod directive_effects;
mod execution;
mod happenings;
mod host_effects;
mod named_memory;
mod overlap;
mod pragma_runs;
mod reach;
mod reduced_reads;
mod repeated_copies;
pub mod revealed;
mod sections;
mod shared_scalars;
mod transfers;
pub mod unplaced;

use clacc_syntax::checkpoint::HalfDone;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::token::TokenRange;

use self::data_objects::Objects;
use self::execution::ExecutionWalk;
use self::happenings::Happenings;
use self::sections::Sections;
use crate::acc::facts::AccFacts;
use crate::program::View;
use crate::program::access::JumpKind;
use crate::program::place::EntityId;

/// The defects of a function. The variables in `declared`, sorted, are on the device as long as the program runs, and `is_pure` returns
/// whether a function only computes a value from its arguments.
pub fn check(
    view: View<'_>,
    facts: &AccFacts,
    declared: &[EntityId],
    is_pure: &dyn Fn(EntityId) -> bool,
) -> Vec<Diagnostic<TokenRange>> {
    if !is_followed(view, facts) {
        return Vec::new();
    }
    let mut objects = HalfDone::new(Objects::find(view, facts, declared));
    if objects.list.iter().all(|object| object.is_lost) {
        return Vec::new();
    }
    let events = Happenings::find(view, facts, &mut objects);
    let mut walk = ExecutionWalk::new(view, facts, &objects, &events, is_pure);
    if !walk.function() {
        return Vec::new();
    }
    let mut report = walk.report;
    let items = sections::items_with_lengths(facts);
    Sections { view, facts, objects: &objects, events: &events, items: &items }.check(&mut report);
    reduced_reads::check(view, facts, &mut report);
    shared_scalars::check(view, facts, &mut report);
    report.finish()
}

/// Returns whether defects can be found: the function has no `routine` directive and uses data on devices, it contains no `goto`, and all
/// its directives are OpenACC directives that can be translated.
fn is_followed(view: View<'_>, facts: &AccFacts) -> bool {
    let uses_data = |kind| {
        matches!(kind, AccDirective::Data | AccDirective::EnterData | AccDirective::ExitData)
            || matches!(kind, AccDirective::Update)
            || crate::acc::facts::is_compute(kind)
    };
    let is_jump = |kind| matches!(kind, JumpKind::Goto(_) | JumpKind::Indirect);
    facts.routine.is_none()
        && facts.constructs.iter().any(|(_, construct)| uses_data(construct.kind))
        && facts.constructs.iter().all(|(_, construct)| !construct.broken)
        && !view.jumps(view.program.outline.all()).any(|jump| is_jump(jump.kind))
        && view.program.directives.iter().all(|(_, directive)| directive.kind.acc().is_some())
}
