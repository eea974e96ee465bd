//! Runs of nodes: the parts of a declaration that directives apply to.

use std::cmp::Reverse;

use clacc_syntax::ast::DirectiveId;

use super::place::At;

/// Nodes that follow each other in source order. A subtree is a run, and so is a sequence of siblings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Run {
    /// The first node.
    pub start: At,
    /// The node after the last one.
    pub end: At,
}

impl Run {
    /// The run from `start` up to `end`, which it does not include.
    pub const fn new(start: At, end: At) -> Run {
        Run { start, end }
    }

    /// Returns whether the run contains no node.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Whether a node lies in it.
    pub fn contains(self, at: At) -> bool {
        self.start <= at && at < self.end
    }

    /// Its nodes, in source order.
    pub fn nodes(self) -> impl Iterator<Item = At> + use<> {
        (self.start.index()..self.end.index()).map(At::new)
    }

    /// The entries of a column that lie in this run. The column must be sorted by node.
    pub fn of<T>(self, column: &[T], at: impl Fn(&T) -> At) -> &[T] {
        let start = column.partition_point(|each| at(each) < self.start);
        let length = column[start..].partition_point(|each| at(each) < self.end);
        &column[start..start + length]
    }
}

/// Runs that follow each other in source order without overlapping.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Runs(Vec<Run>);

impl Runs {
    /// The outermost ones of these runs, which may be in any order. If two runs overlap, one must contain the other.
    pub fn outermost(runs: impl IntoIterator<Item = Run>) -> Runs {
        let mut all: Vec<Run> = runs.into_iter().collect();
        all.sort_by_key(|run| (run.start, Reverse(run.end)));
        let mut end = At::default();
        all.retain(|run| {
            let is_outer = run.start >= end;
            end = end.max(run.end);
            is_outer
        });
        Runs(all)
    }

    /// The run that holds a node.
    pub fn around(&self, at: At) -> Option<Run> {
        let before = self.0.partition_point(|run| run.start <= at);
        let last = self.0[before.checked_sub(1)?];
        last.contains(at).then_some(last)
    }

    /// Returns true if one of the runs holds a node.
    pub fn contain(&self, at: At) -> bool {
        self.around(at).is_some()
    }

    /// Returns true if there is no run.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The runs in source order.
    pub fn as_slice(&self) -> &[Run] {
        &self.0
    }
}

/// The associated statements of a directive: a run of siblings, and in some languages an `end` directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// The associated statements.
    pub run: Run,
    /// The `end` directive, if there is one.
    pub end: Option<DirectiveId>,
}
