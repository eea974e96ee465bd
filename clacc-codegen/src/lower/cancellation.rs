//! `cancel` and `cancellation point` (OpenMP 5.2 11.2): branches to the end of the construct that is left.
//!
//! In a region with `cancel parallel`, threads also leave where they would wait for others, so that its barriers are calls
//! which say whether the thread goes on.

use clacc_sema::omp::form::{Argument, Directive};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::{Lowering, Step};
use crate::codes;
use crate::plan::{Node, each_directive};

/// The kinds of constructs that can be cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cancellable {
    Parallel,
    Loop,
    Sections,
    Taskgroup,
}

/// The end of a construct that can be cancelled.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    /// None for a construct that cannot be left, inside which `cancel` is about none around it.
    kind: Option<Cancellable>,
    label: String,
    /// Whether something leads to it.
    is_used: bool,
}

impl Cancellable {
    fn of(directive: &Directive) -> Option<Cancellable> {
        directive.clauses.iter().find_map(|clause| match clause.kind() {
            OmpClause::CancelParallel => Some(Cancellable::Parallel),
            OmpClause::CancelFor => Some(Cancellable::Loop),
            OmpClause::CancelSections => Some(Cancellable::Sections),
            OmpClause::CancelTaskgroup => Some(Cancellable::Taskgroup),
            _ => None,
        })
    }

    /// The number of the kind in the runtime's interface.
    fn constant(self) -> &'static str {
        match self {
            Cancellable::Parallel => "CLACC_CANCEL_PARALLEL",
            Cancellable::Loop => "CLACC_CANCEL_LOOP",
            Cancellable::Sections => "CLACC_CANCEL_SECTIONS",
            Cancellable::Taskgroup => "CLACC_CANCEL_TASKGROUP",
        }
    }
}

/// Whether constructs of a kind are cancelled somewhere in some nodes, or may be found to be.
pub(super) fn is_cancelled_in(nodes: &[Node<'_>], kind: Cancellable) -> bool {
    let mut is_found = false;
    each_directive(nodes, &mut |directive| {
        let is_about_it = matches!(directive.kind, OmpDirective::Cancel | OmpDirective::CancellationPoint);
        is_found |= is_about_it && Cancellable::of(directive) == Some(kind);
    });
    is_found
}

impl<'a> Lowering<'a> {
    /// Emits the code of a construct that can be cancelled, and its end, if something leads there.
    pub(super) fn with_exit(&mut self, kind: Cancellable, body: &mut dyn FnMut(&mut Self) -> Step) -> Step {
        let label = self.name("end");
        if let Some(frame) = self.frames.last_mut() {
            frame.exits.push(Exit { kind: Some(kind), label, is_used: false });
        }
        let done = body(self);
        let exit = self.frames.last_mut().and_then(|frame| frame.exits.pop());
        if let Some(exit) = exit.filter(|exit| exit.is_used) {
            self.line(&format!("{}:;", exit.label));
        }
        done
    }

    /// Emits a construct that `cancel` does not leave, unless it says so itself.
    pub(super) fn without_exit(&mut self, body: &mut dyn FnMut(&mut Self) -> Step) -> Step {
        if let Some(frame) = self.frames.last_mut() {
            frame.exits.push(Exit { kind: None, label: String::new(), is_used: false });
        }
        let done = body(self);
        if let Some(frame) = self.frames.last_mut() {
            frame.exits.pop();
        }
        done
    }

    /// `cancel` or `cancellation point`.
    pub(super) fn cancellation(&mut self, directive: &'a Directive) -> Step {
        let Some(kind) = Cancellable::of(directive) else { return Err(self.refuse_directive(directive)) };
        let Some(label) = self.exit_of(kind) else {
            let text = directive.kind.text();
            let message = format!(
                "no code is generated for `{text}` here: the construct that it is about is not the next one around it"
            );
            return Err(self.refuse_here(&codes::GEN0020, message));
        };
        let condition = self.cancel_condition(directive)?;
        let (prefix, kind) = (&self.prefix, kind.constant());
        let point = format!("clacc_cancellation_point({prefix}t, {kind})");
        let cancelled = format!("clacc_cancel({prefix}t, {kind})");
        let asked = match (directive.kind, condition) {
            (OmpDirective::CancellationPoint, _) => point,
            (_, None) => cancelled,
            (_, Some(condition)) => format!("{condition} ? {cancelled} : {point}"),
        };
        let thread = self.thread();
        self.line(&format!("{{ {thread}if ({asked}) goto {label}; }}"));
        Ok(())
    }

    fn cancel_condition(&mut self, directive: &'a Directive) -> Step<Option<String>> {
        let mut all: Option<String> = None;
        for clause in &directive.clauses {
            let condition = match &clause.argument {
                Argument::If { condition, .. } => self.operand(clause, *condition)?,
                Argument::Bare(_) => continue,
                _ => return Err(self.refuse_clause(clause)),
            };
            all = Some(all.map_or(condition.clone(), |other| format!("({other} && {condition})")));
        }
        Ok(all)
    }

    /// The label of the innermost construct, if it is of this kind.
    fn exit_of(&mut self, kind: Cancellable) -> Option<String> {
        let exit = self.frames.last_mut()?.exits.last_mut().filter(|exit| exit.kind == Some(kind))?;
        exit.is_used = true;
        Some(exit.label.clone())
    }

    /// A barrier. In a `parallel` region that can be cancelled, a thread that finds it cancelled leaves the region there.
    pub(super) fn barrier_call(&mut self) -> String {
        let prefix = self.prefix.clone();
        match self.region_exit() {
            Some(label) => format!("if (clacc_cancellable_barrier({prefix}t)) goto {label};"),
            None => format!("clacc_barrier({prefix}t);"),
        }
    }

    /// The end of the `parallel` region around, if it can be cancelled and the current code is part of its function.
    fn region_exit(&mut self) -> Option<String> {
        let exits = &mut self.frames.last_mut()?.exits;
        let exit = exits.iter_mut().find(|exit| exit.kind == Some(Cancellable::Parallel))?;
        exit.is_used = true;
        Some(exit.label.clone())
    }

    /// Refuses what all threads have to do together inside a `parallel` region that some of them may leave.
    pub(super) fn check_complete_team(&mut self, what: &str) -> Step {
        let exits = self.frames.last().map_or(&[][..], |frame| &frame.exits);
        if exits.iter().all(|exit| exit.kind != Some(Cancellable::Parallel)) {
            return Ok(());
        }
        let message =
            format!("no code is generated for {what} inside a `parallel` region that can be cancelled");
        Err(self.refuse_here(&codes::GEN0020, message))
    }
}
