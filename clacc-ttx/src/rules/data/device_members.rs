//! Members of structs in `use_device` (OpenACC 3.4 2.8). OpenMP's clauses take only variables.
//!
//! An added pointer gets the device address, and a copy of the struct, with that pointer as the member, hides the struct in the region. So
//! the region must name no other part of the struct.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{Argument, HiddenStruct, Item, Omp, Origin};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, EntityId, Place, Step};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, OmpClause};
use rustc_hash::FxHashSet;

use crate::rules::core::build::places;
use crate::rules::core::{Build, Context};

/// Returns the pointer member that an item names, of a variable or of the pointee of a pointer variable.
pub(crate) fn member(cx: &Context<'_>, place: &Place) -> Option<Place> {
    let last = place.steps.iter().rposition(|step| matches!(step, Step::Field(_)))?;
    let member = Place::behind(place.root, &place.steps[..=last]);
    let fields = match (cx.entity(place.root).class, &*member.steps) {
        (Class::Pointer, [Step::Deref(_), fields @ ..]) => fields,
        (Class::Struct, fields) => fields,
        _ => return None,
    };
    let is_found = fields.iter().all(|step| matches!(step, Step::Field(_)));
    let behind = &place.steps[last + 1..];
    let is_target = behind.iter().all(|step| !matches!(step, Step::Field(_)))
        && behind.iter().skip(1).all(|step| !matches!(step, Step::Deref(_)));
    (is_found && is_target && cx.view.class_of(&member) == Class::Pointer).then_some(member)
}

/// The uses of variables and their members in a region.
pub(super) struct Uses {
    /// The variables of which the region names other parts than the members on the directive.
    otherwise: FxHashSet<EntityId>,
    /// The places that the region assigns or takes the address of.
    changed: FxHashSet<Place>,
}

impl Uses {
    /// Collects the uses in the region of the construct.
    pub(crate) fn of(cx: &Context<'_>) -> Uses {
        let members: FxHashSet<Place> = named(cx).map(|(_, member)| member).collect();
        let mentions = cx.view.mentions(cx.region());
        let others = mentions.filter(|mention| !members.contains(&mention.place));
        let writes = cx.view.writes(cx.region());
        Uses {
            otherwise: others.map(|mention| mention.place.root).collect(),
            changed: writes.filter_map(|write| cx.view.place_of(write.operand)).collect(),
        }
    }

    /// Returns the reason why a copy of the struct cannot replace it; none if it can.
    pub(crate) fn fault(&self, cx: &Context<'_>, at: At, member: &Place) -> Option<&'static str> {
        let has_condition = cx.clause(AccClause::If).or(cx.clause(AccClause::IfPresent)).is_some();
        match () {
            () if has_condition && !cx.dialect.is_for_own_device() => {
                Some("is a member of a struct, which has no OpenMP form with a condition")
            }
            () if cx.view.is_const_at(at) => {
                Some("is `const`, so a copy of the struct cannot have another pointer there")
            }
            () if self.otherwise.contains(&member.root) => Some(
                "is a member of a struct of which the region uses other parts too, but it gets a copy of the struct",
            ),
            () if self.changed.contains(member) => Some(
                "is assigned in the region or has its address taken, but only a copy of it has the address on the device",
            ),
            () => None,
        }
    }
}

/// Returns the members that the directive names.
fn named<'a>(cx: &Context<'a>) -> impl Iterator<Item = (ClauseId, Place)> + use<'a> {
    let cx = *cx;
    let clauses = cx.clauses().filter(|clause: &&Clause| clause.kind == AccClause::UseDevice);
    clauses.flat_map(move |clause| {
        places(clause.items()).filter_map(move |(_, place)| Some((clause.id, member(&cx, place)?)))
    })
}

/// Adds the pointer that gets the device address of a member's pointee.
pub(crate) fn push(build: &mut Build<'_>, clause: ClauseId, member: Place) {
    let pointer = Item::Fresh(build.keep_table(member, &Origin::Clause(clause)));
    if !build.clauses().iter().any(|other| other.items().contains(&pointer)) {
        build.push(Argument::List(OmpClause::UseDevicePtr, vec![pointer]), clause);
    }
}

/// Adds the copies of the structs.
pub(crate) fn hide(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut structs: Vec<HiddenStruct> = Vec::new();
    for (clause, member) in named(cx) {
        let root: EntityId = member.root;
        let pointer = build.keep_table(member.clone(), &Origin::Clause(clause));
        match structs.iter_mut().find(|each| each.entity == root) {
            Some(hidden) if hidden.members.iter().any(|(other, _)| *other == member) => {}
            Some(hidden) => hidden.members.push((member, pointer)),
            None => {
                let members = vec![(member, pointer)];
                structs.push(HiddenStruct { entity: root, members, origin: Origin::Clause(clause) });
            }
        }
    }
    structs.into_iter().for_each(|hidden| build.push_inside(Omp::HiddenStruct(hidden)));
}
