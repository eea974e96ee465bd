//! Checks the iterators that the modifier `iterator` defines (OpenMP 5.2 3.2.6).

use clacc_syntax::diagnostics::Diagnostic;
use rustc_hash::FxHashSet;

use super::super::cx::Findings;
use super::written::WrittenClause;
use crate::omp::codes;
use crate::program::directive::IteratorRange;
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Place};

/// Checks the iterators of a clause.
pub(super) fn check(clause: WrittenClause<'_>, report: &mut Findings) {
    for modifier in clause.modifiers() {
        let iterators: FxHashSet<EntityId> =
            modifier.iterators.iter().map(|iterator| iterator.variable).collect();
        for iterator in &modifier.iterators {
            let fault = type_fault(clause, iterator).or_else(|| range_fault(clause, iterator, &iterators));
            let Some((at, message)) = fault else { continue };
            let span = at.map_or_else(|| clause.span(), |at| clause.view.span(at));
            report.push(Diagnostic::new(&codes::OMP0122, span, message));
        }
    }
}

/// A place, or the whole clause, and what is wrong there.
type IteratorFault = (Option<At>, String);

fn type_fault(clause: WrittenClause<'_>, iterator: &IteratorRange) -> Option<IteratorFault> {
    let view = clause.view;
    let entity = view.entity(iterator.variable);
    let name = view.text(entity.name);
    let is_atomic = view.shape(&Place::whole(iterator.variable)).is_some_and(|shape| shape.is_atomic);
    let what = if !matches!(entity.class, Class::Integer | Class::Pointer | Class::Unknown) {
        view.describe(iterator.variable)
    } else if entity.is_const {
        "const".to_owned()
    } else if is_atomic {
        "`_Atomic`".to_owned()
    } else {
        return None;
    };
    Some((None, format!("the iterator `{name}` must be an integer or a pointer, and it is {what}")))
}

fn range_fault(
    clause: WrittenClause<'_>,
    iterator: &IteratorRange,
    iterators: &FxHashSet<EntityId>,
) -> Option<IteratorFault> {
    let view = clause.view;
    let name = view.text(view.name(iterator.variable));
    let values = [iterator.begin, iterator.end].into_iter().chain(iterator.step);
    for value in values.clone() {
        let mut names = view.names_in(view.run(value)).iter();
        if let Some(used) = names.find(|named| iterators.contains(&named.entity)) {
            let other = view.text(view.name(used.entity));
            let message =
                format!("the range of the iterator `{name}` may not depend on the iterator `{other}`");
            return Some((Some(used.at), message));
        }
    }
    let is_number =
        |at: &At| !matches!(view.class_at(*at), Class::Struct | Class::Union | Class::Void | Class::Opaque);
    if let Some(value) = values.clone().find(|at| !is_number(at)) {
        let message = format!(
            "the range of the iterator `{name}` needs numbers, and this is {}",
            view.describe_at(value)
        );
        return Some((Some(value), message));
    }
    let step = iterator.step?;
    let message = if !matches!(view.class_at(step), Class::Integer | Class::Unknown) {
        format!("the step of the iterator `{name}` must be an integer, and it is {}", view.describe_at(step))
    } else if view.constant(step) == Some(0) {
        format!("the step of the iterator `{name}` is zero")
    } else {
        return None;
    };
    Some((Some(step), message))
}
