//! Lists whose elements are named by typed ids, and tables by such ids: those of la-arena.

pub use la_arena::{Arena, ArenaMap, Idx, RawIdx};
