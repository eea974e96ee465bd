//! The main loop, which reads files and calls everything else.

use super::super::expander::{Expander, Surroundings};
use super::super::files::Text;
use super::super::output::Output;
use super::super::token::PpToken;
use super::Reader;
use crate::checkpoint;
use crate::name::Known;
use crate::token::TokenKind;

impl Reader<'_> {
    /// Reads all open files to their end, or to a restart point from which on the result of an earlier run can be used.
    pub(crate) fn run(&mut self, expander: &mut Expander) {
        while self.files.depth() > 0 && !self.passes_restart_point(expander) {
            checkpoint::pass();
            if let Some(text) = self.files.text() {
                self.run_text(&text, expander);
            } else if self.files.at_end() {
                self.leave_file(expander);
            } else {
                self.directive(expander);
            }
        }
    }

    /// Reads lines of text up to the next directive, or to the next restart point, or to the first macro invocation whose arguments extend
    /// past the lines.
    fn run_text(&mut self, text: &Text, expander: &mut Expander) {
        let Text { lexed, base, next, stop } = text;
        let mut next = *next;
        let depth = self.files.depth() - 1;
        let until = self.until_restart_point(next, *stop);
        while next < until {
            checkpoint::pass();
            let end = next + expander.plain_run(&lexed.kinds[next..until], &lexed.texts[next..until]);
            self.out.copy_plain(lexed, *base, next, end);
            next = end;
            if end < until {
                self.files.go_to(depth, end + 1);
                expander.read(self, PpToken::from_file(lexed, *base, end));
                let Some(resumed) = self.files.resumed(depth, *stop) else { return };
                next = resumed;
            }
        }
        self.files.go_to(depth, next);
    }

    /// Leaves the current file, whose end has been reached.
    fn leave_file(&mut self, expander: &mut Expander) {
        self.pop_file();
        expander.forget_space();
    }
}

impl Surroundings for Reader<'_> {
    fn out(&mut self) -> &mut Output {
        &mut self.out
    }

    fn depth(&self) -> usize {
        self.files.depth()
    }

    fn has_open_paren(&self) -> bool {
        self.files.next_is(TokenKind::LParen)
    }

    fn mark(&self) -> Option<usize> {
        self.files.mark()
    }

    fn go_back(&mut self, mark: usize) {
        self.files.go_to(self.files.depth() - 1, mark);
    }

    fn next_token(&mut self, expander: &mut Expander, depth: usize) -> Option<PpToken> {
        loop {
            let token = self.files.take_token();
            if token.is_some() || self.files.depth() == 0 {
                return token;
            }
            if !self.files.at_end() {
                expander.note_directive();
                self.directive(expander);
            } else if self.files.depth() > depth {
                self.leave_file(expander);
            } else {
                return None;
            }
        }
    }

    fn word(&mut self, expander: &mut Expander, word: Known, token: PpToken) {
        match word {
            Known::Defined => self.defined_operator(expander, &token),
            Known::PragmaOperator => self.pragma_operator(expander, token),
            _ => self.builtin(expander, word, token),
        }
    }
}
