//! Copies of parts of arrays with several dimensions (18.8.6).

use core::ffi::c_void;

/// One dimension of a copy.
#[derive(Clone, Copy, Debug)]
struct Dimension {
    volume: usize,
    to_first: usize,
    from_first: usize,
    /// The bytes of one step in this dimension, in each array.
    to_step: usize,
    from_step: usize,
}

/// The arrays that describe a copy, each with one number for each dimension, the outermost first.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'s> {
    /// How many elements are copied.
    pub volume: &'s [usize],
    /// Where they begin in the target.
    pub to_offsets: &'s [usize],
    /// Where they begin in the source.
    pub from_offsets: &'s [usize],
    /// The extents of the target.
    pub to_extents: &'s [usize],
    /// The extents of the source.
    pub from_extents: &'s [usize],
}

/// The bytes of all dimensions inside of the one at `place`.
fn step(element: usize, extents: &[usize], place: usize) -> Option<usize> {
    let inside = extents.get(place + 1..)?;
    inside.iter().try_fold(element, |bytes, extent| bytes.checked_mul(*extent))
}

impl Shape<'_> {
    fn dimension(&self, element: usize, place: usize) -> Option<Dimension> {
        Some(Dimension {
            volume: *self.volume.get(place)?,
            to_first: *self.to_offsets.get(place)?,
            from_first: *self.from_offsets.get(place)?,
            to_step: step(element, self.to_extents, place)?,
            from_step: step(element, self.from_extents, place)?,
        })
    }

    /// Whether each dimension lies in both arrays, and no distance is greater than memory.
    pub fn is_sound(&self, element: usize) -> bool {
        let count = self.volume.len();
        (0..count).all(|place| {
            let Some(dimension) = self.dimension(element, place) else { return false };
            let ends = |first: usize, extents: &[usize]| {
                let end = first.checked_add(dimension.volume);
                end.zip(extents.get(place)).is_some_and(|(end, extent)| end <= *extent)
            };
            ends(dimension.to_first, self.to_extents)
                && ends(dimension.from_first, self.from_extents)
                && dimension.to_step.checked_mul(self.to_extents[place]).is_some()
                && dimension.from_step.checked_mul(self.from_extents[place]).is_some()
        })
    }

    /// Copies the elements of a sound shape. `run` copies one run of bytes.
    pub fn copy(
        &self,
        element: usize,
        to: *mut c_void,
        from: *const c_void,
        run: &dyn Fn(*mut c_void, *const c_void, usize),
    ) {
        self.copy_from(0, element, (to, from), run);
    }

    /// Copies what lies in the dimensions from `place` on. The pointers are those of an element of the dimension before.
    fn copy_from(
        &self,
        place: usize,
        element: usize,
        (to, from): (*mut c_void, *const c_void),
        run: &dyn Fn(*mut c_void, *const c_void, usize),
    ) {
        let Some(dimension) = self.dimension(element, place) else { return };
        let to = to.wrapping_byte_add(dimension.to_first * dimension.to_step);
        let from = from.wrapping_byte_add(dimension.from_first * dimension.from_step);
        if place + 1 == self.volume.len() {
            return run(to, from, dimension.volume * element);
        }
        for row in 0..dimension.volume {
            let rows = (
                to.wrapping_byte_add(row * dimension.to_step),
                from.wrapping_byte_add(row * dimension.from_step),
            );
            self.copy_from(place + 1, element, rows, run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_are_not_in_the_arrays_are_refused() {
        let sound = |volume: usize, first: usize, extent: usize, element: usize| {
            let shape = Shape {
                volume: &[volume, 1],
                to_offsets: &[first, 0],
                from_offsets: &[0, 0],
                to_extents: &[extent, 2],
                from_extents: &[extent, 2],
            };
            shape.is_sound(element)
        };
        assert!(sound(2, 1, 3, 8));
        assert!(!sound(2, 2, 3, 8));
        assert!(!sound(usize::MAX, 2, 3, 8), "the end is not representable");
        assert!(!sound(1, 0, usize::MAX / 2, 8), "nor are the bytes");
        assert!(!sound(1, 0, 2, usize::MAX));
        assert!(sound(0, 0, 0, 1));
    }
}
