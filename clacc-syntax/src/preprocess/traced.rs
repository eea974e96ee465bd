//! The rest of a unit, preprocessed incrementally with the result of an earlier run over another text of the main file.
//!
//! A run leaves a [`Trace`]: restart points, and the files that it requested. The next run continues from the last restart point before the
//! edit. When it reaches a restart point after the edit in the state that the earlier run had there, it takes the rest of the earlier
//! result, with moved positions. Otherwise it reads on to the end. The earlier run never changes the result, only the time that a run
//! takes.
//!
//! The next run asks the provider of files the same questions again, so that a query which runs it depends on the same files. It
//! reuses the earlier output behind the first old restart point at which its state is the old one: open conditionals, macros,
//! numbers of positions, made text. The number of the line is part of that state only where `__LINE__` is read behind. `#line`,
//! `#pragma push_macro`, a main file that includes itself, an unterminated comment and limits that were met are in no restart
//! point: a run with one of them is never reused. **A new field in the state of `reader`, `expander` or `files` belongs into its
//! mark, or into `is_steady`**; otherwise an edit gives an output that a run from nothing does not give.

use std::sync::Arc;

use super::files::{Frame, Noted, count_lines};
use super::output::map::MapBuilder;
use super::output::{MovedPlaces, Output};
use super::reads::{Answers, NotedFiles};
use super::restart_points::{Earlier, MacroEntry, Recorder, RestartPoint, RestartState};
use super::{Driver, PrefixState};
use crate::lexer::{LexedFile, TokenChange};
use crate::source::{FileId, FileProvider};
use crate::unit::{MAIN_FILE_LIMIT, Preprocessed};

/// The default number of tokens between two restart points.
pub const RESTART_DISTANCE: usize = 128;

/// The state of a run that a later run can be resumed from.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The result of the prefix, which is compared by address.
    prefix: Arc<Preprocessed>,
    /// The tokens of the main file.
    main: Arc<LexedFile>,
    reads: Answers,
    restart_points: Vec<RestartPoint>,
    journal: Vec<MacroEntry>,
    /// The files that were marked as not to be read again.
    done: Vec<FileId>,
    noted: Noted,
    tokens_left: usize,
    /// true if the restart points hold the whole state of the run.
    is_steady: bool,
}

impl Trace {
    /// The tokens of the main file in this run.
    pub fn main(&self) -> &Arc<LexedFile> {
        &self.main
    }
}

/// The rest of a unit, and the trace for preprocessing it again.
#[derive(Clone, Debug)]
pub struct TracedRest {
    /// The result, which equals that of [`preprocess_rest`](super::preprocess_rest).
    pub preprocessed: Preprocessed,
    /// The trace for the next run.
    pub trace: Trace,
    /// The tokens of the result that were produced by the new run. None if all of them were.
    pub change: Option<TokenChange>,
}

/// An earlier run, and the change of the main file since then.
#[derive(Clone, Copy, Debug)]
pub struct EarlierRest<'t> {
    /// The result of the earlier run.
    pub preprocessed: &'t Preprocessed,
    /// The trace of the earlier run.
    pub trace: &'t Trace,
    /// The tokens of the main file that differ from those of [`Trace::main`].
    pub change: TokenChange,
}

/// Preprocesses the main file after its prefix, as [`preprocess_rest`](super::preprocess_rest) does, with a restart point every `distance`
/// tokens. With an earlier run, the cost is a copy of the result and the work for the tokens around the edit, unless the edit changes a
/// state on which the text after it depends.
pub fn preprocess_rest_traced(
    state: &PrefixState,
    provider: &dyn FileProvider,
    main: FileId,
    distance: usize,
    earlier: Option<EarlierRest<'_>>,
) -> TracedRest {
    let files = NotedFiles::new(provider, main);
    let parent = Some(Arc::clone(&state.preprocessed.map));
    let mut driver = Driver::new(&state.options, &files, main, &state.carried, parent);
    let lexed = provider.lexed(main);
    let resumption = earlier.and_then(|earlier| Resumption::of(earlier, state, provider, &lexed));
    let Some(resumption) = resumption else {
        driver.expander.keep_journal();
        driver.reader.recorder = Some(Recorder::new(distance, None));
        driver.run_main(state.len, None);
        let end = driver.finish();
        return end.traced(state, lexed, files.finish(), None);
    };
    driver.resume_main(&resumption, main, distance);
    let (end, change) = driver.finish_resumed(&resumption, main, &lexed);
    let mut reads = files.finish();
    reads.add(&resumption.earlier.trace.reads);
    end.traced(state, lexed, reads, Some(change))
}

/// An earlier run that can be resumed.
struct Resumption<'t> {
    earlier: EarlierRest<'t>,
    /// The index of the restart point before the edit.
    from: usize,
    has_same_lines: bool,
}

impl<'t> Resumption<'t> {
    fn of(
        earlier: EarlierRest<'t>,
        state: &PrefixState,
        provider: &dyn FileProvider,
        lexed: &LexedFile,
    ) -> Option<Resumption<'t>> {
        let EarlierRest { trace, change, .. } = earlier;
        let limit = state.options.limits.unit_tokens;
        let first = trace.restart_points.first()?.token;
        let start = lexed.starts.before(state.len);
        let can = trace.is_steady
            && Arc::ptr_eq(&trace.prefix, &state.preprocessed)
            && trace.main.problem.is_none()
            && lexed.problem.is_none()
            && trace.main.len() <= limit
            && lexed.len() <= limit
            && (state.len == 0 || first == start.min(lexed.len() - 1))
            && trace.reads.hold(provider);
        // The run resumes before the token that precedes the edit, because the reading of a name may look at the next token.
        let from = trace.restart_points.partition_point(|old| old.token < change.first);
        // If the change begins at the first token, lines before it may have been removed too.
        let lines = |file: &LexedFile, end: usize| {
            let start = if change.first == 0 { 0 } else { file.starts.get(change.first) as usize };
            count_lines(&file.text[start..file.starts.get(end) as usize])
        };
        can.then(|| Resumption {
            earlier,
            from: from.saturating_sub(1),
            has_same_lines: change.old_end < trace.main.len()
                && lines(&trace.main, change.old_end) == lines(lexed, change.new_end),
        })
    }

    fn restart_point(&self) -> &'t RestartPoint {
        &self.earlier.trace.restart_points[self.from]
    }

    fn as_earlier(&self, unit_limit: usize) -> Earlier<'t> {
        let EarlierRest { trace, change, .. } = self.earlier;
        Earlier {
            restart_points: &trace.restart_points,
            from: self.from,
            journal: &trace.journal,
            behind: change.old_end,
            by: change.new_end.wrapping_sub(change.old_end).cast_signed(),
            line_reads: (!self.has_same_lines).then_some(trace.noted.line_reads),
            tokens_left: trace.tokens_left,
            largest: trace.noted.largest,
            unit_limit,
        }
    }
}

impl<'a> Driver<'a> {
    /// Reads the main file from a restart point of an earlier run on.
    fn resume_main<'t: 'a>(&mut self, resumption: &Resumption<'t>, main: FileId, distance: usize) {
        let EarlierRest { preprocessed, trace, .. } = resumption.earlier;
        let limits = self.reader.options.limits;
        let from = resumption.restart_point();
        let RestartState { map, files, macros, open } = &from.state;
        // The file is read through the provider that records it.
        let lexed = self.reader.files.lexed(main);
        let length = u32::try_from(lexed.text.len()).unwrap_or(u32::MAX);
        let map =
            MapBuilder::resumed(&preprocessed.map, map, from.output.expansions, limits.made_text, length);
        self.reader.out = Output::resumed(preprocessed, &from.output, map);
        let noted = Noted { line_reads: from.line_reads, ..trace.noted };
        self.reader.files.resume(*files, &trace.done[..files.done], noted);
        self.expander.resume(&trace.journal[..macros.entries], *macros, from.tokens_left);
        let earlier = resumption.as_earlier(limits.unit_tokens);
        self.reader.recorder = Some(Recorder::new(distance, Some(earlier)));
        let limit = lexed.len() - 1;
        let frame = Frame::new(lexed, 0, Some(main), self.reader.files.path(main));
        self.reader.push_file(frame.between(from.token, limit));
        self.reader.conditionals.resume(open);
        self.reader.run(&mut self.expander);
    }

    /// Returns the end of a run that reached the end of the file.
    fn finish(self) -> RunEnd {
        let Driver { reader, expander } = self;
        let is_steady = reader.is_steady(&expander);
        let mut restart_points = reader.recorder.map(|recorder| recorder.restart_points).unwrap_or_default();
        restart_points.shrink_to_fit();
        RunEnd {
            noted: reader.files.noted(),
            done: reader.files.done_here().to_vec(),
            tokens_left: expander.tokens_left(),
            journal: expander.journal().map(|journal| journal.entries.clone()).unwrap_or_default(),
            restart_points,
            is_steady,
            preprocessed: reader.out.finish(),
        }
    }

    /// Returns the end of a resumed run, completed from the earlier run, and the tokens of the result that were produced by the new run.
    fn finish_resumed(
        mut self,
        resumption: &Resumption<'_>,
        main: FileId,
        lexed: &LexedFile,
    ) -> (RunEnd, TokenChange) {
        let EarlierRest { preprocessed, trace, .. } = resumption.earlier;
        let first = resumption.restart_point().output.tokens as usize;
        let met = self.reader.recorder.as_mut().and_then(|recorder| recorder.met.take());
        let Some((met, new)) = met else {
            let end = self.finish();
            let new_end = end.preprocessed.tokens.len();
            return (end, TokenChange { first, old_end: preprocessed.tokens.len(), new_end });
        };
        let old = &trace.restart_points[met];
        let first_expansion = preprocessed.map.first_expansion;
        let moved = moved(main, first_expansion, (&trace.main, old), (lexed, &new));
        let mark = &old.state.map;
        self.reader.out.map.append(&preprocessed.map, mark, old.output.expansions, &moved);
        self.reader.out.append(preprocessed, &old.output, &moved);
        let mut end = self.finish();
        end.follow(trace, old, &new, met, &moved);
        let change =
            TokenChange { first, old_end: old.output.tokens as usize, new_end: new.output.tokens as usize };
        (end, change)
    }
}

/// Returns the differences of positions after a restart point of the earlier run and the equivalent one of this run.
fn moved(
    main: FileId,
    first_expansion: u32,
    old: (&LexedFile, &RestartPoint),
    new: (&LexedFile, &RestartPoint),
) -> MovedPlaces {
    let at = |(file, restart_point): (&LexedFile, &RestartPoint)| file.starts.get(restart_point.token);
    let (old_output, new_output) = (old.1.output, new.1.output);
    MovedPlaces {
        main,
        from: at(old).min(MAIN_FILE_LIMIT - 1),
        by: at(new).wrapping_sub(at(old)),
        expansion: first_expansion + old_output.expansions,
        expansions_by: new_output.expansions.wrapping_sub(old_output.expansions),
        tokens_by: new_output.tokens.wrapping_sub(old_output.tokens),
    }
}

/// The results and the final state of a run.
struct RunEnd {
    preprocessed: Preprocessed,
    restart_points: Vec<RestartPoint>,
    journal: Vec<MacroEntry>,
    done: Vec<FileId>,
    noted: Noted,
    tokens_left: usize,
    is_steady: bool,
}

impl RunEnd {
    /// Appends the part of an earlier run's trace that follows its restart point `old`, which corresponds to `new` in this run.
    fn follow(
        &mut self,
        trace: &Trace,
        old: &RestartPoint,
        new: &RestartPoint,
        met: usize,
        moved: &MovedPlaces,
    ) {
        let behind = trace.restart_points[met..].iter();
        self.restart_points.extend(behind.map(|each| each.moved(old, new, moved)));
        let behind = trace.journal[old.state.macros.entries..].iter();
        let entry = |(name, definition): &MacroEntry| {
            (*name, definition.as_ref().map(|definition| definition.moved(&|pos| moved.pos(pos))))
        };
        self.journal.extend(behind.map(entry));
        self.done.extend_from_slice(&trace.done[old.state.files.done..]);
        let line_reads = trace.noted.line_reads - old.line_reads + new.line_reads;
        let grown = new.output.tokens.saturating_sub(old.output.tokens) as usize;
        let largest = self.noted.largest.max(trace.noted.largest + grown);
        self.noted = Noted { line_reads, largest, ..self.noted };
        self.tokens_left = trace.tokens_left + new.tokens_left - old.tokens_left;
    }

    fn traced(
        self,
        state: &PrefixState,
        main: Arc<LexedFile>,
        reads: Answers,
        change: Option<TokenChange>,
    ) -> TracedRest {
        let trace = Trace {
            prefix: Arc::clone(&state.preprocessed),
            main,
            reads,
            restart_points: self.restart_points,
            journal: self.journal,
            done: self.done,
            noted: self.noted,
            tokens_left: self.tokens_left,
            is_steady: self.is_steady,
        };
        TracedRest { preprocessed: self.preprocessed, trace, change }
    }
}
