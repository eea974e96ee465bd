//! Trees of C: their shape, their printed form and the reported errors. No input exhausts the stack.

mod errors;
mod limits;
mod printed;
mod random;
mod shapes;
mod support;
mod units;
