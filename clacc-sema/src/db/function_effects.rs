//! The effects of the functions of a unit that their callers can notice.
//!
//! Only proofs about loops that call functions need them, because the bodies of the functions have to be parsed. The effects of a function
//! depend on the declarations of that function and of those that it calls, so an edit of another function changes nothing, and neither does
//! an edit that leaves the effects as they are.

use crate::db::name_in_unit::NameInUnit;
use std::sync::Arc;

use clacc_syntax::Name;
use rustc_hash::FxHashMap;
use salsa::plumbing::AsId;

use crate::db::definition_effects::body_effects;
use crate::db::routines::is_redirected;
use crate::db::{Db, Unit};
use crate::dependence::Effects;

/// The maximum number of functions that are analysed for one call.
const MOST: usize = 32;

/// The effects of a function that is defined in the unit, with those of the functions that it calls; none if they are not known. Recursion
/// is not analysed: a recursive function may not terminate, which is an effect.
pub fn effects(db: &dyn Db, unit: Unit, function: Name) -> Option<Arc<Effects>> {
    CallWalk { db, unit, open: Vec::new(), settled: FxHashMap::default() }.effects(function)
}

/// Returns whether a function only computes a value from its arguments.
pub(super) fn is_pure(db: &dyn Db, unit: Unit, function: Name) -> bool {
    effects(db, unit, function).is_some_and(|effects| effects.are_none())
}

struct CallWalk<'db> {
    db: &'db dyn Db,
    unit: Unit,
    /// The stack of functions whose calls are being followed.
    open: Vec<Name>,
    /// The functions whose effects are known.
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
