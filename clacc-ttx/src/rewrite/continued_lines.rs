//! Lines of a directive that the user continued with backslashes: the new directive is broken like the old one.

use super::piece::Piece;

/// The way in which the user breaks the lines of a directive.
pub(super) struct Continuation {
    /// The number of columns that no line of the directive exceeds.
    width: usize,
    /// The line end, with the backslash before it and the indentation after it.
    joint: String,
}

impl Continuation {
    /// Returns how a directive is broken, given its text and the column of its start. None if it is in one line.
    pub(super) fn of(text: &[u8], column: usize) -> Option<Continuation> {
        let mut lines = text.split(|byte| *byte == b'\n');
        let first = lines.next()?;
        let end = if first.ends_with(b"\r") { "\r\n" } else { "\n" };
        let rest: Vec<&[u8]> = lines.collect();
        let second = rest.first()?;
        let blanks = second.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let widest = rest.iter().map(|line| line.len()).chain([column + first.len()]).max()?;
        let indentation = String::from_utf8_lossy(&second[..blanks]).into_owned();
        Some(Continuation { width: widest, joint: format!(" \\{end}{indentation}") })
    }

    /// Breaks the directives among some pieces, whose lines begin at a column.
    pub(super) fn apply(&self, pieces: &mut [Piece], column: usize) {
        const PRAGMA: usize = "#pragma omp ".len();
        for piece in pieces {
            if let Piece::Directive(_, text) = piece {
                *text = self.broken(text, column + PRAGMA);
            }
        }
    }

    /// The text of a directive, broken before the clauses that would exceed the width. A clause that is too long for a line is broken before
    /// its list items.
    fn broken(&self, text: &str, column: usize) -> String {
        let longest = self.width.max(USUAL_WIDTH);
        let mut clauses = clauses(text);
        let end_of_first =
            |clauses: &[&str]| clauses.first().map_or(0, |first| column + first.trim_end().len());
        if end_of_first(&clauses) > longest {
            let (name, clause) = clauses[0].split_at(name_length(clauses[0]));
            clauses.splice(0..1, [name, clause]);
        }
        let width = self.width.max(end_of_first(&clauses).min(longest));
        let indentation = self.joint.rsplit('\n').next().map_or(0, str::len);
        let mut lines = BrokenLines { text: String::new(), column, joint: &self.joint, indentation };
        for clause in clauses {
            if indentation + clause.trim_end().len() > longest {
                items(clause).for_each(|item| lines.push(item, longest));
            } else {
                lines.push(clause, width);
            }
        }
        lines.text
    }
}

/// The number of columns that a line of a program usually has at most. A list is broken only where it exceeds them.
const USUAL_WIDTH: usize = 80;

/// The text of a directive so far, with its line ends.
struct BrokenLines<'c> {
    text: String,
    /// The column at the end of the text.
    column: usize,
    joint: &'c str,
    /// The number of columns before the text of a continued line.
    indentation: usize,
}

impl BrokenLines<'_> {
    /// Adds a part: to the last line, if that does not become longer than a width.
    fn push(&mut self, part: &str, width: usize) {
        if !self.text.is_empty() && self.column + part.trim_end().len() > width {
            self.text.truncate(self.text.trim_end().len());
            self.text.push_str(self.joint);
            self.column = self.indentation;
        }
        self.text.push_str(part);
        self.column += part.len();
    }
}

/// The clauses of a directive, each with the blank behind it; the first one with the name of the directive.
fn clauses(text: &str) -> Vec<&str> {
    split(text, |depth, last, _| depth == 0 && last == b')').collect()
}

/// The length of the words before the one that an open parenthesis follows.
fn name_length(text: &str) -> usize {
    let words = text.find('(').map_or(text, |parenthesis| &text[..parenthesis]);
    words.rfind(' ').map_or(0, |blank| blank + 1)
}

/// The parts of a clause that end with the blanks behind the commas of its list. Modifiers stay with the first list item.
fn items(clause: &str) -> impl Iterator<Item = &str> {
    split(clause, |depth, last, rest| depth == 1 && last == b',' && !has_modifiers(rest))
}

/// The parts of a text that end with the blanks which `is_end` accepts, given the number of open parentheses, the byte before the blank, and
/// the text from the blank on.
fn split(text: &str, is_end: impl Fn(usize, u8, &str) -> bool) -> impl Iterator<Item = &str> {
    let (mut depth, mut last, mut start) = (0_usize, b' ', 0);
    let mut ends: Vec<usize> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b' ' if is_end(depth, last, &text[at..]) => ends.push(at + 1),
            _ => {}
        }
        last = byte;
    }
    ends.push(text.len());
    ends.into_iter().map(move |end| &text[std::mem::replace(&mut start, end)..end])
}

/// Returns whether the rest of a clause, up to its closing parenthesis, has a colon that ends modifiers.
fn has_modifiers(rest: &str) -> bool {
    let mut depth = 1_usize;
    for byte in rest.bytes() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b':' if depth == 1 => return true,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let mut pieces = [Piece::Directive(0, new.to_owned())];
        if let Some(continuation) = Continuation::of(old.as_bytes(), 2) {
            continuation.apply(&mut pieces, 2);
        }
        assert_eq!(pieces[0].words(), expected);
    }

    #[test]
    fn lines_are_broken_like_those_of_the_user() {
        let new = "target data map(to: a[0:n], b[0:n]) map(from: c[0:n])";
        check("#pragma acc data copyin(a[0:n],b[0:n]) copyout(c[0:n])", new, new);
        let two = "#pragma acc data copyin(a[0:n],b[0:n]) \\\n    copyout(c[0:n])";
        check(two, new, "target data map(to: a[0:n], b[0:n]) \\\n    map(from: c[0:n])");
        let wide = "#pragma acc data copyin(a[0:n],b[0:n])         \\\r\n\tcopyout(c[0:n])";
        let present = "target data map(present, alloc: a, b)";
        check("#pragma acc data \\\n  present(a,b)", present, present);
        let long = "target teams distribute parallel for private(first, second, third, fourth, fifth)";
        check(
            "#pragma acc parallel loop \\\n    private(first)",
            long,
            "target teams distribute parallel for \\\n    private(first, second, third, fourth, fifth)",
        );
        let members = "target data map(to: grid->pressure[0:grid->cells], grid->velocity[0:grid->cells], grid->neighbours[0:grid->cells])";
        check(
            "#pragma acc data copyin(grid->pressure[0:grid->cells], \\\n  grid->velocity[0:grid->cells])",
            members,
            "target data map(to: grid->pressure[0:grid->cells], \\\n  grid->velocity[0:grid->cells], grid->neighbours[0:grid->cells])",
        );
        check(wide, new, "target data map(to: a[0:n], b[0:n]) \\\r\n\tmap(from: c[0:n])");
    }
}
