//! How threads wait for one another: they spin for a while, and then sleep until somebody wakes them.
//!
//! ```text
//! futex     the system's call to sleep on a word                 unsafe: the only call of the system
//! event     sleeping until something has changed, by its cause   safe
//! lock      a lock in a word of memory                           safe
//! line      values that share no cache line                      safe
//! crowd     whether it is good to spin                           safe
//! courtesy  giving way to threads that share the processor       safe
//! patience  how long to spin, learnt from earlier waits          safe
//! ```

pub mod courtesy;
pub mod crowd;
pub mod event;
pub mod futex;
pub mod line;
pub mod lock;
pub mod patience;
