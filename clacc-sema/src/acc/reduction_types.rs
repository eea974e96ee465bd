//! The variables that a reduction operator can combine.
//!
//! Arrays and subarrays are reduced element by element, and structs member by member (OpenACC 3.4 2.5.15), so the types of their elements
//! and members decide. The mapping specification does not allow them.

use clacc_syntax::diagnostics::Diagnostic;

use super::codes;
use super::findings::Findings;
use super::items::CheckedItem;
use crate::directives::reduction::{ReductionOp, combines};
use crate::program::entity::{Class, Component, Components};
use crate::program::place::Place;

/// The description of the types that an operator can combine.
fn needed(op: ReductionOp) -> &'static str {
    match op {
        ReductionOp::Max | ReductionOp::Min => "a real number or a pointer",
        ReductionOp::Add | ReductionOp::Mul | ReductionOp::And | ReductionOp::Or => "a number",
        ReductionOp::BitAnd | ReductionOp::BitOr | ReductionOp::BitXor => "an integer",
    }
}

/// Whether the operator can combine values of the item's type. Reports an error if it cannot.
pub(super) fn check(op: ReductionOp, item: &CheckedItem<'_>, report: &mut Findings) -> bool {
    let view = item.view;
    let class = item.elements().map_or(Class::Unknown, |elements| elements.element);
    let is_array = item.is_subarray() || item.class() == Class::Array;
    // Reductions of pointers are an extension of OpenACC 3.4 2.5.15 by the mapping specification. The
    // extension has no arrays of pointers.
    if combines(op, class) && !(is_array && class == Class::Pointer) {
        return true;
    }
    if class == Class::Struct
        && let Some(components) = view.components(&item.place)
    {
        return check_components(op, item, &components, report);
    }
    let name = item.text();
    let whose = if is_array { format!("an element of `{name}`") } else { format!("`{name}`") };
    let message = format!(
        "the reduction `{}` needs {}, and {whose} is {}",
        op.text(),
        needed(op),
        view.describe_element(item.base, item.selections)
    );
    let mut finding = Diagnostic::new(&codes::ACC0097, view.span(item.at), message);
    if let Some(declared) = view.declared_at(item.variable.root) {
        finding = finding.label(declared, "declared here");
    }
    report.push(item.directive, finding);
    false
}

/// Returns whether the operator can combine every member of a struct. Reports an error about the first one that it cannot combine.
fn check_components(
    op: ReductionOp,
    item: &CheckedItem<'_>,
    components: &Components,
    report: &mut Findings,
) -> bool {
    let is_combined =
        |each: &&Component| combines(op, each.class) && each.class != Class::Pointer && !each.shape.is_const;
    let Some(wrong) = components.scalars.iter().find(|each| !is_combined(each)) else { return true };
    let view = item.view;
    let member = view.place_text(&Place::behind(item.variable.root, &wrong.steps));
    let what = match wrong.class {
        _ if wrong.shape.is_const => "const",
        class => view.class_words(class),
    };
    let needed = if wrong.class == Class::Pointer { "a number" } else { needed(op) };
    let message =
        format!("the reduction `{}` needs {needed}, and the member `{member}` is {what}", op.text());
    let mut finding = Diagnostic::new(&codes::ACC0097, view.span(item.at), message)
        .note("the reduction of a struct is one of each of its members (OpenACC 3.4 2.5.15)");
    if let Some(declared) = view.declared_at(item.variable.root) {
        finding = finding.label(declared, "declared here");
    }
    report.push(item.directive, finding);
    false
}
