//! Memory of this library that generated code uses, noted for those who check what code uses.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// true if any thread has ever recorded memory. Most programs read this byte alone.
static IS_WANTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static IS_NOTED: Cell<bool> = const { Cell::new(false) };
    /// The bytes of each run, at its first address.
    static LENT: RefCell<BTreeMap<usize, usize>> = const { RefCell::new(BTreeMap::new()) };
}

/// Notes memory that the thread's code gets, if anybody wants to know.
#[inline]
pub fn note<T>(memory: *const T, bytes: usize) {
    if IS_WANTED.load(Ordering::Relaxed) && IS_NOTED.get() && !memory.is_null() {
        // A run at the same address is an older one, which is gone or has grown.
        LENT.with_borrow_mut(|lent| lent.insert(memory.addr(), bytes));
    }
}

/// Runs code whose memory is noted.
pub(crate) fn during(run: impl FnOnce()) {
    IS_WANTED.store(true, Ordering::Relaxed);
    let before = (IS_NOTED.replace(true), LENT.take());
    run();
    IS_NOTED.set(before.0);
    LENT.set(before.1);
}

/// Returns whether bytes lie in recorded memory.
pub(crate) fn holds(address: usize, bytes: usize) -> bool {
    LENT.with_borrow(|lent| {
        let nearest = lent.range(..=address).next_back();
        nearest.is_some_and(|(start, size)| (address - start).saturating_add(bytes) <= *size)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_noted_while_somebody_wants_to_know() {
        let memory = [0_u8; 64];
        let start = memory.as_ptr().addr();
        note(&raw const memory, 64);
        assert!(!holds(start, 1));
        during(|| {
            note(&raw const memory[32], 8);
            assert!(holds(start + 32, 8) && holds(start + 39, 1));
            assert!(!holds(start + 33, 8) && !holds(start + 31, 1));
            during(|| assert!(!holds(start + 32, 1)));
            assert!(holds(start + 32, 8));
        });
        assert!(!holds(start + 32, 1));
    }
}
