//! The files that are being read, innermost last, and the search for further ones.

mod search;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::line::DirectiveLine;
use super::options::Options;
use super::token::PpToken;
use crate::Name;
use crate::lexer::{LexProblem, LexedFile};
use crate::source::{FileId, FileProvider, FileRange};
use crate::token::TokenKind;
use crate::unit::Pos;
pub(crate) use search::{FoundHeader, Header, header_in_bytes};
use search::{SearchPath, join};

/// An open file, or an open text that is in no file.
pub(crate) struct Frame {
    lexed: Arc<LexedFile>,
    /// The position of its first byte in the unit.
    base: u32,
    /// The index of the next token.
    next: usize,
    /// The index of the token at which reading stops: the final `Eof`, or the end of the prefix.
    limit: usize,
    /// The index of the next entry of `lexed.directives`.
    next_directive: usize,
    /// The file; none for the predefined macros and the command line.
    file: Option<FileId>,
    /// true for a system header, in which warnings are not reported.
    system: bool,
    /// The path by which it was found.
    path: Arc<str>,
    /// The index of the directory of the search path that contains the file.
    found_in: Option<usize>,
    /// The file name and line numbers that `#line` and similar directives have set.
    presumed: Presumed,
    /// The last offset whose line was requested, and that line, counted from 0.
    line_cursor: (usize, u32),
}

/// The file name and line numbers that messages and macros show.
struct Presumed {
    /// The name that `__FILE__` shows.
    path: Arc<str>,
    /// The difference between the line numbers that `#line` sets and those of the file.
    line_shift: i64,
}

impl Frame {
    /// Makes a frame of a file that is read from its start to its end and was not found in the search path.
    pub(crate) fn new(lexed: Arc<LexedFile>, base: u32, file: Option<FileId>, path: Arc<str>) -> Frame {
        Frame {
            base,
            next: 0,
            limit: lexed.len() - 1,
            next_directive: 0,
            file,
            system: false,
            presumed: Presumed { path: Arc::clone(&path), line_shift: 0 },
            path,
            found_in: None,
            line_cursor: (0, 0),
            lexed,
        }
    }

    /// Makes a frame of a text that is in no file.
    pub(crate) fn made(lexed: Arc<LexedFile>, base: u32, label: &str) -> Frame {
        Frame { system: true, ..Frame::new(lexed, base, None, Arc::from(label)) }
    }

    /// Makes a frame of a header that was found in the search path.
    pub(crate) fn header(lexed: Arc<LexedFile>, base: u32, found: FoundHeader, path: Arc<str>) -> Frame {
        let frame = Frame::new(lexed, base, Some(found.file), path);
        Frame { system: found.system, found_in: found.directory, ..frame }
    }

    /// Returns the frame, restricted to the tokens from `from` to `limit`.
    pub(crate) fn between(self, from: usize, limit: usize) -> Frame {
        let next_directive = self.lexed.directives.partition_point(|hash| (*hash as usize) < from);
        Frame { next: from, limit, next_directive, ..self }
    }

    /// Returns the position and the path of a file that is too long to be lexed.
    pub(crate) fn too_long(&self) -> Option<(Pos, &str)> {
        (self.lexed.problem == Some(LexProblem::TooLong)).then_some((Pos(self.base), &*self.path))
    }

    /// Returns the start of a comment without an end. The result is none unless reading stops at the end of the file.
    pub(crate) fn unterminated_comment(&self) -> Option<Pos> {
        let at_end = self.limit + 1 == self.lexed.len();
        match self.lexed.problem.filter(|_| at_end) {
            Some(LexProblem::UnterminatedComment(at)) => Some(Pos(self.base + at)),
            _ => None,
        }
    }

    /// Returns the index of the next directive, or of the token at which reading stops.
    fn stop(&self) -> usize {
        let directive = self.lexed.directives.get(self.next_directive).map(|hash| *hash as usize);
        directive.map_or(self.limit, |hash| hash.min(self.limit))
    }

    /// Returns the line of the next directive, and moves past it.
    fn take_line(&mut self) -> Option<DirectiveLine> {
        let hash = *self.lexed.directives.get(self.next_directive)? as usize;
        let end = self.lexed.line_end(hash).min(self.limit);
        self.next_directive += 1;
        self.next = end;
        Some(DirectiveLine {
            lexed: Arc::clone(&self.lexed),
            base: self.base,
            hash,
            from: (hash + 2).min(end),
            end,
        })
    }

    /// Returns the line that contains an offset, counted from 1, without regard to `#line`. Calls with ascending offsets read the file once
    /// altogether.
    fn physical_line(&mut self, offset: usize) -> u32 {
        let (from, line) = self.line_cursor;
        let (from, line) = if from <= offset { (from, line) } else { (0, 0) };
        let lines = count_lines(&self.lexed.text[from..offset.max(from)]);
        self.line_cursor = (offset, line + lines);
        line + lines + 1
    }
}

/// The next lines of text in the current file, up to a directive.
pub(crate) struct Text {
    pub(crate) lexed: Arc<LexedFile>,
    /// The position of the file's first byte in the unit.
    pub(crate) base: u32,
    /// The index of the first token.
    pub(crate) next: usize,
    /// The index of the next directive, or of the token at which reading stops.
    pub(crate) stop: usize,
}

/// The open files, and the search for further ones.
pub(crate) struct FileStack<'a> {
    provider: &'a dyn FileProvider,
    main: FileId,
    search: SearchPath,
    once: FxHashSet<FileId>,
    frames: Vec<Frame>,
    /// The number of files that may still be included.
    inclusions_left: usize,
    /// The files that were marked in this stage as not to be read again, in order.
    done_here: Vec<FileId>,
    noted: Noted,
}

/// The observations of a run that depend on the number of lines or tokens before a restart point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Noted {
    /// The number of line numbers that were requested.
    pub(crate) line_reads: u32,
    /// true if line numbers or a file name were changed, as by `#line`.
    pub(crate) has_line_marks: bool,
    /// The largest size of the unit, in tokens, that was compared with the limit.
    pub(crate) largest: usize,
}

/// The state of the file stack between two tokens of the main file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FilesMark {
    inclusions_left: usize,
    pub(crate) done: usize,
}

impl<'a> FileStack<'a> {
    /// Makes a stack without an open file.
    pub(crate) fn new(
        options: &Options,
        provider: &'a dyn FileProvider,
        main: FileId,
        once: FxHashSet<FileId>,
        inclusions_left: usize,
    ) -> Self {
        let search = SearchPath::new(options);
        FileStack {
            provider,
            main,
            search,
            once,
            frames: Vec::new(),
            inclusions_left,
            done_here: Vec::new(),
            noted: Noted::default(),
        }
    }

    // ---- where a run can be resumed ----

    /// The state of the files.
    pub(crate) fn state(&self) -> FilesMark {
        FilesMark { inclusions_left: self.inclusions_left, done: self.done_here.len() }
    }

    /// Continues from a state of an earlier run. `done` are the files that this run had marked as not to be read again.
    pub(crate) fn resume(&mut self, state: FilesMark, done: &[FileId], noted: Noted) {
        self.inclusions_left = state.inclusions_left;
        self.once.extend(done);
        self.done_here.extend_from_slice(done);
        self.noted = noted;
    }

    /// Returns the files that were marked in this stage as not to be read again, in order.
    pub(crate) fn done_here(&self) -> &[FileId] {
        &self.done_here
    }

    /// Returns the observations that depend on lines and sizes.
    pub(crate) fn noted(&self) -> Noted {
        self.noted
    }

    /// Returns the index of the next token, if only the main file is open.
    pub(crate) fn next_in_main(&self) -> Option<usize> {
        match self.frames.as_slice() {
            [main] if main.base == 0 => Some(main.next),
            _ => None,
        }
    }

    // ---- which files are open ----

    pub(crate) fn depth(&self) -> usize {
        self.frames.len()
    }

    pub(crate) fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(crate) fn pop(&mut self) -> Option<Frame> {
        self.frames.pop()
    }

    pub(crate) fn current(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Closes all files, so that nothing more is read.
    pub(crate) fn close_all(&mut self) {
        self.frames.clear();
    }

    /// The main file.
    pub(crate) fn main(&self) -> FileId {
        self.main
    }

    /// Returns whether the current file is the main file.
    pub(crate) fn in_main(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.base == 0)
    }

    /// Returns whether the current file is a system header.
    pub(crate) fn is_system(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.system)
    }

    /// Sets whether the current file is a system header from here on.
    pub(crate) fn set_system(&mut self, system: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.system = system;
        }
    }

    /// Returns a range of bytes of the current file, or none for a system header or a text that is in no file.
    pub(crate) fn own_range(&self, start: u32, end: u32) -> Option<FileRange> {
        let file = self.frames.last()?.file?;
        (start < end && !self.is_system()).then_some(FileRange { file, start, end })
    }

    /// Returns the index of the main file among the open files, and the start of the directive that is being executed there.
    pub(crate) fn directive_of_main(&self) -> Option<(usize, u32)> {
        let (depth, frame) = self.frames.iter().enumerate().find(|(_, frame)| frame.base == 0)?;
        let hash = frame.lexed.directives.get(frame.next_directive.saturating_sub(1));
        Some((depth, hash.map_or(0, |hash| frame.lexed.starts.get(*hash as usize))))
    }

    // ---- reading the current file ----

    /// Returns the text before the next directive, or none if a directive or the end comes next.
    pub(crate) fn text(&self) -> Option<Text> {
        let frame = self.frames.last()?;
        let (next, stop) = (frame.next, frame.stop());
        (next < stop).then(|| Text { lexed: Arc::clone(&frame.lexed), base: frame.base, next, stop })
    }

    /// Returns whether no directive comes before the end of the current file.
    pub(crate) fn at_end(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.stop() == frame.limit)
    }

    /// Continues reading the file at `depth` at this token.
    pub(crate) fn go_to(&mut self, depth: usize, next: usize) {
        if let Some(frame) = self.frames.get_mut(depth) {
            frame.next = next;
        }
    }

    /// Returns the index of the next token of the file at `depth`, or none if another file is the current one or a directive has been
    /// executed since.
    pub(crate) fn resumed(&self, depth: usize, stop: usize) -> Option<usize> {
        let frame = self.frames.get(depth).filter(|_| self.frames.len() == depth + 1)?;
        (frame.stop() == stop).then_some(frame.next)
    }

    /// Returns the next token and moves past it, or none at a directive or the end.
    #[inline]
    pub(crate) fn take_token(&mut self) -> Option<PpToken> {
        let frame = self.frames.last_mut()?;
        if frame.next >= frame.stop() {
            return None;
        }
        frame.next += 1;
        Some(PpToken::from_file(&frame.lexed, frame.base, frame.next - 1))
    }

    /// Returns whether the next token is of this kind. False if a directive or the end of the file comes first.
    pub(crate) fn next_is(&self, kind: TokenKind) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        frame.next < frame.stop() && frame.lexed.kinds[frame.next] == kind
    }

    /// Returns the index of the next token of the current file.
    pub(crate) fn mark(&self) -> Option<usize> {
        self.frames.last().map(|frame| frame.next)
    }

    /// Returns the line of the next directive, and moves past it.
    pub(crate) fn take_line(&mut self) -> Option<DirectiveLine> {
        self.frames.last_mut()?.take_line()
    }

    /// Returns the line of the next directive whose name satisfies `counts`, and skips everything before it.
    pub(crate) fn skip_to_line(&mut self, counts: impl Fn(Name) -> bool) -> Option<DirectiveLine> {
        let frame = self.frames.last_mut()?;
        loop {
            let hash = *frame.lexed.directives.get(frame.next_directive)? as usize;
            if hash >= frame.limit {
                return None;
            }
            if counts(frame.lexed.texts[hash + 1]) {
                return frame.take_line();
            }
            frame.next_directive += 1;
        }
    }

    /// Skips the rest of the current file. Returns the offset at which it ends.
    pub(crate) fn skip_to_limit(&mut self) -> Option<u32> {
        let frame = self.frames.last_mut()?;
        frame.next = frame.limit;
        frame.next_directive = frame.lexed.directives.partition_point(|hash| (*hash as usize) < frame.limit);
        Some(frame.lexed.starts.get(frame.limit))
    }

    /// Returns the bytes of the current file, and the offset in them of a position of the unit.
    pub(crate) fn bytes_from(&self, at: Pos) -> Option<(&[u8], usize)> {
        let frame = self.frames.last()?;
        Some((&frame.lexed.text, at.0.checked_sub(frame.base)? as usize))
    }

    // ---- places ----

    /// Numbers the lines after `line` from `number` on, and changes the file's presumed name if one is given. Returns the start of these
    /// lines.
    pub(crate) fn mark_line(&mut self, line: &DirectiveLine, number: u32, file: Option<Arc<str>>) -> Pos {
        self.noted.has_line_marks = true;
        let next = line.next_line();
        let start = Pos(line.base + next as u32);
        let Some(frame) = self.frames.last_mut() else { return start };
        frame.presumed.line_shift = i64::from(number) - i64::from(frame.physical_line(next));
        if let Some(file) = file {
            frame.presumed.path = file;
        }
        start
    }

    /// Returns the line of a position of the current file, as changed by `#line`.
    pub(crate) fn presumed_line(&mut self, at: Pos) -> i64 {
        self.noted.line_reads += 1;
        let Some(frame) = self.frames.last_mut() else { return 0 };
        let offset = at.0.saturating_sub(frame.base) as usize;
        let offset = offset.min(frame.lexed.text.len());
        i64::from(frame.physical_line(offset)) + frame.presumed.line_shift
    }

    /// Returns the name of the current file, as changed by `#line`.
    pub(crate) fn presumed_path(&self) -> Arc<str> {
        self.frames.last().map(|frame| Arc::clone(&frame.presumed.path)).unwrap_or_default()
    }

    // ---- finding files ----

    /// The tokens of a file.
    pub(crate) fn lexed(&self, file: FileId) -> Arc<LexedFile> {
        self.provider.lexed(file)
    }

    /// The path of a file, as it was found.
    pub(crate) fn path(&self, file: FileId) -> Arc<str> {
        self.provider.path(file)
    }

    /// Searches for a header.
    pub(crate) fn find(&mut self, header: &Header, next: bool) -> Option<FoundHeader> {
        let frame = self.frames.last()?;
        if header.name.starts_with('/') {
            let file = self.provider.find(&header.name)?;
            return Some(FoundHeader { file, directory: None, system: frame.system });
        }
        let mut from = if header.angled { self.search.angled } else { 0 };
        if next {
            from = frame.found_in.map_or(from, |directory| directory + 1);
        } else if !header.angled {
            let directory = frame.path.rfind('/').map_or("", |slash| &frame.path[..=slash]);
            if let Some(file) = self.provider.find(&join(directory, &header.name)) {
                return Some(FoundHeader { file, directory: None, system: frame.system });
            }
        }
        self.search.find(self.provider, &header.name, from)
    }

    /// Searches for a file that an option names. The search starts in the working directory, as for a quoted name.
    pub(crate) fn find_forced(&mut self, name: &str) -> Option<FoundHeader> {
        match self.provider.find(name) {
            Some(file) => Some(FoundHeader { file, directory: None, system: false }),
            None => self.search.find(self.provider, name, 0),
        }
    }

    // ---- how often files are read ----

    /// Returns whether a file is not to be read again (`#pragma once`, `#import`).
    pub(crate) fn is_done(&self, file: FileId) -> bool {
        self.once.contains(&file)
    }

    /// Marks a file as not to be read again.
    pub(crate) fn read_once(&mut self, file: FileId) {
        if self.once.insert(file) {
            self.done_here.push(file);
        }
    }

    /// Marks the current file as not to be read again.
    pub(crate) fn read_current_once(&mut self) {
        if let Some(file) = self.frames.last().and_then(|frame| frame.file) {
            self.read_once(file);
        }
    }

    /// Returns whether a unit of this many tokens is within the limit.
    pub(crate) fn is_within(&mut self, tokens: usize, limit: usize) -> bool {
        self.noted.largest = self.noted.largest.max(tokens);
        tokens <= limit
    }

    /// Returns whether another file may be included.
    pub(crate) fn may_include(&self) -> bool {
        self.inclusions_left > 0
    }

    /// Decrements the number of files that may still be included.
    pub(crate) fn spend_inclusion(&mut self) {
        self.inclusions_left = self.inclusions_left.saturating_sub(1);
    }

    /// Prevents all further inclusions.
    pub(crate) fn end_inclusions(&mut self) {
        self.inclusions_left = 0;
    }

    /// Returns the state with which the next stage continues: the files that are not to be read again, and the number of files that may
    /// still be included.
    pub(crate) fn carried(&self) -> (FxHashSet<FileId>, usize) {
        (self.once.clone(), self.inclusions_left)
    }
}

/// Returns the number of line ends. It sums over short blocks of bytes, because the compiler vectorises them.
pub(crate) fn count_lines(text: &[u8]) -> u32 {
    let block = |block: &[u8]| u32::from(block.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>());
    text.chunks(128).map(block).sum()
}
