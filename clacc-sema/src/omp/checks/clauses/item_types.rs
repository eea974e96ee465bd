//! Checks the types of list items: complete, not const, pointers, numbers.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::cx::Findings;
use super::list_items::ListItem;
use super::written::WrittenClause;
use crate::omp::codes;
use crate::program::View;
use crate::program::entity::Class;
use crate::program::item::Bounds;

/// Returns whether a clause takes an item of its type. Reports an error if it does not.
pub(super) fn check(clause: WrittenClause<'_>, item: &ListItem, report: &mut Findings) -> bool {
    let view = clause.view;
    let fault = incomplete(clause, item)
        .or_else(|| constant(clause, item))
        .or_else(|| bit_field(clause, item))
        .or_else(|| atomic(clause, item))
        .or_else(|| wrong_class(clause, item));
    let Some(why) = fault else { return true };
    let message = format!("`{}` may not be in `{}`: {why}", item.text(view), clause.text());
    let mut finding = Diagnostic::new(&codes::OMP0115, view.span(item.at), message);
    if let Some(declared) = item.variable.and_then(|variable| view.declared_at(variable)) {
        finding = finding.label(declared, "declared here");
    }
    report.push(finding);
    false
}

/// Checks the types of the items in the argument of a directive: the object of `depobj`.
pub(super) fn check_argument(view: View<'_>, on: OmpDirective, items: &[ListItem], report: &mut Findings) {
    for item in items.iter().filter(|_| on == OmpDirective::Depobj) {
        if let Some(what) = not_a_depend_object(view, item) {
            let message = format!("`depobj` needs an object of type `omp_depend_t`, and this is {what}");
            report.push(Diagnostic::new(&codes::OMP0115, view.span(item.at), message));
        }
    }
}

/// Returns true if a clause makes copies of its items, or copies them between devices.
fn copies(clause: WrittenClause<'_>) -> bool {
    use OmpClause as C;
    let is_copying = matches!(
        clause.kind,
        C::Private | C::Firstprivate | C::Lastprivate | C::Linear | C::Map | C::To | C::From
    );
    is_copying || clause.is_reduction()
}

fn incomplete(clause: WrittenClause<'_>, item: &ListItem) -> Option<String> {
    let view = clause.view;
    let is_whole = item.parts.selections.is_empty();
    (is_whole && copies(clause) && view.is_incomplete_at(item.at))
        .then(|| format!("its type is incomplete, it is {}", view.describe_at(item.at)))
}

/// Items of `private`, `lastprivate`, `linear` and reductions are assigned to (OpenMP 5.2 5.4).
fn constant(clause: WrittenClause<'_>, item: &ListItem) -> Option<String> {
    use OmpClause as C;
    let assigns = matches!(clause.kind, C::Private | C::Lastprivate | C::Linear) || clause.is_reduction();
    let is_const = || {
        let elements = clause.view.selected(item.parts.base, item.parts.selections.len());
        elements.map_or_else(|| clause.view.is_const_at(item.at), |elements| elements.is_const)
    };
    (assigns && is_const()).then(|| "it is const".to_owned())
}

fn bit_field(clause: WrittenClause<'_>, item: &ListItem) -> Option<String> {
    clause.view.is_bit_field_at(item.at).then(|| "it is a bit-field and has no address".to_owned())
}

/// Compilers do not combine atomic variables, and compute no values of them ahead.
fn atomic(clause: WrittenClause<'_>, item: &ListItem) -> Option<String> {
    let takes_no_atomic =
        clause.is_reduction() || matches!(clause.kind, OmpClause::Linear | OmpClause::Aligned);
    let elements = || clause.view.selected(item.parts.base, item.parts.selections.len());
    let is_atomic = takes_no_atomic && elements().is_some_and(|elements| elements.is_atomic);
    is_atomic.then(|| "it is `_Atomic`".to_owned())
}

/// The class of type that a clause needs, and whether it takes this one.
fn needed(clause: WrittenClause<'_>, class: Class) -> Option<(&'static str, bool)> {
    let is_pointer = class == Class::Pointer;
    let is_pointer_or_array = is_pointer || class == Class::Array;
    Some(match clause.kind {
        OmpClause::Aligned => ("a pointer or an array", is_pointer_or_array),
        OmpClause::IsDevicePtr => ("a pointer or an array", is_pointer_or_array),
        OmpClause::UseDevicePtr => ("a pointer", is_pointer),
        OmpClause::Linear => ("an integer or a pointer", is_pointer || class == Class::Integer),
        OmpClause::Lastprivate if clause.says("conditional") => {
            ("a scalar, because of `conditional`", class.is_scalar())
        }
        OmpClause::Detach => {
            ("of type `omp_event_handle_t`", !matches!(class, Class::Real | Class::Complex | Class::Array))
        }
        _ => return None,
    })
}

fn wrong_class(clause: WrittenClause<'_>, item: &ListItem) -> Option<String> {
    let view = clause.view;
    if clause.kind == OmpClause::Depend && clause.says("depobj") {
        let what = not_a_depend_object(view, item)?;
        return Some(format!("an object of type `omp_depend_t` is needed, and it is {what}"));
    }
    let class = view.class_at(item.at);
    let (needed, is_right) = needed(clause, class)?;
    (!is_right && class != Class::Unknown)
        .then(|| format!("it must be {needed}, and it is {}", view.describe_at(item.at)))
}

/// Describes an item whose type cannot be `omp_depend_t`, which is a struct or a pointer; none for other items.
fn not_a_depend_object(view: View<'_>, item: &ListItem) -> Option<String> {
    let is_range = |bounds| matches!(bounds, Bounds::Range { .. });
    if item.parts.selections.iter().any(|each| is_range(each.bounds)) {
        return Some("an array section".to_owned());
    }
    let class = view.class_at(item.at);
    let is_wrong = matches!(class, Class::Integer | Class::Real | Class::Complex | Class::Array);
    is_wrong.then(|| view.describe_at(item.at))
}
