//! The indentation style of a file.

use clacc_syntax::wide_search;

/// One step of indentation in a text: a tab if lines start with tabs, or else the most frequent increase of
/// indentation from one line to the next, or else four spaces.
pub fn indentation_step(bytes: &[u8]) -> Vec<u8> {
    Growths::of(bytes).step()
}

/// The number of times that the indentation grows by each number of spaces from one line to the next.
#[derive(Default)]
struct Growths {
    spaces: [usize; 9],
    /// The number of lines that start with a tab.
    tabs: usize,
}

impl Growths {
    fn of(text: &[u8]) -> Growths {
        let (mut growths, mut before) = (Growths::default(), 0);
        for line in each_line(text) {
            let Some(width) = spaces_before_text(line) else { continue };
            growths.tabs += usize::from(line.first() == Some(&b'\t'));
            let growth = width.checked_sub(before);
            if let Some(count) = growth.and_then(|growth| growths.spaces.get_mut(growth)) {
                *count += 1;
            }
            before = width;
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
}

/// The number of spaces before the text of a line; none if it has no text.
fn spaces_before_text(line: &[u8]) -> Option<usize> {
    let width = line.iter().take_while(|byte| **byte == b' ').count();
    line.get(width).is_some_and(|first| *first != b'\r').then_some(width)
}

/// Returns the lines of a text without line ends, and the rest after the last line end.
fn each_line(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = wide_search::position(text, |byte| byte == b'\n');
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
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
}
