//! Loops in which one iteration certainly depends on another one. The search skips much of what a proof needs, so that it is cheap for the
//! many loops without such a dependence.

use clacc_syntax::checkpoint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::accesses;
use super::judged_loop::JudgedLoop;
use super::outcome::Dependence;
use super::pairs::{AccessPair, Valued};
use super::scalars;
use super::use_index::UseIndex;
use crate::program::access::WriteKind;
use crate::program::arithmetic::Arithmetic;
use crate::program::element::{ElementPart, Elements};
use crate::program::place::{At, EntityId};

/// The number of names of a variable in a loop from which on the variable is not examined.
const MOST: usize = 64;

/// The certain dependence between iterations of a loop through one of the variables that `is_wanted` accepts, if there is one. `known` are
/// the elements of non-scalar variables in the declaration, if they were gathered.
pub(super) fn disprove(
    index: &UseIndex<'_>,
    at: At,
    is_wanted: &dyn Fn(EntityId) -> bool,
    known: Option<&Elements>,
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
    of_scalar.or_else(|| in_memory(&region, &changed, known))
}

const WRITES_BETWEEN_CHECKPOINTS: usize = 1 << 8;

/// The wanted variables that each iteration certainly changes, or a part of them.
fn changed(region: &JudgedLoop<'_, '_>, is_wanted: &dyn Fn(EntityId) -> bool) -> Vec<EntityId> {
    let mut found: Vec<EntityId> = Vec::new();
    let mut known = FxHashSet::from_iter([region.counting.control]);
    let assigned = region.view.writes(region.body).filter(|write| write.kind == WriteKind::Assigned);
    for write in checkpoint::every(WRITES_BETWEEN_CHECKPOINTS, assigned) {
        let Some(root) = region.view.root_of(write.operand) else { continue };
        if known.contains(&root) || !region.is_certain(write.at) {
            continue;
        }
        known.insert(root);
        if !region.is_own(root) && is_wanted(root) {
            found.push(root);
        }
    }
    found
}

fn is_assigned(region: &JudgedLoop<'_, '_>, variable: EntityId) -> bool {
    !region.index.writes_in(region.run, variable).is_empty()
}

fn in_memory(
    region: &JudgedLoop<'_, '_>,
    changed: &[EntityId],
    known: Option<&Elements>,
) -> Option<Dependence> {
    if changed.is_empty() {
        return None;
    }
    let mut changed = changed.to_vec();
    leave_out_often_named(region, &mut changed);
    if let Some(known) = known {
        leave_out_selected(region, known, &mut changed);
    }
    if changed.is_empty() {
        return None;
    }
    let wanted: FxHashSet<EntityId> = changed.iter().copied().collect();
    let mut barriers = Vec::new();
    let accesses = accesses::gather(
        region,
        &|variable| wanted.contains(&variable),
        known,
        &FxHashSet::default(),
        &mut barriers,
    );
    changed.iter().find_map(|root| {
        let own = || accesses.all.iter().filter(|access| access.place.root == *root);
        let is_fixed = own().all(|access| access.block_length() == 0) || region.is_fixed(*root);
        if !is_fixed {
            return None;
        }
        let certain = own().filter(|access| region.is_certain(access.at));
        let valued: Vec<_> = certain.filter_map(|access| Valued::steady(region, access)).collect();
        among(region, &valued)
    })
}

/// Keeps only the variables that a loop names seldom.
fn leave_out_often_named(region: &JudgedLoop<'_, '_>, changed: &mut Vec<EntityId>) {
    let mut counts: FxHashMap<EntityId, usize> = changed.iter().map(|root| (*root, 0)).collect();
    for named in region.view.names_in(region.run) {
        if let Some(count) = counts.get_mut(&named.entity) {
            *count += 1;
        }
    }
    changed.retain(|root| counts[root] < MOST);
}

/// Removes the variables with elements that the variable of the loop selects.
fn leave_out_selected(region: &JudgedLoop<'_, '_>, known: &Elements, changed: &mut Vec<EntityId>) {
    let mut elements: FxHashMap<EntityId, Vec<usize>> =
        changed.iter().map(|root| (*root, Vec::new())).collect();
    for position in known.positions(region.run) {
        if let Some(of_root) = elements.get_mut(&known.get(position).root) {
            of_root.push(position);
        }
    }
    changed.retain(|root| !are_selected(region, known, &elements[root]));
}

/// Returns whether the control variable of the loop is the same subscript of all these elements of a variable.
fn are_selected(region: &JudgedLoop<'_, '_>, known: &Elements, own: &[usize]) -> bool {
    let is_control = |part: &ElementPart| match part {
        ElementPart::Subscript(Some(at)) => {
            region.view.arithmetic(*at) == Arithmetic::Variable(region.counting.control)
        }
        _ => false,
    };
    let is_index = |part: &&ElementPart| matches!(part, ElementPart::Subscript(_));
    let own = || own.iter().map(|position| known.all_parts(*position));
    let Some(first) = own().next() else { return false };
    // After members the same position may be something else.
    let length = first.iter().take_while(is_index).count();
    (0..length).filter(|position| is_control(&first[*position])).any(|position| {
        own().all(|parts| {
            parts.iter().take(position).all(|part| is_index(&part))
                && parts.get(position).is_some_and(is_control)
        })
    })
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
