//! Characters beyond ASCII in identifiers, as UTF-8 or as universal character names (C17 6.4.3, Annex D).

/// A character beyond ASCII.
pub(super) struct Extended {
    pub(super) code: u32,
    /// The offset past its last byte.
    pub(super) end: usize,
    /// true if the character is spelled as `\u` or `\U`.
    pub(super) universal: bool,
}

/// Returns the extended character that starts at `at`, if there is a valid one.
pub(super) fn at(text: &[u8], at: usize) -> Option<Extended> {
    match *text.get(at)? {
        b'\\' => universal(text, at),
        0x80.. => utf8(text, at),
        _ => None,
    }
}

fn utf8(text: &[u8], at: usize) -> Option<Extended> {
    let window = &text[at..text.len().min(at + 4)];
    let chunk = window.utf8_chunks().next()?;
    let character = chunk.valid().chars().next()?;
    Some(Extended { code: character.into(), end: at + character.len_utf8(), universal: false })
}

fn universal(text: &[u8], at: usize) -> Option<Extended> {
    let len = match text.get(at + 1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let digits = text.get(at + 2..at + 2 + len)?;
    let code = digits.iter().try_fold(0u32, |code, digit| {
        let value = (*digit as char).to_digit(16)?;
        code.checked_mul(16)?.checked_add(value)
    })?;
    char::from_u32(code).map(|_| Extended { code, end: at + 2 + len, universal: true })
}

/// Replaces the universal character names of an identifier or number by the characters themselves.
pub(super) fn resolve_universal(word: &[u8]) -> Vec<u8> {
    let mut resolved = Vec::with_capacity(word.len());
    let mut from = 0;
    while let Some(&byte) = word.get(from) {
        let found = universal(word, from).and_then(|found| Some((char::from_u32(found.code)?, found.end)));
        if let Some((character, end)) = found {
            resolved.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            from = end;
        } else {
            resolved.push(byte);
            from += 1;
        }
    }
    resolved
}

/// The characters that C17 Annex D.1 allows in identifiers.
const ALLOWED: &[(u32, u32)] = &[
    (0x00A8, 0x00A8),
    (0x00AA, 0x00AA),
    (0x00AD, 0x00AD),
    (0x00AF, 0x00AF),
    (0x00B2, 0x00B5),
    (0x00B7, 0x00BA),
    (0x00BC, 0x00BE),
    (0x00C0, 0x00D6),
    (0x00D8, 0x00F6),
    (0x00F8, 0x00FF),
    (0x0100, 0x167F),
    (0x1681, 0x180D),
    (0x180F, 0x1FFF),
    (0x200B, 0x200D),
    (0x202A, 0x202E),
    (0x203F, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x206F),
    (0x2070, 0x218F),
    (0x2460, 0x24FF),
    (0x2776, 0x2793),
    (0x2C00, 0x2DFF),
    (0x2E80, 0x2FFF),
    (0x3004, 0x3007),
    (0x3021, 0x302F),
    (0x3031, 0x303F),
    (0x3040, 0xD7FF),
    (0xF900, 0xFD3D),
    (0xFD40, 0xFDCF),
    (0xFDF0, 0xFE44),
    (0xFE47, 0xFFFD),
    (0x10000, 0x1FFFD),
    (0x20000, 0x2FFFD),
    (0x30000, 0x3FFFD),
    (0x40000, 0x4FFFD),
    (0x50000, 0x5FFFD),
    (0x60000, 0x6FFFD),
    (0x70000, 0x7FFFD),
    (0x80000, 0x8FFFD),
    (0x90000, 0x9FFFD),
    (0xA0000, 0xAFFFD),
    (0xB0000, 0xBFFFD),
    (0xC0000, 0xCFFFD),
    (0xD0000, 0xDFFFD),
    (0xE0000, 0xEFFFD),
];

/// The characters that C17 Annex D.2 does not allow at the start of an identifier.
const NOT_FIRST: &[(u32, u32)] = &[(0x0300, 0x036F), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F)];

fn within(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= code);
    after > 0 && ranges[after - 1].1 >= code
}

/// Returns whether an identifier may contain this character after its first one.
pub(super) fn continues_word(code: u32) -> bool {
    within(ALLOWED, code)
}

/// Returns whether an identifier may start with this character.
pub(super) fn starts_word(code: u32) -> bool {
    within(ALLOWED, code) && !within(NOT_FIRST, code)
}
