//! `#if` and its relatives: which groups of lines are read (C17 6.10.1, C23 6.10.2).

use super::codes;
use super::directives::Line;
use super::state::{Conditional, Preprocessor};
use crate::Name;
use crate::lexer::{LexedFile, next_line};
use crate::name::Known;
use crate::source::FileRange;
use crate::token::TokenKind;

/// What a directive means to the conditionals around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Begin,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    End,
    Other,
}

fn shape(word: Name) -> Shape {
    match word.known() {
        Some(Known::Ifdef | Known::Ifndef) => Shape::Begin,
        Some(Known::Elif) => Shape::Elif,
        Some(Known::Elifdef) => Shape::Elifdef,
        Some(Known::Elifndef) => Shape::Elifndef,
        Some(Known::Endif) => Shape::End,
        Some(_) => Shape::Other,
        None if word == Name::of_kind(TokenKind::If) => Shape::Begin,
        None if word == Name::of_kind(TokenKind::Else) => Shape::Else,
        None => Shape::Other,
    }
}

/// The start of the line that holds an offset.
fn line_start(file: &LexedFile, offset: u32) -> u32 {
    let before = &file.text[..offset as usize];
    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline as u32 + 1)
}

impl Preprocessor<'_> {
    pub(super) fn begin_if(&mut self, line: &Line) {
        let taken = self.condition(line);
        self.open_conditional(line, taken);
    }

    pub(super) fn begin_ifdef(&mut self, line: &Line, wanted: bool) {
        let directive = if wanted { "#ifdef" } else { "#ifndef" };
        let taken = self.is_defined_directive(line, directive).is_some_and(|defined| defined == wanted);
        self.open_conditional(line, taken);
    }

    /// Whether the name behind `#ifdef` or a relative is defined.
    fn is_defined_directive(&mut self, line: &Line, directive: &str) -> Option<bool> {
        let name = self.macro_name(line, directive)?;
        self.extra_tokens(line, line.from + 1, directive);
        self.note_version_macro(&name);
        Some(self.macros.get(name.text).is_some())
    }

    fn open_conditional(&mut self, line: &Line, taken: bool) {
        self.conditionals.push(Conditional { at: line.range(), taken, seen_else: false });
        if !taken {
            self.skip_groups(line);
        }
    }

    /// `#elif`, `#else` and relatives after a group that was read: everything up to `#endif` is skipped.
    pub(super) fn alternative(&mut self, line: &Line) {
        let word = line.lexed.texts[line.hash + 1];
        if !self.check_alternative(line, word) {
            return;
        }
        self.skip_groups(line);
    }

    pub(super) fn endif(&mut self, line: &Line) {
        self.extra_tokens(line, line.from, "#endif");
        if self.has_open_conditional() {
            self.conditionals.pop();
        } else {
            self.report(&codes::PP0011, line.range(), "#endif without #if");
        }
    }

    fn has_open_conditional(&self) -> bool {
        self.files.last().is_some_and(|frame| self.conditionals.len() > frame.conditionals)
    }

    /// Checks the place of `#elif` or `#else`, and notes an `#else`.
    fn check_alternative(&mut self, line: &Line, word: Name) -> bool {
        if !self.has_open_conditional() {
            self.report(&codes::PP0011, line.range(), format!("#{} without #if", &self.names[word]));
            return false;
        }
        let is_else = shape(word) == Shape::Else;
        let Some(conditional) = self.conditionals.last_mut() else { return false };
        let opened_at = conditional.at;
        let seen_else = conditional.seen_else;
        conditional.seen_else |= is_else;
        if seen_else {
            let message = format!("#{} after #else", &self.names[word]);
            let finding = crate::diagnostics::Diagnostic::new(&codes::PP0011, line.range(), message);
            self.report_finding(finding.label(opened_at, "the conditional starts here"));
        }
        if is_else {
            self.extra_tokens(line, line.from, "#else");
        }
        true
    }

    /// Skips from behind `line` to the group that is to be read next, or past the `#endif`.
    fn skip_groups(&mut self, line: &Line) {
        let from = next_line(&line.lexed.text, line.lexed.ends[line.end - 1] as usize) as u32;
        let mut nested = 0usize;
        let mut from = from;
        loop {
            let Some(line) = self.next_skipped_directive() else {
                return self.skip_to_limit(from);
            };
            let word = line.lexed.texts[line.hash + 1];
            match shape(word) {
                Shape::Begin => nested += 1,
                Shape::End if nested > 0 => nested -= 1,
                Shape::End => {
                    self.note_inactive(from, line_start(&line.lexed, line.lexed.starts[line.hash]));
                    return self.endif(&line);
                }
                Shape::Other => {}
                _ if nested > 0 => {}
                shape => {
                    self.note_inactive(from, line_start(&line.lexed, line.lexed.starts[line.hash]));
                    if self.take_alternative(&line, word, shape) {
                        return;
                    }
                    from = next_line(&line.lexed.text, line.lexed.ends[line.end - 1] as usize) as u32;
                }
            }
        }
    }

    /// The next directive of a group that is skipped. Lines that do not matter to conditionals are not even measured.
    fn next_skipped_directive(&mut self) -> Option<Line> {
        let frame = self.files.last_mut()?;
        loop {
            let hash = *frame.lexed.directives.get(frame.next_directive)? as usize;
            if hash >= frame.limit {
                return None;
            }
            if shape(frame.lexed.texts[hash + 1]) == Shape::Other {
                frame.next_directive += 1;
            } else {
                return self.take_line();
            }
        }
    }

    fn skip_to_limit(&mut self, from: u32) {
        let Some(frame) = self.files.last_mut() else { return };
        frame.next = frame.limit;
        frame.next_directive = frame.lexed.directives.partition_point(|hash| (*hash as usize) < frame.limit);
        let end = frame.lexed.starts[frame.limit];
        self.note_inactive(from, end);
    }

    /// Whether the group behind `#elif` or `#else` is read, when no earlier one was.
    fn take_alternative(&mut self, line: &Line, word: Name, shape: Shape) -> bool {
        if !self.check_alternative(line, word) || self.conditionals.last().is_none_or(|open| open.taken) {
            return false;
        }
        let take = match shape {
            Shape::Else => true,
            Shape::Elif => self.condition(line),
            Shape::Elifdef => self.is_defined_directive(line, "#elifdef") == Some(true),
            _ => self.is_defined_directive(line, "#elifndef") == Some(false),
        };
        if let Some(open) = self.conditionals.last_mut() {
            open.taken = take;
        }
        take
    }

    /// Records skipped lines of the main file.
    fn note_inactive(&mut self, from: u32, end: u32) {
        let Some(main) = self.files.last().filter(|frame| frame.base == 0).and_then(|frame| frame.file)
        else {
            return;
        };
        if from < end {
            self.inactive.push(FileRange { file: main, start: from, end });
        }
    }

    /// Reports the conditionals that the current file leaves open, and closes them.
    pub(super) fn close_conditionals(&mut self, floor: usize) {
        while self.conditionals.len() > floor {
            if let Some(open) = self.conditionals.pop() {
                self.report(&codes::PP0012, open.at, "this conditional has no #endif");
            }
        }
    }
}
