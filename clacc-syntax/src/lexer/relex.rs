//! Lexes an edited text incrementally: reads the tokens around the change, and copies all others.
//!
//! Between two tokens the state of the lexer is its position and the flags of the next token, and nothing after an unspliced line end
//! influences the tokens before it. So reading can begin at any token that starts a line. It can stop at a token in the common suffix of
//! both texts where an old token starts with the same flags: all tokens from there on are the old ones.
//!
//! The result includes the change as numbers of tokens ([`TokenChange`](super::TokenChange)), from which the later steps go on. A
//! text with trigraphs is lexed from nothing where trigraphs count.

use std::sync::Arc;

use super::{FILE_LIMIT, LexOptions, LexProblem, LexedFile, Lexer, byte_order_mark, guard, trigraphs};
use crate::checkpoint::{self, HalfDone};
use crate::token::{TokenFlags, TokenRange};
use crate::wide_search::{common_prefix, common_suffix};

/// The range of tokens in which two versions of a file differ. The tokens before and after it are the same in both versions, except for
/// their positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenChange {
    /// The index of the first token that was lexed again.
    pub first: usize,
    /// The index after the last old token that was replaced.
    pub old_end: usize,
    /// The index after the last token that was lexed again.
    pub new_end: usize,
}

impl TokenChange {
    /// Returns whether the change overlaps these tokens of the new text, or removes tokens inside their range.
    pub fn touches(self, tokens: TokenRange) -> bool {
        self.first < tokens.end as usize && (tokens.start as usize) < self.new_end
    }
}

/// Returns the tokens of a file after an edit, where `previous` holds the tokens before it, lexed with the same options. The result equals
/// that of [`lex_with`](super::lex_with); the cost is a copy of the columns, and the work for the lines that differ. Returns none if
/// nothing of `previous` can be used.
pub fn relex(
    names: &crate::Names,
    previous: &LexedFile,
    text: &Arc<[u8]>,
    options: LexOptions,
) -> Option<(LexedFile, TokenChange)> {
    let fits =
        |text: &[u8]| text.len() < FILE_LIMIT as usize && !(options.trigraphs && trigraphs::are_in(text));
    if previous.names != *names || !fits(&previous.text) || !fits(text) {
        return None;
    }
    let front = common_prefix(&previous.text, text);
    let back = common_suffix(&previous.text[front..], &text[front..]);
    let start = Start::before(previous, text, front);
    let mut lexer = Lexer::reading(text, (text.len() - front - back) / 4 + 64);
    let mut meeting = Meeting::behind(previous, text.len(), text.len() - back);
    let met = lexer.read(start.at, start.flags, |at, flags| meeting.is_at(at, flags));
    let old_end = if met { meeting.candidate } else { previous.len() };
    Some(splice(names, lexer, previous, text, start.token, old_end))
}

/// The place where relexing begins.
struct Start {
    /// The index of the first token that is lexed again.
    token: usize,
    at: usize,
    flags: TokenFlags,
}

impl Start {
    /// Returns the last token before `front` that starts a line, or the start of the text.
    fn before(previous: &LexedFile, text: &[u8], front: usize) -> Start {
        let unchanged = previous.starts.before(front as u32);
        let starts_line = |token: &usize| previous.flags[*token].contains(TokenFlags::LINE_START);
        match (0..unchanged).rev().find(starts_line) {
            Some(token) => Start {
                token,
                at: previous.starts.get(token) as usize,
                flags: before_token(previous.flags[token]),
            },
            None => Start { token: 0, at: byte_order_mark(text), flags: TokenFlags::LINE_START },
        }
    }
}

/// Returns the part of a token's flags that describes what precedes the token.
fn before_token(flags: TokenFlags) -> TokenFlags {
    flags.without(TokenFlags::UNCLEAN)
}

/// Finds the first new token from which on the old tokens can be used again.
struct Meeting<'p> {
    previous: &'p LexedFile,
    /// The offset in the new text at which the common suffix of both texts starts.
    from: usize,
    /// The length of the new text.
    length: usize,
    /// The first old token that has not been passed yet.
    candidate: usize,
}

impl<'p> Meeting<'p> {
    fn behind(previous: &'p LexedFile, length: usize, from: usize) -> Self {
        let old_from = from + previous.text.len() - length;
        let candidate = previous.starts.before(old_from as u32);
        Meeting { previous, from, length, candidate }
    }

    fn is_at(&mut self, at: usize, flags: TokenFlags) -> bool {
        if at < self.from {
            return false;
        }
        let old_at = at + self.previous.text.len() - self.length;
        while (self.previous.starts.get(self.candidate) as usize) < old_at {
            self.candidate += 1;
        }
        self.previous.starts.get(self.candidate) as usize == old_at
            && before_token(self.previous.flags[self.candidate]) == flags
    }
}

/// Returns the file that consists of the old tokens before `first`, the tokens that the lexer read, and the old tokens from `old_end` on.
fn splice(
    names: &crate::Names,
    lexer: Lexer<'_>,
    previous: &LexedFile,
    text: &Arc<[u8]>,
    first: usize,
    old_end: usize,
) -> (LexedFile, TokenChange) {
    let read = lexer.finish(names);
    let change = TokenChange { first, old_end, new_end: first + read.kinds.len() };
    let by = (text.len() as u32).wrapping_sub(previous.text.len() as u32);
    let moved = |offset: u32| offset.wrapping_add(by);
    let problem = read.problem.or(match previous.problem {
        Some(LexProblem::UnterminatedComment(at)) if old_end < previous.len() => {
            Some(LexProblem::UnterminatedComment(moved(at)))
        }
        _ => None,
    });
    let kinds = joined(&previous.kinds, change, &read.kinds);
    let texts = joined(&previous.texts, change, &read.texts);
    let flags = joined(&previous.flags, change, &read.flags);
    let [old_length, new_length] = [previous.text.len(), text.len()].map(|length| i64::from(length as u32));
    let starts = previous.starts.joined(first..old_end, &read.starts, new_length - old_length);
    let lengths = previous.lengths.joined(first..old_end, &read.lengths);
    let mut file = LexedFile {
        names: names.clone(),
        text: Arc::clone(text),
        kinds: kinds.finish(),
        texts: texts.finish(),
        flags: flags.finish(),
        starts: starts.finish(),
        lengths: lengths.finish(),
        directives: joined_directives(&previous.directives, change, &read.directives),
        guard: None,
        problem,
    };
    file.guard = guard::find(&file);
    (file, change)
}

/// Returns a column of the old values before the change, the values `read`, and the old values after the change.
fn joined<T: Copy + 'static>(old: &[T], change: TokenChange, read: &[T]) -> HalfDone<Vec<T>> {
    let behind = &old[change.old_end..];
    let mut column = HalfDone::new(Vec::with_capacity(change.first + read.len() + behind.len()));
    checkpoint::extend(&mut column, &old[..change.first]);
    checkpoint::extend(&mut column, read);
    checkpoint::extend(&mut column, behind);
    column
}

fn joined_directives(old: &[u32], change: TokenChange, read: &[u32]) -> Vec<u32> {
    let first = old.partition_point(|hash| (*hash as usize) < change.first);
    let behind = old.partition_point(|hash| (*hash as usize) < change.old_end);
    let by = (change.new_end as u32).wrapping_sub(change.old_end as u32);
    let read = read.iter().map(|hash| hash + change.first as u32);
    old[..first]
        .iter()
        .copied()
        .chain(read)
        .chain(old[behind..].iter().map(|hash| hash.wrapping_add(by)))
        .collect()
}
