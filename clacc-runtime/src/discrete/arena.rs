//! The memory of one device: a range of addresses that grows upwards. An address is never used again, so that the use of freed memory is
//! found for certain. Pages go back to the system when nothing in them is alive.

use super::origin::Origin;
use super::shadow::{CLOSED, FILL, FRESH, Shadow};
use super::system;
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
/// How many freed blocks messages can name.
const REMEMBERED: usize = 1 << 16;

/// A run of bytes that was allocated.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) start: Address,
    pub(crate) bytes: usize,
    /// What made it.
    pub(crate) origin: Origin,
    /// What freed it.
    pub(crate) freed: Option<Origin>,
}

impl Block {
    pub(crate) fn end(&self) -> Address {
        self.start + self.bytes
    }

    fn chunks(&self) -> std::ops::RangeInclusive<usize> {
        self.start / CHUNK..=(self.end().max(self.start + 1) - 1) / CHUNK
    }
}

#[derive(Debug, Default)]
struct Books {
    /// The first address that was not given to anybody.
    next: Address,
    blocks: BTreeMap<Address, Arc<Block>>,
    /// The freed blocks, the oldest first.
    freed: VecDeque<Address>,
    /// How many blocks are alive in each chunk.
    alive: BTreeMap<usize, usize>,
}

/// The memory of one device.
#[derive(Debug)]
pub(crate) struct Arena {
    /// What is known of its bytes.
    pub(crate) shadow: Shadow,
    books: Mutex<Books>,
}

impl Arena {
    /// Reserves the memory of a device. `None` if the system gives none.
    pub(crate) fn reserve() -> Option<Self> {
        let mut size = MOST;
        let shadow = loop {
            let slack = CHUNK;
            if let Some(both) = system::reserve(2 * size + 2 * slack) {
                let base = both.next_multiple_of(CHUNK);
                break Shadow { base, size, states: base + size };
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

    /// Makes a block of bytes that were taken.
    pub(crate) fn open(&self, start: Address, bytes: usize, origin: Origin) {
        let block = Block { start, bytes, origin, freed: None };
        let mut books = self.books();
        for chunk in block.chunks() {
            *books.alive.entry(chunk).or_default() += 1;
        }
        self.shadow.set(start, bytes, FRESH);
        let memory: *mut u8 = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the bytes were taken for this block, and nobody uses them yet.
        unsafe { memory.write_bytes(FILL, bytes) };
        books.blocks.insert(start, Arc::new(block));
    }

    /// Allocates a block with the alignment of `like`.
    pub(crate) fn allocate(&self, bytes: usize, like: Address, origin: Origin) -> Option<Address> {
        let start = self.take(bytes, like)?;
        self.open(start, bytes, origin);
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
                }
            }
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

    /// Whether an extent lies in memory that may be used.
    pub(crate) fn is_open(&self, extent: Extent) -> bool {
        use super::shadow::State;
        self.shadow.holds(extent.start)
            && !matches!(self.shadow.state(extent.start, extent.bytes), State::Closed(_))
    }
}
