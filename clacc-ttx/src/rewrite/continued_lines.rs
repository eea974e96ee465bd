//! Lines of directives: the new directive is broken where the user broke the old one.

use super::piece::Piece;

/// The lines of a directive of the source.
pub(super) struct DirectiveLines {
    /// The list items and arguments of its clauses, without blanks, each with the line on which it begins.
    items: Vec<(String, usize)>,
    /// The white space at the start of each line but the first.
    indentations: Vec<String>,
    /// The white space before a clause that begins a line although it does not in the source.
    of_clauses: String,
    /// The number of columns that no line exceeds if it can be broken.
    width: usize,
    /// The line end that is used.
    end: &'static str,
}

impl DirectiveLines {
    /// Returns the lines of a directive, given its text and the white space before it.
    pub(super) fn of(text: &[u8], indentation: &[u8]) -> DirectiveLines {
        let text = without_comments(&String::from_utf8_lossy(text));
        let lines: Vec<&str> = text.split('\n').collect();
        let own = String::from_utf8_lossy(indentation);
        let is_broken = lines.len() > 1;
        let usual = if is_broken { USUAL_WIDTH } else { UNBROKEN_WIDTH };
        let widest = lines[1..].iter().map(|line| line.len()).chain([own.len() + lines[0].len()]).max();
        let blanks_of =
            |line: &str| line[..line.len() - line.trim_start_matches([' ', '\t']).len()].to_owned();
        let (items, with_clauses) = items_of(&text);
        let of_clauses = match with_clauses.first() {
            Some(line) => blanks_of(lines[*line]),
            None => own.into_owned() + &" ".repeat(PRAGMA.len()),
        };
        DirectiveLines {
            items,
            indentations: lines.iter().map(|line| blanks_of(line)).collect(),
            of_clauses,
            width: widest.unwrap_or_default().max(usual),
            end: if lines[0].ends_with('\r') { "\r\n" } else { "\n" },
        }
    }

    /// Breaks the directives among some pieces, whose lines begin at a column.
    pub(super) fn apply(&self, pieces: &mut [Piece], column: usize) {
        for piece in pieces {
            if let Piece::Directive(_, text) = piece {
                *text = self.broken(text, column + PRAGMA.len());
            }
        }
    }

    /// The text of a directive, broken before the clauses and list items that begin a line in the source, and before clauses that would exceed
    /// the width. A clause that is too long for a line is broken before its list items.
    fn broken(&self, text: &str, column: usize) -> String {
        let mut broken = BrokenLines { lines: self, text: String::new(), column, line: 0 };
        for clause in clauses(text) {
            let is_first = broken.text.is_empty();
            let (name, clause) = clause.split_at(if is_first { name_length(clause) } else { 0 });
            broken.add(name);
            // A clause that fits in a line goes to a line of its own before it is broken.
            let length = clause.trim_end().len();
            let fits = self.of_clauses.len() + length <= self.width;
            for (number, item) in items(clause).enumerate() {
                let needed = if number == 0 && fits { length } else { item.trim_end().len() };
                let (list, _) = if number == 0 { items_of(item) } else { items_of(&format!("({item}")) };
                // Modifiers precede the first list item.
                broken.push(item, self.line_of(list.last()), (number == 0, needed));
            }
        }
        broken.text
    }

    /// The line on which a list item or argument begins in the source; none if it is not there.
    fn line_of(&self, item: Option<&(String, usize)>) -> Option<usize> {
        let (item, _) = item?;
        self.items.iter().find(|(known, _)| known == item).map(|(_, line)| *line)
    }
}

const PRAGMA: &str = "#pragma omp ";

/// The number of columns that a line of a directive that the user broke has at most, unless the user's own lines are wider.
const USUAL_WIDTH: usize = 80;

/// The number of columns up to which a directive stays in one line that was in one line.
const UNBROKEN_WIDTH: usize = 120;

/// The text of a directive so far, with its line ends.
struct BrokenLines<'c> {
    lines: &'c DirectiveLines,
    text: String,
    /// The column at the end of the text.
    column: usize,
    /// The line of the source that the last line of the text stands for.
    line: usize,
}

impl BrokenLines<'_> {
    /// Adds a clause or a list item: on a new line if it begins a later line of the source, or if the width does not suffice for some bytes.
    fn push(&mut self, part: &str, of_source: Option<usize>, (is_clause, needed): (bool, usize)) {
        let later = of_source.filter(|line| *line > self.line);
        let is_too_long = self.column + needed > self.lines.width;
        if later.is_some() || is_too_long {
            self.line = later.unwrap_or(self.line);
            let indentation = match (later, self.lines.indentations.get(self.line)) {
                (None, _) if is_clause => &self.lines.of_clauses,
                (_, Some(own)) if self.line > 0 => own,
                _ => &self.lines.of_clauses,
            };
            self.text.truncate(self.text.trim_end().len());
            self.text.extend([" \\", self.lines.end, indentation]);
            self.column = indentation.len();
        }
        self.add(part);
    }

    fn add(&mut self, part: &str) {
        self.text.push_str(part);
        self.column += part.len();
    }
}

/// Returns a text with blanks in place of its comments.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (comment, rest) = part.split_once("*/").unwrap_or((part, ""));
        kept.extend(comment.chars().map(|each| if each == '\n' { '\n' } else { ' ' }));
        kept.push_str(rest);
    }
    kept
}

/// The list items and arguments in the parentheses of clauses, without blanks and modifiers, each with the line on which it begins, and the lines
/// that begin outside of parentheses.
fn items_of(text: &str) -> (Vec<(String, usize)>, Vec<usize>) {
    let (mut items, mut outside, mut item) = (Vec::new(), Vec::new(), String::new());
    let (mut depth, mut line, mut start) = (0_usize, 0, 0);
    for character in text.chars() {
        match character {
            '(' | '[' if depth > 0 => depth += 1,
            ')' | ']' if depth > 1 => depth -= 1,
            '(' => {
                depth = 1;
                item.clear();
                continue;
            }
            ')' | ',' if depth == 1 => {
                items.push((std::mem::take(&mut item), start));
                depth = usize::from(character == ',');
                continue;
            }
            ':' if depth == 1 => {
                item.clear();
                continue;
            }
            _ => {}
        }
        if character == '\n' {
            line += 1;
            outside.extend((depth == 0).then_some(line));
        }
        if depth > 0 && !character.is_whitespace() && character != '\\' {
            if item.is_empty() {
                start = line;
            }
            item.push(character);
        }
    }
    // The part of a clause that ends behind a comma has no end of its own.
    items.extend((!item.is_empty()).then_some((item, start)));
    items.retain(|(item, _)| !item.is_empty());
    (items, outside)
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
        DirectiveLines::of(old.as_bytes(), b"  ").apply(&mut pieces, 2);
        assert_eq!(pieces[0].words(), expected);
    }

    #[test]
    fn lines_are_broken_like_those_of_the_user() {
        let new = "target data map(to: a[0:n], b[0:n]) map(from: c[0:n])";
        check("#pragma acc data copyin(a[0:n],b[0:n]) copyout(c[0:n])", new, new);
        let two = "#pragma acc data copyin(a[0:n],b[0:n]) \\\n    copyout(c[0:n])";
        check(two, new, "target data map(to: a[0:n], b[0:n]) \\\n    map(from: c[0:n])");
        check(
            "#pragma acc data \\\n  present(a,b)",
            "target data map(present, alloc: a, b)",
            "target data \\\n  map(present, alloc: a, b)",
        );
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
        check(
            "#pragma acc data copy(a[0:n],\\\n                 b[0:n])\\\n     create(c)",
            "target data map(tofrom: a[0:n], b[0:n]) map(alloc: c)",
            "target data map(tofrom: a[0:n], \\\n                 b[0:n]) \\\n     map(alloc: c)",
        );
        let wide = "#pragma acc data copyin(a[0:n],b[0:n])         \\\r\n\tcopyout(c[0:n])";
        check(wide, new, "target data map(to: a[0:n], b[0:n]) \\\r\n\tmap(from: c[0:n])");
    }
}
