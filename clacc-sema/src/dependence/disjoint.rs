//! Tests whether accesses through different variables can be to the same memory.

use super::accesses::MemoryAccess;
use super::judged_loop::JudgedLoop;
use crate::program::access::WriteKind;
use crate::program::entity::{Class, StorageDuration};
use crate::program::place::{At, EntityId, Step};

/// The memory of an access, as far as names determine it.
#[derive(Clone, Copy)]
pub(super) struct Memory<'p> {
    pub(super) root: EntityId,
    /// The path to the block of memory; empty for the variable itself.
    pub(super) block: &'p [Step],
    /// The path in the block.
    pub(super) inside: &'p [Step],
    pub(super) class: Class,
    pub(super) at: At,
    /// True if it is accessed as characters, if the expression of the access does not determine that.
    pub(super) is_byte: Option<bool>,
}

impl<'p> Memory<'p> {
    pub(super) fn of(access: &'p MemoryAccess<'_>) -> Memory<'p> {
        Memory {
            root: access.place.root,
            block: access.block(),
            inside: access.inside(),
            class: access.class,
            at: access.at,
            is_byte: access.called.as_ref().map(|called| called.is_byte),
        }
    }

    /// A scalar variable.
    pub(super) fn scalar(root: EntityId, class: Class, at: At) -> Memory<'static> {
        Memory { root, block: &[], inside: &[], class, at, is_byte: None }
    }

    /// Returns whether it is the variable itself, and not a pointee.
    fn is_variable(self) -> bool {
        self.block.is_empty()
    }

    /// Returns whether it is the pointee of a pointer variable itself.
    fn is_target(self) -> bool {
        matches!(self.block, [Step::Deref(_)])
    }
}

impl JudgedLoop<'_, '_> {
    /// Returns whether two accesses through different variables are certainly to different memory.
    pub(super) fn are_disjoint(&self, one: Memory<'_>, other: Memory<'_>) -> bool {
        one.is_variable() && other.is_variable()
            || self.have_different_types(one, other)
            || self.is_apart(one, other)
            || self.is_apart(other, one)
    }

    /// Returns whether the types exclude that both are the same memory: memory is accessed by one type, or as characters (C17 6.5p7).
    fn have_different_types(&self, one: Memory<'_>, other: Memory<'_>) -> bool {
        let kind = |memory: Memory<'_>| {
            let has_members =
                memory.inside.iter().chain(memory.block).any(|step| matches!(step, Step::Field(_)));
            let is_byte = memory.class != Class::Pointer
                && memory.is_byte.unwrap_or_else(|| self.view.is_byte(memory.at));
            match memory.class {
                Class::Integer | Class::Real | Class::Pointer if !has_members && !is_byte => {
                    Some(memory.class)
                }
                _ => None,
            }
        };
        matches!((kind(one), kind(other)), (Some(one), Some(other)) if one != other)
    }

    /// Returns whether the memory of `one` is the pointee of a pointer that does not point to the memory of `other`.
    fn is_apart(&self, one: Memory<'_>, other: Memory<'_>) -> bool {
        if !one.is_target() {
            return false;
        }
        // Of two `restrict` pointers, neither has a value based on the other one while both are in scope and lead to memory that is changed
        // (C17 6.7.3.1p4).
        let is_other_known = other.is_variable()
            || other.is_target() && (self.keeps_first_value(other.root) || self.is_restricted(other.root));
        match () {
            () if self.is_restricted(one.root) => is_other_known,
            () if self.is_allocated(one.root) => {
                other.is_variable()
                    || other.is_target()
                        && (self.is_unchanged_parameter(other.root) || self.is_allocated(other.root))
            }
            // A parameter gets its value before the local variables of the function exist.
            () if self.is_unchanged_parameter(one.root) => {
                let entity = self.view.entity(other.root);
                let is_local = entity.duration == StorageDuration::Automatic;
                other.is_variable() && is_local
            }
            () => other.is_variable() && self.is_never_pointed_to(other.root),
        }
    }

    /// Whether a pointer is `restrict`, and the function does not change it.
    fn is_restricted(&self, pointer: EntityId) -> bool {
        let is_inside = self.view.entity(pointer).duration == StorageDuration::Automatic;
        is_inside && self.view.is_restrict(pointer) && self.index.writes(pointer).is_empty()
    }

    /// Returns whether a pointer keeps one value in the function that does not depend on another pointer of it: it is a parameter, or
    /// points to newly allocated memory.
    fn keeps_first_value(&self, pointer: EntityId) -> bool {
        self.is_unchanged_parameter(pointer) || self.is_allocated(pointer)
    }

    fn is_unchanged_parameter(&self, pointer: EntityId) -> bool {
        self.view.is_parameter(pointer) && self.index.writes(pointer).is_empty()
    }

    /// Returns whether the only value of a local pointer is the result of a call that allocates memory.
    fn is_allocated(&self, pointer: EntityId) -> bool {
        let entity = self.view.entity(pointer);
        let is_local = entity.duration == StorageDuration::Automatic && !self.view.is_parameter(pointer);
        let value = |at: At| self.view.program.outline.children(at).last();
        let is_allocation = |at: At| self.view.is_allocation(at);
        let initial = self.view.initial_value(pointer);
        is_local
            && match (initial, self.index.writes(pointer)) {
                (Some(initial), []) => is_allocation(initial),
                (None, [only]) if only.kind == WriteKind::Assigned && only.replaces => {
                    value(only.at).is_some_and(is_allocation)
                }
                _ => false,
            }
    }

    /// Returns whether a local variable is used only by its name, so that no pointer points to it.
    pub(super) fn is_never_pointed_to(&self, variable: EntityId) -> bool {
        let entity = self.view.entity(variable);
        let is_local = entity.duration == StorageDuration::Automatic || entity.scope.is_some();
        is_local
            && !self.index.is_addressed(variable)
            && (entity.class.is_scalar() || !self.index.has_pointers_to(variable))
    }
}
