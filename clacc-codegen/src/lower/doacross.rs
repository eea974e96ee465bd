//! Iterations that depend on each other: `ordered(n)` with `doacross`, or with `depend` of `sink` and `source` (OpenMP 5.2 15.9.6).
//!
//! An iteration has the number that it has among those of all loops of the clause. The runtime library keeps one bit for each:
//! whether the iteration has said that what depends on it may go on.

use std::fmt::Write;

use clacc_sema::omp::form::{Argument, Clause, Directive};
use clacc_sema::program::directive::{ArgumentItem, ArgumentValue, Arguments};
use clacc_sema::program::place::At;
use clacc_syntax::directive::OmpClause;

use super::loop_heads::{LoopHead, LoopNames, LoopStep};
use super::loops::Nest;
use super::{Lowering, Step};
use crate::codes;

/// The loops of an `ordered` clause with a parameter.
#[derive(Clone, Debug)]
pub(super) struct Doacross {
    loops: Vec<(LoopHead, LoopNames)>,
    /// The number of iterations of all of them.
    pub(super) iterations: String,
}

/// What a clause of `ordered` says.
enum Dependence {
    /// This iteration is done, as far as others depend on it.
    Source,
    /// The iteration waits for the one with these values of the counters.
    Sink(Vec<At>),
}

impl<'a> Lowering<'a> {
    /// The loops of a nest, whose iterations are numbered together.
    pub(super) fn doacross(&mut self, nest: &Nest) -> Doacross {
        let outer = nest.heads.iter().cloned().zip(nest.names.iter().cloned());
        let loops: Vec<(LoopHead, LoopNames)> = outer.chain(nest.inner.iter().cloned()).collect();
        let product: Vec<&str> = loops.iter().map(|(_, names)| &*names.trips).collect();
        let (iterations, product) = (self.name("n"), product.join(" * "));
        self.line(&format!("const uint64_t {iterations} = {product};"));
        Doacross { loops, iterations }
    }

    /// `ordered` that stands alone.
    pub(super) fn ordered_dependences(&mut self, directive: &'a Directive) -> Step {
        let Some(doacross) = self.frames.last().and_then(|frame| frame.doacross.last().cloned()) else {
            let message =
                "no code is generated for dependences of iterations outside of the loop that they belong to";
            return Err(self.refuse_here(&codes::GEN0033, message));
        };
        for clause in &directive.clauses {
            match self.dependence_of(clause) {
                Some(Dependence::Source) => {
                    let values: Vec<String> = self.counters_of(&doacross);
                    self.post(&doacross, &values)?;
                }
                Some(Dependence::Sink(values)) if values.len() == doacross.loops.len() => {
                    let span = |at: &At| self.view.span(*at);
                    let spans: Vec<_> = values.iter().map(span).collect();
                    let values = spans.into_iter().map(|span| self.text(span)).collect::<Step<Vec<_>>>()?;
                    self.await_iteration(&doacross, &values)?;
                }
                _ => return Err(self.refuse_clause(clause)),
            }
        }
        Ok(())
    }

    fn dependence_of(&self, clause: &Clause) -> Option<Dependence> {
        let Argument::AsWritten(OmpClause::Depend | OmpClause::Doacross, id) = clause.argument else {
            return None;
        };
        let arguments = self.view.clause_node(id).arguments.as_ref()?;
        if !arguments.post_modifiers.is_empty() {
            return None;
        }
        self.read_dependence(arguments)
    }

    /// The word is a modifier before a colon, or the only item.
    fn read_dependence(&self, arguments: &Arguments) -> Option<Dependence> {
        let is_current = |item: &ArgumentItem| self.word_of(item) == Some("omp_cur_iteration");
        match (&*arguments.modifiers, &*arguments.items) {
            ([], [only]) if self.word_of(only) == Some("source") => Some(Dependence::Source),
            ([word], []) if self.view.text(word.word) == "source" => Some(Dependence::Source),
            ([word], [only]) if self.view.text(word.word) == "source" && is_current(only) => {
                Some(Dependence::Source)
            }
            ([word], items) if self.view.text(word.word) == "sink" => {
                let value = |item: &ArgumentItem| match item.value {
                    ArgumentValue::Value(at) if item.key.is_none() => Some(at),
                    _ => None,
                };
                items.iter().map(value).collect::<Option<Vec<At>>>().map(Dependence::Sink)
            }
            _ => None,
        }
    }

    fn word_of(&self, item: &ArgumentItem) -> Option<&'a str> {
        match &item.value {
            ArgumentValue::Word(word) => Some(self.view.text(*word)),
            ArgumentValue::Value(at) | ArgumentValue::Error(at) => {
                Some(self.tokens.text(self.view.span(*at).start))
            }
            ArgumentValue::Other(_, words) => words.first().map(|word| self.view.text(*word)),
            _ => None,
        }
    }

    fn counters_of(&mut self, doacross: &Doacross) -> Vec<String> {
        let counters: Vec<_> = doacross.loops.iter().map(|(head, _)| head.counter).collect();
        counters.into_iter().map(|counter| self.spelled(counter)).collect()
    }

    /// The statements that compute the number of an iteration, and its name. It is as great as no number for values that
    /// the counters never have.
    fn iteration_of(&mut self, doacross: &Doacross, values: &[String]) -> Step<(String, String)> {
        let number = self.name("x");
        let mut text = format!("uint64_t {number} = 0;");
        for ((head, names), value) in doacross.loops.iter().zip(values) {
            let distance = self.name("d");
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

    /// How far a value is behind the first one of a counter, in the direction of the loop. Values before the first one are
    /// as far behind it as no counter comes.
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
        self.line(&format!("{{ {text} clacc_doacross_post({}t, {number}); }}", self.prefix));
        Ok(())
    }

    fn await_iteration(&mut self, doacross: &Doacross, values: &[String]) -> Step {
        let (number, text) = self.iteration_of(doacross, values)?;
        let all = &doacross.iterations;
        self.line(&format!(
            "{{ {text} if ({number} < {all}) clacc_doacross_wait({}t, {number}); }}",
            self.prefix
        ));
        Ok(())
    }
}
