//! Finds the macro that guards a file against a second inclusion.

use super::LexedFile;
use crate::Name;
use crate::name::Known;
use crate::token::TokenKind;

/// Returns the guard, if everything but comments is inside one conditional without alternatives.
pub(super) fn find(file: &LexedFile) -> Option<Name> {
    let first = *file.directives.first()? as usize;
    let last = *file.directives.last()? as usize;
    if first != 0 || file.line_end(last) + 1 != file.len() {
        return None;
    }
    let guard = guard_of(file, first)?;
    closes_at_last(file).then_some(guard)
}

fn guard_of(file: &LexedFile, hash: usize) -> Option<Name> {
    let end = file.line_end(hash);
    let names = &file.texts[hash + 1..end];
    let name = match names {
        [directive, name] if directive.known() == Some(Known::Ifndef) => (*name, end - 1),
        [directive, bang, defined, name] if is_not_defined(*directive, *bang, *defined) => (*name, end - 1),
        [directive, bang, defined, open, name, _] if is_not_defined(*directive, *bang, *defined) => {
            (*open == Name::of_kind(TokenKind::LParen)).then_some((*name, end - 2))?
        }
        _ => return None,
    };
    (file.kinds[name.1] == TokenKind::Ident).then_some(name.0)
}

fn is_not_defined(directive: Name, bang: Name, defined: Name) -> bool {
    directive == Name::of_kind(TokenKind::If)
        && bang == Name::of_kind(TokenKind::Bang)
        && defined.known() == Some(Known::Defined)
}

/// Returns whether the last directive closes the conditional that the first one opens, and the conditional has no `#else` or `#elif`.
fn closes_at_last(file: &LexedFile) -> bool {
    let mut depth = 0usize;
    for (index, hash) in file.directives.iter().enumerate() {
        let word = file.texts[*hash as usize + 1];
        let known = word.known();
        if word == Name::of_kind(TokenKind::If) || matches!(known, Some(Known::Ifdef | Known::Ifndef)) {
            depth += 1;
        } else if known == Some(Known::Endif) {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return index + 1 == file.directives.len();
            }
        } else if depth == 1 && is_alternative(word) {
            return false;
        }
    }
    false
}

fn is_alternative(word: Name) -> bool {
    word == Name::of_kind(TokenKind::Else)
        || matches!(word.known(), Some(Known::Elif | Known::Elifdef | Known::Elifndef))
}
