//! Teams of processes: what they share, what each thread knows of itself, how they wait for one another.

pub mod levels;
pub mod meeting;
pub mod shared;

pub use levels::{Level, Task, current, enter, seats_of_levels};
pub use shared::{Seat, Team};
