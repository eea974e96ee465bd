//! A device with a memory of its own, in the process of the program: `target` regions use copies of the data, and data clauses make and
//! move them.
//!
//! A region is the same function on host and device: the arguments of a call on the device hold addresses of copies
//! (`clacc_target` of the header). List items are constants of type `clacc_item` on the stack (`items`), which the library counts, copies
//! and attaches. Variables with static storage of their own on the device are expressions that ask for the copy (`constructs::declared_on_device`). Constructs
//! run at once, behind the tasks on which they depend: `nowait` permits that. The library is told of the order that the program asks for (`order`).

mod addresses;
mod data;
mod items;
mod kept_values;
mod order;
mod rows;
mod target;

use clacc_sema::omp::form::Directive;

use crate::constructs::lowering::{Backend, Lowering};
use crate::emit::Step;
use crate::plan::Node;
use crate::plan::constituents::Part;

/// Code for the device.
pub(crate) struct Discrete {
    shares_functions: bool,
}

impl Discrete {
    /// Code of a program whose host and device execute the same functions.
    pub(crate) const PROGRAM: Discrete = Discrete { shares_functions: true };
    /// Code that a device alone executes ([`device`](super::device)).
    pub(crate) const DEVICE_TEXT: Discrete = Discrete { shares_functions: false };
}

impl Backend for Discrete {
    fn has_own_memory(&self) -> bool {
        true
    }

    fn shares_functions(&self) -> bool {
        self.shares_functions
    }

    fn target<'a>(
        &self,
        lowering: &mut Lowering<'a>,
        part: &Part<'a>,
        inner: &[Part<'a>],
        inside: &[Node<'a>],
    ) -> Step {
        lowering.device_region(part, inner, inside)
    }

    fn target_data<'a>(
        &self,
        lowering: &mut Lowering<'a>,
        directive: &'a Directive,
        inside: &[Node<'a>],
    ) -> Step {
        lowering.data_region(directive, inside)
    }

    fn data_motion<'a>(&self, lowering: &mut Lowering<'a>, directive: &'a Directive) -> Step {
        lowering.moved_data(directive)
    }
}
