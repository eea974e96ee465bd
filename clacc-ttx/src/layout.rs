//! Forms as lines: the lines before the associated statement and the lines after it.
//!
//! All printers use this module, so that none of them has to know how forms nest.

use clacc_sema::omp::form::{Directive, Omp};

/// The lines of a form.
#[derive(Debug, Default)]
pub struct Layout<'a> {
    /// The lines before the associated statement; all lines if there is none.
    pub before: Vec<Line<'a>>,
    /// The number of levels by which the associated statement is indented more than the directive; none if
    /// there is no associated statement.
    pub statement: Option<usize>,
    /// The lines after the associated statement.
    pub after: Vec<Line<'a>>,
}

/// One line of a form.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The number of levels by which the line is indented more than the directive of the source.
    pub level: usize,
    /// The number of blocks around the line that the form opens.
    pub blocks: usize,
    /// True if one of these blocks is that of a loop or a condition.
    pub in_added: bool,
    /// The content of the line.
    pub content: Content<'a>,
}

/// The content of a line.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// A declaration or statement that the mapping adds.
    Code(&'a Omp),
    /// The head of a loop or condition that the mapping adds, with the brace that opens its block.
    Head(&'a Omp),
    /// The brace that closes the block of an added loop or condition.
    Tail,
    /// An OpenMP directive.
    Directive(&'a Directive),
}

/// Returns the lines of nested forms: each form replaces the associated statement of the form before it, as with the halves of a combined
/// directive.
pub fn layout<'a>(forms: &[&'a Omp]) -> Layout<'a> {
    let mut splitter = Splitter { rest: forms, layout: Layout::default() };
    splitter.statement(Position::default());
    splitter.layout
}

struct Splitter<'f, 'a> {
    /// The forms that replace the next associated statements.
    rest: &'f [&'a Omp],
    layout: Layout<'a>,
}

/// The position of a part of a form.
#[derive(Clone, Copy, Default)]
struct Position {
    level: usize,
    blocks: usize,
    in_added: bool,
    /// Whether the part is the body of a directive. A block there has the same indentation as the directive,
    /// unless both are in a block of the form.
    is_body: bool,
}

impl<'a> Splitter<'_, 'a> {
    /// Adds the associated statement: the next form, or the statement of the source.
    fn statement(&mut self, place: Position) {
        match self.rest.split_first() {
            Some((form, rest)) => {
                self.rest = rest;
                self.part(form, place);
            }
            None => self.layout.statement = Some(place.level),
        }
    }

    fn part(&mut self, part: &'a Omp, place: Position) {
        match part {
            Omp::Statement => self.statement(place),
            Omp::Seq(parts) => parts.iter().for_each(|each| self.part(each, place)),
            Omp::Block(parts) => self.block(parts, place),
            Omp::Directive(directive) => self.directive(directive, place),
            Omp::AtStart { body, .. } => {
                self.line(place, Content::Code(part));
                self.block(body, place);
            }
            Omp::Rows(rows) => self.compound(part, &rows.body, place),
            Omp::If { then, .. } if then.iter().any(needs_lines) => self.compound(part, then, place),
            Omp::Declare(_)
            | Omp::DeclareReduction(_)
            | Omp::DeclareFunction(_)
            | Omp::Evaluate { .. }
            | Omp::Assign(_)
            | Omp::Free { .. }
            | Omp::Call(_)
            | Omp::If { .. }
            | Omp::HiddenStruct(_)
            | Omp::ZeroBytes(_) => {
                self.line(place, Content::Code(part));
            }
        }
    }

    fn block(&mut self, parts: &'a [Omp], place: Position) {
        let level = place.level - usize::from(place.is_body && place.blocks == 0);
        let border = Position { level, is_body: false, ..place };
        self.line(border, Content::Open);
        let inside = Position { level: level + 1, blocks: border.blocks + 1, ..border };
        parts.iter().for_each(|each| self.part(each, inside));
        self.line(border, Content::Close);
    }

    /// A statement with a head and a block.
    fn compound(&mut self, part: &'a Omp, body: &'a [Omp], place: Position) {
        let (level, blocks) = (place.level + 1, place.blocks + 1);
        let inside = Position { level, blocks, in_added: true, is_body: false };
        self.line(place, Content::Head(part));
        body.iter().for_each(|each| self.part(each, inside));
        self.line(place, Content::Tail);
    }

    fn directive(&mut self, directive: &'a Directive, place: Position) {
        self.line(place, Content::Directive(directive));
        if let Some(body) = &directive.body {
            self.part(body, Position { level: place.level + 1, is_body: true, ..place });
        }
    }

    fn line(&mut self, place: Position, content: Content<'a>) {
        let line = Line { level: place.level, blocks: place.blocks, in_added: place.in_added, content };
        let is_behind = self.layout.statement.is_some();
        if is_behind { &mut self.layout.after } else { &mut self.layout.before }.push(line);
    }
}

/// Whether a part has lines of its own, as directives have.
fn needs_lines(part: &Omp) -> bool {
    matches!(part, Omp::Directive(_) | Omp::DeclareReduction(_) | Omp::Rows(_))
        || part.parts().iter().any(needs_lines)
}
