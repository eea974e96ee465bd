//! Checks that associated loops have the canonical form, by which their iterations can be counted before they start (OpenMP 5.2 4.4.1).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;

use super::super::codes;
use super::cx::{Cx, Findings, clause_of};
use super::loop_nests;
use crate::program::View;
use crate::program::arithmetic::Arithmetic;
use crate::program::entity::Class;
use crate::program::loops::{Bounds, Control};
use crate::program::place::{At, EntityId, Place};

/// Checks the loops that a directive is associated with. `clauses` are the clauses that the directive may have.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, clauses: &[ClauseId], report: &mut Findings) {
    let view = cx.view;
    let collapse = clause_of(view, clauses, OmpClause::Collapse);
    let collapsed = collapse.and_then(|clause| loop_nests::number(view, clause));
    let check = LoopCheck { view, directive };
    let mut outer = Vec::new();
    for (index, at) in loop_nests::associated_loops(view, directive).into_iter().enumerate() {
        let fits = match view.control(at) {
            Control::Variable { entity, .. } => check.variable(at, entity, report) && check.form(at, report),
            _ => check.form(at, report),
        };
        let Control::Variable { entity, .. } = view.control(at) else { continue };
        if fits && let Some(bounds) = view.bounds(at) {
            check.own_bounds(entity, bounds, report);
            if collapsed.is_some_and(|collapsed| index < collapsed as usize) {
                check.outer_bounds(entity, &outer, bounds, report);
            }
        }
        outer.push(entity);
    }
}

/// The check of one loop.
struct LoopCheck<'a> {
    view: View<'a>,
    directive: DirectiveId,
}

impl LoopCheck<'_> {
    /// Checks the type of an iteration variable. Returns whether it fits.
    fn variable(&self, at: At, variable: EntityId, report: &mut Findings) -> bool {
        let (view, entity) = (self.view, self.view.entity(variable));
        let is_atomic = view.shape(&Place::whole(variable)).is_some_and(|shape| shape.is_atomic);
        if !is_atomic && matches!(entity.class, Class::Integer | Class::Pointer | Class::Unknown) {
            return true;
        }
        let name = view.text(entity.name);
        let message = if is_atomic {
            format!("`{name}` counts the iterations of this loop, so it may not be `_Atomic`")
        } else {
            let what = view.describe(variable);
            format!(
                "`{name}` counts the iterations of this loop, so it must be an integer or a pointer, and it is {what}"
            )
        };
        let finding = Diagnostic::new(&codes::OMP0089, view.loop_head_span(at), message);
        report.push(finding.label(view.directive_name_span(self.directive), "the directive"));
        false
    }

    /// Checks the three parts of the header of a loop. Returns whether they fit.
    fn form(&self, at: At, report: &mut Findings) -> bool {
        let Err(fault) = self.view.check_header(at) else { return true };
        let name = self.view.directive_text(self.directive);
        let message = format!("this loop has not the form that `{name}` needs to count its iterations");
        let mut finding = Diagnostic::new(&codes::OMP0088, fault.at, message)
            .label(self.view.directive_name_span(self.directive), "the directive");
        fault.text.clone_into(&mut finding.primary.text);
        report.push(finding);
        false
    }

    /// Checks that neither the first value nor the bound or the step of a loop depends on its own variable.
    fn own_bounds(&self, variable: EntityId, bounds: Bounds, report: &mut Findings) {
        let parts = [(bounds.first, "first value"), (bounds.last, "bound")];
        let step = bounds.step.map(|step| (step, "step"));
        for (part, what) in parts.into_iter().chain(step) {
            if let Some(named) = self.first_name(part, &[variable]) {
                let name = self.view.text(self.view.entity(variable).name);
                let message = format!("the {what} of this loop depends on its own variable `{name}`");
                self.report_bound(named, message, report);
                return;
            }
        }
    }

    /// Checks the bounds that depend on the variables of outer loops that are collapsed with this one.
    fn outer_bounds(&self, variable: EntityId, outer: &[EntityId], bounds: Bounds, report: &mut Findings) {
        let name = self.view.text(self.view.entity(variable).name);
        if let Some(named) = bounds.step.and_then(|step| self.first_name(step, outer)) {
            let message = format!("the step of `{name}` depends on the variable of an outer collapsed loop");
            return self.report_bound(named, message, report);
        }
        if self.view.entity(variable).class != Class::Integer {
            return;
        }
        let used = [bounds.first, bounds.last].map(|part| self.first_name(part, outer));
        if let [Some(first), Some(last)] = used
            && self.view.root_of(first) != self.view.root_of(last)
        {
            let message =
                format!("the bounds of `{name}` depend on the variables of two outer collapsed loops");
            return self.report_bound(last, message, report);
        }
        for part in [bounds.first, bounds.last] {
            if let Some(named) = self.first_name(part, outer)
                && !self.is_linear(part, outer)
            {
                let message = format!(
                    "a bound of `{name}` may depend on the variable `i` of one outer collapsed loop only in the form \
                     `i * a + b`"
                );
                return self.report_bound(named, message, report);
            }
        }
    }

    fn report_bound(&self, at: At, message: String, report: &mut Findings) {
        let finding = Diagnostic::new(&codes::OMP0090, self.view.span(at), message);
        report.push(finding.label(self.view.directive_name_span(self.directive), "the directive"));
    }

    /// The first name of one of these variables in an expression.
    fn first_name(&self, part: At, of: &[EntityId]) -> Option<At> {
        let names = self.view.names_in(self.view.run(part));
        names.iter().find(|named| of.contains(&named.entity)).map(|named| named.at)
    }

    /// Returns true if an expression is a multiple of one of these variables, plus or minus a value without them.
    fn is_linear(&self, mut part: At, of: &[EntityId]) -> bool {
        loop {
            part = match self.view.arithmetic(part) {
                Arithmetic::Variable(_) => return true,
                Arithmetic::Same(operand) | Arithmetic::Scaled { operand, .. } => operand,
                Arithmetic::Combined { operands, .. } => match self.one_of(operands, of) {
                    Some(operand) => operand,
                    None => return false,
                },
                _ => return false,
            };
        }
    }

    /// The only one of two operands that names one of these variables.
    fn one_of(&self, operands: [At; 2], of: &[EntityId]) -> Option<At> {
        match operands.map(|operand| self.first_name(operand, of).is_some()) {
            [true, false] => Some(operands[0]),
            [false, true] => Some(operands[1]),
            _ => None,
        }
    }
}
