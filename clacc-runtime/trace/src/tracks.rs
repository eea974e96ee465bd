//! The tracks of devices: one for each queue, and further ones where slices of one queue overlap.

use crate::slices::Slice;
use crate::told::Device;
use std::collections::BTreeMap;
use std::ffi::c_int;

/// A track of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Track {
    pub(crate) device: Device,
    /// The queue, or a negative number without one.
    pub(crate) queue: c_int,
    /// The number of the track among those of the queue.
    pub(crate) lane: usize,
}

/// Puts slices on tracks, so that those on one track follow each other. Returns the track of each.
pub(crate) fn tracks_of<'s>(slices: impl Iterator<Item = &'s Slice>) -> Vec<(&'s Slice, Track)> {
    let mut sorted: Vec<_> = slices.collect();
    sorted.sort_by_key(|slice| slice.begun);
    let mut ends: BTreeMap<(Device, c_int), Vec<u64>> = BTreeMap::new();
    let track = |slice: &'s Slice| {
        let queue = slice.queue.max(-1);
        let lanes = ends.entry((slice.device, queue)).or_default();
        let free = lanes.iter().position(|end| *end <= slice.begun);
        let lane = free.unwrap_or_else(|| {
            lanes.push(0);
            lanes.len() - 1
        });
        lanes[lane] = slice.begun + slice.time;
        (slice, Track { device: slice.device, queue, lane })
    };
    sorted.into_iter().map(track).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Kind;
    use crate::names::Text;

    fn slice(begun: u64, time: u64, queue: c_int) -> Slice {
        Slice {
            begun,
            time,
            bytes: 0,
            row: 0,
            variable: Text::default(),
            thread: 0,
            device: Device { kind: 4, number: 0 },
            queue,
            gangs: 0,
            kind: Kind::Kernel,
            is_implicit: false,
            is_finished: true,
        }
    }

    #[test]
    fn what_overlaps_is_on_tracks_of_its_own() {
        let slices = [slice(5, 5, 1), slice(0, 5, 1), slice(6, 2, 1), slice(6, 2, -1), slice(9, 9, 1)];
        let found: Vec<_> = tracks_of(slices.iter())
            .iter()
            .map(|(slice, track)| (slice.begun, track.queue, track.lane))
            .collect();
        assert_eq!(found, [(0, 1, 0), (5, 1, 0), (6, 1, 1), (6, -1, 0), (9, 1, 1)]);
    }
}
