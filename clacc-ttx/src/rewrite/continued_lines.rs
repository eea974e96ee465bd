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
            if let Piece::Directive(text) = piece {
                *text = self.broken(text, column + PRAGMA);
            }
        }
    }

    /// The text of a directive, broken before the clauses that would exceed the width, and before list items of clauses that are too long by
    /// themselves.
    fn broken(&self, text: &str, column: usize) -> String {
        let indentation = self.joint.rsplit('\n').next().map_or(0, str::len);
        let (mut broken, mut column) = (String::new(), column);
        for part in parts(text) {
            let length = part.trim_end().len();
            if !broken.is_empty() && column + length > self.width {
                broken.truncate(broken.trim_end().len());
                broken.push_str(&self.joint);
                column = indentation;
            }
            broken.push_str(part);
            column += part.len();
        }
        broken
    }
}

/// The parts of a directive between which a line may be broken: each ends with the blank behind a clause, or with that behind a comma in the
/// list of a clause. Modifiers stay with the first list item.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut last, mut start) = (0_usize, b' ', 0);
    let mut ends: Vec<usize> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 && last == b')'
                || depth == 1 && last == b',' && !has_modifiers(&text[at..]) =>
            {
                ends.push(at + 1);
            }
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
        let mut pieces = [Piece::Directive(new.to_owned())];
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
        check(two, new, "target data map(to: a[0:n], \\\n    b[0:n]) map(from: c[0:n])");
        let wide = "#pragma acc data copyin(a[0:n],b[0:n])         \\\r\n\tcopyout(c[0:n])";
        let present = "target data map(present, alloc: a, b)";
        check("#pragma acc data \\\n  present(a,b)", present, "target data map(present, alloc: a, \\\n  b)");
        check(wide, new, "target data map(to: a[0:n], b[0:n]) \\\r\n\tmap(from: c[0:n])");
    }
}
