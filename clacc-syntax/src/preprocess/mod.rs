//! The C preprocessor: translation phase 4 (C17 6.10), and the extensions that GNU system headers use.
//!
//! It never fails: an error becomes a diagnostic, and reading continues. Every token of the result knows
//! where it came from. `#pragma acc`, `#pragma omp` and their `_Pragma` forms arrive in the token stream as
//! directives.
//!
//! A unit can be preprocessed in two stages. The first one covers the leading run of `#include`s
//! ([`prefix_len`], [`preprocess_prefix`]). It does not depend on the text after the run, so its result
//! stays valid while the rest of the file is edited. The second one ([`preprocess_rest`]) continues from
//! there without copying the tokens of the headers.
//!
//! The state has four owners: `files` (which files are open, where headers are found), `conditionals`, `expander` (macros and
//! their expansion) and `output` (tokens, positions, findings). `reader` follows directives with all of them. An expansion that
//! needs the next token of a file asks for it through the trait `Surroundings`, so that no owner knows the reader.

pub mod codes;
mod conditionals;
mod evaluation;
mod expander;
mod files;
mod line;
mod options;
mod output;
mod prefix;
mod reader;
mod reads;
mod restart_points;
mod token;
mod traced;

use std::sync::Arc;

use crate::lexer::{LexedFile, lex};
use crate::source::{FileId, FileProvider};
use crate::unit::{MAIN_FILE_LIMIT, Pos, Preprocessed, SourceMap};
use conditionals::Conditionals;
use expander::{Expander, MacroTable};
use files::{FileStack, Frame};
pub use options::{Dates, Define, Edition, OPENACC_VERSION, Options, PreprocessLimits};
use output::Output;
use output::map::MapBuilder;
pub use prefix::prefix_len;
use reader::{Reader, Stage};
use rustc_hash::FxHashSet;
pub use traced::{EarlierRest, RESTART_DISTANCE, Trace, TracedRest, preprocess_rest_traced};

/// The result of the first stage: the tokens of the leading run of a unit, and the state that the rest
/// continues with. From equal states, equal rests give equal results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrefixState {
    /// The options, for the second stage.
    options: Arc<Options>,
    /// The tokens of the headers and of forced includes.
    pub preprocessed: Arc<Preprocessed>,
    /// The number of bytes of the main file that the prefix covers. It is less than the requested number if a header includes the main
    /// file.
    pub len: u32,
    carried: Arc<Carried>,
}

/// Preprocesses what comes before a unit's own text: predefined macros, `-D` and `-U`, forced includes, and
/// the first `prefix_text_len` bytes of the main file, which must end at the start of a line with all
/// conditionals closed (see [`prefix_len`]). The rest of the main file is not read.
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
        let mut driver = Driver::new(&options, provider, main, &carried, None);
        driver.reader.stage = Stage::Prefix(None);
        driver.run_before_main();
        driver.run_main(0, Some(len));
        // If a header includes the main file, the prefix would depend on the text after it. Therefore the prefix ends before that header.
        if let Stage::Prefix(Some(shorter)) = driver.reader.stage
            && shorter < len
        {
            len = shorter;
            continue;
        }
        let carried = Arc::new(driver.carry());
        let preprocessed = Arc::new(driver.reader.out.finish());
        return PrefixState { options, preprocessed, len, carried };
    }
}

/// Preprocesses the main file after its prefix. The map of the result also resolves positions of the
/// prefix; the tokens are those of the rest only.
pub fn preprocess_rest(state: &PrefixState, provider: &dyn FileProvider, main: FileId) -> Preprocessed {
    let parent = Some(Arc::clone(&state.preprocessed.map));
    let mut driver = Driver::new(&state.options, provider, main, &state.carried, parent);
    driver.run_main(state.len, None);
    driver.reader.out.finish()
}

/// Preprocesses a whole unit in one go.
pub fn preprocess(options: &Options, provider: &dyn FileProvider, main: FileId) -> Preprocessed {
    let carried = Carried::start(options);
    let mut driver = Driver::new(options, provider, main, &carried, None);
    driver.run_before_main();
    driver.run_main(0, None);
    driver.reader.out.finish()
}

/// The state that one stage passes to the next, besides its result.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Carried {
    macros: MacroTable,
    once: FxHashSet<FileId>,
    /// The first position after the stretches of this stage, and the number of expansions so far.
    positions: (u32, u32),
    tokens_left: usize,
    inclusions_left: usize,
}

impl Carried {
    /// Returns the state at the start of a unit.
    fn start(options: &Options) -> Carried {
        Carried {
            macros: MacroTable::new(),
            once: FxHashSet::default(),
            positions: (MAIN_FILE_LIMIT, 0),
            tokens_left: options.limits.expansion_tokens,
            inclusions_left: options.limits.inclusions,
        }
    }
}

/// Runs a stage: the reader, and the expander that it uses.
struct Driver<'a> {
    reader: Reader<'a>,
    expander: Expander,
}

impl<'a> Driver<'a> {
    /// Makes a driver that continues from `carried`.
    fn new(
        options: &'a Options,
        provider: &'a dyn FileProvider,
        main: FileId,
        carried: &Carried,
        parent: Option<Arc<SourceMap>>,
    ) -> Self {
        let (base, expansions) = carried.positions;
        let map = MapBuilder::new(base, expansions, parent, options.limits.made_text);
        let once = carried.once.clone();
        let reader = Reader {
            options,
            files: FileStack::new(options, provider, main, once, carried.inclusions_left),
            conditionals: Conditionals::default(),
            out: Output::new(provider.names(), map),
            stage: Stage::Rest,
            recorder: None,
        };
        Driver { reader, expander: Expander::new(options, carried.macros.clone(), carried.tokens_left) }
    }

    /// Returns the state with which the next stage continues.
    fn carry(&mut self) -> Carried {
        let (macros, tokens_left) = self.expander.carried();
        let (once, inclusions_left) = self.reader.files.carried();
        Carried { macros, once, positions: self.reader.out.map.end(), tokens_left, inclusions_left }
    }

    /// Reads the predefined macros, the command line, and forced includes.
    fn run_before_main(&mut self) {
        let options = self.reader.options;
        self.run_made(&options.predefined_text(), "<built-in>");
        self.run_made(&options.command_line_text().into(), "<command-line>");
        self.expander.share_macros();
        for name in &options.forced_includes {
            self.reader.forced_include(name);
            self.reader.run(&mut self.expander);
        }
    }

    /// Reads a text that is in no file.
    fn run_made(&mut self, text: &Arc<str>, label: &'static str) {
        let lexed = lex(self.reader.out.names(), Arc::from(text.as_bytes()));
        self.reader.push_made(text, lexed, label);
        self.reader.run(&mut self.expander);
    }

    /// Reads the main file from byte `from`, up to byte `to` or its end.
    fn run_main(&mut self, from: u32, to: Option<u32>) {
        let main = self.reader.files.main();
        let lexed = self.reader.files.lexed(main);
        let len = to.unwrap_or_else(|| u32::try_from(lexed.text.len()).unwrap_or(u32::MAX));
        self.reader.out.map.open_main_stretch(main, len);
        let index_of = |offset: u32| lexed.starts.before(offset).min(lexed.len() - 1);
        let next = if from == 0 { 0 } else { index_of(from) };
        let limit = self.main_limit(&lexed, to.map_or(lexed.len() - 1, index_of));
        let frame = Frame::new(Arc::clone(&lexed), 0, Some(main), self.reader.files.path(main));
        self.reader.push_file(frame.between(next, limit));
        self.reader.out.reserve(limit - next);
        self.reader.run(&mut self.expander);
    }

    /// Returns the token at which reading the main file stops: `end`, or an earlier one if the file is larger than a unit may be.
    fn main_limit(&mut self, lexed: &LexedFile, end: usize) -> usize {
        let limit = self.reader.options.limits.unit_tokens;
        if end <= limit {
            return end;
        }
        let at = Pos(lexed.starts.get(limit));
        let message = "the unit grows too large; the rest of the file is left out";
        self.reader.out.report_once(&codes::PP0005, (at, at), message);
        limit
    }
}
