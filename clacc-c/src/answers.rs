//! Answers in the shapes of the header.

use std::ffi::{c_char, c_int};
use std::ptr;

/// Bytes that a call has made, with a NUL behind them.
#[repr(C)]
#[derive(Debug)]
pub struct ClaccText {
    /// The bytes.
    pub data: *mut c_char,
    /// The number of bytes without the NUL.
    pub length: usize,
}

/// An answer.
#[repr(C)]
#[derive(Debug)]
pub struct ClaccAnswer {
    /// A value of `enum clacc_status`.
    pub status: c_int,
    /// The translation, or the reason why the call was refused.
    pub text: ClaccText,
    /// The findings.
    pub findings: ClaccText,
}

impl ClaccText {
    fn new(mut bytes: Vec<u8>) -> ClaccText {
        let length = bytes.len();
        bytes.push(0);
        ClaccText { data: Box::into_raw(bytes.into_boxed_slice()).cast(), length }
    }

    /// Frees the bytes and forgets them.
    ///
    /// # Safety
    /// The text was made by [`ClaccText::new`], or is zero.
    unsafe fn free(&mut self) {
        if !self.data.is_null() {
            let bytes = ptr::slice_from_raw_parts_mut(self.data.cast::<u8>(), self.length + 1);
            // SAFETY: `new` has leaked a box of that many bytes, and the pointer is forgotten below.
            drop(unsafe { Box::from_raw(bytes) });
        }
        *self = ClaccText { data: ptr::null_mut(), length: 0 };
    }
}

impl ClaccAnswer {
    pub(crate) fn new(status: c_int, text: Vec<u8>, findings: Vec<u8>) -> ClaccAnswer {
        ClaccAnswer { status, text: ClaccText::new(text), findings: ClaccText::new(findings) }
    }

    /// Frees both texts.
    ///
    /// # Safety
    /// The answer was made by [`ClaccAnswer::new`], or is zero.
    pub(crate) unsafe fn free(&mut self) {
        // SAFETY: both texts were made by `ClaccText::new`, or are zero.
        unsafe {
            self.text.free();
            self.findings.free();
        }
    }
}
