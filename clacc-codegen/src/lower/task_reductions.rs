//! `task_reduction` and `in_reduction`: tasks combine their values into variables of the taskgroup around (OpenMP 5.2 5.5.9, 5.5.10).
//!
//! The library has a copy for each thread. In a task that participates, the name of the variable leads to the copy of the
//! thread that executes it, whatever it is called outside.

use clacc_sema::c::types::{QualType, Type};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Clause, Combiner, Item};
use clacc_sema::program::directive::ArgumentValue;
use clacc_sema::program::place::EntityId;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::OmpClause;

use super::frames::{Extra, Participant};
use super::reductions::{Reduction, combined, identity};
use super::{Lowering, Step};
use crate::capture::types::{assignable, element, type_of};

impl<'a> Lowering<'a> {
    /// The list items of the clauses of a kind, with their operators.
    pub(super) fn task_reductions(&mut self, clauses: &[&'a Clause], kind: OmpClause) -> Step<Vec<Reduction>> {
        let mut found = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.kind() == kind) {
            let read = match &clause.argument {
                Argument::Reduction { combiner: Combiner::Operator(op), items } => Some((*op, items.clone())),
                Argument::AsWritten(_, id) => self.written_reduction(*id),
                _ => None,
            };
            let Some((op, items)) = read else { return Err(self.refuse_clause(clause)) };
            for item in &items {
                let reduction = self.reduction(op, item);
                found.push(reduction.ok_or(()).map_err(|()| self.refuse_clause(clause))?);
            }
        }
        Ok(found)
    }

    /// The operator and the list items of a clause that forms keep as it is written. `-` combines as `+` does.
    fn written_reduction(&self, clause: ClauseId) -> Option<(ReductionOp, Vec<Item>)> {
        let arguments = self.view.clause_node(clause).arguments.as_ref()?;
        let [modifier] = &*arguments.modifiers else { return None };
        let op = match self.view.text(modifier.word) {
            "-" => ReductionOp::Add,
            word => ReductionOp::spelled(word)?,
        };
        let item = |value: &ArgumentValue| match value {
            ArgumentValue::Value(at) => Some(Item::written(self.view.place_of(*at)?, *at)),
            _ => None,
        };
        let is_plain = arguments.post_modifiers.is_empty() && modifier.arguments.is_empty();
        let items = arguments.items.iter().map(|each| item(&each.value).filter(|_| each.key.is_none()));
        items.collect::<Option<_>>().filter(|_| is_plain).map(|items| (op, items))
    }

    /// The statements that make variables ones which the tasks of the innermost group reduce.
    pub(super) fn reduced_by_tasks(&mut self, reductions: &[Reduction]) -> Step<String> {
        let (list, prefix) = (self.name("r"), self.prefix.clone());
        let mut text = String::new();
        for (index, reduction) in reductions.iter().enumerate() {
            let element = self.reduced_element(reduction);
            let (original, bytes) = self.reduced_bytes(reduction, &element)?;
            let (initialise, combine) = self.reduction_functions(reduction, &element)?;
            text.push_str(&format!(
                "{list}[{index}].original = (void *)({original}); {list}[{index}].bytes = {bytes}; \
                 {list}[{index}].initialise = {initialise}; {list}[{index}].combine = {combine}; "
            ));
        }
        let count = reductions.len();
        Ok(format!(
            "{{ clacc_task_reduction {list}[{count}]; {text}clacc_group_reduce({prefix}t, {count}, {list}); }} "
        ))
    }

    /// The type of what is combined: the element of an array, or of what a pointer points to.
    fn reduced_element(&self, reduction: &Reduction) -> QualType {
        let ty = type_of(self.view, reduction.entity);
        match (&*ty.ty, &reduction.section) {
            (Type::Pointer(target), Some(_)) => assignable(target),
            _ => assignable(element(&ty)),
        }
    }

    /// The address of the first element, and the number of bytes.
    fn reduced_bytes(&mut self, reduction: &Reduction, element: &QualType) -> Step<(String, String)> {
        let here = self.spelled(reduction.entity);
        let Some((first, number)) = reduction.section else {
            return Ok((format!("&{here}"), format!("sizeof {here}")));
        };
        let first = first.map_or(Ok("0".to_owned()), |first| self.value_text(first))?;
        let number = self.value_text(number)?;
        let one = self.declared(element, "", reduction.entity)?;
        Ok((format!("&({here})[{first}]"), format!("(size_t)({number}) * sizeof ({one})")))
    }

    /// The functions that give a copy its first value, and that combine two copies.
    fn reduction_functions(&mut self, reduction: &Reduction, element: &QualType) -> Step<(String, String)> {
        let name = self.function_name();
        let (copy, from) = (
            self.declared(element, "*copy", reduction.entity)?,
            self.declared(element, "*other", reduction.entity)?,
        );
        let value = identity(self, reduction.op, element).unwrap_or_default();
        let one = combined(reduction.op, "copy[k]", "other[k]");
        self.declare_before(format!(
            "static void {name}_first(void *to, const void *original, size_t bytes)\n\
             {{ {copy} = to; size_t k; (void)original; for (k = 0; k < bytes / sizeof *copy; ++k) copy[k] = {value}; }}\n\
             static void {name}_combine(void *into, const void *from, size_t bytes)\n\
             {{ {copy} = into; const {from} = from; size_t k; for (k = 0; k < bytes / sizeof *copy; ++k) {one} }}"
        ));
        Ok((format!("{name}_first"), format!("{name}_combine")))
    }

    /// What a task that participates in reductions gets: the statements before it is made, what is passed, and the variables that
    /// lead to copies.
    pub(super) fn participants(&mut self, reductions: &[Reduction]) -> Step<(Vec<Extra>, Vec<Participant>)> {
        let (mut extra, mut found) = (Vec::new(), Vec::new());
        for reduction in reductions {
            let element = self.reduced_element(reduction);
            let pointer = self.declared(&element, "*", reduction.entity)?;
            let first = match reduction.section {
                None => None,
                Some((first, _)) => {
                    let name = self.name("l");
                    let first = first.map_or(Ok("0".to_owned()), |first| self.value_text(first))?;
                    self.line(&format!("const size_t {name} = {first};"));
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

    /// Whether the name of a variable is that of a pointer whose target is reduced.
    pub(super) fn is_reduced_behind(&self, entity: EntityId) -> bool {
        type_of(self.view, entity).is_pointer()
    }
}
