//! The host, which is the only device of its programs: a `target` region is executed on the host, and nothing is moved, because device and
//! host have one memory.
//!
//! Expressions in the arguments of `map` clauses are evaluated. `target` is a function that `clacc_teams` calls, so that its region has no
//! team around it; its `firstprivate` variables, by clause or rule, are members of the struct of its arguments, and everything else is the
//! original. With `nowait` or `depend` that function is inside the one of a task. A missing map has no effect here, unlike on a device with
//! its own memory.

mod target;
mod target_data;

use clacc_sema::omp::form::Directive;

use crate::constructs::lowering::{Backend, Lowering};
use crate::emit::Step;
use crate::plan::Node;
use crate::plan::constituents::Part;

/// Code for the host.
pub(crate) struct Host;

impl Backend for Host {
    fn target<'a>(
        &self,
        lowering: &mut Lowering<'a>,
        part: &Part<'a>,
        inner: &[Part<'a>],
        inside: &[Node<'a>],
    ) -> Step {
        lowering.target(part, inner, inside)
    }

    fn target_data<'a>(
        &self,
        lowering: &mut Lowering<'a>,
        directive: &'a Directive,
        inside: &[Node<'a>],
    ) -> Step {
        lowering.target_data(directive, inside)
    }

    fn data_motion<'a>(&self, lowering: &mut Lowering<'a>, directive: &'a Directive) -> Step {
        lowering.data_motion(directive)
    }
}
