//! Pointees of struct members on directives without a region (OpenACC 3.4 2.6.7, 2.6.8).
//!
//! OpenACC maps the pointee, counts its references alone, and attaches the member only if the struct is present too. Where OpenMP maps the
//! pointee through the member, compilers map the member with it, and increment the struct's reference count each time. Then mapping the
//! struct later would extend a mapped object, which ends the program, and a struct that one function maps and another one releases would
//! keep an excess reference. So an added variable points to the pointee, and routines of the runtime library attach the member, and detach
//! it when the pointee is released: they count as OpenACC does.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{Fresh, Item, MapFlags, MapKind, Operand};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Extent, Place, Step, Value};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::AccClause;

use super::Context;
use super::pointer_table::bounds_of;
use crate::dialect::Fault;

/// The pointee of a member that an item of a directive without a region names.
#[derive(Clone, Debug)]
pub(crate) struct MemberTarget {
    /// The pointer member.
    pub(crate) member: Place,
    /// The mapped section of the pointee, reached through the added pointer.
    pub(crate) part: Item,
    /// The first element of the section, unless it is certainly the first element of the pointee.
    pub(crate) first: Option<Operand>,
    pub(crate) clause: ClauseId,
    pub(crate) kind: MapKind,
    pub(crate) flags: MapFlags,
}

impl MemberTarget {
    /// Returns the pointee that an item of a clause reaches through a member; none if it is mapped through the member.
    pub(crate) fn of(cx: &Context<'_>, clause: &Clause, item: &Item) -> Option<MemberTarget> {
        let place = item.place().filter(|place| is_led_to(cx, clause.kind, place))?;
        let member = place.without_ranges();
        let [_, first, steps @ ..] = &place.steps[member.steps.len()..] else { return None };
        let (start, length) = bounds_of(first);
        let is_later = cx.view.number(start) != Some(0);
        let (start, length) = (Operand::Value(start), Operand::Value(length));
        let first = is_later.then_some(start);
        let part = Item::PartBehind { pointer: Fresh::Target, start, length, steps: steps.into() };
        let (kind, flags) = (MapKind::To, MapFlags::NONE);
        Some(MemberTarget { member, part, first, clause: clause.id, kind, flags })
    }

    /// Returns the part of each pointee element that is mapped.
    pub(crate) fn inside(&self) -> Place {
        let steps = match &self.part {
            Item::PartBehind { steps, .. } => &**steps,
            _ => &[],
        };
        Place::behind(self.member.root, steps)
    }

    /// Returns the same pointee with other operands for its bounds.
    pub(crate) fn with_bounds(mut self, mut operand: impl FnMut(Value) -> Operand) -> MemberTarget {
        let mut other = |bound: &mut Operand| {
            if let Operand::Value(value) = *bound {
                *bound = operand(value);
            }
        };
        if let Item::PartBehind { start, length, .. } = &mut self.part {
            other(start);
            other(length);
            self.first = self.first.map(|_| *start);
        }
        self
    }

    /// Returns the same pointee with a map type and modifiers.
    pub(crate) fn mapped(self, kind: MapKind, flags: MapFlags) -> MemberTarget {
        MemberTarget { kind, flags, ..self }
    }
}

/// Returns whether an item of a clause on `enter data` or `exit data` names the pointee of a member and is mapped without the member. The
/// dialects of the design map it through the member.
pub(crate) fn is_led_to(cx: &Context<'_>, clause: AccClause, place: &Place) -> bool {
    let member = place.without_ranges();
    let is_member = matches!(member.steps.last(), Some(Step::Field(_)));
    if !cx.avoids(Fault::StructsWithMembers) || !is_member || cx.view.class_of(&member) != Class::Pointer {
        return false;
    }
    match &place.steps[member.steps.len()..] {
        [] => clause == AccClause::Delete,
        [Step::Deref(_), first, ..] => {
            matches!(first, Step::Index(_) | Step::Range { extent: Extent::Length(_), stride: None, .. })
        }
        _ => false,
    }
}
