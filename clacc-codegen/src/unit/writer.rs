//! Writes lines of output that correspond to lines of files: markers, the user's lines byte for byte, tokens at their columns.

use std::rc::Rc;

use clacc_syntax::encoding;
use clacc_syntax::unit::Pos;

use super::apart;
use super::inclusions::{Counting, Inclusion, Inclusions, is_complete_trivia};

/// A line of an inclusion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line {
    base: u32,
    /// The number of the line in the file, from 0.
    number: u32,
}

/// The flag of a line marker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MarkerFlag {
    None,
    Enters,
    Returns,
}

/// The white space before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Some,
    /// White space only if the two tokens would be read as one without it.
    IfNeeded,
}

impl Gap {
    fn of(is_apart: bool) -> Gap {
        if is_apart { Gap::Some } else { Gap::IfNeeded }
    }
}

/// The largest number of line ends that are written instead of a marker to reach a later line.
const MOST_BLANK_LINES: u32 = 8;

/// The number of comment lines directly before a line that are kept when a marker is written.
const COMMENT_LINES: u32 = 3;

/// The text so far, and the source line that its last line corresponds to.
pub(super) struct LineWriter<'a> {
    out: Vec<u8>,
    pub(super) inclusions: Inclusions<'a>,
    /// The inclusions that markers have entered, by their bases: the main file first.
    open: Vec<u32>,
    /// The source line of the last line of the text; none after new code.
    line: Option<Line>,
    /// The line of the last token of the sources, or of the last new code.
    last_line: Line,
    /// The length of the last line of the text.
    column: usize,
    /// The end of the last token, if the text has the token as spelled in the source.
    end: Option<Pos>,
    /// A comment of the user that is written if the line ends here.
    trailer: Vec<u8>,
}

impl<'a> LineWriter<'a> {
    /// Begins the text of a unit.
    pub(super) fn new(inclusions: Inclusions<'a>) -> LineWriter<'a> {
        let main = Line { base: 0, number: 0 };
        let mut writer = LineWriter {
            out: Vec::new(),
            inclusions,
            open: vec![0],
            line: None,
            last_line: main,
            column: 0,
            end: None,
            trailer: Vec::new(),
        };
        let main_file = writer.inclusions.main();
        writer.mark(&main_file, 0, MarkerFlag::None);
        writer
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.end_line();
        self.out
    }

    // ---- lines ----

    /// Ends the last line of the text, if there is anything in it.
    fn end_line(&mut self) {
        if self.column == 0 {
            return;
        }
        let trailer = std::mem::take(&mut self.trailer);
        self.out.extend_from_slice(&trailer);
        self.new_line();
    }

    fn new_line(&mut self) {
        self.out.push(b'\n');
        self.column = 0;
        self.end = None;
        if let Some(line) = &mut self.line {
            line.number += 1;
        }
    }

    /// Makes the last line of the text correspond to a line of the sources.
    fn go_to(&mut self, inclusion: &Inclusion, number: u32) {
        let wanted = Line { base: inclusion.base, number };
        self.last_line = wanted;
        if self.line == Some(wanted) {
            return;
        }
        self.end_line();
        if self.open.last() != Some(&inclusion.base) {
            self.enter(inclusion);
        }
        self.advance(inclusion, number);
    }

    /// Moves from a line of an inclusion to a later one.
    fn advance(&mut self, inclusion: &Inclusion, number: u32) {
        let from = self.line.filter(|line| line.base == inclusion.base && line.number <= number);
        let from = from.map(|line| line.number).filter(|from| {
            number - from <= MOST_BLANK_LINES && inclusion.counting(*from) == inclusion.counting(number)
        });
        let from = from.unwrap_or_else(|| {
            let first = self.first_comment(inclusion, number);
            self.mark(inclusion, first, MarkerFlag::None);
            first
        });
        for between in from..number {
            if let Some(comment) = own_comment(inclusion, between) {
                self.out.extend_from_slice(comment);
            }
            self.new_line();
        }
    }

    /// Returns the first of the few comment lines directly before a line, or the line itself.
    fn first_comment(&self, inclusion: &Inclusion, number: u32) -> u32 {
        let is_behind = |line: &u32| {
            let passed = self.line.filter(|at| at.base == inclusion.base).map_or(0, |at| at.number);
            *line >= passed && inclusion.counting(*line) == inclusion.counting(number)
        };
        let candidates = (number.saturating_sub(COMMENT_LINES)..number).rev();
        let comments =
            candidates.take_while(|line| is_behind(line) && own_comment(inclusion, *line).is_some());
        comments.last().unwrap_or(number)
    }

    // ---- markers ----

    /// Writes a marker: the next line of the text corresponds to this line of an inclusion.
    fn mark(&mut self, inclusion: &Inclusion, number: u32, flag: MarkerFlag) {
        let counting = inclusion.counting(number);
        self.marker(counting, counting.number_of(number), counting.system, flag);
        self.line = Some(Line { base: inclusion.base, number });
    }

    fn marker(&mut self, counting: &Counting, number: u32, is_quiet: bool, flag: MarkerFlag) {
        self.end_line();
        self.out.extend_from_slice(format!("# {number} \"").as_bytes());
        for byte in encoding::encode(&counting.file).iter() {
            self.out.extend(matches!(byte, b'"' | b'\\' | b'\n').then_some(b'\\'));
            self.out.push(if *byte == b'\n' { b'n' } else { *byte });
        }
        self.out.push(b'"');
        self.out.extend_from_slice(match flag {
            MarkerFlag::None => b"",
            MarkerFlag::Enters => b" 1",
            MarkerFlag::Returns => b" 2",
        });
        self.out.extend_from_slice(if is_quiet { b" 3\n" } else { b"\n" });
    }

    /// Leaves inclusions and enters others until this one is the innermost. By the markers, compilers know the main file, and report the
    /// `#include`s that lead to a place.
    fn enter(&mut self, inclusion: &Inclusion) {
        let chain = self.chain(inclusion);
        let common = self.open.iter().zip(&chain).take_while(|(open, wanted)| **open == wanted.base).count();
        while self.open.len() > common.max(1) {
            let left = self.open.pop();
            let (Some(left), Some(around)) = (left, self.open.last().copied()) else { return };
            self.leave(left, around);
        }
        for pair in chain.windows(2).skip(common.max(1) - 1) {
            let (around, inner) = (&pair[0], &pair[1]);
            if let Some(at) = inner.included_at {
                self.go_to_include(around, at);
            }
            self.open.push(inner.base);
            self.mark(inner, 0, MarkerFlag::Enters);
        }
    }

    /// Moves to the line of an `#include`. The including file must be open.
    fn go_to_include(&mut self, around: &Inclusion, at: Pos) {
        let number = around.line_of(at.0.saturating_sub(around.base));
        if self.line != Some(Line { base: around.base, number }) {
            self.advance(around, number);
        }
    }

    fn leave(&mut self, left: u32, around: u32) {
        let (Some(left), Some(around)) = (self.inclusions.at(Pos(left)), self.inclusions.at(Pos(around)))
        else {
            return;
        };
        let next = left.included_at.map_or(0, |at| around.line_of(at.0.saturating_sub(around.base)) + 1);
        self.mark(&around, next, MarkerFlag::Returns);
    }

    /// Returns an inclusion and those around it, the main file first.
    fn chain(&mut self, innermost: &Inclusion) -> Vec<Rc<Inclusion>> {
        let mut chain = Vec::new();
        let mut next = self.inclusions.at(Pos(innermost.base));
        while let Some(inclusion) = next.take() {
            let around = inclusion.included_at.map_or(Pos(0), |at| at);
            let is_main = inclusion.base == 0;
            chain.push(inclusion);
            next = if is_main { None } else { self.inclusions.at(around) };
        }
        chain.reverse();
        chain
    }

    // ---- the user's text ----

    /// Copies the part of a line from its start up to a byte. Nothing of the line may have been written before.
    pub(super) fn copy_line(&mut self, inclusion: &Inclusion, number: u32, end: u32) {
        self.go_to(inclusion, number);
        let start = inclusion.line_start(number);
        self.append(inclusion.bytes(start, end));
        self.ends_at(inclusion, number, end);
    }

    /// Returns whether the last line of the text corresponds to this source line and is not empty.
    pub(super) fn has_begun(&self, inclusion: &Inclusion, number: u32) -> bool {
        self.column > 0 && self.line == Some(Line { base: inclusion.base, number })
    }

    /// Returns whether the last line of the text corresponds to the line of a position and is not empty.
    pub(super) fn is_in_line(&self, inclusion: &Inclusion, pos: Pos) -> bool {
        self.has_begun(inclusion, inclusion.line_of(pos.0.saturating_sub(inclusion.base)))
    }

    /// Writes a token at the column of a position. `is_own` is true if the token itself is there, and false if it comes from a macro that
    /// is invoked there.
    pub(super) fn token_at(
        &mut self,
        inclusion: &Inclusion,
        pos: Pos,
        text: &str,
        is_apart: bool,
        is_own: bool,
    ) {
        let offset = pos.0.saturating_sub(inclusion.base);
        let number = inclusion.line_of(offset);
        self.go_to(inclusion, number);
        let start = inclusion.line_start(number);
        let column = (offset - start) as usize;
        let is_adjacent = is_own && self.end == Some(pos);
        if self.column == 0 {
            let before = inclusion.bytes(start, offset);
            if before.trim_ascii().is_empty() {
                self.append(before);
            } else {
                self.pad(column);
            }
        } else if !is_adjacent {
            self.pad(column);
        }
        self.put(text, if is_adjacent { Gap::None } else { Gap::of(is_apart) });
    }

    /// Writes a token after the last one.
    pub(super) fn token(&mut self, text: &str, is_apart: bool) {
        self.put(text, Gap::of(is_apart));
    }

    fn put(&mut self, text: &str, gap: Gap) {
        let bytes = encoding::encode(text);
        let (Some(first), last) = (bytes.first(), self.out.last().copied().unwrap_or(b'\n')) else { return };
        let has_gap = match gap {
            _ if last.is_ascii_whitespace() => self.column == 0 && *first == b'#',
            Gap::None => false,
            Gap::Some => true,
            Gap::IfNeeded => apart::must_be(last, *first),
        };
        if has_gap {
            self.append(b" ");
        }
        self.append(&bytes);
    }

    /// Records that the last token is written as spelled in the source, and ends at this byte of a line.
    pub(super) fn ends_at(&mut self, inclusion: &Inclusion, number: u32, end: u32) {
        self.end = Some(Pos(inclusion.base + end));
        let line_end = inclusion.line_end(number);
        if inclusion.counting(number).system || end >= line_end {
            return;
        }
        let behind = inclusion.bytes(end, line_end);
        if is_complete_trivia(behind) {
            self.trailer = behind.trim_ascii_end().to_vec();
        }
    }

    /// Writes a pragma on a new line that corresponds to the line of a position.
    pub(super) fn pragma(&mut self, inclusion: &Inclusion, pos: Pos, text: &str) {
        self.end_line();
        self.go_to(inclusion, inclusion.line_of(pos.0.saturating_sub(inclusion.base)));
        self.append(b"#pragma ");
        self.append(&encoding::encode(text));
        self.new_line();
    }

    // ---- new code ----

    /// Writes new code on the line of the last token, or of the last lines of new code.
    pub(super) fn inline(&mut self, text: &str) {
        if self.line.is_none()
            && let Some(inclusion) = self.inclusions.at(Pos(self.last_line.base))
        {
            self.go_to(&inclusion, self.last_line.number);
        }
        self.end = None;
        self.token(text, false);
    }

    /// Writes lines of new code, for which compilers report no warnings, as one line. Errors in them are reported at the line of a
    /// position.
    pub(super) fn lines(&mut self, inclusion: &Inclusion, pos: Pos, text: &str) {
        self.end_line();
        if self.open.last() != Some(&inclusion.base) {
            self.enter(inclusion);
        }
        let number = inclusion.line_of(pos.0.saturating_sub(inclusion.base));
        self.last_line = Line { base: inclusion.base, number };
        let counting = inclusion.counting(number);
        // The code corresponds to one line of the program. Debuggers would take a second line for the next source line.
        let stands_alone = |line: &str| line.trim_start().starts_with('#') || line.contains("//");
        let is_one_line = !text.lines().any(stands_alone);
        let one_line = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let lines: Vec<&str> = if is_one_line { vec![&one_line] } else { text.lines().collect() };
        for line in lines {
            self.marker(counting, counting.number_of(number), true, MarkerFlag::None);
            self.append(line.as_bytes());
            self.line = None;
            self.end_line();
        }
    }

    /// Writes the text of a header that is in no file.
    pub(super) fn header(&mut self, name: &str, text: &str) {
        let main = self.inclusions.main();
        self.end_line();
        self.out.extend_from_slice(format!("# 1 \"{name}\" 1 3\n{text}").as_bytes());
        self.mark(&main, 0, MarkerFlag::Returns);
    }

    /// Writes new code that belongs to no line of a file, at the end of the text.
    pub(super) fn footer(&mut self, text: &str) {
        if !text.is_empty() {
            self.end_line();
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    // ---- bytes ----

    fn pad(&mut self, column: usize) {
        if self.column < column {
            let spaces = vec![b' '; column - self.column];
            self.append(&spaces);
        }
    }

    fn append(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
        self.column += bytes.len();
        self.trailer.clear();
        self.end = None;
    }
}

/// Returns a line if it is a comment outside system headers.
fn own_comment(inclusion: &Inclusion, number: u32) -> Option<&[u8]> {
    if inclusion.counting(number).system { None } else { inclusion.comment_in(number) }
}
