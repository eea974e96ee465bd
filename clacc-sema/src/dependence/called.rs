//! The calls in a loop whose effects are known.

use rustc_hash::FxHashSet;

use super::accesses::{CalledPath, MOST, MemoryAccess, obstacle};
use super::call_effects::{CalledAccess, applied};
use super::judged_loop::JudgedLoop;
use super::outcome::{Assumptions, ObstacleKind};
use super::path_steps::{TARGET, place_of};
use super::polynomial::{Atom, Turn};
use super::scalars::Barrier;
use crate::program::access::Call;
use crate::program::entity::{Class, EntityKind, StorageDuration};
use crate::program::place::{At, EntityId};

/// The effects of the calls of a loop.
#[derive(Debug, Default)]
pub(super) struct KnownCalls {
    /// The names at the base of addresses that are passed to these functions. They are no accesses by themselves.
    pub(super) passed: FxHashSet<At>,
    accesses: Vec<(At, CalledAccess<EntityId>)>,
}

impl KnownCalls {
    /// The known calls of a loop. Calls with unknown effects are barriers.
    pub(super) fn of(
        region: &JudgedLoop<'_, '_>,
        assumptions: &Assumptions,
        barriers: &mut Vec<Barrier>,
    ) -> KnownCalls {
        let mut known = KnownCalls::default();
        for call in region.view.calls(region.run) {
            let is_value = call.callee.is_some_and(|callee| region.view.is_mathematical(callee));
            if !is_value && known.add(region, assumptions, call).is_none() {
                barriers.push(obstacle(ObstacleKind::Call, call.at));
            }
        }
        known
    }

    fn add(&mut self, region: &JudgedLoop<'_, '_>, assumptions: &Assumptions, call: &Call) -> Option<()> {
        let callee = call.callee?;
        let (_, effects) = assumptions.functions.iter().find(|(function, _)| *function == callee)?;
        let inside = |number| Atom::Inside(call.at, number, Turn::First);
        let found = applied(effects, &region.arguments(call.at, &call.arguments), &inside)?;
        self.passed.extend(region.passed_names(&call.arguments));
        self.accesses.extend(found.into_iter().map(|access| (call.at, access)));
        Some(())
    }

    /// Adds the accesses to memory that the iterations share.
    pub(super) fn gather(
        &self,
        region: &JudgedLoop<'_, '_>,
        all: &mut Vec<MemoryAccess<'_>>,
        barriers: &mut Vec<Barrier>,
    ) {
        for (at, access) in &self.accesses {
            let is_direct = !access.path.contains(&TARGET);
            if is_direct && region.is_own(access.root) {
                continue;
            }
            if all.len() > MOST {
                barriers.push(obstacle(ObstacleKind::Size, region.run.start));
                return;
            }
            match barrier_of(region, access) {
                Some(kind) => barriers.push(obstacle(kind, *at)),
                None => all.push(MemoryAccess {
                    at: *at,
                    place: place_of(access.root, &access.path),
                    class: access.class,
                    write: None,
                    called: Some(CalledPath {
                        path: access.path.clone(),
                        facts: access.facts.clone(),
                        is_byte: access.is_byte,
                        is_change: access.is_change,
                    }),
                }),
            }
        }
    }

    /// Returns whether the name at the base of an operand is part of an address that is passed to a known function.
    pub(super) fn takes(&self, region: &JudgedLoop<'_, '_>, operand: At) -> bool {
        region.view.root_name(operand).is_some_and(|name| self.passed.contains(&name))
    }

    /// Returns whether a call changes memory reached through a variable.
    pub(super) fn change(&self, variable: EntityId) -> bool {
        self.accesses.iter().any(|(_, access)| access.root == variable && access.is_change)
    }
}

/// The reason why an access of a called function cannot be analysed.
fn barrier_of(region: &JudgedLoop<'_, '_>, access: &CalledAccess<EntityId>) -> Option<ObstacleKind> {
    let entity = region.view.entity(access.root);
    let is_number = matches!(entity.class, Class::Integer | Class::Real | Class::Complex);
    match () {
        () if entity.duration == StorageDuration::Thread || region.view.is_volatile(access.root) => {
            Some(ObstacleKind::Volatile)
        }
        () if entity.kind != EntityKind::Object => Some(ObstacleKind::Unnamed),
        // The access is through the address of a scalar, or is to a pointer.
        () if is_number || access.class == Class::Pointer => Some(ObstacleKind::Aliases),
        () => None,
    }
}
