//! Adjacent tokens that would be read as other tokens without white space between them.

/// Returns whether two tokens need white space between them, by the last byte of the first and the first byte of the second. It may return
/// true for two tokens that need none.
pub(super) fn must_be(before: u8, next: u8) -> bool {
    let joins_word = is_of_word(next) || matches!(next, b'"' | b'\'' | b'.');
    let continues_number = matches!(before, b'e' | b'E' | b'p' | b'P') && matches!(next, b'+' | b'-');
    (is_of_word(before) && (joins_word || continues_number))
        || (before == b'.' && is_of_word(next))
        || (is_of_operator(before) && is_of_operator(next))
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\') || !byte.is_ascii()
}

fn is_of_operator(byte: u8) -> bool {
    b"+-*/%=<>!&|^#:.@".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_join_is_kept_apart() {
        for (before, next, expected) in [
            (b'+', b'+', true),
            (b'-', b'>', true),
            (b'/', b'*', true),
            (b'#', b'#', true),
            (b'.', b'.', true),
            (b'.', b'5', true),
            (b'5', b'.', true),
            (b'a', b'1', true),
            (b'e', b'+', true),
            (b'L', b'"', true),
            (b'u', b'\'', true),
            (b'(', b'a', false),
            (b')', b'(', false),
            (b'a', b'+', false),
            (b'"', b'"', false),
            (b';', b'}', false),
        ] {
            assert_eq!(must_be(before, next), expected, "{} {}", char::from(before), char::from(next));
        }
    }
}
