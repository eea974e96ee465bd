//! Scalars into which the iterations of a loop only combine values, without a `reduction` on the loop.

use clacc_sema::acc::facts::{DataAttributes, Given, Reason, Rule, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Item, Origin};

use super::reductions::operator_for;
use super::{combiners, temporaries};
use crate::codes;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

/// Returns whether a variable has an attribute that comes from no clause, and the dialect leaves it shared, as in the design.
pub(crate) fn is_left_shared(cx: &Context<'_>, given: &Given<Sharing>) -> bool {
    let is_implied = given.reason.rule == Rule::ImpliedReduction || temporaries::is_temporary(given);
    is_implied && cx.dialect.follows_design()
}

/// Adds the implied reductions of a loop, and reports them.
pub(crate) fn reduce(cx: &Context<'_>, build: &mut Build<'_>) {
    let implied = |attribute: &'_ DataAttributes| match attribute.sharing.as_ref()? {
        Given { kind: Sharing::Reduction(operator), reason } if is_added(cx, reason.rule) => {
            Some((*operator, reason.clone()))
        }
        Given { .. } => None,
    };
    for attribute in cx.construct().whole_attributes() {
        if let Some((operator, reason)) = implied(attribute) {
            reduce_one(cx, build, attribute, operator, &reason);
        }
    }
}

/// Returns whether a rule gives a loop a reduction without a clause. On merged loops, that is a part of the gangs' reduction.
fn is_added(cx: &Context<'_>, rule: Rule) -> bool {
    match rule {
        Rule::ImpliedReduction => !cx.dialect.follows_design(),
        rule => rule == Rule::GangReduction,
    }
}

fn reduce_one(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    attribute: &DataAttributes,
    operator: ReductionOp,
    reason: &Reason,
) {
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
    if reason.rule == Rule::GangReduction {
        return;
    }
    let (name, operator) = (cx.view.text(cx.view.name(place.root)), operator.text());
    let message = format!("this loop is translated as with `reduction({operator}:{name})`");
    build
        .directive_verdict(Fidelity::Approximated, "the loop reduces a variable for which no clause asks it");
    build.report_directive(&codes::MAP0074, message);
}
