//! A declaration as tokens: its specifiers and its declarators with their initializers.

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

/// Keywords after which parentheses belong to the specifier.
const WITH_PARENTHESES: &[&str] =
    &["__attribute__", "__attribute", "_Alignas", "_Atomic", "typeof", "__typeof__", "__typeof"];

impl Parts {
    /// Returns the parts of the declaration in a range. `first_name` is the token of the first declared name.
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

    /// Returns the token of a keyword among the specifiers, outside of all brackets.
    pub(crate) fn specifier(&self, tokens: Tokens<'_>, words: &[&str]) -> Option<u32> {
        self.outer(tokens).find(|at| words.contains(&tokens.text(*at)))
    }

    /// Returns the braces of the type that the specifiers define, and whether it has a tag.
    pub(crate) fn body(&self, tokens: Tokens<'_>) -> Option<(TokenRange, bool)> {
        let open = self.outer(tokens).find(|at| tokens.text(*at) == "{")?;
        let braces = TokenRange::new(open, behind(tokens, open, self.specifiers.end));
        let before = open.checked_sub(1).map_or("", |at| tokens.text(at));
        // Attributes may precede the braces of a type without a tag.
        Some((braces, !matches!(before, "struct" | "union" | "enum" | ")")))
    }

    /// Returns the tokens of the specifiers outside of all brackets.
    pub(crate) fn outer<'t>(&self, tokens: Tokens<'t>) -> impl Iterator<Item = u32> + use<'t> {
        let end = self.specifiers.end;
        let first = (self.specifiers.start < end).then_some(self.specifiers.start);
        std::iter::successors(first, move |at| Some(behind(tokens, *at, end)).filter(|next| *next < end))
    }
}

/// Returns the token `=` of a declarator with an initial value.
pub(crate) fn value_of(tokens: Tokens<'_>, declarator: TokenRange) -> Option<u32> {
    let next = |at: &u32| Some(behind(tokens, *at, declarator.end)).filter(|next| *next < declarator.end);
    let first = (declarator.start < declarator.end).then_some(declarator.start);
    std::iter::successors(first, next).find(|at| tokens.text(*at) == "=")
}

/// Returns the token after the specifiers that begin at a token.
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

/// Returns the token after a token, or after the closing bracket if the token opens one.
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
