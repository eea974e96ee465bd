//! The place at which code is emitted: the functions around it, and the meaning of names in them.

mod counted_loops;
mod exits;
mod frame;

use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::OmpDirective;

pub(crate) use self::counted_loops::{Doacross, LoopHead, LoopNames, LoopStep, Nest, Ordered};
pub(crate) use self::exits::{Cancellable, Exit, is_cancelled_in};
pub(crate) use self::frame::{Arguments, Extra, Frame, Given, Participant};

/// The current place.
#[derive(Default)]
pub(crate) struct Scope {
    /// The functions that are being made: that of the user, and the outlined ones around the current place.
    pub(crate) frames: Vec<Frame>,
    /// The directives around the current one, outermost first.
    pub(crate) around: Vec<OmpDirective>,
    /// The size of the league of a `teams` that is combined with a `target` around, where that one has evaluated it.
    pub(crate) league: Option<LeagueSize>,
    /// The iterations that `distribute` gives to a team, for the `parallel` loop that is combined with it: the first one,
    /// and the one behind the last.
    pub(crate) distributed: Option<(String, String)>,
    /// The variables of which code in outlined functions has copies alone, so that nothing may be left that names them where they
    /// are declared.
    pub(crate) hidden: Vec<EntityId>,
    /// The arrays that have the values behind pointers, with the number of functions around each.
    pub(crate) behind_pointers: Vec<(EntityId, usize)>,
}

/// The bounds of the number of teams and of their threads, as expressions of type `int32_t`; 0 for none.
#[derive(Clone, Debug)]
pub(crate) struct LeagueSize {
    pub(crate) lower: String,
    pub(crate) upper: String,
    pub(crate) thread_limit: String,
}
