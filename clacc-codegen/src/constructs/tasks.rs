//! `task`: an outlined function with a copy of its arguments, which a thread executes later.

use std::fmt::Write;

use clacc_sema::c::types::Type;
use clacc_sema::omp::data_environment::EnvironmentAttribute;
use clacc_sema::omp::form::{Argument, Clause};
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::copies::{Copies, Reduction};
use super::dependences::Dependences;
use super::lowering::Lowering;
use super::parallel::Outlined;
use crate::capture::types::type_of;
use crate::capture::uses::is_of_function;
use crate::emit::Step;
use crate::piece::CapturedBy;
use crate::plan::Node;
use crate::plan::constituents::Part;
use crate::plan::range_of_all;
use crate::scope::{Cancellable, Extra, Participant};

/// The arguments of the outlined function of a task.
#[derive(Default)]
pub(crate) struct TaskArguments {
    pub(crate) captures: Vec<(EntityId, CapturedBy)>,
    pub(crate) extra: Vec<Extra>,
    pub(crate) participants: Vec<Participant>,
}

/// The code that precedes the creation of a task.
pub(crate) struct TaskCall {
    /// The statements that set the arguments, and the expression for the pointer to them.
    pub(crate) set: String,
    pub(crate) arguments: String,
    /// The statement that declares and sets the `clacc_task_info` of the task.
    pub(crate) info: String,
    /// The name of the `clacc_task_info`.
    pub(crate) name: String,
}

impl<'a> Lowering<'a> {
    /// Emits the statement that creates a task from an outlined function.
    pub(crate) fn task_of(&mut self, outlined: &Outlined, part: &Part<'a>, flags: &str) -> Step {
        let Dependences { made, count, list, .. } = self.dependences(&part.clauses)?;
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        let TaskCall { set, arguments, info, name } = self.task_call(outlined, flags);
        let used = self.used_here();
        self.emit.line(&format!(
            "{{ {thread}{used}{set}{made}{info}clacc_task({prefix}t, &{name}, {arguments}, {count}, {list}); }}"
        ));
        Ok(())
    }

    pub(crate) fn task(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let thread = self.thread();
        self.emit.line(&format!("{{ {thread}"));
        let flags = self.task_flags(part)?;
        let depends = self.dependences(&part.clauses)?;
        let reductions = self.reductions_of(&part.clauses, OmpClause::InReduction)?;
        let range = range_of_all(inside, self.emit.at);
        let event = self.event(part)?;
        let private = self.copied_privately(part, OmpDirective::Task)?;
        let arguments = self.task_arguments(part, OmpDirective::Task, range, &private, &reductions)?;
        let copies = Copies { private, ..Copies::default() };
        let outlined = self.task_function(range, arguments, &mut |own| {
            own.with_copies(&copies, None, &mut |own| own.nodes(inside))
        })?;
        let call = self.task_call(&outlined, &flags);
        let Dependences { made, count, list, .. } = depends;
        let (prefix, used) = (self.emit.prefix.clone(), self.used_here());
        let TaskCall { set, arguments, info, name } = call;
        let (function, last) = match event {
            None => ("clacc_task", String::new()),
            Some(event) => ("clacc_task_detached", format!(", {event}")),
        };
        self.emit.line(&format!(
            "{used}{set}{made}{info}{function}({prefix}t, &{name}, {arguments}, {count}, {list}{last}); }}"
        ));
        Ok(())
    }

    /// `detach`: emits the event before the values of variables are captured, because the task uses its handle.
    fn event(&mut self, part: &Part<'a>) -> Step<Option<String>> {
        let Some(clause) = part.clause(OmpClause::Detach) else { return Ok(None) };
        let handle = match &clause.argument {
            Argument::Value(_, operand) => self.operand(clause, *operand)?,
            Argument::List(_, items) => match items.as_slice() {
                [only] if super::clauses::is_whole(only) => {
                    let place = only.place().map(|place| place.root);
                    let entity = place.ok_or(()).map_err(|()| self.refuse_clause(clause))?;
                    self.spelled(entity)
                }
                _ => return Err(self.refuse_clause(clause)),
            },
            _ => return Err(self.refuse_clause(clause)),
        };
        let event = self.emit.name("e");
        // The event handle is an integer or a pointer of the size of an address.
        self.emit.line(&format!(
            "void *const {event} = clacc_event(); {handle} = (__typeof__({handle}))(uintptr_t){event};"
        ));
        Ok(Some(event))
    }

    /// Returns the variables that are private in tasks, by a clause or by `default`.
    pub(crate) fn copied_privately(&mut self, part: &Part<'a>, kind: OmpDirective) -> Step<Vec<EntityId>> {
        let mut private = self.listed(part, OmpClause::Private)?;
        private.extend(self.environments.implicit_copies(part.directive, kind).private);
        Ok(private)
    }

    pub(crate) fn task_flags(&mut self, part: &Part<'a>) -> Step<String> {
        let mut flags = vec!["0U".to_owned()];
        if let Some(condition) = self.condition(part)? {
            flags.push(format!("({condition} ? 0U : (uint32_t)CLACC_TASK_UNDEFERRED)"));
        }
        if let Some(is_final) = self.value(part, OmpClause::Final)? {
            flags.push(format!("({is_final} ? (uint32_t)CLACC_TASK_FINAL : 0U)"));
        }
        Ok(flags.join(" | "))
    }

    /// Returns how a task captures the variables that it refers to: shared ones by their addresses, others with the values that they have
    /// when the task is created.
    pub(crate) fn task_arguments(
        &mut self,
        part: &Part<'a>,
        kind: OmpDirective,
        range: TokenRange,
        private: &[EntityId],
        reductions: &[Reduction],
    ) -> Step<TaskArguments> {
        let (extra, participants) = self.participants(reductions)?;
        let mut captures = Vec::new();
        for entity in self.used_in(range) {
            if private.contains(&entity) {
                continue;
            }
            let is_array = matches!(&*type_of(self.view, entity).ty, Type::Array { .. });
            let copied = if is_array { CapturedBy::Elements } else { CapturedBy::Copy };
            if participants.iter().any(|each| each.entity == entity) {
                captures.push((entity, self.participant_captured_by(entity)));
                continue;
            }
            let is_automatic = self.view.entity(entity).duration == StorageDuration::Automatic;
            match self.environments.sharing(part.directive, kind, entity) {
                Some(EnvironmentAttribute::Firstprivate) => captures.push((entity, copied)),
                Some(EnvironmentAttribute::Private) => {}
                // The construct does not refer to a variable that is used only in unevaluated operands. Its storage may be gone when the
                // task runs.
                None if is_automatic => captures.push((entity, copied)),
                _ => captures.extend(self.shared_captured_by(entity).map(|by| (entity, by))),
            }
        }
        Ok(TaskArguments { captures, extra, participants })
    }

    /// Returns how a task captures a shared variable, or none if its name is visible there. If the current function has captured it by
    /// value, the task does so too, because the current function may have returned when the task begins.
    fn shared_captured_by(&mut self, entity: EntityId) -> Option<CapturedBy> {
        match self.captured_by(entity) {
            Some(CapturedBy::Value) => Some(CapturedBy::Value),
            None if !is_of_function(self.view, entity) && !self.is_hidden_here(entity) => None,
            _ => Some(CapturedBy::Address),
        }
    }

    /// Outlines the function of a task.
    pub(crate) fn task_function(
        &mut self,
        range: TokenRange,
        arguments: TaskArguments,
        body: &mut dyn FnMut(&mut Self) -> Step,
    ) -> Step<Outlined> {
        let mut arguments = Some(arguments);
        self.outlined(range, &mut |own| {
            if let (Some(frame), Some(arguments)) = (own.scope.frames.last_mut(), arguments.take()) {
                frame.captures = arguments.captures;
                frame.extra = arguments.extra;
                frame.participants = arguments.participants;
            }
            own.with_exit(Cancellable::Taskgroup, body)
        })
    }

    /// Returns the code for a call that creates a task.
    pub(crate) fn task_call(&mut self, outlined: &Outlined, flags: &str) -> TaskCall {
        let prefix = self.emit.prefix.clone();
        let (set, arguments) = self.arguments(outlined);
        let (function, name) = (&outlined.name, self.emit.name("i"));
        let record = format!("struct {function}");
        let site = self.emit.site();
        let mut info = format!("clacc_task_info {name} = {{ {site}, {function}, 0, 0, 0, 0, 0 }}; ");
        if !outlined.arguments.members.is_empty() {
            let _ = write!(
                info,
                "{name}.bytes = (uint32_t)sizeof {prefix}a; {name}.align = __alignof__({record}) > 16 ? (uint32_t)__alignof__({record}) : 0U; "
            );
        }
        if !outlined.arguments.variable.is_empty() {
            self.copy_function(outlined);
            let sizes = outlined.arguments.variable.iter();
            let sizes = sizes.map(|(_, bytes)| format!(" + ({prefix}a.{bytes} + 15) / 16 * 16"));
            let sizes: String = sizes.collect();
            let _ = write!(
                info,
                "{name}.copy = {function}_copy; {name}.bytes = (uint32_t)((sizeof {prefix}a + 15) / 16 * 16{sizes}); "
            );
        }
        let _ = write!(info, "{name}.flags = {flags}; ");
        TaskCall { set, arguments, info, name }
    }

    /// Emits the function that copies the arguments of a task with variable length arrays. The arrays follow the struct.
    fn copy_function(&mut self, outlined: &Outlined) {
        let name = &outlined.name;
        let mut copied = String::new();
        for (member, bytes) in &outlined.arguments.variable {
            let _ = write!(
                copied,
                " for (k = 0; k < given->{bytes}; ++k) next[k] = ((const unsigned char *)given->{member})[k];\n \
                 made->{member} = next; next += (given->{bytes} + 15) / 16 * 16;\n"
            );
        }
        self.emit.declare_before(
            &[&format!("{name}_copy")],
            format!(
                "static void {name}_copy(void *to, const void *from)\n\
             {{ struct {name} *made = to; const struct {name} *given = from; size_t k;\n \
             unsigned char *next = (unsigned char *)to + (sizeof *made + 15) / 16 * 16;\n \
             *made = *given;\n{copied}}}"
            ),
        );
    }

    /// Emits a `taskgroup`, in which tasks may reduce variables.
    pub(crate) fn task_group(
        &mut self,
        directive: &'a clacc_sema::omp::form::Directive,
        inside: &[Node<'a>],
    ) -> Step {
        let clauses: Vec<&'a Clause> = directive.clauses.iter().collect();
        if let Some(clause) = clauses.iter().find(|clause| clause.kind() != OmpClause::TaskReduction) {
            return Err(self.refuse_clause(clause));
        }
        let reductions = self.reductions_of(&clauses, OmpClause::TaskReduction)?;
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        self.emit.line(&format!("{{ {thread}clacc_group_begin({prefix}t);"));
        if !reductions.is_empty() {
            let reduced = self.reduced_by_tasks(&reductions)?;
            self.emit.line(&reduced);
        }
        self.nodes(inside)?;
        self.emit.line(&format!("clacc_group_end({prefix}t); }}"));
        Ok(())
    }
}
