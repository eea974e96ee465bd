//! What the functions of a unit do that their callers can notice.
//!
//! Only proofs about loops that call functions ask for it, because their bodies have to be parsed. What is asked of
//! a function depends on its own declarations and those of the functions that it calls, so an edit of another one changes
//! nothing, and neither does an edit that leaves its effects as they are.

use crate::db::name_in_unit::NameInUnit;
use std::sync::Arc;

use clacc_syntax::Name;
use rustc_hash::FxHashMap;
use salsa::plumbing::AsId;

use crate::db::definition_effects::body_effects;
use crate::db::routines::is_redirected;
use crate::db::{Db, Unit};
use crate::dependence::Effects;

/// How many functions are looked at for one that is called.
const MOST: usize = 32;

/// What a function that is defined in the unit does, with the functions that it calls; none if that is not known. A
/// function that calls itself may not end, which is an effect.
pub fn effects(db: &dyn Db, unit: Unit, function: Name) -> Option<Arc<Effects>> {
    CallWalk { db, unit, open: Vec::new(), settled: FxHashMap::default() }.effects(function)
}

/// Whether a function does nothing but compute a value of its arguments.
pub(super) fn is_pure(db: &dyn Db, unit: Unit, function: Name) -> bool {
    effects(db, unit, function).is_some_and(|effects| effects.are_none())
}

struct CallWalk<'db> {
    db: &'db dyn Db,
    unit: Unit,
    /// The functions whose calls are looked at.
    open: Vec<Name>,
    /// Those whose effects are known.
    settled: FxHashMap<Name, Arc<Effects>>,
}

impl CallWalk<'_> {
    fn effects(&mut self, function: Name) -> Option<Arc<Effects>> {
        if let Some(settled) = self.settled.get(&function) {
            return Some(settled.clone());
        }
        if self.open.contains(&function) || self.open.len() + self.settled.len() >= MOST {
            return None;
        }
        let key = NameInUnit::new(self.db, self.unit, function);
        if is_redirected(self.db, key) {
            return None;
        }
        let body = body_effects(self.db, key);
        self.db.last_results().note_effects(self.unit.as_id(), function, body.as_ref());
        let body = body?;
        self.open.push(function);
        let effects = body.with_calls(&mut |callee| self.effects(callee));
        self.open.pop();
        let effects = Arc::new(effects?);
        self.settled.insert(function, effects.clone());
        Some(effects)
    }
}
