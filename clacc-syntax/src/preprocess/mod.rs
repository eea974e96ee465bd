//! The C preprocessor: translation phase 4 (C17 6.10), with what GNU system headers use.
//!
//! It never fails: what is wrong becomes a diagnostic, and reading goes on. Every token it passes on knows where it came
//! from. `#pragma acc`, `#pragma omp` and their `_Pragma` forms arrive in the token stream as directives.
//!
//! A unit can be preprocessed in two stages. The first covers the leading run of `#include`s
//! ([`prefix_len`], [`preprocess_prefix`]) and depends on nothing behind it, so it stays valid while the rest of the file is
//! edited; the second ([`preprocess_rest`]) goes on from there without copying what the headers contributed.

mod builtins;
pub mod codes;
mod conditionals;
mod define;
mod directives;
mod evaluation;
mod expansion;
mod includes;
mod macros;
mod options;
mod pragmas;
mod prefix;
mod reading;
mod state;
mod substitution;
mod token;

use std::sync::Arc;

use crate::lexer::{LexedFile, lex};
use crate::source::{FileId, FileProvider};
use crate::unit::{MAIN_FILE_LIMIT, Pos, Preprocessed, StretchContent};
pub use options::{Dates, Define, Limits, Options, Standard};
pub use prefix::prefix_len;
use state::{Carried, Frame, Preprocessor};

/// What the leading run of a unit leaves: its tokens, and all that the rest needs to go on. Equal states let the rest
/// yield equal results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrefixState {
    /// The options, for the rest.
    options: Arc<Options>,
    /// What the run itself yields: the tokens of the headers and forced includes.
    pub preprocessed: Arc<Preprocessed>,
    /// How many bytes of the main file it covers. Less than asked for when a header includes the main file.
    pub len: u32,
    carried: Arc<Carried>,
}

/// Preprocesses what comes before a unit's own text: predefined macros, `-D` and `-U`, forced includes, and the first
/// `prefix_text_len` bytes of the main file, which must end at the start of a line with all conditionals closed (see
/// [`prefix_len`]). Nothing of the main file behind them is looked at.
pub fn preprocess_prefix(
    options: &Options,
    provider: &dyn FileProvider,
    main: FileId,
    prefix_text_len: u32,
) -> PrefixState {
    let options = Arc::new(options.clone());
    let mut len = prefix_text_len;
    loop {
        let carried = Carried::start(&options);
        let mut preprocessor = Preprocessor::new(&options, provider, main, &carried, None);
        preprocessor.in_prefix = true;
        preprocessor.run_before_main();
        preprocessor.run_main(0, Some(len));
        // A header that includes the main file would let the prefix depend on what follows it: the prefix ends before.
        if let Some(shorter) = preprocessor.self_inclusion.filter(|shorter| *shorter < len) {
            len = shorter;
            continue;
        }
        let carried = Arc::new(preprocessor.carry());
        let preprocessed = Arc::new(preprocessor.finish());
        return PrefixState { options, preprocessed, len, carried };
    }
}

/// Preprocesses the main file behind its prefix. The result's map resolves positions of the prefix too; its tokens
/// are those of the rest only.
pub fn preprocess_rest(state: &PrefixState, provider: &dyn FileProvider, main: FileId) -> Preprocessed {
    let parent = Some(Arc::clone(&state.preprocessed.map));
    let mut preprocessor = Preprocessor::new(&state.options, provider, main, &state.carried, parent);
    preprocessor.run_main(state.len, None);
    preprocessor.close_stage();
    preprocessor.finish()
}

/// Preprocesses a whole unit in one go.
pub fn preprocess(options: &Options, provider: &dyn FileProvider, main: FileId) -> Preprocessed {
    let carried = Carried::start(options);
    let mut preprocessor = Preprocessor::new(options, provider, main, &carried, None);
    preprocessor.run_before_main();
    preprocessor.run_main(0, None);
    preprocessor.close_stage();
    preprocessor.finish()
}

impl Carried {
    /// What a unit starts with.
    fn start(options: &Options) -> Carried {
        Carried {
            next_base: MAIN_FILE_LIMIT,
            tokens_left: options.limits.expansion_tokens,
            inclusions_left: options.limits.inclusions,
            ..Carried::default()
        }
    }
}

impl Preprocessor<'_> {
    /// Reads the predefined macros, the command line, and forced includes.
    fn run_before_main(&mut self) {
        self.define_builtins();
        let predefined = self.options.predefined_text();
        self.run_made(&predefined, "<built-in>");
        self.run_made(&self.options.command_line_text().into(), "<command-line>");
        self.macros.share();
        for name in &self.options.forced_includes {
            self.forced_include(name);
            self.run();
        }
    }

    /// Reads text that stands in no file.
    fn run_made(&mut self, text: &Arc<str>, label: &'static str) {
        let lexed = Arc::new(lex(self.names, Arc::from(text.as_bytes())));
        let content = StretchContent::Made { text: Arc::clone(text), label };
        if let Some(base) = self.take_stretch(text.len(), content) {
            self.push_file(Frame { system: true, ..Frame::new(lexed, base, None, Arc::from(label)) });
            self.run();
        }
    }

    /// Reads the main file from byte `from`, up to byte `to` or its end.
    fn run_main(&mut self, from: u32, to: Option<u32>) {
        let lexed = self.provider.lexed(self.main);
        self.open_main_stretch(to.unwrap_or_else(|| u32::try_from(lexed.text.len()).unwrap_or(u32::MAX)));
        let index_of =
            |offset: u32| lexed.starts.partition_point(|start| *start < offset).min(lexed.len() - 1);
        let next = if from == 0 { 0 } else { index_of(from) };
        let limit = self.main_limit(&lexed, to.map_or(lexed.len() - 1, index_of));
        let next_directive = lexed.directives.partition_point(|hash| (*hash as usize) < next);
        let frame = Frame::new(Arc::clone(&lexed), 0, Some(self.main), Arc::clone(&self.main_path));
        self.push_file(Frame { next, limit, next_directive, ..frame });
        self.reserve(limit - next);
        self.run();
    }

    /// Where reading the main file stops: `end`, or before it in a file that is larger than a unit may be.
    fn main_limit(&mut self, lexed: &LexedFile, end: usize) -> usize {
        let limit = self.options.limits.unit_tokens;
        if end <= limit {
            return end;
        }
        let at = Pos(lexed.starts[limit]);
        self.report_once(
            &codes::PP0005,
            (at, at),
            "the unit grows too large; the rest of the file is left out",
        );
        limit
    }

    /// Nothing follows this stage.
    fn close_stage(&mut self) {
        self.close_conditionals(0);
    }
}
