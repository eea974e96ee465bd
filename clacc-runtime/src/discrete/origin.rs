//! Which construct or routine made memory of a device, or freed it.

use super::line::{Call, Line};
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::sync::Arc;

/// What made memory, or freed it.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// An item of a construct, by its name, and the line of its clause.
    Item(String, Option<Line>),
    /// The same for a member of a struct, and the struct as the program writes it: `s` of `s.a`.
    Member(String, Option<Line>, String),
    /// A call of a routine. The lines of the program are looked up when a message needs them.
    Routine(Arc<Backtrace>),
}

thread_local! {
    static CAUSE: RefCell<Option<Origin>> = const { RefCell::new(None) };
}

/// Runs a function that makes or frees memory for an origin.
pub(crate) fn during<R>(origin: Origin, run: impl FnOnce() -> R) -> R {
    let before = CAUSE.with(|cause| cause.replace(Some(origin)));
    let result = run();
    CAUSE.with(|cause| *cause.borrow_mut() = before);
    result
}

/// The origin of what the calling thread makes or frees now.
pub(crate) fn current() -> Origin {
    let item = CAUSE.with(|cause| cause.borrow().clone());
    item.unwrap_or_else(|| Origin::Routine(Arc::new(Backtrace::force_capture())))
}

impl Origin {
    /// The name of the memory, for messages, and the line that made it.
    pub(crate) fn told(&self) -> (String, Option<Line>) {
        match self {
            Self::Item(name, line) | Self::Member(name, line, _) => (format!("`{name}`"), line.clone()),
            Self::Routine(trace) => {
                let Call { function, line } = Call::in_text(&trace.to_string());
                (format!("the memory of {}", function.as_deref().unwrap_or("a routine")), line)
            }
        }
    }
}
