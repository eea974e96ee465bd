//! `linear`: variables whose values advance with the iterations (OpenMP 5.2 5.4.6).

use clacc_sema::c::types::QualType;
use clacc_sema::omp::form::{Clause, ClauseModifier, ModifierWord, Operand};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::OmpClause;

use super::copies::Copies;
use super::lowering::Lowering;
use crate::capture::types::{assignable, size, type_of};
use crate::emit::Step;
use crate::plan::constituents::Part;
use crate::scope::Nest;

/// A variable that has the value `first + step * number` at the start of the iteration `number`.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    entity: EntityId,
    ty: QualType,
    /// The names of the variables for its first value and for the step.
    first: String,
    step: String,
}

impl<'a> Lowering<'a> {
    /// Returns the linear variables of a part. They are also made lastprivate, so that their values at the end of the last iteration are
    /// kept.
    pub(crate) fn linear(&mut self, part: &Part<'a>, nest: &Nest, copies: &mut Copies) -> Step<Vec<Linear>> {
        let mut found = Vec::new();
        for clause in part.clauses.iter().filter(|clause| clause.kind() == OmpClause::Linear) {
            let step = self.linear_step(clause)?;
            for entity in self.listed_in(clause)? {
                let is_counter = nest.heads.iter().any(|head| head.counter == entity);
                if !is_counter {
                    found.push(self.linear_variable(clause, entity, step)?);
                }
                if !copies.lastprivate.contains(&entity) {
                    copies.lastprivate.push(entity);
                }
            }
        }
        if !found.is_empty() && !nest.is_rectangular() {
            let message = "no code is generated for `linear` on loops whose bounds depend on each other";
            return Err(self.emit.refuse_here(&crate::codes::GEN0004, message));
        }
        Ok(found)
    }

    /// Returns the step between iterations, or none if it is 1. The modifier `val` is the default and has no effect.
    fn linear_step(&mut self, clause: &Clause) -> Step<Option<Operand>> {
        let mut step = None;
        for modifier in clause.modifiers() {
            match modifier {
                ClauseModifier::Step(value) if step.is_none() => step = Some(*value),
                ClauseModifier::Word(ModifierWord::Val) => {}
                _ => return Err(self.refuse_clause(clause)),
            }
        }
        Ok(step)
    }

    /// Emits the first value and the step, before a copy hides the variable.
    fn linear_variable(&mut self, clause: &Clause, entity: EntityId, step: Option<Operand>) -> Step<Linear> {
        let ty = assignable(&type_of(self.view, entity));
        let is_number = ty.is_integer() && size(self.view, &ty).is_some_and(|size| size <= 8);
        let is_pointer = ty.target().and_then(|target| size(self.view, target)).is_some_and(|size| size > 0);
        if !(is_number || ty.is_pointer() && is_pointer) || ty.is_atomic() {
            return Err(self.refuse_clause(clause));
        }
        let (first, by) = (self.emit.name("b"), self.emit.name("s"));
        let (declared, here) = (self.declared(&ty, &first, entity)?, self.spelled(entity));
        let step = step.map_or(Ok("1".to_owned()), |step| self.operand(clause, step))?;
        self.emit.line(&format!("{declared} = {here}; const uint64_t {by} = (uint64_t)(int64_t){step};"));
        Ok(Linear { entity, ty, first, step: by })
    }

    /// Returns the assignment of the value in an iteration.
    pub(crate) fn linear_value(&mut self, linear: &Linear, iteration: &str) -> Step<String> {
        let (name, Linear { first, step, .. }) = (self.entity_text(linear.entity), linear);
        if linear.ty.is_pointer() {
            return Ok(format!("{name} = {first} + (ptrdiff_t)({iteration} * {step})"));
        }
        let ty = self.declared(&linear.ty, "", linear.entity)?;
        Ok(format!("{name} = ({ty})((uint64_t){first} + {iteration} * {step})"))
    }
}
