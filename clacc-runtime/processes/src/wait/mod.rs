//! How processes wait for one another: on words in shared memory.

pub mod crowd;
pub mod futex;
#[path = "../../../src/wait/line.rs"]
pub mod line;
#[path = "../../../src/wait/lock.rs"]
pub mod lock;
