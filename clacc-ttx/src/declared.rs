//! Declarations of the runtime library's routines, for new code that calls them.

use std::collections::BTreeSet;

use clacc_sema::omp::form::Routine;
use clacc_syntax::unit::{Preprocessed, TokenBuffer};

/// The line that declares the routines which a program does not name. A routine of clacc's own
/// is declared alone: C allows any number of equal declarations (C17 6.7 p4), whereas an included header
/// could be that of another compiler.
pub fn missing_declaration(parts: &[&Preprocessed], called: &BTreeSet<Routine>) -> Option<&'static str> {
    let mentioned = |name: &str| {
        let holds =
            |tokens: &TokenBuffer| tokens.names.find(name).is_some_and(|name| tokens.texts.contains(&name));
        parts.iter().any(|part| holds(&part.tokens))
    };
    declaration(&called.iter().copied().filter(|routine| !mentioned(routine.text())).collect())
}

/// The lines that declare routines; none if there are none.
pub(crate) fn declaration(routines: &BTreeSet<Routine>) -> Option<&'static str> {
    let routines: Vec<Routine> = routines.iter().copied().collect();
    match routines[..] {
        [] => None,
        [Routine::QueueAddress] => Some("char *acc2omp_async2dep(int);"),
        [Routine::LeaveData] => Some("void acc2omp_leave_data(void *);"),
        [Routine::LeaveData, Routine::QueueAddress] => {
            Some("char *acc2omp_async2dep(int);\nvoid acc2omp_leave_data(void *);")
        }
        [Routine::AttachPart] => Some("void acc2omp_attach_part(void **, const void *);"),
        _ => Some("#include <openacc.h>"),
    }
}
