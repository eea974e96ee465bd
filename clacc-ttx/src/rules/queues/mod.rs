//! `async` and `wait`, and the directives that control devices.

pub(super) mod async_queues;
pub(super) mod control;
