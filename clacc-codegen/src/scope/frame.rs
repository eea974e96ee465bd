//! Outlined functions while they are being built.

use clacc_sema::program::place::EntityId;
use clacc_syntax::token::TokenRange;

use super::counted_loops::Doacross;
use super::exits::Exit;
use crate::piece::CapturedBy;

/// A function that is being built.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The tokens of the region that it executes.
    pub(crate) region: TokenRange,
    /// The tokens of the outermost enclosing region.
    pub(crate) outermost: TokenRange,
    /// The captures of the function, in the order of their first uses.
    pub(crate) captures: Vec<(EntityId, CapturedBy)>,
    /// The variables that copies hide, for each enclosing construct with copies.
    pub(crate) copies: Vec<Vec<EntityId>>,
    /// The objects of the caller whose addresses are passed to the function.
    pub(crate) given: Vec<Given>,
    /// The variables whose values the function keeps for initializers.
    pub(crate) kept_values: Vec<EntityId>,
    /// The variables whose values an enclosing function keeps and passes to this one.
    pub(crate) needed_values: Vec<EntityId>,
    /// The kind of capture that rules of the construct determine for some variables, if they are used.
    pub(crate) decided: Vec<(EntityId, CapturedBy)>,
    /// Further arguments of the function, which are not variables of the source.
    pub(crate) extra: Vec<Extra>,
    /// The reduction variables of tasks, for which the function uses the thread's copies.
    pub(crate) participants: Vec<Participant>,
    /// The enclosing constructs that `cancel` can leave.
    pub(crate) exits: Vec<Exit>,
    /// The text of the iteration number, for each enclosing loop with `ordered`.
    pub(crate) iterations: Vec<String>,
    /// The enclosing doacross loops.
    pub(crate) doacross: Vec<Doacross>,
    /// True if the region is a `target` construct that a device with a memory of its own executes.
    pub(crate) is_kernel: bool,
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
            is_kernel: false,
        }
    }
}

/// An object of the caller whose address is passed under a name.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) name: String,
    /// The name of the object in the caller.
    pub(crate) object: String,
}

/// A value that is not a variable of the source and has the same name in the caller and in the outlined function.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    /// The declaration of the struct member, and of the variable in the function.
    pub(crate) declared: String,
    pub(crate) name: String,
    /// true if the caller sets the member by separate code.
    pub(crate) is_set_apart: bool,
}

/// A reduction variable of which the executing thread of a task has a copy.
#[derive(Clone, Debug)]
pub(crate) struct Participant {
    pub(crate) entity: EntityId,
    /// The type of a pointer to an element.
    pub(crate) pointer: String,
    /// The index of the first element, as an expression in the function; none for a whole variable.
    pub(crate) first: Option<String>,
}

/// The arguments of an outlined function, and the code that passes them.
pub(crate) struct Arguments {
    /// The captured variables.
    pub(crate) captures: Vec<(EntityId, CapturedBy)>,
    /// The members of the argument struct.
    pub(crate) members: Vec<String>,
    /// The statements of the caller that set the members.
    pub(crate) set: Vec<String>,
    /// The statements of the caller that copy arrays.
    pub(crate) copied: Vec<String>,
    /// The statements of the function that read the members into variables.
    pub(crate) taken: Vec<String>,
    /// The members that are pointers to variable length arrays, which are copied for tasks, with the members that hold their sizes.
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
