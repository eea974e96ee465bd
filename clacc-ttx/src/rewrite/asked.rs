//! Checks whether a program asks itself which language is active.

use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;
use clacc_syntax::unit::{MAIN_FILE_LIMIT, Pos};

use super::{Guard, SourceFiles, UnitInput, lines, twins};
use crate::codes;

/// Returns a finding about the first use of `_OPENACC` outside twins: an OpenMP compiler does not define the macro, so the program takes
/// other branches there.
pub(super) fn beside_twins(
    unit: &UnitInput<'_>,
    guard: &Guard,
    sources: &mut SourceFiles<'_>,
) -> Option<Diagnostic<FileRange>> {
    let own = [twins::opening(guard), twins::opening_alone(guard)];
    let bytes = sources.bytes(unit.main);
    let is_own = |at: Pos| {
        let start = lines::line_start(bytes, at.0 as usize);
        let line = &bytes[start..lines::line_end(bytes, start)];
        at.0 < MAIN_FILE_LIMIT && own.iter().any(|own| line.trim_ascii() == own.as_bytes())
    };
    let message = "the program asks for _OPENACC, which is not defined where OpenMP is read";
    Some(Diagnostic::new(&codes::MAP0072, first_use(unit, is_own)?, message))
}

/// Returns a finding about the first use of `_OPENACC` in a program that keeps its uses.
pub(super) fn anywhere(unit: &UnitInput<'_>) -> Option<Diagnostic<FileRange>> {
    let message = "the program asks for _OPENACC, which nothing defines now: what it chooses is not compiled";
    Some(Diagnostic::new(&codes::MAP0101, first_use(unit, |_| false)?, message))
}

/// Returns the first use of the macro outside system headers that is not `own`.
fn first_use(unit: &UnitInput<'_>, is_own: impl Fn(Pos) -> bool) -> Option<FileRange> {
    let name = Name::fixed("_OPENACC")?;
    unit.parts.iter().find_map(|part| {
        let mut uses = part.version_macro_uses.iter().filter(|each| each.name == name && !is_own(each.at));
        let at = uses.find(|each| !part.map.is_system(each.at))?.at;
        part.map.file_range(at, Pos(at.0 + part.tokens.names[name].len() as u32))
    })
}
