//! `cancel` and `cancellation point` (OpenMP 5.2 11.2): branches to the end of the cancelled construct.
//!
//! In a region with `cancel parallel`, threads also leave the region at its barriers, which are calls that return whether the region was
//! cancelled.
//!
//! The branch is refused if it would leave a construct between itself and the end half done.

use clacc_sema::omp::form::{Argument, Directive};
use clacc_syntax::directive::OmpDirective;

use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;
use crate::scope::{Cancellable, Exit};

impl<'a> Lowering<'a> {
    /// Emits the code of a construct that can be cancelled, and a label at its end if a branch to it was emitted.
    pub(crate) fn with_exit(&mut self, kind: Cancellable, body: &mut dyn FnMut(&mut Self) -> Step) -> Step {
        let label = self.emit.name("end");
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.exits.push(Exit { kind: Some(kind), label, is_used: false });
        }
        let done = body(self);
        let exit = self.scope.frames.last_mut().and_then(|frame| frame.exits.pop());
        if let Some(exit) = exit.filter(|exit| exit.is_used) {
            self.emit.line(&format!("{}:;", exit.label));
        }
        done
    }

    /// Emits a construct that `cancel` cannot leave, unless the construct installs an exit itself.
    pub(crate) fn without_exit(&mut self, body: &mut dyn FnMut(&mut Self) -> Step) -> Step {
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.exits.push(Exit { kind: None, label: String::new(), is_used: false });
        }
        let done = body(self);
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.exits.pop();
        }
        done
    }

    /// `cancel` or `cancellation point`.
    pub(crate) fn cancellation(&mut self, directive: &'a Directive) -> Step {
        let Some(kind) = Cancellable::of(directive) else { return Err(self.refuse_directive(directive)) };
        let Some(label) = self.exit_of(kind) else {
            let text = directive.kind.text();
            let message = format!(
                "no code is generated for `{text}` here: the construct that it is about is not the next one around it"
            );
            return Err(self.emit.refuse_here(&codes::GEN0020, message));
        };
        let condition = self.cancel_condition(directive)?;
        let (prefix, kind) = (&self.emit.prefix, kind.constant());
        let point = format!("clacc_cancellation_point({prefix}t, {kind})");
        let cancelled = format!("clacc_cancel({prefix}t, {kind})");
        let asked = match (directive.kind, condition) {
            (OmpDirective::CancellationPoint, _) => point,
            (_, None) => cancelled,
            (_, Some(condition)) => format!("{condition} ? {cancelled} : {point}"),
        };
        let thread = self.thread();
        self.emit.line(&format!("{{ {thread}if ({asked}) goto {label}; }}"));
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

    /// Returns the label of the innermost construct, if it is of this kind.
    fn exit_of(&mut self, kind: Cancellable) -> Option<String> {
        let exit = self.scope.frames.last_mut()?.exits.last_mut().filter(|exit| exit.kind == Some(kind))?;
        exit.is_used = true;
        Some(exit.label.clone())
    }

    /// Returns a barrier call. In a `parallel` region that can be cancelled, a thread that finds the region cancelled leaves it there.
    pub(crate) fn barrier_call(&mut self) -> String {
        let prefix = self.emit.prefix.clone();
        match self.region_exit() {
            Some(label) => format!("if (clacc_cancellable_barrier({prefix}t)) goto {label};"),
            None => format!("clacc_barrier({prefix}t);"),
        }
    }

    /// Returns the label at the end of the enclosing `parallel` region, if it can be cancelled and the current code is part of its
    /// function.
    fn region_exit(&mut self) -> Option<String> {
        let exits = &mut self.scope.frames.last_mut()?.exits;
        let exit = exits.iter_mut().find(|exit| exit.kind == Some(Cancellable::Parallel))?;
        exit.is_used = true;
        Some(exit.label.clone())
    }

    /// Refuses an operation in which all threads of a team take part if it is inside a `parallel` region that can be cancelled.
    pub(crate) fn check_complete_team(&mut self, what: &str) -> Step {
        let exits = self.scope.frames.last().map_or(&[][..], |frame| &frame.exits);
        if exits.iter().all(|exit| exit.kind != Some(Cancellable::Parallel)) {
            return Ok(());
        }
        let message =
            format!("no code is generated for {what} inside a `parallel` region that can be cancelled");
        Err(self.emit.refuse_here(&codes::GEN0020, message))
    }
}
