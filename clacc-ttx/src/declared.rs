//! Declarations of the runtime library's routines, for new code that calls them.

use clacc_sema::omp::form::Routine;
use clacc_syntax::sorted::distinct;
use clacc_syntax::unit::{Preprocessed, TokenBuffer};
use clacc_syntax::wide_search;

/// Returns the lines that declare those called routines that the program does not name. A routine of clacc or OpenMP gets its own
/// declaration, which C allows to be repeated (C17 6.7 p4), because an included header could be that of another compiler.
pub fn missing_declaration(parts: &[&Preprocessed], called: &[Routine]) -> Option<String> {
    let mentioned = |name: &str| {
        let holds = |tokens: &TokenBuffer| {
            tokens
                .names
                .find(name)
                .is_some_and(|name| wide_search::position(&tokens.texts, |text| text == name).is_some())
        };
        parts.iter().any(|part| holds(&part.tokens))
    };
    let mut called = distinct(called.iter().copied());
    called.retain(|routine| !mentioned(routine.text()));
    declaration(&called)
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

/// Returns the declaration of a routine of clacc or OpenMP; none for a routine that `openacc.h` declares.
const fn own_declaration(routine: Routine) -> Option<&'static str> {
    Some(match routine {
        Routine::IsInitialDevice => "int omp_is_initial_device(void);",
        // Whoever selects a device needs more of this header sooner or later.
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
