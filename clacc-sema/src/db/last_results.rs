//! The results that were computed last, from which the next ones are made after an edit.
//!
//! A query does not see what it gave before, so that it is noted here. These notes are no part of a result: with them or without
//! them, or with those of another text, a query gives the same. Therefore queries may read them although they are no
//! input. They own nothing: what the database drops is gone.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use clacc_syntax::lexer::{LexOptions, LexedFile, TokenChange};
use clacc_syntax::source::FileId;
use rustc_hash::FxHashMap;

use super::Unit;
use super::preprocessed::Rest;

/// A file that was lexed, and how that differs from what it was before.
struct LastLexed {
    lexed: Weak<LexedFile>,
    before: Option<(Weak<LexedFile>, TokenChange)>,
}

#[derive(Default)]
struct Table {
    lexed: FxHashMap<(FileId, LexOptions), LastLexed>,
    rests: FxHashMap<Unit, Weak<Rest>>,
}

/// The table of the last results. Clones share it.
#[derive(Clone, Default)]
pub struct LastResults {
    table: Arc<Mutex<Table>>,
}

impl LastResults {
    fn lock(&self) -> MutexGuard<'_, Table> {
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
    pub(super) fn rest(&self, unit: Unit) -> Option<Arc<Rest>> {
        self.lock().rests.get(&unit)?.upgrade()
    }

    /// Notes the rest of a unit.
    pub(super) fn set_rest(&self, unit: Unit, rest: &Arc<Rest>) {
        self.lock().rests.insert(unit, Arc::downgrade(rest));
    }
}
