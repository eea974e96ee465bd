//! How a file indents its lines.

use std::sync::Arc;

use clacc_syntax::wide_search;

use super::lines;
use super::text_change::TextChange;

/// One step of indentation in a text: a tab if lines start with tabs, or else the most frequent increase of
/// indentation from one line to the next, or else four spaces.
pub fn indentation_step(bytes: &[u8]) -> Vec<u8> {
    Growths::of(bytes, Some(0)).step()
}

/// How often the indentation grows by so many spaces from one line to the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Growths {
    spaces: [usize; 9],
    /// The lines that start with a tab.
    tabs: usize,
}

impl Growths {
    /// Counts in some lines. `before` is the indentation of the line in front of them; without it, the first line that has text
    /// is only that line.
    fn of(lines: &[u8], mut before: Option<usize>) -> Growths {
        let mut growths = Growths::default();
        for line in each_line(lines) {
            let Some(width) = spaces_before_text(line) else { continue };
            if let Some(before) = before {
                growths.tabs += usize::from(line.first() == Some(&b'\t'));
                let growth = width.checked_sub(before);
                if let Some(count) = growth.and_then(|growth| growths.spaces.get_mut(growth)) {
                    *count += 1;
                }
            }
            before = Some(width);
        }
        growths
    }

    fn step(&self) -> Vec<u8> {
        let (step, count) = self
            .spaces
            .iter()
            .enumerate()
            .skip(2)
            .max_by_key(|(step, count)| (**count, *step == 4))
            .unwrap_or((4, &0));
        match (self.tabs > *count, *count) {
            (true, _) => b"\t".to_vec(),
            (false, 0) => b"    ".to_vec(),
            (false, _) => vec![b' '; step],
        }
    }

    /// The growths with others in the place of some.
    fn with(mut self, old: &Growths, new: &Growths) -> Growths {
        for (count, (old, new)) in self.spaces.iter_mut().zip(old.spaces.iter().zip(&new.spaces)) {
            *count = *count + new - old;
        }
        self.tabs = self.tabs + new.tabs - old.tabs;
        self
    }
}

/// The number of spaces before the text of a line; none if it has no text.
fn spaces_before_text(line: &[u8]) -> Option<usize> {
    let width = line.iter().take_while(|byte| **byte == b' ').count();
    line.get(width).is_some_and(|first| *first != b'\r').then_some(width)
}

/// The lines of a text without their ends, and what is behind the last end.
fn each_line(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = wide_search::position(text, |byte| byte == b'\n');
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// The step of indentation of a text, which is found in less time from that of an earlier text.
#[derive(Debug)]
pub(crate) struct Indentation {
    text: Arc<[u8]>,
    growths: Growths,
}

impl Indentation {
    /// The indentation of a text, of which an earlier one may be known, with the change since then.
    pub(crate) fn of(text: Arc<[u8]>, earlier: Option<&Indentation>) -> (Indentation, Option<TextChange>) {
        let Some(earlier) = earlier else {
            let growths = Growths::of(&text, Some(0));
            return (Indentation { text, growths }, None);
        };
        let change = TextChange::between(&earlier.text, &text);
        let growths = earlier.after(&text, change);
        (Indentation { text, growths }, Some(change))
    }

    /// One step.
    pub(crate) fn step(&self) -> Vec<u8> {
        self.growths.step()
    }

    /// The text.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The growths of a later text. Only the lines that differ are counted, with the one before that has text, and the one behind.
    fn after(&self, later: &[u8], change: TextChange) -> Growths {
        let (old, suffix) = (&*self.text, change.back);
        let start = line_with_text_before(old, change.front);
        let before = if start == 0 { Some(0) } else { None };
        let end = lines_to_text(&old[old.len() - suffix..]);
        let changed = |text: &[u8]| Growths::of(&text[start..text.len() - suffix + end], before);
        self.growths.clone().with(&changed(old), &changed(later))
    }
}

/// The start of the last line with text in front of the line that holds `at`. The start of the file if there is none.
fn line_with_text_before(bytes: &[u8], at: usize) -> usize {
    let mut start = lines::line_start(bytes, at);
    while start > 0 {
        let end = start - 1;
        start = lines::line_start(bytes, end);
        if spaces_before_text(&bytes[start..end]).is_some() {
            return start;
        }
    }
    0
}

/// The length of a text up to the end of its first line with text, the line in which it begins left out.
fn lines_to_text(bytes: &[u8]) -> usize {
    let mut at = 0;
    for (number, line) in each_line(bytes).enumerate() {
        at += line.len() + 1;
        if number > 0 && spaces_before_text(line).is_some() {
            break;
        }
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_follows_the_file() {
        let check = |text: &str, expected: &str| {
            assert_eq!(indentation_step(text.as_bytes()), expected.as_bytes(), "{text:?}");
        };
        check("", "    ");
        check("a\n  b\n    c\n", "  ");
        check("a\n\tb\n\t\tc\n", "\t");
        check("a\r\n   b\r\n", "   ");
        check("a {\n    b\n}\n", "    ");
    }

    #[test]
    fn counting_on_gives_what_counting_gives() {
        const PIECES: [&str; 8] = ["a", "  ", "    ", "\t", "\n", "\r\n", "\n\n  b\n", "  c\n      d"];
        let mut number = 1_u32;
        let mut below = |limit: usize| {
            number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (number >> 16) as usize % limit
        };
        let (mut text, mut last) = (String::new(), Indentation::of(Arc::default(), None).0);
        for step in 0..3000 {
            let at = below(text.len() + 1);
            let end = if below(3) == 0 { (at + below(9)).min(text.len()) } else { at };
            let piece = if text.len() > 120 { "" } else { PIECES[below(PIECES.len())] };
            text.replace_range(at..end, piece);
            last = Indentation::of(text.as_bytes().into(), Some(&last)).0;
            assert_eq!(last.growths, Growths::of(text.as_bytes(), Some(0)), "step {step}: {text:?}");
        }
    }
}
