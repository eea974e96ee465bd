//! Plans of loops: iterations, schedule, copies.

use super::clauses::Schedule;
use super::copies::Copies;
use super::linear::Linear;
use crate::plan::Source;
use crate::plan::constituents::Part;
use crate::scope::{LoopNames, Nest, Ordered};

/// The plan of a loop.
pub(crate) struct LoopPlan<'p, 'a> {
    pub(crate) nest: Nest,
    pub(crate) schedule: Schedule,
    pub(crate) simd: Option<&'p Part<'a>>,
    pub(crate) source: &'p Source<'a>,
    pub(crate) ordered: Ordered,
    /// True if the loop may be cancelled, so that the library has to know of it.
    pub(crate) is_cancelled: bool,
    /// The variable that says whether this thread had the last iteration.
    pub(crate) last: Option<String>,
    pub(crate) copies: Copies,
    pub(crate) linear: Vec<Linear>,
    /// True if teams share the iterations, and not threads.
    pub(crate) is_of_league: bool,
    /// The iterations that a team has got, which its threads share: the first one, the one behind the last, and their number.
    pub(crate) within: Option<[String; 3]>,
}

impl LoopPlan<'_, '_> {
    /// Returns true if iterations are executed one by one, each by its number.
    pub(crate) fn is_numbered(&self) -> bool {
        self.ordered == Ordered::Regions || !self.linear.is_empty()
    }
}

/// The names of what a thread knows of its last walk.
pub(crate) struct Cursor {
    /// The number of trips of the outermost loop, and the first value of its counter.
    pub(crate) outermost: LoopNames,
    /// The trip of the outermost loop at which it ended.
    pub(crate) at: String,
    /// The number of iterations before that trip.
    pub(crate) before: String,
}
