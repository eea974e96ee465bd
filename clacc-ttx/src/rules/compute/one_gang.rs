//! Findings about `kernels` constructs that one gang executes: what the program could say so that more threads share the loops.

use clacc_sema::acc::facts::{ConstructId, Rule};
use clacc_sema::program::place::At;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccClause;
use clacc_syntax::token::TokenRange;

use crate::codes;
use crate::rules::core::{Build, Context};

/// Returns the finding that one gang executes the construct, with the advice to write `independent` if a loop in the construct lacks it.
pub(super) fn finding(cx: &Context<'_>, build: &Build<'_>, message: &str) -> Diagnostic<TokenRange> {
    let finding = build.about_directive(&codes::MAP0055, message);
    if has_open_loop(cx) {
        return finding.note("`independent` on its loops lets several threads share their iterations");
    }
    finding
}

/// Reports that one thread executes the construct. It is a warning if the program asks for more on a loop.
pub(super) fn report_one_thread(cx: &Context<'_>, build: &mut Build<'_>) {
    let asked = loops(cx).find_map(|id| unused_clause(cx, id));
    let Some((clause, why)) = asked else {
        let finding = finding(cx, build, "one thread executes this `kernels` construct");
        build.report_finding(finding);
        return;
    };
    let message = format!(
        "one thread executes this `kernels` construct, although a loop in it has `{}`",
        clause.text()
    );
    let finding = build.about_directive(&codes::MAP0107, message).note(why);
    build.report_finding(finding);
}

/// Returns the clause with which the program asks for several threads on a loop that one thread executes, and the reason why it does not
/// suffice.
fn unused_clause(cx: &Context<'_>, id: ConstructId) -> Option<(AccClause, &'static str)> {
    match cx.facts.constructs[id].loop_facts.as_deref()?.sequential? {
        Rule::KernelsSharedSequential if has(cx, id, AccClause::Independent) => Some((
            AccClause::Independent,
            "the iterations change a variable that they share, in another way than a reduction does (ACC0140)",
        )),
        Rule::KernelsAutoSequential | Rule::AutoSequential if has(cx, id, AccClause::Reduction) => Some((
            AccClause::Reduction,
            "it is not known that the iterations of the loop are independent; `independent` on the loop says so",
        )),
        _ => None,
    }
}

/// The `loop` constructs in the construct.
fn loops<'a>(cx: &Context<'a>) -> impl Iterator<Item = ConstructId> + use<'a> {
    let (facts, compute) = (cx.facts, cx.id);
    let inside = facts.constructs.iter().filter(move |(_, each)| each.compute == Some(compute));
    inside.filter(|(_, each)| each.loop_facts.is_some()).map(|(id, _)| id)
}

fn has(cx: &Context<'_>, id: ConstructId, clause: AccClause) -> bool {
    cx.facts.first_clause(&cx.facts.constructs[id], clause).is_some()
}

/// Returns whether an outermost loop in the construct has no `independent`.
fn has_open_loop(cx: &Context<'_>) -> bool {
    let stated: Vec<At> = loops(cx)
        .filter(|id| has(cx, *id, AccClause::Independent))
        .filter_map(|id| cx.facts.constructs[id].loop_facts.as_deref())
        .flat_map(|facts| facts.loops.iter().copied())
        .collect();
    let mut behind = At::new(0);
    cx.view.loops_in(cx.region()).iter().any(|at| {
        let is_outermost = *at >= behind;
        behind = behind.max(cx.view.run(*at).end);
        is_outermost && !stated.contains(at)
    })
}
