//! On no bytes does the preprocessor panic, hang or use unbounded memory.
#![no_main]

use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::lexer::{self, LexedFile};
use clacc_syntax::preprocess::{self, Options};
use clacc_syntax::source::{FileId, FileProvider};
use libfuzzer_sys::fuzz_target;

/// A file provider with one file. Every `#include` finds that file, so that it includes itself.
struct Single(Arc<LexedFile>);

impl FileProvider for Single {
    fn names(&self) -> &Names {
        &self.0.names
    }
    fn find(&self, _path: &str) -> Option<FileId> {
        Some(FileId(0))
    }
    fn path(&self, _file: FileId) -> Arc<str> {
        "input.c".into()
    }
    fn lexed(&self, _file: FileId) -> Arc<LexedFile> {
        self.0.clone()
    }
}

fuzz_target!(|bytes: &[u8]| {
    let provider = Single(Arc::new(lexer::lex(&Names::default(), bytes.into())));
    let _ = preprocess::preprocess(&Options::default(), &provider, FileId(0));
});
