//! Runs of nodes: the parts of a declaration that directives are about.

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

    /// Whether it holds no node.
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

/// The associated statements of a directive: a run of siblings, and in some languages an `end` directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// The associated statements.
    pub run: Run,
    /// The `end` directive, if there is one.
    pub end: Option<DirectiveId>,
}
