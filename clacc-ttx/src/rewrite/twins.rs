//! The pairs of texts that mode [`Dual`](super::Mode::Dual) leaves in a file: OpenACC in one branch of a conditional, its OpenMP twin in
//! the other.
//!
//! A conditional with the mark on its first line comes from this mode. The text on the OpenACC side is the user's; everything else is
//! generated, so it is removed before new twins are made.

use std::ops::Range;

use super::Guard;
use super::lines;

/// The mark after the macro on the first line of a conditional.
const MARK: &str = " /* dual */";

/// The line that begins an OpenACC side.
pub(super) fn opening(guard: &Guard) -> String {
    format!("#ifdef {}{MARK}", guard.name())
}

/// The line that begins an OpenMP text without an OpenACC side.
pub(super) fn opening_alone(guard: &Guard) -> String {
    format!("#ifndef {}{MARK}", guard.name())
}

/// A text of the conditionals that is removed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Removal {
    range: Range<usize>,
    part: TwinPart,
    /// The place of the removed text in the remaining text.
    place: usize,
}

/// The part of a conditional that is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TwinPart {
    /// The line before the OpenACC side.
    Head,
    /// The lines after the OpenACC side: the OpenMP side and `#endif`.
    Tail,
    /// A whole conditional without an OpenACC side.
    Alone,
}

/// A text without its twins, and the mapping between the positions of both texts.
#[derive(Debug)]
pub(super) struct WithoutTwins {
    /// The remaining text.
    pub(super) text: Vec<u8>,
    /// The removed parts, in order.
    removals: Vec<Removal>,
}

impl WithoutTwins {
    /// Removes the twins of a text.
    pub(super) fn of(text: &[u8], guard: &Guard) -> Self {
        let mut removals = removals(text, guard);
        let mut left = Vec::with_capacity(text.len());
        let mut copied = 0;
        for removal in &mut removals {
            left.extend_from_slice(&text[copied..removal.range.start]);
            removal.place = left.len();
            copied = removal.range.end;
        }
        left.extend_from_slice(&text[copied..]);
        WithoutTwins { text: left, removals }
    }

    /// Maps a place of the original text to the remaining text.
    pub(super) fn place(&self, original: u32) -> u32 {
        let original = original as usize;
        let before = self.removals.partition_point(|removal| removal.range.start <= original);
        let Some(last) = before.checked_sub(1).map(|last| &self.removals[last]) else {
            return original as u32;
        };
        (last.place + original.saturating_sub(last.range.end)) as u32
    }

    /// Maps a range of the remaining text to the original text, including the parts of conditionals that belong to it.
    pub(super) fn original(&self, range: &Range<usize>) -> Range<usize> {
        let is_insertion = range.is_empty();
        let (start, at_start) = self.removed_at(range.start);
        let mut start = start;
        for removal in at_start {
            match removal.part {
                TwinPart::Tail => start = removal.range.end,
                TwinPart::Alone if !is_insertion => start = removal.range.end,
                TwinPart::Alone | TwinPart::Head => break,
            }
        }
        let (mut end, at_end) = self.removed_at(range.end);
        for removal in at_end {
            match removal.part {
                TwinPart::Tail => end = removal.range.end,
                TwinPart::Alone if is_insertion => end = removal.range.end,
                TwinPart::Alone | TwinPart::Head => break,
            }
        }
        start..end
    }

    /// Returns the first place of the original text that corresponds to a place of the remaining text, and the parts that are removed
    /// there.
    fn removed_at(&self, place: usize) -> (usize, &[Removal]) {
        let first = self.removals.partition_point(|removal| removal.place < place);
        let count = self.removals[first..].partition_point(|removal| removal.place == place);
        let before = first.checked_sub(1).map(|before| &self.removals[before]);
        let original = before.map_or(place, |before| before.range.end + (place - before.place));
        (original, &self.removals[first..first + count])
    }

    /// Returns the removed ranges, in order.
    pub(super) fn removed(&self) -> impl Iterator<Item = &Range<usize>> {
        self.removals.iter().map(|removal| &removal.range)
    }
}

/// An open conditional.
enum Open {
    Twin { head: Range<usize>, behind: Option<usize> },
    Alone { start: usize },
    Other,
}

fn removals(text: &[u8], guard: &Guard) -> Vec<Removal> {
    let (twin, alone) = (opening(guard), opening_alone(guard));
    let mut found = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut start = lines::text_start(text);
    while start < text.len() {
        let end = lines::behind_line_end(text, lines::line_end(text, start));
        let line = text[start..end].trim_ascii();
        match directive_word(line) {
            b"ifdef" if line == twin.as_bytes() => {
                open.push(Open::Twin { head: start..end, behind: None });
            }
            b"ifndef" if line == alone.as_bytes() => open.push(Open::Alone { start }),
            b"if" | b"ifdef" | b"ifndef" => open.push(Open::Other),
            b"else" => {
                if let Some(Open::Twin { behind: behind @ None, .. }) = open.last_mut() {
                    *behind = Some(start);
                }
            }
            b"endif" => match open.pop() {
                Some(Open::Twin { head, behind }) => {
                    found.push(Removal { range: head, part: TwinPart::Head, place: 0 });
                    found.push(Removal {
                        range: behind.unwrap_or(start)..end,
                        part: TwinPart::Tail,
                        place: 0,
                    });
                }
                Some(Open::Alone { start }) => {
                    found.push(Removal { range: start..end, part: TwinPart::Alone, place: 0 });
                }
                Some(Open::Other) | None => {}
            },
            _ => {}
        }
        start = end;
    }
    found.sort_by_key(|removal| removal.range.start);
    // A removal inside another removal is dropped.
    let mut reached = 0;
    found.retain(|removal| {
        let is_outside = removal.range.start >= reached;
        reached = reached.max(removal.range.end);
        is_outside
    });
    found
}

/// The name of the directive on a line; empty if the line holds none.
fn directive_word(line: &[u8]) -> &[u8] {
    let Some(rest) = lines::preprocessing_words(line) else { return b"" };
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    &rest[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\n#ifdef G /* dual */\nb\n#else\nc\n#if 1\n#endif\n#endif\n#ifdef G /* dual */\nd\n#endif\n\
                        #ifdef G\ne\n#endif\n#ifndef G /* dual */\nf\n#endif\ng\n";

    #[test]
    fn twins_are_taken_away_and_other_conditionals_stay() {
        let left = WithoutTwins::of(TEXT.as_bytes(), &Guard::new("G").expect("a name"));
        assert_eq!(String::from_utf8_lossy(&left.text), "a\nb\nd\n#ifdef G\ne\n#endif\ng\n");
        let other = WithoutTwins::of(TEXT.as_bytes(), &Guard::new("H").expect("a name"));
        assert_eq!(other.text, TEXT.as_bytes());
    }

    #[test]
    fn ranges_go_back_to_what_they_stand_for() {
        let left = WithoutTwins::of(TEXT.as_bytes(), &Guard::new("G").expect("a name"));
        let check = |range: Range<usize>, expected: &str| {
            let original = left.original(&range);
            assert_eq!(&TEXT[original], expected);
        };
        check(0..2, "a\n");
        check(2..4, "#ifdef G /* dual */\nb\n#else\nc\n#if 1\n#endif\n#endif\n");
        check(4..6, "#ifdef G /* dual */\nd\n#endif\n");
        check(6..24, "#ifdef G\ne\n#endif\n");
        check(24..26, "g\n");
        check(24..24, "#ifndef G /* dual */\nf\n#endif\n");
    }

    #[test]
    fn places_go_to_the_text_that_is_left() {
        let left = WithoutTwins::of(TEXT.as_bytes(), &Guard::new("G").expect("a name"));
        for letter in ["a\n", "b\n", "d\n", "g\n"] {
            let original = TEXT.find(letter).expect("it is there");
            let place = left.place(original as u32) as usize;
            assert_eq!(&left.text[place..place + 2], letter.as_bytes());
        }
    }
}
