//! `copyin`: at the start of a parallel region, the threadprivate variables of all threads get the values of the primary thread (OpenMP 5.2
//! 5.7.1).

use clacc_sema::omp::form::Argument;
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::OmpClause;

use super::lowering::Lowering;
use crate::emit::Step;
use crate::plan::constituents::Part;
use crate::scope::Given;

impl<'a> Lowering<'a> {
    /// Returns the variables in `copyin`.
    pub(crate) fn brought_in(&mut self, part: &Part<'a>) -> Step<Vec<EntityId>> {
        let variables = self.listed(part, OmpClause::Copyin)?;
        let clauses = part.clauses.iter().filter(|clause| clause.kind() == OmpClause::Copyin);
        for clause in clauses.copied() {
            let Argument::List(_, items) = &clause.argument else { continue };
            let mut roots = items.iter().filter_map(|item| Some(item.place()?.root));
            if roots.any(|root| !self.threadprivate.has(root)) {
                return Err(self.refuse_clause(clause));
            }
        }
        Ok(variables)
    }

    /// Copies the values at the start of the outlined function of a parallel region. A barrier ensures that the primary thread does not
    /// change its variables before all threads have copied them.
    pub(crate) fn bring_in(&mut self, variables: &[EntityId]) {
        if variables.is_empty() {
            return;
        }
        let mut copied = Vec::new();
        for variable in variables {
            let (own, given) = (self.spelled(*variable), self.emit.name("in"));
            copied.push(self.bytes(&own, &format!("*(const unsigned char *){given}")));
            if let Some(frame) = self.scope.frames.last_mut() {
                frame.given.push(Given { name: given, object: own });
            }
        }
        let (prefix, copied) = (&self.emit.prefix, copied.join(" "));
        let text = format!("if ({prefix}t->id != 0) {{ {copied} }} clacc_barrier({prefix}t);");
        self.emit.line(&text);
    }
}
