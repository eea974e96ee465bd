//! The slices of the timeline.

use crate::kind::Kind;
use crate::names::Text;
use crate::told::Device;
use std::ffi::c_int;

/// A frame that has ended, for the timeline. Times are nanoseconds since the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub(crate) begun: u64,
    pub(crate) time: u64,
    pub(crate) bytes: u64,
    /// The number of the row to which it belongs.
    pub(crate) row: u32,
    pub(crate) variable: Text,
    pub(crate) thread: c_int,
    pub(crate) device: Device,
    pub(crate) queue: c_int,
    pub(crate) gangs: u32,
    pub(crate) kind: Kind,
    pub(crate) is_implicit: bool,
    pub(crate) is_finished: bool,
}

/// The most slices that are kept: 56 MB.
const MOST: usize = 1_000_000;

/// The slices of a program.
#[derive(Debug, Default)]
pub(crate) struct Slices {
    is_wanted: bool,
    kept: Vec<Slice>,
    left_out: u64,
}

impl Slices {
    /// A list that keeps slices if somebody wants them.
    pub(crate) fn new(is_wanted: bool) -> Self {
        Self { is_wanted, ..Self::default() }
    }

    /// Keeps a slice, if there is room.
    pub(crate) fn keep(&mut self, slice: Slice) {
        if self.is_wanted && self.kept.len() < MOST {
            self.kept.push(slice);
        } else if self.is_wanted {
            self.left_out += 1;
        }
    }

    /// The slices, in the order in which they ended.
    pub(crate) fn kept(&self) -> &[Slice] {
        &self.kept
    }

    /// The number of slices for which there was no room.
    pub(crate) fn left_out(&self) -> u64 {
        self.left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_costs_what_the_page_says() {
        assert_eq!(size_of::<Slice>(), 56);
        let page = include_str!("../../../docs/profiling.md");
        assert!(page.contains("56 bytes"));
    }
}
