//! Scalars under a data clause that a partitioned loop uses as if they were private: each iteration assigns the variable and reads it
//! again, while others assign it.

use std::iter;

use clacc_syntax::checkpoint;
use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashSet;

use super::data_findings::Report;
use crate::acc::facts::{
    AccFacts, Construct, ConstructId, DataAttributes, DataMapping, LoopFacts, Rule, Sharing,
};
use crate::program::View;
use crate::program::access::{Write, WriteKind};
use crate::program::entity::Class;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// Checks the loops of each compute construct.
pub(super) fn check(view: View<'_>, facts: &AccFacts, report: &mut Report<'_>) {
    let mut known = FxHashSet::default();
    for (id, construct) in facts.constructs.iter() {
        checkpoint::pass();
        let levels = construct.loop_facts.as_deref().filter(|facts| facts.sequential.is_none());
        if !levels.is_some_and(LoopFacts::is_partitioned) {
            continue;
        }
        for write in view.writes(construct.run()) {
            let Some(variable) = temporary(view, facts, id, construct, write) else { continue };
            if let Some(read) = read_behind(view, construct, write, variable)
                && known.insert((construct.compute, variable))
            {
                report.shared_scalar(variable, construct.directive, write.operand, read);
            }
        }
    }
}

/// The scalar that an assignment in a loop gives a value which differs between iterations, or which the iteration changes later, if a data
/// clause makes all iterations share it.
fn temporary(
    view: View<'_>,
    facts: &AccFacts,
    id: ConstructId,
    construct: &Construct,
    write: &Write,
) -> Option<EntityId> {
    let variable = write.target.filter(|_| write.kind == WriteKind::Assigned && write.replaces)?;
    let is_number = matches!(view.entity(variable).class, Class::Integer | Class::Real | Class::Complex);
    let value = view.program.outline.children(write.at).last()?;
    let is_own_statement = !view.is_conditional(write.at, construct.run().start);
    let names = view.mentions(view.run(value));
    let uses_others = names.into_iter().any(|mention| {
        let is_changed = facts.uses.changes_in(construct.run(), mention.place.root);
        mention.place.root != variable
            && (is_changed || view.entity(mention.place.root).class == Class::Pointer)
    });
    let is_changed_later = || {
        let mut writes = view.writes(construct.run());
        writes.any(|other| other.target == Some(variable) && !other.replaces && other.at > write.at)
    };
    (is_number
        && is_own_statement
        && (uses_others || is_changed_later())
        && is_shared(view, facts, id, variable, write.at))
    .then_some(variable)
}

/// The constructs whose regions contain a node in the region of a construct: that one, those around it and some inside it.
fn constructs_around(facts: &AccFacts, id: ConstructId, at: At) -> impl Iterator<Item = &Construct> {
    let around =
        iter::successors(Some(id), |id| facts.constructs[*id].parent).map(|id| &facts.constructs[id]);
    // Constructs are in source order.
    let behind = facts.constructs.values().skip(id.into_raw().into_u32() as usize + 1);
    let inside = behind.take_while(move |construct| construct.run().start <= at);
    around.chain(inside).filter(move |construct| construct.run().contains(at))
}

/// Returns whether an explicit data clause of the compute construct, or of a data construct around it, makes all iterations share a
/// variable.
fn is_shared(view: View<'_>, facts: &AccFacts, id: ConstructId, variable: EntityId, at: At) -> bool {
    let is_own = constructs_around(facts, id, at).any(|construct| {
        let sharing = construct.attribute_of(variable).and_then(DataAttributes::sharing_kind);
        let has_own =
            matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate | Sharing::Reduction(_)));
        has_own || construct.kind == AccDirective::Atomic
    });
    let compute = facts.constructs[id].compute.map(|compute| &facts.constructs[compute]);
    let given = compute.and_then(|compute| compute.attribute_of(variable)?.mapping.as_ref());
    let is_mapped = given.is_some_and(|given| {
        given.reason.rule == Rule::VisibleDataClause
            || given.reason.is_explicit()
                && !matches!(given.kind, DataMapping::Nomap | DataMapping::Deviceptr)
    });
    is_mapped && !is_own && !view.is_volatile(variable)
}

/// The first read of a variable after an assignment in the same loop.
fn read_behind(view: View<'_>, construct: &Construct, write: &Write, variable: EntityId) -> Option<At> {
    let end = view.program.outline.end(write.at);
    let rest = Run::new(end, construct.run().end);
    let is_written = |at: At| view.writes(rest).any(|write| write.replaces && write.operand == at);
    let mut names = view.mentions(rest).filter(|mention| mention.place.root == variable);
    names.find(|mention| !is_written(mention.at)).map(|mention| mention.at)
}
