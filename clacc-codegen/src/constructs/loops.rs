//! `for`: the iterations of loops are shared among the threads of a team.
//!
//! The user's counter remains the counter, and the body is unchanged. Logical iterations are numbered from 0 in unsigned 64 bits. A
//! schedule yields ranges of them. For collapsed loops, a range is executed in pieces that each lie in one execution of the innermost loop,
//! so that the innermost loop remains a loop that compilers can optimise.

use std::fmt::Write;

use clacc_sema::omp::form::Argument;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::clauses::Schedule;
use super::copies::Copies;
use super::loop_plans::{Cursor, LoopPlan};
use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;
use crate::plan::constituents::Part;
use crate::plan::{Node, Source, only_source};
use crate::scope::{Cancellable, Doacross, LoopHead, LoopNames, LoopStep, Nest, Ordered, is_cancelled_in};

impl<'a> Lowering<'a> {
    /// `for`, alone or inside `parallel`, with `simd` inside it or not.
    pub(crate) fn worksharing_loop(
        &mut self,
        part: &Part<'a>,
        inner: &[Part<'a>],
        inside: &[Node<'a>],
    ) -> Step {
        let source = self.loop_source(inside)?;
        let simd = inner.iter().find(|part| part.kind == OmpDirective::Simd);
        let thread = self.thread();
        self.emit.line(&format!("{{ {thread}"));
        let within = self.within_team();
        let is_of_league = part.kind == OmpDirective::Distribute;
        let schedule = if is_of_league { self.dist_schedule(part)? } else { self.schedule(part)? };
        let schedule = self.fixed_schedule(schedule);
        let depth = self.depth(part, simd)?;
        let ordered = self.ordered_of(part)?;
        let nest = self.nest(source.at, depth, ordered)?;
        let mut copies = self.copies(part)?;
        if simd.is_some() || part.kind == OmpDirective::Loop {
            copies_of_counters(&nest, &mut copies);
        }
        let linear = self.linear(part, &nest, &mut copies)?;
        let last = (!copies.lastprivate.is_empty()).then(|| self.emit.name("last"));
        self.check_counters(&nest, &copies)?;
        if !linear.is_empty() {
            // A barrier: all threads must have read the values before one of them writes the final ones.
            self.check_complete_team("a construct whose threads combine or copy values")?;
            self.emit.line(&format!("clacc_barrier({}t);", self.emit.prefix));
        }
        let is_cancelled = is_cancelled_in(inside, Cancellable::Loop);
        let plan = LoopPlan {
            nest,
            schedule,
            simd,
            source,
            ordered,
            is_cancelled,
            last,
            copies,
            linear,
            is_of_league,
            within,
        };
        self.shared_loop(&plan)?;
        let has_barrier = !is_of_league && !part.has(OmpClause::Nowait) && !part.ends_region;
        let barrier = if has_barrier { self.barrier_call() } else { String::new() };
        let used = self.used_here();
        self.emit.line(&format!("{used}{barrier} }}"));
        Ok(())
    }

    /// Emits a loop that one thread executes in order, with linear variables or copies.
    pub(crate) fn own_loop(&mut self, part: &Part<'a>, inside: &[Node<'a>], keeps_counters: bool) -> Step {
        let source = self.loop_source(inside)?;
        self.emit.line("{");
        let depth = self.depth(part, None)?;
        let nest = self.nest(source.at, depth, Ordered::No)?;
        let private = self.listed(part, OmpClause::Private)?;
        let lastprivate = self.listed(part, OmpClause::Lastprivate)?;
        let mut copies = Copies { private, lastprivate, ..Copies::default() };
        if keeps_counters {
            copies_of_counters(&nest, &mut copies);
        }
        let linear = self.linear(part, &nest, &mut copies)?;
        let last = (!copies.lastprivate.is_empty()).then(|| self.emit.name("last"));
        self.check_counters(&nest, &copies)?;
        let (schedule, ordered) = (Schedule::All, Ordered::No);
        let plan = LoopPlan {
            nest,
            schedule,
            simd: None,
            source,
            ordered,
            is_cancelled: false,
            last,
            copies,
            linear,
            is_of_league: false,
            within: None,
        };
        self.shared_loop(&plan)?;
        let used = self.used_here();
        self.emit.line(&format!("{used}}}"));
        Ok(())
    }

    pub(crate) fn loop_source<'n>(&mut self, inside: &'n [Node<'a>]) -> Step<&'n Source<'a>> {
        let message = "no code is generated for a loop that other directives make";
        only_source(inside).ok_or(()).map_err(|()| self.emit.refuse_here(&codes::GEN0004, message))
    }

    /// Evaluates the chunk size of a schedule into a variable, because copies may hide names in it.
    pub(crate) fn fixed_schedule(&mut self, schedule: Schedule) -> Schedule {
        let fixed = |own: &mut Self, chunk: String| {
            let name = own.emit.name("c");
            own.emit.line(&format!("const uint64_t {name} = (uint64_t)(int64_t){chunk};"));
            name
        };
        match schedule {
            Schedule::Chunks(chunk) => Schedule::Chunks(fixed(self, chunk)),
            Schedule::Given(kind, chunk) if chunk != "0" => Schedule::Given(kind, fixed(self, chunk)),
            other => other,
        }
    }

    pub(crate) fn depth(&mut self, part: &Part<'a>, simd: Option<&Part<'a>>) -> Step<u32> {
        let own = self.number(part, OmpClause::Collapse)?;
        let depth = match (own, simd) {
            (None, Some(simd)) => self.number(simd, OmpClause::Collapse)?,
            (own, _) => own,
        };
        Ok(depth.unwrap_or(1).clamp(1, 64) as u32)
    }

    fn ordered_of(&mut self, part: &Part<'a>) -> Step<Ordered> {
        let Some(clause) = part.clause(OmpClause::Ordered) else { return Ok(Ordered::No) };
        if matches!(clause.argument, Argument::Bare(_)) {
            return Ok(Ordered::Regions);
        }
        let depth = self.number(part, OmpClause::Ordered)?.unwrap_or(1);
        Ok(Ordered::Doacross(depth.clamp(1, 64) as u32))
    }

    /// Returns the loop nest at a node, and emits the values that are computed before it.
    pub(crate) fn nest(&mut self, at: At, depth: u32, ordered: Ordered) -> Step<Nest> {
        let all = match ordered {
            Ordered::Doacross(more) => depth.max(more),
            _ => depth,
        };
        let found = self.view.nest(self.view.run(at), all, false);
        if found.loops.len() != all as usize {
            return Err(self.emit.refuse_here(
                &codes::GEN0004,
                format!("no code is generated for {all} loops with other code between them"),
            ));
        }
        let mut heads = Vec::new();
        for at in found.loops {
            heads.push(self.loop_head(at)?);
        }
        let dependent = (1..heads.len()).find_map(|number| self.dependence(&heads[number], &heads[..number]));
        if let Some(range) = dependent {
            return self.dependent_nest(heads, range, ordered);
        }
        let names = heads.iter().map(|head| self.counted(head)).collect::<Step<Vec<_>>>()?;
        let inner = heads.split_off(depth as usize);
        let mut nest = Nest { heads, names, inner: Vec::new(), total: String::new() };
        nest.inner = inner.into_iter().zip(nest.names.split_off(depth as usize)).collect();
        nest.total = match nest.names.as_slice() {
            [only] => only.trips.clone(),
            several => {
                let product: Vec<&str> = several.iter().map(|names| &*names.trips).collect();
                let (total, product) = (self.emit.name("n"), product.join(" * "));
                self.emit.line(&format!("const uint64_t {total} = {product};"));
                total
            }
        };
        Ok(nest)
    }

    /// Returns the bound or step of a loop that uses the counter of an outer loop.
    fn dependence(&self, head: &LoopHead, around: &[LoopHead]) -> Option<TokenRange> {
        let step = match &head.step {
            LoopStep::Value(range, _) => Some(*range),
            _ => None,
        };
        [Some(head.first), Some(head.bound), step].into_iter().flatten().find(|range| {
            let uses = self.uses.within(*range);
            around.iter().any(|outer| uses.iter().any(|(_, entity)| *entity == outer.counter))
        })
    }

    /// Returns a nest of loops whose bounds depend on outer counters (OpenMP 5.2 4.4.2). Their iterations are counted by a walk.
    fn dependent_nest(&mut self, heads: Vec<LoopHead>, at: TokenRange, ordered: Ordered) -> Step<Nest> {
        if ordered != Ordered::No {
            let message = "no code is generated for `ordered` on loops whose bounds depend on each other";
            return Err(self.emit.refuse(&codes::GEN0004, at, message));
        }
        let total = self.emit.name("n");
        Ok(Nest { heads, names: Vec::new(), inner: Vec::new(), total })
    }

    /// Refuses clauses on counters that are not supported. The final values of counters are computed only for loops whose trip counts are
    /// computed before them.
    pub(crate) fn check_counters(&mut self, nest: &Nest, copies: &Copies) -> Step {
        let is_last = |head: &LoopHead| copies.lastprivate.contains(&head.counter);
        let is_first = |head: &LoopHead| copies.firstprivate.contains(&head.counter);
        let is_reduced = |head: &LoopHead| copies.is_reduced(head.counter);
        if nest.all_heads().any(|head| is_first(head) || is_reduced(head))
            || !nest.is_rectangular() && nest.heads.iter().any(is_last)
            || nest.inner.iter().any(|(head, _)| is_last(head))
        {
            let message = "no code is generated for clauses about the counters of these loops";
            return Err(self.emit.refuse_here(&codes::GEN0032, message));
        }
        if nest.is_rectangular() {
            return Ok(());
        }
        // The bounds are evaluated inside the loops, where copies have other values.
        for head in &nest.heads {
            for range in [head.first, head.bound] {
                let uses = self.uses.within(range);
                if uses.iter().any(|(_, used)| copies.entities().contains(used)) {
                    let message =
                        "no code is generated for loops whose bounds depend on each other and on copies";
                    return Err(self.emit.refuse(&codes::GEN0004, range, message));
                }
            }
        }
        Ok(())
    }

    fn shared_loop(&mut self, plan: &LoopPlan<'_, 'a>) -> Step {
        if let Some(last) = &plan.last {
            self.emit.line(&format!("int {last} = 0;"));
        }
        self.with_copies(&plan.copies, plan.last.as_deref(), &mut |own| own.with_counters(plan))
    }

    /// Emits the loop with private counters.
    pub(crate) fn with_counters(&mut self, plan: &LoopPlan<'_, 'a>) -> Step {
        let mut own = Vec::new();
        let mut declared = String::new();
        for head in plan.nest.all_heads() {
            let has_copy = plan.copies.entities().contains(&head.counter);
            let in_head = head.is_declared && plan.nest.heads.len() == 1 && !plan.is_numbered();
            let is_inner = plan.nest.inner.iter().any(|(inner, _)| inner.counter == head.counter);
            if !(has_copy || in_head || is_inner && head.is_declared) {
                let name = self.entity_text(head.counter);
                declared.push_str(&(self.declared(&head.ty, name, head.counter)? + "; "));
            }
            if !(is_inner && head.is_declared) {
                own.push(head.counter);
            }
        }
        self.emit.line(&format!("{{ {declared}"));
        self.enter_copies(own);
        let declares =
            |entity: &EntityId| plan.nest.all_heads().any(|head| head.is_declared && head.counter == *entity);
        self.scope.hidden.retain(|entity| !declares(entity));
        let done = self.scheduled(plan);
        self.leave_copies();
        self.emit.line("}");
        done
    }

    /// Emits the iterations that this thread executes, and the final values of counters.
    fn scheduled(&mut self, plan: &LoopPlan<'_, 'a>) -> Step {
        let cursor = if plan.nest.is_rectangular() { None } else { Some(self.counted_walk(&plan.nest)?) };
        let doacross = match plan.ordered {
            Ordered::Doacross(_) => Some(self.doacross(&plan.nest)),
            _ => None,
        };
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.doacross.extend(doacross.clone());
        }
        let done = self.ranges(plan, cursor.as_ref(), doacross.as_ref());
        if let Some(frame) = self.scope.frames.last_mut().filter(|_| doacross.is_some()) {
            frame.doacross.pop();
        }
        done?;
        self.last_counters(plan)
    }

    /// Emits the final values of counters, which the thread of the last iteration assigns.
    fn last_counters(&mut self, plan: &LoopPlan<'_, 'a>) -> Step {
        let Some(last) = &plan.last else { return Ok(()) };
        for (head, names) in plan.nest.heads.iter().zip(&plan.nest.names) {
            if plan.copies.lastprivate.contains(&head.counter) {
                let (value, counter) =
                    (self.counter_value(head, names, &names.trips)?, self.entity_text(head.counter));
                self.emit.line(&format!("if ({last}) {counter} = {value};"));
            }
        }
        Ok(())
    }

    /// Emits the ranges that the schedule assigns to a thread, each with its iterations.
    fn ranges(
        &mut self,
        plan: &LoopPlan<'_, 'a>,
        cursor: Option<&Cursor>,
        doacross: Option<&Doacross>,
    ) -> Step {
        let (lo, hi, prefix) = (self.emit.name("lo"), self.emit.name("hi"), self.emit.prefix.clone());
        let total = plan.within.as_ref().map_or(&plan.nest.total, |[.., count]| count).clone();
        let base = plan.within.as_ref().map(|[first, ..]| first);
        let moved = base.map_or(String::new(), |first| format!(" {lo} += {first}; {hi} += {first};"));
        let base = base.map_or(String::new(), |first| format!(" + {first}"));
        let (range, number, count) = if plan.is_of_league {
            ("clacc_gang_range", "gang", "gangs")
        } else {
            ("clacc_static_range", "id", "count")
        };
        let is_given = plan.ordered != Ordered::No || plan.is_cancelled;
        let kind = match plan.schedule.clone() {
            Schedule::Blocks if is_given => Schedule::Given("CLACC_STATIC", "0".to_owned()),
            Schedule::Chunks(chunk) if is_given => Schedule::Given("CLACC_STATIC", chunk),
            other => other,
        };
        let note = plan
            .last
            .as_ref()
            .map_or(String::new(), |last| format!(" {last} |= {hi} == {};", plan.nest.total));
        match kind {
            Schedule::All => {
                self.emit.line(&format!("uint64_t {lo} = 0, {hi} = {total}; if ({lo} < {hi}) {{{note}"));
                self.iterations(plan, cursor, &lo, &hi)?;
                self.emit.line("}");
            }
            Schedule::Blocks => {
                self.emit.line(&format!(
                    "uint64_t {lo}, {hi}; if ({range}({prefix}t, {total}, &{lo}, &{hi})) {{{moved}{note}"
                ));
                self.iterations(plan, cursor, &lo, &hi)?;
                self.emit.line("}");
            }
            Schedule::Chunks(size) => {
                self.emit.line(&format!(
                    "uint64_t {lo}, {hi}; \
                     for ({lo} = (uint64_t){prefix}t->{number} * {size}; {lo} < {total}; {lo} += (uint64_t){prefix}t->{count} * {size}) \
                     {{ {hi} = ({total} - {lo} < {size} ? {total} : {lo} + {size}){base};{note}"
                ));
                // The code for a range may change its lower bound, so it gets a copy.
                let begin = self.emit.name("lo");
                self.emit.line(&format!("uint64_t {begin} = {lo}{base};"));
                self.iterations(plan, cursor, &begin, &hi)?;
                self.emit.line("}");
            }
            Schedule::Range(lo, hi) => self.iterations(plan, cursor, &lo, &hi)?,
            Schedule::Given(kind, chunk) => {
                let ordered = if plan.ordered == Ordered::Regions { " | CLACC_ORDERED" } else { "" };
                let begin = doacross.map_or(String::new(), |doacross| {
                    format!("clacc_doacross_begin({prefix}t, {}); ", doacross.iterations)
                });
                let head = format!(
                    "uint64_t {lo}, {hi}; if (clacc_loop_begin({prefix}t, {total}, {chunk}, {kind}{ordered})) {{ {begin}\
                     while (clacc_loop_next({prefix}t, &{lo}, &{hi})) {{{moved}{note}"
                );
                self.given_ranges(&head, &mut |own| own.iterations(plan, cursor, &lo, &hi))?;
            }
        }
        Ok(())
    }

    /// Emits the ranges that the library assigns to a thread, by a loop with this head.
    fn given_ranges(&mut self, head: &str, iterations: &mut dyn FnMut(&mut Self) -> Step) -> Step {
        self.with_exit(Cancellable::Loop, &mut |own| {
            own.emit.line(head);
            iterations(own)?;
            own.emit.line("} }");
            Ok(())
        })?;
        // The barrier, if there is one, is emitted after the code that follows the loop.
        let end = format!("clacc_loop_end({}t, CLACC_NOWAIT);", self.emit.prefix);
        self.emit.line(&end);
        Ok(())
    }

    /// Emits the iterations of a range. The emitted code may change `lo`.
    fn iterations(&mut self, plan: &LoopPlan<'_, 'a>, cursor: Option<&Cursor>, lo: &str, hi: &str) -> Step {
        let nest = &plan.nest;
        if let Some(cursor) = cursor {
            return self.walked(plan, cursor, lo, hi);
        }
        if plan.is_numbered() {
            return self.numbered_iterations(plan, lo, hi);
        }
        match (nest.heads.as_slice(), nest.names.as_slice()) {
            ([head], [names]) => self.run(plan, head, names, lo, hi),
            ([outer @ .., head], [.., names]) => {
                let (length, end, rest) = (self.emit.name("m"), self.emit.name("r"), self.emit.name("q"));
                let trips = &names.trips;
                self.emit.line(&format!(
                    "while ({lo} < {hi}) {{ uint64_t {rest} = {lo} / {trips}; const uint64_t {end} = {lo} % {trips}; \
                     const uint64_t {length} = {trips} - {end} < {hi} - {lo} ? {trips} - {end} : {hi} - {lo};"
                ));
                self.outer_counters(outer, &nest.names, &rest)?;
                let until = format!("({end} + {length})");
                self.run(plan, head, names, &end, &until)?;
                self.emit.line(&format!("{lo} += {length}; }}"));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sets the counters of all collapsed loops but the innermost one, from the number of an iteration of these outer loops.
    fn outer_counters(&mut self, heads: &[LoopHead], names: &[LoopNames], number: &str) -> Step {
        for (head, own) in heads.iter().zip(names).rev() {
            let value = self.counter_value(head, own, &format!("({number} % {})", own.trips))?;
            let (counter, trips) = (self.entity_text(head.counter), &own.trips);
            self.emit.line(&format!("{counter} = {value}; {number} /= {trips};"));
        }
        Ok(())
    }

    /// Emits one loop over a range of the iterations of its head.
    pub(crate) fn run(
        &mut self,
        plan: &LoopPlan<'_, 'a>,
        head: &LoopHead,
        names: &LoopNames,
        lo: &str,
        hi: &str,
    ) -> Step {
        let (first, last) = (self.emit.name("i"), self.emit.name("j"));
        let value = self.counter_value(head, names, lo)?;
        let declared = self.declared(&head.ty, &first, head.counter)?;
        self.emit.line(&format!("{declared} = {value};"));
        let is_open = matches!(head.step, LoopStep::One) && !head.is_closed;
        let until = if is_open { hi.to_owned() } else { format!("({hi} - 1)") };
        let value = self.counter_value(head, names, &until)?;
        let declared = self.declared(&head.ty, &last, head.counter)?;
        self.emit.line(&format!("{declared} = {value};"));
        self.simd_pragma(plan.simd)?;
        let text = self.head_text(plan, head, names, &first, &last)?;
        self.emit.out.replaced(&text, head.at);
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
            (LoopStep::Constant(step), is_up) if i32::try_from(*step).is_ok() => {
                format!("{counter} {} {step}", if is_up { "+=" } else { "-=" })
            }
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

    /// Emits the iterations of a range one by one, for loops in which the number of the iteration is needed.
    fn numbered_iterations(&mut self, plan: &LoopPlan<'_, 'a>, lo: &str, hi: &str) -> Step {
        let nest = &plan.nest;
        let mut values = Vec::new();
        let mut divisor = String::new();
        for (head, names) in nest.heads.iter().zip(&nest.names).rev() {
            let number = format!("({lo}{divisor} % {})", names.trips);
            let value = self.counter_value(head, names, &number)?;
            values.push(format!("{} = {value}", self.entity_text(head.counter)));
            let _ = write!(divisor, " / {}", names.trips);
        }
        for linear in &plan.linear {
            values.push(self.linear_value(linear, lo)?);
        }
        let set = values.join(", ");
        let Some(innermost) = nest.heads.last() else { return Ok(()) };
        self.emit.out.replaced(&format!("for (; {lo} < {hi} && (({set}), 1); ++{lo})"), innermost.at);
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.iterations.push(lo.to_owned());
        }
        let done = self.part_of(plan.source, self.view.span(innermost.body));
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.iterations.pop();
        }
        done
    }
}

/// Makes counters that the loops do not declare lastprivate, as `simd` requires (OpenMP 5.2 5.1.1).
fn copies_of_counters(nest: &Nest, copies: &mut Copies) {
    for head in nest.heads.iter().filter(|head| !head.is_declared) {
        if !copies.entities().contains(&head.counter) {
            copies.lastprivate.push(head.counter);
        }
    }
}
