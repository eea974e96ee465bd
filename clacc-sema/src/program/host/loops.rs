//! Queries about loops that count a variable.

use clacc_syntax::token::TokenRange;

use crate::program::arithmetic::Counting;
use crate::program::element::Gathering;
use crate::program::loops::{Bounds, Control, Fault, HeaderHazard, Nest};
use crate::program::place::At;
use crate::program::run::Run;

/// The loops that directives are associated with.
pub trait Loops {
    /// Finds `depth` nested loops in a run of siblings. Each must be the only statement in the one around
    /// it or, with `loosely`, the only loop among its statements.
    fn nest(&self, region: Run, depth: u32, loosely: bool) -> Nest;

    /// The control of a loop.
    fn control(&self, at: At) -> Control;

    /// The tokens by which a loop names its control variable, if the loop does not declare it.
    fn control_span(&self, at: At) -> Option<TokenRange>;

    /// The tokens of the part of a loop that sets its control variable.
    fn loop_head_span(&self, at: At) -> TokenRange;

    /// The nodes of a loop before its body.
    fn loop_header(&self, at: At) -> Run;

    /// Checks that the trip count of a loop can be computed before it starts, according to its header alone.
    fn check_countable(&self, at: At) -> Result<(), Fault>;

    /// Checks the form of the header of a loop: it initialises one variable, compares it with a bound, and steps it. The steps may lead away
    /// from the bound.
    fn check_header(&self, at: At) -> Result<(), Fault>;

    /// The expressions in the header of a loop that give its iterations; none if its header has no such form.
    fn bounds(&self, at: At) -> Option<Bounds>;

    /// A loop that counts its iterations by one variable; none if its header has another form, or if the variable is narrower than `int`.
    fn counting(&self, at: At) -> Option<Counting>;

    /// The reason why OpenMP or its compilers count the iterations of a loop differently, if there is one.
    fn header_hazard(&self, at: At) -> Option<HeaderHazard>;

    /// Returns true if the variable of a loop has a type that is narrower than `int`.
    fn has_narrow_control(&self, at: At) -> bool;

    /// Gathers a loop, if it counts a variable.
    fn gather_loop(&self, at: At, gathering: &mut Gathering);
}
