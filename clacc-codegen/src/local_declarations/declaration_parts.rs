//! A declaration as tokens: its specifiers, and each of its declarators with what belongs to it.

use clacc_syntax::token::TokenRange;

use crate::declaration_tokens::Tokens;

/// The parts of a declaration of objects.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The declaration specifiers.
    pub(crate) specifiers: TokenRange,
    /// The declarators with their initializers, without the commas between them.
    pub(crate) declarators: Vec<TokenRange>,
}

/// Words behind which parentheses belong to a specifier.
const WITH_PARENTHESES: &[&str] =
    &["__attribute__", "__attribute", "_Alignas", "_Atomic", "typeof", "__typeof__", "__typeof"];

impl Parts {
    /// The parts of the declaration in a range, of which the first declared name is a certain token.
    pub(crate) fn of(tokens: Tokens<'_>, range: TokenRange, first_name: u32) -> Parts {
        let specifiers = TokenRange::new(range.start, specifiers_end(tokens, range.start, first_name));
        let mut declarators = Vec::new();
        let (mut at, mut start) = (specifiers.end, specifiers.end);
        while at < range.end && tokens.text(at) != ";" {
            if tokens.text(at) == "," {
                declarators.push(TokenRange::new(start, at));
                start = at + 1;
            }
            at = behind(tokens, at, range.end);
        }
        declarators.push(TokenRange::new(start, at));
        Parts { specifiers, declarators }
    }

    /// The token of a word among the specifiers, outside of everything in brackets.
    pub(crate) fn specifier(&self, tokens: Tokens<'_>, words: &[&str]) -> Option<u32> {
        self.outer(tokens).find(|at| words.contains(&tokens.text(*at)))
    }

    /// The braces of the type that the specifiers define, and the tag in front of them.
    pub(crate) fn body(&self, tokens: Tokens<'_>) -> Option<(TokenRange, bool)> {
        let open = self.outer(tokens).find(|at| tokens.text(*at) == "{")?;
        let braces = TokenRange::new(open, behind(tokens, open, self.specifiers.end));
        let before = open.checked_sub(1).map_or("", |at| tokens.text(at));
        // Attributes may stand between the word and the braces of a type without a tag.
        Some((braces, !matches!(before, "struct" | "union" | "enum" | ")")))
    }

    /// The specifiers outside of everything in brackets.
    pub(crate) fn outer<'t>(&self, tokens: Tokens<'t>) -> impl Iterator<Item = u32> + use<'t> {
        let end = self.specifiers.end;
        let first = (self.specifiers.start < end).then_some(self.specifiers.start);
        std::iter::successors(first, move |at| Some(behind(tokens, *at, end)).filter(|next| *next < end))
    }
}

/// The token behind the specifiers that begin at a token.
fn specifiers_end(tokens: Tokens<'_>, start: u32, first_name: u32) -> u32 {
    let mut at = start;
    while at < first_name {
        let before =
            at.checked_sub(1).filter(|before| *before >= start).map_or("", |before| tokens.text(before));
        match tokens.text(at) {
            "*" => break,
            "(" if !WITH_PARENTHESES.contains(&before) => break,
            _ => at = behind(tokens, at, first_name),
        }
    }
    at
}

/// The token behind a token, or behind the bracket that closes it.
fn behind(tokens: Tokens<'_>, at: u32, end: u32) -> u32 {
    let mut depth = 0_u32;
    for next in at..end {
        match tokens.text(next) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return next + 1;
        }
    }
    end
}
