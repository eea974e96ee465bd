//! Converts bytes to tokens (C17 5.1.1.2, phases 1 to 3). It is written by hand, takes one pass and never
//! fails.
//!
//! Keywords are identifiers here, because tokens become keywords only when they leave the preprocessor.
//! Header names are not recognised either: the preprocessor reads them from the bytes. Offsets are always
//! those of the original text.

mod characters;
mod columns;
mod comments;
mod guard;
mod intern;
mod lengths;
mod relex;
mod scan;
mod spliced;
mod starts;
mod trigraphs;
mod trivia;

use std::sync::Arc;

use crate::checkpoint;
use crate::token::{TokenFlags, TokenKind};
use crate::{Name, Names};
use columns::Columns;
use intern::LocalNames;
pub use lengths::Lengths;
pub use relex::{TokenChange, relex};
use scan::{ByteClass, CLASSES, LONE_PUNCTUATORS, Scanned, scan};
pub use starts::Starts;
pub(crate) use trivia::next_line;

/// The length from which on a file gets no tokens, because positions within a file and within a unit have 32 bits.
pub const FILE_LIMIT: u32 = 1 << 31;

/// The tokens of one file as columns. The last token is `Eof`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LexedFile {
    /// The table that the names in `texts` belong to.
    pub names: Names,
    /// The bytes.
    pub text: Arc<[u8]>,
    /// The kind of each token.
    pub kinds: Vec<TokenKind>,
    /// The text of each token without line splices.
    pub texts: Vec<Name>,
    /// The flags of each token, which tell what precedes it.
    pub flags: Vec<TokenFlags>,
    /// The offset of each token's first byte.
    pub starts: Starts,
    /// The length of each token in bytes.
    pub lengths: Lengths,
    /// The indices of the tokens `#` that start a line.
    pub directives: Vec<u32>,
    /// The macro that guards the whole file against a second inclusion: the whole file is between `#ifndef`
    /// (or `#if !defined`) and its `#endif`.
    pub guard: Option<Name>,
    /// A problem of the file as a whole.
    pub problem: Option<LexProblem>,
}

/// A problem of a file as a whole, which needs no look at its tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LexProblem {
    /// A block comment that starts at this offset has no end.
    UnterminatedComment(u32),
    /// The file is too long and therefore has no tokens.
    TooLong,
}

/// Settings that change how bytes become tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LexOptions {
    /// Replaces trigraphs (C17 5.2.1.1). Compilers do so only in their strict modes.
    pub trigraphs: bool,
}

/// Returns the tokens of a file. Their texts are interned in `names`.
pub fn lex(names: &Names, text: Arc<[u8]>) -> LexedFile {
    lex_with(names, text, LexOptions::default())
}

/// Returns the tokens of a file, lexed with options.
pub fn lex_with(names: &Names, text: Arc<[u8]>, options: LexOptions) -> LexedFile {
    if text.len() >= FILE_LIMIT as usize {
        let mut file = Lexer::new(&[]).run(names);
        file.text = text;
        file.problem = Some(LexProblem::TooLong);
        return file;
    }
    let replaced = if options.trigraphs { trigraphs::replace(&text) } else { None };
    let mut file = match &replaced {
        Some(replaced) => Lexer::new(&replaced.text).run(names),
        None => Lexer::new(&text).run(names),
    };
    if let Some(replaced) = replaced {
        replaced.restore(&mut file);
    }
    file.text = text;
    file.guard = guard::find(&file);
    file
}

/// Returns the kind of a text that is exactly one token. The result of `##` must be one (C17 6.10.3.3).
pub(crate) fn single_token(text: &[u8]) -> Option<TokenKind> {
    let first = *text.first()?;
    let blank = matches!(CLASSES[first as usize], ByteClass::Blank | ByteClass::Newline);
    if blank || (first == b'/' && trivia::skip_comment(text, 0).is_some()) {
        return None;
    }
    let scanned = scan(text, 0);
    (scanned.end == text.len() && scanned.kind != TokenKind::Unknown).then_some(scanned.kind)
}

/// Returns the length of the byte order mark at the start of a text, or 0.
fn byte_order_mark(text: &[u8]) -> usize {
    if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 }
}

struct Lexer<'t> {
    text: &'t [u8],
    names: LocalNames<'t>,
    columns: Columns,
    directives: Vec<u32>,
    problem: Option<LexProblem>,
}

impl<'t> Lexer<'t> {
    fn new(text: &'t [u8]) -> Self {
        Lexer::reading(text, text.len())
    }

    /// Makes a lexer that is expected to read about `length` bytes of the text.
    fn reading(text: &'t [u8], length: usize) -> Self {
        Lexer {
            text,
            names: LocalNames::new(text, length),
            columns: Columns::for_text(length),
            directives: Vec::new(),
            problem: None,
        }
    }

    fn run(mut self, names: &Names) -> LexedFile {
        self.read(byte_order_mark(self.text), TokenFlags::LINE_START, |_, _| false);
        self.finish(names)
    }

    /// Reads tokens from `at` on until `stops` returns true for the next token, or up to the end of the text, where it adds `Eof`. Returns
    /// true if `stops` ended it.
    fn read(
        &mut self,
        mut at: usize,
        mut flags: TokenFlags,
        mut stops: impl FnMut(usize, TokenFlags) -> bool,
    ) -> bool {
        loop {
            (at, flags) = self.trivia(at, flags);
            if at >= self.text.len() {
                break;
            }
            if stops(at, flags) {
                return true;
            }
            at = self.token(at, flags);
            flags = TokenFlags::default();
        }
        let end = self.text.len();
        self.columns.push(TokenKind::Eof, LocalNames::fixed(TokenKind::LParen), flags, (end, end));
        false
    }

    /// Skips to the next token and records in the flags what was skipped. It runs for every token, so rare cases are moved to other
    /// functions.
    #[inline]
    fn trivia(&mut self, mut at: usize, mut flags: TokenFlags) -> (usize, TokenFlags) {
        while let Some(&byte) = self.text.get(at) {
            match CLASSES[byte as usize] {
                ByteClass::Blank => {
                    at = trivia::skip_spaces(self.text, at + 1);
                    flags = flags.with(TokenFlags::SPACE_BEFORE);
                }
                ByteClass::Newline => {
                    at += 1;
                    flags = TokenFlags::LINE_START;
                }
                ByteClass::Slash => match self.comment(at) {
                    Some(end) => {
                        at = end;
                        flags = flags.with(TokenFlags::SPACE_BEFORE);
                    }
                    None => break,
                },
                ByteClass::Backslash => match trivia::splice_end(self.text, at) {
                    Some(end) => at = end,
                    None => break,
                },
                _ => break,
            }
        }
        (at, flags)
    }

    /// Returns the end of the comment whose first slash is at `at`, if one starts there.
    #[inline(never)]
    fn comment(&mut self, at: usize) -> Option<usize> {
        let comment = trivia::skip_comment(self.text, at)?;
        if comment.unterminated {
            self.problem = Some(LexProblem::UnterminatedComment(at as u32));
        }
        Some(comment.end)
    }

    fn token(&mut self, start: usize, flags: TokenFlags) -> usize {
        if let Some(kind) = LONE_PUNCTUATORS[self.text[start] as usize] {
            self.columns.push(kind, LocalNames::fixed(kind), flags, (start, start + 1));
            return start + 1;
        }
        let scanned = scan(self.text, start);
        let next = self.text.get(scanned.end);
        if !scanned.clean || (next == Some(&b'\\') && spliced::may_continue(self.text, scanned.end)) {
            return self.unclean_token(start, flags);
        }
        let text = self.text_of(scanned, start);
        let flags = if scanned.digraph { flags.with(TokenFlags::UNCLEAN) } else { flags };
        if scanned.kind == TokenKind::Hash && flags.contains(TokenFlags::LINE_START) {
            self.directives.push(self.columns.len());
        }
        self.columns.push(scanned.kind, text, flags, (start, scanned.end));
        scanned.end
    }

    fn text_of(&mut self, scanned: Scanned, start: usize) -> u32 {
        if scanned.kind.fixed_index().is_some() {
            LocalNames::fixed(scanned.kind)
        } else {
            self.names.slice(start, scanned.end)
        }
    }

    /// Reads a token that holds splices or universal character names.
    fn unclean_token(&mut self, start: usize, flags: TokenFlags) -> usize {
        let token = spliced::scan_spliced(self.text, start);
        let kind = token.scanned.kind;
        let text = if kind.fixed_index().is_some() {
            LocalNames::fixed(kind)
        } else if matches!(kind, TokenKind::Ident | TokenKind::Number) {
            self.names.owned(&characters::resolve_universal(&token.bytes))
        } else {
            self.names.owned(&token.bytes)
        };
        if kind == TokenKind::Hash && flags.contains(TokenFlags::LINE_START) {
            self.directives.push(self.columns.len());
        }
        self.columns.push(kind, text, flags.with(TokenFlags::UNCLEAN), (start, token.end));
        token.end
    }

    fn finish(self, table: &Names) -> LexedFile {
        let names = self.names.finish(table);
        let columns = self.columns.finish();
        let mut texts = global_names(columns.texts.finish(), &names);
        if columns.kinds.last() == Some(&TokenKind::Eof)
            && let Some(end_of_file) = texts.last_mut()
        {
            *end_of_file = Name::EMPTY;
        }
        LexedFile {
            names: table.clone(),
            text: Arc::from(&b""[..]),
            kinds: columns.kinds.finish(),
            texts,
            flags: columns.flags.finish(),
            starts: columns.starts.finish(),
            lengths: columns.lengths.finish(),
            directives: self.directives,
            guard: None,
            problem: self.problem,
        }
    }
}

/// Returns the global names of a file's tokens, given their local names. The result reuses the memory of the column, so that nothing is
/// moved.
fn global_names(local: Vec<u32>, names: &[Name]) -> Vec<Name> {
    checkpoint::every(checkpoint::STRIDE, local.into_iter()).map(|text| names[text as usize]).collect()
}

impl LexedFile {
    /// Returns the number of tokens, with the final `Eof`.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no token but `Eof`.
    pub fn is_empty(&self) -> bool {
        self.kinds.len() <= 1
    }

    /// The offset past a token's last byte.
    #[inline]
    pub fn end(&self, token: usize) -> u32 {
        self.starts.get(token) + self.lengths.get(token)
    }

    /// Returns the index of the first token after `token` that starts a line, or of `Eof`.
    pub fn line_end(&self, token: usize) -> usize {
        let last = self.kinds.len() - 1;
        let mut end = token + 1;
        while end < last && !self.flags[end].contains(TokenFlags::LINE_START) {
            end += 1;
        }
        end.min(last)
    }
}
