//! Checks that the names in a directive denote the intended entities at its place.

use clacc_sema::omp::form::{Clause, Item, Operand};
use clacc_sema::program::View;
use clacc_sema::program::place::{At, EntityId, Place, Value};

use super::Standing;

pub(super) fn fault(view: View<'_>, standing: &Standing<'_>) -> Option<String> {
    let at = standing.at?;
    let named = standing.directive.clauses.iter().flat_map(|clause| names(view, clause));
    let mut hidden = named.filter(|entity| !is_visible(view, *entity, at));
    let entity = hidden.next()?;
    let (name, kind) = (view.text(view.name(entity)), standing.directive.kind.text());
    Some(format!("`{name}` is not visible, or something else, where `omp {kind}` stands"))
}

/// Returns whether an entity is visible at a node under its name.
fn is_visible(view: View<'_>, entity: EntityId, at: At) -> bool {
    let scope = view.entity(entity).scope;
    let reaches = |scope: Option<At>| scope.is_none_or(|scope| view.run(scope).contains(at));
    let is_before = |id: EntityId| {
        view.entity(id).scope.is_none()
            || view.declared_at(id).is_none_or(|declared| declared.start < view.start(at).start)
    };
    let name = view.name(entity);
    let all = (0..view.program.entities.len() as u32).map(EntityId::new);
    let mut hiding = all.filter(|other| {
        let inner = view.entity(*other).scope;
        *other != entity
            && view.name(*other) == name
            && inner.is_some_and(|inner| {
                scope.is_none_or(|scope| scope != inner && view.run(scope).contains(inner))
            })
            && reaches(inner)
            && is_before(*other)
    });
    reaches(scope) && is_before(entity) && hiding.next().is_none()
}

/// The entities that a clause names.
fn names(view: View<'_>, clause: &Clause) -> Vec<EntityId> {
    let mut found = Vec::new();
    for item in clause.items() {
        match item {
            Item::Place { place, .. } => of_place(view, place, &mut found),
            Item::PartBehind { start, length, .. } => {
                of_operand(view, *start, &mut found);
                of_operand(view, *length, &mut found);
            }
            Item::InRow(section) => {
                of_operand(view, section.start, &mut found);
                of_operand(view, section.length, &mut found);
            }
            Item::Queue(value) => of_operand(view, Operand::Value(*value), &mut found),
            Item::Lvalue(at) => of_operand(view, Operand::Value(Value::Node(*at)), &mut found),
            Item::Fresh(_) | Item::Through { .. } => {}
        }
    }
    clause.operands().iter().for_each(|operand| of_operand(view, *operand, &mut found));
    found
}

fn of_place(view: View<'_>, place: &Place, found: &mut Vec<EntityId>) {
    found.push(place.root);
    place.values().for_each(|value| of_operand(view, Operand::Value(value), found));
}

fn of_operand(view: View<'_>, operand: Operand, found: &mut Vec<EntityId>) {
    match operand {
        Operand::Value(Value::Node(at)) | Operand::Not(at) => of_expression(view, at, found),
        Operand::Unless { condition, unless } => {
            of_expression(view, condition, found);
            of_expression(view, unless, found);
        }
        Operand::Present { entity, and } => {
            found.push(entity);
            and.iter().for_each(|at| of_expression(view, *at, found));
        }
        Operand::Value(Value::Constant(_)) | Operand::Fresh(_) => {}
    }
}

fn of_expression(view: View<'_>, at: At, found: &mut Vec<EntityId>) {
    found.extend(view.mentions(view.run(at)).map(|mention| mention.place.root));
}
