//! The memory of one device: a range of addresses that grows upwards. An address is never used again, so that the use of freed memory is
//! found for certain. Pages go back to the system when nothing in them is alive.

use super::order::{self, Unordered};
use super::origin::{Cause, Origin};
use super::shadow::{CLOSED, FILL, FRESH, Shadow, WRITTEN};
use super::system;
use super::unwritten::{self, Told};
use crate::openacc::handle::{Address, Extent};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The addresses that a device reserves, and the fewest with which it works, where the system gives no more. Sixteen devices take
/// three eighths of the addresses of a process.
const MOST: usize = 1 << 40;
const FEWEST: usize = 1 << 30;
/// The bytes between two blocks. They belong to nobody.
const GAP: usize = 64;
/// A block begins at the same distance from such a boundary as the data of the host.
const ALIGN: usize = 64;
/// A block of so many bytes or more begins at the distance of the host's data from such a boundary: processors copy slowly where a store is a little
/// behind a load in the addresses of pages.
const PAGE: usize = 4096;
/// Pages are given back in pieces of so many bytes.
const CHUNK: usize = 1 << 16;
/// Blocks of so many bytes are kept in large pages. Smaller ones are not worth the time to clear such pages, nor the entry that each needs in
/// the system's table of mappings.
const LARGE: usize = 1 << 24;
/// The number of freed blocks that messages can name.
const REMEMBERED: usize = 1 << 16;

/// A run of bytes that was allocated.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) start: Address,
    pub(crate) bytes: usize,
    /// The origin of the allocation.
    pub(crate) origin: Origin,
    /// The origin of the deallocation; none while the block is live.
    pub(crate) freed: Option<Origin>,
    /// The data of the host of which it is the copy that a clause or routine made; no bytes if it is none.
    pub(crate) host: Extent,
    /// true if all bytes are known to have a value, which they keep.
    pub(crate) is_written: bool,
    /// true if it holds numbers and pointers alone.
    pub(crate) are_values: bool,
}

impl Block {
    pub(crate) fn end(&self) -> Address {
        self.start + self.bytes
    }

    pub(crate) fn extent(&self) -> Extent {
        Extent { start: self.start, bytes: self.bytes }
    }

    fn chunks(&self) -> std::ops::RangeInclusive<usize> {
        self.start / CHUNK..=(self.end().max(self.start + 1) - 1) / CHUNK
    }
}

/// Returns the number of bytes between an extent and a byte outside of it.
fn distance(extent: Extent, byte: Address) -> usize {
    if byte < extent.start { extent.start - byte } else { byte.saturating_sub(extent.end()) }
}

#[derive(Debug, Default)]
struct Books {
    /// The first address that was not given to anybody.
    next: Address,
    blocks: BTreeMap<Address, Arc<Block>>,
    /// The freed blocks, the oldest first.
    freed: VecDeque<Address>,
    /// The number of live blocks in each chunk.
    alive: BTreeMap<usize, usize>,
}

/// The memory of one device.
#[derive(Debug)]
pub(crate) struct Arena {
    /// The shadow: the state of each byte.
    pub(crate) shadow: Shadow,
    books: Mutex<Books>,
}

impl Arena {
    /// Reserves the memory of a device. `None` if the system gives none.
    pub(crate) fn reserve() -> Option<Self> {
        let mut size = MOST;
        let shadow = loop {
            let slack = CHUNK;
            if let Some(all) = system::reserve(3 * size + 3 * slack) {
                let base = all.next_multiple_of(CHUNK);
                let states = base + size;
                break Shadow { base, size, states, readers: states + size + slack };
            }
            size /= 2;
            if size < FEWEST {
                return None;
            }
        };
        let books = Mutex::new(Books { next: shadow.base, ..Books::default() });
        Some(Self { shadow, books })
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes addresses for `bytes` bytes, which nobody may use yet. `like` is an address with the same alignment.
    pub(crate) fn take(&self, bytes: usize, like: Address) -> Option<Address> {
        let mut books = self.books();
        let align = if bytes < PAGE { ALIGN } else { PAGE };
        let start = books.next.checked_add(GAP)?.next_multiple_of(align).checked_add(like % align)?;
        let end = start.checked_add(bytes.max(1))?.checked_add(GAP)?;
        if end > self.shadow.base + self.shadow.size {
            return None;
        }
        books.next = start + bytes.max(1);
        Some(start)
    }

    /// Makes a block of bytes that were taken. It is a copy of the host's data from `host` on, or of none if that is zero.
    pub(crate) fn open(&self, start: Address, bytes: usize, host: Address, cause: Cause) {
        let Cause { origin, are_values, is_copied } = cause;
        let host = Extent { start: host, bytes: if host == 0 { 0 } else { bytes } };
        let is_told = match unwritten::told() {
            _ if is_copied => false,
            Told::Always => true,
            Told::OfValues => are_values,
            Told::Never => false,
        };
        let block = Block { start, bytes, origin, freed: None, host, is_written: !is_told, are_values };
        let mut books = self.books();
        for chunk in block.chunks() {
            *books.alive.entry(chunk).or_default() += 1;
        }
        if bytes >= LARGE {
            let (first, last) = block.chunks().into_inner();
            let (start, bytes) = (first * CHUNK, (last - first) * CHUNK);
            system::prefer_large_pages(start, bytes);
            system::prefer_large_pages(self.shadow.states + (start - self.shadow.base), bytes);
        }
        self.shadow.set(start, bytes, if is_told { FRESH } else { WRITTEN });
        if !is_copied {
            let memory: *mut u8 = std::ptr::with_exposed_provenance_mut(start);
            // SAFETY: the bytes were taken for this block, and nobody uses them yet.
            unsafe { memory.write_bytes(FILL, bytes) };
        }
        // Members of a struct come back to addresses that they had before.
        let had: Vec<_> = books.blocks.range(start..block.end()).map(|(start, _)| *start).collect();
        for former in had {
            books.blocks.remove(&former);
            books.freed.retain(|freed| *freed != former);
        }
        books.blocks.insert(start, Arc::new(block));
    }

    /// Allocates a block for the host's data from `host` on, with the same alignment, or for no data if that is zero.
    pub(crate) fn allocate(&self, bytes: usize, host: Address, cause: Cause) -> Option<Address> {
        let start = self.take(bytes, host)?;
        self.open(start, bytes, host, cause);
        Some(start)
    }

    /// Notes a use of bytes of a live block.
    pub(crate) fn touch(&self, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
        if order::is_followed() {
            return order::touch(&self.shadow, extent, writes);
        }
        if writes {
            self.note_written(extent);
        }
        Ok(())
    }

    /// Says of bytes of a live block that they have a value. Returns false if no such block holds them all.
    pub(crate) fn note_written(&self, extent: Extent) -> bool {
        let mut books = self.books();
        let nearest = books.blocks.range_mut(..=extent.start).next_back();
        let live = nearest.filter(|(_, block)| block.freed.is_none() && block.extent().contains(extent));
        let Some((_, block)) = live else { return false };
        if !block.is_written {
            self.shadow.set(extent.start, extent.bytes, WRITTEN);
            if block.extent() == extent {
                Arc::make_mut(block).is_written = true;
            }
        }
        true
    }

    /// Frees the block that begins at an address. Returns false if none that is alive does.
    pub(crate) fn free(&self, start: Address, by: Origin) -> bool {
        let mut books = self.books();
        let Some(block) = books.blocks.get(&start).filter(|block| block.freed.is_none()).cloned() else {
            return false;
        };
        books.blocks.insert(start, Arc::new(Block { freed: Some(by), ..block.as_ref().clone() }));
        books.freed.push_back(start);
        let dropped = self.give_back(&mut books, &block);
        let before = dropped.start.saturating_sub(start);
        let behind = block.end().saturating_sub(dropped.end);
        self.close(start, before);
        self.close(block.end() - behind, behind);
        while books.freed.len() > REMEMBERED {
            let Some(oldest) = books.freed.pop_front() else { break };
            if books.blocks.get(&oldest).is_some_and(|block| block.freed.is_some()) {
                books.blocks.remove(&oldest);
            }
        }
        true
    }

    /// Says of bytes that they belong to nobody.
    fn close(&self, start: Address, bytes: usize) {
        self.shadow.set(start, bytes, CLOSED);
        if order::is_followed() {
            self.shadow.forget_readers(start, bytes);
        }
    }

    /// Gives the system the pages in which nothing is alive and to which nothing will come. Returns their addresses, which belong to nobody
    /// from then on.
    fn give_back(&self, books: &mut Books, block: &Block) -> Range<Address> {
        for chunk in block.chunks() {
            let Some(alive) = books.alive.get_mut(&chunk) else { continue };
            *alive -= 1;
            if *alive == 0 {
                books.alive.remove(&chunk);
            }
        }
        // Other blocks can be alive in the first and the last chunk alone.
        let current = books.next / CHUNK;
        let mut dead = block.chunks().filter(|chunk| *chunk < current && !books.alive.contains_key(chunk));
        let Some(first) = dead.next() else { return block.start..block.start };
        let (start, bytes) = (first * CHUNK, (1 + dead.count()) * CHUNK);
        // SAFETY: the pages lie in the arena, or in its shadow, and no block in them is alive. A shadow of zeroes is right.
        unsafe {
            system::drop_pages(start, bytes);
            system::drop_pages(self.shadow.states + (start - self.shadow.base), bytes);
            system::drop_pages(self.shadow.readers + (start - self.shadow.base), bytes);
        }
        start..start + bytes
    }

    /// Does something with the bytes of each live block.
    pub(crate) fn for_live(&self, run: &dyn Fn(&Shadow, Extent)) {
        for block in self.books().blocks.values().filter(|block| block.freed.is_none()) {
            run(&self.shadow, block.extent());
        }
    }

    /// The blocks at or before an address, and behind it.
    pub(crate) fn around(&self, address: Address) -> (Option<Arc<Block>>, Option<Arc<Block>>) {
        let books = self.books();
        let before = books.blocks.range(..=address).next_back().map(|(_, block)| Arc::clone(block));
        let behind = books.blocks.range(address + 1..).next().map(|(_, block)| Arc::clone(block));
        (before, behind)
    }

    /// The block that holds an address, alive or freed.
    pub(crate) fn block_of(&self, address: Address) -> Option<Arc<Block>> {
        self.around(address).0.filter(|block| address < block.end())
    }

    /// The live block that holds an extent.
    pub(crate) fn live_block(&self, extent: Extent) -> Option<Arc<Block>> {
        let block = self.around(extent.start).0?;
        (block.freed.is_none() && block.extent().contains(extent)).then_some(block)
    }

    /// The last freed copy of a byte of the host.
    pub(crate) fn freed_copy_of(&self, host: Address) -> Option<Arc<Block>> {
        let books = self.books();
        let byte = Extent { start: host, bytes: 1 };
        let mut freed = books.freed.iter().rev().filter_map(|start| books.blocks.get(start));
        freed.find(|block| block.host.contains(byte)).cloned()
    }

    /// The copy whose data on the host is nearest to a byte of the host, as far as `reach` bytes away.
    pub(crate) fn nearest_copy(&self, host: Address, reach: usize) -> Option<Arc<Block>> {
        let books = self.books();
        let alive = books.blocks.values().filter(|block| block.freed.is_none() && block.host.bytes > 0);
        let near = alive.filter(|block| distance(block.host, host) <= reach);
        near.min_by_key(|block| distance(block.host, host)).cloned()
    }

    /// Returns whether all bytes of an extent belong to live blocks.
    pub(crate) fn is_open(&self, extent: Extent) -> bool {
        use super::shadow::State;
        self.shadow.holds(extent.start)
            && !matches!(self.shadow.state(extent.start, extent.bytes), State::Closed(_))
    }
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64", not(miri)))]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::super::shadow::State;
    use super::*;

    fn cause(is_copied: bool) -> Cause {
        Cause { origin: Origin::Item("a".to_owned(), None), are_values: true, is_copied }
    }

    fn allocate(arena: &Arena, bytes: usize, like: Address) -> Address {
        arena.allocate(bytes, like, cause(false)).expect("there is room")
    }

    fn extent(start: Address, bytes: usize) -> Extent {
        Extent { start, bytes }
    }

    #[test]
    fn freed_bytes_belong_to_nobody_and_their_neighbours_stay() {
        let arena = Arena::reserve().expect("the system gives addresses");
        let [before, large, behind] = [8, 5 * CHUNK + 3, 8].map(|bytes| allocate(&arena, bytes, 0));
        let free = |start| arena.free(start, Origin::Item("a".to_owned(), None));
        assert!(free(large) && !free(large));
        for at in [0, 1, CHUNK, 5 * CHUNK, 5 * CHUNK + 2] {
            assert_eq!(arena.shadow.state(large + at, 1), State::Closed(large + at), "{at}");
        }
        assert_eq!([before, behind].map(|start| arena.shadow.state(start, 8)), [State::Fresh; 2]);
        assert!(!arena.note_written(extent(large, 1)) && arena.live_block(extent(large, 1)).is_none());
    }

    #[test]
    fn blocks_lie_in_pages_as_the_data_of_the_host() {
        let arena = Arena::reserve().expect("the system gives addresses");
        assert_eq!(allocate(&arena, 8, 0x1_2345) % ALIGN, 0x1_2345 % ALIGN);
        assert_eq!(allocate(&arena, PAGE, 0x1_2345) % PAGE, 0x1_2345 % PAGE);
    }

    #[test]
    fn a_block_is_written_when_all_of_it_is() {
        let arena = Arena::reserve().expect("the system gives addresses");
        let is_written = |start| arena.block_of(start).is_some_and(|block| block.is_written);
        let start = allocate(&arena, 100, 0);
        assert!(arena.note_written(extent(start, 99)) && !is_written(start));
        assert_eq!(arena.shadow.unwritten(start, 100), Some((start + 99, 1)));
        assert!(arena.note_written(extent(start, 100)) && is_written(start));
        assert_eq!(arena.shadow.unwritten(start, 100), None);
        assert!(!arena.note_written(extent(start, 101)) && !arena.note_written(extent(start + 100, 1)));
        let copied = arena.allocate(100, 0, cause(true)).expect("there is room");
        assert!(is_written(copied) && arena.shadow.state(copied, 100) == State::Open);
    }

    #[test]
    fn a_larger_member_comes_back_to_the_addresses_of_a_smaller_one() {
        let arena = Arena::reserve().expect("the system gives addresses");
        let start = arena.take(64, 0).expect("there is room");
        arena.open(start + 16, 16, 0x1010, cause(true));
        assert!(arena.free(start + 16, Origin::Item("a".to_owned(), None)));
        assert!(arena.freed_copy_of(0x1010).is_some());
        arena.open(start, 64, 0x1000, cause(true));
        assert!(arena.block_of(start + 20).is_some_and(|block| block.start == start));
        assert!(arena.live_block(extent(start + 20, 8)).is_some() && arena.freed_copy_of(0x1010).is_none());
    }
}
