//! The text of a unit for accelerators.

use std::fmt::Write;

use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::finding_places::FindingPlaces;
use clacc_sema::db::findings::{prefix_places, rest_places};
use clacc_sema::db::preprocessed::{prefix, rest};
use clacc_sema::db::{Db, Unit};
use clacc_syntax::diagnostics::{Diagnostic, Severity};
use clacc_syntax::source::{FileRange, fingerprint};
use clacc_syntax::unit::TokenBuffer;
use clacc_ttx::query::Mapping;

use super::inclusions::Inclusions;
use super::tokens::{Directives, TokenWriter};
use super::writer::LineWriter;
use super::{Notes, PieceWriter, UnitText, place_of};
use crate::abi;
use crate::backend::device::{DevicePart, device_code};
use crate::query::lower_for_device;

/// The marker of kernels in the text, which each target spells otherwise.
const KERNEL: &str = "\
#if defined __NVPTX__
#define CLACC_KERNEL __attribute__((nvptx_kernel))
#elif defined __AMDGCN__
#define CLACC_KERNEL __attribute__((amdgpu_kernel))
#else
#define CLACC_KERNEL
#endif
";

/// Returns the text of a unit for accelerators: the code of its kernels and of its functions for devices, with what they need. The time is
/// linear in the length of the unit. The result is not memoised, because it contains every position.
pub fn device_text(db: &dyn Db, unit: Unit, mapping: Mapping) -> UnitText {
    let code = device_code(db, unit, &|decl| lower_for_device(db, decl, mapping));
    let (headers, main) = (&prefix(db, unit).state.preprocessed, &rest(db, unit).preprocessed);
    let marks = headers.line_marks.iter().chain(&main.line_marks);
    let mut lines = LineWriter::new(Inclusions::new(db, unit, &main.map, marks));
    let mut heading = abi::declarations() + KERNEL;
    for name in &code.undeclared {
        let _ = writeln!(heading, "int {name}();");
    }
    lines.header(abi::FILE, &heading);
    let mut notes = Notes::default();
    let (of_headers, of_main): (Vec<_>, Vec<_>) =
        code.parts.iter().partition(|part: &&DevicePart<'_>| part.decl.in_headers(db));
    write(db, &mut lines, &headers.tokens, &of_headers, (&prefix_places(db, unit), &mut notes));
    write(db, &mut lines, &main.tokens, &of_main, (&rest_places(db, unit), &mut notes));
    let Notes { regions, findings } = notes;
    let path = lines.inclusions.main().counting(0).file.clone();
    let entries = regions.iter().map(|(kernel, _)| entry(&path, &kernel.name));
    lines.footer(&entries.collect::<String>());
    let is_error = |finding: &Diagnostic<FileRange>| finding.severity == Severity::Error;
    let text = (!findings.iter().any(is_error)).then(|| lines.finish());
    UnitText { text, regions, findings }
}

/// Writes the parts in one of the two token buffers of a unit.
fn write<'a>(
    db: &dyn Db,
    lines: &mut LineWriter<'a>,
    tokens: &'a TokenBuffer,
    parts: &[&DevicePart<'_>],
    (places, notes): (&FindingPlaces<'_>, &mut Notes),
) {
    let mut writer = TokenWriter::new(lines, tokens, Directives::Noted);
    for part in parts {
        let (first, end) = bounds(db, part.decl);
        PieceWriter { tokens: &mut writer, first, end }.pieces(&part.pieces);
        let located = part.findings.iter().map(|finding| places.locate(finding.clone(), first).1);
        notes.findings.extend(located);
        let kernels = part.kernels.iter();
        notes.regions.extend(kernels.map(|kernel| (kernel.clone(), place_of(kernel, places, first))));
    }
}

fn bounds(db: &dyn Db, decl: ExternalDecl<'_>) -> (u32, u32) {
    let first = decl.first_token(db);
    (first, first + decl.tokens(db).kinds.len() as u32)
}

/// Returns the function by which a device begins a kernel. Two units may define static functions of the same name, so that the name of the
/// entry holds a number made of the path of the unit.
fn entry(path: &str, kernel: &str) -> String {
    let unit = fingerprint(path.as_bytes());
    format!(
        "CLACC_KERNEL void clacc_kernel_{unit:016x}_{kernel}(clacc_thread *thread, void *arguments) {{ {kernel}(thread, arguments); }}\n"
    )
}
