//! What combines the values of reductions.
//!
//! OpenMP's operators combine numbers. For structs, the form declares a reduction that combines them member by
//! member (OpenACC 3.4 2.5.15, OpenMP 5.2 5.5.11).

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::acc::codes as acc_codes;
use clacc_sema::acc::facts::{DataAttributes, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Combiner, DeclareReduction, Fresh, Omp, Origin};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{EntityId, Place};

use super::build::places;
use super::{Build, Context, Mapped};
use crate::codes;

/// What combines the values at a place; none if it is a struct with more members than code can name.
pub(super) fn combiner(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    operator: ReductionOp,
    place: &Place,
    origin: Origin,
) -> Option<Combiner> {
    if !is_struct(cx, place) {
        return Some(Combiner::Operator(operator));
    }
    let components = cx.view.components(place).filter(|components| components.is_complete)?;
    let name = Fresh::Combiner(operator, place.root);
    // The compute construct around a loop declares it for its own gangs.
    if !is_reduced_around(cx, place) {
        let members = components.scalars.into_iter().map(|scalar| scalar.steps).collect();
        build.push_before(Omp::DeclareReduction(DeclareReduction {
            name,
            operator,
            like: place.root,
            members,
            origin,
        }));
    }
    Some(Combiner::Declared(name))
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
pub(super) fn refused_by_design(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    let Argument::Reduction(operator, items) = &clause.argument else { return None };
    let (_, place) = places(items).find(|(_, place)| is_struct(cx, place))?;
    let name = cx.view.text(cx.view.name(place.root));
    let message = format!("the reduction `{}` needs a number, and `{name}` is a struct", operator.text());
    Some(Mapped::refused("the dialect reduces numbers only", &acc_codes::ACC0097, message))
}

/// The verdict on a reduction whose struct has too many members.
pub(super) fn too_many_members(cx: &Context<'_>, place: &Place) -> Mapped {
    Mapped::refused(TOO_MANY, &codes::MAP0064, too_many_message(cx, place.root))
}

/// Reports the same about a reduction that a loop implies for its compute construct.
pub(super) fn report_too_many_members(cx: &Context<'_>, build: &mut Build<'_>, place: &Place) {
    build.unsupported_directive(TOO_MANY, &codes::MAP0064, too_many_message(cx, place.root));
}

const TOO_MANY: &str = "OpenMP has no reduction of structs, and code would have to name each of many members";

fn too_many_message(cx: &Context<'_>, entity: EntityId) -> String {
    let name = cx.view.text(cx.view.name(entity));
    format!("the struct of `{name}` consists of more than 64 scalars, and its reduction has no OpenMP form")
}
