//! The variables that a part of a program may change.

use rustc_hash::FxHashSet;

use crate::program::View;
use crate::program::place::EntityId;
use crate::program::run::Run;

/// The variables that a run of nodes may change directly: those that it assigns or increments, and those whose address it takes.
pub fn directly_changed(view: View<'_>, run: Run) -> FxHashSet<EntityId> {
    view.writes(run).filter_map(|write| write.target).collect()
}
