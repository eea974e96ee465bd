//! `for`: the iterations of loops, shared among the threads of a team.
//!
//! The user's counter stays the counter, and the body stays what it is. Logical iterations are numbered from 0 in unsigned
//! 64 bits. A schedule gives ranges of them; for collapsed loops, a range is walked in pieces of which each lies in one run of
//! the innermost loop, so that this one stays a loop that compilers understand.

use std::fmt::Write;

use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::directive::OmpClause;

use super::cancellation::{Cancellable, is_cancelled_in};
use super::clauses::Schedule;
use super::loop_heads::{LoopHead, LoopNames, LoopStep};
use super::privates::Copies;
use super::{Lowering, Step};
use crate::codes;
use crate::plan::constituents::{Constituent, Part};
use crate::plan::{Node, Source, only_source};

/// The loops of a directive.
pub(super) struct Nest {
    pub(super) heads: Vec<LoopHead>,
    pub(super) names: Vec<LoopNames>,
    /// The number of iterations of all of them.
    pub(super) total: String,
}

/// What a loop is made with.
pub(super) struct LoopPlan<'p, 'a> {
    pub(super) nest: Nest,
    pub(super) schedule: Schedule,
    pub(super) simd: Option<&'p Part<'a>>,
    pub(super) source: &'p Source<'a>,
    pub(super) is_ordered: bool,
    /// Whether the loop may be cancelled, so that the library has to know of it.
    pub(super) is_cancelled: bool,
    /// The variable that says whether this thread had the last iteration.
    pub(super) last: Option<String>,
    pub(super) copies: Copies,
}

impl<'a> Lowering<'a> {
    /// `for`, alone or inside `parallel`, with `simd` inside it or not.
    pub(super) fn worksharing_loop(
        &mut self,
        part: &Part<'a>,
        inner: &[Part<'a>],
        inside: &[Node<'a>],
    ) -> Step {
        let Some(source) = only_source(inside) else {
            return Err(self
                .refuse_here(&codes::GEN0004, "no code is generated for a loop that other directives make"));
        };
        let simd = inner.iter().find(|part| part.kind == Constituent::Simd);
        let thread = self.thread();
        self.line(&format!("{{ {thread}"));
        let schedule = self.schedule(part)?;
        let schedule = self.fixed_schedule(schedule);
        let depth = self.depth(part, simd)?;
        let nest = self.nest(source.at, depth)?;
        let copies = self.copies(part)?;
        let is_ordered = self.is_ordered(part)?;
        let last = (!copies.lastprivate.is_empty()).then(|| self.name("last"));
        self.check_counters(&nest, &copies)?;
        let is_cancelled = is_cancelled_in(inside, Cancellable::Loop);
        let plan = LoopPlan { nest, schedule, simd, source, is_ordered, is_cancelled, last, copies };
        self.shared_loop(&plan)?;
        let has_barrier = !part.has(OmpClause::Nowait) && !part.is_combined;
        let barrier = if has_barrier { self.barrier_call() } else { String::new() };
        let used = self.used_here();
        self.line(&format!("{used}{barrier} }}"));
        Ok(())
    }

    /// The schedule, with the number of iterations in a chunk as a variable: copies may hide the names in it.
    fn fixed_schedule(&mut self, schedule: Schedule) -> Schedule {
        let fixed = |own: &mut Self, chunk: String| {
            let name = own.name("c");
            own.line(&format!("const uint64_t {name} = (uint64_t)(int64_t){chunk};"));
            name
        };
        match schedule {
            Schedule::Chunks(chunk) => Schedule::Chunks(fixed(self, chunk)),
            Schedule::Given(kind, chunk) if chunk != "0" => Schedule::Given(kind, fixed(self, chunk)),
            other => other,
        }
    }

    pub(super) fn depth(&mut self, part: &Part<'a>, simd: Option<&Part<'a>>) -> Step<u32> {
        let own = self.number(part, OmpClause::Collapse)?;
        let depth = match (own, simd) {
            (None, Some(simd)) => self.number(simd, OmpClause::Collapse)?,
            (own, _) => own,
        };
        Ok(depth.unwrap_or(1).clamp(1, 64) as u32)
    }

    fn is_ordered(&mut self, part: &Part<'a>) -> Step<bool> {
        match part.clause(OmpClause::Ordered) {
            None => Ok(false),
            Some(clause) if matches!(clause.argument, clacc_sema::omp::form::Argument::Bare(_)) => Ok(true),
            Some(clause) => Err(self.refuse_clause(clause)),
        }
    }

    /// The loops that begin at a node, and what is computed before them.
    pub(super) fn nest(&mut self, at: At, depth: u32) -> Step<Nest> {
        let found = self.view.nest(self.view.run(at), depth, false);
        if found.loops.len() != depth as usize {
            return Err(self.refuse_here(
                &codes::GEN0004,
                format!("no code is generated for {depth} loops with other code between them"),
            ));
        }
        let mut nest = Nest { heads: Vec::new(), names: Vec::new(), total: String::new() };
        for at in found.loops {
            let head = self.loop_head(at)?;
            self.check_rectangular(&head, &nest)?;
            nest.names.push(self.counted(&head)?);
            nest.heads.push(head);
        }
        nest.total = match nest.names.as_slice() {
            [only] => only.trips.clone(),
            several => {
                let product: Vec<&str> = several.iter().map(|names| &*names.trips).collect();
                let (total, product) = (self.name("n"), product.join(" * "));
                self.line(&format!("const uint64_t {total} = {product};"));
                total
            }
        };
        Ok(nest)
    }

    /// The bounds of collapsed loops may not depend on the counters around.
    fn check_rectangular(&mut self, head: &LoopHead, around: &Nest) -> Step {
        for range in [head.first, head.bound] {
            let uses = self.uses.within(range);
            if around.heads.iter().any(|outer| uses.iter().any(|(_, entity)| *entity == outer.counter)) {
                let message = "no code is generated for collapsed loops whose bounds depend on each other";
                return Err(self.refuse(&codes::GEN0004, range, message));
            }
        }
        Ok(())
    }

    /// What collapsed loops leave in their counters is computed nowhere.
    pub(super) fn check_counters(&mut self, nest: &Nest, copies: &Copies) -> Step {
        let is_counter = |head: &LoopHead| copies.entities().contains(&head.counter);
        let is_first = |head: &LoopHead| copies.firstprivate.contains(&head.counter);
        if nest.heads.len() > 1 && nest.heads.iter().any(is_counter) && !copies.lastprivate.is_empty()
            || nest.heads.iter().any(is_first)
        {
            let message = "no code is generated for clauses about the counters of these loops";
            return Err(self.refuse_here(&codes::GEN0002, message));
        }
        Ok(())
    }

    fn shared_loop(&mut self, plan: &LoopPlan<'_, 'a>) -> Step {
        if let Some(last) = &plan.last {
            self.line(&format!("int {last} = 0;"));
        }
        self.with_copies(&plan.copies, plan.last.as_deref(), &mut |own| own.with_counters(plan))
    }

    /// The loop, with counters of its own.
    pub(super) fn with_counters(&mut self, plan: &LoopPlan<'_, 'a>) -> Step {
        let mut own = Vec::new();
        let mut declared = String::new();
        for head in &plan.nest.heads {
            let has_copy = plan.copies.entities().contains(&head.counter);
            let in_head = head.is_declared && plan.nest.heads.len() == 1 && !plan.is_ordered;
            if !has_copy && !in_head {
                let name = self.entity_text(head.counter);
                declared.push_str(&(self.declared(&head.ty, name, head.counter)? + "; "));
            }
            own.push(head.counter);
        }
        self.line(&format!("{{ {declared}"));
        self.enter_copies(own);
        let declares = |entity: &EntityId| {
            plan.nest.heads.iter().any(|head| head.is_declared && head.counter == *entity)
        };
        self.hidden.retain(|entity| !declares(entity));
        let done = self.ranges(plan);
        self.leave_copies();
        self.line("}");
        done
    }

    /// The ranges that the schedule gives to a thread, each with its iterations.
    fn ranges(&mut self, plan: &LoopPlan<'_, 'a>) -> Step {
        let (lo, hi, total, prefix) =
            (self.name("lo"), self.name("hi"), plan.nest.total.clone(), self.prefix.clone());
        let is_given = plan.is_ordered || plan.is_cancelled;
        let kind = match plan.schedule.clone() {
            Schedule::Blocks if is_given => Schedule::Given("CLACC_STATIC", "0".to_owned()),
            Schedule::Chunks(chunk) if is_given => Schedule::Given("CLACC_STATIC", chunk),
            other => other,
        };
        let note = plan.last.as_ref().map_or(String::new(), |last| format!(" {last} |= {hi} == {total};"));
        match kind {
            Schedule::Blocks => {
                self.line(&format!(
                    "uint64_t {lo}, {hi}; if (clacc_static_range({prefix}t, {total}, &{lo}, &{hi})) {{{note}"
                ));
                self.iterations(plan, &lo, &hi)?;
                self.line("}");
            }
            Schedule::Chunks(size) => {
                self.line(&format!(
                    "uint64_t {lo}, {hi}; \
                     for ({lo} = (uint64_t){prefix}t->id * {size}; {lo} < {total}; {lo} += (uint64_t){prefix}t->count * {size}) \
                     {{ {hi} = {total} - {lo} < {size} ? {total} : {lo} + {size};{note}"
                ));
                // What walks over a range changes its own beginning.
                let begin = self.name("lo");
                self.line(&format!("uint64_t {begin} = {lo};"));
                self.iterations(plan, &begin, &hi)?;
                self.line("}");
            }
            Schedule::Range(lo, hi) => self.iterations(plan, &lo, &hi)?,
            Schedule::Given(kind, chunk) => {
                let ordered = if plan.is_ordered { " | CLACC_ORDERED" } else { "" };
                self.with_exit(Cancellable::Loop, &mut |own| {
                    own.line(&format!(
                        "uint64_t {lo}, {hi}; if (clacc_loop_begin({prefix}t, {total}, {chunk}, {kind}{ordered})) \
                         while (clacc_loop_next({prefix}t, &{lo}, &{hi})) {{{note}"
                    ));
                    own.iterations(plan, &lo, &hi)?;
                    own.line("}");
                    Ok(())
                })?;
                // The barrier, if there is one, comes behind what follows the loop.
                self.line(&format!("clacc_loop_end({prefix}t, CLACC_NOWAIT);"));
            }
        }
        Ok(())
    }

    /// The iterations of a range. `lo` may be changed.
    fn iterations(&mut self, plan: &LoopPlan<'_, 'a>, lo: &str, hi: &str) -> Step {
        let nest = &plan.nest;
        if plan.is_ordered {
            return self.ordered_iterations(plan, lo, hi);
        }
        match (nest.heads.as_slice(), nest.names.as_slice()) {
            ([head], [names]) => self.run(plan, head, names, lo, hi),
            ([outer @ .., head], [.., names]) => {
                let (length, end, rest) = (self.name("m"), self.name("r"), self.name("q"));
                let trips = &names.trips;
                self.line(&format!(
                    "while ({lo} < {hi}) {{ uint64_t {rest} = {lo} / {trips}; const uint64_t {end} = {lo} % {trips}; \
                     const uint64_t {length} = {trips} - {end} < {hi} - {lo} ? {trips} - {end} : {hi} - {lo};"
                ));
                self.outer_counters(outer, &nest.names, &rest)?;
                let until = format!("({end} + {length})");
                self.run(plan, head, names, &end, &until)?;
                self.line(&format!("{lo} += {length}; }}"));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sets the counters of all collapsed loops but the last one, from the number of an iteration of these loops.
    fn outer_counters(&mut self, heads: &[LoopHead], names: &[LoopNames], number: &str) -> Step {
        for (head, own) in heads.iter().zip(names).rev() {
            let value = self.counter_value(head, own, &format!("({number} % {})", own.trips))?;
            let (counter, trips) = (self.entity_text(head.counter), &own.trips);
            self.line(&format!("{counter} = {value}; {number} /= {trips};"));
        }
        Ok(())
    }

    /// One loop over a range of the iterations of its head.
    fn run(
        &mut self,
        plan: &LoopPlan<'_, 'a>,
        head: &LoopHead,
        names: &LoopNames,
        lo: &str,
        hi: &str,
    ) -> Step {
        let (first, last) = (self.name("i"), self.name("j"));
        let value = self.counter_value(head, names, lo)?;
        let declared = self.declared(&head.ty, &first, head.counter)?;
        self.line(&format!("{declared} = {value};"));
        let is_open = matches!(head.step, LoopStep::One) && !head.is_closed;
        let until = if is_open { hi.to_owned() } else { format!("({hi} - 1)") };
        let value = self.counter_value(head, names, &until)?;
        let declared = self.declared(&head.ty, &last, head.counter)?;
        self.line(&format!("{declared} = {value};"));
        self.simd_pragma(plan.simd)?;
        let text = self.head_text(plan, head, names, &first, &last)?;
        self.out.inline(&text);
        self.part_of(plan.source, self.view.span(head.body))
    }

    fn head_text(
        &mut self,
        plan: &LoopPlan<'_, 'a>,
        head: &LoopHead,
        names: &LoopNames,
        first: &str,
        last: &str,
    ) -> Step<String> {
        let counter = self.entity_text(head.counter);
        let is_one = matches!(head.step, LoopStep::One);
        let in_head = head.is_declared && plan.nest.heads.len() == 1;
        let initial = if in_head && !plan.copies.entities().contains(&head.counter) {
            self.declared(&head.ty, counter, head.counter)?
        } else {
            counter.to_owned()
        };
        let compared = match (head.is_up, is_one && !head.is_closed) {
            (true, true) => "<",
            (true, false) => "<=",
            (false, true) => ">",
            (false, false) => ">=",
        };
        let step = match (&head.step, head.is_up) {
            (LoopStep::One, true) => format!("++{counter}"),
            (LoopStep::One, false) => format!("--{counter}"),
            (_, is_up) => {
                let sign = if is_up { "+=" } else { "-=" };
                let ty = if head.is_pointer {
                    "ptrdiff_t".to_owned()
                } else {
                    self.declared(&head.ty, "", head.counter)?
                };
                format!("{counter} {sign} ({ty}){}", names.step)
            }
        };
        Ok(format!("for ({initial} = {first}; {counter} {compared} {last}; {step})"))
    }

    /// The iterations of a range one by one, because `ordered` asks for their numbers.
    fn ordered_iterations(&mut self, plan: &LoopPlan<'_, 'a>, lo: &str, hi: &str) -> Step {
        let nest = &plan.nest;
        let mut values = Vec::new();
        let mut divisor = String::new();
        for (head, names) in nest.heads.iter().zip(&nest.names).rev() {
            let number = format!("({lo}{divisor} % {})", names.trips);
            let value = self.counter_value(head, names, &number)?;
            values.push(format!("{} = {value}", self.entity_text(head.counter)));
            let _ = write!(divisor, " / {}", names.trips);
        }
        let set = values.join(", ");
        let Some(innermost) = nest.heads.last() else { return Ok(()) };
        self.out.inline(&format!("for (; {lo} < {hi} && (({set}), 1); ++{lo})"));
        if let Some(frame) = self.frames.last_mut() {
            frame.iterations.push(lo.to_owned());
        }
        let done = self.part_of(plan.source, self.view.span(innermost.body));
        if let Some(frame) = self.frames.last_mut() {
            frame.iterations.pop();
        }
        done
    }
}
