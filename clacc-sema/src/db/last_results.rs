//! The results that were computed last, from which the next ones are made after an edit.
//!
//! A query does not see what it gave before, so that it is noted here. These notes are no part of a result: with them or without
//! them, or with those of another text, a query gives the same. Therefore queries may read them although they are no
//! input. They own nothing: what the database drops is gone, but for large results, which are freed by the next query that has one.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use clacc_syntax::lexer::{LexOptions, LexedFile, TokenChange};
use clacc_syntax::source::FileId;
use rustc_hash::FxHashMap;

/// A file that was lexed, and how that differs from what it was before.
struct LastLexed {
    lexed: Weak<LexedFile>,
    before: Option<(Weak<LexedFile>, TokenChange)>,
}

#[derive(Default)]
struct ResultTable {
    lexed: FxHashMap<(FileId, LexOptions), LastLexed>,
    /// The rests of units, by the numbers of these. Their type is that of a query, which a table for queries cannot name.
    rests: FxHashMap<salsa::Id, Weak<dyn Any + Send + Sync>>,
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

    /// The rest of a unit, as it was last.
    pub(super) fn rest<T: Any + Send + Sync>(&self, unit: salsa::Id) -> Option<Arc<T>> {
        self.lock().rests.get(&unit)?.upgrade()?.downcast().ok()
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
        drop(dead);
    }

    /// Notes the rest of a unit.
    pub(super) fn set_rest<T: Any + Send + Sync>(&self, unit: salsa::Id, rest: &Arc<T>) {
        let rest = Arc::downgrade(rest);
        self.lock().rests.insert(unit, rest);
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
