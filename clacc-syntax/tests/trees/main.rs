//! Trees of C: their shape, their printed form, what is reported on the way, and that nothing exhausts the stack.

mod errors;
mod limits;
mod printed;
mod random;
mod shapes;
mod support;
mod units;
