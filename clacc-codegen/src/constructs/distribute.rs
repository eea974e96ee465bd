//! `distribute`: the iterations of loops are shared among the teams of a league. Alone it is a loop like `for`. With `parallel` in the same
//! directive, each team has a parallel region for its block of iterations, whose threads share the block.
//!
//! A pair `distribute parallel` counts its loop again in the region of each team and passes the team's range there.

use clacc_sema::omp::form::Argument;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::clauses::Schedule;
use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;
use crate::plan::constituents::Part;
use crate::plan::{Node, only_source};
use crate::scope::{Extra, Ordered};

impl<'a> Lowering<'a> {
    pub(crate) fn distribute(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        if inner.iter().any(|part| part.kind == OmpDirective::Parallel) {
            self.distributed_regions(part, inner, inside)
        } else {
            self.worksharing_loop(part, inner, inside)
        }
    }

    /// Returns how iterations are assigned to teams.
    pub(crate) fn dist_schedule(&mut self, part: &Part<'a>) -> Step<Schedule> {
        let Some(clause) = part.clause(OmpClause::DistSchedule) else { return Ok(Schedule::Blocks) };
        match &clause.argument {
            Argument::DistSchedule { chunk: None } => Ok(Schedule::Blocks),
            Argument::DistSchedule { chunk: Some(chunk) } => {
                self.operand(clause, *chunk).map(Schedule::Chunks)
            }
            _ => Err(self.refuse_clause(clause)),
        }
    }

    /// Emits a loop over the ranges of iterations of a team, with a parallel region for each range.
    fn distributed_regions(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let Some(source) = only_source(inside) else {
            return Err(self
                .emit
                .refuse_here(&codes::GEN0004, "no code is generated for a loop that other directives make"));
        };
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        self.emit.line(&format!("{{ {thread}"));
        let schedule = self.dist_schedule(part)?;
        let schedule = self.fixed_schedule(schedule);
        let depth = self.depth(part, None)?;
        let nest = self.nest(source.at, depth, Ordered::No)?;
        if !nest.is_rectangular() {
            let message = "no code is generated for teams that share loops whose bounds depend on each other";
            return Err(self.emit.refuse_here(&codes::GEN0004, message));
        }
        let total = nest.total;
        let (lo, hi) = (self.emit.name("lo"), self.emit.name("hi"));
        self.emit.line(&match schedule {
            Schedule::Chunks(size) => format!(
                "uint64_t {lo}, {hi}; \
                 for ({lo} = (uint64_t){prefix}t->gang * {size}; {lo} < {total}; {lo} += (uint64_t){prefix}t->gangs * {size}) \
                 {{ {hi} = {total} - {lo} < {size} ? {total} : {lo} + {size};"
            ),
            _ => format!("uint64_t {lo}, {hi}; if (clacc_gang_range({prefix}t, {total}, &{lo}, &{hi})) {{"),
        });
        self.scope.distributed = Some((lo, hi));
        let done = self.parts(inner, inside);
        self.scope.distributed = None;
        let used = self.used_here();
        self.emit.line(&format!("}} {used}}}"));
        done
    }

    /// Returns the iterations of the team in a region that is combined with `distribute`: the first one, the one after the last, and their
    /// number. They are passed to the current function.
    pub(crate) fn within_team(&mut self) -> Option<[String; 3]> {
        let (lo, hi) = self.scope.distributed.take()?;
        let value = |name: &String| Extra {
            declared: format!("uint64_t {name}"),
            name: name.clone(),
            is_set_apart: false,
        };
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.extra.extend([value(&lo), value(&hi)]);
        }
        let count = self.emit.name("n");
        self.emit.line(&format!("const uint64_t {count} = {hi} - {lo};"));
        Some([lo, hi, count])
    }
}
