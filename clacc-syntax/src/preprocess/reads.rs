//! The files that a run requested from its provider.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Names;
use crate::lexer::LexedFile;
use crate::source::{FileId, FileProvider};

/// The answers of a provider, except those about the main file.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    found: FxHashMap<String, Option<FileId>>,
    lexed: FxHashMap<FileId, Arc<LexedFile>>,
    /// The number of times that the main file was read.
    main: u32,
}

impl Answers {
    /// Returns whether a provider gives the same answers now. All questions are asked again, so that a provider that records the
    /// dependences of its user records these as well.
    pub(super) fn hold(&self, provider: &dyn FileProvider) -> bool {
        let mut hold = self.main == 1;
        #[expect(clippy::iter_over_hash_type, reason = "the order of the questions leaves no trace")]
        for (path, found) in &self.found {
            hold &= provider.find(path) == *found;
        }
        #[expect(clippy::iter_over_hash_type, reason = "the order of the questions leaves no trace")]
        for (file, lexed) in &self.lexed {
            hold &= Arc::ptr_eq(&provider.lexed(*file), lexed);
        }
        hold
    }

    /// Adds the answers that an earlier run got.
    pub(super) fn add(&mut self, earlier: &Answers) {
        self.found.extend(earlier.found.iter().map(|(path, found)| (path.clone(), *found)));
        self.lexed.extend(earlier.lexed.iter().map(|(file, lexed)| (*file, Arc::clone(lexed))));
    }
}

/// A provider that records its answers.
pub(super) struct NotedFiles<'p> {
    provider: &'p dyn FileProvider,
    main: FileId,
    reads: RefCell<Answers>,
}

impl<'p> NotedFiles<'p> {
    pub(super) fn new(provider: &'p dyn FileProvider, main: FileId) -> Self {
        NotedFiles { provider, main, reads: RefCell::default() }
    }

    pub(super) fn finish(self) -> Answers {
        self.reads.into_inner()
    }
}

impl FileProvider for NotedFiles<'_> {
    fn names(&self) -> &Names {
        self.provider.names()
    }

    fn find(&self, path: &str) -> Option<FileId> {
        let found = self.provider.find(path);
        self.reads.borrow_mut().found.insert(path.to_owned(), found);
        found
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.provider.path(file)
    }

    fn lexed(&self, file: FileId) -> Arc<LexedFile> {
        let lexed = self.provider.lexed(file);
        let mut reads = self.reads.borrow_mut();
        if file == self.main {
            reads.main += 1;
        } else {
            reads.lexed.insert(file, Arc::clone(&lexed));
        }
        lexed
    }
}
