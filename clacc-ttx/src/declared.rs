//! Declarations of the runtime library's routines, for new code that calls them.

use clacc_sema::omp::form::Routine;
use clacc_syntax::sorted::distinct;
use clacc_syntax::unit::{Preprocessed, TokenBuffer};
use clacc_syntax::wide_search;

/// The lines that declare the routines which a program does not name. A routine of clacc's own, or one of OpenMP,
/// is declared alone: C allows any number of equal declarations (C17 6.7 p4), whereas an included header
/// could be that of another compiler.
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

/// The lines that declare different routines, the inclusion last; none if there are none.
pub(crate) fn declaration(routines: &[Routine]) -> Option<String> {
    let (own, others): (Vec<_>, Vec<_>) =
        routines.iter().map(|routine| own_declaration(*routine)).partition(Option::is_some);
    let include = (!others.is_empty()).then_some(INCLUSION);
    let lines: Vec<&str> = own.into_iter().flatten().chain(include).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The line that declares the routines of OpenACC.
pub(crate) const INCLUSION: &str = "#include <openacc.h>";

/// The declaration of a routine of clacc's own, or of one of OpenMP.
const fn own_declaration(routine: Routine) -> Option<&'static str> {
    Some(match routine {
        Routine::IsInitialDevice => "int omp_is_initial_device(void);",
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
