//! The traits of allocators (6.2), as `omp_alloctrait_t` holds them.

/// `omp_alloctrait_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trait {
    /// `omp_alloctrait_key_t`.
    pub key: i32,
    /// `omp_alloctrait_value_t`, a number, or an allocator.
    pub value: usize,
}

/// `omp_atk_sync_hint`: how many threads use the allocator at once. There is one kind of allocators, for any number.
pub const SYNC_HINT: i32 = 1;
/// `omp_atk_alignment`: a power of two.
pub const ALIGNMENT: i32 = 2;
/// `omp_atk_access`: which threads read and write the memory. All of them can.
pub const ACCESS: i32 = 3;
/// `omp_atk_pool_size`: how many bytes may be allocated at the same time.
pub const POOL_SIZE: i32 = 4;
/// `omp_atk_fallback`: what happens when there is no memory.
pub const FALLBACK: i32 = 5;
/// `omp_atk_fb_data`: the allocator that is asked then.
pub const FALLBACK_DATA: i32 = 6;
/// `omp_atk_pinned`: whether the memory stays where it is. It is pageable memory always.
pub const PINNED: i32 = 7;
/// `omp_atk_partition`: how memory is spread over the resources of a space. Each space is one resource.
pub const PARTITION: i32 = 8;

/// `omp_atv_default`: the value of a trait that is not given.
pub const DEFAULT: usize = usize::MAX;
/// `omp_atv_false`.
pub const FALSE: usize = 0;
/// `omp_atv_true`.
pub const TRUE: usize = 1;
/// `omp_atv_default_mem_fb`.
pub const DEFAULT_MEMORY: usize = 11;
/// `omp_atv_null_fb`.
pub const NULL: usize = 12;
/// `omp_atv_abort_fb`.
pub const ABORT: usize = 13;
/// `omp_atv_allocator_fb`.
pub const ALLOCATOR: usize = 14;

/// The words of the values that are no numbers, each with its trait and its number (table 6.2).
pub const WORDS: [(i32, &str, usize); 19] = [
    (SYNC_HINT, "contended", 3),
    (SYNC_HINT, "uncontended", 4),
    (SYNC_HINT, "serialized", 5),
    (SYNC_HINT, "private", 6),
    (ACCESS, "all", 7),
    (ACCESS, "thread", 8),
    (ACCESS, "pteam", 9),
    (ACCESS, "cgroup", 10),
    (FALLBACK, "default_mem_fb", DEFAULT_MEMORY),
    (FALLBACK, "null_fb", NULL),
    (FALLBACK, "abort_fb", ABORT),
    (FALLBACK, "allocator_fb", ALLOCATOR),
    (PINNED, "false", FALSE),
    (PINNED, "true", TRUE),
    (PARTITION, "environment", 15),
    (PARTITION, "nearest", 16),
    (PARTITION, "blocked", 17),
    (PARTITION, "interleaved", 18),
    // Deprecated in OpenMP 5.1; the same as `serialized`.
    (SYNC_HINT, "sequential", 5),
];

/// The names of the traits in an environment variable.
pub const KEYS: [(&str, i32); 8] = [
    ("sync_hint", SYNC_HINT),
    ("alignment", ALIGNMENT),
    ("access", ACCESS),
    ("pool_size", POOL_SIZE),
    ("fallback", FALLBACK),
    ("fb_data", FALLBACK_DATA),
    ("pinned", PINNED),
    ("partition", PARTITION),
];

/// Whether a value is one of the words of a trait.
pub fn is_word(key: i32, value: usize) -> bool {
    WORDS.iter().any(|(its_key, _, its_value)| (*its_key, *its_value) == (key, value))
}
