//! The lines of the files of a unit: the line of each token, and the presumed file and number of each line.

use std::rc::Rc;
use std::sync::Arc;

use clacc_sema::db::preprocessed::lex_for;
use clacc_sema::db::{Db, Unit};
use clacc_syntax::lexer::{LexOptions, LexedFile, lex_with};
use clacc_syntax::source::FileId;
use clacc_syntax::unit::{LineMark, Pos, SourceMap, StretchContent, TokenOrigin};
use rustc_hash::FxHashMap;

/// One inclusion of a file, or the main file.
pub(super) struct Inclusion {
    /// The position of its first byte.
    pub(super) base: u32,
    /// The `#include` directive; none for the main file and forced includes.
    pub(super) included_at: Option<Pos>,
    pub(super) lexed: Arc<LexedFile>,
    /// The start offset of each line.
    line_starts: Vec<u32>,
    /// The presumed positions of the lines, from the first line on.
    countings: Vec<Counting>,
}

/// The presumed file name and numbers of the lines from some line on, as `#line` changes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Counting {
    /// The first line to which this applies, from 0.
    from: u32,
    /// The presumed number of that line.
    number: u32,
    /// The presumed file of the lines.
    pub(super) file: Arc<str>,
    /// true if the lines belong to a system header.
    pub(super) system: bool,
}

impl Counting {
    /// Returns the presumed number of a line of the file.
    pub(super) fn number_of(&self, line: u32) -> u32 {
        self.number.saturating_add(line.saturating_sub(self.from))
    }
}

impl Inclusion {
    /// Returns the line of a byte, from 0.
    pub(super) fn line_of(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|start| *start <= offset).saturating_sub(1) as u32
    }

    /// Returns the offset of the first byte of a line.
    pub(super) fn line_start(&self, line: u32) -> u32 {
        let end = self.lexed.text.len() as u32;
        self.line_starts.get(line as usize).copied().unwrap_or(end)
    }

    /// Returns the offset after the last byte of a line, without its line end.
    pub(super) fn line_end(&self, line: u32) -> u32 {
        let end = self.line_start(line + 1);
        let text = &self.lexed.text[..end as usize];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        (text.strip_suffix(b"\r").unwrap_or(text).len() as u32).max(self.line_start(line))
    }

    /// Returns the bytes between two offsets.
    pub(super) fn bytes(&self, start: u32, end: u32) -> &[u8] {
        self.lexed.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Returns the index of the first token of the file that starts at an offset or after it.
    pub(super) fn token_from(&self, offset: u32) -> usize {
        self.lexed.starts.before(offset)
    }

    /// Returns the presumed position of a line.
    pub(super) fn counting(&self, line: u32) -> &Counting {
        let behind = self.countings.partition_point(|counting| counting.from <= line);
        &self.countings[behind.saturating_sub(1)]
    }

    /// Returns a line unchanged if it is a comment and nothing else: `/* fall through */` has a meaning to compilers.
    pub(super) fn comment_in(&self, line: u32) -> Option<&[u8]> {
        let (start, end) = (self.line_start(line), self.line_end(line));
        let next = self.token_from(start);
        let holds_token = next < self.lexed.len() && self.lexed.starts.get(next) < end;
        let text = self.bytes(start, end);
        let is_comment = text.trim_ascii_start().starts_with(b"/") && is_complete_trivia(text);
        (!holds_token && is_comment).then_some(text)
    }
}

/// Returns whether a part of a line consists of white space and complete comments. It must also be so for a later preprocessor, which may
/// not support continued lines.
pub(super) fn is_complete_trivia(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii_start();
    while !rest.is_empty() {
        if rest.starts_with(b"//") {
            return !rest.contains(&b'\r')
                && !rest.trim_ascii_end().ends_with(b"\\")
                && !rest.ends_with(b"??/");
        }
        let Some(comment) = rest.strip_prefix(b"/*") else { return false };
        let Some(end) = comment.windows(2).position(|pair| pair == b"*/") else { return false };
        rest = comment[end + 2..].trim_ascii_start();
    }
    !text.contains(&b'\r')
}

/// The inclusions of a unit, each made when it is first requested.
pub(super) struct Inclusions<'a> {
    db: &'a dyn Db,
    unit: Unit,
    map: &'a SourceMap,
    marks: Vec<&'a LineMark>,
    made: FxHashMap<u32, Rc<Inclusion>>,
    /// The inclusion that was requested last.
    last: Option<Rc<Inclusion>>,
}

impl<'a> Inclusions<'a> {
    /// Makes the inclusions of a unit. `map` resolves its positions.
    pub(super) fn new(
        db: &'a dyn Db,
        unit: Unit,
        map: &'a SourceMap,
        marks: impl Iterator<Item = &'a LineMark>,
    ) -> Inclusions<'a> {
        Inclusions { db, unit, map, marks: marks.collect(), made: FxHashMap::default(), last: None }
    }

    /// Returns the place of a token in the user's text: that of the token itself, or of the outermost invocation.
    pub(super) fn written(&self, origin: TokenOrigin) -> Pos {
        self.map.outermost(origin).spelling
    }

    /// Returns the main file.
    pub(super) fn main(&mut self) -> Rc<Inclusion> {
        self.of_file(0, self.unit.main(self.db).id(self.db), None, false)
    }

    /// Returns the inclusion that contains a position, or none for text that is in no file.
    pub(super) fn at(&mut self, pos: Pos) -> Option<Rc<Inclusion>> {
        if let Some(last) = &self.last
            && pos.0.checked_sub(last.base).is_some_and(|offset| offset as usize <= last.lexed.text.len())
        {
            return Some(Rc::clone(last));
        }
        let stretch = self.map.stretch(pos)?;
        let StretchContent::File { file, included_at, system, .. } = stretch.content else { return None };
        let inclusion = self.of_file(stretch.base, file, included_at, system);
        self.last = Some(Rc::clone(&inclusion));
        Some(inclusion)
    }

    fn of_file(&mut self, base: u32, file: FileId, included_at: Option<Pos>, system: bool) -> Rc<Inclusion> {
        if let Some(made) = self.made.get(&base) {
            return Rc::clone(made);
        }
        let (path, lexed) = self.source(file);
        let newlines = lexed.text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        let countings = vec![Counting { from: 0, number: 1, file: path, system }];
        let mut inclusion = Inclusion { base, included_at, lexed, line_starts, countings };
        self.count(&mut inclusion);
        let inclusion = Rc::new(inclusion);
        self.made.insert(base, Rc::clone(&inclusion));
        inclusion
    }

    fn source(&self, file: FileId) -> (Arc<str>, Arc<LexedFile>) {
        match self.db.files().get(file) {
            Some(file) => (file.path(self.db), lex_for(self.db, self.unit, file)),
            None => ("".into(), lex_with(self.db.names(), Arc::default(), LexOptions::default()).into()),
        }
    }

    /// Applies the line marks to an inclusion.
    fn count(&self, inclusion: &mut Inclusion) {
        let end = inclusion.base.saturating_add(inclusion.lexed.text.len() as u32);
        for mark in self.marks.iter().filter(|mark| (inclusion.base..=end).contains(&mark.from.0)) {
            let from = inclusion.line_of(mark.from.0 - inclusion.base);
            let before = inclusion.counting(from);
            let counting = Counting {
                from,
                number: mark.number.unwrap_or_else(|| before.number_of(from)),
                file: mark.file.clone().unwrap_or_else(|| Arc::clone(&before.file)),
                system: mark.system.unwrap_or(before.system),
            };
            inclusion.countings.push(counting);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trivia_that_goes_on_is_not_complete() {
        for (text, expected) in [
            ("", true),
            ("  \t", true),
            ("/* a */ // b", true),
            ("/* a */ /* b */ ", true),
            ("/* a", false),
            ("a */", false),
            ("// a \\", false),
            ("// a ??/", false),
            ("/* a */ x", false),
            ("\\", false),
            ("/* a\rb */", false),
        ] {
            assert_eq!(is_complete_trivia(text.as_bytes()), expected, "{text}");
        }
    }
}
