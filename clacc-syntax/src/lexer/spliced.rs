//! Reads tokens with line splices inside. They are rare, so each is read from a small copy of the text
//! without splices.

use super::scan::{Scanned, scan};
use super::trivia::{skip_splices, splice_end};

/// The number of bytes after a token's end that a scan may have read. The longest text that can continue a token is a universal character
/// name.
const LOOK_AHEAD: usize = 16;

/// A stretch of source without splices, with the offset of each byte in the source.
struct Window {
    bytes: Vec<u8>,
    offsets: Vec<u32>,
    /// true if the window reaches the end of the logical line.
    complete: bool,
}

fn window(text: &[u8], start: usize, len: usize) -> Window {
    let mut window = Window { bytes: Vec::new(), offsets: Vec::new(), complete: false };
    let mut at = start;
    while window.bytes.len() < len && !window.complete {
        at = skip_splices(text, at);
        match text.get(at) {
            Some(&byte) => {
                window.bytes.push(byte);
                window.offsets.push(at as u32);
                window.complete = byte == b'\n';
                at += 1;
            }
            None => window.complete = true,
        }
    }
    window
}

/// Returns whether the token that ends at `end` might continue after a splice there.
pub(super) fn may_continue(text: &[u8], end: usize) -> bool {
    match splice_end(text, end) {
        Some(_) => text.get(skip_splices(text, end)).is_some_and(|byte| !byte.is_ascii_whitespace()),
        None => false,
    }
}

/// A token that was read from a window.
pub(super) struct Spliced {
    pub(super) scanned: Scanned,
    /// The bytes of the token without splices.
    pub(super) bytes: Vec<u8>,
    /// The offset past its last byte in the source.
    pub(super) end: usize,
}

/// Reads the token at `start` without its splices. The window doubles until the token ends well before the window's end, so that the cost
/// stays proportional to the token's length.
pub(super) fn scan_spliced(text: &[u8], start: usize) -> Spliced {
    let mut len = 64;
    loop {
        let mut window = window(text, start, len);
        let scanned = scan(&window.bytes, 0);
        if window.complete || scanned.end + LOOK_AHEAD <= window.bytes.len() {
            let last = window.offsets[scanned.end - 1] as usize;
            window.bytes.truncate(scanned.end);
            return Spliced { scanned, bytes: window.bytes, end: last + 1 };
        }
        len *= 2;
    }
}
