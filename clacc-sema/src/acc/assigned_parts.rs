//! The parts of a program in which a variable certainly has a value that an assignment gave it.

use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashMap;

use super::cx::Cx;
use crate::program::access::{JumpKind, Write};
use crate::program::passage::Passage;
use crate::program::place::At;
use crate::program::run::Run;

/// A part of the program that control enters only behind an assignment: what follows it in a block, in the loop
/// that begins with it, or behind two branches that both contain one. If no `goto` leads into it, the variable has a
/// value that was assigned behind the start of the assignment or in the part. Each part lies in all directives around
/// its assignment but `atomic`, and two parts contain each other or have nothing in common.
#[derive(Clone, Copy)]
pub(super) struct AssignedPart {
    /// The first of the assignments. Other code may be executed between it and the part: what follows it in a branch
    /// or in a loop that ends where the part begins.
    assigned: At,
    /// The first node of which control comes back to the part without an assignment: the loop whose first part
    /// assigns, or the part itself.
    entered: At,
    /// The part.
    run: Run,
}

impl AssignedPart {
    /// Whether a node lies in it.
    pub(super) fn contains(self, at: At) -> bool {
        self.run.contains(at)
    }

    /// Whether a region contains the part and its assignments, or nothing that is executed between an assignment and the
    /// end of the part.
    pub(super) fn is_apart_from(self, region: Run) -> bool {
        let all = Run::new(self.assigned, self.run.end);
        let contains = region.start <= all.start && all.end <= region.end;
        contains || region.end <= all.start || all.end <= region.start
    }
}

/// Finds the parts of variables, which `K` tells apart.
pub(super) struct PartFinder<K> {
    /// The statements behind which a variable has been assigned, and whose parts have been found, with the first
    /// assignment in each.
    assigning: FxHashMap<(K, At), At>,
}

impl<K: Copy + Eq + std::hash::Hash> PartFinder<K> {
    pub(super) fn new() -> Self {
        PartFinder { assigning: FxHashMap::default() }
    }

    /// Adds the parts that an assignment makes. They begin where it ends, and where a statement around it does that
    /// always contains one.
    pub(super) fn add(&mut self, cx: &Cx<'_>, key: K, write: &Write, found: &mut Vec<AssignedPart>) {
        let Some(mut done) = unconditional_statement(cx, write) else { return };
        let outline = &cx.program.outline;
        let (mut start, mut assigned) = (outline.end(write.at), write.at);
        while self.assigning.insert((key, done), assigned).is_none()
            && let Some(around) = outline.parent(done)
        {
            let run = Run::new(start, outline.end(around));
            let branch = |branch| self.assigning.get(&(key, branch)).copied();
            match cx.passage(around) {
                Some(Passage::Sequence) if is_entered_at_start(cx, run) => {
                    found.push(AssignedPart { assigned, entered: start, run });
                }
                Some(Passage::Loop { first }) if first == Some(done) && !leads_out(cx, done, around) => {
                    found.push(AssignedPart { assigned, entered: around, run });
                }
                Some(Passage::Choice { then, otherwise: Some(otherwise) })
                    if let (Some(first), Some(_)) = (branch(then), branch(otherwise)) =>
                {
                    assigned = first;
                }
                None if is_atomic(cx, around) => {}
                _ => return,
            }
            // A directive is the only part of a statement of its own.
            done = if is_atomic(cx, around) { outline.parent(around).unwrap_or(around) } else { around };
            start = outline.end(done);
        }
    }
}

/// The statement that certainly makes an assignment, if the new value does not depend on the old one.
fn unconditional_statement(cx: &Cx<'_>, write: &Write) -> Option<At> {
    let names = cx.mentions(cx.run(write.at)).filter(|mention| Some(mention.place.root) == write.target);
    if !write.replaces || names.count() != 1 {
        return None;
    }
    let mut around = cx.program.outline.ancestors(write.at);
    let statement = around.find(|at| cx.passage(*at).is_some())?;
    let is_plain = cx.passage(statement) == Some(Passage::Plain);
    (is_plain && !cx.is_conditional(write.at, statement)).then_some(statement)
}

/// Whether no `switch` around a part jumps into it, so that it begins at its start.
fn is_entered_at_start(cx: &Cx<'_>, part: Run) -> bool {
    let jumps_in =
        |kind| matches!(kind, JumpKind::Selected(from) if !from.is_some_and(|from| part.contains(from)));
    !cx.jumps(part).any(|jump| jumps_in(jump.kind))
}

/// Whether a statement in the first part of a loop ends this part before its end.
fn leads_out(cx: &Cx<'_>, part: At, from: At) -> bool {
    cx.jumps(cx.run(part)).any(|jump| jump.kind.other_end() == Some(from))
}

/// Whether the directive at a node is an `atomic`, which executes its statement once.
fn is_atomic(cx: &Cx<'_>, at: At) -> bool {
    let directive = cx.directive_at(at).map(|id| cx.directive(id).kind.acc());
    directive == Some(Some(AccDirective::Atomic))
}

/// For each of these nodes the first assignment of the innermost part around it. Both columns are sorted here.
pub(super) fn latest_assignments(nodes: &mut [At], parts: &mut [AssignedPart]) -> Vec<Option<Latest>> {
    nodes.sort_unstable();
    parts.sort_unstable_by_key(|part| (part.run.start, std::cmp::Reverse(part.run.end)));
    let mut coming = parts.iter().peekable();
    let mut open: Vec<AssignedPart> = Vec::new();
    let innermost = |at: &At| {
        while let Some(part) = coming.next_if(|part| part.run.start <= *at) {
            while open.pop_if(|open| open.run.end <= part.run.start).is_some() {}
            open.push(*part);
        }
        while open.pop_if(|open| open.run.end <= *at).is_some() {}
        open.last().map(|part| Latest { assigned: part.assigned, entered: part.entered })
    };
    nodes.iter().map(innermost).collect()
}

/// The latest assignments before a node.
#[derive(Clone, Copy)]
pub(super) struct Latest {
    /// The first of them.
    pub(super) assigned: At,
    /// The first node of which control comes back to the node without an assignment.
    pub(super) entered: At,
}
