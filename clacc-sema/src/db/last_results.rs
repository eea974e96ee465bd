//! The results that were computed last, from which the next ones are made after an edit.
//!
//! A query has no access to its previous result, so it is recorded here. These records are no part of a result: with them or without them,
//! or with those of another text, a query gives the same result. Therefore queries may read them although they are no salsa inputs. The
//! records hold weak references, with two exceptions: large results, which the next query that makes a large one frees, and the known
//! effects of the bodies of functions, which are small.
//!
//! They are `Weak` handles of one generation. Large results have a second owner here (`hold`): the database frees what a query
//! replaced when the next input changes, on the thread that edits, which would wait for it. So queries that make large results
//! free older ones, as many as their own size pays for.

use std::any::{Any, TypeId};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use clacc_syntax::Name;
use clacc_syntax::checkpoint;
use clacc_syntax::lexer::{LexOptions, LexedFile, TokenChange};
use clacc_syntax::source::FileId;
use rustc_hash::FxHashMap;

use crate::dependence::BodyEffects;

/// The effects of a function's body that results about other functions have read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SeenEffects {
    /// All readers got this value; none stands for unknown effects.
    One(Option<Arc<BodyEffects>>),
    /// Readers got different values.
    Several,
}

impl SeenEffects {
    fn of(effects: Option<&Arc<BodyEffects>>) -> SeenEffects {
        SeenEffects::One(effects.cloned())
    }

    /// Returns true if all readers got these effects.
    pub(super) fn are(&self, effects: Option<&Arc<BodyEffects>>) -> bool {
        matches!(self, SeenEffects::One(seen) if seen.as_ref() == effects)
    }
}

/// The last tokens of a file, and their difference from the tokens before.
struct LastLexed {
    lexed: Weak<LexedFile>,
    before: Option<(Weak<LexedFile>, TokenChange)>,
}

#[derive(Default)]
struct ResultTable {
    lexed: FxHashMap<(FileId, LexOptions), LastLexed>,
    /// Results about units, by the ids of the units and by the types of the results. The types are type ids, because a table in the
    /// database cannot name the types of the queries.
    of_units: FxHashMap<(salsa::Id, TypeId), Weak<dyn Any + Send + Sync>>,
    /// The effects of functions' bodies that were read.
    effects: FxHashMap<(salsa::Id, Name), SeenEffects>,
    /// Large results, kept alive so that changing an input does not have to free them. The first ones were examined the longest time ago.
    large: VecDeque<Arc<dyn Any + Send + Sync>>,
}

impl ResultTable {
    /// Takes out the large results that a query examines which has made a result about this many tokens.
    fn looked_at(&mut self, tokens: usize) -> VecDeque<Arc<dyn Any + Send + Sync>> {
        let count = (tokens / TOKENS_FOR_A_LOOK).min(self.large.len());
        self.large.drain(..count).collect()
    }
}

/// The number of tokens from which on a result is large: freeing a smaller one does not delay an editor noticeably.
const LARGE: usize = 1 << 12;

/// A query examines one large result for each so many tokens of the one that it has made. So its cost does not depend on the number of kept
/// results, and at most an eighth of these are unused: while all are examined once, no more results than that are added.
const TOKENS_FOR_A_LOOK: usize = LARGE / 8;

/// The table of the last results. Clones share it.
#[derive(Clone, Default)]
pub struct LastResults {
    table: Arc<Mutex<ResultTable>>,
}

impl LastResults {
    fn lock(&self) -> MutexGuard<'_, ResultTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tokens that a file had last.
    pub(super) fn lexed(&self, file: FileId, options: LexOptions) -> Option<Arc<LexedFile>> {
        self.lock().lexed.get(&(file, options))?.lexed.upgrade()
    }

    /// Records the tokens of a file, and their difference from those `before`.
    pub(super) fn set_lexed(
        &self,
        (file, options): (FileId, LexOptions),
        lexed: &Arc<LexedFile>,
        before: Option<(&Arc<LexedFile>, TokenChange)>,
    ) {
        let before = before.map(|(before, change)| (Arc::downgrade(before), change));
        let last = LastLexed { lexed: Arc::downgrade(lexed), before };
        self.lock().lexed.insert((file, options), last);
    }

    /// The difference between the tokens of a file and those `before`, if it was recorded for this pair.
    pub(super) fn change(
        &self,
        file: (FileId, LexOptions),
        before: &Arc<LexedFile>,
        lexed: &Arc<LexedFile>,
    ) -> Option<TokenChange> {
        let table = self.lock();
        let last = table.lexed.get(&file)?;
        let (from, change) = last.before.as_ref()?;
        let is = |one: &Weak<LexedFile>, other: &Arc<LexedFile>| one.as_ptr() == Arc::as_ptr(other);
        (is(&last.lexed, lexed) && is(from, before)).then_some(*change)
    }

    /// The last result of a type about a unit.
    pub(super) fn of_unit<T: Any + Send + Sync>(&self, unit: salsa::Id) -> Option<Arc<T>> {
        self.lock().of_units.get(&(unit, TypeId::of::<T>()))?.upgrade()?.downcast().ok()
    }

    /// Keeps a large result about this many tokens alive until a later query frees it: when an input changes, the database frees the
    /// results that queries replaced, and the caller who changes the input must not wait for that. Here queries free them.
    pub fn hold<T: Any + Send + Sync>(&self, result: &Arc<T>, tokens: usize) {
        if tokens < LARGE {
            return;
        }
        let mut table = self.lock();
        let looked_at = table.looked_at(tokens);
        let (live, dead): (VecDeque<_>, VecDeque<_>) =
            looked_at.into_iter().partition(|each| Arc::strong_count(each) > 1);
        table.large.extend(live);
        table.large.push_back(Arc::clone(result) as _);
        drop(table);
        checkpoint::leave(dead, tokens);
    }

    /// Records a result about a unit.
    pub(super) fn set_of_unit<T: Any + Send + Sync>(&self, unit: salsa::Id, result: &Arc<T>) {
        let result = Arc::downgrade(result);
        self.lock().of_units.insert((unit, TypeId::of::<T>()), result);
    }

    /// Records the effects of the body of a function that a reader got.
    pub(super) fn note_effects(&self, unit: salsa::Id, function: Name, effects: Option<&Arc<BodyEffects>>) {
        let mut table = self.lock();
        let seen = table.effects.entry((unit, function)).or_insert_with(|| SeenEffects::of(effects));
        if !seen.are(effects) {
            *seen = SeenEffects::Several;
        }
    }

    /// The effects of the body of a function that were read since the unit got its environment.
    pub(super) fn seen_effects(&self, unit: salsa::Id, function: Name) -> Option<SeenEffects> {
        self.lock().effects.get(&(unit, function)).cloned()
    }

    /// The functions whose bodies' effects were read.
    pub(super) fn seen_functions(&self, unit: salsa::Id) -> Vec<Name> {
        self.lock().effects.keys().filter(|(of, _)| *of == unit).map(|(_, function)| *function).collect()
    }

    /// Records an environment of a unit together with the effects of the bodies of functions in it. Both are replaced under one lock:
    /// otherwise results would be attributed to another environment.
    pub(super) fn begin_environment<T: Any + Send + Sync>(
        &self,
        unit: salsa::Id,
        environment: &Arc<T>,
        effects: Vec<(Name, Option<Arc<BodyEffects>>)>,
    ) {
        let result = Arc::downgrade(environment);
        let mut table = self.lock();
        table.of_units.insert((unit, TypeId::of::<T>()), result);
        let seen =
            effects.into_iter().map(|(function, effects)| ((unit, function), SeenEffects::One(effects)));
        table.effects.extend(seen);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Weak};

    use super::{LARGE, LastResults, TOKENS_FOR_A_LOOK};

    #[test]
    fn a_large_result_is_freed_by_the_next_one() {
        let results = LastResults::default();
        let held = |tokens| -> Weak<u32> {
            let result = Arc::new(1);
            results.hold(&result, tokens);
            Arc::downgrade(&result)
        };
        let first = held(LARGE);
        assert!(first.upgrade().is_some());
        assert!(held(LARGE - 1).upgrade().is_none());
        assert!(first.upgrade().is_some());
        let second = held(LARGE);
        assert_eq!((first.upgrade(), second.upgrade().as_deref()), (None, Some(&1)));
    }

    #[test]
    fn a_large_result_that_is_used_stays() {
        let (results, used) = (LastResults::default(), Arc::new(1));
        results.hold(&used, LARGE);
        results.hold(&Arc::new(2), LARGE);
        assert_eq!(Arc::strong_count(&used), 2);
    }

    /// With thousands of large results, each query costs as much as with a few, and hardly more is kept than is used.
    #[test]
    fn where_many_are_held_a_few_are_looked_at() {
        let results = LastResults::default();
        let made = || {
            let result = Arc::new(1);
            results.hold(&result, LARGE);
            result
        };
        let mut used: Vec<Arc<u32>> = (0..4000).map(|_| made()).collect();
        assert_eq!(results.lock().looked_at(LARGE).len(), LARGE / TOKENS_FOR_A_LOOK);
        for number in 0..40_000 {
            used[number * 7 % 4000] = made();
            let held = results.lock().large.len();
            assert!(held <= 4000 * 8 / 7 + 1, "{held} after {number}");
        }
    }

    #[test]
    fn the_result_about_a_whole_file_frees_all_about_its_parts() {
        let results = LastResults::default();
        let parts = [(); 100].map(|()| Arc::new(1));
        parts.iter().for_each(|part| results.hold(part, LARGE));
        let watched = Arc::downgrade(&parts[99]);
        drop(parts);
        results.hold(&Arc::new(2), 100 * LARGE);
        assert!(watched.upgrade().is_none());
    }
}
