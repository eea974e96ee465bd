//! Reads after a gang loop that may see the value that its iterations left in a variable.

use std::cell::RefCell;

use clacc_sema::acc::facts::{Construct, ConstructId, Sharing};
use clacc_sema::program::passage::Passage;
use clacc_sema::program::place::{At, EntityId};
use clacc_sema::program::run::Run;
use rustc_hash::FxHashMap;

use super::declaration_index::{DeclarationIndex, sharing_at};

/// Memoised answers for gang loops. Most are the same for all loops before a place, and for all gang loops inside one loop.
pub(super) struct FirstReads<'i, 'a> {
    pub(super) index: &'i DeclarationIndex<'a>,
    /// True if a variable may be read before it is assigned, on the way from a place that names it to the end of the code that the gang
    /// executes. The key contains the place, that end, and the outermost statement around the place that begins after the gang loop: the
    /// answer depends on nothing else.
    from: RefCell<FxHashMap<(EntityId, [At; 3]), bool>>,
    /// The first read before an assignment in a loop, by the construct around the gang loops in it.
    in_loops: RefCell<FxHashMap<InLoop, Option<At>>>,
}

/// A gang loop within the code that one gang executes.
#[derive(Clone, Copy)]
pub(super) struct PlacedGangLoop {
    pub(super) own: Run,
    /// The code that the gang executes.
    pub(super) all: Run,
    /// The construct around the loop.
    pub(super) parent: Option<ConstructId>,
}

/// A variable, a loop, and the construct around gang loops in it.
type InLoop = (EntityId, At, Option<ConstructId>);

/// The effect on a variable's value of executing a place that names it.
enum Next {
    Read,
    Assigned,
    /// The value survives, and the search continues here.
    From(At),
}

impl<'i, 'a> FirstReads<'i, 'a> {
    pub(super) fn of(index: &'i DeclarationIndex<'a>) -> Self {
        FirstReads { index, from: RefCell::default(), in_loops: RefCell::default() }
    }

    /// Returns whether the gang may read after the loop the value that the iterations left in a variable.
    pub(super) fn is_used_behind(&self, gang: PlacedGangLoop, entity: EntityId) -> bool {
        let view = self.index.view;
        let around = view.program.outline.ancestors(gang.own.start);
        let around = around.take_while(|at| *at >= gang.all.start);
        let mut loops = around.filter(|at| matches!(view.passage(*at), Some(Passage::Loop { .. })));
        let is_before = |read: At| read < gang.own.start;
        self.is_read_behind(gang, entity)
            || loops.any(|at| self.first_read_in_loop(gang, entity, at).is_some_and(is_before))
    }

    fn is_read_behind(&self, gang: PlacedGangLoop, entity: EntityId) -> bool {
        let run = Run::new(gang.own.end, gang.all.end);
        let mut passed = Vec::new();
        let mut from = run.start;
        let is_read = loop {
            let Some(at) = self.next_mention(entity, Run::new(from, run.end)) else { break false };
            let key = (entity, [at, run.end, self.outermost_behind(at, run.start)]);
            if let Some(known) = self.from.borrow().get(&key) {
                break *known;
            }
            passed.push(key);
            match self.next(gang, entity, at, run.start) {
                Next::Read => break true,
                Next::Assigned => break false,
                Next::From(next) => from = next,
            }
        };
        let passed = passed.into_iter().map(|key| (key, is_read));
        self.from.borrow_mut().extend(passed);
        is_read
    }

    /// Returns the first read in a loop around the gang loop before an assignment, as if the gang loop were not there.
    fn first_read_in_loop(&self, gang: PlacedGangLoop, entity: EntityId, at: At) -> Option<At> {
        let key = (entity, at, gang.parent);
        if let Some(known) = self.in_loops.borrow().get(&key) {
            return *known;
        }
        let mut run = self.index.view.run(at);
        let found = loop {
            let Some(next) = self.next_mention(entity, run) else { break None };
            match self.next(gang, entity, next, at) {
                Next::Read => break Some(next),
                Next::Assigned => break None,
                Next::From(from) => run.start = from,
            }
        };
        self.in_loops.borrow_mut().insert(key, found);
        found
    }

    fn next_mention(&self, entity: EntityId, run: Run) -> Option<At> {
        self.index.mentions(entity, run).first().copied()
    }

    fn outermost_behind(&self, at: At, start: At) -> At {
        let around = self.index.view.program.outline.ancestors(at).take_while(|around| *around >= start);
        around.last().unwrap_or(at)
    }

    /// Classifies a place that names a variable, in a part of the program that begins at `start`.
    fn next(&self, gang: PlacedGangLoop, entity: EntityId, at: At, start: At) -> Next {
        let view = self.index.view;
        if let Some(end) = self.end_of_own(gang, entity, at) {
            return Next::From(end);
        }
        let Some(write) = self.index.replacing.get(&at).copied() else { return Next::Read };
        if self.index.mentions(entity, view.run(write)).len() > 1 {
            return Next::Read;
        }
        let within = self.certain_within(write, start);
        let outside = At::new(start.index().saturating_sub(1));
        if view.is_conditional(write, within.unwrap_or(outside)) {
            return Next::Read;
        }
        within.map_or(Next::Assigned, |within| Next::From(view.run(within).end))
    }

    /// Returns the statement inside which an assignment certainly dominates the rest: a loop, or a conditional part. None if it is
    /// certainly executed in the whole part that begins at `start`.
    fn certain_within(&self, write: At, start: At) -> Option<At> {
        let view = self.index.view;
        let around = view.program.outline.ancestors(write).take_while(|at| *at >= start);
        let mut inner = write;
        for at in around {
            match view.passage(at) {
                Some(Passage::Loop { first })
                    if !first.is_some_and(|first| view.run(first).contains(write)) =>
                {
                    return Some(at);
                }
                Some(Passage::Choice { .. } | Passage::Other) => return Some(inner),
                _ => inner = at,
            }
        }
        None
    }

    /// Returns the end of the innermost construct around a mention, but not around the gang loop, that privatises a variable.
    fn end_of_own(&self, gang: PlacedGangLoop, entity: EntityId, at: At) -> Option<At> {
        let parent = gang.parent.map(|parent| self.index.facts.constructs[parent].run().start);
        let is_around_loop = |construct: &Construct| parent.is_some_and(|at| construct.run().contains(at));
        let around = self.index.constructs_at(at).take_while(|construct| !construct.is_compute());
        around
            .filter(|construct| !is_around_loop(construct))
            .find(|construct| sharing_at(construct, entity) == Some(Sharing::Private))
            .map(|construct| construct.run().end)
    }
}
