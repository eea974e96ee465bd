//! Calls around directives that [announce](crate::announced) them to profiling libraries, with their places in the source: `acc2omp_prof.h`
//! of the runtime library.
//!
//! A compute construct and a directive without a statement are between two calls, in a block of their own. The data of a region is entered
//! between two calls and left between two others.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;

use super::change::Change;
use super::piece::Piece;
use super::site::{self, Site};
use super::spelling::expr_text;
use super::{FunctionInput, RewriteOptions, SourceFiles};
use crate::announced::{Announcement, Extent, Queue};

/// The flags of a site.
mod flag {
    pub(super) const ENTER: u32 = 2;
    pub(super) const EXIT: u32 = 4;
}

/// Adds the calls to the change of a directive that is announced. The error is why they cannot be added.
pub(super) fn add(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    change: &mut Change,
    options: &RewriteOptions,
    sources: &mut SourceFiles<'_>,
) -> Result<(), &'static str> {
    let Some(announcement) = Announcement::of(function.facts, directive) else { return Ok(()) };
    let end = change.end.filter(|end| end.file == change.site.range.file);
    if let Some(obstacle) = announcement.obstacle(function.view, end.is_some()) {
        return Err(obstacle);
    }
    let Some((_, here)) = site::of_directive(function, directive, sources) else { return Ok(()) };
    let mut text = |at| expr_text(function, at, here, options.spelling, sources);
    let queue = match announcement.queue {
        Queue::Named(queue) => format!("(int)({})", text(queue)),
        Queue::Constant(queue) => queue.to_string(),
    };
    let condition = announcement.condition.map(&mut text);
    let lines = lines_of(function, (&change.site, end), sources);
    let is_numbered = options.line_numbers && change.site.form.is_line();
    let line = is_numbered.then(|| sources.line_number(change.site.range));
    let calls = Calls {
        number: announcement.kind.construct_number().unwrap_or_default(),
        // Directives in one replacement list have different places there, which all uses of the macro share.
        place: change.site.range.start,
        lines,
        queue,
        condition,
    };
    calls.put_around(announcement.extent, line, change);
    Ok(())
}

/// The calls around a directive.
struct Calls {
    /// The number of the construct in `acc_construct_t`.
    number: u16,
    /// A number that makes the names of the calls' variables unique.
    place: u32,
    /// The first and last line of the construct, and of its function.
    lines: [usize; 4],
    queue: String,
    /// The condition under which the directive has an effect.
    condition: Option<String>,
}

impl Calls {
    /// Puts the calls around the pieces of a directive and those behind its statement. `line` is the number of the directive's line if the
    /// text keeps line numbers.
    fn put_around(&self, extent: Extent, line: Option<usize>, change: &mut Change) {
        let (whole, exit) = (format!("acc2omp_site_{}", self.place), format!("acc2omp_exit_{}", self.place));
        let condition = self.condition.as_ref();
        let condition = condition
            .map(|text| Piece::Statement(format!("const int acc2omp_if_{} = !!({text});", self.place)));
        let mut before: Vec<Piece> = [Piece::Open(0)].into_iter().chain(condition).collect();
        let Change { pieces, behind, .. } = change;
        match extent {
            Extent::Directive => {
                before.extend([self.site(&whole, 0), self.begin(&whole)]);
                pieces.extend([self.end(&whole), Piece::Close(0)]);
            }
            Extent::Statement => {
                before.extend([self.site(&whole, 0), self.begin(&whole)]);
                behind.extend([self.end(&whole), Piece::Close(0)]);
            }
            Extent::EntryAndExit => {
                let sites = [self.site(&whole, flag::ENTER), self.site(&exit, flag::EXIT)];
                before.extend(sites.into_iter().chain([self.begin(&whole)]));
                pieces.extend([Piece::Open(0), self.end(&whole)]);
                behind.splice(0..0, [self.begin(&exit), Piece::Close(0)]);
                behind.extend([self.end(&exit), Piece::Close(0)]);
            }
        }
        before.extend(line.map(Piece::LineNumber));
        pieces.splice(0..0, before);
    }

    fn site(&self, name: &str, flags: u32) -> Piece {
        let (number, [first, last, of_function, end_of_function]) = (self.number, self.lines);
        // Of a directive in a macro, the line is that where the macro is used.
        let first = if first == 0 { "__LINE__".to_owned() } else { first.to_string() };
        Piece::Statement(format!(
            "ACC2OMP_PROF_SITE({name}, {number}, {flags}, {first}, {last}, {of_function}, {end_of_function});"
        ))
    }

    fn begin(&self, site: &str) -> Piece {
        Piece::Statement(format!("{}acc2omp_prof_begin(&{site}, {});", self.guard(), self.queue))
    }

    fn end(&self, site: &str) -> Piece {
        Piece::Statement(format!("{}acc2omp_prof_end(&{site});", self.guard()))
    }

    fn guard(&self) -> String {
        self.condition.as_ref().map_or_else(String::new, |_| format!("if (acc2omp_if_{}) ", self.place))
    }
}

/// Returns the first and last line of a construct, and of its function; 0 for those that are not known. Macros may be used in other lines
/// than those where they are defined.
fn lines_of(
    function: &FunctionInput<'_>,
    (site, end): (&Site, Option<FileRange>),
    sources: &mut SourceFiles<'_>,
) -> [usize; 4] {
    if !site.form.is_line() {
        return [0; 4];
    }
    let mut line = |range: Option<FileRange>| {
        range.filter(|range| range.file == site.range.file).map_or(0, |range| sources.line_number(range))
    };
    let last = |range: FileRange| FileRange { start: range.end.saturating_sub(1), ..range };
    let first = function.places.first_token;
    let tokens = function.declaration.and_then(|tokens| {
        Some(TokenRange::new(tokens.start.checked_sub(first)?, tokens.end.checked_sub(first)?))
    });
    let whole = tokens.and_then(|tokens| function.places.shown(tokens));
    let end = end.map_or(site.range, |end| FileRange { start: site.range.start, ..end });
    [line(Some(site.range)), line(Some(last(end))), line(whole), line(whole.map(last))]
}
