//! `loop`: iterations that may be executed in any order by the threads that the loop binds to (OpenMP 5.2 11.7).

use clacc_sema::omp::form::{Argument, ClauseWord};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::lowering::Lowering;
use crate::emit::Step;
use crate::plan::Node;
use crate::plan::constituents::Part;

/// The set of threads that execute the iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Binding {
    Teams,
    Parallel,
    Thread,
}

impl<'a> Lowering<'a> {
    /// `loop`, alone or inside `parallel` or `teams` of the same directive.
    pub(crate) fn loop_construct(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let is_share_of_team = part.is_inner && part.directive.kind == OmpDirective::Loop;
        if is_share_of_team {
            return self.worksharing_loop(part, &[], inside);
        }
        let binding = self.loop_binding(part)?;
        if part.is_inner {
            return self.worksharing_loop(part, &[], inside);
        }
        match binding {
            Binding::Thread => self.own_loop(part, inside, true),
            Binding::Parallel => self.worksharing_loop(part, &[], inside),
            Binding::Teams => self.loop_of_teams(part, inside),
        }
    }

    /// Returns the binding of a loop: that of the clause, or else that of the innermost enclosing construct. In a combined directive, the
    /// clause must agree with the constituent around the loop.
    fn loop_binding(&mut self, part: &Part<'a>) -> Step<Binding> {
        // The last directive is the one of the loop itself.
        let around =
            if part.is_inner { self.scope.around.last() } else { self.scope.around.iter().rev().nth(1) };
        let constituents = around.map_or_else(Vec::new, |around| around.info().constituents.clone());
        let mut constituents = constituents.iter().rev();
        let implied = match constituents.find(|kind| **kind != OmpDirective::Loop || !part.is_inner) {
            Some(OmpDirective::Teams) => Binding::Teams,
            Some(OmpDirective::Parallel) => Binding::Parallel,
            // The checks refuse a loop without a clause and without a construct around it.
            Some(_) | None => Binding::Thread,
        };
        let Some(clause) = part.clause(OmpClause::Bind) else { return Ok(implied) };
        let binding = match clause.argument {
            Argument::Word(_, ClauseWord::Teams) => Binding::Teams,
            Argument::Word(_, ClauseWord::Parallel) => Binding::Parallel,
            Argument::Word(_, ClauseWord::Thread) => Binding::Thread,
            _ => return Err(self.refuse_clause(clause)),
        };
        if part.is_inner && binding != implied { Err(self.refuse_clause(clause)) } else { Ok(binding) }
    }

    /// Emits a loop that the teams of the enclosing league share, and the threads of each team. Reductions are refused, because there is no
    /// place to combine the values of the teams.
    fn loop_of_teams(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        if let Some(clause) = part.clause(OmpClause::Reduction) {
            return Err(self.refuse_clause(clause));
        }
        let parallel = Part { kind: OmpDirective::Parallel, clauses: Vec::new(), ..part.clone() };
        let mut own = Part { ends_region: true, is_inner: true, ..part.clone() };
        own.clauses.retain(|clause| clause.kind() != OmpClause::Bind);
        self.distribute(part, &[parallel, own], inside)
    }
}
