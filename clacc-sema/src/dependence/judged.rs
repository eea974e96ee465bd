//! The dependence analysis of one loop.

use rustc_hash::FxHashMap;

use super::accesses::{self, Accesses, MemoryAccess, obstacle};
use super::called::KnownCalls;
use super::disjoint::Memory;
use super::element_reductions;
use super::judged_loop::JudgedLoop;
use super::outcome::{Assumptions, Independent, Obstacle, ObstacleKind, Outcome, Proof};
use super::own_arrays;
use super::pairs::{AccessPair, Apart, Valued};
use super::scalars::{self, Barrier};
use super::use_index::UseIndex;
use super::value_scope::leads_into_part;
use crate::program::access::{Jump, JumpKind, WriteKind};
use crate::program::accumulation::CombinedBy;
use crate::program::entity::Class;
use crate::program::place::{At, EntityId};

/// The maximum number of pairs of accesses that are compared.
const MOST_PAIRS: usize = 4_000;

/// The number of barriers after which the analysis ends.
const MOST_BARRIERS: usize = 32;

/// Analyses the dependences of a loop.
pub(super) fn judge(index: &UseIndex<'_>, at: At, assumptions: &Assumptions) -> Outcome {
    let unproven = |kind, at| Outcome::Unproven(Obstacle { kind, at, other: None });
    let Some(region) = JudgedLoop::of(index, at) else { return unproven(ObstacleKind::Header, at) };
    if let Some(jump) = leaving_jump(&region) {
        return unproven(ObstacleKind::Jump, jump);
    }
    let mut barriers = Vec::new();
    let calls = &KnownCalls::of(&region, assumptions, &mut barriers);
    let (found, collecting) = (Independent::default(), Vec::new());
    let of_arrays = Vec::new();
    let mut judgement =
        Judgement { region: &region, assumptions, calls, found, collecting, barriers, of_arrays };
    judgement.look_at_unseen();
    scalars::judge(&region, &mut judgement.found, &mut judgement.barriers);
    judgement.look_at_memory();
    judgement.copy_arrays();
    judgement.outcome()
}

/// A jump that leaves the loop, or that enters it, or a loop or branch in it.
fn leaving_jump(region: &JudgedLoop<'_, '_>) -> Option<At> {
    let run = region.run;
    let leaves = |kind| match kind {
        JumpKind::Cycle(_) => false,
        JumpKind::Leave(of) => of.is_none_or(|of| !run.contains(of) || of == run.start),
        JumpKind::Selected(by) => by.is_none_or(|by| !run.contains(by)),
        JumpKind::Return | JumpKind::Goto(_) | JumpKind::Indirect => true,
    };
    let is_in_the_way = |jump: &&Jump| {
        let is_label = matches!(jump.kind, JumpKind::Selected(_));
        leaves(jump.kind) || is_label && leads_into_part(region.view, jump)
    };
    let inside = region.view.jumps(run).find(is_in_the_way).map(|jump| jump.at);
    let leads_in = |kind| match kind {
        JumpKind::Goto(to) => to.is_none_or(|to| run.contains(to)),
        JumpKind::Indirect => true,
        _ => false,
    };
    inside.or_else(|| region.view.program.jumps.iter().find(|jump| leads_in(jump.kind)).map(|jump| jump.at))
}

/// The accesses to each block of memory, in the order of their first accesses.
struct Blocks<'p, 'a> {
    all: Vec<Vec<Valued<'p, 'a>>>,
    /// The indices of all blocks.
    every: Vec<usize>,
    /// The indices of the blocks that are pointees.
    pointed: Vec<usize>,
    /// The indices of the blocks that are changed.
    changed: Vec<usize>,
}

impl<'p, 'a> Blocks<'p, 'a> {
    fn of(accesses: Vec<Valued<'p, 'a>>) -> Blocks<'p, 'a> {
        let mut all: Vec<Vec<Valued<'_, '_>>> = Vec::new();
        let mut of_roots: FxHashMap<EntityId, Vec<usize>> = FxHashMap::default();
        for valued in accesses {
            let known = of_roots.entry(valued.access.place.root).or_default();
            let found = known.iter().find(|position| all[**position][0].has_block_of(&valued)).copied();
            let position = found.unwrap_or_else(|| {
                known.push(all.len());
                all.push(Vec::new());
                all.len() - 1
            });
            all[position].push(valued);
        }
        let such = |is_such: fn(&[Valued<'_, '_>]) -> bool| {
            (0..all.len()).filter(|position| is_such(&all[*position])).collect()
        };
        let (every, changed) = (such(|_| true), such(is_changed));
        let pointed = such(|block| !block[0].is_variable());
        Blocks { all, every, pointed, changed }
    }

    /// The later blocks that may be the same memory as this one, if one of the two is changed.
    fn behind(&self, position: usize) -> impl Iterator<Item = &[Valued<'p, 'a>]> {
        let block = &self.all[position];
        let others = match (block[0].is_variable(), is_changed(block)) {
            (true, _) => &self.pointed,
            (false, true) => &self.every,
            (false, false) => &self.changed,
        };
        let behind = others.partition_point(|other| *other <= position);
        others[behind..].iter().map(|other| self.all[*other].as_slice())
    }
}

fn is_changed(block: &[Valued<'_, '_>]) -> bool {
    block.iter().any(|valued| valued.access.is_change())
}

struct Judgement<'r, 'j, 'a> {
    region: &'r JudgedLoop<'j, 'a>,
    assumptions: &'r Assumptions,
    calls: &'r KnownCalls,
    found: Independent,
    /// The variables with whose elements the iterations only combine values.
    collecting: Vec<(EntityId, CombinedBy)>,
    barriers: Vec<Barrier>,
    /// The indices of the first barriers of each array that private copies of the array would remove.
    of_arrays: Vec<(EntityId, usize)>,
}

impl Judgement<'_, '_, '_> {
    fn look_at_unseen(&mut self) {
        let (region, calls) = (self.region, self.calls);
        let unseen = region.view.unseen(region.run);
        self.barriers.extend(unseen.map(|at| obstacle(ObstacleKind::Unnamed, at)));
        // This finds addresses of scalars; those of parts are found with the accesses.
        let is_taken = |kind| kind == WriteKind::AddressTaken;
        let taken = region.view.writes(region.run).find(|write| {
            is_taken(write.kind) && write.target.is_some() && !calls.takes(region, write.operand)
        });
        self.barriers.extend(taken.map(|write| obstacle(ObstacleKind::Aliases, write.at)));
    }

    fn look_at_memory(&mut self) {
        let mut accesses =
            accesses::gather(self.region, &|_| true, None, &self.calls.passed, &mut self.barriers);
        self.calls.gather(self.region, &mut accesses.all, &mut self.barriers);
        self.look_at_exposed(&accesses);
        self.look_at_roots(&accesses);
        if self.assumptions.element_reductions {
            self.collecting = element_reductions::find(self.region, &accesses.all);
        }
        let blocks = Blocks::of(self.distinct(&accesses.all));
        let mut pairs = 0;
        for (position, block) in blocks.all.iter().enumerate() {
            // With so many barriers the loop cannot be proven, and later pairs cannot be reported as dependences.
            if pairs > MOST_PAIRS || self.barriers.len() > MOST_BARRIERS {
                break;
            }
            if Valued::are_told_apart(self.region, block) {
                self.found.note(Apart::Subscripts);
            } else {
                self.look_at_pairs(block, block, &mut pairs);
            }
            for other in blocks.behind(position) {
                self.look_at_pairs(block, other, &mut pairs);
            }
        }
    }

    /// Compares the accesses of two blocks, or of a block with itself.
    fn look_at_pairs(&mut self, block: &[Valued<'_, '_>], other: &[Valued<'_, '_>], pairs: &mut usize) {
        let is_one = std::ptr::eq(block, other);
        for (position, one) in block.iter().enumerate() {
            for other in if is_one { &other[position..] } else { other } {
                if !one.access.is_change() && !other.access.is_change() {
                    continue;
                }
                if self.barriers.len() > MOST_BARRIERS {
                    return;
                }
                *pairs += 1;
                if *pairs > MOST_PAIRS {
                    self.barriers.push(obstacle(ObstacleKind::Size, self.region.run.start));
                    return;
                }
                self.look_at_pair(one, other);
            }
        }
    }

    /// The accesses without repetitions of equal ones.
    fn distinct<'p, 'a>(&self, all: &'p [MemoryAccess<'a>]) -> Vec<Valued<'p, 'a>> {
        let mut found: Vec<Valued<'p, 'a>> = Vec::new();
        for access in all {
            let valued = Valued::of(self.region, access);
            let is_like = |other: &Valued<'_, '_>| {
                other.access.place.root == access.place.root
                    && other.access.is_change() == access.is_change()
                    && other.is_like(&valued)
            };
            if !found.iter().rev().take(64).any(is_like) {
                found.push(valued);
            }
        }
        found
    }

    /// Adds barriers for scalars that pointers may point to.
    fn look_at_exposed(&mut self, accesses: &Accesses<'_>) {
        for exposed in &accesses.exposed {
            let class = self.region.view.entity(exposed.variable).class;
            let scalar = Memory::scalar(exposed.variable, class, exposed.at);
            let meets = |access: &&MemoryAccess<'_>| {
                (exposed.is_changed || access.is_change())
                    && !self.region.are_disjoint(Memory::of(access), scalar)
            };
            if let Some(access) = accesses.all.iter().find(meets) {
                let other = Some(exposed.at);
                let obstacle = Obstacle { kind: ObstacleKind::Aliases, at: access.at, other };
                self.barriers.push(Barrier::Obstacle(obstacle));
            }
        }
    }

    /// Adds barriers for pointers to accessed memory that change in the loop.
    fn look_at_roots(&mut self, accesses: &Accesses<'_>) {
        let changes_pointers =
            accesses.all.iter().find(|access| access.is_change() && access.class == Class::Pointer);
        self.barriers.extend(changes_pointers.map(|access| obstacle(ObstacleKind::Aliases, access.at)));
        let is_moved = |access: &&MemoryAccess<'_>| {
            access.block_length() > 0 && !self.region.is_fixed(access.place.root)
        };
        let moved = accesses.all.iter().find(is_moved);
        self.barriers.extend(moved.map(|access| obstacle(ObstacleKind::Aliases, access.at)));
    }

    /// Adds a barrier for two accesses to one block. Each array needs only one barrier, and one certain dependence.
    fn block(&mut self, (one, variable): (&Valued<'_, '_>, EntityId), barrier: Barrier) {
        let is_certain = |barrier: &Barrier| matches!(barrier, Barrier::Dependence(_));
        if one.is_variable() {
            let mut known = self.of_arrays.iter().filter(|(known, _)| *known == variable);
            let is_told = |(_, position): &(EntityId, usize)| {
                !is_certain(&barrier) || is_certain(&self.barriers[*position])
            };
            if known.any(is_told) {
                return;
            }
            self.of_arrays.push((variable, self.barriers.len()));
        }
        self.barriers.push(barrier);
    }

    /// Makes the arrays private whose dependences are the only barriers, if that is possible.
    fn copy_arrays(&mut self) {
        // If there are many barriers, the analysis ended early.
        let only_arrays = self.of_arrays.len() == self.barriers.len() && self.barriers.len() <= MOST_BARRIERS;
        if self.of_arrays.is_empty() || !only_arrays {
            return;
        }
        let mut arrays: Vec<EntityId> = self.of_arrays.iter().map(|(array, _)| *array).collect();
        arrays.sort_unstable();
        arrays.dedup();
        if !arrays.iter().all(|array| own_arrays::can_be_private(self.region, *array)) {
            return;
        }
        self.barriers.clear();
        self.found.arrays = arrays;
        if !self.found.proofs.contains(&Proof::OwnCopies) {
            self.found.proofs.push(Proof::OwnCopies);
        }
    }

    fn look_at_pair(&mut self, one: &Valued<'_, '_>, other: &Valued<'_, '_>) {
        let (first, second) = (one.access.place.root, other.access.place.root);
        let blocked = |kind| {
            let (at, other) = (one.access.at, other.access.at);
            Barrier::Obstacle(Obstacle { kind, at, other: Some(other) })
        };
        let pair = AccessPair { region: self.region, one, other };
        if first != second || !pair.have_like_blocks() {
            if self.region.are_disjoint(Memory::of(one.access), Memory::of(other.access)) {
                return;
            }
            let is_assumed = first != second && self.assume(first, second);
            if !is_assumed {
                self.barriers.push(blocked(ObstacleKind::Aliases));
            }
            return;
        }
        match pair.are_apart() {
            Some(proof) if pair.have_one_block() || self.assume(first, first) => self.found.note(proof),
            Some(_) => self.barriers.push(blocked(ObstacleKind::Aliases)),
            None if self.collects(first) => self.collect(first),
            None if (one.is_variable() || self.region.is_fixed(first))
                && pair.have_one_block()
                && !self.calls.change(first)
                && pair.certainly_meet() =>
            {
                self.block((one, first), Barrier::Dependence(pair.dependence()));
            }
            None => self.block((one, first), blocked(ObstacleKind::Accesses)),
        }
    }

    fn collects(&self, variable: EntityId) -> bool {
        self.collecting.iter().any(|(each, _)| *each == variable)
    }

    fn collect(&mut self, variable: EntityId) {
        let new = |(each, _): &&(EntityId, _)| {
            *each == variable && !self.found.elements.iter().any(|(known, _)| *known == variable)
        };
        let found = self.collecting.iter().find(new).copied();
        self.found.elements.extend(found);
        if found.is_some() && !self.found.proofs.contains(&Proof::Reduction) {
            self.found.proofs.push(Proof::Reduction);
        }
    }

    /// Returns whether two variables may be assumed to point to different memory.
    fn assume(&mut self, one: EntityId, other: EntityId) -> bool {
        let listed = |variable| self.assumptions.disjoint.contains(&variable);
        let may = listed(one) && listed(other);
        let pair = [one.min(other), one.max(other)];
        if may && !self.found.assumed.contains(&pair) {
            self.found.assumed.push(pair);
        }
        may
    }

    fn outcome(self) -> Outcome {
        let is_dependence = |barrier: &Barrier| matches!(barrier, Barrier::Dependence(_));
        let certain = self.barriers.iter().position(is_dependence).unwrap_or(0);
        match self.barriers.into_iter().nth(certain) {
            None => Outcome::Independent(self.found),
            Some(Barrier::Dependence(dependence)) => Outcome::Dependent(dependence),
            Some(Barrier::Obstacle(obstacle)) => Outcome::Unproven(obstacle),
        }
    }
}

impl Independent {
    fn note(&mut self, proof: Apart) {
        let proof = match proof {
            Apart::Subscripts => Proof::Subscripts,
            Apart::Bounds => Proof::Bounds,
        };
        if !self.proofs.contains(&proof) {
            self.proofs.push(proof);
        }
    }
}
