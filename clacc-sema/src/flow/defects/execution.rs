//! Walks through a function in the order of execution. Loops with directives are walked through twice, so that the second iteration starts
//! with the state that the first one left.

use clacc_syntax::checkpoint;

use super::certainties::State;
use super::data_findings::Report;
use super::data_objects::Objects;
use super::happenings::{Happening, Happenings};
use crate::acc::facts::AccFacts;
use crate::program::View;
use crate::program::access::JumpKind;
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// The maximum number of statements that are walked through for each node of the program. Nested loops multiply them.
const STEPS_PER_NODE: u64 = 16;

/// A walk through a function.
pub(super) struct ExecutionWalk<'a> {
    pub(super) view: View<'a>,
    pub(super) facts: &'a AccFacts,
    pub(super) objects: &'a Objects,
    pub(super) events: &'a Happenings<'a>,
    pub(super) report: Report<'a>,
    /// Returns whether a function only computes a value from its arguments. Calling it is expensive.
    pub(super) is_pure: &'a dyn Fn(EntityId) -> bool,
    /// The enclosing loops, innermost last.
    loops: Vec<Loop>,
    steps_left: u64,
}

/// An enclosing loop of the walk, with the states at its `break` and `continue` statements.
struct Loop {
    at: At,
    is_repeated: bool,
    left: Option<State>,
    continued: Option<State>,
}

impl<'a> ExecutionWalk<'a> {
    pub(super) fn new(
        view: View<'a>,
        facts: &'a AccFacts,
        objects: &'a Objects,
        events: &'a Happenings<'a>,
        is_pure: &'a dyn Fn(EntityId) -> bool,
    ) -> ExecutionWalk<'a> {
        let steps_left = u64::from(view.program.outline.len()) * STEPS_PER_NODE;
        let report = Report::new(view, facts, objects, events);
        ExecutionWalk { view, facts, objects, events, report, is_pure, loops: Vec::new(), steps_left }
    }

    /// Walks through the body of the function. Returns false if the walk took too many steps and was stopped.
    pub(super) fn function(&mut self) -> bool {
        let mut state = State::first(self.objects);
        let outline = &self.view.program.outline;
        let mut bodies = outline.children(At::new(0)).filter(|at| self.view.passage(*at).is_some());
        if let Some(body) = bodies.next() {
            self.statement(body, &mut state);
        }
        self.steps_left > 0
    }

    /// Walks through a statement.
    pub(super) fn statement(&mut self, at: At, state: &mut State) {
        if !state.is_live || self.steps_left == 0 {
            return;
        }
        checkpoint::pass();
        self.steps_left -= 1;
        let run = self.view.run(at);
        if self.is_without_effect(run) {
            return;
        }
        if let Some(directive) = self.view.directive_at(at.next())
            && self.view.program.outline.parent(at.next()) == Some(at)
        {
            return self.directive(directive, run, state);
        }
        match self.view.passage(at) {
            Some(Passage::Plain) => self.happen(run, state),
            Some(Passage::Sequence) => self.sequence(at, state),
            Some(Passage::Choice { .. }) => self.choice(at, state),
            Some(Passage::Loop { first }) => self.repeat(at, first, state),
            Some(Passage::Other) => self.other(at, run, state),
            None => {}
        }
    }

    fn is_without_effect(&self, run: Run) -> bool {
        self.events.within(run).is_empty()
            && run.of(&self.view.program.order, |id| self.view.directive(*id).at).is_empty()
            && self.view.jumps(run).as_slice().is_empty()
    }

    fn sequence(&mut self, at: At, state: &mut State) {
        let outline = &self.view.program.outline;
        for child in outline.children(at) {
            self.statement(child, state);
        }
    }

    /// Walks through conditional statements. A chain of `else if` is handled without recursion.
    fn choice(&mut self, at: At, state: &mut State) {
        let mut joined: Option<State> = None;
        let mut at = at;
        while let Some(Passage::Choice { then, otherwise }) = self.view.passage(at) {
            self.happen(Run::new(at, then), state);
            let mut taken = state.clone();
            self.statement(then, &mut taken);
            match &mut joined {
                Some(joined) => joined.join(taken),
                None => joined = Some(taken),
            }
            let Some(otherwise) = otherwise else { break };
            at = otherwise;
            if !matches!(self.view.passage(at), Some(Passage::Choice { .. })) {
                self.statement(at, state);
            }
        }
        if let Some(mut joined) = joined {
            joined.join(std::mem::replace(state, State { is_live: false, of: Vec::new() }));
            *state = joined;
        }
    }

    fn repeat(&mut self, at: At, first: Option<At>, state: &mut State) {
        let view = self.view;
        let is_counted = view.program.loops.binary_search(&at).is_ok();
        let parts: Vec<At> = view.program.outline.children(at).collect();
        let begin = first.filter(|_| is_counted);
        if let Some(begin) = begin {
            self.statement(begin, state);
        }
        let is_statement = |part: &At| view.passage(*part).is_some();
        let mut parts: Vec<At> = parts.into_iter().filter(|part| Some(*part) != begin).collect();
        if let Some(body) = parts.iter().position(is_statement).filter(|_| is_counted) {
            // The step of a `for` is executed after the body, and precedes it in the source.
            let step = usize::from(body > 1);
            parts[step..=body].rotate_right(1);
        }
        let has_directive = !view.run(at).of(&view.program.order, |id| view.directive(*id).at).is_empty();
        self.loops.push(Loop { at, is_repeated: false, left: None, continued: None });
        self.iteration(&parts, state);
        if has_directive {
            let once = state.clone();
            if let Some(around) = self.loops.last_mut() {
                around.is_repeated = true;
            }
            self.iteration(&parts, state);
            state.join(once);
        }
        // The condition is also evaluated after the last iteration.
        if let Some(condition) = parts.first().filter(|part| !is_statement(part)) {
            self.happen(view.run(*condition), state);
        }
        if let Some(Loop { left: Some(left), .. }) = self.loops.pop() {
            state.join(left);
        }
    }

    /// The innermost enclosing loop, if this is its second iteration.
    pub(super) fn repeated(&self) -> Option<At> {
        self.loops.last().filter(|around| around.is_repeated).map(|around| around.at)
    }

    fn iteration(&mut self, parts: &[At], state: &mut State) {
        for part in parts {
            if self.view.passage(*part).is_some() {
                self.statement(*part, state);
                if let Some(continued) = self.loops.last_mut().and_then(|each| each.continued.take()) {
                    state.join(continued);
                }
            } else if state.is_live {
                self.happen(self.view.run(*part), state);
            }
        }
    }

    /// Walks through a jump, or through a statement whose parts are executed in unknown order.
    fn other(&mut self, at: At, run: Run, state: &mut State) {
        let jump = self.view.jumps(Run::new(at, at.next())).as_slice().first();
        let target = |end: Option<At>, each: &&mut Loop| end == Some(each.at);
        match jump.map(|jump| jump.kind) {
            Some(JumpKind::Return) => self.happen(run, state),
            Some(JumpKind::Leave(end)) => {
                if let Some(around) = self.loops.iter_mut().rev().find(|each| target(end, each)) {
                    join_into(&mut around.left, state);
                }
            }
            Some(JumpKind::Cycle(end)) => {
                if let Some(around) = self.loops.iter_mut().rev().find(|each| target(end, each)) {
                    join_into(&mut around.continued, state);
                }
            }
            _ => return self.unordered(run, state),
        }
        state.is_live = false;
    }

    /// Drops the facts about everything that a run of nodes may change.
    pub(super) fn unordered(&mut self, run: Run, state: &mut State) {
        let is_directive = !run.of(&self.view.program.order, |id| self.view.directive(*id).at).is_empty();
        let calls = self.view.calls(run).any(|call| !self.is_known(call));
        if is_directive || calls {
            return state.forget();
        }
        for event in self.events.within(run) {
            if let Some(object) = event.object() {
                state.of[object].forget();
            }
        }
    }

    /// Applies the events in a run of nodes that are executed in order.
    pub(super) fn happen(&mut self, run: Run, state: &mut State) {
        let events = self.events;
        for event in events.within(run) {
            self.event(event, state);
        }
    }

    fn event(&mut self, event: &Happening<'a>, state: &mut State) {
        if event.object().is_some_and(|object| !self.objects.list[object].is_followed()) {
            return;
        }
        self.on_host(event, state);
    }
}

fn join_into(joined: &mut Option<State>, state: &State) {
    match joined {
        Some(joined) => joined.join(state.clone()),
        None => *joined = Some(state.clone()),
    }
}
