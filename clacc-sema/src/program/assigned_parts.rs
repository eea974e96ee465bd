//! The parts of a program in which a variable certainly has a value that an assignment gave it.

use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashMap;

use super::View;
use super::access::{JumpKind, Write};
use super::passage::Passage;
use super::place::At;
use super::run::Run;

/// A part of the program that control enters only after an assignment: what follows it in a block, in the loop that begins with it, or
/// after two branches that both contain one. Unless a `goto` leads into it, the variable has a value there that was assigned after the
/// start of the assignment or in the part. Each part is inside all directives around its assignment except `atomic`, and two parts are
/// nested or disjoint.
#[derive(Clone, Copy)]
pub(crate) struct AssignedPart {
    /// The first of the assignments. Other code may be executed between it and the part: what follows it in a branch
    /// or in a loop that ends where the part begins.
    assigned: At,
    /// The first node at which a loop may begin whose next iteration reaches the part without an assignment: the loop whose first part
    /// assigns, or the part itself.
    entered: At,
    /// The part.
    run: Run,
}

impl AssignedPart {
    /// The first of the assignments that the part follows.
    pub(crate) fn assigned(self) -> At {
        self.assigned
    }

    /// The end of the part.
    pub(crate) fn end(self) -> At {
        self.run.end
    }

    /// Returns whether the part contains a node.
    pub(crate) fn contains(self, at: At) -> bool {
        self.run.contains(at)
    }

    /// Returns whether a region contains the part and its assignments, or nothing that is executed between an assignment and the end of the
    /// part.
    pub(crate) fn is_apart_from(self, region: Run) -> bool {
        let all = Run::new(self.assigned, self.run.end);
        let contains = region.start <= all.start && all.end <= region.end;
        contains || region.end <= all.start || all.end <= region.start
    }
}

/// Finds the parts of variables, which are identified by `K`.
pub(crate) struct PartFinder<K> {
    /// The statements after which a variable has been assigned and whose parts have been found, with the first assignment in each.
    assigning: FxHashMap<(K, At), At>,
}

impl<K: Copy + Eq + std::hash::Hash> PartFinder<K> {
    pub(crate) fn new() -> Self {
        PartFinder { assigning: FxHashMap::default() }
    }

    /// Adds the parts that follow an assignment. They begin after the assignment, and after enclosing statements that always contain one.
    pub(crate) fn add(&mut self, view: View<'_>, key: K, write: &Write, found: &mut Vec<AssignedPart>) {
        let Some(mut done) = unconditional_statement(view, write) else { return };
        let outline = &view.program.outline;
        let (mut start, mut assigned) = (outline.end(write.at), write.at);
        while self.assigning.insert((key, done), assigned).is_none()
            && let Some(around) = outline.parent(done)
        {
            let run = Run::new(start, outline.end(around));
            let branch = |branch| self.assigning.get(&(key, branch)).copied();
            match view.passage(around) {
                Some(Passage::Sequence) if is_entered_at_start(view, run) => {
                    found.push(AssignedPart { assigned, entered: start, run });
                }
                Some(Passage::Loop { first }) if first == Some(done) && !leads_out(view, done, around) => {
                    found.push(AssignedPart { assigned, entered: around, run });
                }
                Some(Passage::Choice { then, otherwise: Some(otherwise) }) => {
                    let (Some(first), Some(_)) = (branch(then), branch(otherwise)) else { return };
                    assigned = first;
                }
                None if is_atomic(view, around) => {}
                _ => return,
            }
            // A directive is the only part of its statement.
            done = if is_atomic(view, around) { outline.parent(around).unwrap_or(around) } else { around };
            start = outline.end(done);
        }
    }
}

/// The statement that executes an assignment unconditionally, if the new value does not depend on the old one.
fn unconditional_statement(view: View<'_>, write: &Write) -> Option<At> {
    let names = view.names_in(view.run(write.at)).iter().filter(|named| Some(named.entity) == write.target);
    if !write.replaces || names.count() != 1 {
        return None;
    }
    let mut around = view.program.outline.ancestors(write.at);
    let statement = around.find(|at| view.passage(*at).is_some())?;
    let is_plain = view.passage(statement) == Some(Passage::Plain);
    (is_plain && !view.is_conditional(write.at, statement)).then_some(statement)
}

/// Whether no `switch` around a part jumps into it, so that it begins at its start.
fn is_entered_at_start(view: View<'_>, part: Run) -> bool {
    let jumps_in =
        |kind| matches!(kind, JumpKind::Selected(from) if !from.is_some_and(|from| part.contains(from)));
    !view.jumps(part).any(|jump| jumps_in(jump.kind))
}

/// Returns whether the first part of a loop contains a `break` or `continue` of the loop.
fn leads_out(view: View<'_>, part: At, from: At) -> bool {
    view.jumps(view.run(part)).any(|jump| jump.kind.other_end() == Some(from))
}

/// Whether the directive at a node is an `atomic`, which executes its statement once.
fn is_atomic(view: View<'_>, at: At) -> bool {
    let directive = view.directive_at(at).map(|id| view.directive(id).kind.acc());
    directive == Some(Some(AccDirective::Atomic))
}

/// Returns for each of these nodes the assignments that the innermost part around it follows. Sorts both columns.
pub(crate) fn latest_assignments(nodes: &mut [At], parts: &mut [AssignedPart]) -> Vec<Option<Latest>> {
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Latest {
    /// The first of these assignments.
    pub(crate) assigned: At,
    /// The first node at which a loop may begin whose next iteration reaches the node without an assignment.
    pub(crate) entered: At,
}
