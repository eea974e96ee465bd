//! Reading files: the loop that everything else is called from.

use std::sync::Arc;

use super::state::{Frame, Preprocessor};
use super::token::PpToken;
use crate::lexer::LexedFile;
use crate::source::FileId;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{ExpansionId, Origin, Pos};

impl Frame {
    /// A file that is read from its start to its end, found nowhere in particular.
    pub(super) fn new(lexed: Arc<LexedFile>, base: u32, file: Option<FileId>, path: Arc<str>) -> Frame {
        Frame {
            base,
            next: 0,
            limit: lexed.len() - 1,
            next_directive: 0,
            file,
            system: false,
            presumed_path: Arc::clone(&path),
            path,
            found_in: None,
            conditionals: 0,
            line_shift: 0,
            line_cursor: (0, 0),
            lexed,
        }
    }

    /// The index of the next directive, or where reading stops.
    fn stop(&self) -> usize {
        let directive = self.lexed.directives.get(self.next_directive).map(|hash| *hash as usize);
        directive.map_or(self.limit, |hash| hash.min(self.limit))
    }
}

impl Preprocessor<'_> {
    /// Reads all open files to their end.
    pub(super) fn run(&mut self) {
        while !self.files.is_empty() {
            self.run_current_file();
        }
    }

    /// Reads the current file until another one is current.
    fn run_current_file(&mut self) {
        let depth = self.files.len();
        let Some(frame) = self.files.last() else { return };
        let lexed = Arc::clone(&frame.lexed);
        while self.files.len() == depth {
            let frame = &self.files[depth - 1];
            let (next, stop, base) = (frame.next, frame.stop(), frame.base);
            if next < stop {
                self.run_text(&lexed, base, next, stop);
            } else if stop == frame.limit {
                self.leave_file();
            } else {
                self.directive();
            }
        }
    }

    /// Makes room for as many tokens as a file holds.
    pub(super) fn reserve(&mut self, count: usize) {
        self.tokens.kinds.reserve(count);
        self.tokens.texts.reserve(count);
        self.tokens.flags.reserve(count);
        self.tokens.origins.reserve(count);
        self.tokens.ends.reserve(count);
    }

    /// Reads lines of text up to the next directive, or to the first invocation that reads on behind it.
    fn run_text(&mut self, lexed: &LexedFile, base: u32, next: usize, stop: usize) {
        let depth = self.files.len() - 1;
        let mut next = next;
        while next < stop {
            let end = self.plain_end(lexed, next, stop);
            self.copy_plain(lexed, base, next, end);
            next = end;
            if end < stop {
                self.files[depth].next = end + 1;
                let token = PpToken::from_file(lexed, base, end);
                if token.kind == TokenKind::Ident && self.macros.is_interesting(token.text) {
                    self.identifier(token);
                } else {
                    self.put(token);
                }
                self.rescan(0);
                self.arena.clear();
                if self.files.len() != depth + 1 || self.files[depth].stop() != stop {
                    return;
                }
                next = self.files[depth].next;
            }
        }
        self.files[depth].next = next;
    }

    /// Past the tokens from `next` on that need no look.
    fn plain_end(&self, lexed: &LexedFile, next: usize, stop: usize) -> usize {
        if self.carried_space != TokenFlags::default() {
            return next;
        }
        let kinds = &lexed.kinds[next..stop];
        let texts = &lexed.texts[next..stop];
        let special = kinds.iter().zip(texts).position(|(kind, text)| match kind {
            TokenKind::Ident => self.macros.is_interesting(*text),
            TokenKind::Unknown => true,
            _ => false,
        });
        special.map_or(stop, |special| next + special)
    }

    /// Appends tokens of a file to the unit, column by column.
    fn copy_plain(&mut self, lexed: &LexedFile, base: u32, from: usize, to: usize) {
        let (kinds, texts) = (&lexed.kinds[from..to], &lexed.texts[from..to]);
        self.tokens.kinds.extend(kinds.iter().zip(texts).map(|(kind, text)| match kind {
            TokenKind::Ident => text.keyword().unwrap_or(TokenKind::Ident),
            kind => *kind,
        }));
        self.tokens.texts.extend_from_slice(texts);
        self.tokens.flags.extend_from_slice(&lexed.flags[from..to]);
        let origin = |start: &u32| Origin { spelling: Pos(base + start), expansion: ExpansionId::NONE };
        self.tokens.origins.extend(lexed.starts[from..to].iter().map(origin));
        self.tokens.ends.extend(lexed.ends[from..to].iter().map(|end| Pos(base + end)));
    }

    /// Whether the next token of the current file is `(`. A directive or the file's end is in the way.
    pub(super) fn file_has_open_paren(&self) -> bool {
        let Some(frame) = self.files.last() else { return false };
        frame.next < frame.stop() && frame.lexed.kinds[frame.next] == TokenKind::LParen
    }

    /// The next token of the files, for arguments: directives between the lines are followed; the file that was
    /// current when `files` were open is not left.
    pub(super) fn next_from_file(&mut self, files: usize) -> Option<PpToken> {
        loop {
            let frame = self.files.last_mut()?;
            let stop = frame.stop();
            if frame.next < stop {
                frame.next += 1;
                return Some(PpToken::from_file(&frame.lexed, frame.base, frame.next - 1));
            }
            if stop < frame.limit {
                self.crossed_directive = true;
                self.directive();
            } else if self.files.len() > files {
                self.leave_file();
            } else {
                return None;
            }
        }
    }
}
