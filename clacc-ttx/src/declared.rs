//! Declarations of the runtime library's routines, for new code that calls them.

use clacc_sema::omp::form::Routine;
use clacc_syntax::sorted::distinct;
use clacc_syntax::unit::Preprocessed;

/// Returns the lines that declare those called routines that the program does not name.
pub fn missing_declaration(parts: &[&Preprocessed], called: &[Routine]) -> Option<String> {
    declaration(&missing(parts, called))
}

/// Returns the called routines that the program does not name.
pub(crate) fn missing(parts: &[&Preprocessed], called: &[Routine]) -> Vec<Routine> {
    let is_named =
        |routine: &Routine| parts.iter().any(|part| part.tokens.with_text(routine.text()).next().is_some());
    let mut called = distinct(called.iter().copied());
    called.retain(|routine| !is_named(routine));
    called
}

/// Returns the lines that declare the routines, `#include` last; none without routines.
pub(crate) fn declaration(routines: &[Routine]) -> Option<String> {
    let (own, others): (Vec<_>, Vec<_>) =
        routines.iter().map(|routine| own_declaration(*routine)).partition(Option::is_some);
    let include = (!others.is_empty()).then_some(INCLUSION);
    let lines: Vec<&str> = own.into_iter().flatten().chain(include).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The line that declares the routines of OpenACC.
pub(crate) const INCLUSION: &str = "#include <openacc.h>";

/// Returns the declaration of a routine of clacc or OpenMP; none for a routine that `openacc.h` declares. C allows declarations to be repeated
/// (C17 6.7 p4), and an included header could be that of another compiler.
const fn own_declaration(routine: Routine) -> Option<&'static str> {
    Some(match routine {
        Routine::IsInitialDevice => "int omp_is_initial_device(void);",
        // A program that selects a device will call more routines of this header.
        Routine::SetDefaultDevice => "#include <omp.h>",
        Routine::QueueAddress => "char *acc2omp_async2dep(int);",
        Routine::LeaveData => "void acc2omp_leave_data(void *);",
        Routine::AttachPart => "void acc2omp_attach_part(void **, const void *);",
        Routine::AttachPartAsync => "void acc2omp_attach_part_async(void **, const void *, int);",
        Routine::DetachPart => "void acc2omp_detach_part(void **, const void *);",
        Routine::DetachPartAsync => "void acc2omp_detach_part_async(void **, const void *, int);",
        Routine::DetachPartFinalize => "void acc2omp_detach_part_finalize(void **, const void *);",
        Routine::DetachPartFinalizeAsync => {
            "void acc2omp_detach_part_finalize_async(void **, const void *, int);"
        }
        _ => return None,
    })
}
