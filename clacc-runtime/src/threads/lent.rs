//! Memory of this library that generated code uses, noted for those who check what code uses.

use std::cell::{Cell, RefCell};

thread_local! {
    static IS_NOTED: Cell<bool> = const { Cell::new(false) };
    /// The first address of each run of bytes, and their number.
    static LENT: RefCell<Vec<(usize, usize)>> = const { RefCell::new(Vec::new()) };
}

/// Notes memory that the thread's code gets, if anybody wants to know.
#[inline]
pub fn note<T>(memory: *const T, bytes: usize) {
    if IS_NOTED.get() {
        let run = (memory.addr(), bytes);
        LENT.with_borrow_mut(|lent| {
            if !lent.contains(&run) {
                lent.push(run);
            }
        });
    }
}

/// Runs code whose memory is noted.
pub(crate) fn during(run: impl FnOnce()) {
    let before = (IS_NOTED.replace(true), LENT.take());
    run();
    IS_NOTED.set(before.0);
    LENT.set(before.1);
}

/// Whether bytes are in memory that was noted.
pub(crate) fn holds(address: usize, bytes: usize) -> bool {
    LENT.with_borrow(|lent| {
        lent.iter().any(|(start, size)| {
            address.checked_sub(*start).is_some_and(|distance| distance.saturating_add(bytes) <= *size)
        })
    })
}
