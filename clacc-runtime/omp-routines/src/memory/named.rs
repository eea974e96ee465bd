//! The allocator that the environment variable `OMP_ALLOCATOR` names (21.5.1).

use super::allocator::{Allocator, Handle};
use super::traits::{KEYS, Trait, WORDS};
use crate::settings::{OMP_ALLOCATOR, misunderstood};
use crate::system;

const ALLOCATORS: [&str; 8] = [
    "omp_default_mem_alloc",
    "omp_large_cap_mem_alloc",
    "omp_const_mem_alloc",
    "omp_high_bw_mem_alloc",
    "omp_low_lat_mem_alloc",
    "omp_cgroup_mem_alloc",
    "omp_pteam_mem_alloc",
    "omp_thread_mem_alloc",
];

const SPACES: [&str; 5] = [
    "omp_default_mem_space",
    "omp_large_cap_mem_space",
    "omp_const_mem_space",
    "omp_high_bw_mem_space",
    "omp_low_lat_mem_space",
];

/// How many traits a value can have: each of them twice.
const MOST_TRAITS: usize = 2 * KEYS.len();

/// Makes the allocator of the environment variable, if it is set. A value that is not understood is left out, with a
/// message.
pub fn from_environment() -> Option<Handle> {
    let handle = system::variable(OMP_ALLOCATOR, |text| {
        let handle = core::str::from_utf8(text).ok().and_then(named);
        if handle.is_none() {
            misunderstood(OMP_ALLOCATOR, text);
        }
        handle
    });
    handle.flatten()
}

/// An allocator of OpenMP, or a space with traits.
fn named(text: &str) -> Option<Handle> {
    let text = text.trim();
    if let Some(place) = ALLOCATORS.iter().position(|name| name.eq_ignore_ascii_case(text)) {
        return Some(Handle(place + 1));
    }
    let handle = space_with_traits(text)?.into_handle();
    (handle != Handle::NULL).then_some(handle)
}

/// `space` or `space:trait=value,trait=value`.
fn space_with_traits(text: &str) -> Option<Allocator> {
    let (space, list) = text.split_once(':').map_or((text, None), |(space, list)| (space, Some(list)));
    let space = SPACES.iter().position(|name| name.eq_ignore_ascii_case(space.trim()))?;
    let mut given = [Trait { key: 0, value: 0 }; MOST_TRAITS];
    let mut count = 0;
    for item in list.into_iter().flat_map(|list| list.split(',')) {
        *given.get_mut(count)? = one_trait(item)?;
        count += 1;
    }
    Allocator::with_traits(space, given.get(..count)?)
}

fn one_trait(item: &str) -> Option<Trait> {
    let (name, value) = item.split_once('=')?;
    let name = name.trim();
    let (_, key) = KEYS.iter().find(|(its, _)| its.eq_ignore_ascii_case(name))?;
    Some(Trait { key: *key, value: value_of(*key, value.trim())? })
}

/// A word of the trait, an allocator of OpenMP, or a number.
fn value_of(key: i32, text: &str) -> Option<usize> {
    let mut words = WORDS.iter();
    let word = words.find(|(its, word, _)| *its == key && word.eq_ignore_ascii_case(text));
    let allocator = ALLOCATORS.iter().position(|name| name.eq_ignore_ascii_case(text));
    let number = text.parse().ok();
    word.map(|(.., value)| *value).or(allocator.map(|place| place + 1)).or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alignment(text: &str) -> Option<usize> {
        space_with_traits(text).map(|made| made.alignment)
    }

    #[test]
    fn names_and_spaces() {
        assert_eq!(named("omp_default_mem_alloc"), Some(Handle(1)));
        assert_eq!(named(" OMP_THREAD_MEM_ALLOC "), Some(Handle(8)));
        for wrong in ["", "mem", "omp_null_allocator", "omp_default_mem_alloc:alignment=16"] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
        assert_eq!(alignment("omp_default_mem_space"), Some(16));
        assert_eq!(alignment("omp_low_lat_mem_space : alignment = 256 , pinned=false"), Some(256));
        let all = "omp_const_mem_space:pool_size=4096,fallback=allocator_fb,fb_data=omp_default_mem_alloc,\
                   sync_hint=private,access=all,partition=nearest";
        assert_eq!(alignment(all), Some(16));
        let wrong =
            ["alignment=3", "alignment", "fallback=often", "pinned=true", "pool_size=-1", "size=3", ""];
        for wrong in wrong {
            assert_eq!(alignment(&format!("omp_default_mem_space:{wrong}")), None, "{wrong}");
        }
        let many = "alignment=16,".repeat(40);
        assert_eq!(alignment(&format!("omp_default_mem_space:{many}alignment=16")), None);
    }
}
