//! The locks of `critical` and of atomic updates.

use crate::line::Line;
use crate::lock::WordLock;
use core::ffi::c_void;

/// The number of locks for atomic updates.
const LOCKS: usize = 64;

/// The locks of atomic updates: an object has one of them, by its address.
#[derive(Debug)]
pub struct ObjectLocks<W>([Line<WordLock<W>>; LOCKS]);

impl<W> ObjectLocks<W> {
    /// Makes free locks.
    pub const fn new() -> Self {
        Self([const { Line(WordLock::new()) }; LOCKS])
    }

    /// The lock for an object. Neighbours have different ones.
    #[inline]
    pub fn of(&self, object: *const c_void) -> &WordLock<W> {
        let word = object.addr() >> 2;
        &self.0[(word ^ (word >> 6)) % LOCKS]
    }
}

impl<W> Default for ObjectLocks<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// The lock in the first bytes of the cell of a `critical` with a name; none if there is no cell.
///
/// # Safety
/// The cell is null, or a pointer-sized object that lives as long as the program and that only the library changes.
#[inline]
pub unsafe fn lock_in_cell<'c, W>(cell: *mut *mut c_void) -> Option<&'c WordLock<W>> {
    // SAFETY: the cell is aligned and large enough for a word, and zeros are a free lock.
    unsafe { cell.cast::<WordLock<W>>().as_ref() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr;

    #[test]
    fn neighbours_have_different_locks() {
        let locks = ObjectLocks::<()>::new();
        let lock = |address| ptr::from_ref(locks.of(ptr::without_provenance(address))).addr();
        assert_eq!(lock(0x1000), lock(0x1003));
        assert_ne!(lock(0x1000), lock(0x1004));
        assert_ne!(lock(0x1000), lock(0x1100));
    }
}
