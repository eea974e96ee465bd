//! Members of structs in list items, and the parts of memory that items map as a whole.

use clacc_sema::omp::form::{self, Item};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{EntityId, Place, Step, Via};
use clacc_syntax::directive::OmpClause;

use crate::rules::core::{Build, Context};

/// A member of a struct that a list item names, or whose target it names a part of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    /// The member, without subscripts and ranges.
    pub(crate) variable: Place,
    /// The anonymous structures around it, which no step names.
    pub(super) anonymous: Box<[u32]>,
    /// Whether the item names memory that the member points to.
    pub(crate) is_pointer: bool,
}

impl Member {
    /// The member that an item names; none if it names none, or a member of an element.
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

    /// The block of memory in which the struct lies.
    pub(super) fn whole_block(&self) -> Whole {
        Whole(Place::behind(self.variable.root, self.block()))
    }

    /// The steps that lead to the struct.
    pub(crate) fn holder(&self) -> &[Step] {
        &self.variable.steps[..self.variable.steps.len() - 1]
    }

    /// The steps that lead to the block of memory in which the struct lies.
    pub(crate) fn block(&self) -> &[Step] {
        block_of(&self.variable.steps)
    }

    /// Whether the struct lies in another struct, or behind a pointer that is a member.
    pub(crate) fn is_nested(&self) -> bool {
        !self.anonymous.is_empty() || self.holder().iter().any(|step| matches!(step, Step::Field(_)))
    }

    /// Whether it lies behind a pointer that is a member, or is one and the item names what it points to.
    pub(crate) fn leads_through_member(&self) -> bool {
        let field = self.variable.steps.iter().position(|step| matches!(step, Step::Field(_)));
        let rest = field.map_or(&[][..], |first| &self.variable.steps[first..]);
        self.is_pointer || rest.iter().any(|step| matches!(step, Step::Deref(_)))
    }

    /// The struct, which other members of it have too.
    pub(super) fn in_struct(&self) -> (EntityId, &[Step], &[u32]) {
        (self.variable.root, self.holder(), &self.anonymous)
    }

    /// Whether it lies in the memory that a pointer variable points to.
    pub(super) fn is_behind_variable(&self) -> bool {
        matches!(self.block(), [Step::Deref(_)])
    }
}

/// The steps up to the last pointer.
fn block_of(steps: &[Step]) -> &[Step] {
    let last = steps.iter().rposition(|step| matches!(step, Step::Deref(_)));
    &steps[..last.map_or(0, |last| last + 1)]
}

/// A part of one block of memory that an item maps as a whole: a variable, a member, or what a pointer
/// points to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Whole(pub(crate) Place);

impl Whole {
    /// A place that is a whole.
    pub(crate) fn at(place: Place) -> Whole {
        Whole(place)
    }

    /// The variable or member that points to it.
    pub(crate) fn pointer(&self) -> Place {
        let end = self.0.steps.len().saturating_sub(1);
        Place::behind(self.0.root, &self.0.steps[..end])
    }

    /// The steps that lead to it.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.0.steps
    }

    /// What an item maps as a whole, apart from the ranges of arrays.
    pub(crate) fn of(cx: &Context<'_>, place: &Place) -> Whole {
        let variable = place.without_ranges();
        if place.is_part() && cx.view.class_of(&variable) == Class::Pointer {
            return Whole(variable.then([Step::Deref(Via::Pointer)]));
        }
        Whole(variable)
    }

    /// The steps from it to a variable; none if no steps lead there.
    pub(super) fn rest_to<'p>(&self, variable: &'p Place) -> Option<&'p [Step]> {
        let is_same = self.0.root == variable.root;
        variable.steps.strip_prefix(&*self.0.steps).filter(|_| is_same)
    }

    /// What would hold a member: it, and the structs that contain it in the same block of memory, from the
    /// inside to the outside.
    pub(crate) fn around(member: &Member) -> impl Iterator<Item = Whole> {
        let Place { root, steps } = &member.variable;
        let lengths = (member.block().len()..=steps.len()).rev();
        lengths.map(|length| Whole(Place::behind(*root, &steps[..length])))
    }

    /// What a member is a part of.
    pub(super) fn surrounding(member: &Member) -> impl Iterator<Item = Whole> {
        Whole::around(member).skip(1)
    }

    /// The block of memory in which it lies.
    pub(crate) fn block(&self) -> Whole {
        Whole(Place::behind(self.0.root, block_of(&self.0.steps)))
    }
}

/// The items of the `map` clauses.
pub(crate) fn mapped<'b>(build: &'b Build<'_>) -> impl Iterator<Item = &'b Place> {
    let maps = build.clauses().iter().filter(|clause| clause.kind() == OmpClause::Map);
    maps.flat_map(form::Clause::items).filter_map(Item::place)
}
