//! The results that were computed last, from which the next ones are made after an edit.
//!
//! A query does not see what it gave before, so that it is noted here. These notes are no part of a result: with them or without
//! them, or with those of another text, a query gives the same. Therefore queries may read them although they are no
//! input. They own nothing: what the database drops is gone, but for large results, which are freed by the next query that has one, and for
//! what was seen of the bodies of functions, which is small.

use std::any::{Any, TypeId};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use clacc_syntax::Name;
use clacc_syntax::checkpoint;
use clacc_syntax::lexer::{LexOptions, LexedFile, TokenChange};
use clacc_syntax::source::FileId;
use rustc_hash::FxHashMap;

use crate::dependence::BodyEffects;

/// What was seen of the body of a function by others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SeenEffects {
    /// These effects, or that they are not known.
    One(Option<Arc<BodyEffects>>),
    /// Not the same each time.
    Several,
}

impl SeenEffects {
    fn of(effects: Option<&Arc<BodyEffects>>) -> SeenEffects {
        SeenEffects::One(effects.cloned())
    }

    /// Whether nothing but these effects was seen.
    pub(super) fn are(&self, effects: Option<&Arc<BodyEffects>>) -> bool {
        matches!(self, SeenEffects::One(seen) if seen.as_ref() == effects)
    }
}

/// A file that was lexed, and how that differs from what it was before.
struct LastLexed {
    lexed: Weak<LexedFile>,
    before: Option<(Weak<LexedFile>, TokenChange)>,
}

#[derive(Default)]
struct ResultTable {
    lexed: FxHashMap<(FileId, LexOptions), LastLexed>,
    /// Results about units, by the numbers of these and by the types of the results. The types are those of queries, which a table for
    /// queries cannot name.
    of_units: FxHashMap<(salsa::Id, TypeId), Weak<dyn Any + Send + Sync>>,
    /// What was seen of the bodies of functions.
    effects: FxHashMap<(salsa::Id, Name), SeenEffects>,
    /// Large results, so that no change of an input frees them. Those in front were not looked at for the longest time.
    large: VecDeque<Arc<dyn Any + Send + Sync>>,
}

impl ResultTable {
    /// Takes out the large results that a query looks at, which has made one about so many tokens.
    fn looked_at(&mut self, tokens: usize) -> VecDeque<Arc<dyn Any + Send + Sync>> {
        let count = (tokens / TOKENS_FOR_A_LOOK).min(self.large.len());
        self.large.drain(..count).collect()
    }
}

/// To free a result about so many tokens takes an editor's user no time.
const LARGE: usize = 1 << 12;

/// A query looks at one result for so many tokens of the one that it has made. So it takes no longer where many are held, and
/// what nobody uses any more is at most an eighth of them: while all are looked at once, no more tokens than these are added
/// for each.
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

    /// Notes the tokens of a file, and what is new in them.
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

    /// What is new in the tokens of a file, if they were made of those `before`.
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

    /// Keeps a result about so many tokens until a query after its end, if it is large: the database frees what a query replaced when an
    /// input changes, and who changes it shall not wait for that. Here queries free it.
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

    /// Notes a result about a unit.
    pub(super) fn set_of_unit<T: Any + Send + Sync>(&self, unit: salsa::Id, result: &Arc<T>) {
        let result = Arc::downgrade(result);
        self.lock().of_units.insert((unit, TypeId::of::<T>()), result);
    }

    /// Notes what somebody was told of the body of a function.
    pub(super) fn note_effects(&self, unit: salsa::Id, function: Name, effects: Option<&Arc<BodyEffects>>) {
        let mut table = self.lock();
        let seen = table.effects.entry((unit, function)).or_insert_with(|| SeenEffects::of(effects));
        if !seen.are(effects) {
            *seen = SeenEffects::Several;
        }
    }

    /// What was seen of the body of a function since the unit has its environment.
    pub(super) fn seen_effects(&self, unit: salsa::Id, function: Name) -> Option<SeenEffects> {
        self.lock().effects.get(&(unit, function)).cloned()
    }

    /// The functions of whose bodies something was seen.
    pub(super) fn seen_functions(&self, unit: salsa::Id) -> Vec<Name> {
        self.lock().effects.keys().filter(|(of, _)| *of == unit).map(|(_, function)| *function).collect()
    }

    /// Notes an environment of a unit with what the bodies of functions do in it. Both at once: with the one and without the other, results
    /// would be taken for those of another environment.
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

    /// A session of thousands of large functions pays for each of them what one of a few pays, and keeps hardly more than is used.
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
