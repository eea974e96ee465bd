//! Clauses that name allocators.

use clacc_sema::omp::form::{Argument, ClauseModifier, Operand};
use clacc_sema::program::place::{At, Value};
use clacc_syntax::directive::OmpClause;

use super::lowering::Lowering;
use crate::emit::Step;
use crate::plan::constituents::Part;

impl<'a> Lowering<'a> {
    /// Refuses `allocate` with other allocators than the predefined ones (OpenMP 5.2 6.2): all of them have the memory of the host, and
    /// copies are local variables.
    pub(crate) fn check_allocators(&mut self, part: &Part<'a>) -> Step {
        for clause in part.clauses.iter().filter(|clause| clause.kind() == OmpClause::Allocate) {
            let is_known = matches!(clause.argument.unmodified(), Argument::List(..))
                && clause.modifiers().iter().all(|modifier| match modifier {
                    ClauseModifier::Allocator(Operand::Value(Value::Node(at))) => self.is_allocator(*at),
                    _ => false,
                });
            if !is_known {
                return Err(self.refuse_clause(clause));
            }
        }
        Ok(())
    }

    /// Refuses `uses_allocators` with other allocators than the predefined ones (OpenMP 5.2 6.8), which the host has.
    pub(crate) fn check_used_allocators(&mut self, part: &Part<'a>) -> Step {
        for clause in part.clauses.iter().filter(|clause| clause.kind() == OmpClause::UsesAllocators) {
            let is_known = match &clause.argument {
                Argument::UsesAllocators(allocators) => allocators.iter().all(|at| self.is_allocator(*at)),
                _ => false,
            };
            if !is_known {
                return Err(self.refuse_clause(clause));
            }
        }
        Ok(())
    }

    /// Returns true if an expression is the name of a predefined allocator.
    fn is_allocator(&self, at: At) -> bool {
        let span = self.view.span(at);
        let name = self.tokens.text(span.start);
        span.end == span.start + 1 && name.starts_with("omp_") && name.ends_with("_mem_alloc")
    }
}
