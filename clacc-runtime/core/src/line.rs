//! Values that threads write often, each in cache lines of its own.

use core::ops::Deref;

/// A value that shares no cache line with another one. Processors fetch lines in pairs, so that it takes two.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Line<T>(pub T);

impl<T> Deref for Line<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
