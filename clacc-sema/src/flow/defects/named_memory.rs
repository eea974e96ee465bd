//! The memory that clauses name, and the pointers through which constructs use memory without a clause.

use clacc_syntax::directive::AccClause;

use crate::acc::clauses::Clause;
use crate::acc::facts::{AccFacts, DataAttributes, DataMapping, Given, Sharing};
use crate::program::View;
use crate::program::element::{ElementPart, Gathering};
use crate::program::entity::Class;
use crate::program::place::{EntityId, Place, Step, Value, Via};
use crate::program::run::Run;

/// Returns true if data clauses of a function name pointees. A function without such clauses may rely on a device that shares the memory of
/// the host.
pub(super) fn names_memory_behind(facts: &AccFacts) -> bool {
    let clauses = facts.clauses.iter().map(|(_, clause)| clause).filter(|clause| names_data(clause.kind));
    let mut places = clauses.flat_map(Clause::items).filter_map(|item| item.place.as_ref());
    places.any(|place| place.is_part() && place.leads_through_pointer())
}

/// Returns true if a compute construct gets a pointer as implicit `firstprivate` only, because no data clause names it.
pub(super) fn is_pointer_without_clause(view: View<'_>, attribute: &DataAttributes) -> bool {
    let is_implied =
        |given: &Given<Sharing>| given.kind == Sharing::Firstprivate && !given.reason.is_explicit();
    attribute.place.is_whole()
        && attribute.mapping_kind().is_none_or(|kind| kind == DataMapping::Nomap)
        && attribute.sharing.as_ref().is_some_and(is_implied)
        && view.entity(attribute.place.root).class == Class::Pointer
}

/// Returns true if a clause names data that are mapped or copied.
pub(super) fn names_data(kind: AccClause) -> bool {
    !matches!(kind, AccClause::Private | AccClause::Firstprivate | AccClause::Reduction)
}

/// The pointer members of structs whose pointees a part of a program uses.
pub(super) fn followed_members(view: View<'_>, run: Run) -> Vec<Place> {
    let is_wanted = |root| view.entity(root).class == Class::Struct && !view.is_declared_in(root, run);
    let mut gathering = Gathering::default();
    view.gather_elements(run, &is_wanted, &mut gathering);
    let elements = gathering.finish();
    let mut members = Vec::new();
    for position in 0..elements.len() {
        let parts = elements.all_parts(position);
        let fields = parts.iter().take_while(|part| matches!(part, ElementPart::Field(_))).count();
        let member = part_of(elements.get(position).root, &parts[..fields]);
        if parts.get(fields).is_some_and(|part| is_behind(*part)) && view.class_of(&member) == Class::Pointer
        {
            members.push(member);
        }
    }
    members
}

/// A part of a variable; a subscript selects the first element.
pub(super) fn part_of(root: EntityId, parts: &[ElementPart]) -> Place {
    let step = |part: &ElementPart| match part {
        ElementPart::Field(name) => Step::Field(*name),
        ElementPart::Target => Step::Deref(Via::Pointer),
        ElementPart::Subscript(_) | ElementPart::Range => Step::Index(Value::constant(0)),
    };
    Place::whole(root).then(parts.iter().map(step))
}

/// Returns true if a part of a variable that is a pointer belongs to its pointee.
pub(super) fn is_behind(part: ElementPart) -> bool {
    matches!(part, ElementPart::Subscript(_) | ElementPart::Target)
}
