//! Where long work looks whether its result is still wanted.
//!
//! This crate only says where: between tokens, lines, statements and the like. Whoever drives it installs what is to happen
//! there, which may unwind. So work leaves nothing half done behind at such a place that is seen later.

use std::sync::OnceLock;

static LOOK: OnceLock<fn()> = OnceLock::new();

/// Says what happens at a checkpoint, once for the process. The function finds out itself what its thread works on.
pub fn install(look: fn()) {
    LOOK.get_or_init(|| look);
}

/// A checkpoint. It costs some nanoseconds, so it belongs into loops over statements, not over bytes.
pub fn pass() {
    if let Some(look) = LOOK.get() {
        look();
    }
}
