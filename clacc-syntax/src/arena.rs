//! Arenas whose elements are named by typed ids, and tables indexed by such ids, both from la-arena.

pub use la_arena::{Arena, ArenaMap, Idx, RawIdx};
