//! The place at which code is emitted: the functions around it, and the meaning of names in them.

mod counted_loops;
mod exits;
mod frame;

use clacc_sema::program::place::{EntityId, Place};
use clacc_syntax::directive::OmpDirective;

pub(crate) use self::counted_loops::{Doacross, LoopHead, LoopNames, LoopStep, Nest, Ordered};
pub(crate) use self::exits::{Cancellable, Exit, is_cancelled_in};
pub(crate) use self::frame::{Arguments, Extra, Frame, Given, Participant};

/// The current place.
#[derive(Default)]
pub(crate) struct Scope {
    /// The functions that are being built: the user's function, and the outlined functions around the current place.
    pub(crate) frames: Vec<Frame>,
    /// The directives around the current one, outermost first.
    pub(crate) around: Vec<OmpDirective>,
    /// The size of the league of a `teams` that is combined with an enclosing `target`, if the `target` has evaluated it.
    pub(crate) league: Option<LeagueSize>,
    /// The iterations that `distribute` assigns to a team, for the `parallel` loop that is combined with it: the first one, and the one
    /// after the last.
    pub(crate) distributed: Option<(String, String)>,
    /// The variables that outlined functions use only as copies, so that there may be no use left where they are declared.
    pub(crate) hidden: Vec<EntityId>,
    /// The arrays with the values of pointees, each with the number of functions around it.
    pub(crate) behind_pointers: Vec<(EntityId, usize)>,
    /// The variables that have another name in enclosing data regions, the innermost region last.
    pub(crate) device_names: Vec<DeviceName>,
    /// The rows of the loops over tables around the current place, by the levels of the loops.
    pub(crate) rows: Vec<Row>,
}

/// The current row of a table of pointers.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Its name in messages.
    pub(crate) name: String,
    /// The place of a pointer of the table, which has the type of all of them.
    pub(crate) pointer: Place,
}

/// The name of a variable's copy on the device, or of the pointer to it, in a data region.
#[derive(Clone, Debug)]
pub(crate) struct DeviceName {
    pub(crate) entity: EntityId,
    pub(crate) spelled: String,
    /// The number of functions around the region.
    pub(crate) functions: usize,
}

/// The bounds of the number of teams and of their threads, as expressions of type `int32_t`; 0 for none.
#[derive(Clone, Debug)]
pub(crate) struct LeagueSize {
    pub(crate) lower: String,
    pub(crate) upper: String,
    pub(crate) thread_limit: String,
}
