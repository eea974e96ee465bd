//! Loops of which some iteration certainly needs what another one does. This is found without a look at everything that a
//! proof needs, so that it costs little for the many loops of which nothing of the kind holds.

use super::accesses::{self, MemoryAccess};
use super::judged_loop::JudgedLoop;
use super::outcome::Dependence;
use super::pairs::{AccessPair, Valued};
use super::scalars;
use super::use_index::UseIndex;
use crate::program::access::WriteKind;
use crate::program::arithmetic::Arithmetic;
use crate::program::place::{At, EntityId, Step, Value};

/// Variables that a loop names as often as this are left alone.
const MOST: usize = 64;

/// The dependence between iterations of a loop through one of the wanted variables, if there certainly is one.
pub(super) fn disprove(
    index: &UseIndex<'_>,
    at: At,
    is_wanted: &dyn Fn(EntityId) -> bool,
) -> Option<Dependence> {
    let view = index.view;
    if index.has_goto || view.jumps(view.run(at)).next().is_some() {
        return None;
    }
    let region = JudgedLoop::of(index, at)?;
    let changed = changed(&region, is_wanted);
    let is_scalar = |variable: &EntityId| view.entity(*variable).class.is_scalar();
    let mut scalars =
        changed.iter().filter(|variable| is_scalar(variable) && is_assigned(&region, **variable));
    let of_scalar = scalars.find_map(|variable| scalars::disprove(&region, *variable));
    of_scalar.or_else(|| in_memory(&region, &changed))
}

/// The wanted variables of which each iteration certainly changes something.
fn changed(region: &JudgedLoop<'_, '_>, is_wanted: &dyn Fn(EntityId) -> bool) -> Vec<EntityId> {
    let mut found: Vec<EntityId> = Vec::new();
    let mut others: Vec<EntityId> = Vec::new();
    for write in region.view.writes(region.body).filter(|write| write.kind == WriteKind::Assigned) {
        let Some(root) = region.view.root_of(write.operand) else { continue };
        let is_known = found.contains(&root) || others.contains(&root) || root == region.counting.control;
        if is_known || !region.is_certain(write.at) {
            continue;
        }
        let is_asked = !region.is_own(root) && is_wanted(root);
        if is_asked { &mut found } else { &mut others }.push(root);
    }
    found
}

fn is_assigned(region: &JudgedLoop<'_, '_>, variable: EntityId) -> bool {
    !region.index.writes_in(region.run, variable).is_empty()
}

fn in_memory(region: &JudgedLoop<'_, '_>, changed: &[EntityId]) -> Option<Dependence> {
    let names = region.run.of(&region.view.program.named, |named| named.at);
    let are_few = |root: &&EntityId| names.iter().filter(|named| named.entity == **root).count() < MOST;
    let changed: Vec<EntityId> = changed.iter().filter(are_few).copied().collect();
    if changed.is_empty() {
        return None;
    }
    let mut barriers = Vec::new();
    let accesses = accesses::gather(region, &|variable| changed.contains(&variable), &mut barriers);
    changed.iter().find_map(|root| {
        let own = accesses.all.iter().filter(|access| access.place.root == *root);
        let own: Vec<&MemoryAccess<'_>> = own.collect();
        let is_fixed = own.iter().all(|access| access.block_length() == 0) || region.is_fixed(*root);
        if !is_fixed || are_selected(region, &own) {
            return None;
        }
        let certain = own.into_iter().filter(|access| region.is_certain(access.at));
        let valued: Vec<Valued<'_, '_>> = certain.map(|access| Valued::of(region, access)).collect();
        among(region, &valued)
    })
}

/// Whether the variable of the loop itself is the same subscript of all accesses.
fn are_selected(region: &JudgedLoop<'_, '_>, accesses: &[&MemoryAccess<'_>]) -> bool {
    let is_control = |step: Option<&Step>| match step {
        Some(Step::Index(Value::Node(at))) => {
            region.view.arithmetic(*at) == Arithmetic::Variable(region.counting.control)
        }
        _ => false,
    };
    let Some(first) = accesses.first() else { return true };
    let steps = first.place.steps.len();
    (first.block_length()..steps)
        .any(|position| accesses.iter().all(|access| is_control(access.place.steps.get(position))))
}

fn among(region: &JudgedLoop<'_, '_>, valued: &[Valued<'_, '_>]) -> Option<Dependence> {
    valued.iter().enumerate().find_map(|(position, one)| {
        valued[position..].iter().find_map(|other| {
            let pair = AccessPair { region, one, other };
            let is_change = one.access.write.is_some() || other.access.write.is_some();
            let meet =
                is_change && pair.have_one_block() && pair.certainly_meet() && pair.are_apart().is_none();
            meet.then(|| pair.dependence())
        })
    })
}
