//! Blocks of memory, and the header before each of them.

use super::allocator::{Allocator, Fallback, Handle, LEAST_ALIGNMENT};
use crate::system::{self, fail};
use core::ffi::c_void;
use core::ptr;

/// The header directly before the bytes of a block.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// What the C library allocated.
    whole: *mut c_void,
    bytes: usize,
    handle: Handle,
}

impl Header {
    /// How many bytes the program asked for.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The allocator that has the block.
    pub fn handle(&self) -> Handle {
        self.handle
    }
}

/// The room before a block. Behind it, a block of the C library is still as aligned as it was.
const ROOM: usize = size_of::<Header>().next_multiple_of(LEAST_ALIGNMENT);

/// How many allocators are asked one after another: allocators could be the fallback of one another.
const MOST_FALLBACKS: usize = 64;

/// What a program asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    bytes: usize,
    alignment: usize,
    is_zeroed: bool,
}

impl Request {
    /// Asks for some bytes.
    pub fn of(bytes: usize) -> Self {
        Self { bytes, alignment: LEAST_ALIGNMENT, is_zeroed: false }
    }

    /// Asks for `count` times some bytes that are zero. `None` if there are no so many bytes.
    pub fn zeroed(count: usize, bytes: usize) -> Option<Self> {
        Some(Self { is_zeroed: true, ..Self::of(count.checked_mul(bytes)?) })
    }

    /// Asks for a multiple of `alignment` too. `None` if that is no power of two.
    pub fn aligned(self, alignment: usize) -> Option<Self> {
        let stricter = Self { alignment: self.alignment.max(alignment), ..self };
        alignment.is_power_of_two().then_some(stricter)
    }

    /// Allocates a block with an allocator, or with its fallbacks. Null if no bytes are asked for, or there is no memory.
    pub fn fulfil(mut self, mut handle: Handle) -> *mut c_void {
        if self.bytes == 0 {
            return ptr::null_mut();
        }
        for _ in 0..MOST_FALLBACKS {
            let fallback = handle.allocator().fallback;
            self.alignment = self.alignment.max(handle.allocator().alignment);
            let block = self.allocate(handle.allocator(), handle);
            if !block.is_null() {
                return block;
            }
            handle = match fallback {
                Fallback::DefaultMemory => Handle::DEFAULT,
                Fallback::Other(other) => other,
                Fallback::Null => return block,
                Fallback::Abort => fail(format_args!("an allocator has no {} bytes", self.bytes)),
            };
        }
        ptr::null_mut()
    }

    fn allocate(&self, allocator: &Allocator, handle: Handle) -> *mut c_void {
        if !allocator.reserve(self.bytes) {
            return ptr::null_mut();
        }
        let block = self.allocate_whole().map(|whole| self.begin(whole, handle));
        if block.is_none() {
            allocator.return_to_pool(self.bytes);
        }
        block.unwrap_or(ptr::null_mut())
    }

    /// A block of the C library with room for the header and for the distance to the next multiple of the alignment.
    fn allocate_whole(&self) -> Option<*mut c_void> {
        let room = ROOM.checked_add(self.alignment - LEAST_ALIGNMENT)?;
        let bytes = self.bytes.checked_add(room)?;
        let whole = if self.is_zeroed { system::allocate_zeroed(bytes) } else { system::allocate(bytes) };
        (!whole.is_null()).then_some(whole)
    }

    /// Writes the header of a new block, and returns where its bytes begin.
    fn begin(&self, whole: *mut c_void, handle: Handle) -> *mut c_void {
        let first = (whole.addr() + ROOM).next_multiple_of(self.alignment);
        let block = whole.wrapping_byte_add(first - whole.addr());
        let header = block.cast::<Header>().wrapping_sub(1);
        // SAFETY: `allocate_whole` left room before the block, and the block is aligned for the header.
        unsafe { header.write(Header { whole, bytes: self.bytes, handle }) };
        block
    }
}

/// The header of a block.
///
/// # Safety
/// [`Request::fulfil`] returned the block, and it was not freed since.
pub unsafe fn of(block: *mut c_void) -> Header {
    // SAFETY: the header stands before such a block.
    unsafe { block.cast::<Header>().wrapping_sub(1).read() }
}

/// Frees a block.
///
/// # Safety
/// As for [`of`].
pub unsafe fn free(block: *mut c_void) {
    // SAFETY: the caller promises it.
    let header = unsafe { of(block) };
    header.handle.allocator().return_to_pool(header.bytes);
    // SAFETY: the C library allocated it for this block.
    unsafe { system::release(header.whole) };
}
