//! Constructs for which a program goes on without waiting: in queues of OpenACC, and deferred ones of OpenMP. They are executed at once; the
//! library is told of the order that the program asks for, so that it finds uses of data that wait for nothing.

use clacc_sema::omp::form::{Argument, Clause, DependKind, Item};
use clacc_sema::program::place::Value;
use clacc_syntax::directive::OmpClause;

use crate::constructs::dependences::Dependences;
use crate::constructs::lowering::Lowering;
use crate::emit::Step;

/// The calls that tell the library in which order a construct is. They stand before and behind the call that executes it.
pub(super) struct Order {
    pub(super) begin: String,
    pub(super) end: &'static str,
}

impl<'a> Lowering<'a> {
    /// Returns the calls for a construct with these clauses. With `nowait`, it is in the queue of its first `depend` that is not `in` and waits
    /// for the queues of the other ones, or it is a deferred task. Without `nowait`, the thread waits for all that they name.
    pub(super) fn order(&mut self, clauses: &[&'a Clause]) -> Step<Order> {
        if is_deferred_task(clauses) {
            return self.as_deferred_task(clauses);
        }
        let is_deferred = is_deferred(clauses);
        let (mut own, mut waits) = (None, Vec::new());
        for (kind, queue) in queues(clauses) {
            if is_deferred && kind != DependKind::In && own.is_none() {
                own = Some(queue);
            } else {
                waits.push(queue);
            }
        }
        let Some(own) = own else {
            let begin = format!("{}{}", self.wait_for(clauses)?, self.wait_for_queues(&waits)?);
            return Ok(Order { begin, end: "" });
        };
        let (tasks, site) = (self.wait_for(clauses)?, self.emit.site());
        let (own, waits) = (self.value_text(own)?, self.queue_list(&waits)?);
        Ok(Order {
            begin: format!("{tasks}clacc_queue_begin({site}, {own}, {waits}); "),
            end: " clacc_queue_end();",
        })
    }

    fn as_deferred_task(&mut self, clauses: &[&'a Clause]) -> Step<Order> {
        let Dependences { made, count, list, .. } = self.dependences(clauses)?;
        let (thread, prefix, site) = (self.thread(), self.emit.prefix.clone(), self.emit.site());
        let begin = format!("{{ {thread}{made}clacc_deferred_begin({prefix}t, {site}, {count}, {list}); }} ");
        Ok(Order { begin, end: " clacc_queue_end();" })
    }

    /// Tells the library of a `taskwait` that waits for queues, or for everything. Nothing of a construct in a queue is left for it to wait for.
    pub(crate) fn queue_wait(&mut self, clauses: &[&'a Clause]) -> Step {
        let waits: Vec<_> = queues(clauses).map(|(_, queue)| queue).collect();
        let call = if clauses.is_empty() {
            "clacc_queue_wait(0, 0);".to_owned()
        } else {
            self.wait_for_queues(&waits)?
        };
        if !call.is_empty() {
            self.emit.line(&format!("{{ {call} }}"));
        }
        Ok(())
    }

    fn wait_for_queues(&mut self, waits: &[Value]) -> Step<String> {
        if waits.is_empty() {
            return Ok(String::new());
        }
        Ok(format!("clacc_queue_wait({}); ", self.queue_list(waits)?))
    }

    /// Returns the number of queues and their list, as arguments of a call.
    fn queue_list(&mut self, queues: &[Value]) -> Step<String> {
        if queues.is_empty() {
            return Ok("0, 0".to_owned());
        }
        let texts: Vec<_> = queues.iter().map(|queue| self.value_text(*queue)).collect::<Step<_>>()?;
        Ok(format!("{}, (const int32_t[]){{ {} }}", queues.len(), texts.join(", ")))
    }
}

fn is_deferred(clauses: &[&Clause]) -> bool {
    clauses.iter().any(|clause| clause.kind() == OmpClause::Nowait)
}

/// Returns whether a construct is deferred, and in no queue of OpenACC.
fn is_deferred_task(clauses: &[&Clause]) -> bool {
    is_deferred(clauses) && queues(clauses).next().is_none()
}

/// The queues in `depend` clauses.
fn queues(clauses: &[&Clause]) -> impl Iterator<Item = (DependKind, Value)> {
    let listed = clauses.iter().filter_map(|clause| match clause.argument.unmodified() {
        Argument::Depend { kind, items } => Some((*kind, items)),
        _ => None,
    });
    listed.flat_map(|(kind, items)| {
        items.iter().filter_map(move |item| match item {
            Item::Queue(queue) => Some((kind, *queue)),
            _ => None,
        })
    })
}
