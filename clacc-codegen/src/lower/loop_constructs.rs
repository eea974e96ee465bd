//! `loop`: iterations that may be executed in any order, by whatever the loop binds to (OpenMP 5.2 11.7).

use std::fmt::Write;

use clacc_sema::omp::form::Argument;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::loops::Nest;
use super::privates::Copies;
use super::{Lowering, Step};
use crate::plan::Node;
use crate::plan::constituents::{Constituent, Part};

/// What executes the iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Binding {
    Teams,
    Parallel,
    Thread,
}

impl<'a> Lowering<'a> {
    /// `loop`, alone or inside `parallel` or `teams` of the same directive.
    pub(super) fn loop_construct(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let binding = self.loop_binding(part)?;
        if part.is_inner {
            return self.worksharing_loop(part, &[], inside);
        }
        match binding {
            Binding::Thread => self.simd(part, inside),
            Binding::Parallel => self.worksharing_loop(part, &[], inside),
            Binding::Teams => self.loop_of_teams(part, inside),
        }
    }

    /// What a loop binds to: what the clause says, or else the construct right around it. In a combined directive that has to
    /// be what it is combined with.
    fn loop_binding(&mut self, part: &Part<'a>) -> Step<Binding> {
        let around = if part.is_inner {
            part.directive.kind
        } else {
            // The last one is the loop itself.
            self.around.iter().rev().nth(1).copied().unwrap_or(OmpDirective::Nothing)
        };
        let constituents = &around.info().constituents;
        let innermost = constituents.iter().rev().find(|kind| **kind != OmpDirective::Loop || !part.is_inner);
        let implied = match innermost {
            Some(OmpDirective::Teams) => Binding::Teams,
            Some(OmpDirective::Parallel) => Binding::Parallel,
            _ => Binding::Thread,
        };
        let Some(clause) = part.clause(OmpClause::Bind) else { return Ok(implied) };
        let words = match clause.argument {
            Argument::AsWritten(_, id) => self.words(id),
            _ => None,
        };
        let binding = match words.as_deref() {
            Some(["teams"]) => Binding::Teams,
            Some(["parallel"]) => Binding::Parallel,
            Some(["thread"]) => Binding::Thread,
            _ => return Err(self.refuse_clause(clause)),
        };
        if part.is_inner && binding != implied { Err(self.refuse_clause(clause)) } else { Ok(binding) }
    }

    /// A loop that the teams of the league around share, and the threads of each. What teams reduce there has no place to be
    /// combined in.
    fn loop_of_teams(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        if let Some(clause) = part.clause(OmpClause::Reduction) {
            return Err(self.refuse_clause(clause));
        }
        let parallel = Part { kind: Constituent::Parallel, clauses: Vec::new(), ..part.clone() };
        let mut own = Part { is_combined: true, is_inner: true, ..part.clone() };
        own.clauses.retain(|clause| clause.kind() != OmpClause::Bind);
        self.distribute(part, &[parallel, own], inside)
    }

    /// The statements by which the thread with the last iteration of a `loop` gives the counters the values that the loop leaves in
    /// them (OpenMP 5.2 5.1.1); nothing for other loops. The declarations of pointers to the counters come before the loop.
    pub(super) fn kept_counters(&mut self, part: &Part<'a>, nest: &Nest, copies: &Copies) -> Step<String> {
        let mut kept = String::new();
        if part.kind != Constituent::Loop {
            return Ok(kept);
        }
        for (head, names) in nest.heads.iter().zip(&nest.names) {
            if head.is_declared || copies.entities().contains(&head.counter) {
                continue;
            }
            let original = self.name("o");
            let pointer = self.declared(&head.ty, &format!("*{original}"), head.counter)?;
            let here = self.spelled(head.counter);
            self.line(&format!("{pointer} = &{here};"));
            let value = self.counter_value(head, names, &names.trips)?;
            let _ = write!(kept, "*{original} = {value}; ");
        }
        Ok(kept)
    }
}
