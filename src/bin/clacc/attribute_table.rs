//! Tables of the data attributes of constructs, for people.
//!
//! The constructs of a combined directive share a table, and variables with the same attributes for the same reasons share a row. A
//! construct inside another one that is shown omits variables that are only shared with that.

use std::fmt::Write as _;

use clacc::attributes::{AttributeCell, AttributeRow, ConstructAttributes, How};

/// The width at which the column of names is wrapped; only a longer name makes it wider.
const NAMES: usize = 28;

/// The least width of the column of reasons.
const REASONS: usize = 30;

/// The number of blanks before a row; [`GAP`] is the number between columns.
const INDENT: usize = 4;
const GAP: usize = 2;

/// Renders the constructs with these indices, which are sorted, for lines of this width.
pub(crate) fn text(all: &[ConstructAttributes], chosen: &[usize], width: usize) -> String {
    let mut out = String::new();
    let mut rest = chosen;
    while let Some((first, others)) = rest.split_first() {
        let pairs = std::iter::once(first).chain(others).zip(others);
        let parts = pairs.take_while(|(outer, inner)| is_part(all, **outer, **inner)).count();
        rest = &others[parts..];
        let constructs: Vec<usize> = std::iter::once(first).chain(&others[..parts]).copied().collect();
        let ConstructAttributes { place, directive, name, .. } = &all[*first];
        let language = name.split(' ').next().unwrap_or_default();
        let _ = writeln!(out, "{place}: {language} {directive}");
        let groups = groups(all, &constructs, chosen);
        if !groups.is_empty() {
            let titles: Vec<&str> =
                constructs.iter().map(|construct| all[*construct].construct.as_str()).collect();
            out.push_str(&ReasonedTable::new(&titles, &groups).text(width));
        }
    }
    out
}

/// Returns whether two constructs belong to one combined directive, one directly inside the other.
fn is_part(all: &[ConstructAttributes], outer: usize, inner: usize) -> bool {
    all[inner].inside == Some(outer) && all[inner].place == all[outer].place
}

/// Variables with the same attributes for the same reasons.
struct AlikeVariables<'a> {
    variables: Vec<&'a str>,
    mapping: Option<&'a AttributeCell>,
    /// The sharing of the variables on each construct of the table.
    sharing: Vec<Option<&'a AttributeCell>>,
}

/// Returns the rows of a table, in the order of their first variables.
fn groups<'a>(
    all: &'a [ConstructAttributes],
    constructs: &[usize],
    chosen: &[usize],
) -> Vec<AlikeVariables<'a>> {
    let mut rows: Vec<AlikeVariables<'a>> = Vec::new();
    for (column, construct) in constructs.iter().enumerate() {
        for row in all[*construct].rows.iter().filter(|row| !passes_on(all, *construct, row, chosen)) {
            let same = |group: &&mut AlikeVariables<'_>| {
                group.variables == [row.variable.as_str()] && group.sharing[column].is_none()
            };
            match rows.iter_mut().find(same) {
                Some(group) => group.add(column, row),
                None => rows.push(AlikeVariables::new(constructs.len(), column, row)),
            }
        }
    }
    let mut groups: Vec<AlikeVariables<'a>> = Vec::new();
    for row in rows {
        match groups.iter_mut().find(|group| group.mapping == row.mapping && group.sharing == row.sharing) {
            Some(group) => group.variables.extend(row.variables),
            None => groups.push(row),
        }
    }
    groups
}

/// Returns whether a row only says that a variable is shared by default, and an enclosing construct that is shown has a row for it.
fn passes_on(all: &[ConstructAttributes], construct: usize, row: &AttributeRow, chosen: &[usize]) -> bool {
    let around = std::iter::successors(all[construct].inside, |outer| all[*outer].inside);
    let is_shown = |outer: usize| {
        chosen.binary_search(&outer).is_ok()
            && all[outer].rows.iter().any(|other| other.variable == row.variable)
    };
    let is_plain = row.mapping.is_none() && row.sharing.as_ref().is_some_and(is_default);
    is_plain && around.into_iter().any(is_shown)
}

/// Returns whether an attribute is the default for a variable without any other rule.
fn is_default(cell: &AttributeCell) -> bool {
    cell.how == How::Implicit && matches!(cell.attribute.as_str(), "shared" | "enclosing")
}

impl<'a> AlikeVariables<'a> {
    fn new(constructs: usize, column: usize, row: &'a AttributeRow) -> Self {
        let mut group =
            AlikeVariables { variables: vec![&row.variable], mapping: None, sharing: vec![None; constructs] };
        group.add(column, row);
        group
    }

    fn add(&mut self, column: usize, row: &'a AttributeRow) {
        self.mapping = self.mapping.or(row.mapping.as_ref());
        self.sharing[column] = row.sharing.as_ref();
    }

    /// Returns the reasons, each once. No reason is given, if there are others, for variables that are shared by default, or that are not
    /// mapped because they are private.
    fn reasons(&self) -> Vec<String> {
        let is_own = |cell: &AttributeCell| matches!(cell.attribute.as_str(), "private" | "firstprivate");
        let has_own = self.sharing.iter().flatten().any(|cell| is_own(cell));
        let goes_without_saying =
            |cell: &AttributeCell| is_default(cell) || cell.attribute == "nomap" && has_own;
        let cells = || self.mapping.iter().chain(self.sharing.iter().flatten());
        let mut texts: Vec<String> = Vec::new();
        for cell in cells().filter(|cell| !goes_without_saying(cell)) {
            let text = reason(cell);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        if texts.is_empty() { cells().take(1).map(|cell| reason(cell)).collect() } else { texts }
    }
}

fn reason(cell: &AttributeCell) -> String {
    format!("{}: {} ({})", cell.how, cell.reason, cell.section)
}

/// A table whose last column is wrapped to the width.
struct ReasonedTable {
    /// The rows, the first with the titles: for each column, the lines of its cell.
    rows: Vec<Vec<Vec<String>>>,
}

impl ReasonedTable {
    fn new(titles: &[&str], groups: &[AlikeVariables<'_>]) -> Self {
        let has_mapping = groups.iter().any(|group| group.mapping.is_some());
        let has_sharing = |column: usize| groups.iter().any(|group| group.sharing[column].is_some());
        let columns: Vec<usize> = (0..titles.len()).filter(|column| has_sharing(*column)).collect();
        let title = |column: &usize| if titles.len() == 1 { "sharing" } else { titles[*column] };
        let mapping = has_mapping.then_some("data");
        let head = ["variable"].into_iter().chain(mapping).chain(columns.iter().map(title)).chain(["why"]);
        let head = head.map(|title| vec![title.to_owned()]).collect();
        let word =
            |cell: Option<&AttributeCell>| vec![cell.map_or_else(String::new, |cell| cell.attribute.clone())];
        let row = |group: &AlikeVariables<'_>| {
            let mut cells = vec![wrapped(&group.variables.join(", "), NAMES)];
            cells.extend(has_mapping.then(|| word(group.mapping)));
            cells.extend(columns.iter().map(|column| word(group.sharing[*column])));
            cells.push(group.reasons());
            cells
        };
        ReasonedTable { rows: std::iter::once(head).chain(groups.iter().map(row)).collect() }
    }

    fn text(mut self, width: usize) -> String {
        let last = self.rows[0].len() - 1;
        let widths: Vec<usize> = (0..last).map(|column| self.width(column)).collect();
        let before = INDENT + widths.iter().map(|width| width + GAP).sum::<usize>();
        for row in &mut self.rows {
            let room = width.saturating_sub(before).max(REASONS);
            row[last] = row[last].iter().flat_map(|reason| wrapped(reason, room)).collect();
        }
        self.rows.iter().fold(String::new(), |text, row| text + &lines(row, &widths))
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().flat_map(|row| &row[column]).map(|line| length(line)).max().unwrap_or(0)
    }
}

/// Returns the text of a row, with the lines of its columns side by side.
fn lines(row: &[Vec<String>], widths: &[usize]) -> String {
    let height = row.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..height {
        let mut out = " ".repeat(INDENT);
        for (column, cell) in row.iter().enumerate() {
            let word = cell.get(line).map_or("", String::as_str);
            let room = widths.get(column).map_or(0, |width| width + GAP);
            out.push_str(word);
            out.push_str(&" ".repeat(room.saturating_sub(length(word))));
        }
        text.push_str(out.trim_end());
        text.push('\n');
    }
    text
}

/// Breaks a text at blanks into lines of at most `room` characters; a longer word gets a line of its own.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn length(text: &str) -> usize {
    text.chars().count()
}
