//! Translates programs for tests.
#![allow(dead_code, reason = "each test program uses its part")]

use std::path::Path;
use std::sync::Arc;

use clacc_sema::db::files::{Loader, SourceFile, Volatility};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_syntax::parse::ParseLimits;
use clacc_ttx::dialect::{Dialect, Overrides};
use clacc_ttx::policy::{Clacc, MappingPolicy};
use clacc_ttx::query::Mapping;
use clacc_ttx::rewrite::{Mode, RewriteOptions, Spelling, apply};
use clacc_ttx::translate::{Translation, translate};

/// Headers of the machine, for programs that include them.
struct Headers;

impl Loader for Headers {
    fn load(&self, path: &str) -> Option<Arc<[u8]>> {
        path.starts_with('/').then(|| std::fs::read(Path::new(path)).ok().map(Arc::from))?
    }
}

/// The dialect whose threads share every loop, for tests about other things than the conditions of small loops.
pub(crate) fn without_small_loops(dialect: Dialect) -> Dialect {
    let mut overrides = Overrides::default();
    overrides.small_loops = Some(false);
    dialect.with(overrides)
}

/// A parsed program.
pub(crate) struct Program {
    pub(crate) db: Database,
    pub(crate) unit: Unit,
    pub(crate) main: SourceFile,
    source: Vec<u8>,
}

/// A translated program.
pub(crate) struct Translated {
    pub(crate) text: Vec<u8>,
    pub(crate) translation: Translation,
}

impl Translated {
    pub(crate) fn lossy(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

impl Program {
    pub(crate) fn new(source: &(impl AsRef<[u8]> + ?Sized)) -> Self {
        Program::with_headers(source, &[])
    }

    pub(crate) fn with_headers(source: &(impl AsRef<[u8]> + ?Sized), headers: &[(&str, &str)]) -> Self {
        let source = source.as_ref();
        let mut db = Database::recorded(Arc::new(Headers));
        for (path, text) in headers {
            set_text(&mut db, path, Some(text.as_bytes().into()), Volatility::Stable);
        }
        let main = set_text(&mut db, "main.c", Some(source.into()), Volatility::Edited);
        let options = clacc_syntax::preprocess::Options::default();
        let unit = Unit::new(&db, main, Arc::new(options), ParseLimits::default());
        Program { db, unit, main, source: source.to_vec() }
    }

    pub(crate) fn translate(&self, dialect: Dialect, options: RewriteOptions) -> Translated {
        self.translate_by(Arc::new(Clacc), dialect, options)
    }

    pub(crate) fn translate_by(
        &self,
        policy: Arc<dyn MappingPolicy>,
        dialect: Dialect,
        options: RewriteOptions,
    ) -> Translated {
        let mapping = Mapping::new(&self.db, policy, dialect.into());
        let translation = translate(&self.db, self.unit, mapping, &options);
        let text = apply(&self.source, translation.rewritten.edits_of(self.main.id(&self.db)));
        Translated { text, translation }
    }
}

/// Options that print expressions from the tree, with macros expanded.
pub(crate) fn expanded() -> RewriteOptions {
    RewriteOptions { spelling: Spelling::Expanded, ..RewriteOptions::default() }
}

/// Options that select a mode.
pub(crate) fn mode(mode: Mode) -> RewriteOptions {
    RewriteOptions { mode, ..RewriteOptions::default() }
}

/// Runs `work` for each item on as many threads as there are processors, and returns the results in order.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chunk = items.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = items
            .chunks(chunk)
            .map(|chunk| scope.spawn(move || chunk.iter().map(work).collect::<Vec<R>>()))
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("the work does not panic")).collect()
    })
}
