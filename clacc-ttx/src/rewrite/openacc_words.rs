//! Words of OpenACC outside directives: its macro, and the routines of its library.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;

use super::edit::Edit;
use super::library_routines::{self, LibraryRoutines};
use super::openacc_macro::MacroUses;
use super::unwritten::Unwritten;
use super::{MacroTreatment, Mode, RewriteOptions, UnitInput, asked};

/// The treatment of the words in a unit.
pub(super) struct OpenaccWords {
    pub(super) uses: MacroUses,
    pub(super) routines: LibraryRoutines,
    /// A finding about uses of the macro that stay.
    kept: Option<Diagnostic<FileRange>>,
}

impl OpenaccWords {
    /// Decides about the words. `edits` translate directives, and `staying` is the place of a directive that keeps its OpenACC text.
    pub(super) fn of(
        unit: &UnitInput<'_>,
        options: &RewriteOptions,
        (unwritten, staying, edits): (&Unwritten, Option<FileRange>, &[Edit]),
    ) -> OpenaccWords {
        let is_openmp = options.mode == Mode::Omp;
        let uses = match options.openacc_macro {
            MacroTreatment::Rename(_) if is_openmp => MacroUses::of(unit, (unwritten, staying)),
            _ => MacroUses::default(),
        };
        let is_kept = options.openacc_macro == MacroTreatment::Keep && options.mode != Mode::AccOmp;
        let kept = is_kept.then(|| asked::anywhere(unit)).flatten();
        // On host threads the routines are not those of the devices on which OpenMP's work, and nobody keeps text for a compiler.
        let is_for_devices = unit.dialect.calls_openmp();
        let routines = if is_openmp && !options.reader().is_compiler() && is_for_devices {
            library_routines::of_unit(unit, unwritten, edits)
        } else {
            LibraryRoutines::default()
        };
        OpenaccWords { uses, routines, kept }
    }

    /// Returns the edits of the words, the findings about them, and the text that other units must not change.
    pub(super) fn results(self) -> (Vec<Edit>, Vec<Diagnostic<FileRange>>, Vec<FileRange>) {
        let OpenaccWords { uses, routines, kept } = self;
        let (renamed, finding) = uses.renamed().unzip();
        let is_gone = |at: FileRange| routines.edits.iter().any(|edit| edit.has_inside(at));
        let renamed = renamed.into_iter().flatten().filter(|edit| !is_gone(edit.range));
        let edits = renamed.chain(routines.edits.iter().cloned()).collect();
        let findings = finding.into_iter().chain(kept).chain(routines.findings).collect();
        (edits, findings, [uses.refused(), &routines.refused].concat())
    }
}
