//! Reads one token from text without splices and trigraphs in it.

use super::characters;
use super::trivia::splice_end;
use crate::token::TokenKind;

/// The classes of bytes that the lexer distinguishes to decide what kind of token starts there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteClass {
    Blank,
    Newline,
    Word,
    Digit,
    Quote,
    Slash,
    Backslash,
    Punctuator,
    High,
    Other,
}

const fn class(byte: u8) -> ByteClass {
    match byte {
        b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => ByteClass::Blank,
        b'\n' => ByteClass::Newline,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => ByteClass::Word,
        b'0'..=b'9' => ByteClass::Digit,
        b'"' | b'\'' => ByteClass::Quote,
        b'/' => ByteClass::Slash,
        b'\\' => ByteClass::Backslash,
        b'!' | b'#' | b'%' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b'-' | b'.' | b':' | b';' | b'<'
        | b'=' | b'>' | b'?' | b'@' | b'[' | b']' | b'^' | b'{' | b'|' | b'}' | b'~' => ByteClass::Punctuator,
        0x80.. => ByteClass::High,
        _ => ByteClass::Other,
    }
}

const fn classes() -> [ByteClass; 256] {
    let mut table = [ByteClass::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
}

/// The [`ByteClass`] of each byte.
pub(super) static CLASSES: [ByteClass; 256] = classes();

const fn word_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(class(byte as u8), ByteClass::Word | ByteClass::Digit);
        byte += 1;
    }
    table
}

static WORD_BYTES: [bool; 256] = word_bytes();

const fn lone_punctuator(byte: u8) -> Option<TokenKind> {
    match byte {
        b'(' => Some(TokenKind::LParen),
        b')' => Some(TokenKind::RParen),
        b',' => Some(TokenKind::Comma),
        b';' => Some(TokenKind::Semi),
        b'[' => Some(TokenKind::LBracket),
        b']' => Some(TokenKind::RBracket),
        b'{' => Some(TokenKind::LBrace),
        b'}' => Some(TokenKind::RBrace),
        b'~' => Some(TokenKind::Tilde),
        b'?' => Some(TokenKind::Question),
        b'@' => Some(TokenKind::At),
        _ => None,
    }
}

const fn lone_punctuators() -> [Option<TokenKind>; 256] {
    let mut table = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = lone_punctuator(byte as u8);
        byte += 1;
    }
    table
}

/// The punctuators that consist of one byte, whatever follows it. Half of all tokens are such punctuators.
pub(super) static LONE_PUNCTUATORS: [Option<TokenKind>; 256] = lone_punctuators();

/// A scanned token.
#[derive(Clone, Copy)]
pub(super) struct Scanned {
    pub(super) kind: TokenKind,
    /// The offset past its last byte.
    pub(super) end: usize,
    /// true if the token's text is the same as its bytes. Otherwise the token contains a splice or a universal character name.
    pub(super) clean: bool,
    /// true for a digraph, whose text is that of its kind and not its bytes.
    pub(super) digraph: bool,
}

impl Scanned {
    fn new(kind: TokenKind, end: usize) -> Self {
        Scanned { kind, end, clean: true, digraph: false }
    }
}

/// Scans the token that starts at `start`, which must be inside the text and not be white space or a comment.
pub(super) fn scan(text: &[u8], start: usize) -> Scanned {
    match CLASSES[text[start] as usize] {
        ByteClass::Word => word(text, start),
        ByteClass::Digit => number(text, start),
        ByteClass::Quote => literal(text, start),
        ByteClass::High | ByteClass::Backslash => extended(text, start),
        ByteClass::Punctuator
            if text[start] == b'.' && text.get(start + 1).is_some_and(u8::is_ascii_digit) =>
        {
            number(text, start)
        }
        ByteClass::Slash | ByteClass::Punctuator => punctuator(text, start),
        ByteClass::Blank | ByteClass::Newline | ByteClass::Other => {
            Scanned::new(TokenKind::Unknown, start + 1)
        }
    }
}

fn plain_word_end(text: &[u8], from: usize) -> usize {
    let mut end = from;
    while end < text.len() && WORD_BYTES[text[end] as usize] {
        end += 1;
    }
    end
}

fn word(text: &[u8], start: usize) -> Scanned {
    let end = plain_word_end(text, start + 1);
    match text.get(end) {
        Some(b'"' | b'\'') if matches!(&text[start..end], b"L" | b"u" | b"U" | b"u8") => literal(text, end),
        Some(b'\\' | 0x80..) => word_rest(text, end),
        _ => Scanned::new(TokenKind::Ident, end),
    }
}

/// Continues an identifier with extended characters and universal character names.
fn word_rest(text: &[u8], from: usize) -> Scanned {
    let mut clean = true;
    let mut end = from;
    while let Some(character) =
        characters::at(text, end).filter(|character| characters::continues_word(character.code))
    {
        clean &= !character.universal;
        end = plain_word_end(text, character.end);
    }
    Scanned { clean, ..Scanned::new(TokenKind::Ident, end) }
}

/// Reads an identifier that starts with an extended character, or one character that is not a token.
fn extended(text: &[u8], start: usize) -> Scanned {
    match characters::at(text, start) {
        Some(character) if characters::starts_word(character.code) => word_rest(text, start),
        Some(character) if !character.universal => Scanned::new(TokenKind::Unknown, character.end),
        _ => Scanned::new(TokenKind::Unknown, start + 1),
    }
}

/// Reads a preprocessing number (C17 6.4.8).
fn number(text: &[u8], start: usize) -> Scanned {
    let mut end = start + 1;
    let mut clean = true;
    loop {
        match text.get(end) {
            Some(b'+' | b'-') if matches!(text[end - 1], b'e' | b'E' | b'p' | b'P') => end += 1,
            Some(b'.') => end += 1,
            Some(byte) if WORD_BYTES[*byte as usize] => end += 1,
            Some(b'\\' | 0x80..) => match characters::at(text, end) {
                Some(character) if characters::continues_word(character.code) => {
                    clean &= !character.universal;
                    end = character.end;
                }
                _ => break,
            },
            _ => break,
        }
    }
    Scanned { clean, ..Scanned::new(TokenKind::Number, end) }
}

/// Reads a string literal or character constant whose opening quote is at `open`. If it has no closing quote,
/// it is one unknown token that ends at the end of the line.
fn literal(text: &[u8], open: usize) -> Scanned {
    let quote = text[open];
    let kind = if quote == b'"' { TokenKind::StrLit } else { TokenKind::CharConst };
    let mut end = open + 1;
    while let Some(&byte) = text.get(end) {
        match byte {
            b'\\' if splice_end(text, end).is_some() => {
                return Scanned { clean: false, ..Scanned::new(kind, end) };
            }
            b'\\' if text.get(end + 1).is_none_or(|next| *next == b'\n') => end += 1,
            b'\\' => end += 2,
            b'\n' => break,
            _ if byte == quote => return Scanned::new(kind, end + 1),
            _ => end += 1,
        }
    }
    let blank_end = text[open..end].ends_with(b"\r");
    Scanned::new(TokenKind::Unknown, end - usize::from(blank_end))
}

fn punctuator(text: &[u8], start: usize) -> Scanned {
    let at = |offset: usize| text.get(start + offset).copied().unwrap_or(0);
    if let Some(kind) = LONE_PUNCTUATORS[text[start] as usize] {
        return Scanned::new(kind, start + 1);
    }
    let (kind, len) = match text[start] {
        b'%' | b'<' | b':' => return maybe_digraph(start, [at(0), at(1), at(2), at(3)]),
        first => plain_punctuator(first, at(1), at(2)),
    };
    Scanned::new(kind, start + len)
}

fn plain_punctuator(first: u8, second: u8, third: u8) -> (TokenKind, usize) {
    use TokenKind::*;
    match (first, second) {
        (b'=', b'=') => (EqEq, 2),
        (b'=', _) => (Eq, 1),
        (b'-', b'>') => (Arrow, 2),
        (b'.', b'.') if third == b'.' => (Ellipsis, 3),
        (b'.', _) => (Dot, 1),
        (b'>', b'>') if third == b'=' => (ShrEq, 3),
        (b'>', b'>') => (Shr, 2),
        (b'>', b'=') => (Ge, 2),
        (b'>', _) => (Gt, 1),
        (b'#', b'#') => (HashHash, 2),
        (b'#', _) => (Hash, 1),
        _ => doubled_or_assigned(first, second),
    }
}

/// Reads an operator that exists alone, doubled, or followed by `=`.
fn doubled_or_assigned(first: u8, second: u8) -> (TokenKind, usize) {
    use TokenKind::*;
    match (first, second) {
        (b'+', b'+') => (PlusPlus, 2),
        (b'+', b'=') => (PlusEq, 2),
        (b'+', _) => (Plus, 1),
        (b'-', b'-') => (MinusMinus, 2),
        (b'-', b'=') => (MinusEq, 2),
        (b'-', _) => (Minus, 1),
        (b'*', b'=') => (StarEq, 2),
        (b'*', _) => (Star, 1),
        (b'/', b'=') => (SlashEq, 2),
        (b'/', _) => (Slash, 1),
        (b'&', b'&') => (AmpAmp, 2),
        (b'&', b'=') => (AmpEq, 2),
        (b'&', _) => (Amp, 1),
        (b'|', b'|') => (PipePipe, 2),
        (b'|', b'=') => (PipeEq, 2),
        (b'|', _) => (Pipe, 1),
        (b'^', b'=') => (CaretEq, 2),
        (b'^', _) => (Caret, 1),
        (b'!', b'=') => (Ne, 2),
        (b'!', _) => (Bang, 1),
        _ => (Unknown, 1),
    }
}

/// Reads a punctuator that starts with `%`, `<` or `:`. That includes the digraphs of C17 6.4.6.
fn maybe_digraph(start: usize, bytes: [u8; 4]) -> Scanned {
    use TokenKind::*;
    let (kind, len, digraph) = match bytes {
        [b'%', b':', b'%', b':'] => (HashHash, 4, true),
        [b'%', b':', ..] => (Hash, 2, true),
        [b'%', b'>', ..] => (RBrace, 2, true),
        [b'%', b'=', ..] => (PercentEq, 2, false),
        [b'%', ..] => (Percent, 1, false),
        [b'<', b'<', b'=', _] => (ShlEq, 3, false),
        [b'<', b'<', ..] => (Shl, 2, false),
        [b'<', b'=', ..] => (Le, 2, false),
        [b'<', b':', ..] => (LBracket, 2, true),
        [b'<', b'%', ..] => (LBrace, 2, true),
        [b'<', ..] => (Lt, 1, false),
        [_, b':', ..] => (ColonColon, 2, false),
        [_, b'>', ..] => (RBracket, 2, true),
        _ => (Colon, 1, false),
    };
    Scanned { digraph, ..Scanned::new(kind, start + len) }
}
