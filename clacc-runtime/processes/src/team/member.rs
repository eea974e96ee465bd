//! The name that the modules of worksharing have for what a thread knows of itself.

pub use super::Level as Member;
