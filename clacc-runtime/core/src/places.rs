//! Places: which processors threads are put on (OpenMP 5.2 sections 10.1.3 and 21.1.6). Nothing is put anywhere unless
//! `OMP_PROC_BIND` or `OMP_PLACES` asks for it.

use crate::icvs::Bind;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The processors of one place.
pub type Place = Vec<u32>;

/// Some of the places that follow one another in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// The first place.
    pub first: u32,
    /// The number of places.
    pub count: u32,
}

/// What the processors of a place have in common when `OMP_PLACES` names it by a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nothing: each processor is a place.
    Thread,
    /// A core.
    Core,
    /// A socket.
    Socket,
}

/// Reads `OMP_PLACES`. `allowed` are the processors that the process may use, in order; others are left out, and so are places
/// without any. `unit_of` says to which unit a processor belongs.
pub fn read(text: &str, allowed: &[u32], unit_of: impl Fn(Unit, u32) -> u32) -> Option<Vec<Place>> {
    let text: String = text.split_whitespace().collect::<String>().to_ascii_lowercase();
    let places = match text.split_once('(') {
        _ if text.starts_with('{') => explicit(&text)?,
        Some((word, count)) => {
            let count: usize = count.strip_suffix(')')?.parse().ok().filter(|count| *count > 0)?;
            let mut places = units(unit(word)?, allowed, unit_of);
            places.truncate(count);
            places
        }
        None => units(unit(&text)?, allowed, unit_of),
    };
    let allowed_ones = |place: Place| -> Place {
        place.into_iter().filter(|processor| allowed.contains(processor)).collect()
    };
    let places: Vec<_> = places.into_iter().map(allowed_ones).filter(|place| !place.is_empty()).collect();
    (!places.is_empty()).then_some(places)
}

fn unit(word: &str) -> Option<Unit> {
    match word {
        "threads" => Some(Unit::Thread),
        "cores" => Some(Unit::Core),
        "sockets" => Some(Unit::Socket),
        _ => None,
    }
}

/// One place for each unit, in the order of its first processor.
pub fn units(unit: Unit, allowed: &[u32], unit_of: impl Fn(Unit, u32) -> u32) -> Vec<Place> {
    let mut places: Vec<(u32, Place)> = Vec::new();
    for processor in allowed {
        let of = unit_of(unit, *processor);
        match places.iter_mut().find(|(known, _)| *known == of) {
            Some((_, place)) => place.push(*processor),
            None => places.push((of, vec![*processor])),
        }
    }
    places.into_iter().map(|(_, place)| place).collect()
}

/// The greatest number of a processor, and of places, that a list may have.
const MOST: i64 = 8192;

/// Places as `{0,1},{4:2:1}:3:2`.
fn explicit(text: &str) -> Option<Vec<Place>> {
    let mut places = Vec::new();
    let mut rest = text;
    loop {
        let (inside, behind) = rest.strip_prefix('{')?.split_once('}')?;
        let place = intervals(inside)?;
        let (repeat, further) =
            behind.split_once(',').map_or((behind, None), |(repeat, further)| (repeat, Some(further)));
        let (count, step) = repetition(repeat)?;
        for n in 0..count {
            places.push(moved(&place, n * step)?);
        }
        rest = match further {
            Some(further) => further,
            None => return Some(places),
        };
    }
}

/// The numbers of a list as `0,4:3,9:2:-1`.
fn intervals(text: &str) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let end = part.find(':').unwrap_or(part.len());
        let first: i64 = part[..end].parse().ok()?;
        let (count, step) = repetition(&part[end..])?;
        numbers.extend((0..count).map(|n| first + n * step));
    }
    Some(numbers)
}

/// Count and step of `:count:step`, both of which may be absent.
fn repetition(text: &str) -> Option<(i64, i64)> {
    let number = |text: &str| text.parse().ok().filter(|number: &i64| number.abs() <= MOST);
    let Some(text) = text.strip_prefix(':') else { return text.is_empty().then_some((1, 1)) };
    let (count, step) = text.split_once(':').map_or((text, None), |(count, step)| (count, Some(step)));
    let count = number(count).filter(|count| *count > 0)?;
    Some((count, step.map_or(Some(1), number)?))
}

fn moved(place: &[i64], by: i64) -> Option<Place> {
    let processor = |number: &i64| number.checked_add(by).filter(|to| (0..MOST).contains(to));
    place.iter().map(|number| processor(number).and_then(|to| u32::try_from(to).ok())).collect()
}

/// The place of each thread of a team, and the partition that it gets. The primary thread keeps its place.
pub fn assign(bind: Bind, threads: u32, primary: u32, of: Partition) -> Vec<(u32, Partition)> {
    let own = primary.saturating_sub(of.first).min(of.count.saturating_sub(1));
    let wrapped = |at: u32| of.first + (own + at) % of.count.max(1);
    match bind {
        Bind::Primary | Bind::Unbound => (0..threads).map(|_| (of.first + own, of)).collect(),
        Bind::Spread if threads <= of.count => spread(threads, own, of),
        _ if threads <= of.count => (0..threads).map(|id| (wrapped(id), of)).collect(),
        // Consecutive threads share a place; the first places get one more.
        _ => {
            let share = |id: u32| (u64::from(id) * u64::from(of.count) / u64::from(threads)) as u32;
            let partition =
                |place| if bind == Bind::Spread { Partition { first: place, count: 1 } } else { of };
            (0..threads).map(|id| wrapped(share(id))).map(|place| (place, partition(place))).collect()
        }
    }
}

/// Cuts the partition into one part for each thread. Threads are at the first places of their parts; the primary thread
/// keeps its place in the part that has it, and the others follow in turn.
fn spread(threads: u32, own: u32, of: Partition) -> Vec<(u32, Partition)> {
    let start = |part: u32| (u64::from(part) * u64::from(of.count)).div_ceil(u64::from(threads)) as u32;
    let primary = (0..threads).rfind(|part| start(*part) <= own).unwrap_or(0);
    (0..threads)
        .map(|id| {
            let part = (primary + id) % threads;
            let (first, end) = (start(part), start(part + 1));
            let place = if id == 0 { own } else { first };
            (of.first + place, Partition { first: of.first + first, count: end - first })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: [u32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

    /// Two sockets of two cores of two processors each.
    fn unit_of(unit: Unit, processor: u32) -> u32 {
        match unit {
            Unit::Thread => processor,
            Unit::Core => processor / 2,
            Unit::Socket => processor / 4,
        }
    }

    fn check(text: &str, expected: Option<&[&[u32]]>) {
        let expected = expected.map(|places| places.iter().map(|place| place.to_vec()).collect::<Vec<_>>());
        assert_eq!(read(text, &ALLOWED, unit_of), expected, "{text}");
    }

    #[test]
    fn lists_of_places() {
        check("sockets", Some(&[&[0, 1, 2, 3], &[4, 5, 6, 7]]));
        check(" Cores ( 2 ) ", Some(&[&[0, 1], &[2, 3]]));
        check("threads(3)", Some(&[&[0], &[1], &[2]]));
        check("{0,1}, {4:2}", Some(&[&[0, 1], &[4, 5]]));
        check("{0:2}:3:2", Some(&[&[0, 1], &[2, 3], &[4, 5]]));
        check("{6:3:-2},{1}:2", Some(&[&[6, 4, 2], &[1], &[2]]));
        check("{7:4},{30},{5}", Some(&[&[7], &[5]]));
        for wrong in [
            "", "boards", "cores(0)", "cores(2", "{}", "{1", "{1},", "{1:0}", "{a}", "{0}:2:-1", "{30}",
            "{1}x",
        ] {
            check(wrong, None);
        }
    }

    fn check_places(bind: Bind, threads: u32, primary: u32, of: (u32, u32), expected: &[u32]) {
        let found = assign(bind, threads, primary, Partition { first: of.0, count: of.1 });
        let places: Vec<_> = found.iter().map(|(place, _)| *place).collect();
        assert_eq!(places, expected, "{bind:?} {threads} {primary} {of:?}");
        for (place, partition) in found {
            assert!((partition.first..partition.first + partition.count).contains(&place));
        }
    }

    #[test]
    fn threads_at_places() {
        use Bind::{Bound, Close, Primary, Spread};
        check_places(Primary, 3, 2, (0, 4), &[2, 2, 2]);
        check_places(Close, 3, 2, (0, 4), &[2, 3, 0]);
        check_places(Bound, 2, 0, (0, 4), &[0, 1]);
        check_places(Close, 6, 1, (0, 4), &[1, 1, 2, 3, 3, 0]);
        check_places(Close, 3, 5, (4, 2), &[5, 5, 4]);
        check_places(Spread, 2, 0, (0, 8), &[0, 4]);
        check_places(Spread, 4, 3, (0, 8), &[3, 4, 6, 0]);
        check_places(Spread, 3, 0, (0, 8), &[0, 3, 6]);
        check_places(Spread, 2, 4, (4, 4), &[4, 6]);
        check_places(Spread, 4, 0, (0, 2), &[0, 0, 1, 1]);
    }
}
