//! `linear`: variables whose values go with the iterations (OpenMP 5.2 5.4.6).

use clacc_sema::c::types::QualType;
use clacc_sema::omp::form::{Argument, Clause};
use clacc_sema::program::directive::ArgumentValue;
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::OmpClause;

use super::loops::Nest;
use super::privates::Copies;
use super::{Lowering, Step};
use crate::capture::types::{assignable, size, type_of};
use crate::plan::constituents::Part;

/// A variable that has the value `first + step * number` at the beginning of each iteration.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    entity: EntityId,
    ty: QualType,
    /// The names of its first value, and of the step.
    first: String,
    step: String,
}

/// The variables of a clause, and the step between iterations.
struct Written {
    variables: Vec<EntityId>,
    step: Option<At>,
}

impl<'a> Lowering<'a> {
    /// The linear variables of a part. Their values at the end of the last iteration are kept, which is what `lastprivate` does.
    pub(super) fn linear(&mut self, part: &Part<'a>, nest: &Nest, copies: &mut Copies) -> Step<Vec<Linear>> {
        let mut found = Vec::new();
        for clause in part.clauses.iter().filter(|clause| clause.kind() == OmpClause::Linear) {
            let written = self.written_linear(clause);
            let written = written.ok_or(()).map_err(|()| self.refuse_clause(clause))?;
            for entity in written.variables {
                let is_counter = nest.heads.iter().any(|head| head.counter == entity);
                if !is_counter {
                    found.push(self.linear_variable(clause, entity, written.step)?);
                }
                if !copies.lastprivate.contains(&entity) {
                    copies.lastprivate.push(entity);
                }
            }
        }
        if !found.is_empty() && !nest.is_rectangular() {
            let message = "no code is generated for `linear` on loops whose bounds depend on each other";
            return Err(self.refuse_here(&crate::codes::GEN0004, message));
        }
        Ok(found)
    }

    fn written_linear(&self, clause: &Clause) -> Option<Written> {
        match &clause.argument {
            Argument::List(_, items) => {
                let whole = items.iter().map(|item| item.place().filter(|place| place.is_whole()));
                let variables = whole.map(|place| Some(place?.root)).collect::<Option<_>>()?;
                Some(Written { variables, step: None })
            }
            Argument::AsWritten(_, id) => self.read_linear(*id),
            _ => None,
        }
    }

    /// A list with a step behind it, or with the modifier `val`, which is what is meant without one.
    fn read_linear(&self, clause: ClauseId) -> Option<Written> {
        let arguments = self.view.clause_node(clause).arguments.as_ref()?;
        let mut step = None;
        for modifier in &arguments.post_modifiers {
            match (self.view.text(modifier.word), &*modifier.arguments) {
                ("" | "step", [only]) if step.is_none() => step = Some(*only),
                ("val", []) => {}
                _ => return None,
            }
        }
        let is_whole = |value: &ArgumentValue| match value {
            ArgumentValue::Value(at) => {
                self.view.place_of(*at).filter(Place::is_whole).map(|place| place.root)
            }
            _ => None,
        };
        let variables =
            arguments.items.iter().map(|item| is_whole(&item.value).filter(|_| item.key.is_none()));
        let variables = variables.collect::<Option<_>>()?;
        arguments.modifiers.is_empty().then_some(Written { variables, step })
    }

    /// Computes the first value and the step, before copies hide the variable.
    fn linear_variable(&mut self, clause: &Clause, entity: EntityId, step: Option<At>) -> Step<Linear> {
        let ty = assignable(&type_of(self.view, entity));
        let is_number = ty.is_integer() && size(self.view, &ty).is_some_and(|size| size <= 8);
        let is_pointer = ty.target().and_then(|target| size(self.view, target)).is_some_and(|size| size > 0);
        if !(is_number || ty.is_pointer() && is_pointer) || ty.is_atomic() {
            return Err(self.refuse_clause(clause));
        }
        let (first, by) = (self.name("b"), self.name("s"));
        let (declared, here) = (self.declared(&ty, &first, entity)?, self.spelled(entity));
        let step = step.map_or(Ok("1".to_owned()), |step| self.text(self.view.span(step)))?;
        self.line(&format!("{declared} = {here}; const uint64_t {by} = (uint64_t)(int64_t)({step});"));
        Ok(Linear { entity, ty, first, step: by })
    }

    /// The assignment of the value in an iteration.
    pub(super) fn linear_value(&mut self, linear: &Linear, iteration: &str) -> Step<String> {
        let (name, Linear { first, step, .. }) = (self.entity_text(linear.entity), linear);
        if linear.ty.is_pointer() {
            return Ok(format!("{name} = {first} + (ptrdiff_t)({iteration} * {step})"));
        }
        let ty = self.declared(&linear.ty, "", linear.entity)?;
        Ok(format!("{name} = ({ty})((uint64_t){first} + {iteration} * {step})"))
    }
}
