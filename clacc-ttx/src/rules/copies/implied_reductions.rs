//! Scalars into which the iterations of a loop only combine values, without a `reduction` on the loop.

use clacc_sema::acc::facts::{DataAttributes, Given, Reason, Rule, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Item, Origin};
use clacc_sema::program::entity::Class;

use super::reductions::operator_for;
use super::{combiners, temporaries};
use crate::codes;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

const OTHER_ORDER: &str = "real numbers are combined in another order than in a sequential loop, so the result may be rounded in another way";

/// Returns whether a variable has an attribute that comes from no clause, and the dialect leaves it shared, as in the design.
pub(crate) fn is_left_shared(cx: &Context<'_>, given: &Given<Sharing>) -> bool {
    let is_implied = given.reason.rule == Rule::ImpliedReduction || temporaries::is_temporary(given);
    is_implied && cx.dialect.follows_design()
}

/// Adds the implied reductions of a loop, and reports them. `is_of_gangs` says whether gangs alone share the loop.
pub(crate) fn reduce(cx: &Context<'_>, build: &mut Build<'_>, is_of_gangs: bool) {
    let implied = |attribute: &'_ DataAttributes| match attribute.sharing.as_ref()? {
        Given { kind: Sharing::Reduction(operator), reason } if is_added(cx, reason.rule) => {
            Some((*operator, reason.clone()))
        }
        Given { .. } => None,
    };
    for attribute in cx.construct().whole_attributes() {
        if let Some((operator, reason)) = implied(attribute) {
            reduce_one(cx, build, attribute, (operator, &reason, is_of_gangs));
        }
    }
}

/// Returns whether a rule gives a loop a reduction without a clause. On merged loops, that is a part of the gangs' reduction.
fn is_added(cx: &Context<'_>, rule: Rule) -> bool {
    match rule {
        Rule::ImpliedReduction => !cx.dialect.follows_design(),
        // The loop would be sequential without the reduction.
        Rule::KernelsReduction => true,
        rule => rule == Rule::GangReduction,
    }
}

fn reduce_one(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    attribute: &DataAttributes,
    (operator, reason, is_of_gangs): (ReductionOp, &Reason, bool),
) {
    if reason.rule == Rule::KernelsReduction {
        say_order(cx, build, attribute, operator);
        // A reduction among gangs is stated on the compute construct.
        if is_of_gangs {
            return;
        }
    }
    let place = &attribute.place;
    let origin = Origin::Attribute(cx.id, Box::new(reason.clone()));
    let operator = operator_for(cx, operator, place);
    let combiner = match combiners::combiner(cx, build, operator, place, origin) {
        Ok(combiner) => combiner,
        Err(message) => {
            build.unsupported_directive(combiners::WITHOUT_FORM, &codes::MAP0064, message);
            return;
        }
    };
    let items = vec![Item::entity(place.root)];
    build.push_implied(Argument::Reduction { combiner, items }, Some(reason));
    if reason.rule != Rule::ImpliedReduction {
        return;
    }
    let message = reduction_message(cx, attribute, operator);
    build
        .directive_verdict(Fidelity::Approximated, "the loop reduces a variable for which no clause asks it");
    build.report_directive(&codes::MAP0074, message);
}

/// Reports the reduction of a loop whose iterations may be executed in any order. Only sums and products of real numbers depend on the order
/// in which values are combined.
fn say_order(cx: &Context<'_>, build: &mut Build<'_>, attribute: &DataAttributes, operator: ReductionOp) {
    let is_rounded = matches!(operator, ReductionOp::Add | ReductionOp::Mul)
        && cx.entity(attribute.place.root).class == Class::Real;
    let message = reduction_message(cx, attribute, operator);
    if is_rounded {
        build.directive_verdict_of(Fidelity::Approximated, OTHER_ORDER, &codes::MAP0074);
    }
    build.report_directive(&codes::MAP0074, message);
}

fn reduction_message(cx: &Context<'_>, attribute: &DataAttributes, operator: ReductionOp) -> String {
    let (name, operator) = (cx.view.text(cx.view.name(attribute.place.root)), operator.text());
    format!("this loop is translated as with `reduction({operator}:{name})`")
}
