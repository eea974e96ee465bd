//! Members of structs in list items, and the parts of memory that items map as a whole.

use clacc_sema::omp::form::{self, Item};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{EntityId, Place, Step, Via};
use clacc_syntax::directive::OmpClause;

use crate::rules::core::{Build, Context};

/// A member of a struct that a list item names, or that points to the section which the item names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    /// The member, without subscripts and ranges.
    pub(crate) variable: Place,
    /// The anonymous structures that contain the member, which no step names.
    pub(super) anonymous: Box<[u32]>,
    /// True if the item names a section of the member's pointee.
    pub(crate) is_pointer: bool,
}

impl Member {
    /// Returns the member that an item names; none if it names no member, or a member of an array element.
    pub(crate) fn of(cx: &Context<'_>, place: &Place) -> Option<Member> {
        let variable = place.without_ranges();
        let is_element =
            variable.steps.iter().any(|step| matches!(step, Step::Index(_) | Step::Range { .. }));
        if is_element || !matches!(variable.steps.last(), Some(Step::Field(_))) {
            return None;
        }
        let is_pointer = place.is_part() && cx.view.class_of(&variable) == Class::Pointer;
        let anonymous = cx.view.anonymous_path(&variable);
        Some(Member { variable, anonymous, is_pointer })
    }

    /// The block of memory that contains the struct.
    pub(super) fn whole_block(&self) -> Whole {
        Whole(Place::behind(self.variable.root, self.block()))
    }

    /// The steps that lead to the struct.
    pub(crate) fn holder(&self) -> &[Step] {
        &self.variable.steps[..self.variable.steps.len() - 1]
    }

    /// The steps that lead to the block of memory that contains the struct.
    pub(crate) fn block(&self) -> &[Step] {
        self.variable.steps_to_block().0
    }

    /// Returns whether the struct is in another struct, or is reached through a pointer member.
    pub(crate) fn is_nested(&self) -> bool {
        !self.anonymous.is_empty() || self.holder().iter().any(|step| matches!(step, Step::Field(_)))
    }

    /// Returns whether the item is reached through a pointer member.
    pub(crate) fn leads_through_member(&self) -> bool {
        let field = self.variable.steps.iter().position(|step| matches!(step, Step::Field(_)));
        let rest = field.map_or(&[][..], |first| &self.variable.steps[first..]);
        self.is_pointer || rest.iter().any(|step| matches!(step, Step::Deref(_)))
    }

    /// Returns the key of the struct, which is the same for all its members.
    pub(super) fn in_struct(&self) -> (EntityId, &[Step], &[u32]) {
        (self.variable.root, self.holder(), &self.anonymous)
    }

    /// Returns whether the member is in the pointee of a pointer variable.
    pub(super) fn is_behind_variable(&self) -> bool {
        matches!(self.block(), [Step::Deref(_)])
    }
}

/// A part of one block of memory that an item maps as a whole: a variable, a member, or a pointee.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Whole(pub(crate) Place);

impl Whole {
    /// Creates a whole part from a place.
    pub(crate) fn at(place: Place) -> Whole {
        Whole(place)
    }

    /// The variable or member that points to the part.
    pub(crate) fn pointer(&self) -> Place {
        let end = self.0.steps.len().saturating_sub(1);
        Place::behind(self.0.root, &self.0.steps[..end])
    }

    /// The steps that lead to the part.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.0.steps
    }

    /// Returns the part that an item maps as a whole, without the ranges of arrays.
    pub(crate) fn of(cx: &Context<'_>, place: &Place) -> Whole {
        let variable = place.without_ranges();
        if place.is_part() && cx.view.class_of(&variable) == Class::Pointer {
            return Whole(variable.then([Step::Deref(Via::Pointer)]));
        }
        Whole(variable)
    }

    /// Returns the steps from the part to a variable; none if the part does not contain it.
    pub(super) fn rest_to<'p>(&self, variable: &'p Place) -> Option<&'p [Step]> {
        let is_same = self.0.root == variable.root;
        variable.steps.strip_prefix(&*self.0.steps).filter(|_| is_same)
    }

    /// Returns the parts that contain a member: the member itself, and the structs that contain it in the same block of memory, innermost
    /// first.
    pub(crate) fn around(member: &Member) -> impl Iterator<Item = Whole> {
        let Place { root, steps } = &member.variable;
        let lengths = (member.block().len()..=steps.len()).rev();
        lengths.map(|length| Whole(Place::behind(*root, &steps[..length])))
    }

    /// Returns the structs that contain a member in the same block of memory.
    pub(super) fn surrounding(member: &Member) -> impl Iterator<Item = Whole> {
        Whole::around(member).skip(1)
    }

    /// Returns the block of memory that contains the part.
    pub(crate) fn block(&self) -> Whole {
        Whole(Place::behind(self.0.root, self.0.steps_to_block().0))
    }
}

/// The items of the `map` clauses.
pub(crate) fn mapped<'b>(build: &'b Build<'_>) -> impl Iterator<Item = &'b Place> {
    let maps = build.clauses().iter().filter(|clause| clause.kind() == OmpClause::Map);
    maps.flat_map(form::Clause::items).filter_map(Item::place)
}
