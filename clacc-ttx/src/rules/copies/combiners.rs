//! The combiners of reductions.
//!
//! OpenMP's operators combine numbers. For structs, the form declares a reduction that combines them member by member (OpenACC 3.4 2.5.15,
//! OpenMP 5.2 5.5.11). It also declares a reduction for the minimum and maximum of floating-point numbers, because clang initializes the
//! private copies with the greatest finite number.

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::acc::codes as acc_codes;
use clacc_sema::acc::facts::{DataAttributes, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Combiner, DeclareReduction, Fresh, Omp, Origin};
use clacc_sema::program::entity::{Class, Dimension};
use clacc_sema::program::place::{Bound, EntityId, Place, Step, Value};

use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::{Build, Context, Mapped};

/// Returns the combiner of the values at a place.
///
/// # Errors
/// The message that explains why structs at the place have no reduction.
pub(crate) fn combiner(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    operator: ReductionOp,
    place: &Place,
    origin: Origin,
) -> Result<Combiner, String> {
    if !is_struct(cx, place) {
        return Ok(of_number(cx, build, operator, place, origin));
    }
    let components = cx.view.components(place).filter(|components| components.is_complete);
    let Some(components) = components else { return Err(too_many_message(cx, place.root)) };
    // gcc 12 uses the values of other elements as the original ones, and clang 19 misplaces the copies.
    let begins_with_original = matches!(operator, ReductionOp::Max | ReductionOp::Min | ReductionOp::BitAnd);
    if begins_later(cx, place) || begins_with_original && has_variable_length(cx, place) {
        let name = cx.view.place_text(&place.without_ranges());
        let what = "does not begin with its first struct, or has variable length, and has no OpenMP form";
        return Err(format!("the part of `{name}` {what}"));
    }
    let name = Fresh::Combiner(operator, place.root);
    // The compute construct around a loop declares the reduction for its gangs, if they are teams.
    if cx.dialect.is_for_host() || !is_reduced_around(cx, place) {
        let members = components.scalars.into_iter().map(|scalar| scalar.steps).collect();
        build.push_before(Omp::DeclareReduction(DeclareReduction {
            name,
            operator,
            like: place.root,
            members,
            origin,
        }));
    }
    Ok(Combiner::Declared(name))
}

/// Returns the combiner of numbers.
pub(crate) fn of_number(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    operator: ReductionOp,
    place: &Place,
    origin: Origin,
) -> Combiner {
    let Some(name) = declared_for_number(cx, operator, place) else { return Combiner::Operator(operator) };
    if cx.dialect.is_for_host() || !is_reduced_around(cx, place) {
        let members = [Box::default()].into();
        build.declare_reduction(DeclareReduction { name, operator, like: place.root, members, origin });
    }
    Combiner::Declared(name)
}

/// Returns the reduction that the form declares for numbers; none if the operator combines them correctly.
fn declared_for_number(cx: &Context<'_>, operator: ReductionOp, place: &Place) -> Option<Fresh> {
    let is_extreme = matches!(operator, ReductionOp::Max | ReductionOp::Min);
    let is_real = || cx.view.shape(place).is_some_and(|shape| shape.element == Class::Real);
    let is_needed = is_extreme && cx.avoids(Fault::FiniteIdentities) && is_real();
    is_needed.then_some(Fresh::Combiner(operator, place.root))
}

/// Whether a place is a struct, or has structs as its elements.
fn is_struct(cx: &Context<'_>, place: &Place) -> bool {
    cx.view.shape(place).is_some_and(|shape| shape.element == Class::Struct)
}

/// Whether the compute construct around a loop reduces the same variable.
pub(super) fn is_reduced_around(cx: &Context<'_>, place: &Place) -> bool {
    let compute = cx.compute().filter(|_| !cx.construct().is_compute());
    let attribute = compute.and_then(|compute| compute.attribute_of(place.root));
    matches!(attribute.and_then(DataAttributes::sharing_kind), Some(Sharing::Reduction(_)))
}

/// The verdict on a reduction of structs that the design refuses, in a dialect that follows it.
pub(crate) fn refused_by_design(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    let Argument::Reduction(operator, items) = &clause.argument else { return None };
    let (_, place) = places(items).find(|(_, place)| is_struct(cx, place))?;
    let name = cx.view.text(cx.view.name(place.root));
    let message = format!("the reduction `{}` needs a number, and `{name}` is a struct", operator.text());
    Some(Mapped::refused("the dialect reduces numbers only", &acc_codes::ACC0097, message))
}

/// The reason why a reduction of structs has no form.
pub(super) const WITHOUT_FORM: &str =
    "OpenMP has no reduction of structs, and compilers have none in code for these";

fn has_variable_length(cx: &Context<'_>, place: &Place) -> bool {
    let shape = cx.view.shape(&Place::whole(place.root));
    shape.is_some_and(|shape| shape.dims.contains(&Dimension::Variable))
}

/// Whether a place does not certainly begin with the first element of its array or pointer.
pub(super) fn begins_later(cx: &Context<'_>, place: &Place) -> bool {
    let is_zero = |value: Value| match value {
        Value::Constant(number) => number.get() == 0,
        Value::Node(at) => cx.constant(at) == Some(0),
    };
    place.steps.iter().any(|step| match step {
        Step::Range { start: Bound::At(start), .. } => !is_zero(*start),
        Step::Index(index) => !is_zero(*index),
        _ => false,
    })
}

fn too_many_message(cx: &Context<'_>, entity: EntityId) -> String {
    let name = cx.view.text(cx.view.name(entity));
    format!("the struct of `{name}` consists of more than 64 scalars, and its reduction has no OpenMP form")
}
