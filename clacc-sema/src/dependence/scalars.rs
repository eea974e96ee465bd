//! The uses of scalars in the iterations of a loop: whether each scalar can be private, or the iterations only combine values.

use rustc_hash::FxHashSet;

use super::judged_loop::JudgedLoop;
use super::outcome::{Dependence, Independent, Obstacle, ObstacleKind, Proof};
use super::use_index::UseIndex;
use super::value_scope::ValueScope;
use crate::program::access::{JumpKind, Write, WriteKind};
use crate::program::accumulation::CombinedBy;
use crate::program::assigned_reads::AssignedReads;
use crate::program::entity::{Class, StorageDuration};
use crate::program::place::{At, EntityId, Place};
use crate::program::run::Run;

/// A dependence or obstacle that prevents a proof about a loop.
pub(super) enum Barrier {
    Dependence(Dependence),
    Obstacle(Obstacle),
}

/// Analyses the scalars that a loop assigns.
pub(super) fn judge(region: &JudgedLoop<'_, '_>, found: &mut Independent, barriers: &mut Vec<Barrier>) {
    let mut seen = FxHashSet::default();
    for write in region.view.writes(region.run).filter(|write| write.kind == WriteKind::Assigned) {
        let Some(variable) = write.target else { continue };
        let is_scalar = region.view.entity(variable).class.is_scalar();
        let is_control = variable == region.counting.control;
        if is_scalar && !is_control && !region.is_own(variable) && seen.insert(variable) {
            let scalar = Scalar { region, variable };
            match scalar.role() {
                Ok(ScalarRole::Private) => found.private.push(variable),
                Ok(ScalarRole::Last) => found.last.push(variable),
                Ok(ScalarRole::Reduction(by)) => found.reductions.push((variable, by)),
                Err(barrier) => barriers.push(barrier),
            }
        }
    }
    if !found.private.is_empty() || !found.last.is_empty() {
        found.proofs.push(Proof::OwnCopies);
    }
    if !found.reductions.is_empty() {
        found.proofs.push(Proof::Reduction);
    }
}

/// The dependence between iterations through a scalar, if it is certain and cannot be avoided.
pub(super) fn disprove(region: &JudgedLoop<'_, '_>, variable: EntityId) -> Option<Dependence> {
    match (Scalar { region, variable }).role() {
        Err(Barrier::Dependence(dependence)) => Some(dependence),
        _ => None,
    }
}

/// Returns whether the final value of a loop's control variable is not used after the loop.
pub(super) fn is_forgotten(region: &JudgedLoop<'_, '_>, control: EntityId) -> bool {
    let scalar = Scalar { region, variable: control };
    let is_local = region.view.entity(control).duration == StorageDuration::Automatic;
    is_local
        && scalar.is_plain()
        && !region.index.has_goto
        && !region.index.is_addressed(control)
        && region.index.with_reads(control, |reads| reads.are_apart_from(region.view, region.run))
}

/// Returns whether the final value of a loop's control variable may be used after the loop.
pub(super) fn leaves_control(index: &UseIndex<'_>, at: At) -> bool {
    let Some(region) = JudgedLoop::of(index, at) else { return true };
    let control = region.counting.control;
    !region.is_own(control) && !is_forgotten(&region, control)
}

/// The role of a scalar in the iterations.
enum ScalarRole {
    Private,
    Last,
    Reduction(CombinedBy),
}

/// A scalar that a loop assigns.
struct Scalar<'r, 'j, 'a> {
    region: &'r JudgedLoop<'j, 'a>,
    variable: EntityId,
}

impl Scalar<'_, '_, '_> {
    fn role(&self) -> Result<ScalarRole, Barrier> {
        let region = self.region;
        let at = self.writes().first().map_or(region.run.start, |write| write.at);
        let obstacle = |kind| Barrier::Obstacle(Obstacle { kind, at, other: None });
        if !self.is_plain() {
            return Err(obstacle(ObstacleKind::Volatile));
        }
        if region.index.is_taken_whole(self.variable) || region.index.has_goto {
            return Err(obstacle(ObstacleKind::Scalar));
        }
        let is_assigned = |reads: &mut AssignedReads| reads.are_assigned_in(region.run);
        if region.index.with_reads(self.variable, is_assigned) {
            let is_local = region.view.entity(self.variable).duration == StorageDuration::Automatic;
            let is_apart = |reads: &mut AssignedReads| reads.are_apart_from(region.view, region.run);
            return match () {
                () if is_local && region.index.with_reads(self.variable, is_apart) => Ok(ScalarRole::Private),
                () if self.is_always_assigned() => Ok(ScalarRole::Last),
                () => Err(obstacle(ObstacleKind::Scalar)),
            };
        }
        if let Some(by) = self.combined_by() {
            return Ok(ScalarRole::Reduction(by));
        }
        Err(self.carried().map_or(obstacle(ObstacleKind::Scalar), Barrier::Dependence))
    }

    fn writes(&self) -> &[&Write] {
        self.region.index.writes_in(self.region.run, self.variable)
    }

    fn is_plain(&self) -> bool {
        let view = self.region.view;
        let is_atomic = view.shape(&Place::whole(self.variable)).is_none_or(|shape| shape.is_atomic);
        view.entity(self.variable).duration != StorageDuration::Thread
            && !view.is_volatile(self.variable)
            && !is_atomic
    }

    /// Whether each iteration assigns the variable.
    fn is_always_assigned(&self) -> bool {
        let ValueScope { view, body, .. } = &**self.region;
        let cycles = |kind| matches!(kind, JumpKind::Cycle(Some(of)) if of == self.region.run.start);
        let is_only = |write: &&Write| {
            let statement = view.program.outline.parent(write.at);
            write.replaces && statement == Some(body.start)
        };
        let reaches_end = self.region.parts(self.variable).iter().any(|part| part.end() == body.end);
        let is_conditional = |write: &&Write| view.is_conditional(write.at, self.region.run.start);
        let in_loop = |write: &&Write| self.region.loops_around(write.at).count() > 1;
        let is_certain =
            |write: &&&Write| !is_conditional(write) && !in_loop(write) && (is_only(write) || reaches_end);
        !view.jumps(*body).any(|jump| cycles(jump.kind))
            && self.writes().iter().any(|write| is_certain(&write))
    }

    /// The operator with which the iterations combine values with the variable, if they use it in no other way.
    fn combined_by(&self) -> Option<CombinedBy> {
        let ValueScope { index, view, body, .. } = &**self.region;
        let (mut by, mut parts) = (None, Vec::<Run>::new());
        for write in self.writes() {
            let accumulation = view.own_accumulation(write, self.variable)?;
            if by.replace(accumulation.combined_by).is_some_and(|by| by != accumulation.combined_by) {
                return None;
            }
            parts.push(view.run(accumulation.at));
        }
        let shape = view.shape(&Place::whole(self.variable))?;
        let is_logical =
            matches!(by, Some(CombinedBy::And | CombinedBy::Or | CombinedBy::BitAnd | CombinedBy::BitOr));
        let is_number = (!shape.is_bool || is_logical) && view.entity(self.variable).class != Class::Pointer;
        let named = body.of(index.named(self.variable), |at| *at);
        let all = self.region.run.of(index.named(self.variable), |at| *at);
        let is_combined = |at: &At| parts.iter().any(|part| part.contains(*at));
        (is_number && named.len() == all.len() && named.iter().all(is_combined)).then_some(by?)
    }

    /// Returns whether the loop only adds the same value to the variable repeatedly, so that each iteration could compute it.
    fn is_counter(&self) -> bool {
        let view = self.region.view;
        let is_fixed = |at: At| view.value_is(at, &|variable| self.region.is_fixed(variable));
        let adds = |write: &&Write| match view.accumulation(write.at) {
            Some(found) => found.value.is_none_or(|value| found.names == 1 && is_fixed(value)),
            None => view.entity(self.variable).class == Class::Pointer,
        };
        self.writes().iter().all(adds)
    }

    /// The dependence if each iteration certainly reads what another one assigned.
    fn carried(&self) -> Option<Dependence> {
        let ValueScope { index, view, body, run, .. } = &**self.region;
        let is_certain =
            |at: At| !view.is_conditional(at, run.start) && self.region.loops_around(at).nth(1).is_none();
        let is_read = |at: &&At| index.write_of(**at).is_none_or(|write| !write.replaces);
        let first = *body.of(index.named(self.variable), |at| *at).iter().find(is_read)?;
        let changes = |write: &&&Write| is_certain(write.at) && write.at >= body.start;
        let change = self.writes().iter().find(changes)?;
        let is_before =
            self.writes().iter().all(|write| write.at >= first || view.run(write.at).contains(first));
        let has_jumps = view.jumps(*run).next().is_some();
        (is_certain(first) && is_before && !has_jumps && !self.is_counter() && self.region.may_repeat())
            .then_some(Dependence { change: change.operand, other: first, variable: self.variable })
    }
}
