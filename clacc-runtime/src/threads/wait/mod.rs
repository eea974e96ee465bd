//! How threads wait for one another: they spin for a while, and then sleep until somebody wakes them.
//!
//! ```text
//! futex     the system's call to sleep on a word                 unsafe: the only call of the system
//! event     sleeping until something has changed, by its cause   safe
//! crowd     whether it is good to spin                           safe
//! lock      locks of threads                                     safe
//! courtesy  giving way to threads that share the processor       safe
//! patience  how long to spin, learnt from earlier waits          safe
//! ```

pub mod courtesy;
pub mod crowd;
pub mod event;
pub mod futex;
pub mod lock;
pub mod patience;
