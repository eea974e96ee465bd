//! Blocks of memory: the program's `malloc`.
//!
//! A heap is one range of addresses that is reserved at once, so that all processes have it at the same place; its bookkeeping lies in it.
//! Blocks have one of four sizes for each power of two and are never split or joined. Large free blocks give their pages back.

use crate::sys::{self, PAGE, flag, page_above, page_below};
use crate::wait::lock::WordLock;
use std::cell::UnsafeCell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

const CLASSES: usize = 160;
const HEADER: usize = 16;
/// The maximum size of the object after the bookkeeping, in bytes.
pub const FIRST_OBJECT_BYTES: usize = 32 << 10;
/// From this size on, blocks begin at pages.
const LARGE: usize = 64 << 10;
/// From this size on, free blocks give their pages back.
const HUGE: usize = 1 << 20;

/// A heap, at the beginning of its range.
#[repr(C)]
pub struct Heap {
    lock: WordLock,
    lists: UnsafeCell<Lists>,
}

struct Lists {
    /// The size of the range, and the first byte that was never in a block, counted from the beginning.
    size: usize,
    end: usize,
    /// The first free block of each class; 0: none. A free block begins with the next one.
    free: [usize; CLASSES],
}

/// What stands before the bytes of a block.
#[repr(C)]
struct Header {
    /// Where the block begins, counted from the beginning of the heap.
    start: usize,
    class: u32,
    magic: u32,
}

const MAGIC: u32 = 0xc1ac_c0de;

// SAFETY: the lists are used under the lock only.
unsafe impl Sync for Heap {}

static SHARED: AtomicUsize = AtomicUsize::new(0);
static PRIVATE: AtomicUsize = AtomicUsize::new(0);
/// How many calls of the C library are under way whose blocks must be this process's own.
static OWN: AtomicU32 = AtomicU32::new(0);

const MOST_SHARED: usize = 1 << 37;
const MOST_PRIVATE: usize = 1 << 30;
const LEAST: usize = 1 << 26;

/// The heap of the program.
pub fn shared() -> &'static Heap {
    heap_at(&SHARED, MOST_SHARED)
}

/// The heap of objects that the C library must have in each process apart: streams.
fn private() -> &'static Heap {
    heap_at(&PRIVATE, MOST_PRIVATE)
}

fn heap_at(place: &AtomicUsize, most: usize) -> &'static Heap {
    let base = match place.load(Ordering::Acquire) {
        0 => reserve(place, most),
        base => base,
    };
    // SAFETY: the heap is there for ever, and changed under its lock.
    unsafe { &*ptr::with_exposed_provenance(base) }
}

/// Reserves the range of a heap, as large as the system allows.
fn reserve(place: &AtomicUsize, most: usize) -> usize {
    let flags = flag::PRIVATE | flag::ANONYMOUS | flag::NO_RESERVE;
    let mut size = most;
    // SAFETY: new memory at a place of the system's choice.
    let mut base = unsafe { sys::map(0, size, flag::READ_WRITE, flags, None) };
    while sys::is_error(base) && size > LEAST {
        size /= 2;
        // SAFETY: as above.
        base = unsafe { sys::map(0, size, flag::READ_WRITE, flags, None) };
    }
    if sys::is_error(base) {
        sys::write(2, b"clacc_processes: there is no memory for a heap [processes_system]\n");
        std::process::abort();
    }
    let heap: *mut Heap = ptr::with_exposed_provenance_mut(base.cast_unsigned());
    // SAFETY: the range was just reserved, and is zero; zeros are a free lock and empty lists.
    unsafe {
        let lists = (*heap).lists.get();
        (*lists).size = size;
        (*lists).end = page_above(Heap::FIRST + FIRST_OBJECT_BYTES);
    }
    match place.compare_exchange(0, base.cast_unsigned(), Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => base.cast_unsigned(),
        // Another thread was faster; its range is used, and this one stays reserved.
        Err(other) => other,
    }
}

/// The class of the smallest blocks with so many bytes.
fn class_of(bytes: usize) -> Option<usize> {
    let blocks = bytes.max(64).div_ceil(16);
    let doublings = (blocks.ilog2() as usize).saturating_sub(2);
    let unit = 1_usize << doublings;
    let quarter = blocks.div_ceil(unit) - 4;
    let class = 4 * doublings + quarter;
    (class < CLASSES).then_some(class)
}

/// The size of the blocks of a class.
fn size_of_class(class: usize) -> usize {
    (4 + class % 4) << (4 + class / 4)
}

/// A block: where its bytes begin, and whether they are zero because nobody ever had them.
struct Block {
    bytes: *mut u8,
    is_fresh: bool,
}

impl Heap {
    const FIRST: usize = page_above(size_of::<Self>());

    fn base(&self) -> usize {
        ptr::from_ref(self).addr()
    }

    /// The object that lies behind the bookkeeping.
    pub fn first_object(&self) -> *mut c_void {
        ptr::with_exposed_provenance_mut(self.base() + Self::FIRST)
    }

    /// The range of the heap: where it begins, where its used part and where it ends.
    pub fn range(&self) -> (usize, usize, usize) {
        // SAFETY: both numbers are read as words; the end may be too small only if another thread allocates.
        let (size, end) = unsafe { ((*self.lists.get()).size, (*self.lists.get()).end) };
        (self.base(), self.base() + end, self.base() + size)
    }

    fn contains(&self, block: *const c_void) -> bool {
        let (start, _, end) = self.range();
        (start..end).contains(&block.addr())
    }

    /// Takes a block of a class: where it begins, and whether it is fresh.
    fn take(&self, class: usize) -> Option<(usize, bool)> {
        self.lock.lock();
        // SAFETY: the lock is taken, and free blocks of the list are nobody's.
        let taken = unsafe {
            let lists = &mut *self.lists.get();
            match lists.free[class] {
                0 => lists.cut(size_of_class(class)).map(|start| (start, true)),
                start => {
                    lists.free[class] = *ptr::with_exposed_provenance(self.base() + start);
                    Some((start, false))
                }
            }
        };
        self.lock.unlock();
        taken
    }

    fn allocate(&self, bytes: usize, align: usize) -> Option<Block> {
        let room = if align > HEADER { align } else { 0 };
        let class = class_of(bytes.checked_add(HEADER)?.checked_add(room)?)?;
        let (start, is_fresh) = self.take(class)?;
        let first = self.base() + start + HEADER;
        let address = first.next_multiple_of(align.max(HEADER));
        let header = Header { start, class: class as u32, magic: MAGIC };
        // SAFETY: the block is this caller's, and has room for the header before the bytes.
        unsafe { ptr::with_exposed_provenance_mut::<Header>(address - HEADER).write(header) };
        Some(Block { bytes: ptr::with_exposed_provenance_mut(address), is_fresh })
    }

    /// Gives a block back.
    ///
    /// # Safety
    /// Nobody uses it any more.
    unsafe fn release(&self, header: &Header) {
        let (start, class) = (header.start, header.class as usize);
        let size = size_of_class(class);
        if size >= HUGE {
            self.give_pages_back(start, size);
        }
        self.lock.lock();
        // SAFETY: the lock is taken, and the block is free now.
        unsafe {
            let lists = &mut *self.lists.get();
            *ptr::with_exposed_provenance_mut::<usize>(self.base() + start) = lists.free[class];
            lists.free[class] = start;
        }
        self.lock.unlock();
    }

    fn give_pages_back(&self, start: usize, size: usize) {
        const REMOVE: usize = 9;
        const DO_NOT_NEED: usize = 4;
        let (first, end) = (page_above(self.base() + start + 1), page_below(self.base() + start + size));
        for advice in [REMOVE, DO_NOT_NEED] {
            // SAFETY: nobody uses the pages. The first advice is for shared memory, and refused for other.
            unsafe { sys::call(sys::MADVISE, [first, end - first, advice, 0, 0, 0]) };
        }
    }
}

impl Lists {
    /// Cuts a block from the part that was never used.
    fn cut(&mut self, size: usize) -> Option<usize> {
        let start = if size >= LARGE { page_above(self.end) } else { self.end };
        let end = start.checked_add(size).filter(|end| *end <= self.size)?;
        self.end = end;
        Some(start)
    }
}

/// The header of a block that one of the heaps gave; none for null and for what the dynamic linker allocated before.
fn header_of(block: *mut c_void) -> Option<(&'static Heap, Header)> {
    let heap = [shared(), private()].into_iter().find(|heap| heap.contains(block))?;
    // SAFETY: blocks of a heap have a header.
    let header = unsafe { block.byte_sub(HEADER).cast::<Header>().read() };
    if header.magic != MAGIC {
        sys::write(2, b"clacc_processes: free or realloc of what malloc did not give\n");
        std::process::abort();
    }
    Some((heap, header))
}

fn usable(block: *mut c_void, heap: &Heap, header: &Header) -> usize {
    heap.base() + header.start + size_of_class(header.class as usize) - block.addr()
}

fn current() -> &'static Heap {
    if OWN.load(Ordering::Relaxed) == 0 { shared() } else { private() }
}

/// Calls a function of the C library that allocates objects which each process must have for itself.
pub fn with_own_blocks<T>(action: impl FnOnce() -> T) -> T {
    OWN.fetch_add(1, Ordering::Relaxed);
    let result = action();
    OWN.fetch_sub(1, Ordering::Relaxed);
    result
}

/// The addresses of the heap whose blocks each process has for itself.
pub fn private_range() -> (usize, usize) {
    let (start, _, end) = private().range();
    (start, end)
}

const OUT_OF_MEMORY: c_int = 12;
const INVALID: c_int = 22;

fn given(block: Option<Block>) -> *mut c_void {
    block.map_or_else(
        || {
            sys::set_errno(OUT_OF_MEMORY);
            ptr::null_mut()
        },
        |block| block.bytes.cast(),
    )
}

/// C's `malloc`.
#[unsafe(no_mangle)]
pub extern "C" fn malloc(bytes: usize) -> *mut c_void {
    given(current().allocate(bytes, HEADER))
}

/// C's `calloc`.
#[unsafe(no_mangle)]
pub extern "C" fn calloc(count: usize, bytes: usize) -> *mut c_void {
    let all = count.checked_mul(bytes);
    let block = all.and_then(|all| current().allocate(all, HEADER));
    if let (Some(Block { bytes, is_fresh: false }), Some(all)) = (&block, all) {
        // SAFETY: the block has so many bytes.
        unsafe { bytes.write_bytes(0, all) };
    }
    given(block)
}

/// C's `free`.
///
/// # Safety
/// The block came from this family and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(block: *mut c_void) {
    if let Some((heap, header)) = header_of(block) {
        // SAFETY: the caller promises it.
        unsafe { heap.release(&header) };
    }
}

/// C's `realloc`.
///
/// # Safety
/// As [`free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn realloc(block: *mut c_void, bytes: usize) -> *mut c_void {
    let Some((heap, header)) = header_of(block) else { return malloc(bytes) };
    let room = usable(block, heap, &header);
    if bytes <= room && bytes >= room / 4 {
        return block;
    }
    let fresh = given(heap.allocate(bytes, HEADER));
    if !fresh.is_null() {
        // SAFETY: both blocks have so many bytes, and the old one is used no more.
        unsafe {
            fresh.cast::<u8>().copy_from_nonoverlapping(block.cast(), bytes.min(room));
            heap.release(&header);
        }
    }
    fresh
}

fn aligned(align: usize, bytes: usize) -> *mut c_void {
    if !align.is_power_of_two() {
        sys::set_errno(INVALID);
        return ptr::null_mut();
    }
    given(current().allocate(bytes, align))
}

/// C's `aligned_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn aligned_alloc(align: usize, bytes: usize) -> *mut c_void {
    aligned(align, bytes)
}

/// `memalign` of the C library.
#[unsafe(no_mangle)]
pub extern "C" fn memalign(align: usize, bytes: usize) -> *mut c_void {
    aligned(align, bytes)
}

/// `valloc` of the C library.
#[unsafe(no_mangle)]
pub extern "C" fn valloc(bytes: usize) -> *mut c_void {
    aligned(PAGE, bytes)
}

/// `pvalloc` of the C library.
#[unsafe(no_mangle)]
pub extern "C" fn pvalloc(bytes: usize) -> *mut c_void {
    aligned(PAGE, page_above(bytes))
}

/// `posix_memalign`.
///
/// # Safety
/// The address may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_memalign(to: *mut *mut c_void, align: usize, bytes: usize) -> c_int {
    if !align.is_power_of_two() || !align.is_multiple_of(size_of::<usize>()) {
        return INVALID;
    }
    let Some(block) = current().allocate(bytes, align) else { return OUT_OF_MEMORY };
    // SAFETY: the caller promises it.
    unsafe { *to = block.bytes.cast() };
    0
}

/// `malloc_usable_size` of the C library.
///
/// # Safety
/// As [`free`], but the block may be used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn malloc_usable_size(block: *mut c_void) -> usize {
    header_of(block).map_or(0, |(heap, header)| usable(block, heap, &header))
}
