//! What running parts of a program does: side effects.

pub(crate) mod effects;
