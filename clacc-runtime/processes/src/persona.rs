//! The state that a thread keeps between regions: its threadprivate variables.

use crate::heap;
use std::ffi::c_void;

/// A thread's threadprivate variables, by the numbers of the variables. One process uses them at a time.
pub struct Persona {
    copies: std::cell::UnsafeCell<Vec<*mut c_void>>,
}

impl Persona {
    /// Makes a persona without variables, in the shared heap.
    pub fn make() -> *mut Self {
        Box::into_raw(Box::new(Self { copies: Vec::new().into() }))
    }

    /// Frees a persona and its variables.
    ///
    /// # Safety
    /// [`Self::make`] made it, and nobody uses it any more.
    pub unsafe fn free(persona: *mut Self) {
        // SAFETY: the caller promises it.
        let persona = unsafe { Box::from_raw(persona) };
        for copy in persona.copies.into_inner() {
            // SAFETY: copies are blocks, or null.
            unsafe { heap::free(copy) };
        }
    }

    /// The copy of a variable, which the first call makes.
    ///
    /// # Safety
    /// `original` has so many bytes, and the persona is the caller's own.
    pub unsafe fn copy_of(&self, number: usize, original: *const c_void, bytes: usize) -> *mut c_void {
        const ALIGN: usize = 64;
        // SAFETY: only one process, which has one thread here, uses the list.
        let copies = unsafe { &mut *self.copies.get() };
        if copies.len() <= number {
            copies.resize(number + 1, std::ptr::null_mut());
        }
        if copies[number].is_null() {
            let copy = heap::aligned_alloc(ALIGN, bytes);
            // SAFETY: both have so many bytes.
            unsafe { copy.cast::<u8>().copy_from_nonoverlapping(original.cast(), bytes) };
            copies[number] = copy;
        }
        copies[number]
    }
}
