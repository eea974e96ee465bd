//! `dispatch`, and the check that the called function of each call is known.

use clacc_sema::omp::form::{Argument, Directive};
use clacc_syntax::directive::OmpClause;

use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;
use crate::plan::Node;

impl<'a> Lowering<'a> {
    /// `dispatch` (OpenMP 5.2 7.6) is a construct around a call, which context selectors match. On the host, device addresses are host
    /// addresses, and with `nowait` there is nothing to wait for.
    pub(crate) fn dispatch(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        let (mut waits, mut values) = (Vec::new(), Vec::new());
        for clause in &directive.clauses {
            match (&clause.argument, clause.kind()) {
                (_, OmpClause::Depend) => waits.push(clause),
                (Argument::Value(_, number), OmpClause::Device) => values.push(*number),
                (_, OmpClause::IsDevicePtr | OmpClause::HasDeviceAddr | OmpClause::Nowait) => {}
                _ => return Err(self.refuse_clause(clause)),
            }
        }
        self.emit.line("{");
        for value in values {
            let Some(text) = self.operand_text(value)? else { return Err(self.refuse_directive(directive)) };
            self.emit.line(&format!("(void)({text});"));
        }
        let wait = self.wait_for(&waits)?;
        if !wait.is_empty() {
            self.emit.line(&wait);
        }
        self.nodes(inside)?;
        self.emit.line("}");
        Ok(())
    }

    /// Refuses calls for which it is unknown which variant they call.
    pub(crate) fn check_variant_calls(&mut self) -> Step {
        let unknown = std::mem::take(&mut self.variant_calls.unknown);
        let mut done = Ok(());
        for at in unknown {
            let message =
                "which variant of the function this calls can only be told by the program or the C compiler";
            done = Err(self.emit.refuse(&codes::GEN0044, at, message));
        }
        done
    }
}
