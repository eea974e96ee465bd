//! Remarks about loops with directives, and those of `kernels` constructs without one: whether their iterations are proven to be
//! independent, with the reasons or the obstacle. They are made only on request.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::token::TokenRange;

use super::array_copies;
use super::choices::TuningChoices;
use super::merged_levels::has_directives;
use super::proven_loops::assumptions;
use super::tuner::{EffectsOf, Tuner};
use crate::acc::codes;
use crate::acc::constructs::{Draft, OpenConstructs};
use crate::acc::cx::{Cx, UnitFacts};
use crate::acc::facts::{AccFacts, ConstructId};
use crate::acc::kernels::is_kernels;
use crate::dependence::{Assumptions, Dependence, Independent, Obstacle, ObstacleKind, Outcome, Proof};
use crate::directives::reduction::ReductionOp;
use crate::program::View;
use crate::program::place::{At, EntityId};

/// The remarks about the loops of a declaration, in source order. `effects_of` returns the effects of functions.
pub fn loop_remarks(
    view: View<'_>,
    surroundings: UnitFacts,
    choices: TuningChoices,
    effects_of: EffectsOf<'_>,
    facts: &AccFacts,
) -> Vec<Diagnostic<TokenRange>> {
    let cx = Tuner { cx: Cx::new(view, surroundings), choices, effects_of };
    let draft = Draft::of(facts.clone());
    let is_loop = |id: &ConstructId| {
        let construct = draft.construct(*id);
        construct.kind == AccDirective::Loop && !construct.broken
    };
    let of_directives = draft.ids().filter(is_loop).filter_map(|id| remark(&cx, &draft, id));
    let mut remarks: Vec<_> = of_directives.chain(of_kernels(&cx, &draft)).collect();
    remarks.sort_by_key(|remark| remark.primary.at.start);
    remarks
}

/// The remarks about the loops without a directive in `kernels` constructs. Loops inside a loop that threads may share are left out.
fn of_kernels(cx: &Tuner<'_>, draft: &Draft) -> Vec<Diagnostic<TokenRange>> {
    let associated = draft.associated_loops();
    let mut nest = OpenConstructs::new(draft);
    let mut remarks = Vec::new();
    let mut behind = At::new(0);
    for at in cx.program.loops.iter().copied().filter(|at| !associated.contains(at)) {
        let open = nest.at(draft, at);
        let is_asked = open.iter().any(|id| is_kernels(draft, *id) && !draft.construct(*id).broken);
        let is_shared = |id: &ConstructId| {
            let facts = draft.construct(*id).loop_facts.as_deref();
            facts.is_some_and(|facts| facts.sequential.is_none())
        };
        if at < behind || !is_asked || open.iter().any(is_shared) || has_directives(cx, cx.run(at)) {
            continue;
        }
        let functions = cx.functions_in(cx.run(at));
        let assumptions = assumptions(cx, draft, open);
        let assumptions = Assumptions { element_reductions: true, functions, ..assumptions };
        let place = cx.start(at);
        remarks.push(match cx.judge().judge(at, &assumptions) {
            Outcome::Independent(found) => {
                behind = cx.run(at).end;
                let remark = independent(cx, place, &found);
                match kept_in_order(cx, at, &found) {
                    Some(why) => remark.note(why),
                    None => remark,
                }
            }
            Outcome::Dependent(found) => dependent(cx, place, &found),
            Outcome::Unproven(found) => unproven(cx, place, &found),
        });
    }
    remarks
}

/// The reason why threads do not share a loop without a directive although its iterations are independent.
fn kept_in_order(cx: &Tuner<'_>, at: At, found: &Independent) -> Option<&'static str> {
    let is_ordered = |(variable, by): &(EntityId, _)| !cx.is_exact(*variable, ReductionOp::from(*by));
    if found.reductions.iter().any(is_ordered) {
        return Some("sums of real numbers keep their order unless `reduction` on the loop says otherwise");
    }
    if !found.elements.is_empty() {
        return Some("elements that several iterations change need `reduction` on the loop, or `atomic`");
    }
    if !array_copies::are_small(cx, found) {
        return Some(
            "one thread executes it, because a copy of so large an array for each thread needs `private` on the loop",
        );
    }
    let is_used = !found.last.is_empty() || cx.judge().leaves_control(at);
    is_used.then_some("one thread executes it, because a value that it leaves in a scalar is used behind it")
}

/// The remark about the iterations of all associated loops.
fn remark(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> Option<Diagnostic<TokenRange>> {
    let construct = draft.construct(id);
    let around: Vec<_> = draft.enclosing(id).collect();
    let functions = cx.functions_in(construct.run());
    let assumptions = assumptions(cx, draft, &around);
    let assumptions = Assumptions { element_reductions: true, functions, ..assumptions };
    let mut proven: Option<Independent> = None;
    let at = cx.directive_name_span(construct.directive);
    for each in &*construct.loop_facts.as_deref()?.loops {
        match cx.judge().judge(*each, &assumptions) {
            Outcome::Independent(found) => proven = Some(joined(proven.take(), found)),
            Outcome::Dependent(found) => return Some(dependent(cx, at, &found)),
            Outcome::Unproven(found) => return Some(unproven(cx, at, &found)),
        }
    }
    let proven = proven?;
    let shared: Vec<_> =
        array_copies::shared(cx, draft, id, &proven).map(|array| cx.name_text(array)).collect();
    let remark = independent(cx, at, &proven);
    Some(match (shared.is_empty(), is_left_open(draft, id)) {
        (false, false) => {
            remark.note(format!("`private({})` on the loop gives each iteration its own", shared.join(", ")))
        }
        _ => remark,
    })
}

/// Returns whether the implementation decides to partition a loop, in which case it also makes the necessary variables private.
fn is_left_open(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).loop_facts.as_deref().is_none_or(|facts| facts.sequential.is_some())
}

fn joined(known: Option<Independent>, found: Independent) -> Independent {
    let Some(mut known) = known else { return found };
    known.private.extend(found.private);
    known.arrays.extend(found.arrays);
    known.last.extend(found.last);
    known.reductions.extend(found.reductions);
    known.elements.extend(found.elements);
    known.assumed.extend(found.assumed);
    known.proofs.extend(found.proofs);
    known
}

fn independent(cx: &Tuner<'_>, at: TokenRange, proven: &Independent) -> Diagnostic<TokenRange> {
    let names = |variables: &mut dyn Iterator<Item = EntityId>| {
        let mut names: Vec<_> = variables.map(|each| format!("`{}`", cx.name_text(each))).collect();
        names.dedup();
        names.join(", ")
    };
    let mut reasons = Vec::new();
    if proven.proofs.contains(&Proof::Subscripts) {
        reasons.push("subscripts tell the iterations apart".to_owned());
    }
    if proven.proofs.contains(&Proof::Bounds) {
        reasons.push("the bounds of loops keep subscripts apart".to_owned());
    }
    let own = names(&mut proven.private.iter().chain(&proven.arrays).copied());
    let last = names(&mut proven.last.iter().copied());
    let combined = names(&mut proven.reductions.iter().map(|(each, _)| *each));
    let elements = names(&mut proven.elements.iter().map(|(each, _)| *each));
    let about = [
        (own, "each iteration has its own "),
        (last, "what is used behind the loop is the last iteration's "),
        (combined, "values are only combined with "),
        (elements, "values are only combined with elements of "),
    ];
    reasons.extend(
        about
            .into_iter()
            .filter(|(names, _)| !names.is_empty())
            .map(|(names, what)| what.to_owned() + &names),
    );
    if !proven.assumed.is_empty() {
        let mut assumed: Vec<_> = proven.assumed.iter().flatten().copied().collect();
        assumed.sort_unstable();
        assumed.dedup();
        let all = names(&mut assumed.into_iter());
        reasons.push(format!("it is assumed that what {all} lead to does not overlap"));
    }
    let message = match &reasons[..] {
        [] => "the iterations of this loop share nothing that they change".to_owned(),
        reasons => {
            format!("the iterations of this loop are proven to be independent: {}", reasons.join("; "))
        }
    };
    Diagnostic::new(&codes::ACC0142, at, message)
}

fn dependent(cx: &Tuner<'_>, at: TokenRange, found: &Dependence) -> Diagnostic<TokenRange> {
    let name = cx.name_text(found.variable);
    let message = format!("iterations of this loop use what others make of `{name}`");
    Diagnostic::new(&codes::ACC0142, at, message)
        .label(cx.span(found.change), "changed here")
        .label(cx.span(found.other), "used here in another iteration")
}

fn unproven(cx: &Tuner<'_>, at: TokenRange, found: &Obstacle) -> Diagnostic<TokenRange> {
    let (why, advice) = words(found.kind);
    let name = |at: At| cx.root_of(at).map(|root| format!("`{}`", cx.name_text(root)));
    let mut names: Vec<_> = [Some(found.at), found.other].into_iter().flatten().filter_map(name).collect();
    names.dedup();
    let about = if names.is_empty() { String::new() } else { format!(" ({})", names.join(" and ")) };
    let message =
        format!("it is not proven that the iterations of this loop are independent: {why}{about}; {advice}");
    let mut finding = Diagnostic::new(&codes::ACC0142, at, message).label(place(cx, found.at), "here");
    if let Some(other) = found.other.filter(|other| *other != found.at) {
        finding = finding.label(place(cx, other), "and here");
    }
    finding
}

/// The tokens to which a remark points: only the first one of a statement.
fn place(cx: &Tuner<'_>, at: At) -> TokenRange {
    if cx.passage(at).is_some() { cx.start(at) } else { cx.span(at) }
}

/// The description of an obstacle to a proof, and the remedy.
const fn words(kind: ObstacleKind) -> (&'static str, &'static str) {
    const INDEPENDENT: &str = "`independent` on the loop says that they never meet in different iterations";
    match kind {
        ObstacleKind::Header => (
            "it does not count its iterations by an integer that its body leaves alone",
            "a header as in `for (int i = 0; i < n; i++)`, with bounds that the body does not change, is needed",
        ),
        ObstacleKind::Jump => (
            "it may end early, or code jumps into or out of it",
            "only a loop that executes all its iterations can be shared",
        ),
        ObstacleKind::Call => (
            "a call may read or change what is not seen here",
            "`independent` on the loop says that calls in different iterations do not matter to each other",
        ),
        ObstacleKind::Accesses => ("two accesses may meet in different iterations", INDEPENDENT),
        ObstacleKind::Aliases => (
            "two pointers may lead to the same memory",
            "`restrict` on the pointers, or `independent` on the loop, says that they do not",
        ),
        ObstacleKind::Unnamed => ("memory is accessed in a way that is not followed", INDEPENDENT),
        ObstacleKind::Scalar => (
            "an iteration may use a value that another one assigned",
            "`private` or `reduction` on the loop says what the variable is for",
        ),
        ObstacleKind::Volatile => (
            "a variable may change, or be looked at, in ways that are not seen",
            "what is `volatile`, `_Atomic` or of one thread keeps the order of the iterations",
        ),
        ObstacleKind::Size => ("it is too large to look at all of it", INDEPENDENT),
    }
}
