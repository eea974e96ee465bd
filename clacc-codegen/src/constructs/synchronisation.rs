//! Synchronisation: barriers, flushes, `critical`, `ordered`, and waiting for tasks. This is also the dispatch of all directives that are
//! not split into constituents.

use clacc_sema::omp::form::{Argument, Clause, Directive, Origin};
use clacc_sema::omp::variants::is_never_called;
use clacc_sema::program::directive::ArgumentValue;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;
use crate::plan::Node;

impl<'a> Lowering<'a> {
    /// Emits a directive that is not split into constituents. Returns none for other directives.
    pub(crate) fn without_parts(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Option<Step> {
        Some(match directive.kind {
            OmpDirective::Barrier => self.barrier(directive),
            OmpDirective::Cancel | OmpDirective::CancellationPoint => self.cancellation(directive),
            OmpDirective::Taskyield => self.called(directive, "clacc_yield"),
            OmpDirective::Taskwait => self.task_wait(directive),
            OmpDirective::Depobj => self.depend_object(directive),
            OmpDirective::Error => self.error(directive),
            OmpDirective::Metadirective => {
                let message = "which directive this is can only be told when the program runs";
                Err(self.emit.refuse_here(&codes::GEN0041, message))
            }
            OmpDirective::Flush => {
                self.emit.line("clacc_flush();");
                Ok(())
            }
            OmpDirective::Taskgroup => self.task_group(directive, inside),
            OmpDirective::Critical => self.critical(directive, inside),
            OmpDirective::Ordered => self.ordered(directive, inside),
            OmpDirective::Atomic => self.atomic(directive, inside),
            OmpDirective::TargetData => self.backend.target_data(self, directive, inside),
            OmpDirective::TargetEnterData | OmpDirective::TargetExitData | OmpDirective::TargetUpdate => {
                self.backend.data_motion(self, directive)
            }
            OmpDirective::Requires => self.backend.requires(self, directive),
            OmpDirective::Dispatch => self.dispatch(directive, inside),
            OmpDirective::DeclareVariant => self.declared_variant(directive, inside),
            // A hint, which does not change the meaning of the loop.
            OmpDirective::Unroll => self.nodes(inside),
            // Where memory is shared, a mapper has no effect.
            OmpDirective::DeclareMapper if self.backend.has_own_memory() => {
                Err(self.refuse_directive(directive))
            }
            // Directives without effect on code for the host.
            OmpDirective::Nothing
            // A declared reduction is looked up where a clause names it.
            | OmpDirective::DeclareReduction
            // Threadprivate variables are replaced in their declarations and uses.
            | OmpDirective::Threadprivate
            | OmpDirective::DeclareMapper
            | OmpDirective::DeclareTarget
            | OmpDirective::BeginDeclareTarget
            | OmpDirective::EndDeclareTarget
            | OmpDirective::DeclareSimd
            | OmpDirective::Assume
            | OmpDirective::Assumes
            | OmpDirective::BeginAssumes
            | OmpDirective::EndAssumes => self.nodes(inside),
            _ => return None,
        })
    }

    /// Emits a `declare variant` at file scope. Calls look up its content themselves.
    fn declared_variant(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        let view = self.view;
        // Calls of functions with a clause `bind` ask where they run.
        let Origin::Directive(id) = directive.origin else { return self.nodes(inside) };
        if is_never_called(view, id) {
            return self.nodes(inside);
        }
        // On the host, device addresses are host addresses, so `adjust_args` has no effect. `append_args` would add arguments.
        let has_more = |clause: &&Clause| !matches!(clause.kind(), OmpClause::Match | OmpClause::AdjustArgs);
        if let Some(clause) = directive.clauses.iter().find(has_more) {
            return Err(self.refuse_clause(clause));
        }
        let Some(declared) = &self.variant_calls.declares else {
            return Err(self.refuse_directive(directive));
        };
        if declared.is_kept {
            // Compilers that ignore the directive would warn about an unused function.
            let (name, prefix) = (view.text(declared.variant), &self.emit.prefix);
            let kept = format!("static void (*const {prefix}kept_{name})(void) __attribute__((unused))");
            self.emit.line(&format!("{kept} = (void (*)(void)){name};"));
        }
        self.nodes(inside)
    }

    /// Emits a directive as a call that takes the descriptor of the thread.
    fn called(&mut self, directive: &'a Directive, function: &str) -> Step {
        self.no_clauses(directive)?;
        let (thread, prefix) = (self.thread(), &self.emit.prefix);
        let text = format!("{{ {thread}{function}({prefix}t); }}");
        self.emit.line(&text);
        Ok(())
    }

    fn barrier(&mut self, directive: &'a Directive) -> Step {
        self.no_clauses(directive)?;
        let (thread, call) = (self.thread(), self.barrier_call());
        self.emit.line(&format!("{{ {thread}{call} }}"));
        Ok(())
    }

    fn critical(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        if let Some(clause) = directive.clauses.iter().find(|clause| clause.kind() != OmpClause::Hint) {
            return Err(self.refuse_clause(clause));
        }
        let cell = match self.critical_name(directive)? {
            None => "0".to_owned(),
            Some(name) => {
                // Every unit defines the cell, and the linker merges the weak definitions.
                let cell = format!("clacc_critical_{name}");
                let text = format!("extern void *{cell} __attribute__((weak)); void *{cell};");
                self.emit.declare_before(&[&cell], text);
                format!("&{cell}")
            }
        };
        self.emit.line(&format!("{{ clacc_critical_begin({cell});"));
        self.nodes(inside)?;
        self.emit.line(&format!("clacc_critical_end({cell}); }}"));
        Ok(())
    }

    fn critical_name(&mut self, directive: &Directive) -> Step<Option<String>> {
        let Origin::Directive(id) = directive.origin else { return Ok(None) };
        let view = self.view;
        let Some(argument) = &view.directive(id).argument else { return Ok(None) };
        let word = match argument.items.first().map(|item| &item.value) {
            Some(ArgumentValue::Word(name)) => Some(view.text(*name).to_owned()),
            Some(ArgumentValue::Other(_, words)) => match &**words {
                [only] => Some(view.text(*only).to_owned()),
                _ => None,
            },
            Some(ArgumentValue::Value(at) | ArgumentValue::Error(at)) => {
                Some(self.tokens.text(view.span(*at).start).to_owned())
            }
            _ => None,
        };
        match word {
            Some(word) => Ok(Some(word)),
            None => Err(self.refuse_directive(directive)),
        }
    }

    fn ordered(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        let is_about_iterations =
            |clause: &Clause| matches!(clause.kind(), OmpClause::Depend | OmpClause::Doacross);
        if directive.clauses.iter().any(is_about_iterations) {
            return self.ordered_dependences(directive);
        }
        let is_plain = |clause: &&Clause| matches!(clause.argument, Argument::Bare(OmpClause::Threads));
        if let Some(clause) = directive.clauses.iter().find(|clause| !is_plain(clause)) {
            return Err(self.refuse_clause(clause));
        }
        let known = self.scope.frames.last().and_then(|frame| frame.iterations.last().cloned());
        // The loop may be in a function that calls this one.
        let iteration = known.or_else(|| self.is_orphaned().then(|| "(uint64_t)-1".to_owned()));
        let Some(iteration) = iteration else {
            let message = "no code is generated for `ordered` outside of the loop that it belongs to";
            return Err(self.emit.refuse_here(&codes::GEN0001, message));
        };
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        self.emit.line(&format!("{{ {thread}clacc_ordered_begin({prefix}t, {iteration});"));
        self.nodes(inside)?;
        self.emit.line(&format!("clacc_ordered_end({prefix}t); }}"));
        Ok(())
    }
}
