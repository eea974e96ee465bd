//! Loops that threads share only if they have enough work.
//!
//! Starting and joining threads takes time, and a loop with little work is faster without them. The trip count is often known only at run
//! time, so the directive gets an `if` clause. On a separate device one thread is never faster: there, the condition always holds. OpenMP
//! permits the test for the device directly inside `teams` only on `distribute` (OpenMP 5.2 10.2), and gcc refuses it elsewhere.
//!
//! gcc creates and ends its threads at every `target` region that shares a loop, and not where the condition is false: NPB LU,
//! with 164,000 launches of 10 µs, needs 5.5 s of processor time as portable text without conditions, 2.9 s with them, and 2.6 s
//! as a serial program. Neighbouring regions are not merged for gcc: on a GPU, a `target` region with several parallel loops is
//! one team.

use clacc_sema::acc::facts::{DataAttributes, Sharing};
use clacc_sema::flow::work::{Product, Work, work_of};
use clacc_sema::omp::form::{Argument, Clause, IterationCount, Origin};
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::directive::OmpDirective;

use super::associated_loops::partitioned;
use super::loop_levels::{directive_of, has_distribute, has_parallel};
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

const WHY: &str = "threads are worth their while only if the loop has enough work";

const IF_ENOUGH: &str = "threads share the loop if it has enough work, and each executes whole iterations";

const TOO_LITTLE: &str = "one thread of the host executes the loop, which has too little work for several";

/// Adds the `if` clause, and the verdict about it.
pub(crate) fn condition(cx: &Context<'_>, build: &mut Build<'_>) {
    let is_shared = cx.construct().compute.is_some() && begins_threads(cx, directive_of(cx));
    let first = partitioned(cx).first().filter(|_| is_shared);
    let Some(counts) = first.and_then(|at| counts(cx, *at)) else { return };
    let reason = if counts.is_empty() { TOO_LITTLE } else { IF_ENOUGH };
    build.push_needed(argument(cx, counts), WHY);
    build.directive_verdict(Fidelity::Exact, reason);
}

/// Returns the `if` clause of a loop that threads share without a directive in the source.
pub(super) fn of_bare_loop(cx: &Context<'_>, at: At, directive: OmpDirective) -> Option<Clause> {
    if !begins_threads(cx, Some(directive)) {
        return None;
    }
    Some(Clause::new(argument(cx, counts(cx, at)?), Origin::Mapping(WHY)))
}

fn argument(cx: &Context<'_>, counts: Box<[IterationCount]>) -> Argument {
    Argument::IfMany { counts, or_on_device: !cx.dialect.is_for_host() }
}

/// Returns the trip counts of which one must be large; none if the loop always has enough work, or if nothing is known.
fn counts(cx: &Context<'_>, at: At) -> Option<Box<[IterationCount]>> {
    let least = cx.dialect.tuning.least_work.filter(|_| cx.edition.weighs_loops)?;
    let is_other = |variable| is_other(cx, variable);
    let Work { certain, products } = work_of(cx.view, &cx.facts.uses, at, &is_other)?;
    if certain >= least {
        return None;
    }
    products.into_iter().map(|product| iterations(product, least)).collect()
}

/// Returns whether a loop with this directive starts threads.
fn begins_threads(cx: &Context<'_>, directive: Option<OmpDirective>) -> bool {
    let is_host = cx.dialect.is_for_host();
    has_parallel(directive) && (is_host || has_distribute(directive))
}

/// Returns whether a variable may have another value inside the loop than before it.
fn is_other(cx: &Context<'_>, variable: EntityId) -> bool {
    let sharing = cx.construct().attribute_of(variable).and_then(DataAttributes::sharing_kind);
    matches!(sharing, Some(Sharing::Private | Sharing::Reduction(_)))
}

/// Returns the trip count above which a product is enough work; none if few iterations are enough.
fn iterations(product: Product, least: u64) -> Option<IterationCount> {
    let more_than = rounded(least.saturating_mul(product.divisor) / product.accesses.max(1));
    (more_than > 1).then(|| IterationCount { loops: product.loops.into(), more_than })
}

/// Rounds a number down to its first digit.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0));
    number / unit * unit
}
