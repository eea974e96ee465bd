//! Private scalars of loops without a directive, which the directive around makes private instead.
//!
//! A loop that one thread executes has no directive, so that a private copy of a variable is a local variable in a block around the loop.
//! If nothing else uses the variable, a `private` clause on the directive around has the same effect: each thread that executes that
//! directive has one copy, which only such loops use. The clause adds no line to the text.

use clacc_sema::acc::facts::{Construct, ConstructId, DataAttributes, Reason, Sharing};
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::{At, EntityId};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::OmpClause;

use super::associated_loops::is_collapsed_away;
use super::loop_levels::directive_of;
use super::private_variables::{is_local_control, private_variables};
use crate::dialect::Fault;
use crate::rules::copies::privates::part_behind_pointer;
use crate::rules::core::{Build, Context};

/// The place of the copy that stands for the private copy of an inner loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    /// The directive of this construct has the variable in a `private` clause.
    Clause(ConstructId),
    /// The variable itself, which is local to the function that the thread executes.
    Variable,
}

/// Finds the copy that can stand for the private copy of a scalar of a loop. None if the loop needs a copy of its own.
pub(super) fn home(cx: &Context<'_>, variable: EntityId) -> Option<Home> {
    let entity = cx.entity(variable);
    let is_register = || cx.avoids(Fault::RegisterVariables) && cx.view.is_register(variable);
    if !cx.dialect.is_short() || !entity.class.is_scalar() || is_register() || is_of_pointee(cx, variable) {
        return None;
    }
    let around = cx.loops_around().find(|id| directive_of(&Context { id: *id, ..*cx }).is_some());
    let automatic = entity.duration == StorageDuration::Automatic;
    let (home, run) = match around.or(cx.construct().compute) {
        Some(id) => (Home::Clause(id), cx.facts.constructs[id].run()),
        None => (Home::Variable, cx.view.program.outline.all()),
    };
    let is_free = match home {
        Home::Clause(id) => is_private_or_unknown(&cx.facts.constructs[id], variable),
        Home::Variable => automatic,
    };
    (is_free && is_used_in_loops_alone(cx, variable, (home, run))).then_some(home)
}

/// Returns true if the private copy of a loop is an array in place of a part of what a pointer points to.
fn is_of_pointee(cx: &Context<'_>, variable: EntityId) -> bool {
    let sharing = cx.construct().attribute_of(variable).and_then(|attribute| attribute.sharing.as_ref());
    sharing.is_some_and(|given| part_behind_pointer(cx, &given.reason).is_some())
}

/// Returns whether a compute construct needs no copy of a variable, because only loops with copies of their own use it.
pub(crate) fn has_copies_in_loops(cx: &Context<'_>, variable: EntityId) -> bool {
    cx.dialect.is_short() && is_used_in_loops_alone(cx, variable, (Home::Clause(cx.id), cx.construct().run()))
}

/// Adds the variables to the `private` clause of a directive for which [`home`] returns it.
pub(crate) fn list(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.dialect.is_short() {
        return;
    }
    let own = Home::Clause(cx.id);
    let mut found: Vec<(EntityId, &Reason)> = Vec::new();
    for inner in loops_inside(cx) {
        for (attribute, reason) in private_variables(&inner) {
            let variable = attribute.place.root;
            let is_known = found.iter().any(|(known, _)| *known == variable);
            if !is_known
                && !build.is_listed(OmpClause::Private, variable)
                && has_copy_of_its_own(&inner, variable)
                && home(&inner, variable) == Some(own)
            {
                found.push((variable, reason));
            }
        }
    }
    build.push_entities(OmpClause::Private, &found);
}

/// Returns true if a loop would have a local variable as its private copy: it has no directive, or one whose clauses do not take the variable.
fn has_copy_of_its_own(cx: &Context<'_>, variable: EntityId) -> bool {
    directive_of(cx).is_none() && !is_collapsed_away(cx) || is_local_control(cx, variable)
}

/// The loops inside a construct.
fn loops_inside<'a>(cx: &Context<'a>) -> impl Iterator<Item = Context<'a>> + use<'a> {
    let (cx, run) = (*cx, cx.construct().run());
    let behind = cx.facts.constructs.iter().skip(cx.id.into_raw().into_u32() as usize + 1);
    let inside = behind.take_while(move |(_, construct)| run.contains(construct.run().start));
    inside.filter(|(_, construct)| construct.loop_facts.is_some()).map(move |(id, _)| Context { id, ..cx })
}

/// Returns true if a construct has no attribute of its own for a variable but `private`.
fn is_private_or_unknown(construct: &Construct, variable: EntityId) -> bool {
    construct
        .attribute_of(variable)
        .is_none_or(|attribute| attribute.is_hidden || attribute.sharing_kind() == Some(Sharing::Private))
}

/// Returns true if every use of a variable in the run of its home is inside a loop that has a private copy of it, or that gives the private copy
/// of the home its first value. Of the loops that share the copy of the home, none contains another. The home itself does not count as a loop.
fn is_used_in_loops_alone(cx: &Context<'_>, variable: EntityId, (home, run): (Home, Run)) -> bool {
    let is_private = |construct: &Construct| {
        construct.attribute_of(variable).and_then(DataAttributes::sharing_kind) == Some(Sharing::Private)
    };
    let others = cx.facts.constructs.iter().filter(|(id, _)| home != Home::Clause(*id));
    let inside = others.filter(|(_, each)| run.contains(each.run().start) && each.loop_facts.is_some());
    // The clauses of a directive that list the variable do not use it.
    let with_directive = |construct: &Construct| cx.view.run(cx.view.directive(construct.directive).at);
    let (mut loops, mut sharing) = (Vec::new(), Vec::new());
    for (id, construct) in inside.filter(|(_, construct)| is_private(construct)) {
        loops.push(with_directive(construct));
        if has_copy_of_its_own(&Context { id, ..*cx }, variable) {
            sharing.push(with_directive(construct));
        }
    }
    if matches!(home, Home::Clause(id) if is_private(&cx.facts.constructs[id])) {
        let bare = cx.view.loops_in(run).iter().filter(|at| starts_with(cx, **at, variable));
        let is_bare = |at: &Run| !loops.iter().any(|run: &Run| run.contains(at.start));
        let bare: Vec<Run> = bare.map(|at| cx.view.run(*at)).filter(is_bare).collect();
        loops.extend(&bare);
        sharing.extend(bare);
    }
    let mut names = cx.view.names_in(run).iter().filter(|named| named.entity == variable);
    names.all(|named| loops.iter().any(|run| run.contains(named.at))) && are_apart(cx, variable, sharing)
}

/// Returns true if none of these loops contains another one, but for loops that use the variable only inside of others among them.
fn are_apart(cx: &Context<'_>, variable: EntityId, mut loops: Vec<Run>) -> bool {
    loops.sort_unstable_by_key(|run| run.start);
    let uses_itself = |number: &usize| {
        let run = loops[*number];
        let inside = || loops[number + 1..].iter().take_while(|other| run.contains(other.start));
        let mut names = cx.view.names_in(run).iter().filter(|named| named.entity == variable);
        inside().next().is_none() || names.any(|named| !inside().any(|other| other.contains(named.at)))
    };
    let users: Vec<Run> = (0..loops.len()).filter(uses_itself).map(|number| loops[number]).collect();
    users.windows(2).all(|pair| !pair[0].contains(pair[1].start))
}

/// Returns true if a loop assigns a variable before anything in the loop reads it, because it counts with the variable.
fn starts_with(cx: &Context<'_>, at: At, variable: EntityId) -> bool {
    let counting = cx.view.counting(at).filter(|counting| counting.control == variable);
    counting.is_some_and(|counting| {
        let mut names = cx.view.names_in(cx.view.run(counting.first)).iter();
        names.all(|named| named.entity != variable)
    })
}
