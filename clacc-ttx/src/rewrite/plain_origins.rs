//! The places of a function's tokens in its text, in little room.

/// The start and the end of each token that no macro makes, as offsets, in order. Every translation keeps and compares them for all
/// functions, and tokens are short and near to each other: so what is kept are distances, most of which take one byte.
#[derive(Debug, Default)]
pub(super) struct PlainOrigins {
    /// For each token the distance from the end before it, and its length: in one byte if both are small, otherwise in several
    /// behind [`FAR`].
    distances: Box<[u8]>,
    count: u32,
    last: [u32; 2],
}

impl PlainOrigins {
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let (mut rest, mut before) = (&*self.distances, 0u32);
        std::iter::from_fn(move || {
            let [distance, length] = next(&mut rest)?;
            let start = before.wrapping_add(distance);
            before = start.wrapping_add(length);
            Some([start, before])
        })
    }

    /// The first and the last one.
    pub(super) fn ends(&self) -> Option<[[u32; 2]; 2]> {
        Some([self.iter().next()?, self.last])
    }
}

impl FromIterator<[u32; 2]> for PlainOrigins {
    fn from_iter<I: IntoIterator<Item = [u32; 2]>>(places: I) -> PlainOrigins {
        let places = places.into_iter();
        let mut distances = Vec::with_capacity(places.size_hint().0 * 5 / 4);
        let (mut count, mut last) = (0, [0, 0]);
        for [start, end] in places {
            push(&mut distances, [start.wrapping_sub(last[1]), end.wrapping_sub(start)]);
            count += 1;
            last = [start, end];
        }
        PlainOrigins { distances: distances.into(), count, last }
    }
}

/// A short length takes so many low bits of a byte, and a distance of less than three the others.
const LENGTH_BITS: u32 = 6;
/// Stands for a distance or a length that has not room there: both follow.
const FAR: u8 = 3 << LENGTH_BITS;

fn push(bytes: &mut Vec<u8>, [distance, length]: [u32; 2]) {
    if distance < 3 && length < 1 << LENGTH_BITS {
        return bytes.push((distance << LENGTH_BITS | length) as u8);
    }
    bytes.push(FAR);
    push_number(bytes, distance);
    push_number(bytes, length);
}

fn next(bytes: &mut &[u8]) -> Option<[u32; 2]> {
    let (byte, rest) = bytes.split_first()?;
    *bytes = rest;
    if *byte == FAR {
        return Some([next_number(bytes)?, next_number(bytes)?]);
    }
    Some([u32::from(byte >> LENGTH_BITS), u32::from(byte & ((1 << LENGTH_BITS) - 1))])
}

/// Adds a number: seven bits in a byte, the lowest ones first, and the highest bit where more follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn next_number(bytes: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_kept() {
        let check = |places: &[[u32; 2]]| {
            let kept: PlainOrigins = places.iter().copied().collect();
            assert_eq!(kept.iter().collect::<Vec<_>>(), places);
            assert_eq!(kept.len(), places.len());
            assert_eq!(kept.ends(), places.first().map(|first| [*first, places[places.len() - 1]]));
        };
        check(&[]);
        check(&[[0, 0]]);
        check(&[[3, 7], [8, 9], [9, 9], [300, 301], [301, 90_000]]);
        check(&[[2, 65], [65, 129], [131, 194], [197, 197], [198, 198 + 63], [1000, 1000]]);
        // Tokens of another file are before those of the function, or have offsets that only make sense as differences.
        check(&[[500, 501], [20, 30], [u32::MAX - 4, u32::MAX], [127, 255], [128, 256 + 128]]);
    }
}
