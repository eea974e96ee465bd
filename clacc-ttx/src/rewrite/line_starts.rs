//! The line numbers of a file, and the directive that sets them.

use super::lines;

/// Returns the directive that sets the number of the next line.
pub(super) fn marker(number: usize) -> String {
    format!("{MARKER}{number}")
}

const MARKER: &str = "#line ";

/// Returns whether new text contains a line that sets a line number.
pub(super) fn holds_marker(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(MARKER.as_bytes()))
}

/// The starts of the lines of a file, each with its number.
pub(super) struct LineStarts(Vec<(usize, usize)>);

impl LineStarts {
    pub(super) fn of(bytes: &[u8]) -> LineStarts {
        let mut numbers = Numbers::new(bytes);
        let mut starts = vec![(0, 1)];
        while let Some(next) = numbers.advance() {
            starts.push(next);
        }
        LineStarts(starts)
    }

    /// Returns the number of the line that contains a place.
    pub(super) fn number(&self, place: usize) -> usize {
        let behind = self.0.partition_point(|(start, _)| *start <= place);
        behind.checked_sub(1).map_or(1, |line| self.0[line].1)
    }
}

/// The line numbers of a file, queried in order. `#line` directives of the file are respected.
pub(super) struct Numbers<'b> {
    bytes: &'b [u8],
    at: usize,
    number: usize,
}

impl<'b> Numbers<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Numbers { bytes, at: 0, number: 1 }
    }

    /// Returns the number of the line that begins at or contains a place.
    pub(super) fn of(&mut self, place: usize) -> usize {
        while self.next_start().is_some_and(|(_, next)| next <= place) {
            self.advance();
        }
        self.number
    }

    /// Returns the end of the current line, and the start of the next one, if there is one.
    fn next_start(&self) -> Option<(usize, usize)> {
        let end = lines::line_end(self.bytes, self.at);
        let next = lines::behind_line_end(self.bytes, end);
        (next > end).then_some((end, next))
    }

    /// Advances to the next line. Returns its start and its number.
    fn advance(&mut self) -> Option<(usize, usize)> {
        let (end, next) = self.next_start()?;
        self.number = named(&self.bytes[self.at..end]).unwrap_or(self.number + 1);
        self.at = next;
        Some((self.at, self.number))
    }
}

/// Returns the number that a `#line` sets for the next line.
fn named(line: &[u8]) -> Option<usize> {
    let rest = lines::preprocessing_words(line)?;
    let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_as_their_directives_say() {
        let mut numbers = Numbers::new(b"a\nb\r\n# line 40\nc\n#line 7 \"x\"\nd\n#lines\n");
        assert_eq!([0, 2, 6, 15].map(|at| numbers.of(at)), [1, 2, 3, 40]);
        assert_eq!([17, 30, 32].map(|at| numbers.of(at)), [41, 7, 8]);
        let starts = LineStarts::of(b"a\nb\n#line 40\nc");
        assert_eq!([0, 2, 4, 13, 14].map(|at| starts.number(at)), [1, 2, 3, 40, 40]);
    }
}
