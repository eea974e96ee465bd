//! The origins of allocations and deallocations on a device: constructs and routines.

use super::line::{Call, Line};
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::sync::Arc;

/// The construct or the call that allocated or freed memory.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// An item of a construct, by its name, and the line of its clause.
    Item(String, Option<Line>),
    /// The same for a member of a struct, and the struct as the program writes it: `s` of `s.a`.
    Member(String, Option<Line>, String),
    /// A call of `malloc` or its kin in device code, as for a routine, and the construct's line, whose file is named as messages do.
    Heap(Arc<Backtrace>, Option<Line>),
    /// A call of a routine. The lines of the program are looked up when a message needs them.
    Routine(Arc<Backtrace>),
}

/// The purpose of an allocation.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    pub(crate) origin: Origin,
    /// true if the memory holds numbers and pointers alone, so that each load of it is one of a value. A struct may have bit-fields, the first store
    /// to which loads what is around it, and members that are copied without a value.
    pub(crate) are_values: bool,
    /// true if all bytes get a value as soon as they are allocated.
    pub(crate) is_copied: bool,
}

thread_local! {
    static CAUSE: RefCell<Option<Cause>> = const { RefCell::new(None) };
}

/// Runs a function that makes or frees memory for a cause.
pub(crate) fn during<R>(new: Cause, run: impl FnOnce() -> R) -> R {
    let before = CAUSE.with(|cause| cause.replace(Some(new)));
    let result = run();
    CAUSE.with(|cause| *cause.borrow_mut() = before);
    result
}

/// The cause of what the calling thread makes or frees now.
pub(crate) fn current() -> Cause {
    let of_item = CAUSE.with(|cause| cause.borrow().clone());
    of_item.unwrap_or_else(|| Cause::unknown(Origin::Routine(Arc::new(Backtrace::force_capture()))))
}

impl Cause {
    /// The cause of memory of which nobody knows what it is to hold.
    pub(crate) fn unknown(origin: Origin) -> Self {
        Self { origin, are_values: false, is_copied: false }
    }
}

impl Origin {
    /// The origin of memory that device code allocates or frees.
    pub(crate) fn heap(construct: Option<&Line>) -> Self {
        Self::Heap(Arc::new(Backtrace::force_capture()), construct.cloned())
    }

    /// The name of the memory, for messages, and the line that made it.
    pub(crate) fn told(&self) -> (String, Option<Line>) {
        match self {
            Self::Item(name, line) | Self::Member(name, line, _) => (format!("`{name}`"), line.clone()),
            Self::Heap(trace, construct) => {
                let line = Call::in_text(&trace.to_string()).line;
                ("memory that malloc gave".to_owned(), line.map(|line| line.named_like(construct.as_ref())))
            }
            Self::Routine(trace) => {
                let Call { function, line } = Call::in_text(&trace.to_string());
                let routine = match function.as_deref() {
                    // The routine ends in a jump to this function, so that no trace has it.
                    Some("clacc_device_allocate") => "omp_target_alloc",
                    function => function.unwrap_or("a routine"),
                };
                (format!("the memory of {routine}"), line)
            }
        }
    }
}
