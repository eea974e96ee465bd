//! Doacross loops: `ordered(n)` with `doacross`, or with `depend` of `sink` and `source` (OpenMP 5.2 15.9.6).
//!
//! The iterations of all loops of the clause are numbered together. The runtime library keeps one bit for each iteration, which is set when
//! the iteration has posted its completion, so that dependent iterations may continue.

use std::fmt::Write;

use clacc_sema::omp::form::{Argument, Directive, IterationDependence};
use clacc_sema::program::place::At;

use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;
use crate::scope::{Doacross, LoopHead, LoopNames, LoopStep, Nest};

impl<'a> Lowering<'a> {
    /// Emits the number of iterations of all loops of a nest, including the inner ones that only `ordered` counts.
    pub(crate) fn doacross(&mut self, nest: &Nest) -> Doacross {
        let outer = nest.heads.iter().cloned().zip(nest.names.iter().cloned());
        let loops: Vec<(LoopHead, LoopNames)> = outer.chain(nest.inner.iter().cloned()).collect();
        let product: Vec<&str> = loops.iter().map(|(_, names)| &*names.trips).collect();
        let (iterations, product) = (self.emit.name("n"), product.join(" * "));
        self.emit.line(&format!("const uint64_t {iterations} = {product};"));
        Doacross { loops, iterations }
    }

    /// Emits an `ordered` directive without a region.
    pub(crate) fn ordered_dependences(&mut self, directive: &'a Directive) -> Step {
        let Some(doacross) = self.scope.frames.last().and_then(|frame| frame.doacross.last().cloned()) else {
            let message =
                "no code is generated for dependences of iterations outside of the loop that they belong to";
            return Err(self.emit.refuse_here(&codes::GEN0033, message));
        };
        for clause in &directive.clauses {
            match &clause.argument {
                Argument::Doacross { dependence: IterationDependence::Source, .. } => {
                    let values: Vec<String> = self.counters_of(&doacross);
                    self.post(&doacross, &values)?;
                }
                Argument::Doacross { dependence: IterationDependence::Sink(values), .. }
                    if values.len() == doacross.loops.len() =>
                {
                    let text = |at: &At| self.text(self.view.span(*at));
                    let values = values.iter().map(text).collect::<Step<Vec<_>>>()?;
                    self.await_iteration(&doacross, &values)?;
                }
                Argument::Doacross { dependence: IterationDependence::Previous, .. } => {
                    let values: Vec<String> = self.counters_of(&doacross);
                    self.await_previous(&doacross, &values)?;
                }
                _ => return Err(self.refuse_clause(clause)),
            }
        }
        Ok(())
    }

    fn counters_of(&mut self, doacross: &Doacross) -> Vec<String> {
        let counters: Vec<_> = doacross.loops.iter().map(|(head, _)| head.counter).collect();
        counters.into_iter().map(|counter| self.spelled(counter)).collect()
    }

    /// Returns the name of a variable for the number of an iteration, and the statements that compute it. For values that the counters
    /// never have, it is the number of all iterations.
    fn iteration_of(&mut self, doacross: &Doacross, values: &[String]) -> Step<(String, String)> {
        let number = self.emit.name("x");
        let mut text = format!("uint64_t {number} = 0;");
        for ((head, names), value) in doacross.loops.iter().zip(values) {
            let distance = self.emit.name("d");
            let of = self.distance(head, names, value)?;
            let (step, trips, all) = (&names.step, &names.trips, &doacross.iterations);
            let is_between = match head.step {
                LoopStep::One => String::new(),
                _ => format!("{distance} % {step} != 0 || "),
            };
            let _ = write!(
                text,
                " {{ const uint64_t {distance} = {of}; {number} = {number} >= {all} || {is_between}{distance} / {step} >= {trips} \
                 ? {all} : {number} * {trips} + {distance} / {step}; }}"
            );
        }
        Ok((number, text))
    }

    /// Returns the distance from the first value of a counter to a value, in the direction of the loop. For values before the first one it
    /// wraps around, so that it is greater than any distance of an iteration.
    fn distance(&mut self, head: &LoopHead, names: &LoopNames, value: &str) -> Step<String> {
        let first = &names.first;
        if head.is_pointer {
            let (from, to) = if head.is_up { (first.as_str(), value) } else { (value, first.as_str()) };
            return Ok(format!("(uint64_t)(({to}) - ({from}))"));
        }
        let ty = self.declared(&head.ty, "", head.counter)?;
        let value = format!("(uint64_t)({ty})({value})");
        let first = format!("(uint64_t){first}");
        Ok(if head.is_up { format!("{value} - {first}") } else { format!("{first} - {value}") })
    }

    fn post(&mut self, doacross: &Doacross, values: &[String]) -> Step {
        let (number, text) = self.iteration_of(doacross, values)?;
        self.emit.line(&format!("{{ {text} clacc_doacross_post({}t, {number}); }}", self.emit.prefix));
        Ok(())
    }

    fn await_previous(&mut self, doacross: &Doacross, values: &[String]) -> Step {
        let (number, text) = self.iteration_of(doacross, values)?;
        self.emit.line(&format!(
            "{{ {text} if ({number}) clacc_doacross_wait({}t, {number} - 1); }}",
            self.emit.prefix
        ));
        Ok(())
    }

    fn await_iteration(&mut self, doacross: &Doacross, values: &[String]) -> Step {
        let (number, text) = self.iteration_of(doacross, values)?;
        let all = &doacross.iterations;
        self.emit.line(&format!(
            "{{ {text} if ({number} < {all}) clacc_doacross_wait({}t, {number}); }}",
            self.emit.prefix
        ));
        Ok(())
    }
}
