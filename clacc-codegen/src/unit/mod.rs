//! The text of a unit for a C compiler: the preprocessed tokens in the user's lines, with what became of declarations among them.
//!
//! The text is that of a preprocessor: line markers and tokens, no macros. A line of a file that holds nothing but its own tokens is
//! copied byte for byte; in others, and in system headers, tokens stand at their columns, those of a macro in the line of the
//! outermost invocation, as `cc -E` has them. So messages, `__LINE__` in assertions and debuggers are about the user's files.
//! New code stands behind markers with the flag of system headers, because compilers have no warnings there. Without new code, the
//! tokens are those of `cc -E`, which is how the writer is tested.
//!
//! `inclusions` knows the lines of each inclusion and how they count (`Preprocessed::line_marks`: `#line`, markers,
//! `system_header`); `writer` knows which line of which inclusion the last line of the text stands for, and writes blank lines,
//! comments or a marker to come to another one, with the flags 1 and 2 where inclusions begin and end. A comment behind the last
//! token of a line is written when the line ends, so that new code never falls into it. Preprocessed text has no continued lines
//! and no `_Pragma`.
//!
//! New code (`Piece::Lines`) has markers with flag 3, but for the names of functions: clang has few warnings for a function that
//! is declared there, whatever lines its statements are in. In new code, names of types of `<stdint.h>` become built-in types,
//! words that C90 lacks become those that its compilers read (`abi::plain`), and words of the program that it quotes stay
//! (`abi::own_word`). The declarations of `clacc_abi.h` come at the top in the same words (`abi::declarations`), so that the text
//! needs no header. What stands for a token (`Piece::Replaced`) is written in its line at its column. A call of the library gets
//! a `clacc_site`, one constant for each construct; a piece holds its token ranges, and `sites` writes file and lines, so that an
//! edit above a function does not lower it again.
//!
//! Tests: without pieces (`clacc codegen --emit preprocessed`) tokens and lines are those of `cc -E`
//! (`tests/preprocessed_text.rs`). Two differences are known: in one line that backslashes continue, `cc -E` counts from its
//! first line, and clang gives `__LINE__` in a macro the line where the invocation ends. Warnings of compilers are those of the
//! program, in its lines (`tests/native.rs`).

mod apart;
pub mod device_text;
mod inclusions;
mod sites;
mod tokens;
mod writer;

use std::sync::Arc;

use clacc_sema::db::external_decls::{ExternalDecl, declarations, header_declarations};
use clacc_sema::db::finding_places::FindingPlaces;
use clacc_sema::db::findings::{prefix_places, rest_places};
use clacc_sema::db::omp_variables::affected_in_headers;
use clacc_sema::db::preprocessed::{prefix, rest};
use clacc_sema::db::{Db, Unit};
use clacc_syntax::diagnostics::{Diagnostic, Severity};
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::TokenBuffer;
use clacc_ttx::query::Mapping;

use crate::abi;
use crate::codes;
use crate::piece::{Lowered, Piece, Region};
use crate::query::{device_functions_in_headers, lower};
use inclusions::Inclusions;
pub use tokens::Directives;
use tokens::TokenWriter;
use writer::LineWriter;

/// The text of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitText {
    /// The text, with the bytes of the user's files. None if there is an error among the findings.
    pub text: Option<Vec<u8>>,
    /// The outlined functions, each with the place of its construct, in the order of the unit.
    pub regions: Vec<(Region, FileRange)>,
    /// Constructs that cannot be generated, and warnings, in the order of the unit.
    pub findings: Vec<Diagnostic<FileRange>>,
}

/// Returns the text of a unit with generated code. The time is linear in the length of the unit; declarations are lowered by queries. The
/// result is not memoised, because it contains every position.
pub fn text(db: &dyn Db, unit: Unit, mapping: Mapping) -> UnitText {
    let (checked, others) = if mapping.dialect(db).shares_memory() {
        (String::new(), &[][..])
    } else {
        (abi::checked_functions(), device_functions_in_headers(db, unit, mapping))
    };
    text_with(db, unit, &checked, others, |decl| lower(db, decl, mapping))
}

/// Returns the text of a unit with the generated code of each declaration, except header declarations that contain no directive, mention
/// neither a threadprivate variable nor a function with variants, and are not among `others`. `functions` are declarations before those of the
/// program. The time is linear in the length of the unit.
pub fn text_with<'db>(
    db: &'db dyn Db,
    unit: Unit,
    functions: &str,
    others: &[ExternalDecl<'db>],
    lowered: impl Fn(ExternalDecl<'db>) -> Arc<Lowered>,
) -> UnitText {
    let with_directives = header_declarations(db, unit).iter();
    let others = affected_in_headers(db, unit).iter().chain(others);
    let mut in_headers: Vec<_> = with_directives.chain(others).copied().collect();
    in_headers.sort_by_key(|decl| decl.first_token(db));
    in_headers.dedup_by_key(|decl| decl.first_token(db));
    let of_headers = in_headers.into_iter().map(|decl| (decl, lowered(decl))).collect();
    let of_main = declarations(db, unit).iter().map(|decl| (*decl, lowered(*decl))).collect();
    UnitWriter { db, unit, parts: [of_headers, of_main], directives: Directives::Noted, functions }.run()
}

/// Returns the text of a unit as a preprocessor prints it, with its directives.
pub fn preprocessed_text(db: &dyn Db, unit: Unit) -> Vec<u8> {
    let parts = [Vec::new(), Vec::new()];
    UnitWriter { db, unit, parts, directives: Directives::Printed, functions: "" }
        .run()
        .text
        .unwrap_or_default()
}

/// The outlined functions and findings that are collected while a text is written.
#[derive(Default)]
struct Notes {
    regions: Vec<(Region, FileRange)>,
    findings: Vec<Diagnostic<FileRange>>,
}

type LoweredDecl<'db> = (ExternalDecl<'db>, Arc<Lowered>);

struct UnitWriter<'db, 'f> {
    db: &'db dyn Db,
    unit: Unit,
    /// The declarations with their generated code: those of the headers, and those of the rest of the main file.
    parts: [Vec<LoweredDecl<'db>>; 2],
    directives: Directives,
    /// Declarations before those of the program.
    functions: &'f str,
}

impl UnitWriter<'_, '_> {
    fn run(&self) -> UnitText {
        let (db, unit) = (self.db, self.unit);
        let (headers, main) = (&prefix(db, unit).state.preprocessed, &rest(db, unit).preprocessed);
        let marks = headers.line_marks.iter().chain(&main.line_marks);
        let mut lines = LineWriter::new(Inclusions::new(db, unit, &main.map, marks));
        let mut notes = Notes::default();
        match (self.has_new_code(), self.functions) {
            (true, "") => lines.header(abi::FILE, &abi::declarations()),
            (true, functions) => {
                lines.header(abi::FILE, &(abi::declarations() + functions + abi::SAYS_CODE));
            }
            (false, "") => {}
            (false, functions) => lines.header(abi::FILE, functions),
        }
        let [of_headers, of_main] = &self.parts;
        self.write_part(&mut lines, &headers.tokens, of_headers, &prefix_places(db, unit), &mut notes);
        self.write_part(&mut lines, &main.tokens, of_main, &rest_places(db, unit), &mut notes);
        let is_error = |finding: &Diagnostic<FileRange>| finding.severity == Severity::Error;
        let Notes { regions, findings } = notes;
        let text = (!findings.iter().any(is_error)).then(|| lines.finish());
        UnitText { text, regions, findings }
    }

    fn has_new_code(&self) -> bool {
        let mut lowered = self.parts.iter().flatten().map(|(_, lowered)| lowered);
        lowered.any(|lowered| {
            **lowered != Lowered { findings: lowered.findings.clone(), ..Lowered::unchanged() }
        })
    }

    /// Writes the tokens of a part of the unit, with the generated code of its declarations.
    fn write_part<'a>(
        &self,
        lines: &mut LineWriter<'a>,
        tokens: &'a TokenBuffer,
        decls: &[LoweredDecl<'_>],
        places: &FindingPlaces<'_>,
        notes: &mut Notes,
    ) {
        let mut writer = TokenWriter::new(lines, tokens, self.directives);
        let mut written = 0;
        for (decl, lowered) in decls {
            let first = decl.first_token(self.db);
            let end = first as usize + decl.tokens(self.db).kinds.len();
            writer.write(written, first as usize);
            written = end;
            PieceWriter { tokens: &mut writer, first, end: end as u32 }.declaration(lowered);
            let locate = |finding: &Diagnostic<TokenRange>| places.locate(finding.clone(), first).1;
            notes.findings.extend(lowered.findings.iter().map(locate));
            let regions = lowered.regions.iter();
            notes.regions.extend(regions.map(|region| (region.clone(), place_of(region, places, first))));
            let is_known = lowered.findings.iter().any(|finding| finding.severity == Severity::Error);
            let unread = writer.left_out.drain(..).filter(|_| !is_known);
            notes.findings.extend(unread.map(|at| locate(&not_generated(at as u32 - first))));
        }
        writer.write(written, tokens.len());
        let locate = |at: usize| places.locate(packed_by_name(), at as u32).1;
        notes.findings.extend(writer.ambiguous.drain(..).map(locate));
    }
}

/// Returns the place of the construct of an outlined function. `first` is the first token of the declaration.
fn place_of(region: &Region, places: &FindingPlaces<'_>, first: u32) -> FileRange {
    places.spot(TokenRange::new(region.range.start + first, region.range.end + first)).range
}

/// Makes a finding about a `pack` pragma whose alignment may be a macro, at the first token.
fn packed_by_name() -> Diagnostic<TokenRange> {
    let message = "no code is generated with alignments of members that a pragma gives by a name";
    Diagnostic::new(&codes::GEN0052, TokenRange::new(0, 1), message)
}

/// Makes a finding about a directive for which no code was generated.
fn not_generated(at: u32) -> Diagnostic<TokenRange> {
    let message = "no code is generated for this directive";
    Diagnostic::new(&codes::GEN0900, TokenRange::new(at, at + 1), message)
}

/// Writes pieces of one declaration.
struct PieceWriter<'t, 'w, 'a> {
    tokens: &'t mut TokenWriter<'w, 'a>,
    /// The first token of the declaration, and the token after it.
    first: u32,
    end: u32,
}

impl PieceWriter<'_, '_, '_> {
    /// Writes the generated code of the declaration.
    fn declaration(&mut self, lowered: &Lowered) {
        lowered.before.iter().for_each(|item| self.pieces(&item.pieces));
        match &lowered.declaration {
            Some(pieces) => self.pieces(pieces),
            None => self.tokens.write(self.first as usize, self.end as usize),
        }
        lowered.behind.iter().for_each(|item| self.pieces(&item.pieces));
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Tokens(range) => {
                    let of_part = |token: u32| (self.first + token) as usize;
                    self.tokens.write(of_part(range.start), of_part(range.end));
                }
                Piece::Inline(text) => self.tokens.lines.inline(text),
                Piece::Replaced { text, at } => {
                    self.tokens.replaced((self.first + at) as usize, text);
                }
                Piece::Lines { text, at } => {
                    if let Some((inclusion, pos)) = self.tokens.written((self.first + at) as usize) {
                        self.tokens.lines.lines(&inclusion, pos, text);
                    }
                }
                Piece::Pragma { text, at } => {
                    if let Some((inclusion, pos)) = self.tokens.written((self.first + at) as usize) {
                        self.tokens.lines.pragma(&inclusion, pos, text);
                    }
                }
                Piece::Site(site) => self.site(site),
            }
        }
    }
}
