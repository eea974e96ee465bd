//! The tokens of a line of output.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputTokenKind {
    /// A number in decimal notation, with its sign.
    Number,
    /// An identifier, or digits that belong to a word: `0x1f`, `3rd`.
    Word,
    /// Blanks that no number follows: blanks before a number belong to its width.
    Blank,
    /// Any other byte.
    Other,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OutputToken {
    pub(super) kind: OutputTokenKind,
    /// The range of bytes in the line.
    pub(super) place: Range<usize>,
}

/// The tokens of a line, in order.
pub(super) struct OutputTokens<'l> {
    line: &'l [u8],
    at: usize,
}

impl<'l> OutputTokens<'l> {
    pub(super) fn new(line: &'l [u8]) -> Self {
        OutputTokens { line, at: 0 }
    }
}

impl Iterator for OutputTokens<'_> {
    type Item = OutputToken;

    fn next(&mut self) -> Option<OutputToken> {
        let start = self.at;
        let behind = start + length(&self.line[start..], |byte| matches!(byte, b' ' | b'\t'));
        let rest = &self.line[behind..];
        let number = number_length(rest);
        if behind > start && !rest.is_empty() && number.is_none() {
            return Some(self.token(OutputTokenKind::Blank, start, behind));
        }
        let first = rest.first()?;
        Some(match number {
            Some(long) => self.token(OutputTokenKind::Number, behind, behind + long),
            None if is_of_word(*first) => {
                self.token(OutputTokenKind::Word, behind, behind + word_length(rest))
            }
            None => self.token(OutputTokenKind::Other, behind, behind + 1),
        })
    }
}

impl OutputTokens<'_> {
    fn token(&mut self, kind: OutputTokenKind, start: usize, end: usize) -> OutputToken {
        self.at = end;
        OutputToken { kind, place: start..end }
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn length(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|byte| belongs(**byte)).count()
}

/// Returns the length of a word. A word that begins with `0x` includes the other characters of a hexadecimal number.
fn word_length(text: &[u8]) -> usize {
    if !text.starts_with(b"0x") {
        return length(text, is_of_word);
    }
    let body = length(text, |byte| byte.is_ascii_alphanumeric() || byte == b'.');
    match text.get(body) {
        Some(b'+' | b'-') if text[body - 1] == b'p' => body + 1 + length(&text[body + 1..], is_of_word),
        _ => body,
    }
}

/// Returns the length of the number at the start of a text. None if there is no number, or if its digits belong to a word.
fn number_length(text: &[u8]) -> Option<usize> {
    let sign = usize::from(text.first().is_some_and(|first| matches!(first, b'+' | b'-')));
    let digits = |from: usize| text.get(from..).map_or(0, |rest| length(rest, |byte| byte.is_ascii_digit()));
    let whole = digits(sign);
    let mut end = sign + whole;
    let fraction = if text.get(end) == Some(&b'.') { digits(end + 1) } else { 0 };
    if whole + fraction == 0 {
        let name = ["infinity", "inf", "nan"].into_iter().find(|name| has_name(&text[sign..], name))?;
        return Some(sign + name.len());
    }
    let is_pointed = fraction > 0 || text.get(end) == Some(&b'.') && exponent(&text[end + 1..]).is_some();
    if is_pointed {
        end += 1 + fraction;
    }
    end += exponent(&text[end..]).unwrap_or(0);
    let behind = &text[end..][..length(&text[end..], is_of_word)];
    // A unit may follow the number: `1.5s`. Digits and hexadecimal letters after it could belong to another number format.
    let is_unit = behind.iter().all(u8::is_ascii_alphabetic)
        && (is_pointed || behind.is_empty() || !behind.iter().all(u8::is_ascii_hexdigit));
    (is_unit && !text[sign..].starts_with(b"0x")).then_some(end)
}

/// Returns whether a text starts with a word, ignoring case.
fn has_name(text: &[u8], name: &str) -> bool {
    let is_there = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()));
    is_there && !text.get(name.len()).is_some_and(|next| is_of_word(*next))
}

/// Returns the length of the exponent at the start of a text.
fn exponent(text: &[u8]) -> Option<usize> {
    let (letter, rest) = text.split_first()?;
    let sign = usize::from(rest.first().is_some_and(|first| matches!(first, b'+' | b'-')));
    let digits = length(rest.get(sign..)?, |byte| byte.is_ascii_digit());
    (matches!(letter, b'e' | b'E' | b'd' | b'D') && digits > 0).then_some(1 + sign + digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_tokens() {
        let tokens = |line: &str| -> Vec<String> {
            let shown = |token: OutputToken| format!("{:?}:{}", token.kind, &line[token.place]);
            OutputTokens::new(line.as_bytes()).map(shown).collect()
        };
        for (line, expected) in [
            (
                "x1 = -2.5e-3 ;",
                &["Word:x1", "Blank: ", "Other:=", "Number:-2.5e-3", "Blank: ", "Other:;"][..],
            ),
            (
                "1.5s 3rd 0x1.8p+1",
                &["Number:1.5", "Word:s", "Number:3", "Word:rd", "Blank: ", "Word:0x1.8p+1"],
            ),
            ("12ab 12e5ab", &["Word:12ab", "Blank: ", "Word:12e5ab"]),
            ("-inf info .5 5.", &["Number:-inf", "Blank: ", "Word:info", "Number:.5", "Number:5", "Other:."]),
            ("1.e+05,2.5i  ", &["Number:1.e+05", "Other:,", "Number:2.5", "Word:i"]),
        ] {
            assert_eq!(tokens(line), expected, "{line}");
        }
    }
}
