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
    /// true if the loop may be cancelled, in which case the library assigns its iterations.
    pub(crate) is_cancelled: bool,
    /// The name of the variable that records whether this thread executed the last iteration.
    pub(crate) last: Option<String>,
    pub(crate) copies: Copies,
    pub(crate) linear: Vec<Linear>,
    /// true if the iterations are shared among teams, and not among threads.
    pub(crate) is_of_league: bool,
    /// The iterations of the team, which its threads share: the first one, the one after the last, and their number.
    pub(crate) within: Option<[String; 3]>,
}

impl LoopPlan<'_, '_> {
    /// Returns true if the iterations are executed one by one, each by its number.
    pub(crate) fn is_numbered(&self) -> bool {
        self.ordered == Ordered::Regions || !self.linear.is_empty()
    }
}

/// The names of the variables that hold the state of a thread's last walk.
pub(crate) struct Cursor {
    /// The names of the trip count and the first counter value of the outermost loop.
    pub(crate) outermost: LoopNames,
    /// The trip of the outermost loop at which the walk ended.
    pub(crate) at: String,
    /// The number of iterations before that trip.
    pub(crate) before: String,
}
