//! `task_reduction` and `in_reduction`: tasks combine their values into variables of the enclosing taskgroup (OpenMP 5.2 5.5.9, 5.5.10).
//!
//! The library has a copy for each thread. In a participating task, the name of the variable refers to the copy of the executing thread,
//! whatever it refers to outside.

use std::fmt::Write;

use clacc_sema::c::types::QualType;
use clacc_sema::program::place::EntityId;

use super::array_sections::{Elements, element_of};
use super::copies::Reduction;
use super::lowering::Lowering;
use crate::capture::types::{assignable, type_of};
use crate::emit::Step;
use crate::piece::CapturedBy;
use crate::scope::{Extra, Participant};

impl Lowering<'_> {
    /// Emits code whose tasks may participate in reductions of the construct (`reduction(task, ...)`, OpenMP 5.2 5.5.8): they combine into
    /// the copies of the thread that creates them.
    pub(crate) fn with_participants(
        &mut self,
        reductions: &[Reduction],
        body: &mut dyn FnMut(&mut Self) -> Step,
    ) -> Step {
        let of_tasks: Vec<Reduction> = reductions.iter().filter(|each| each.is_of_tasks).cloned().collect();
        if of_tasks.is_empty() {
            return body(self);
        }
        let (reduced, prefix) = (self.reduced_by_tasks(&of_tasks)?, self.emit.prefix.clone());
        self.emit.line(&format!("clacc_group_begin({prefix}t); {reduced}"));
        let done = body(self);
        self.emit.line(&format!("clacc_group_end({prefix}t);"));
        done
    }

    /// Returns the statements that register reductions with the innermost taskgroup.
    pub(crate) fn reduced_by_tasks(&mut self, reductions: &[Reduction]) -> Step<String> {
        let (list, prefix) = (self.emit.name("r"), self.emit.prefix.clone());
        let mut text = String::new();
        for (index, reduction) in reductions.iter().enumerate() {
            let element = self.reduced_element(reduction);
            let (original, bytes) = self.reduced_bytes(reduction, &element)?;
            let (initialise, combine) = self.reduction_functions(reduction, &element)?;
            let _ = write!(
                text,
                "{list}[{index}].original = (void *)({original}); {list}[{index}].bytes = {bytes}; \
                 {list}[{index}].initialise = {initialise}; {list}[{index}].combine = {combine}; "
            );
        }
        let count = reductions.len();
        Ok(format!(
            "{{ clacc_task_reduction {list}[{count}]; {text}clacc_group_reduce({prefix}t, {count}, {list}); }} "
        ))
    }

    /// Returns the element type of a reduction: that of an array, or of a pointee.
    fn reduced_element(&self, reduction: &Reduction) -> QualType {
        assignable(element_of(&type_of(self.view, reduction.entity), reduction.section.is_some()))
    }

    /// Returns the address of the first reduced element, and the number of bytes.
    fn reduced_bytes(&mut self, reduction: &Reduction, element: &QualType) -> Step<(String, String)> {
        let here = self.spelled(reduction.entity);
        let Some(section) = &reduction.section else {
            return Ok((format!("&{here}"), format!("sizeof {here}")));
        };
        let one = self.declared(element, "", reduction.entity)?;
        let Elements { lower, count } = self.elements(section, &here, &one)?;
        let pointer = self.declared(element, "*", reduction.entity)?;
        let from = self.first_of_whole(reduction.entity, &here);
        Ok((format!("({pointer}){from} + ({lower})"), format!("({count}) * sizeof ({one})")))
    }

    /// Returns a pointer to the first element of a whole variable that is spelled `here`.
    fn first_of_whole(&self, entity: EntityId, here: &str) -> String {
        if self.is_reduced_behind(entity) { here.to_owned() } else { format!("&{here}") }
    }

    /// Emits the functions that initialize a copy and combine two copies, and returns their names.
    fn reduction_functions(&mut self, reduction: &Reduction, element: &QualType) -> Step<(String, String)> {
        let (name, entity) = (self.function_name(), reduction.entity);
        let (copy, other) =
            (self.declared(element, "*copy", entity)?, self.declared(element, "*other", entity)?);
        let code = self.combining_code(&reduction.combines, element, entity)?;
        let (begun, one) = (code.begun("copy[k]", "other[k]"), code.combined("copy[k]", "other[k]"));
        let made = (format!("{name}_first"), format!("{name}_combine"));
        self.emit.declare_before(&[&made.0, &made.1], format!(
            "static void {name}_first(void *to, const void *from, size_t bytes)\n\
             {{ {copy} = to; {other} = (void *)from; size_t k; (void)other; for (k = 0; k < bytes / sizeof *copy; ++k) {begun} }}\n\
             static void {name}_combine(void *to, const void *from, size_t bytes)\n\
             {{ {copy} = to; {other} = (void *)from; size_t k; for (k = 0; k < bytes / sizeof *copy; ++k) {one} }}"
        ));
        Ok(made)
    }

    /// Returns the additional arguments of a task that participates in reductions, and the reduction variables. Emits the values of the
    /// arguments.
    pub(crate) fn participants(&mut self, reductions: &[Reduction]) -> Step<(Vec<Extra>, Vec<Participant>)> {
        let (mut extra, mut found) = (Vec::new(), Vec::new());
        for reduction in reductions {
            let element = self.reduced_element(reduction);
            let pointer = self.declared(&element, "*", reduction.entity)?;
            let first = match &reduction.section {
                None => None,
                Some(section) => {
                    let (name, here) = (self.emit.name("l"), self.spelled(reduction.entity));
                    let one = self.declared(&element, "", reduction.entity)?;
                    let first = self.elements(section, &here, &one)?.lower;
                    self.emit.line(&format!("const size_t {name} = {first};"));
                    extra.push(Extra {
                        declared: format!("size_t {name}"),
                        name: name.clone(),
                        is_set_apart: false,
                    });
                    Some(name)
                }
            };
            found.push(Participant { entity: reduction.entity, pointer, first });
        }
        Ok((extra, found))
    }

    /// Makes reduction variables refer to the thread's copies in the current function.
    pub(crate) fn participate(&mut self, extra: &[Extra], participants: &[Participant]) {
        let captures =
            participants.iter().map(|each| (each.entity, self.participant_captured_by(each.entity)));
        let captures: Vec<_> = captures.collect();
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.captures.extend(captures);
            frame.extra.extend_from_slice(extra);
            frame.participants.extend_from_slice(participants);
        }
    }

    /// Returns how a task captures a reduction variable: a pointer whose pointee is reduced by value, any other variable by its address.
    pub(crate) fn participant_captured_by(&self, entity: EntityId) -> CapturedBy {
        if self.is_reduced_behind(entity) { CapturedBy::Copy } else { CapturedBy::Address }
    }

    /// Returns whether a reduction variable is a pointer whose pointee is reduced.
    fn is_reduced_behind(&self, entity: EntityId) -> bool {
        type_of(self.view, entity).is_pointer()
    }
}
