//! OpenMP in the source. An OpenACC compiler ignores it unless OpenMP is enabled too; the compiler of a translation does not.

use clacc_sema::db::openmp_in_source::first_directive;
use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;
use clacc_syntax::unit::{Pos, Preprocessed};

use super::UnitInput;
use super::captured_words::is_macro;
use crate::codes;

/// Returns a finding about the first use of `_OPENMP`, and one about the first OpenMP directive, outside system headers. There are none if
/// `_OPENMP` was defined when the program was preprocessed, so that OpenMP was active before. If the translation undefines the macro, its
/// uses are not reported.
pub(super) fn findings(unit: &UnitInput<'_>, is_undefined: bool) -> Vec<Diagnostic<FileRange>> {
    if is_macro(unit, "_OPENMP") {
        return Vec::new();
    }
    let asked = first(unit, asked_at).filter(|_| !is_undefined).map(|at| {
        let message = "the program asks for _OPENMP, which the compiler of the translation defines";
        Diagnostic::new(&codes::MAP0038, at, message)
    });
    let directive = first(unit, first_directive).map(|at| {
        let message = "the OpenMP directives of the source take effect in the translation";
        Diagnostic::new(&codes::MAP0039, at, message)
    });
    asked.into_iter().chain(directive).collect()
}

fn first(unit: &UnitInput<'_>, find: fn(&Preprocessed) -> Option<(Pos, Pos)>) -> Option<FileRange> {
    unit.parts.iter().find_map(|part| {
        let (start, end) = find(part)?;
        part.map.file_range(start, end).or_else(|| part.map.file_range(start, start))
    })
}

fn asked_at(part: &Preprocessed) -> Option<(Pos, Pos)> {
    let name = Name::fixed("_OPENMP")?;
    let at = part.version_macro_uses.iter().find(|each| each.name == name)?.at;
    Some((at, Pos(at.0 + part.tokens.names[name].len() as u32)))
}
