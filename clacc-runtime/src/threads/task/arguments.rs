//! A task's own copy of its arguments.

use crate::threads::lent;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::mem::MaybeUninit;

const SMALL: usize = 64;

#[repr(align(16))]
struct Small(UnsafeCell<[MaybeUninit<u8>; SMALL]>);

impl Small {
    #[inline]
    const fn new() -> Self {
        Self(UnsafeCell::new([MaybeUninit::uninit(); SMALL]))
    }

    #[inline]
    const fn fits(bytes: usize, align: usize) -> bool {
        bytes <= SMALL && align <= 16 && (align == 0 || align.is_power_of_two())
    }
}

enum Place {
    /// Inside the task.
    Here(Small),
    /// A block of its own.
    Block(*mut u8, Layout),
}

/// A block for arguments, which only the thread that makes the task and then the one that runs it use.
pub struct Arguments(Place);

// SAFETY: the bytes are reached through `address` only, whose callers see to it that one thread uses them at a time.
unsafe impl Send for Arguments {}
// SAFETY: as above.
unsafe impl Sync for Arguments {}

impl Arguments {
    /// Makes room. `None` if the alignment is no power of two, or the size too great.
    #[inline]
    pub fn with_room(bytes: usize, align: usize) -> Option<Self> {
        if Small::fits(bytes, align) {
            return Some(Self(Place::Here(Small::new())));
        }
        Self::that_stay(bytes, align)
    }

    /// The same, for arguments that may hold addresses of parts of themselves: they stay where they are when `self` is moved.
    #[cold]
    pub fn that_stay(bytes: usize, align: usize) -> Option<Self> {
        let align = if align == 0 { 16 } else { align };
        // `alloc` wants a layout with at least one byte.
        let layout = Layout::from_size_align(bytes.max(1), align).ok()?;
        // SAFETY: the layout has at least one byte.
        let block = unsafe { alloc(layout) };
        if block.is_null() {
            handle_alloc_error(layout);
        }
        Some(Self(Place::Block(block, layout)))
    }

    /// Room for nothing.
    pub fn none() -> Self {
        Self(Place::Here(Small::new()))
    }

    /// Returns where the arguments are. The address stays as long as `self` is not moved.
    #[inline]
    pub fn address(&self) -> *mut c_void {
        match &self.0 {
            Place::Here(small) => small.0.get().cast(),
            Place::Block(block, _) => block.cast(),
        }
    }
}

/// The arguments that generated code passes for a task, and how the task's own copy is made.
pub struct Given {
    /// Where they are.
    pub args: *const c_void,
    /// How many bytes they have.
    pub bytes: usize,
    /// What their address is a multiple of; 0: 16.
    pub align: usize,
    /// Makes the copy; none: its bytes are those of the original.
    pub copy: Option<unsafe extern "C" fn(to: *mut c_void, from: *const c_void)>,
}

impl Given {
    /// Makes room for a copy. `None` as for [`Arguments::with_room`].
    #[inline]
    pub fn room(&self) -> Option<Arguments> {
        // What a function of the program makes may point into itself.
        if self.copy.is_some() {
            Arguments::that_stay(self.bytes, self.align)
        } else {
            Arguments::with_room(self.bytes, self.align)
        }
    }

    /// Calls a function with a copy that is there until it returns. Returns whether there is room for one, as for [`Self::room`].
    ///
    /// # Safety
    /// The arguments are what this says.
    #[inline]
    pub unsafe fn with_copy(&self, call: impl FnOnce(*mut c_void)) -> bool {
        if self.copy.is_some() || !Small::fits(self.bytes, self.align) {
            // SAFETY: the caller promises it.
            return unsafe { self.with_copy_anywhere(call) };
        }
        let small = Small::new();
        let to = small.0.get().cast::<u8>();
        let from = self.args.cast::<u8>();
        // SAFETY: so many bytes fit, and the caller promises as many. One and two variables are moved without a call.
        unsafe {
            match self.bytes {
                0 => (),
                8 => to.copy_from_nonoverlapping(from, 8),
                16 => to.copy_from_nonoverlapping(from, 16),
                bytes => to.copy_from_nonoverlapping(from, bytes),
            }
        }
        call(to.cast());
        true
    }

    /// The same where the copy may need a block of its own.
    ///
    /// # Safety
    /// As [`Self::with_copy`].
    #[cold]
    unsafe fn with_copy_anywhere(&self, call: impl FnOnce(*mut c_void)) -> bool {
        let Some(arguments) = self.room() else { return false };
        // SAFETY: the room was made for these arguments.
        unsafe { self.copy_to(&arguments) };
        call(arguments.address());
        true
    }

    /// Copies the arguments.
    ///
    /// # Safety
    /// [`Self::room`] made `copy`, and the arguments are what this says.
    #[inline]
    pub unsafe fn copy_to(&self, copy: &Arguments) {
        lent::note(copy.address(), self.bytes);
        match self.copy {
            // SAFETY: the function was passed for these arguments.
            Some(function) => unsafe { function(copy.address(), self.args) },
            // SAFETY: the room was made for so many bytes, and the caller promises as many.
            None if self.bytes > 0 => unsafe {
                copy.address().cast::<u8>().copy_from_nonoverlapping(self.args.cast(), self.bytes);
            },
            None => (),
        }
    }
}

impl Drop for Arguments {
    fn drop(&mut self) {
        if let Place::Block(block, layout) = self.0 {
            // SAFETY: `with_room` allocated the block with this layout.
            unsafe { dealloc(block, layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_aligned() {
        for (bytes, align) in [(0, 0), (0, 64), (8, 8), (64, 16), (65, 0), (100, 128), (8, 4096)] {
            let arguments =
                Arguments::with_room(bytes, align).map(|room| room.address().addr() % align.max(1));
            assert_eq!(arguments, Some(0), "{bytes} {align}");
        }
        let arguments = Arguments::that_stay(8, 8).map(|room| (room.address(), room));
        assert!(arguments.is_some_and(|(before, moved)| moved.address() == before));
        assert!(Arguments::with_room(8, 3).is_none());
        assert!(Arguments::with_room(usize::MAX, 8).is_none());
    }
}
