//! The effects of directives on objects.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::certainties::{Queue, QueuedWork, State};
use super::data_objects::{ObjectId, ObjectKind, begins_at_first};
use super::execution::ExecutionWalk;
use super::transfers::{MappedAt, MappedObject};
use crate::acc::clauses::{Argument, Clause, DataModifier, WaitArgument};
use crate::acc::facts::{AccFacts, Construct, ConstructId, DataAttributes, DataMapping, Given, Rule};
use crate::flow::queues::{NO_VALUE, SYNC};
use crate::program::View;
use crate::program::place::At;
use crate::program::run::Run;

impl<'a> ExecutionWalk<'a> {
    /// Applies a directive with its associated statement to the state.
    pub(super) fn directive(&mut self, directive: DirectiveId, run: Run, state: &mut State) {
        let Some(halves) = self.facts.of_directive.get(directive) else {
            return self.unordered(run, state);
        };
        let id = halves.outer;
        let construct = &self.facts.constructs[id];
        match construct.kind {
            _ if construct.is_compute() => self.compute(id, state),
            AccDirective::Data => self.data(id, state),
            AccDirective::EnterData => self.enter_data_directive(id, state),
            AccDirective::ExitData => self.exit_data_directive(id, state),
            AccDirective::Update => self.update(id, state),
            AccDirective::Wait => self.wait_directive(construct, state),
            AccDirective::HostData => self.statement(construct.run().start, state),
            AccDirective::Cache | AccDirective::Routine | AccDirective::Declare => {}
            _ => self.unordered(run, state),
        }
    }

    pub(super) fn clauses(&self, construct: &'a Construct) -> impl Iterator<Item = &'a Clause> + use<'a> {
        clauses_of(self.facts, construct)
    }

    /// Returns whether a construct takes effect only under a condition.
    pub(super) fn is_conditional(&self, construct: &'a Construct) -> bool {
        is_conditional(self.view, self.facts, construct)
    }

    /// The queue of a construct; none if it is synchronous.
    pub(super) fn queue(&self, construct: &'a Construct) -> Option<Queue> {
        let clause = self.clauses(construct).find(|clause| clause.kind == AccClause::Async)?;
        let Argument::Value(at) = clause.argument else { return Some(Queue::Default) };
        match self.view.constant(at) {
            Some(number) if number == i128::from(SYNC) => None,
            Some(number) if number == i128::from(NO_VALUE) => Some(Queue::Default),
            Some(number) => Some(Queue::Number(number)),
            None => Some(Queue::Value(at)),
        }
    }

    /// The objects that a construct maps.
    pub(super) fn mapped(&self, construct: &'a Construct) -> Vec<MappedObject> {
        let attributes = construct.attributes.iter();
        attributes.filter_map(|attribute| self.mapped_by(construct, attribute)).collect()
    }

    fn mapped_by(&self, construct: &'a Construct, attribute: &DataAttributes) -> Option<MappedObject> {
        let Given { kind, reason } = attribute.mapping.as_ref()?;
        if reason.rule == Rule::KernelsScalarCopy {
            return None;
        }
        let object = self.objects.named(&attribute.place)?;
        let clause = reason.clause.and_then(|clause| self.facts.clauses.get(clause));
        let clause = clause.filter(|_| reason.is_explicit());
        let modifiers = clause.map_or(&[][..], |clause| &clause.modifiers);
        let has = |wanted: &[DataModifier]| modifiers.iter().any(|modifier| wanted.contains(modifier));
        let directive_at = self.view.directive(construct.directive).at;
        let item = reason.item_in(&self.facts.clauses).filter(|_| reason.is_explicit());
        let site = MappedAt {
            at: item.map_or(directive_at, |item| item.at),
            is_written: clause.is_some(),
            always_in: has(&[DataModifier::Always, DataModifier::Alwaysin]),
            always_out: has(&[DataModifier::Always, DataModifier::Alwaysout]),
            is_zeroed: has(&[DataModifier::Zero]),
        };
        (*kind != DataMapping::Nomap).then_some(MappedObject { object, mapping: *kind, site })
    }

    fn data(&mut self, id: ConstructId, state: &mut State) {
        let construct = &self.facts.constructs[id];
        self.wait_clause(construct, state);
        let (mapped, queue) = (self.mapped(construct), self.queue(construct));
        let is_conditional = self.is_conditional(construct);
        for each in &mapped {
            if is_conditional {
                state.of[each.object].forget();
            } else {
                self.check_repeated(construct, each, state);
                self.enter_region(each, queue, &mut state.of[each.object]);
            }
        }
        self.statement(construct.run().start, state);
        for each in &mapped {
            if is_conditional {
                state.of[each.object].forget();
            } else {
                self.leave(each, queue, &mut state.of[each.object]);
                self.end_other_names(each.object, state);
            }
        }
    }

    fn enter_data_directive(&mut self, id: ConstructId, state: &mut State) {
        let construct = &self.facts.constructs[id];
        self.wait_clause(construct, state);
        let (mapped, queue) = (self.mapped(construct), self.queue(construct));
        for each in &mapped {
            if self.is_conditional(construct) {
                state.of[each.object].forget();
            } else {
                self.enter_data(each, queue, &mut state.of[each.object]);
            }
        }
    }

    fn exit_data_directive(&mut self, id: ConstructId, state: &mut State) {
        let construct = &self.facts.constructs[id];
        self.wait_clause(construct, state);
        let (mapped, queue) = (self.mapped(construct), self.queue(construct));
        let is_final = self.facts.first_clause(construct, AccClause::Finalize).is_some();
        for each in &mapped {
            if self.is_conditional(construct) {
                state.of[each.object].forget();
            } else {
                self.exit(each, queue, is_final, &mut state.of[each.object]);
                self.end_other_names(each.object, state);
            }
        }
    }

    fn update(&mut self, id: ConstructId, state: &mut State) {
        let construct = &self.facts.constructs[id];
        self.wait_clause(construct, state);
        let queue = self.queue(construct);
        let may_be_absent = self.facts.first_clause(construct, AccClause::IfPresent).is_some();
        let is_conditional = self.is_conditional(construct);
        for clause in self.clauses(construct) {
            let is_to_host = match clause.kind {
                AccClause::SelfClause => true,
                AccClause::Device => false,
                _ => continue,
            };
            let items = clause.items().iter().filter_map(|item| Some((item, item.place.as_ref()?)));
            for (item, place) in items {
                self.objects.of_place(place).into_iter().for_each(|id| self.end_other_names(id, state));
                let Some(object) = self.objects.named(place) else { continue };
                let at = item.at;
                let object_state = &mut state.of[object];
                if is_conditional {
                    object_state.forget();
                } else if queue.is_some() && !begins_at_first(self.view, &item.written) {
                    // The part of the object that the queue uses is not tracked.
                    (object_state.host_lacks, object_state.device_lacks) = (None, None);
                } else if is_to_host {
                    self.update_host(object, at, queue, may_be_absent, object_state);
                } else {
                    self.update_device(object, at, queue, may_be_absent, object_state);
                }
            }
        }
    }

    /// Ends what is certain of the values of objects that may be other names of this one, which a directive has copied: one of the two is
    /// reached through a pointer in memory, where the same address may be.
    fn end_other_names(&self, object: ObjectId, state: &mut State) {
        let own = &self.objects.list[object];
        let all = self.objects.list.iter().zip(&mut state.of).enumerate();
        for (id, (other, values)) in all {
            let is_in_memory = !own.place.is_whole() || !other.place.is_whole();
            if id != object
                && is_in_memory
                && own.kind == ObjectKind::Target
                && other.kind == ObjectKind::Target
            {
                (values.host_lacks, values.device_lacks) = (None, None);
            }
        }
    }

    fn wait_directive(&mut self, construct: &'a Construct, state: &mut State) {
        match &construct.seldom.wait {
            Some(argument) if !self.is_conditional(construct) => self.wait(argument, state),
            _ => self.wait(&WaitArgument::default(), state),
        }
    }

    /// Applies the `wait` clauses of a construct. Operations on the queues that they name count as complete from then on, although a
    /// construct with `async` may wait for them only in its own queue.
    pub(super) fn wait_clause(&mut self, construct: &'a Construct, state: &mut State) {
        for clause in self.clauses(construct) {
            if let Argument::Wait(argument) = &clause.argument {
                self.wait(argument, state);
            }
        }
    }

    fn wait(&self, argument: &WaitArgument, state: &mut State) {
        let is_waited_for = |pending: &QueuedWork| {
            argument.device.is_some()
                || argument.queues.is_empty()
                || argument.queues.iter().any(|queue| !self.differs(*queue, pending.queue))
        };
        for object in &mut state.of {
            object.pending.retain(|pending| !is_waited_for(pending));
        }
    }

    /// Returns whether the queue that an expression names is certainly not `other`.
    fn differs(&self, queue: At, other: Queue) -> bool {
        let numbers = (self.view.constant(queue), other);
        matches!(numbers, (Some(number), Queue::Number(other)) if number >= 0 && number != other)
    }
}

fn clauses_of<'a>(
    facts: &'a AccFacts,
    construct: &'a Construct,
) -> impl Iterator<Item = &'a Clause> + use<'a> {
    construct.clauses.iter().filter_map(|clause| facts.clauses.get(*clause))
}

/// Returns true if a construct takes effect only under a condition.
pub(super) fn is_conditional(view: View<'_>, facts: &AccFacts, construct: &Construct) -> bool {
    let is_compute = construct.is_compute();
    let decides = |clause: &Clause| match clause.kind {
        AccClause::If => clause.value().and_then(|at| view.constant(at)).is_none_or(|value| value == 0),
        AccClause::SelfClause => is_compute,
        _ => false,
    };
    clauses_of(facts, construct).any(decides)
}
