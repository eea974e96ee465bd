//! How processes wait for one another: on words in shared memory.

pub mod crowd;
pub mod event;
pub mod futex;
pub mod lock;
pub mod watched;
