//! Branches into and out of constructs (OpenACC 3.4 2.5).

use std::iter;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::sorted::distinct;

use super::codes;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::ConstructId;
use super::findings::Findings;
use crate::program::access::JumpKind;
use crate::program::place::At;

/// Reports jumps across the border of a construct. All constructs whose borders are crossed are marked as broken.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    if draft.facts.constructs.is_empty() || cx.program.jumps.is_empty() {
        return;
    }
    let borders = Borders::find(cx, draft);
    for jump in &cx.program.jumps {
        let here = borders.around(jump.at);
        let Some((there, what)) = other_end(&borders, jump.kind, here) else { continue };
        let crossed = between(draft, here, there);
        if let Some(named) = here.filter(|here| crossed.contains(here)).or(crossed.first().copied()) {
            report_branch(cx, draft, jump.at, named, what, report);
            crossed.iter().for_each(|id| report.mark_broken(draft.construct(*id).directive));
        }
    }
}

/// The construct around the other end of a jump, with a phrase for messages about the jump. None if the other end is not known.
fn other_end(
    borders: &Borders,
    kind: JumpKind,
    here: Option<ConstructId>,
) -> Option<(Option<ConstructId>, &'static str)> {
    Some(match kind {
        JumpKind::Return => (None, "`return` leaves"),
        JumpKind::Goto(target) => (borders.around(target?), "`goto` crosses the border of"),
        JumpKind::Indirect => {
            let elsewhere = borders.addressed.iter().find(|there| **there != here);
            (*elsewhere?, "`goto` may cross the border of")
        }
        JumpKind::Leave(left) => (borders.around(left?), "`break` leaves"),
        JumpKind::Cycle(cycled) => (borders.around(cycled?), "`continue` leaves"),
        JumpKind::Selected(switch) => (borders.around(switch?), "`switch` jumps into"),
    })
}

/// Returns whether control may enter a construct only at its start, and leave it only at its end. It may leave the region of a `declare` at
/// any point.
fn is_bordered(draft: &Draft, id: ConstructId) -> bool {
    let construct = draft.construct(id);
    construct.is_compute()
        || matches!(construct.written, AccDirective::Data | AccDirective::HostData | AccDirective::Loop)
}

/// The innermost construct with a border around each end of a jump.
struct Borders {
    /// The ends of jumps, in source order.
    around: Vec<(At, Option<ConstructId>)>,
    /// The constructs around the labels whose addresses are taken, each once.
    addressed: Vec<Option<ConstructId>>,
}

impl Borders {
    fn find(cx: &Cx<'_>, draft: &Draft) -> Self {
        let program = cx.program;
        let of_jumps = program.jumps.iter().flat_map(|jump| iter::once(jump.at).chain(jump.kind.other_end()));
        let ends = distinct(program.addressed_labels.iter().copied().chain(of_jumps));
        let mut nest = OpenConstructs::new(draft);
        let mut innermost = |at: At| nest.at(draft, at).last().and_then(|id| bordered(draft, *id));
        let around = ends.into_iter().map(|at| (at, innermost(at))).collect();
        let mut borders = Borders { around, addressed: Vec::new() };
        let addressed = program.addressed_labels.iter().map(|label| borders.around(*label));
        borders.addressed = distinct(addressed);
        borders
    }

    fn around(&self, at: At) -> Option<ConstructId> {
        self.around.binary_search_by_key(&at, |(end, _)| *end).ok().and_then(|index| self.around[index].1)
    }
}

/// The innermost construct with a border among a construct and those around it.
fn bordered(draft: &Draft, id: ConstructId) -> Option<ConstructId> {
    iter::once(id).chain(draft.enclosing(id)).find(|id| is_bordered(draft, *id))
}

/// The constructs with borders that are around one of two places but not around the other, innermost first. The places are given by their
/// innermost constructs.
fn between(draft: &Draft, here: Option<ConstructId>, there: Option<ConstructId>) -> Vec<ConstructId> {
    if here == there {
        return Vec::new();
    }
    let around = |id: &ConstructId| draft.construct(*id).parent.and_then(|outer| bordered(draft, outer));
    let outward = |id| -> Vec<ConstructId> { iter::successors(id, around).collect() };
    let (here, there) = (outward(here), outward(there));
    let common = here.iter().rev().zip(there.iter().rev()).take_while(|(here, there)| here == there).count();
    let crossed = here[..here.len() - common].iter().chain(&there[..there.len() - common]);
    crossed.copied().collect()
}

fn report_branch(
    cx: &Cx<'_>,
    draft: &Draft,
    at: At,
    construct: ConstructId,
    what: &str,
    report: &mut Findings,
) {
    let directive = draft.construct(construct).directive;
    let name = cx.directive_text(directive);
    let finding = Diagnostic::new(&codes::ACC0058, cx.start(at), format!("{what} a `{name}` construct"))
        .label(cx.directive_name_span(directive), "the construct");
    report.push(directive, finding);
}
