//! Trigraphs (C17 5.2.1.1), for the standards that have them. The whole file is rewritten first, and the
//! offsets of its tokens are converted back afterwards.

use super::LexedFile;
use crate::token::TokenFlags;
use crate::wide_search;

const fn replacement(third: u8) -> Option<u8> {
    match third {
        b'=' => Some(b'#'),
        b'(' => Some(b'['),
        b'/' => Some(b'\\'),
        b')' => Some(b']'),
        b'\'' => Some(b'^'),
        b'<' => Some(b'{'),
        b'!' => Some(b'|'),
        b'>' => Some(b'}'),
        b'-' => Some(b'~'),
        _ => None,
    }
}

/// The text with its trigraphs replaced, and the positions in the new text where they were.
pub(super) struct Replaced {
    pub(super) text: Vec<u8>,
    places: Vec<u32>,
}

/// Returns whether a text contains a trigraph.
pub(super) fn are_in(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(found) = wide_search::position(&text[at..], |byte| byte == b'?') {
        at += found;
        if matches!(text.get(at..at + 3), Some([b'?', b'?', third]) if replacement(*third).is_some()) {
            return true;
        }
        at += 1;
    }
    false
}

/// Replaces all trigraphs. Returns none if there are none.
pub(super) fn replace(text: &[u8]) -> Option<Replaced> {
    if !are_in(text) {
        return None;
    }
    let mut replaced = Replaced { text: Vec::new(), places: Vec::new() };
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let found = match text.get(at..at + 3) {
            Some([b'?', b'?', third]) => replacement(*third),
            _ => None,
        };
        if found.is_some() {
            replaced.places.push(replaced.text.len() as u32);
        }
        replaced.text.push(found.unwrap_or(byte));
        at += if found.is_some() { 3 } else { 1 };
    }
    Some(replaced)
}

impl Replaced {
    fn before(&self, offset: u32) -> usize {
        self.places.partition_point(|place| *place < offset)
    }

    /// Converts the offsets of the tokens to those of the original text.
    pub(super) fn restore(&self, file: &mut LexedFile) {
        let (mut starts, mut lengths) = (Vec::new(), Vec::new());
        for index in 0..file.kinds.len() {
            let start = file.starts.get(index);
            let before_start = self.before(start);
            let before_end = self.before(file.end(index));
            if before_end > before_start {
                file.flags[index] = file.flags[index].with(TokenFlags::UNCLEAN);
            }
            lengths.push(file.lengths.get(index) + 2 * (before_end - before_start) as u32);
            starts.push(start + 2 * before_start as u32);
        }
        file.starts = starts.into_iter().collect();
        file.lengths = lengths.into_iter().collect();
    }
}
