//! `task`, and what waits for tasks.

use clacc_sema::c::types::Type;
use clacc_sema::omp::form::{Argument, Clause, DependKind, Directive, Item};
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::{Bound, EntityId, Step as PlaceStep};
use clacc_syntax::directive::OmpClause;

use super::parallel::range_of_all;
use super::privates::Copies;
use super::{Lowering, Step};
use crate::capture::Travel;
use crate::capture::types::{is_variable, type_of};
use crate::capture::uses::is_of_function;
use crate::codes;
use crate::plan::Node;
use crate::plan::constituents::Part;

impl<'a> Lowering<'a> {
    pub(super) fn task(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let flags = self.task_flags(part)?;
        let depends = self.dependences(&part.clauses)?;
        let private = self.listed(part, OmpClause::Private)?;
        let captures = self.task_captures(part, inside, &private)?;
        let copies = Copies { private, ..Copies::default() };
        let outlined = self.outlined(range_of_all(inside, self.at), &mut |own| {
            own.preset(captures.clone());
            if let Some(frame) = own.frames.last_mut() {
                frame.is_task = true;
            }
            own.with_copies(&copies, None, &mut |own| own.nodes(inside))
        })?;
        let (thread, prefix) = (self.thread(), self.prefix.clone());
        let (set, arguments) = self.arguments(&outlined);
        let (name, info) = (&outlined.name, self.name("i"));
        let bytes = if outlined.arguments.members.is_empty() {
            "0".to_owned()
        } else {
            format!("(uint32_t)sizeof {prefix}a")
        };
        let align = if outlined.arguments.members.is_empty() {
            "0".to_owned()
        } else {
            format!("(uint32_t)__alignof__(struct {name})")
        };
        let (list, count, pointer) = depends;
        let (used, site) = (self.used_here(), self.site());
        self.line(&format!(
            "{{ {thread}{used}{set}{list}clacc_task_info {info} = {{ {site}, {name}, 0, 0, 0, 0, 0 }}; {info}.bytes = {bytes}; {info}.align = {align}; {info}.flags = {flags}; \
             clacc_task({prefix}t, &{info}, {arguments}, {count}, {pointer}); }}"
        ));
        Ok(())
    }

    fn task_flags(&mut self, part: &Part<'a>) -> Step<String> {
        let mut flags = vec!["0U".to_owned()];
        if let Some(condition) = self.condition(part)? {
            flags.push(format!("({condition} ? 0U : (uint32_t)CLACC_TASK_UNDEFERRED)"));
        }
        if let Some(is_final) = self.value(part, OmpClause::Final)? {
            flags.push(format!("({is_final} ? (uint32_t)CLACC_TASK_FINAL : 0U)"));
        }
        Ok(flags.join(" | "))
    }

    /// How the variables of the function reach a task (OpenMP 5.2 5.1.1): those that all threads of the team share by
    /// their addresses, others with the values that they have where the task is made.
    fn task_captures(
        &mut self,
        part: &Part<'a>,
        inside: &[Node<'a>],
        private: &[EntityId],
    ) -> Step<Vec<(EntityId, Travel)>> {
        let shared = self.listed(part, OmpClause::Shared)?;
        let first = self.listed(part, OmpClause::Firstprivate)?;
        let default = self.task_default(part)?;
        let mut captures = Vec::new();
        let mut used = self.used_in(range_of_all(inside, self.at));
        // What is not of the function has its own name everywhere, and needs a copy that hides it.
        let global = first.iter().find(|entity| !is_of_function(self.view, **entity)).copied();
        if let Some(global) = global {
            let message = format!(
                "no code is generated for `firstprivate({})` of `task`, which is declared outside of the function",
                self.entity_text(global)
            );
            return Err(self.refuse_here(&codes::GEN0002, message));
        }
        used.retain(|entity| is_of_function(self.view, *entity) && !private.contains(entity));
        for entity in used {
            let is_static = self.view.entity(entity).duration != StorageDuration::Automatic;
            let is_implicitly_shared = default || is_static || self.is_shared_by_team(entity);
            let is_shared = shared.contains(&entity) || !first.contains(&entity) && is_implicitly_shared;
            let ty = type_of(self.view, entity);
            let is_array = matches!(&*ty.ty, Type::Array { .. });
            if !is_shared && is_variable(&ty) && is_array {
                let message = format!(
                    "no code is generated for a task with a copy of `{}`, an array of variable length",
                    self.entity_text(entity)
                );
                return Err(self.refuse_here(&codes::GEN0003, message));
            }
            captures.push((
                entity,
                match (is_shared, is_array) {
                    (true, _) => Travel::Address,
                    (false, true) => Travel::Elements,
                    (false, false) => Travel::Value,
                },
            ));
        }
        Ok(captures)
    }

    /// Whether `default` makes variables shared.
    fn task_default(&mut self, part: &Part<'a>) -> Step<bool> {
        let Some(clause) = part.clause(OmpClause::Default) else { return Ok(false) };
        let words = match clause.argument {
            Argument::AsWritten(_, id) => self.words(id),
            _ => None,
        };
        match words.as_deref() {
            Some(["shared"]) => Ok(true),
            Some(["none"]) => Ok(false),
            _ => Err(self.refuse_clause(clause)),
        }
    }

    /// The declaration of the list of dependences, its length, and the pointer to it.
    pub(super) fn dependences(&mut self, clauses: &[&'a Clause]) -> Step<(String, usize, String)> {
        let mut entries = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.kind() == OmpClause::Depend) {
            let Argument::Depend { kind, items } = &clause.argument else {
                return Err(self.refuse_clause(clause));
            };
            let kind = match kind {
                DependKind::In => "CLACC_IN",
                DependKind::Out => "CLACC_OUT",
                DependKind::Inout => "CLACC_INOUT",
                _ => return Err(self.refuse_clause(clause)),
            };
            for item in items {
                let address = self.depend_address(clause, item)?;
                entries.push(format!("address = {address}; @.kind = {kind}; @.reserved = 0;"));
            }
        }
        if entries.is_empty() {
            return Ok((String::new(), 0, "0".to_owned()));
        }
        let (list, count) = (self.name("w"), entries.len());
        let set = entries
            .iter()
            .enumerate()
            .map(|(index, entry)| format!("@.{entry}").replace('@', &format!("{list}[{index}]")));
        let set: Vec<String> = set.collect();
        Ok((format!("clacc_depend {list}[{count}]; {} ", set.join(" ")), count, list))
    }

    /// The address of the first byte of a list item.
    fn depend_address(&mut self, clause: &Clause, item: &Item) -> Step<String> {
        let Item::Place { place, written: Some(written) } = item else {
            return Err(self.refuse_clause(clause));
        };
        let last = place.steps.last();
        if !matches!(last, Some(PlaceStep::Range { .. })) {
            let text = self.text(self.view.span(written.at))?;
            return Ok(format!("&({text})"));
        }
        let steps = place.steps.iter().filter(|step| !matches!(step, PlaceStep::Deref(_)));
        match steps.collect::<Vec<_>>().as_slice() {
            [PlaceStep::Range { start, .. }] => {
                let base = self.spelled(place.root);
                let start = match start {
                    Bound::Default => "0".to_owned(),
                    Bound::At(value) => self.value_text(*value)?,
                };
                Ok(format!("&({base})[{start}]"))
            }
            _ => Err(self.refuse_clause(clause)),
        }
    }

    pub(super) fn task_wait(&mut self, directive: &'a Directive) -> Step {
        let clauses: Vec<&'a Clause> = directive.clauses.iter().collect();
        if let Some(clause) = clauses.iter().find(|clause| clause.kind() != OmpClause::Depend) {
            return Err(self.refuse_clause(clause));
        }
        let (list, count, pointer) = self.dependences(&clauses)?;
        let (thread, prefix) = (self.thread(), &self.prefix);
        let text = format!("{{ {thread}{list}clacc_task_wait({prefix}t, {count}, {pointer}); }}");
        self.line(&text);
        Ok(())
    }
}
