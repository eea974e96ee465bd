//! Allocators: what they do of themselves, and the handles by which programs name them.

use super::traits::{self, Trait};
use crate::system;
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The least alignment: that of the C library's blocks.
pub const LEAST_ALIGNMENT: usize = 16;

/// The memory spaces of OpenMP (table 6.1), which all are the memory of the host: from `omp_default_mem_space` to
/// `omp_low_lat_mem_space`.
const SPACES: core::ops::RangeInclusive<usize> = 0..=4;

/// The allocators of OpenMP itself (table 6.3): from `omp_default_mem_alloc` to `omp_thread_mem_alloc`.
const PREDEFINED: core::ops::RangeInclusive<usize> = 1..=8;

/// `omp_allocator_handle_t`: a number of OpenMP's own, or the address of an [`Allocator`].
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(pub usize);

/// What happens when there is no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The default memory is used.
    DefaultMemory,
    /// The routine returns null.
    Null,
    /// The program ends.
    Abort,
    /// Another allocator is asked.
    Other(Handle),
}

/// An allocator.
#[derive(Debug)]
pub struct Allocator {
    /// What each address is a multiple of.
    pub alignment: usize,
    /// What happens when there is no memory.
    pub fallback: Fallback,
    /// How many bytes there may be at once.
    pool: usize,
    /// How many there are.
    used: AtomicUsize,
}

/// The allocator behind all numbers of OpenMP's own.
static PLAIN: Allocator = Allocator::plain(Fallback::Null);

impl Allocator {
    const fn plain(fallback: Fallback) -> Self {
        Self { alignment: LEAST_ALIGNMENT, fallback, pool: usize::MAX, used: AtomicUsize::new(0) }
    }

    /// The allocator of a space with some traits. `None` if the space or a trait is unknown, or cannot be had.
    pub fn with_traits(space: usize, given: &[Trait]) -> Option<Self> {
        let mut allocator = Self::plain(Fallback::DefaultMemory);
        let mut other = None;
        for its in given.iter().filter(|its| its.value != traits::DEFAULT) {
            match its.key {
                traits::ALIGNMENT if its.value.is_power_of_two() => {
                    allocator.alignment = its.value.max(LEAST_ALIGNMENT);
                }
                traits::POOL_SIZE if its.value > 0 => allocator.pool = its.value,
                traits::FALLBACK => allocator.fallback = fallback(its.value)?,
                traits::FALLBACK_DATA => other = Some(Handle(its.value)),
                traits::PINNED if its.value == traits::FALSE => {}
                traits::SYNC_HINT | traits::ACCESS | traits::PARTITION
                    if traits::is_word(its.key, its.value) => {}
                _ => return None,
            }
        }
        if let Fallback::Other(handle) = &mut allocator.fallback {
            *handle = other.filter(|other| *other != Handle::NULL)?;
        }
        SPACES.contains(&space).then_some(allocator)
    }

    /// Puts the allocator into memory of its own. Null if there is none.
    pub fn into_handle(self) -> Handle {
        let place: *mut Self = system::allocate(size_of::<Self>()).cast();
        if !place.is_null() {
            // SAFETY: the block is new and as big as the allocator, and aligned for every type.
            unsafe { place.write(self) };
        }
        Handle(place.expose_provenance())
    }

    /// Counts bytes that are to be allocated. Returns whether the pool has as many.
    pub fn reserve(&self, bytes: usize) -> bool {
        if self.pool == usize::MAX {
            return true;
        }
        let more = |used: usize| used.checked_add(bytes).filter(|used| *used <= self.pool);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// Returns bytes that [`Allocator::reserve`] has counted to the pool.
    pub fn return_to_pool(&self, bytes: usize) {
        if self.pool != usize::MAX {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
        }
    }
}

fn fallback(value: usize) -> Option<Fallback> {
    match value {
        traits::DEFAULT_MEMORY => Some(Fallback::DefaultMemory),
        traits::NULL => Some(Fallback::Null),
        traits::ABORT => Some(Fallback::Abort),
        traits::ALLOCATOR => Some(Fallback::Other(Handle::NULL)),
        _ => None,
    }
}

impl Handle {
    /// `omp_null_allocator`.
    pub const NULL: Self = Self(0);
    /// `omp_default_mem_alloc`.
    pub const DEFAULT: Self = Self(1);

    fn is_predefined(self) -> bool {
        self == Self::NULL || PREDEFINED.contains(&self.0)
    }

    /// The allocator. The program must not have destroyed it, as OpenMP demands.
    pub fn allocator(&self) -> &Allocator {
        if self.is_predefined() {
            return &PLAIN;
        }
        // SAFETY: any other handle came from `into_handle`, and programs use one only until they destroy it.
        unsafe { &*ptr::with_exposed_provenance(self.0) }
    }

    /// Ends the life of an allocator that a program made.
    pub fn destroy(self) {
        if !self.is_predefined() {
            // SAFETY: the handle came from `into_handle`, and programs destroy an allocator once.
            unsafe { system::release(ptr::with_exposed_provenance_mut(self.0)) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &[(i32, usize)], fallback: Option<Fallback>) {
        let given: Vec<_> = given.iter().map(|&(key, value)| Trait { key, value }).collect();
        let made = Allocator::with_traits(0, &given);
        assert_eq!(made.map(|made| made.fallback), fallback, "{given:?}");
    }

    #[test]
    fn traits_are_read() {
        use traits::*;
        check(&[], Some(Fallback::DefaultMemory));
        check(&[(FALLBACK, NULL)], Some(Fallback::Null));
        check(&[(FALLBACK, ABORT), (FALLBACK, DEFAULT)], Some(Fallback::Abort));
        check(&[(FALLBACK_DATA, 3), (FALLBACK, ALLOCATOR)], Some(Fallback::Other(Handle(3))));
        check(&[(FALLBACK, ALLOCATOR)], None);
        check(&[(FALLBACK, ALLOCATOR), (FALLBACK_DATA, 0)], None);
        check(&[(FALLBACK, 7)], None);
        check(&[(ALIGNMENT, 1)], Some(Fallback::DefaultMemory));
        check(&[(ALIGNMENT, 48)], None);
        check(&[(ALIGNMENT, 0)], None);
        check(&[(POOL_SIZE, 0)], None);
        check(&[(PINNED, FALSE), (SYNC_HINT, 3), (ACCESS, 7)], Some(Fallback::DefaultMemory));
        check(&[(PINNED, TRUE)], None);
        check(&[(PARTITION, 18)], Some(Fallback::DefaultMemory));
        check(&[(PARTITION, 3)], None);
        check(&[(9, 1)], None);
        check(&[(0, 1)], None);
        assert!(Allocator::with_traits(5, &[]).is_none(), "there are five spaces");
    }

    #[test]
    fn pools_end() {
        let pool = Allocator::with_traits(1, &[Trait { key: traits::POOL_SIZE, value: 100 }]);
        let Some(pool) = pool else { panic!("the trait is legal") };
        assert!(pool.reserve(60) && !pool.reserve(41) && pool.reserve(40) && !pool.reserve(1));
        pool.return_to_pool(60);
        assert!(!pool.reserve(usize::MAX) && pool.reserve(60));
    }
}
