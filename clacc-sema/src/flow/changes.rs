//! The variables that a part of a program may change.

use rustc_hash::FxHashSet;

use crate::program::View;
use crate::program::place::EntityId;
use crate::program::run::Run;

/// The variables whose own value a run of nodes may change: those that are assigned or incremented there,
/// and those whose address is taken there.
pub fn directly_changed(view: View<'_>, run: Run) -> FxHashSet<EntityId> {
    view.writes(run).filter_map(|write| write.target).collect()
}
