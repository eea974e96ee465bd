//! The memory that a loop accesses through names of arrays, pointers and structures.

use rustc_hash::{FxHashMap, FxHashSet};

use super::judged_loop::JudgedLoop;
use super::outcome::{Obstacle, ObstacleKind};
use super::path_steps::PathStep;
use super::polynomial::Polynomial;
use super::scalars::Barrier;
use crate::program::access::{Write, WriteKind};
use crate::program::element::{Elements, Gathering};
use crate::program::entity::{Class, EntityKind, StorageDuration};
use crate::program::place::{At, EntityId, Place, Step};

/// The maximum number of accesses of a loop that are analysed.
pub(super) const MOST: usize = 2_000;

/// An access to memory.
#[derive(Clone, Debug)]
pub(super) struct MemoryAccess<'a> {
    /// The expression that names the memory.
    pub(super) at: At,
    /// The memory.
    pub(super) place: Place,
    /// The class of its type.
    pub(super) class: Class,
    /// The write that changes it.
    pub(super) write: Option<&'a Write>,
    /// The path of the access in a called function, if a call makes it.
    pub(super) called: Option<CalledPath>,
}

/// The path and the properties of an access in a called function.
#[derive(Clone, Debug)]
pub(super) struct CalledPath {
    pub(super) path: Vec<PathStep>,
    /// Polynomials that are at least 0 when it is executed, beside those around the call.
    pub(super) facts: Vec<Polynomial>,
    pub(super) is_byte: bool,
    pub(super) is_change: bool,
}

impl MemoryAccess<'_> {
    /// Whether it changes the memory.
    pub(super) fn is_change(&self) -> bool {
        self.write.is_some() || self.called.as_ref().is_some_and(|called| called.is_change)
    }

    /// Returns whether it may read the memory.
    pub(super) fn is_read(&self) -> bool {
        self.write.is_none_or(|write| !write.replaces)
    }

    /// The length of the path to the block of memory: up to the last pointer that is dereferenced.
    pub(super) fn block_length(&self) -> usize {
        self.block().len()
    }

    /// The path to the block.
    pub(super) fn block(&self) -> &[Step] {
        self.place.steps_to_block().0
    }

    /// The path in the block.
    pub(super) fn inside(&self) -> &[Step] {
        self.place.steps_to_block().1
    }
}

/// A scalar that pointers may point to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exposed {
    pub(super) variable: EntityId,
    pub(super) at: At,
    /// Whether the loop changes it.
    pub(super) is_changed: bool,
}

/// The accesses of a loop to memory that its iterations share.
#[derive(Debug, Default)]
pub(super) struct Accesses<'a> {
    /// The accesses to memory that several iterations may access, in source order.
    pub(super) all: Vec<MemoryAccess<'a>>,
    /// The scalars that pointers may point to.
    pub(super) exposed: Vec<Exposed>,
}

/// Gathers the accesses to variables that `is_wanted` accepts, except for the names whose addresses are `passed` to known functions. An
/// access that cannot be analysed is a barrier. If `known` is given, only elements in it are gathered.
pub(super) fn gather<'a>(
    region: &JudgedLoop<'_, 'a>,
    is_wanted: &dyn Fn(EntityId) -> bool,
    known: Option<&Elements>,
    passed: &FxHashSet<At>,
    barriers: &mut Vec<Barrier>,
) -> Accesses<'a> {
    let gather = || {
        let mut gathering = Gathering::default();
        region.view.gather_elements(region.run, is_wanted, &mut gathering);
        gathering.finish()
    };
    let elements = known.map_or_else(gather, |known| known.selected(&[region.run], is_wanted));
    let mut found = Accesses::default();
    let mut exposed: FxHashMap<EntityId, Exposed> = FxHashMap::default();
    if elements.len() > 4 * MOST {
        barriers.push(obstacle(ObstacleKind::Size, region.run.start));
        return found;
    }
    for element in (0..elements.len()).map(|position| elements.get(position)) {
        if region.index.is_in_clause(element.name) || passed.contains(&element.name) {
            continue;
        }
        match region.sort(element.operand, element.root, element.operand != element.name) {
            Sorted::Own => {}
            Sorted::Exposed => {
                let (variable, at) = (element.root, element.name);
                let is_changed = !region.is_fixed(variable);
                exposed.entry(variable).or_insert(Exposed { variable, at, is_changed });
            }
            Sorted::Memory(class) => match region.view.place_of(element.operand) {
                Some(place) => {
                    let write = region.index.write_of(element.operand);
                    found.all.push(MemoryAccess { at: element.operand, place, class, write, called: None });
                }
                None => barriers.push(obstacle(ObstacleKind::Unnamed, element.operand)),
            },
            Sorted::Barrier(kind) => barriers.push(obstacle(kind, element.operand)),
        }
        if found.all.len() > MOST {
            barriers.push(obstacle(ObstacleKind::Size, region.run.start));
            break;
        }
    }
    found.exposed = exposed.into_values().collect();
    found.exposed.sort_by_key(|each| each.at);
    found
}

pub(super) fn obstacle(kind: ObstacleKind, at: At) -> Barrier {
    Barrier::Obstacle(Obstacle { kind, at, other: None })
}

/// The role of an access in a proof about iterations.
enum Sorted {
    /// The memory is private to each iteration, or the scalar is analysed elsewhere.
    Own,
    /// A scalar that pointers may point to.
    Exposed,
    /// Memory that several iterations may access.
    Memory(Class),
    Barrier(ObstacleKind),
}

impl JudgedLoop<'_, '_> {
    fn sort(&self, operand: At, root: EntityId, is_part: bool) -> Sorted {
        let (view, entity) = (self.view, self.view.entity(root));
        if entity.duration == StorageDuration::Thread {
            return Sorted::Barrier(ObstacleKind::Volatile);
        }
        if entity.kind != EntityKind::Object {
            return Sorted::Barrier(ObstacleKind::Unnamed);
        }
        let class = if is_part { view.class_at(operand) } else { entity.class };
        let write = self.index.write_of(operand);
        if write.is_some_and(|write| write.kind == WriteKind::AddressTaken) {
            return Sorted::Barrier(ObstacleKind::Aliases);
        }
        if !is_part && matches!(class, Class::Integer | Class::Real | Class::Complex) {
            return self.sort_scalar(operand, root);
        }
        if !view.is_plain_memory(operand) {
            return Sorted::Barrier(ObstacleKind::Volatile);
        }
        match class {
            Class::Pointer if !is_part && write.is_some() => Sorted::Own,
            Class::Pointer | Class::Array => Sorted::Barrier(ObstacleKind::Aliases),
            Class::Integer | Class::Real | Class::Complex | Class::Struct | Class::Union => {
                if self.is_own(root) && self.is_direct(operand) { Sorted::Own } else { Sorted::Memory(class) }
            }
            _ => Sorted::Barrier(ObstacleKind::Unnamed),
        }
    }

    fn sort_scalar(&self, operand: At, root: EntityId) -> Sorted {
        if self.is_own(root) {
            return Sorted::Own;
        }
        if !self.view.is_plain_memory(operand) {
            return Sorted::Barrier(ObstacleKind::Volatile);
        }
        if self.index.is_addressed(root) { Sorted::Exposed } else { Sorted::Own }
    }

    /// Returns whether an expression names a part of the variable itself, without dereferencing a pointer.
    fn is_direct(&self, operand: At) -> bool {
        self.view.place_of(operand).is_some_and(|place| !place.leads_through_pointer())
    }
}
