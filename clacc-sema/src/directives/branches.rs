//! Jumps across the borders of constructs: control enters a construct only at its start, and leaves it only at its end.
//!
//! OpenACC and OpenMP have the same rule for different constructs, so this module serves both.

use std::iter;

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::sorted::distinct;

use crate::program::View;
use crate::program::access::JumpKind;
use crate::program::place::At;
use crate::program::run::Run;

/// A jump that crosses the borders of constructs.
pub(crate) struct Crossing {
    /// The statement that jumps, or the label that a `switch` jumps to.
    pub(crate) at: At,
    /// The construct that a message names: the innermost one that control leaves, or the outermost one that it enters.
    pub(crate) named: DirectiveId,
    /// All constructs whose borders are crossed.
    pub(crate) crossed: Vec<DirectiveId>,
    /// The subject and verb of a message about the jump: "`goto` crosses the border of".
    pub(crate) what: &'static str,
}

/// The jumps that cross the borders of these constructs, which are given by their associated statements, the outer one of two before the
/// inner one.
pub(crate) fn crossings(view: View<'_>, bordered: &[(DirectiveId, Run)]) -> Vec<Crossing> {
    if bordered.is_empty() || view.program.jumps.is_empty() {
        return Vec::new();
    }
    let borders = Borders::find(view, bordered);
    let crossing = |jump: &crate::program::access::Jump| {
        let here = borders.around(jump.at);
        let (there, what) = other_end(&borders, jump.kind, here)?;
        let crossed = borders.between(here, there);
        let named = here.filter(|here| crossed.contains(here)).or(crossed.first().copied())?;
        let directive = |index: &usize| bordered[*index].0;
        let crossed = crossed.iter().map(directive).collect();
        Some(Crossing { at: jump.at, named: directive(&named), crossed, what })
    };
    view.program.jumps.iter().filter_map(crossing).collect()
}

/// A construct, by its index in the list of constructs with borders.
type Bordered = Option<usize>;

/// The construct around the other end of a jump, with a phrase for messages about the jump. None if the other end is not known.
fn other_end(borders: &Borders, kind: JumpKind, here: Bordered) -> Option<(Bordered, &'static str)> {
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

/// The innermost construct with a border around each end of a jump.
struct Borders {
    /// The ends of jumps, in source order.
    around: Vec<(At, Bordered)>,
    /// The constructs around the labels whose addresses are taken, each once.
    addressed: Vec<Bordered>,
    /// The construct around each construct.
    outer: Vec<Bordered>,
}

impl Borders {
    fn find(view: View<'_>, bordered: &[(DirectiveId, Run)]) -> Self {
        let program = view.program;
        let of_jumps = program.jumps.iter().flat_map(|jump| iter::once(jump.at).chain(jump.kind.other_end()));
        let ends = distinct(program.addressed_labels.iter().copied().chain(of_jumps));
        let mut borders = Borders { around: Vec::new(), addressed: Vec::new(), outer: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        let mut coming = bordered.iter().map(|(_, run)| *run).enumerate().peekable();
        let close = |open: &mut Vec<usize>, at: At| {
            while open.pop_if(|index| bordered[*index].1.end <= at).is_some() {}
        };
        for at in ends {
            while let Some((index, run)) = coming.next_if(|(_, run)| run.start <= at) {
                close(&mut open, run.start);
                borders.outer.push(open.last().copied());
                open.push(index);
            }
            close(&mut open, at);
            borders.around.push((at, open.last().copied()));
        }
        let addressed = program.addressed_labels.iter().map(|label| borders.around(*label));
        borders.addressed = distinct(addressed);
        borders
    }

    fn around(&self, at: At) -> Bordered {
        self.around.binary_search_by_key(&at, |(end, _)| *end).ok().and_then(|index| self.around[index].1)
    }

    /// The constructs that are around one of two places but not around the other, innermost first. The places are given by their innermost
    /// constructs.
    fn between(&self, here: Bordered, there: Bordered) -> Vec<usize> {
        if here == there {
            return Vec::new();
        }
        let outward = |id: Bordered| -> Vec<usize> { iter::successors(id, |id| self.outer[*id]).collect() };
        let (here, there) = (outward(here), outward(there));
        let common = here.iter().rev().zip(there.iter().rev()).take_while(|(here, there)| here == there);
        let common = common.count();
        let crossed = here[..here.len() - common].iter().chain(&there[..there.len() - common]);
        crossed.copied().collect()
    }
}
