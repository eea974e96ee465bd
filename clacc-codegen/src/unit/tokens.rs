//! Writes the tokens of a unit in their lines.

use std::rc::Rc;

use clacc_syntax::token::{TokenFlags, TokenKind};
use clacc_syntax::unit::{ExpansionId, Pos, TokenBuffer, TokenOrigin};

use super::inclusions::{Inclusion, is_complete_trivia};
use super::writer::LineWriter;

/// The treatment of OpenACC and OpenMP directives. OpenMP directives in system headers are always printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Directives {
    /// Directives are printed.
    Printed,
    /// Directives are left out and recorded. The code generator must have lowered them.
    Noted,
}

/// Writes tokens of one part of a unit.
pub(super) struct TokenWriter<'w, 'a> {
    pub(super) lines: &'w mut LineWriter<'a>,
    pub(super) tokens: &'a TokenBuffer,
    pub(super) directives: Directives,
    /// The directives that were left out, by their first tokens.
    pub(super) left_out: Vec<usize>,
    /// The tokens of pragmas that compilers may read differently in preprocessed text.
    pub(super) ambiguous: Vec<usize>,
    /// The place of the outermost invocation that the last token came through.
    invocation: Option<Pos>,
}

impl<'w, 'a> TokenWriter<'w, 'a> {
    pub(super) fn new(
        lines: &'w mut LineWriter<'a>,
        tokens: &'a TokenBuffer,
        directives: Directives,
    ) -> TokenWriter<'w, 'a> {
        TokenWriter {
            lines,
            tokens,
            directives,
            left_out: Vec::new(),
            ambiguous: Vec::new(),
            invocation: None,
        }
    }

    /// Writes the tokens from `from` up to `to`, which is excluded.
    pub(super) fn write(&mut self, from: usize, to: usize) {
        let (mut at, to) = (from, to.min(self.tokens.len()));
        while at < to {
            at = match self.tokens.kinds[at] {
                TokenKind::PragmaOther => self.other_pragma(at),
                TokenKind::PragmaAcc | TokenKind::PragmaOmp => self.directive(at, to),
                // Its directive begins in another range of tokens.
                TokenKind::PragmaEnd => at + 1,
                _ => self.whole_line(at, to).unwrap_or_else(|| self.token(at)),
            };
        }
    }

    /// Returns the place of a token in the user's text: that of the token itself, or of the outermost invocation.
    pub(super) fn written(&mut self, at: usize) -> Option<(Rc<Inclusion>, Pos)> {
        let pos = self.lines.inclusions.written(self.tokens.places.origin(at)?);
        Some((self.lines.inclusions.at(pos)?, pos))
    }

    fn is_own(&self, at: usize) -> bool {
        self.tokens.places.origin(at).is_some_and(|origin| origin.expansion == ExpansionId::NONE)
    }

    fn text(&self, at: usize) -> &'a str {
        &self.tokens.names[self.tokens.texts[at]]
    }

    fn has_flag(&self, at: usize, flag: TokenFlags) -> bool {
        self.tokens.places.get(at).is_some_and(|place| place.flags.contains(flag))
    }

    /// Returns whether white space precedes a token.
    fn is_apart(&self, at: usize) -> bool {
        self.has_flag(at, TokenFlags::SPACE_BEFORE) || self.has_flag(at, TokenFlags::LINE_START)
    }

    // ---- whole lines ----

    /// Copies the line that begins with a token, if the unit has exactly the tokens of that line of the file. Returns the token after the
    /// line.
    fn whole_line(&mut self, at: usize, to: usize) -> Option<usize> {
        if !self.is_own(at) {
            return None;
        }
        let (inclusion, pos) = self.written(at)?;
        let offset = pos.0 - inclusion.base;
        let number = inclusion.line_of(offset);
        if inclusion.counting(number).system || self.lines.has_begun(&inclusion, number) {
            return None;
        }
        let (count, end) = self.tokens_as_written(at, to, &inclusion, number)?;
        self.lines.copy_line(&inclusion, number, end);
        self.invocation = None;
        Some(at + count)
    }

    /// Returns the number of tokens on a line of a file and the end of the last one, if the unit has the same tokens from `at` on and the
    /// line is complete without its neighbours.
    fn tokens_as_written(
        &self,
        at: usize,
        to: usize,
        inclusion: &Inclusion,
        number: u32,
    ) -> Option<(usize, u32)> {
        let lexed = &inclusion.lexed;
        let (start, line_end) = (inclusion.line_start(number), inclusion.line_end(number));
        let first = inclusion.token_from(start);
        let is_in_line =
            |index: &usize| lexed.starts.get(*index) < line_end && lexed.kinds[*index] != TokenKind::Eof;
        let count = (first..lexed.starts.len()).take_while(is_in_line).count();
        let is_here = |index: usize| {
            let token = at + index - first;
            token < to
                && self.tokens.places.origin(token)
                    == Some(TokenOrigin {
                        spelling: Pos(inclusion.base + lexed.starts.get(index)),
                        expansion: ExpansionId::NONE,
                    })
                && !is_pragma(self.tokens.kinds[token])
                && !self.has_flag(token, TokenFlags::UNCLEAN)
        };
        let last = (first + count).checked_sub(1).filter(|last| *last < lexed.len())?;
        let end = lexed.end(last);
        let is_whole = count > 0 && end <= line_end && (first..first + count).all(is_here);
        let first_start = (first < lexed.len()).then(|| lexed.starts.get(first))?;
        let begins_and_ends = is_complete_trivia(inclusion.bytes(start, first_start))
            && is_complete_trivia(inclusion.bytes(end, line_end));
        (is_whole && begins_and_ends).then_some((count, end))
    }

    // ---- single tokens ----

    fn token(&mut self, at: usize) -> usize {
        let inclusion = self.replaced(at, self.text(at));
        if let Some(inclusion) =
            inclusion.filter(|_| self.is_own(at) && !self.has_flag(at, TokenFlags::UNCLEAN))
        {
            let Some(place) = self.tokens.places.get(at) else { return at + 1 };
            let end = place.end.0.saturating_sub(inclusion.base);
            let begin = place.origin.spelling.0 - inclusion.base;
            self.lines.ends_at(&inclusion, inclusion.line_of(begin), end);
        }
        at + 1
    }

    /// Writes a text in place of a token. Returns the inclusion that contains the token.
    pub(super) fn replaced(&mut self, at: usize, text: &str) -> Option<Rc<Inclusion>> {
        let is_apart = self.is_apart(at);
        let Some((inclusion, pos)) = self.written(at) else {
            self.lines.token(text, true);
            return None;
        };
        let invocation = (!self.is_own(at)).then_some(pos);
        if invocation.is_some() && self.invocation == invocation && self.lines.is_in_line(&inclusion, pos) {
            self.lines.token(text, is_apart);
        } else {
            self.lines.token_at(&inclusion, pos, text, is_apart, invocation.is_none());
        }
        self.invocation = invocation;
        Some(inclusion)
    }

    // ---- pragmas ----

    fn other_pragma(&mut self, at: usize) -> usize {
        if let Some((inclusion, pos)) = self.written(at) {
            self.lines.pragma(&inclusion, pos, self.text(at));
        }
        if self.directives == Directives::Noted && is_packed_by_name(self.text(at)) {
            self.ambiguous.push(at);
        }
        self.invocation = None;
        at + 1
    }

    /// Prints a directive, or leaves it out. Returns the token after it.
    fn directive(&mut self, at: usize, to: usize) -> usize {
        let length = self.tokens.kinds[at..to].iter().position(|kind| *kind == TokenKind::PragmaEnd);
        let end = length.map_or(to, |length| at + length);
        let Some((inclusion, pos)) = self.written(at) else { return end + 1 };
        let is_of_system = inclusion.counting(inclusion.line_of(pos.0 - inclusion.base)).system;
        if is_of_system && self.tokens.kinds[at] == TokenKind::PragmaOmp
            || self.directives == Directives::Printed
        {
            let text = self.directive_text(at, end);
            self.lines.pragma(&inclusion, pos, &text);
        } else {
            self.left_out.push(at);
        }
        self.invocation = None;
        end + 1
    }

    /// Returns a directive on one line.
    fn directive_text(&self, at: usize, end: usize) -> String {
        let word = if self.tokens.kinds[at] == TokenKind::PragmaAcc { "acc" } else { "omp" };
        let mut text = word.to_owned();
        for token in at + 1..end {
            let own = self.text(token);
            let joins =
                |last: &u8| own.bytes().next().is_some_and(|first| super::apart::must_be(*last, first));
            if self.is_apart(token) || token == at + 1 || text.as_bytes().last().is_some_and(joins) {
                text.push(' ');
            }
            text.push_str(own);
        }
        text
    }
}

fn is_pragma(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::PragmaAcc | TokenKind::PragmaOmp | TokenKind::PragmaOther | TokenKind::PragmaEnd
    )
}

/// Returns whether a `pack` pragma specifies the alignment by a name, which may be a macro: clang and tcc replace it, gcc does not, and no
/// compiler does in preprocessed text. `text` begins after `#pragma`.
fn is_packed_by_name(text: &str) -> bool {
    let Some(arguments) = text.trim_start().strip_prefix("pack") else { return false };
    let Some((arguments, _)) = arguments.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'))
    else {
        return false;
    };
    let mut words = arguments.split(',').map(str::trim);
    let is_name = |word: &str| word.starts_with(|first: char| first.is_alphabetic() || first == '_');
    match (words.next(), words.next_back()) {
        (Some("push"), Some(last)) => is_name(last),
        (Some("pop" | "show"), _) | (_, Some(_)) | (None, None) => false,
        (Some("push"), None) => false,
        (Some(only), None) => is_name(only),
    }
}

#[cfg(test)]
mod tests {
    use super::is_packed_by_name;

    #[test]
    fn alignments_by_name_are_found() {
        for (text, expected) in [
            ("pack(N)", true),
            ("pack ( push , N )", true),
            ("pack(push, here, N)", true),
            ("pack(push, here)", true),
            ("pack(1)", false),
            ("pack()", false),
            ("pack(push)", false),
            ("pack(push, 2)", false),
            ("pack(push, here, 2)", false),
            ("pack(pop)", false),
            ("pack(pop, here)", false),
            ("pack(show)", false),
            ("packed(N)", false),
            ("once", false),
        ] {
            assert_eq!(is_packed_by_name(text), expected, "{text}");
        }
    }
}
