//! `taskloop`: the iterations of loops are shared among tasks (OpenMP 5.2 12.6).
//!
//! Trip counts are computed where the tasks are created, and each task gets the range of its iterations.

use clacc_sema::c::types::Type;
use clacc_sema::omp::form::{Argument, ClauseModifier, ModifierWord};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::clauses::Schedule;
use super::copies::Copies;
use super::loop_plans::LoopPlan;
use super::lowering::Lowering;
use super::tasks::{TaskArguments, TaskCall};
use crate::capture::types::{is_variable, type_of};
use crate::codes;
use crate::emit::Step;
use crate::plan::Node;
use crate::plan::constituents::Part;
use crate::plan::range_of_all;
use crate::scope::{Extra, Nest, Ordered};

/// The division of the iterations into tasks.
struct TaskSizes {
    /// The number of tasks.
    count: String,
    /// The number of iterations of each task but the last one; none if all tasks have about the same number.
    each: Option<String>,
}

/// The names of the variables that each task gets.
struct TaskRange {
    lo: String,
    hi: String,
    last: String,
}

/// A lastprivate variable, to which the task with the last iteration assigns.
struct LastValue {
    entity: EntityId,
    /// The name of the pointer to the original variable.
    original: String,
}

impl<'a> Lowering<'a> {
    pub(crate) fn taskloop(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let source = self.loop_source(inside)?;
        let simd = inner.iter().find(|part| part.kind == OmpDirective::Simd);
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        self.emit.line(&format!("{{ {thread}"));
        let flags = self.task_flags(part)?;
        let depth = self.depth(part, simd)?;
        let nest = self.nest(source.at, depth, Ordered::No)?;
        if !nest.is_rectangular() {
            let message = "no code is generated for `taskloop` on loops whose bounds depend on each other";
            return Err(self.emit.refuse_here(&codes::GEN0004, message));
        }
        let sizes = self.task_sizes(part, &nest.total)?;
        let copies = self.taskloop_copies(part, &nest)?;
        let reductions = self.reductions_of(&part.clauses, OmpClause::Reduction)?;
        let is_group = !part.has(OmpClause::Nogroup);
        if is_group {
            let reduced =
                if reductions.is_empty() { String::new() } else { self.reduced_by_tasks(&reductions)? };
            self.emit.line(&format!("clacc_group_begin({prefix}t); {reduced}"));
        }
        let mut participating = reductions;
        participating.extend(self.reductions_of(&part.clauses, OmpClause::InReduction)?);
        let range = range_of_all(inside, self.emit.at);
        let not_copied: Vec<EntityId> = copies.private.iter().chain(&copies.lastprivate).copied().collect();
        let not_copied: Vec<EntityId> =
            not_copied.into_iter().filter(|entity| !copies.firstprivate.contains(entity)).collect();
        let kind = OmpDirective::Taskloop;
        let mut arguments = self.task_arguments(part, kind, range, &not_copied, &participating)?;
        let last = self.last_values(&copies, &mut arguments)?;
        let own = self.pass_nest(&nest, &mut arguments)?;
        let total = nest.total.clone();
        let plan = LoopPlan {
            nest,
            schedule: Schedule::Range(own.lo.clone(), own.hi.clone()),
            simd,
            source,
            ordered: Ordered::No,
            is_cancelled: false,
            last: Some(own.last.clone()).filter(|_| !last.is_empty()),
            copies: Copies { lastprivate: copies.lastprivate, ..Copies::default() },
            linear: Vec::new(),
            is_of_league: false,
            within: None,
        };
        let private = Copies { private: not_copied, ..Copies::default() };
        let outlined = self.task_function(range, arguments, &mut |inside| {
            inside.with_copies(&private, None, &mut |inside| {
                inside.with_counters(&plan)?;
                last.iter().for_each(|each| inside.set_last(each, &own.last));
                Ok(())
            })
        })?;
        let call = self.task_call(&outlined, &flags);
        let end = if is_group { format!("clacc_group_end({prefix}t); ") } else { String::new() };
        self.tasks_of_loop(call, sizes, &own, &total, &end);
        Ok(())
    }

    /// Emits the loop that creates the tasks of a `taskloop`, each with a range of the iterations.
    fn tasks_of_loop(&mut self, call: TaskCall, sizes: TaskSizes, own: &TaskRange, total: &str, end: &str) {
        let TaskCall { set, arguments, info, name } = call;
        let (index, TaskSizes { count, each }) = (self.emit.name("k"), sizes);
        let TaskRange { lo, hi, last } = own;
        let limits = match each {
            None => format!("clacc_block({index}, {count}, {total}, &{lo}, &{hi});"),
            Some(each) => {
                format!("{lo} = {index} * {each}; {hi} = {total} - {lo} < {each} ? {total} : {lo} + {each};")
            }
        };
        let (used, prefix) = (self.used_here(), self.emit.prefix.clone());
        self.emit.line(&format!(
            "{used}{set}{info}uint64_t {index}; for ({index} = 0; {index} < {count}; ++{index}) {{ uint64_t {lo}, {hi}; {limits} \
             {prefix}a.{lo} = {lo}; {prefix}a.{hi} = {hi}; {prefix}a.{last} = {hi} == {total}; \
             clacc_task({prefix}t, &{name}, {arguments}, 0, 0); }} {end}}}"
        ));
    }

    /// Returns the copies that the clauses specify, including `default`.
    fn taskloop_copies(&mut self, part: &Part<'a>, nest: &Nest) -> Step<Copies> {
        let copies = Copies {
            private: self.copied_privately(part, OmpDirective::Taskloop)?,
            firstprivate: self.listed(part, OmpClause::Firstprivate)?,
            lastprivate: self.listed(part, OmpClause::Lastprivate)?,
            ..Copies::default()
        };
        self.check_counters(nest, &copies)?;
        Ok(copies)
    }

    /// Emits the number of tasks, from `num_tasks` or `grainsize` (OpenMP 5.2 12.6.1, 12.6.2).
    fn task_sizes(&mut self, part: &Part<'a>, total: &str) -> Step<TaskSizes> {
        let prefix = self.emit.prefix.clone();
        let (count, given) = (self.emit.name("n"), self.emit.name("g"));
        if let Some((number, _)) = self.prescribed(part, OmpClause::NumTasks)? {
            self.emit.line(&format!(
                "const uint64_t {given} = (uint64_t)(int64_t){number}; const uint64_t {count} = {given} < {total} ? {given} : {total};"
            ));
            return Ok(TaskSizes { count, each: None });
        }
        if let Some((size, is_strict)) = self.prescribed(part, OmpClause::Grainsize)? {
            let number = if is_strict {
                format!("{total} / {given} + ({total} % {given} != 0)")
            } else {
                format!("{total} < {given} ? {total} != 0 : {total} / {given}")
            };
            self.emit.line(&format!(
                "const uint64_t {given} = (uint64_t)(int64_t){size}; const uint64_t {count} = {number};"
            ));
            return Ok(TaskSizes { count, each: is_strict.then_some(given) });
        }
        // Without a clause, there are eight tasks for each thread, so that fast threads can take over tasks of slow ones.
        self.emit.line(&format!(
            "const uint64_t {given} = (uint64_t){prefix}t->count * 8; const uint64_t {count} = {given} < {total} ? {given} : {total};"
        ));
        Ok(TaskSizes { count, each: None })
    }

    /// Returns the argument of a clause, and whether it has the modifier `strict`; none without the clause.
    fn prescribed(&mut self, part: &Part<'a>, kind: OmpClause) -> Step<Option<(String, bool)>> {
        let Some(clause) = part.clause(kind) else { return Ok(None) };
        let (Argument::Value(_, value), [] | [ClauseModifier::Word(ModifierWord::Strict)]) =
            (clause.argument.unmodified(), clause.modifiers())
        else {
            return Err(self.refuse_clause(clause));
        };
        Ok(Some((self.operand(clause, *value)?, !clause.modifiers().is_empty())))
    }

    /// Passes pointers to the lastprivate variables.
    fn last_values(&mut self, copies: &Copies, arguments: &mut TaskArguments) -> Step<Vec<LastValue>> {
        let mut found = Vec::new();
        for entity in &copies.lastprivate {
            let ty = type_of(self.view, *entity);
            if is_variable(&ty) {
                let name = self.entity_text(*entity);
                let message =
                    format!("no code is generated for `lastprivate({name})` with a type of variable length");
                return Err(self.emit.refuse_here(&codes::GEN0002, message));
            }
            let (original, here) = (self.emit.name("o"), self.spelled(*entity));
            let declared = self.declared(&ty, &format!("(*{original})"), *entity)?;
            self.emit.line(&format!("{declared} = &{here};"));
            arguments.extra.push(Extra { declared, name: original.clone(), is_set_apart: false });
            found.push(LastValue { entity: *entity, original });
        }
        Ok(found)
    }

    fn set_last(&mut self, value: &LastValue, last: &str) {
        let (here, original) = (self.spelled(value.entity), &value.original);
        let is_array = matches!(&*type_of(self.view, value.entity).ty, Type::Array { .. });
        let assigned = if is_array {
            self.bytes(&format!("*{original}"), &here)
        } else {
            format!("*{original} = {here};")
        };
        self.emit.line(&format!("if ({last}) {{ {assigned} }}"));
    }

    /// Passes the values that are computed before the loops, and the range of the task.
    fn pass_nest(&mut self, nest: &Nest, arguments: &mut TaskArguments) -> Step<TaskRange> {
        let plain =
            |declared: String, name: &str| Extra { declared, name: name.to_owned(), is_set_apart: false };
        for (head, names) in nest.heads.iter().zip(&nest.names) {
            let declared = self.declared(&head.ty, &names.first, head.counter)?;
            arguments.extra.push(plain(declared, &names.first));
            arguments.extra.push(plain(format!("uint64_t {}", names.trips), &names.trips));
            // Constant steps are not stored in variables.
            if names.step.starts_with(&*self.emit.prefix) {
                arguments.extra.push(plain(format!("uint64_t {}", names.step), &names.step));
            }
        }
        let own =
            TaskRange { lo: self.emit.name("lo"), hi: self.emit.name("hi"), last: self.emit.name("last") };
        let apart =
            |declared: String, name: &str| Extra { declared, name: name.to_owned(), is_set_apart: true };
        arguments.extra.push(apart(format!("uint64_t {}", own.lo), &own.lo));
        arguments.extra.push(apart(format!("uint64_t {}", own.hi), &own.hi));
        arguments.extra.push(apart(format!("int {}", own.last), &own.last));
        Ok(own)
    }
}
