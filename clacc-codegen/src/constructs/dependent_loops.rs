//! Collapsed loops whose bounds depend on counters of outer loops (OpenMP 5.2 4.4.2).
//!
//! Each thread counts the iterations by a walk through all loops but the innermost one, and walks again to find the ranges that it
//! executes. A thread gets its ranges in increasing order, so each walk resumes at the trip of the outermost loop at which the last walk
//! ended.

use super::loop_plans::{Cursor, LoopPlan};
use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;
use crate::scope::{LoopHead, LoopNames, Nest};

impl<'a> Lowering<'a> {
    /// Emits code that counts the iterations, and the declarations of the cursor from which walks start.
    pub(crate) fn counted_walk(&mut self, nest: &Nest) -> Step<Cursor> {
        let Some((first, inner)) = nest.heads.split_first() else {
            return Err(self.emit.refuse_here(&codes::GEN0004, "no code is generated for these loops"));
        };
        let outermost = self.counted(first)?;
        let (at, before, total) = (self.emit.name("q"), self.emit.name("w"), &nest.total);
        self.emit.line(&format!("uint64_t {total} = 0, {at} = 0, {before} = 0;"));
        let trip = self.emit.name("q");
        let trips = &outermost.trips;
        self.emit.line(&format!("{{ uint64_t {trip}; for ({trip} = 0; {trip} < {trips}; ++{trip}) {{"));
        self.set_counter(first, &outermost, &trip)?;
        self.counted_inside(inner, total)?;
        self.emit.line("} }");
        Ok(Cursor { outermost, at, before })
    }

    fn counted_inside(&mut self, heads: &[LoopHead], total: &str) -> Step {
        let Some((head, inner)) = heads.split_first() else { return Ok(()) };
        let names = self.counted(head)?;
        let trips = &names.trips;
        if inner.is_empty() {
            self.emit.line(&format!("(void){}; {total} += {trips};", names.first));
            return Ok(());
        }
        let trip = self.emit.name("q");
        self.emit.line(&format!("uint64_t {trip}; for ({trip} = 0; {trip} < {trips}; ++{trip}) {{"));
        self.set_counter(head, &names, &trip)?;
        self.counted_inside(inner, total)?;
        self.emit.line("}");
        Ok(())
    }

    fn set_counter(&mut self, head: &LoopHead, names: &LoopNames, trip: &str) -> Step {
        let value = self.counter_value(head, names, trip)?;
        let counter = self.entity_text(head.counter);
        self.emit.line(&format!("{counter} = {value};"));
        Ok(())
    }

    /// Emits the iterations of a range, found by a walk.
    pub(crate) fn walked(&mut self, plan: &LoopPlan<'_, 'a>, cursor: &Cursor, lo: &str, hi: &str) -> Step {
        let Some((first, inner)) = plan.nest.heads.split_first() else { return Ok(()) };
        let (seen, trip) = (self.emit.name("w"), self.emit.name("q"));
        let Cursor { outermost, at, before } = cursor;
        let trips = &outermost.trips;
        self.emit.line(&format!(
            "{{ uint64_t {seen} = {before}, {trip}; for ({trip} = {at}; {trip} < {trips} && {seen} < {hi}; ++{trip}) \
             {{ {at} = {trip}; {before} = {seen};"
        ));
        self.set_counter(first, outermost, &trip)?;
        self.walked_inside(plan, inner, &seen, lo, hi)?;
        self.emit.line("} }");
        Ok(())
    }

    fn walked_inside(
        &mut self,
        plan: &LoopPlan<'_, 'a>,
        heads: &[LoopHead],
        seen: &str,
        lo: &str,
        hi: &str,
    ) -> Step {
        let Some((head, inner)) = heads.split_first() else { return Ok(()) };
        let names = self.counted(head)?;
        let trips = &names.trips;
        if inner.is_empty() {
            let (from, to) = (self.emit.name("r"), self.emit.name("r"));
            self.emit.line(&format!(
                "if ({trips} > 0 && {seen} + {trips} > {lo} && {seen} < {hi}) {{ const uint64_t {from} = {lo} > {seen} ? {lo} - {seen} : 0; \
                 const uint64_t {to} = {hi} - {seen} < {trips} ? {hi} - {seen} : {trips};"
            ));
            self.run(plan, head, &names, &from, &to)?;
            self.emit.line(&format!("}} {seen} += {trips};"));
            return Ok(());
        }
        let trip = self.emit.name("q");
        self.emit.line(&format!(
            "uint64_t {trip}; for ({trip} = 0; {trip} < {trips} && {seen} < {hi}; ++{trip}) {{"
        ));
        self.set_counter(head, &names, &trip)?;
        self.walked_inside(plan, inner, seen, lo, hi)?;
        self.emit.line("}");
        Ok(())
    }
}
