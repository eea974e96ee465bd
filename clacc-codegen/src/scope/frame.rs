//! The functions that regions become, while they are made.

use clacc_sema::program::place::EntityId;
use clacc_syntax::token::TokenRange;

use super::counted_loops::Doacross;
use super::exits::Exit;
use crate::piece::CapturedBy;

/// A function that is being made.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The tokens of the region that it executes.
    pub(crate) region: TokenRange,
    /// The tokens of the outermost region around it.
    pub(crate) outermost: TokenRange,
    /// The variables that it uses of the function around, in the order of their first uses.
    pub(crate) captures: Vec<(EntityId, CapturedBy)>,
    /// The variables with copies of their own here, by the constructs inside which they have them.
    pub(crate) copies: Vec<Vec<EntityId>>,
    /// The objects of the caller whose addresses it gets.
    pub(crate) given: Vec<Given>,
    /// The variables of which the function declares values that others begin with.
    pub(crate) kept_values: Vec<EntityId>,
    /// The variables whose first values a function around keeps for it.
    pub(crate) needed_values: Vec<EntityId>,
    /// How some variables come here if they are used: by rules of the construct.
    pub(crate) decided: Vec<(EntityId, CapturedBy)>,
    /// Further arguments of the function, which are no variables of the source.
    pub(crate) extra: Vec<Extra>,
    /// The variables that are not the original ones here: the function has the thread's copies for a reduction.
    pub(crate) participants: Vec<Participant>,
    /// The constructs around the current place that `cancel` can leave.
    pub(crate) exits: Vec<Exit>,
    /// The text of the number of the iteration, in loops with `ordered`.
    pub(crate) iterations: Vec<String>,
    /// The loops around whose iterations depend on each other.
    pub(crate) doacross: Vec<Doacross>,
}

impl Frame {
    pub(crate) fn of_user(whole: TokenRange) -> Frame {
        Frame {
            region: whole,
            outermost: TokenRange::new(0, 0),
            captures: Vec::new(),
            copies: Vec::new(),
            given: Vec::new(),
            kept_values: Vec::new(),
            needed_values: Vec::new(),
            decided: Vec::new(),
            extra: Vec::new(),
            participants: Vec::new(),
            exits: Vec::new(),
            iterations: Vec::new(),
            doacross: Vec::new(),
        }
    }
}

/// An object of the caller, whose address is known by a name.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) name: String,
    /// The name of the object in the caller.
    pub(crate) object: String,
}

/// A value that is no variable of the source, in a variable of the same name in the caller and in the function.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    /// The declaration of the member, and of the variable in the function.
    pub(crate) declared: String,
    pub(crate) name: String,
    /// True if the caller sets the member by itself.
    pub(crate) is_set_apart: bool,
}

/// A variable of which the thread that executes a task has a copy for a reduction.
#[derive(Clone, Debug)]
pub(crate) struct Participant {
    pub(crate) entity: EntityId,
    /// The type of a pointer to an element.
    pub(crate) pointer: String,
    /// The number of the first element, in the names of the function; none for a whole variable.
    pub(crate) first: Option<String>,
}

/// How a function is made of a region: what its arguments are.
pub(crate) struct Arguments {
    /// The variables that they bring.
    pub(crate) captures: Vec<(EntityId, CapturedBy)>,
    /// The members of their struct.
    pub(crate) members: Vec<String>,
    /// The statements of the caller that set them, for a struct of this name.
    pub(crate) set: Vec<String>,
    /// The statements of the caller that copy arrays.
    pub(crate) copied: Vec<String>,
    /// The statements of the function that take them out again.
    pub(crate) taken: Vec<String>,
    /// The members that are pointers to arrays of variable length, which tasks get copies of, with the members that hold their
    /// sizes.
    pub(crate) variable: Vec<(String, String)>,
}

impl Arguments {
    pub(crate) fn none() -> Arguments {
        Arguments {
            captures: Vec::new(),
            members: Vec::new(),
            set: Vec::new(),
            copied: Vec::new(),
            taken: Vec::new(),
            variable: Vec::new(),
        }
    }
}
