//! `target` on the host, which is the only device: a league of one team in the memory of the program. Mapped variables are the original
//! variables; variables that are `firstprivate` by a clause or a rule are copies. With `nowait`, `depend` or `in_reduction`, the region is
//! a task.

use clacc_sema::c::types::Type;
use clacc_sema::omp::data_environment::{EnvironmentAttribute, VariableAttributes};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::capture::types::{is_variable, type_of};
use crate::codes;
use crate::constructs::copies::Copies;
use crate::constructs::lowering::Lowering;
use crate::emit::Step;
use crate::piece::CapturedBy;
use crate::plan::Node;
use crate::plan::constituents::Part;
use crate::plan::range_of_all;

/// The captures of a `target` region, and the private copies that the region makes.
struct TargetVariables {
    decided: Vec<(EntityId, CapturedBy)>,
    copies: Copies,
}

impl<'a> Lowering<'a> {
    pub(in crate::backend) fn target(
        &mut self,
        part: &Part<'a>,
        inner: &[Part<'a>],
        inside: &[Node<'a>],
    ) -> Step {
        self.check_used_allocators(part)?;
        self.evaluate_items(&part.clauses)?;
        let begin = self.target_begin(part)?;
        self.emit.line(&format!("{{ {begin}"));
        if [OmpClause::Nowait, OmpClause::Depend, OmpClause::InReduction]
            .iter()
            .any(|clause| part.has(*clause))
        {
            self.target_task(part, inner, inside)?;
        } else {
            let limit = self.thread_limit(part)?;
            self.target_region(part, inner, inside, &limit)?;
        }
        self.emit.line("}");
        Ok(())
    }

    /// Returns the statement at the start of a construct, which checks whether its region may run on the host. The check is made only if
    /// the condition of `if` holds; otherwise the region runs on the host in any case.
    pub(in crate::backend) fn target_begin(&mut self, part: &Part<'a>) -> Step<String> {
        let device = self.device(part)?;
        let call = format!("clacc_target_device(0, {device});");
        Ok(match self.condition(part)? {
            Some(condition) => format!("if ({condition}) {call}"),
            None => call,
        })
    }

    /// Emits the region, which the encountering thread executes.
    fn target_region(
        &mut self,
        part: &Part<'a>,
        inner: &[Part<'a>],
        inside: &[Node<'a>],
        limit: &str,
    ) -> Step {
        let TargetVariables { decided, copies } = self.target_variables(part, false)?;
        let outlined = self.outlined(range_of_all(inside, self.emit.at), &mut |own| {
            own.decide(&decided);
            own.league_comes_in();
            own.with_copies(&copies, None, &mut |own| own.parts(inner, inside))
        })?;
        let (set, argument) = self.arguments(&outlined);
        let (used, name) = (self.used_here(), &outlined.name);
        self.emit.line(&format!("{{ {used}{set}clacc_teams(0, {name}, {argument}, 1, 1, {limit}, 0); }}"));
        Ok(())
    }

    /// Returns the variables of which the region has copies (OpenMP 5.2 5.1, 5.8.1).
    fn target_variables(&mut self, part: &Part<'a>, is_task: bool) -> Step<TargetVariables> {
        let private = self.listed(part, OmpClause::Private)?;
        let mut found = TargetVariables { decided: Vec::new(), copies: Copies::default() };
        let variables = self.environments.variables(part.directive, OmpDirective::Target);
        let is_pointer = |each: &&VariableAttributes| type_of(self.view, each.entity).is_pointer();
        let is_copied = |each: &&VariableAttributes| match each.sharing().map(|known| known.attribute) {
            Some(EnvironmentAttribute::Firstprivate) => true,
            // An array in the clause is the device address itself and is not copied.
            Some(EnvironmentAttribute::IsDevicePtr) => is_pointer(each),
            _ => false,
        };
        let copied: Vec<EntityId> = variables.iter().filter(is_copied).map(|each| each.entity).collect();
        for entity in copied.into_iter().filter(|entity| !private.contains(entity)) {
            let ty = type_of(self.view, entity);
            match (matches!(&*ty.ty, Type::Array { .. }), is_variable(&ty)) {
                (true, true) if is_task => {
                    let message = format!(
                        "no code is generated for a target task with a copy of `{}`, an array of variable length",
                        self.entity_text(entity)
                    );
                    return Err(self.emit.refuse_here(&codes::GEN0003, message));
                }
                (true, true) => found.copies.firstprivate.push(entity),
                (true, false) => found.decided.push((entity, CapturedBy::Elements)),
                (false, _) => found.decided.push((entity, CapturedBy::Copy)),
            }
        }
        if !is_task {
            found.copies.private = private;
        }
        Ok(found)
    }

    /// Emits the region as a task. Its copies and the sizes of its league have the values at the creation of the task.
    fn target_task(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let decided = self.target_variables(part, true)?.decided;
        let reductions = self.reductions_of(&part.clauses, OmpClause::InReduction)?;
        let (extra, participants) = self.participants(&reductions)?;
        let limit = self.thread_limit(part)?;
        let limit = self.fixed_number(limit);
        self.scope.league = self.fixed_league(inner)?;
        let outlined = self.outlined(range_of_all(inside, self.emit.at), &mut |own| {
            own.decide(&decided);
            own.participate(&extra, &participants);
            own.comes_in(&limit);
            own.league_comes_in();
            own.target_region(part, inner, inside, &limit)
        })?;
        let flags = if part.has(OmpClause::Nowait) { "0" } else { "CLACC_TASK_UNDEFERRED" };
        self.task_of(&outlined, part, flags)
    }
}
