//! The memory of one device: a range of addresses that grows upwards. An address is never used again, so that the use of freed memory is
//! found for certain. Pages go back to the system when nothing in them is alive.

use super::origin::{Cause, Origin};
use super::shadow::{CLOSED, FILL, FRESH, Shadow, WRITTEN};
use super::system;
use super::unwritten::{self, Told};
use crate::openacc::handle::{Address, Extent};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The addresses that a device reserves, and the fewest with which it works, where the system gives no more.
const MOST: usize = 1 << 37;
const FEWEST: usize = 1 << 30;
/// The bytes between two blocks. They belong to nobody.
const GAP: usize = 64;
/// A block begins at the same distance from such a boundary as the data of the host.
const ALIGN: usize = 64;
/// Pages are given back in pieces of so many bytes.
const CHUNK: usize = 1 << 16;
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
}

impl Block {
    pub(crate) fn end(&self) -> Address {
        self.start + self.bytes
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
        let start = books.next.checked_add(GAP)?.next_multiple_of(ALIGN).checked_add(like % ALIGN)?;
        let end = start.checked_add(bytes.max(1))?.checked_add(GAP)?;
        if end > self.shadow.base + self.shadow.size {
            return None;
        }
        books.next = start + bytes.max(1);
        Some(start)
    }

    /// Makes a block of bytes that were taken. It is a copy of the host's data from `host` on, or of none if that is zero.
    pub(crate) fn open(&self, start: Address, bytes: usize, host: Address, cause: Cause) {
        let Cause { origin, are_values, .. } = cause;
        let host = Extent { start: host, bytes: if host == 0 { 0 } else { bytes } };
        let block = Block { start, bytes, origin, freed: None, host };
        let mut books = self.books();
        for chunk in block.chunks() {
            *books.alive.entry(chunk).or_default() += 1;
        }
        let is_told = match unwritten::told() {
            Told::Always => true,
            Told::OfValues => are_values,
            Told::Never => false,
        };
        self.shadow.set(start, bytes, if is_told { FRESH } else { WRITTEN });
        let memory: *mut u8 = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the bytes were taken for this block, and nobody uses them yet.
        unsafe { memory.write_bytes(FILL, bytes) };
        books.blocks.insert(start, Arc::new(block));
    }

    /// Allocates a block for the host's data from `host` on, with the same alignment, or for no data if that is zero.
    pub(crate) fn allocate(&self, bytes: usize, host: Address, cause: Cause) -> Option<Address> {
        let start = self.take(bytes, host)?;
        self.open(start, bytes, host, cause);
        Some(start)
    }

    /// Frees the block that begins at an address. Returns false if none that is alive does.
    pub(crate) fn free(&self, start: Address, by: Origin) -> bool {
        let mut books = self.books();
        let Some(block) = books.blocks.get(&start).filter(|block| block.freed.is_none()).cloned() else {
            return false;
        };
        self.shadow.set(start, block.bytes, CLOSED);
        books.blocks.insert(start, Arc::new(Block { freed: Some(by), ..block.as_ref().clone() }));
        books.freed.push_back(start);
        self.give_back(&mut books, &block);
        while books.freed.len() > REMEMBERED {
            let Some(oldest) = books.freed.pop_front() else { break };
            if books.blocks.get(&oldest).is_some_and(|block| block.freed.is_some()) {
                books.blocks.remove(&oldest);
            }
        }
        true
    }

    /// Gives the system the pages in which nothing is alive and to which nothing will come.
    fn give_back(&self, books: &mut Books, block: &Block) {
        let current = books.next / CHUNK;
        for chunk in block.chunks() {
            let Some(alive) = books.alive.get_mut(&chunk) else { continue };
            *alive -= 1;
            if *alive > 0 {
                continue;
            }
            books.alive.remove(&chunk);
            let start = chunk * CHUNK;
            if chunk < current && start >= self.shadow.base {
                // SAFETY: the pages lie in the arena, or in its shadow, and no block in them is alive. A shadow of zeroes is right.
                unsafe {
                    system::drop_pages(start, CHUNK);
                    system::drop_pages(self.shadow.states + (start - self.shadow.base), CHUNK);
                    system::drop_pages(self.shadow.readers + (start - self.shadow.base), CHUNK);
                }
            }
        }
    }

    /// Does something with the bytes of each live block.
    pub(crate) fn for_live(&self, run: impl Fn(&Shadow, Extent)) {
        for block in self.books().blocks.values().filter(|block| block.freed.is_none()) {
            run(&self.shadow, Extent { start: block.start, bytes: block.bytes });
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
